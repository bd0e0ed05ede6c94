//! Reading game files.

use std::collections::BTreeMap;

use thiserror::Error;
use tilewright_blokus::{Color, Move, Options, Position, Variant, pentobi};
use tilewright_core::{BySeat, ParsePositionError, Seat, parse_options, shortened};
use tilewright_table::{Ending, GameId, Record, Table, is_header_name, parse_eval};

use super::{OTHER, OWN, PropertyKind, position_of, result_of};
use crate::sgf::{self, Location, MainLine, Node, ParseSgfError, Property};

/// A record has no room for longer comments.
const MAX_COMMENT_LINES: usize = 50_000;

/// Nor for more headers.
const MAX_HEADERS: usize = 500;

/// A game file as a record.
#[derive(Clone, Debug, PartialEq)]
pub struct Read {
    /// The main line of the first game.
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

/// Reads the main line of a game file as a record, and checks that it is a possible game.
///
/// ```
/// use tilewright_protocol::blksgf;
///
/// let error = blksgf::read("(;GM[Blokus Duo]\n;B[e10];W[j6])").unwrap_err();
/// assert_eq!((error.line(), error.column()), (2, 9));
/// assert_eq!(error.reason(), "move 2, W[j6]: orange's first piece must cover j5");
/// ```
pub fn read(text: &str) -> Result<Read, ReadError> {
    let main = sgf::read(text)?;
    let root = &main.nodes[0];
    let variant = variant_of(root)?;
    check_colors(variant, &main.nodes)?;
    let has_move = |node: &Node| moves_of(variant, node).next().is_some();
    let n_before = main.nodes.iter().take_while(|node| !has_move(node)).count();
    let (before, after) = main.nodes.split_at(n_before);
    let first = after.iter().flat_map(|node| moves_of(variant, node)).next();

    let mut reader = Reader {
        variant,
        root: root.location,
        table: open(variant, root, before, first.map(|(color, _)| color))?,
        comment: String::new(),
        annotations: Vec::new(),
        headers: Vec::new(),
        left_out: BTreeMap::new(),
        notes: Vec::new(),
    };
    reader.read_root(root);
    for node in before {
        reader.read_annotations(node, None)?;
    }
    for node in after {
        reader.read_move(node)?;
    }
    reader.check_result(root);
    reader.finish(&main)
}

/// A game file being turned into a record.
struct Reader {
    variant: Variant,
    /// The location of the first node, which identifies it.
    root: Location,
    table: Box<dyn Table>,
    /// The comment on the whole game.
    comment: String,
    /// The annotations of each move and ending, in their order.
    annotations: Vec<Annotations>,
    headers: Vec<(String, String)>,
    /// The number of times that each property was left out.
    left_out: BTreeMap<String, usize>,
    notes: Vec<String>,
}

/// The annotations of a move or an ending.
#[derive(Default)]
struct Annotations {
    comment: String,
    clock_millis: Option<u64>,
    eval: Option<BySeat<f64>>,
}

impl Reader {
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
    fn read_move(&mut self, node: &Node) -> Result<(), ReadError> {
        let mut moves = moves_of(self.variant, node);
        let Some((color, property)) = moves.next() else {
            self.check_no_setup(node)?;
            return self.read_annotations(node, None);
        };
        if let Some((_, second)) = moves.next() {
            return Err(refuse(second.location, "a node holds one move, and this is its second"));
        }
        drop(moves);
        let seat = position_of(&*self.table).player(color);
        let is_played = self.play(color, property)?;
        if is_played {
            self.annotations.push(Annotations::default());
        }
        self.check_no_setup(node)?;
        self.read_annotations(node, seat.filter(|_| is_played))
    }

    /// Plays the move of a property, and says whether it was one: a color that has no move may
    /// pass, which is none.
    fn play(&mut self, color: Color, property: &Property) -> Result<bool, ReadError> {
        let Property { name, values, location } = property;
        // Files of the first versions have a value for each square.
        let squares = values.join(",");
        let number = self.table.ply() + 1;
        let refuse_move = |reason: String| {
            refuse(*location, format!("move {number}, {name}[{}]: {reason}", shortened(&squares)))
        };
        let position = position_of(&*self.table);
        if squares.trim().is_empty() {
            let may_pass = position.is_out(color);
            let reason = || refuse_move(format!("{color} can place, so it may not pass"));
            return if may_pass { Ok(false) } else { Err(reason()) };
        }
        let m = pentobi::parse_squares(squares.trim())
            .map_err(|error| refuse(*location, format!("move {number}: {error}")))?;
        position.explain_for(color, m).map_err(|illegal| refuse_move(illegal.to_string()))?;
        self.table.play(&m.to_string()).map_err(|error| refuse_move(error.to_string()))?;
        Ok(true)
    }

    /// Refuses pieces that are set up after the first move.
    fn check_no_setup(&self, node: &Node) -> Result<(), ReadError> {
        for property in &node.properties {
            let reason = "pieces that are set up after the first move have no place in a record";
            match PropertyKind::of(self.variant, &property.name) {
                PropertyKind::SetUp(_) | PropertyKind::Remove => {
                    return Err(refuse(property.location, reason));
                }
                PropertyKind::ToPlay => self.check_to_play(property)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn check_to_play(&self, property: &Property) -> Result<(), ReadError> {
        let said = color_to_play(self.variant, property)?;
        match position_of(&*self.table).color_to_move() {
            Some(color) if color != said => {
                let reason = format!("after the first move the turn goes round: it is {color}'s");
                Err(refuse(property.location, reason))
            }
            _ => Ok(()),
        }
    }

    /// Reads the annotations of a move of `mover`, or of the node before it.
    fn read_annotations(&mut self, node: &Node, mover: Option<Seat>) -> Result<(), ReadError> {
        let is_root = node.location == self.root;
        for Property { name, values, .. } in &node.properties {
            match PropertyKind::of(self.variant, name) {
                PropertyKind::Comment => self.add_comment(&values.join("\n")),
                PropertyKind::TimeLeft(seat) => {
                    match (parse_seconds(&values[0]), self.annotations.last_mut()) {
                        (Some(millis), Some(said)) if mover == Some(seat) => {
                            said.clock_millis = Some(millis);
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
            self.read_own(value, is_root, mover, node.location)?;
        }
        Ok(())
    }

    /// Reads data that only a record has: an ending, or an evaluation.
    fn read_own(
        &mut self,
        value: &str,
        is_root: bool,
        mover: Option<Seat>,
        location: Location,
    ) -> Result<(), ReadError> {
        if let Some((seat, ending, comment)) = parse_ending(value) {
            let ended = self.table.end(seat, ending);
            ended.map_err(|error| refuse(location, format!("seat {seat} {ending}: {error}")))?;
            self.annotations
                .push(Annotations { comment: comment.to_owned(), ..Annotations::default() });
            return Ok(());
        }
        let eval = value.strip_prefix("eval=").and_then(parse_eval);
        let eval = eval.filter(|eval| eval.len() == self.table.n_seats() && mover.is_some());
        match (eval, self.annotations.last_mut()) {
            (Some(eval), Some(said)) => said.eval = Some(eval),
            // The headers of the first node have been read.
            _ if is_root => {}
            _ => self.leave_out(OWN),
        }
        Ok(())
    }

    fn add_comment(&mut self, text: &str) {
        let comment =
            self.annotations.last_mut().map_or(&mut self.comment, |said| &mut said.comment);
        if !comment.is_empty() {
            comment.push('\n');
        }
        comment.push_str(text);
    }

    fn leave_out(&mut self, name: &str) {
        *self.left_out.entry(name.to_owned()).or_default() += 1;
    }

    /// Compares the result with that of the board, or takes an ending from it.
    fn check_result(&mut self, root: &Node) {
        let Some(said) = root.value("RE").map(str::trim) else { return };
        if result_of(&*self.table).is_none()
            && self.table.n_seats() == 2
            && let Some((seat, ending)) = ending_of_result(said)
            && self.table.end(seat, ending).is_ok()
        {
            self.annotations.push(Annotations::default());
            return;
        }
        match result_of(&*self.table) {
            Some(truth) if truth == said || (truth == "0" && said == "Draw") => {}
            Some(truth) => {
                let said = shortened(said);
                self.notes.push(format!("the result was said to be '{said}', but it is '{truth}'"));
            }
            None => self.headers.push((format!("{OTHER}re"), said.to_owned())),
        }
    }

    fn finish(mut self, main: &MainLine) -> Result<Read, ReadError> {
        let comments = self.annotations.iter().map(|said| &said.comment).chain([&self.comment]);
        let n_lines: usize = comments.map(|comment| comment.lines().count()).sum();
        if n_lines > MAX_COMMENT_LINES {
            let reason = format!("the comments have more than {MAX_COMMENT_LINES} lines");
            return Err(refuse(main.nodes[0].location, reason));
        }
        let mut record = Record::of(&*self.table);
        for (name, value) in &self.headers {
            record.set_header(name, value);
        }
        record.set_comment(&self.comment);
        for (entry, said) in record.entries_mut().iter_mut().zip(self.annotations) {
            entry.set_comment(&said.comment);
            entry.clock_millis = said.clock_millis;
            entry.eval = said.eval;
        }
        self.notes.extend(counted(main.n_variations, "variation"));
        self.notes.extend(counted(main.n_other_games, "other game"));
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
}

fn refuse(location: Location, reason: impl Into<String>) -> ReadError {
    ReadError { location, reason: reason.into() }
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
fn check_colors(variant: Variant, nodes: &[Node]) -> Result<(), ReadError> {
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
    before: &[Node],
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
    fn read(variant: Variant, before: &[Node]) -> Result<Setup, ReadError> {
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
