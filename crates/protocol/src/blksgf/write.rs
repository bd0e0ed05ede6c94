//! Writing game files.

use thiserror::Error;
use tilewright_blokus::{Blokus, Move, Options, Position, Variant, pentobi};
use tilewright_core::{Game, Position as _, Seat};
use tilewright_table::{Entry, Event, GameId, Record, ReplayError, Table, eval_text};

use super::{
    HEADERS, OTHER, OWN, PropertyKind, player_name, position_of, result_of, unusual_options,
};
use crate::sgf::{self, GameTree, Node};

/// A record as a game file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The text of the file.
    pub text: String,
    /// The parts that Pentobi does not understand, one sentence each.
    pub notes: Vec<String>,
}

/// The record cannot be written as a game file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WriteError {
    /// It is no game of Blokus.
    #[error("a .blksgf file holds a game of Blokus, not of {0}")]
    OtherGame(&'static str),
    /// Pentobi does not play the variant.
    #[error("Pentobi does not play the variant {0}, so its files cannot hold it")]
    OtherVariant(Variant),
    /// It is no possible game.
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

/// Writes a record of Blokus as a game file.
///
/// Data for which Pentobi's format has no place is put into a property of our own, `TILEWRIGHT`,
/// which Pentobi keeps and [`read`](super::read) understands.
pub fn write(record: &Record) -> Result<Written, WriteError> {
    if record.game() != GameId::Blokus {
        return Err(WriteError::OtherGame(record.game().name()));
    }
    let end = record.replay()?;
    let mut start = end.clone();
    while start.undo().is_some() {}
    let position = position_of(&*start);
    let variant = position.variant();
    let game = pentobi::game_name(variant).ok_or(WriteError::OtherVariant(variant))?;

    let mut writer =
        Writer { variant, tree: GameTree::default(), own: vec![Vec::new()], notes: Vec::new() };
    let mut root = Node::default();
    root.push("GM", [game.to_owned()]);
    root.push("CA", ["UTF-8".to_owned()]);
    root.push("AP", [format!("Tilewright:{}", env!("CARGO_PKG_VERSION"))]);
    writer.add_headers(&mut root, record, &*end);
    writer.add_setup(&mut root, &position);
    add_comment(&mut root, record.comment());
    let root = writer.tree.add(None, root);
    writer.add_line(root, record.entries(), position, false);
    Ok(writer.finish())
}

struct Writer {
    variant: Variant,
    tree: GameTree,
    /// Data of each node that only a record has.
    own: Vec<Vec<String>>,
    notes: Vec<String>,
}

impl Writer {
    fn add_headers(&mut self, root: &mut Node, record: &Record, end: &dyn Table) {
        for (name, value) in unusual_options(end) {
            self.notes.push(format!("Pentobi does not know the option {name}={value}"));
            self.own[0].push(format!("option {name}: {value}"));
        }
        let result = result_of(end);
        for (name, value) in record.headers() {
            let is_told = ["variant", "position", "result", "scores"].contains(&name);
            if is_told || name.starts_with("option ") {
                continue;
            }
            // The board and its comment need room too.
            let has_room = root.properties.len() < sgf::MAX_PROPERTIES / 2;
            match self.property_of(name).filter(|_| has_room) {
                Some(property) if property == "RE" && result.is_some() => {}
                Some(property) => root.push(&property, [value.to_owned()]),
                None => self.own[0].push(format!("{name}: {value}")),
            }
        }
        if let Some(result) = result {
            root.push("RE", [result]);
        }
    }

    /// The property that says what a header says, if there is one.
    fn property_of(&self, header: &str) -> Option<String> {
        if let Some((_, property)) = HEADERS.iter().find(|(name, _)| *name == header) {
            return Some((*property).to_owned());
        }
        if let Some(number) = header.strip_prefix("seat ") {
            let seat: Seat = number.parse().ok()?;
            return Some(format!("P{}", player_name(self.variant, seat)));
        }
        let property = header.strip_prefix(OTHER)?.to_ascii_uppercase();
        let is_name = (1..=sgf::MAX_NAME).contains(&property.len())
            && property.chars().all(|c| c.is_ascii_alphanumeric());
        let meaning = PropertyKind::of(self.variant, &property);
        let is_free = matches!(meaning, PropertyKind::Unknown | PropertyKind::Result);
        (is_name && is_free).then_some(property)
    }

    /// Writes the pieces that were there before the first move, and whose turn it was.
    fn add_setup(&mut self, root: &mut Node, position: &Position) {
        let first = position.colors()[0];
        if position.ply() == 0 && position.color_to_move() == Some(first) {
            return;
        }
        let mut all = Vec::new();
        for &color in position.colors() {
            let placed: Vec<Move> = position.placed(color).map(|(m, _)| m).collect();
            if !placed.is_empty() {
                let pieces = placed.iter().map(|&m| pentobi::squares(m));
                root.push(&format!("A{}", pentobi::color_name(color)), pieces);
            }
            all.extend(placed.into_iter().map(|m| (color, m)));
        }
        let to_move = position.color_to_move().unwrap_or(first);
        root.push("PL", [pentobi::color_name(to_move).to_owned()]);
        let options: Options = tilewright_blokus::Blokus::options(position);
        if Position::set_up(&options, &all, to_move).as_ref() != Ok(position) {
            self.notes.push(
                "the file cannot tell that a color placed the single square last: it has 5 points \
                 less"
                    .to_owned(),
            );
        }
    }

    /// Writes a line of the record behind a node, with its variations.
    fn add_line(
        &mut self,
        parent: usize,
        entries: &[Entry],
        mut position: Position,
        is_variation: bool,
    ) {
        let mut last = parent;
        for entry in entries {
            let before = last;
            let position_before = position.clone();
            match entry.event() {
                Event::Move { text, .. } => {
                    let m = Blokus::parse_move(&position, text).expect("the record replays");
                    last = self.add_move(before, entry, m, &position);
                    position.play_unchecked(m);
                }
                Event::Ending { seat, ending } => {
                    // Variations are branches, which begin with nodes.
                    let is_first = is_variation && before == parent;
                    if is_first || !entry.variations().is_empty() {
                        last = self.add_node(before, Node::default());
                    }
                    let lines = [&format!("seat {seat} {ending}"), entry.comment()];
                    self.own[last].push(lines.join("\n").trim_end().to_owned());
                }
            }
            self.add_variations(before, entry, &position_before);
        }
    }

    fn add_variations(&mut self, parent: usize, entry: &Entry, position: &Position) {
        for variation in entry.variations() {
            let mut node = Node::default();
            add_comment(&mut node, variation.comment());
            let has_comment = !node.properties.is_empty();
            let parent = if has_comment { self.add_node(parent, node) } else { parent };
            self.add_line(parent, variation.entries(), position.clone(), true);
        }
    }

    fn add_move(&mut self, parent: usize, entry: &Entry, m: Move, position: &Position) -> usize {
        let color = position.color_to_move().expect("a move has a mover");
        let seat = position.player(color).expect("a color that moves has a player");
        let mut node = Node::default();
        node.push(pentobi::color_name(color), [pentobi::squares(m)]);
        if let Some(millis) = entry.clock_millis {
            let name = format!("{}L", player_name(self.variant, seat));
            node.push(&name, [seconds(millis)]);
        }
        add_comment(&mut node, entry.comment());
        let number = self.add_node(parent, node);
        self.own[number].extend(entry.eval.as_ref().and_then(eval_text));
        number
    }

    fn add_node(&mut self, parent: usize, node: Node) -> usize {
        self.own.push(Vec::new());
        self.tree.add(Some(parent), node)
    }

    /// Adds the data that only a record has to the nodes.
    fn finish(mut self) -> Written {
        for (node, own) in self.tree.nodes.iter_mut().zip(self.own) {
            if !own.is_empty() {
                node.push(OWN, own);
            }
        }
        Written { text: sgf::write(&self.tree), notes: self.notes }
    }
}

fn add_comment(node: &mut Node, comment: &str) {
    if !comment.is_empty() {
        node.push("C", [comment.to_owned()]);
    }
}

/// Whole or decimal seconds.
fn seconds(millis: u64) -> String {
    let text = format!("{}.{:03}", millis / 1000, millis % 1000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
