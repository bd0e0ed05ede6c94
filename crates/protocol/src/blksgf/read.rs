//! Reading game files.

use std::collections::BTreeMap;

use thiserror::Error;
use tilewright_blokus::{Color, Move, Options, Position, Variant, pentobi};
use tilewright_core::{ParsePositionError, Seat, parse_options, shortened};
use tilewright_table::{
    Ending, Entry, GameId, Record, Table, Variation, is_header_name, parse_eval,
};

use super::{OTHER, OWN, PropertyKind, position_of, result_of};
use crate::sgf::{self, GameTree, Location, Node, ParseSgfError, Property};

/// A record has no room for longer comments.
const MAX_COMMENT_LINES: usize = 50_000;

/// Nor for more headers.
const MAX_HEADERS: usize = 500;

/// Nor for variations that are deeper.
const MAX_DEPTH: usize = 100;

/// The number of lost variations whose reasons are noted one by one.
const MAX_REASONS: usize = 5;

/// A game of a file as a record.
#[derive(Clone, Debug, PartialEq)]
pub struct Read {
    /// The game with its variations.
    pub record: Record,
    /// The parts that were left out, one sentence each.
    pub notes: Vec<String>,
}

/// The text is no game file, or holds no possible game of Blokus.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{location}: {reason}")]
pub struct ReadError {
    location: Location,
    reason: String,
}

impl ReadError {
    /// The line, from 1.
    pub const fn line(&self) -> usize {
        self.location.line
    }

    /// The character in the line, from 1.
    pub const fn column(&self) -> usize {
        self.location.column
    }

    /// The reason.
    pub fn reason(&self) -> &str {
        &self.reason
    }
}

impl From<ParseSgfError> for ReadError {
    fn from(error: ParseSgfError) -> ReadError {
        refuse(error.location, error.reason)
    }
}

/// The bytes are no text in a character set that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("this is text in a character set other than UTF-8 and ISO-8859-1, or no text")]
pub struct NotText;

/// The text of a game file: UTF-8, or ISO-8859-1 if the file says so or does not say otherwise.
///
/// ```
/// use tilewright_protocol::blksgf::decode;
///
/// assert_eq!(decode(b"(;PB[Zo\xc3\xab])".to_vec()).unwrap(), "(;PB[Zoë])");
/// let latin = b"(;CA[ISO-8859-1]PB[Zo\xeb])".to_vec();
/// assert_eq!(decode(latin).unwrap(), "(;CA[ISO-8859-1]PB[Zoë])");
/// assert!(decode(b"(;CA[UTF-8]PB[Zo\xeb])".to_vec()).is_err());
/// ```
pub fn decode(bytes: Vec<u8>) -> Result<String, NotText> {
    String::from_utf8(bytes).or_else(|error| {
        let text: String = error.as_bytes().iter().copied().map(char::from).collect();
        let named = text.split_once("CA[").and_then(|(_, rest)| rest.split(']').next());
        let named = named.map(|name| name.trim().to_ascii_lowercase());
        let is_latin = named.is_none_or(|name| ["iso-8859-1", "latin1"].contains(&name.as_str()));
        let is_text = !text.contains('\0');
        if is_latin && is_text { Ok(text) } else { Err(NotText) }
    })
}

/// Reads the first game of a file as a record, and checks that it is a possible game.
///
/// ```
/// use tilewright_protocol::blksgf;
///
/// let error = blksgf::read("(;GM[Blokus Duo]\n;B[e10];W[j6])").unwrap_err();
/// assert_eq!((error.line(), error.column()), (2, 9));
/// assert_eq!(error.reason(), "move 2, W[j6]: orange's first piece must cover j5");
/// ```
pub fn read(text: &str) -> Result<Read, ReadError> {
    let games = sgf::read(text)?;
    let mut read = read_game(&games[0])?;
    read.notes.splice(0..0, counted(games.len() - 1, "other game"));
    Ok(read)
}

/// Reads all games of a file, such as `twogtp` writes them one after the other.
///
/// ```
/// use tilewright_protocol::blksgf;
///
/// let games = blksgf::read_all("(;GM[Blokus Duo];B[e10])(;GM[Blokus];1[a20](;2[t20])(;2[s20]))")?;
/// let n_variations: Vec<usize> = games.iter().map(|game| game.record.n_variations()).collect();
/// assert_eq!(n_variations, [0, 0]);
/// assert!(games[1].notes[0].contains("must cover t20"));
/// # Ok::<(), blksgf::ReadError>(())
/// ```
pub fn read_all(text: &str) -> Result<Vec<Read>, ReadError> {
    sgf::read(text)?.iter().map(read_game).collect()
}

fn read_game(tree: &GameTree) -> Result<Read, ReadError> {
    let root = &tree.nodes[0];
    let variant = variant_of(root)?;
    let main: Vec<&Node> = tree.line_from(0).map(|number| &tree.nodes[number]).collect();
    check_colors(variant, &main)?;
    let has_move = |node: &&&Node| moves_of(variant, node).next().is_some();
    let n_before = main.iter().take_while(|node| !has_move(node)).count();
    let (before, after) = main.split_at(n_before);
    let first = after.iter().flat_map(|node| moves_of(variant, node)).next();

    let table = open(variant, root, before, first.map(|(color, _)| color))?;
    let mut reader = Reader {
        variant,
        tree,
        n_before,
        headers: Vec::new(),
        n_comment_lines: 0,
        left_out: BTreeMap::new(),
        lost: Vec::new(),
        notes: Vec::new(),
    };
    reader.read_root(root);
    let mut line = Line::new(table);
    reader.read_line(&mut line, 0, 0)?;
    reader.check_result(&mut line, root);
    reader.finish(line)
}

/// A game being turned into a record.
struct Reader<'tree> {
    variant: Variant,
    tree: &'tree GameTree,
    /// The number of nodes on the main line before its first move.
    n_before: usize,
    headers: Vec<(String, String)>,
    n_comment_lines: usize,
    /// The number of times that each property was left out.
    left_out: BTreeMap<String, usize>,
    /// The reason for every variation that was left out.
    lost: Vec<String>,
    notes: Vec<String>,
}

/// The main line or a variation being read.
struct Line {
    table: Box<dyn Table>,
    /// The comment before the first move.
    comment: String,
    entries: Vec<Entry>,
    /// The comment of each entry.
    comments: Vec<String>,
    /// The variations that replace the next entry.
    waiting: Vec<Variation>,
}

impl Line {
    const fn new(table: Box<dyn Table>) -> Line {
        Line {
            table,
            comment: String::new(),
            entries: Vec::new(),
            comments: Vec::new(),
            waiting: Vec::new(),
        }
    }

    fn push(&mut self, mut entry: Entry, comment: &str) {
        entry.variations_mut().append(&mut self.waiting);
        self.entries.push(entry);
        self.comments.push(comment.to_owned());
    }

    /// Returns the comment before the first move, and the entries with their comments.
    fn finish(self) -> (String, Vec<Entry>) {
        let Line { comment, mut entries, comments, .. } = self;
        for (entry, comment) in entries.iter_mut().zip(&comments) {
            entry.set_comment(comment);
        }
        (comment, entries)
    }
}

impl Reader<'_> {
    /// Reads a node and those that follow on its line, with their variations.
    fn read_line(&mut self, line: &mut Line, first: usize, depth: usize) -> Result<(), ReadError> {
        let tree = self.tree;
        for (index, number) in tree.line_from(first).enumerate() {
            let node = &tree.nodes[number];
            if depth == 0 && index < self.n_before {
                self.read_annotations(line, node, None)?;
            } else {
                self.read_node(line, node)?;
            }
            for &branch in node.children.iter().skip(1) {
                let variation = if depth == 0 && self.is_set_up_after(index) {
                    let location = tree.nodes[branch].location;
                    Err(refuse(location, "the main line sets up pieces after it begins"))
                } else {
                    self.read_variation(&*line.table, branch, depth + 1)
                };
                match variation {
                    Ok(variation) => line.waiting.push(variation),
                    Err(error) => self.lost.push(error.to_string()),
                }
            }
        }
        if depth > 0 {
            self.lose_waiting(line);
        }
        Ok(())
    }

    /// Reads a variation that begins with a node, at the position of this table.
    fn read_variation(
        &mut self,
        table: &dyn Table,
        first: usize,
        depth: usize,
    ) -> Result<Variation, ReadError> {
        let tree = self.tree;
        let location = tree.nodes[first].location;
        if depth > MAX_DEPTH {
            return Err(refuse(location, format!("it is more than {MAX_DEPTH} deep")));
        }
        let nodes: Vec<&Node> = tree.line_from(first).map(|number| &tree.nodes[number]).collect();
        check_colors(self.variant, &nodes)?;
        let mut line = Line::new(table.box_clone());
        self.read_line(&mut line, first, depth)?;
        let (comment, entries) = line.finish();
        if entries.is_empty() {
            return Err(refuse(location, "it has no move"));
        }
        let mut variation = Variation::new(entries);
        variation.set_comment(&comment);
        Ok(variation)
    }

    /// Returns whether the main line sets up pieces behind the node of this index.
    fn is_set_up_after(&self, index: usize) -> bool {
        let before = self.tree.line_from(0).take(self.n_before).skip(index + 1);
        before.flat_map(|number| &self.tree.nodes[number].properties).any(|property| {
            matches!(
                PropertyKind::of(self.variant, &property.name),
                PropertyKind::SetUp(_) | PropertyKind::Remove | PropertyKind::ToPlay
            )
        })
    }

    /// Gives up the variations at the end of a line, where no move stands that they could replace.
    fn lose_waiting(&mut self, line: &mut Line) {
        for _ in line.waiting.drain(..) {
            self.lost.push("the line before it ends where it begins".to_owned());
        }
    }

    /// Reads the properties of the whole game from the first node.
    fn read_root(&mut self, root: &Node) {
        for Property { name, values, .. } in &root.properties {
            let header = match PropertyKind::of(self.variant, name) {
                PropertyKind::Player(seat) => format!("seat {seat}"),
                PropertyKind::Header(header) => header.to_owned(),
                PropertyKind::Unknown => format!("{OTHER}{}", name.to_ascii_lowercase()),
                _ => continue,
            };
            match values.as_slice() {
                [value] => self.headers.push((header, value.clone())),
                _ => self.leave_out(name),
            }
        }
        for value in root.values(OWN).unwrap_or_default() {
            self.read_own_header(value);
        }
    }

    /// Reads a header that has no other place in a game file.
    fn read_own_header(&mut self, value: &str) {
        if parse_ending(value).is_some() || own_option(value).is_some() {
            return;
        }
        let header = value.split_once(':').map(|(name, value)| (name, value.trim()));
        let has_room = self.headers.len() < MAX_HEADERS;
        match header.filter(|(name, _)| has_room && is_free_header(name)) {
            Some((name, value)) => self.headers.push((name.to_owned(), value.to_owned())),
            None => self.leave_out(OWN),
        }
    }

    /// Reads a node that follows the first move, or holds it.
    fn read_node(&mut self, line: &mut Line, node: &Node) -> Result<(), ReadError> {
        let mut moves = moves_of(self.variant, node);
        let Some((color, property)) = moves.next() else {
            self.check_no_setup(&*line.table, node)?;
            return self.read_annotations(line, node, None);
        };
        if let Some((_, second)) = moves.next() {
            return Err(refuse(second.location, "a node holds one move, and this is its second"));
        }
        drop(moves);
        let seat = position_of(&*line.table).player(color);
        let played = play(&mut *line.table, color, property)?;
        if let Some(m) = &played {
            line.push(Entry::of_move(m), "");
        }
        self.check_no_setup(&*line.table, node)?;
        self.read_annotations(line, node, seat.filter(|_| played.is_some()))
    }

    /// Refuses pieces that are set up after the first move.
    fn check_no_setup(&self, table: &dyn Table, node: &Node) -> Result<(), ReadError> {
        for property in &node.properties {
            let reason = "pieces that are set up after the first move have no place in a record";
            match PropertyKind::of(self.variant, &property.name) {
                PropertyKind::SetUp(_) | PropertyKind::Remove => {
                    return Err(refuse(property.location, reason));
                }
                PropertyKind::ToPlay => self.check_to_play(table, property)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn check_to_play(&self, table: &dyn Table, property: &Property) -> Result<(), ReadError> {
        let said = color_to_play(self.variant, property)?;
        match position_of(table).color_to_move() {
            Some(color) if color != said => {
                let reason = format!("after the first move the turn goes round: it is {color}'s");
                Err(refuse(property.location, reason))
            }
            _ => Ok(()),
        }
    }

    /// Reads the annotations of a move of `mover`, or of the node before it.
    fn read_annotations(
        &mut self,
        line: &mut Line,
        node: &Node,
        mover: Option<Seat>,
    ) -> Result<(), ReadError> {
        let is_root = node.location == self.tree.nodes[0].location;
        for Property { name, values, .. } in &node.properties {
            match PropertyKind::of(self.variant, name) {
                PropertyKind::Comment => self.add_comment(line, &values.join("\n")),
                PropertyKind::TimeLeft(seat) => {
                    match (parse_seconds(&values[0]), line.entries.last_mut()) {
                        (Some(millis), Some(entry)) if mover == Some(seat) => {
                            entry.clock_millis = Some(millis);
                        }
                        _ => self.leave_out(name),
                    }
                }
                // The others have been read, those of the first node by `read_root`.
                PropertyKind::Player(_)
                | PropertyKind::Header(_)
                | PropertyKind::Result
                | PropertyKind::File
                | PropertyKind::Unknown
                    if !is_root =>
                {
                    self.leave_out(name);
                }
                _ => {}
            }
        }
        for value in node.values(OWN).unwrap_or_default() {
            self.read_own(line, value, is_root, mover, node.location)?;
        }
        Ok(())
    }

    /// Reads data that only a record has: an ending, or an evaluation.
    fn read_own(
        &mut self,
        line: &mut Line,
        value: &str,
        is_root: bool,
        mover: Option<Seat>,
        location: Location,
    ) -> Result<(), ReadError> {
        if let Some((seat, ending, comment)) = parse_ending(value) {
            let ended = line.table.end(seat, ending);
            ended.map_err(|error| refuse(location, format!("seat {seat} {ending}: {error}")))?;
            line.push(Entry::of_ending(seat, ending), comment);
            return Ok(());
        }
        let eval = value.strip_prefix("eval=").and_then(parse_eval);
        let eval = eval.filter(|eval| eval.len() == line.table.n_seats() && mover.is_some());
        match (eval, line.entries.last_mut()) {
            (Some(eval), Some(entry)) => entry.eval = Some(eval),
            // The headers of the first node have been read.
            _ if is_root => {}
            _ => self.leave_out(OWN),
        }
        Ok(())
    }

    fn add_comment(&mut self, line: &mut Line, text: &str) {
        self.n_comment_lines += text.lines().count();
        let comment = line.comments.last_mut().unwrap_or(&mut line.comment);
        if !comment.is_empty() {
            comment.push('\n');
        }
        comment.push_str(text);
    }

    fn leave_out(&mut self, name: &str) {
        *self.left_out.entry(name.to_owned()).or_default() += 1;
    }

    /// Compares the result with that of the board, or takes an ending from it.
    fn check_result(&mut self, line: &mut Line, root: &Node) {
        let Some(said) = root.value("RE").map(str::trim) else { return };
        if result_of(&*line.table).is_none()
            && line.table.n_seats() == 2
            && let Some((seat, ending)) = ending_of_result(said)
            && line.table.end(seat, ending).is_ok()
        {
            line.push(Entry::of_ending(seat, ending), "");
            return;
        }
        match result_of(&*line.table) {
            Some(truth) if truth == said || (truth == "0" && said == "Draw") => {}
            Some(truth) => {
                let said = shortened(said);
                self.notes.push(format!("the result was said to be '{said}', but it is '{truth}'"));
            }
            None => self.headers.push((format!("{OTHER}re"), said.to_owned())),
        }
    }

    fn finish(mut self, mut line: Line) -> Result<Read, ReadError> {
        let location = self.tree.nodes[0].location;
        if self.n_comment_lines > MAX_COMMENT_LINES {
            let reason = format!("the comments have more than {MAX_COMMENT_LINES} lines");
            return Err(refuse(location, reason));
        }
        self.lose_waiting(&mut line);
        let mut record = Record::of(&*line.table);
        for (name, value) in &self.headers {
            record.set_header(name, value);
        }
        let (comment, entries) = line.finish();
        record.set_comment(&comment);
        let replayed = record.set_entries(entries);
        replayed.map_err(|error| refuse(location, error.to_string()))?;
        self.note_lost_variations();
        if !self.left_out.is_empty() {
            let times = |(name, n): (&String, &usize)| match n {
                1 => name.clone(),
                n => format!("{name} ({n} times)"),
            };
            let names: Vec<String> = self.left_out.iter().map(times).collect();
            self.notes
                .push(format!("left out, as a record has no place for it: {}", names.join(", ")));
        }
        Ok(Read { record, notes: self.notes })
    }

    fn note_lost_variations(&mut self) {
        for reason in self.lost.iter().take(MAX_REASONS) {
            self.notes.push(format!("a variation was left out: {reason}"));
        }
        let n_more = self.lost.len().saturating_sub(MAX_REASONS);
        self.notes.extend(counted(n_more, "more variation"));
    }
}

fn refuse(location: Location, reason: impl Into<String>) -> ReadError {
    ReadError { location, reason: reason.into() }
}

/// Plays the move of a property and returns its text; nothing for the pass of a color that has no
/// move, because that is no move.
fn play(
    table: &mut dyn Table,
    color: Color,
    property: &Property,
) -> Result<Option<String>, ReadError> {
    let Property { name, values, location } = property;
    // Files of the first versions have a value for each square.
    let squares = values.join(",");
    let number = table.ply() + 1;
    let refuse_move = |reason: String| {
        refuse(*location, format!("move {number}, {name}[{}]: {reason}", shortened(&squares)))
    };
    let position = position_of(table);
    if squares.trim().is_empty() {
        let may_pass = position.is_out(color);
        let reason = || refuse_move(format!("{color} can place, so it may not pass"));
        return if may_pass { Ok(None) } else { Err(reason()) };
    }
    let m = pentobi::parse_squares(squares.trim())
        .map_err(|error| refuse(*location, format!("move {number}: {error}")))?;
    position.explain_for(color, m).map_err(|illegal| refuse_move(illegal.to_string()))?;
    table.play(&m.to_string()).map(Some).map_err(|error| refuse_move(error.to_string()))
}

/// A note on the number of things that were left out, if there are any.
fn counted(n: usize, what: &str) -> Option<String> {
    match n {
        0 => None,
        1 => Some(format!("1 {what} was left out")),
        n => Some(format!("{n} {what}s were left out")),
    }
}

fn variant_of(root: &Node) -> Result<Variant, ReadError> {
    let game = root.value("GM").ok_or_else(|| {
        refuse(root.location, "the file does not say which game it holds, as in GM[Blokus Duo]")
    })?;
    pentobi::parse_game(game.trim()).map_err(|error| refuse(root.location, error.to_string()))
}

/// The moves of a node; more than one is too many.
fn moves_of(variant: Variant, node: &Node) -> impl Iterator<Item = (Color, &Property)> {
    node.properties.iter().filter_map(move |property| {
        match PropertyKind::of(variant, &property.name) {
            PropertyKind::Move(color) => Some((color, property)),
            _ => None,
        }
    })
}

/// Refuses pieces of colors that do not play: left out, they would be missed.
fn check_colors(variant: Variant, nodes: &[&Node]) -> Result<(), ReadError> {
    let is_stranger =
        |it: &&Property| PropertyKind::of(variant, &it.name) == PropertyKind::Stranger;
    match nodes.iter().flat_map(|node| &node.properties).find(is_stranger) {
        Some(Property { name, location, .. }) => {
            Err(refuse(*location, format!("{name} is of a color that does not play {variant}")))
        }
        None => Ok(()),
    }
}

/// A table for the game, with what the nodes before the first move set up; `first` moves first.
fn open(
    variant: Variant,
    root: &Node,
    before: &[&Node],
    first: Option<Color>,
) -> Result<Box<dyn Table>, ReadError> {
    let own = root.values(OWN).unwrap_or_default();
    let location = root.location;
    let mut pairs = vec![("variant", variant.name())];
    pairs.extend(own.iter().filter_map(|value| own_option(value)));
    let table = GameId::Blokus.open(&pairs).map_err(|error| refuse(location, error.to_string()))?;

    let setup = Setup::read(variant, before)?;
    if setup.pieces.is_empty() && setup.to_play.is_none() {
        return Ok(table);
    }
    let to_play = setup.to_play.or(first).unwrap_or(position_of(&*table).colors()[0]);
    let options: Options =
        parse_options(pairs).map_err(|error| refuse(location, error.to_string()))?;
    let wrong = |error: ParsePositionError| refuse(setup.location, error.to_string());
    let position = Position::set_up(&options, &setup.pieces, to_play).map_err(wrong)?;
    GameId::Blokus.open_position(&position.to_string()).map_err(wrong)
}

/// The pieces on the board before the first move.
struct Setup {
    pieces: Vec<(Color, Move)>,
    to_play: Option<Color>,
    location: Location,
}

impl Setup {
    fn read(variant: Variant, before: &[&Node]) -> Result<Setup, ReadError> {
        let mut setup = Setup { pieces: Vec::new(), to_play: None, location: Location::default() };
        for property in before.iter().flat_map(|node| &node.properties) {
            match PropertyKind::of(variant, &property.name) {
                PropertyKind::SetUp(color) => {
                    for m in pieces_of(property)? {
                        setup.pieces.push((color, m));
                    }
                }
                PropertyKind::Remove => setup.remove(property)?,
                PropertyKind::ToPlay => setup.to_play = Some(color_to_play(variant, property)?),
                _ => continue,
            }
            setup.location = property.location;
        }
        Ok(setup)
    }

    fn remove(&mut self, property: &Property) -> Result<(), ReadError> {
        for m in pieces_of(property)? {
            let found = self.pieces.iter().position(|&(_, other)| other == m);
            let index = found.ok_or_else(|| {
                let squares = pentobi::squares(m);
                refuse(
                    property.location,
                    format!("AE[{squares}]: there is no such piece to remove"),
                )
            })?;
            self.pieces.remove(index);
        }
        Ok(())
    }
}

fn pieces_of(property: &Property) -> Result<Vec<Move>, ReadError> {
    let wrong =
        |error: tilewright_core::ParseMoveError| refuse(property.location, error.to_string());
    let values = property.values.iter().map(|value| value.trim());
    values.map(|value| pentobi::parse_squares(value).map_err(wrong)).collect()
}

fn color_to_play(variant: Variant, property: &Property) -> Result<Color, ReadError> {
    let name = property.values[0].trim();
    pentobi::parse_color(variant, name).ok_or_else(|| {
        refuse(property.location, format!("PL[{}] is no color of {variant}", shortened(name)))
    })
}

/// An option that only a record has.
fn own_option(value: &str) -> Option<(&str, &str)> {
    let (name, value) = value.strip_prefix("option ")?.split_once(':')?;
    Some((name, value.trim()))
}

/// Returns whether a header has no other place in a game file.
fn is_free_header(name: &str) -> bool {
    let is_other = ["game", "viewer", "variant", "position", "result", "scores"].contains(&name);
    is_header_name(name) && !is_other && !name.contains(' ')
}

/// An ending as in a record, with a comment on the lines below.
fn parse_ending(value: &str) -> Option<(Seat, Ending, &str)> {
    let (line, comment) = value.split_once('\n').unwrap_or((value, ""));
    let (seat, verb) = line.strip_prefix("seat ")?.split_once(' ')?;
    Some((seat.parse().ok()?, verb.trim().parse().ok()?, comment))
}

/// The loser and the ending of a result such as `B+R`.
fn ending_of_result(result: &str) -> Option<(Seat, Ending)> {
    let (winner, how) = result.split_once('+')?;
    let loser = match winner {
        "B" => Seat::new(1)?,
        "W" => Seat::new(0)?,
        _ => return None,
    };
    let ending = match how {
        "R" | "Resign" => Ending::Resigned,
        "T" | "Time" => Ending::LostOnTime,
        "F" | "Forfeit" => Ending::Forfeited,
        _ => return None,
    };
    Some((loser, ending))
}

/// Milliseconds from whole or decimal seconds.
fn parse_seconds(text: &str) -> Option<u64> {
    const MAX_SECONDS: f64 = 1e9;
    let seconds: f64 = text.trim().parse().ok()?;
    (0.0..=MAX_SECONDS).contains(&seconds).then(|| (seconds * 1000.0).round() as u64)
}
