//! Records: games as text files. `RECORD.md`, part of the documentation of [`Record`], describes
//! the format.

mod parse;
#[cfg(test)]
mod tests;
mod variation;

use std::fmt;

use thiserror::Error;
use tilewright_core::{BySeat, MAX_SEATS, Seat, Turn, Viewer, shortened};

pub(crate) use self::parse::MAX_BYTES;
pub use self::parse::{ParseRecordError, parse_eval};
pub use self::variation::Variation;
use crate::viewer::{check_seat, check_viewer, in_a_sentence};
use crate::{Ending, GameId, ParseViewError, Perspective, PlayError, SeatEnding, Table};

/// The first line.
const MAGIC: &str = "tilewright record 1";

/// The beginning of the first line in every version.
pub(crate) const FIRST_WORDS: &str = "tilewright record ";

/// The length at which text in headers and comments is cut, so that lines stay in bounds.
const MAX_TEXT_CHARS: usize = 4_000;

/// The error for a redacted move in a record without a viewer.
const NO_VIEWER: &str = "the move is hidden, so the record needs a header 'viewer' that says who \
                         saw it like that";

/// The error for a text that stops before the end of its last line.
const UNENDED: &str = "the last line has no end, so the record may be cut off; if it is whole, \
                       end it with a line break";

/// The value of the `position` header that hides the position.
const HIDDEN: &str = "hidden";

/// A record: a game as a text file, made from a table or parsed, and written by `Display`.
///
/// Parsing checks the form, replaying checks the game. Two records are equal if their content is.
///
/// A record is a tree: its [entries](Record::entries) are the main line, the game as it was played,
/// and every entry may have [variations](Entry::variations), lines that replace it and what
/// follows.
///
/// ```
/// use tilewright_core::Seat;
/// use tilewright_table::{GameId, Record};
///
/// let mut table = "blokus".parse::<GameId>()?.open(&[("variant", "duo")])?;
/// table.play("O1n@e10")?;
///
/// let mut record = Record::of(&*table);
/// record.set_name(Seat::new(0).unwrap(), "Ada");
/// record.set_header("date", "2026-11-15");
/// record.entries_mut()[0].set_comment("the smallest piece");
/// assert!(record.to_string().ends_with("\n1. O1n@e10  # the smallest piece\n"));
///
/// let read: Record = record.to_string().parse()?;
/// assert_eq!(read, record);
/// assert_eq!(read.replay()?.moves(), ["O1n@e10"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
#[doc = include_str!("../RECORD.md")]
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    game: GameId,
    game_line: LineNumber,
    /// The viewer whose knowledge the record holds, if it is not the whole game.
    viewer: Option<(Viewer, LineNumber)>,
    headers: Vec<Header>,
    comment: Option<String>,
    entries: Vec<Entry>,
}

#[derive(Clone, Debug, PartialEq)]
struct Header {
    name: String,
    value: String,
    line: LineNumber,
}

/// A move or an ending with its notes.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    event: Event,
    /// The time that the player has left.
    pub clock_millis: Option<u64>,
    /// The value of the position for each seat. Numbers that are not finite are not written.
    pub eval: Option<BySeat<f64>>,
    /// The information that the rules revealed after the move.
    shown: Option<String>,
    comment: Option<String>,
    variations: Vec<Variation>,
    line: LineNumber,
}

/// The event of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A move was played.
    Move {
        /// The move, or its redacted form.
        text: String,
        /// True if the move is redacted.
        is_hidden: bool,
    },
    /// A seat ended.
    Ending {
        /// The seat.
        seat: Seat,
        /// The ending.
        ending: Ending,
    },
}

/// The line number in the parsed text, if there was one. It is no part of the content, so any two
/// are equal.
#[derive(Clone, Copy, Debug, Default)]
struct LineNumber(Option<usize>);

impl PartialEq for LineNumber {
    fn eq(&self, _: &LineNumber) -> bool {
        true
    }
}

impl Record {
    /// The complete record of the game at this table, including secrets.
    pub fn of(table: &dyn Table) -> Record {
        Record::new(table, table.start_text(), all_moves(table))
    }

    /// The record of the game at this table as `viewer` may know it. If the game has secrets, the
    /// record names its viewer, marks redacted moves as hidden, and holds the information that the
    /// rules revealed; it replays to the viewer's [view](Record::replay_view).
    ///
    /// ```
    /// use tilewright_core::Viewer;
    /// use tilewright_table::{GameId, Record};
    ///
    /// // A game without secrets looks the same to everybody.
    /// let table = "blokus".parse::<GameId>().unwrap().open(&[]).unwrap();
    /// assert_eq!(Record::seen_by(&*table, Viewer::Spectator), Record::of(&*table));
    /// ```
    pub fn seen_by(table: &dyn Table, viewer: Viewer) -> Record {
        if !table.game().has_secrets() {
            return Record::of(table);
        }
        let start = table.start_text().map(|_| HIDDEN.to_owned());
        let looks = table.moves_seen_by(viewer).into_iter().zip(table.moves());
        let moves = looks.enumerate().map(|(i, (text, played))| Entry {
            shown: table.revealed(i + 1).map(str::to_owned),
            ..Entry::new(Event::Move { is_hidden: text != played, text })
        });
        Record { viewer: Some((viewer, LineNumber::default())), ..Record::new(table, start, moves) }
    }

    fn new(table: &dyn Table, start: Option<String>, moves: impl Iterator<Item = Entry>) -> Record {
        let options = table.options().into_iter().map(|(name, value)| (option_header(name), value));
        let position = start.map(|text| ("position".to_owned(), text));
        let result = ("result".to_owned(), result_text(&table.turn()));
        let scores = ("scores".to_owned(), scores_text(&table.scores()));
        let headers = options.chain(position).chain([result, scores]);
        let header = |(name, value)| Header { name, value, line: LineNumber::default() };
        Record {
            game: table.game(),
            game_line: LineNumber::default(),
            viewer: None,
            headers: headers.map(header).collect(),
            comment: None,
            entries: in_order(moves, table.endings()),
        }
    }

    /// Updates the record from its table, including secrets. Headers, comments, and the notes and
    /// variations of moves and endings that are still the same are kept. The variations of the
    /// first one that is not the same are kept too, because they replace whatever stands there.
    ///
    /// ```
    /// use tilewright_table::{GameId, Record};
    ///
    /// let mut table = "blokus".parse::<GameId>()?.open(&[])?;
    /// let mut record = Record::of(&*table);
    /// record.set_header("event", "a rainy afternoon");
    /// table.play("O1n@a20")?;
    /// record.update(&*table);
    /// assert_eq!(record.entries().len(), 1);
    /// assert_eq!(record.header("event"), Some("a rainy afternoon"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn update(&mut self, table: &dyn Table) {
        self.viewer = None;
        let entries = in_order(all_moves(table), table.endings());
        let is_same = |(old, new): &(&Entry, &Entry)| old.event == new.event;
        let n_same = self.entries.iter().zip(&entries).take_while(is_same).count();
        let replaced = self.entries.drain(n_same..).next();
        self.entries.extend(entries.into_iter().skip(n_same));
        if let Some((old, new)) = replaced.zip(self.entries.get_mut(n_same)) {
            new.variations = old.variations;
        }
        self.set_header("result", &result_text(&table.turn()));
        self.set_header("scores", &scores_text(&table.scores()));
    }

    /// Replays the record: opens a table, plays every move and applies every ending. The variations
    /// are checked likewise, and the table is that of the main line.
    ///
    /// Refuses invalid options and positions, names and evaluations for seats that do not exist,
    /// illegal or hidden moves, impossible endings, and a `result`, `scores` or `shown` that differ
    /// from the table's. Also refuses the record of one viewer, which replays to a
    /// [view](Record::replay_view) instead.
    ///
    /// ```
    /// use tilewright_table::Record;
    ///
    /// let text = "tilewright record 1\ngame: blokus\nvariant: duo\n\n1. O1n@e10\n2. O1n@e10\n";
    /// let record: Record = text.parse().unwrap();
    /// assert_eq!(record.replay().unwrap_err().to_string(), "line 6: 2. O1n@e10: e10 is occupied");
    /// ```
    pub fn replay(&self) -> Result<Box<dyn Table>, ReplayError> {
        if let Some((viewer, line)) = self.viewer {
            let reason = "so it can be shown but not played on";
            let who = in_a_sentence(viewer);
            return Err(line.refuse(format!("this record holds only what {who} saw, {reason}")));
        }
        let mut table = self.open()?;
        self.check_names(&*table)?;
        variation::replay(&self.entries, &mut *table)?;
        self.check_claims(&table.turn(), &table.scores())?;
        Ok(table)
    }

    /// Replays a record [seen by](Record::seen_by) one viewer, from that viewer's knowledge.
    ///
    /// Refuses the same as [`replay`](Record::replay), as far as the viewer can know. Turn, scores
    /// and outcome are public, so `result` and `scores` are checked too.
    pub fn replay_view(&self) -> Result<Perspective, ReplayError> {
        let Some((viewer, line)) = self.viewer else {
            return Err(self.game_line.refuse("this record is not that of one viewer".to_owned()));
        };
        let table = self.open()?;
        self.check_names(&*table)?;
        check_viewer(viewer, table.n_seats()).map_err(|error| line.refuse(error.to_string()))?;
        if !self.game.has_secrets() {
            return Err(line.refuse(ParseViewError::NoSecrets(self.game).to_string()));
        }
        if let Some(variation) = self.entries.iter().find_map(|entry| entry.variations.first()) {
            return Err(variation.line().refuse(variation::NOT_OF_A_VIEWER.to_owned()));
        }
        let mut seen = table.perspective(viewer);
        for entry in &self.entries {
            entry.follow(&mut seen).map_err(|reason| entry.line.refuse(reason))?;
        }
        self.check_claims(&seen.turn(), &seen.scores())?;
        Ok(seen)
    }

    /// The record redacted for `viewer`: what it [saw](Record::seen_by), the names, the date and
    /// the clocks. Everything else may give away secrets, as the seed and variations do, and is
    /// left out. The record of a game without secrets is unchanged.
    pub fn redacted(&self, viewer: Viewer) -> Result<Record, ReplayError> {
        let table = self.replay()?;
        check_viewer(viewer, table.n_seats())
            .map_err(|error| LineNumber::default().refuse(error.to_string()))?;
        if !self.game.has_secrets() {
            return Ok(self.clone());
        }
        let mut record = Record::seen_by(&*table, viewer);
        for (name, value) in self.headers() {
            if name == "date" || name.starts_with("seat ") {
                record.set_header(name, value);
            }
        }
        for (entry, full) in record.entries.iter_mut().zip(&self.entries) {
            entry.clock_millis = full.clock_millis;
        }
        Ok(record)
    }

    /// The game.
    pub const fn game(&self) -> GameId {
        self.game
    }

    /// The viewer whose knowledge the record holds, if it is not the whole game.
    pub const fn viewer(&self) -> Option<Viewer> {
        match self.viewer {
            Some((viewer, _)) => Some(viewer),
            None => None,
        }
    }

    /// The options, by name and value.
    pub fn options(&self) -> impl Iterator<Item = (&str, &str)> {
        self.option_headers().map(|(name, header)| (name, header.value.as_str()))
    }

    /// The name of the player at a seat, if it is known.
    pub fn name(&self, seat: Seat) -> Option<&str> {
        self.header(&seat_header(seat))
    }

    /// Sets the name of the player at a seat.
    pub fn set_name(&mut self, seat: Seat, name: &str) {
        self.set_header(&seat_header(seat), name);
    }

    /// All headers except `game` and `viewer`, by name and value.
    pub fn headers(&self) -> impl Iterator<Item = (&str, &str)> {
        self.headers.iter().map(|header| (header.name.as_str(), header.value.as_str()))
    }

    /// The value of a header other than `game` and `viewer`.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.find(name).map(|header| header.value.as_str())
    }

    /// Sets a header. Line breaks in the value become spaces, and it is cut at 4,000 characters.
    ///
    /// # Panics
    /// If `name` is not one of the names that the format allows, or is `game` or `viewer`.
    pub fn set_header(&mut self, name: &str, value: &str) {
        let is_fixed = name == "game" || name == "viewer";
        assert!(is_header_name(name) && !is_fixed, "'{name}' is not the name of a header");
        let value = tidy(value);
        if let Some(header) = self.headers.iter_mut().find(|header| header.name == name) {
            header.value = value;
            return;
        }
        // Headers about the game come before those about its result.
        let before_result = self.headers.iter().position(|header| header.name == "result");
        let header = Header { name: name.to_owned(), value, line: LineNumber::default() };
        self.headers.insert(before_result.unwrap_or(self.headers.len()), header);
    }

    /// The comment on the whole game; lines are separated by line breaks.
    pub fn comment(&self) -> &str {
        self.comment.as_deref().unwrap_or_default()
    }

    /// Sets or clears the comment on the whole game.
    pub fn set_comment(&mut self, text: &str) {
        self.comment = tidy_lines(text);
    }

    /// The main line: the moves and endings of the game in their order.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The main line, to set its notes and to add variations.
    pub fn entries_mut(&mut self) -> &mut [Entry] {
        &mut self.entries
    }

    /// Replaces the main line with all its variations. The headers `result` and `scores` become
    /// those of the new line, which is replayed first; on error the record is unchanged.
    ///
    /// ```
    /// use tilewright_table::{Entry, GameId, Record, Variation};
    ///
    /// let table = "blokus".parse::<GameId>()?.open(&[("variant", "duo")])?;
    /// let mut record = Record::of(&*table);
    /// let mut first = Entry::of_move("O1n@e10");
    /// first.add_variation(Variation::new(vec![Entry::of_move("I2e@e10")]));
    /// record.set_entries(vec![first])?;
    /// assert!(record.to_string().ends_with("\n1. O1n@e10\n(\n  1. I2e@e10\n)\n"));
    /// assert!(record.set_entries(vec![Entry::of_move("O1n@a1")]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_entries(&mut self, entries: Vec<Entry>) -> Result<(), ReplayError> {
        let mut replayed = Record { entries, ..self.clone() };
        replayed.headers.retain(|header| header.name != "result" && header.name != "scores");
        let table = replayed.replay()?;
        self.entries = replayed.entries;
        let claims =
            [("result", result_text(&table.turn())), ("scores", scores_text(&table.scores()))];
        for (name, value) in claims {
            match self.headers.iter_mut().find(|header| header.name == name) {
                Some(header) => header.value = value,
                None => {
                    self.headers.push(Header {
                        name: name.to_owned(),
                        value,
                        line: LineNumber::default(),
                    });
                }
            }
        }
        Ok(())
    }

    /// The number of moves and endings in the whole tree.
    pub fn n_entries(&self) -> usize {
        variation::n_entries(&self.entries)
    }

    /// The number of variations in the whole tree.
    pub fn n_variations(&self) -> usize {
        variation::n_variations(&self.entries)
    }

    /// Returns the record without its variations.
    #[must_use]
    pub fn main_line(mut self) -> Record {
        for entry in &mut self.entries {
            entry.variations.clear();
        }
        self
    }

    fn find(&self, name: &str) -> Option<&Header> {
        self.headers.iter().find(|header| header.name == name)
    }

    fn option_headers(&self) -> impl Iterator<Item = (&str, &Header)> {
        self.headers.iter().filter_map(|header| Some((option_of(&header.name)?, header)))
    }

    fn open(&self) -> Result<Box<dyn Table>, ReplayError> {
        let options: Vec<(&str, &str)> = self.options().collect();
        let fresh = self.game.open_kept(&options).map_err(|error| {
            // Report the first option that is invalid with those before it.
            let spoils = |&n: &usize| self.game.open_kept(&options[..=n]).is_err();
            let culprit =
                (0..options.len()).find(spoils).and_then(|n| self.option_headers().nth(n));
            culprit.map_or(self.game_line, |(_, header)| header.line).refuse(error.to_string())
        })?;
        let Some(position) = self.find("position") else { return Ok(fresh) };
        if position.value == HIDDEN {
            let reason = "the first position is hidden, so the record cannot be replayed";
            return Err(position.line.refuse(reason.to_owned()));
        }
        let table = self.game.open_kept_position(&position.value, &options);
        let table = table.map_err(|error| position.line.refuse(error.to_string()))?;
        if !options.is_empty() && table.options() != fresh.options() {
            let reason = "the position belongs to a game with other options";
            return Err(position.line.refuse(reason.to_owned()));
        }
        Ok(table)
    }

    fn check_names(&self, table: &dyn Table) -> Result<(), ReplayError> {
        let named = Seat::first(MAX_SEATS)
            .filter_map(|seat| self.find(&seat_header(seat)).map(|header| (seat, header.line)));
        for (seat, line) in named {
            check_seat(seat, table.n_seats()).map_err(|error| line.refuse(error.to_string()))?;
        }
        Ok(())
    }

    fn check_claims(&self, turn: &Turn, scores: &BySeat<i32>) -> Result<(), ReplayError> {
        self.check_claim("result", &result_text(turn))?;
        self.check_claim("scores", &scores_text(scores))
    }

    fn check_claim(&self, name: &str, truth: &str) -> Result<(), ReplayError> {
        match self.find(name) {
            Some(header) if !header.value.split_whitespace().eq(truth.split(' ')) => {
                let claim = shortened(&header.value);
                Err(header.line.refuse(format!("{name} should be '{truth}', not '{claim}'")))
            }
            _ => Ok(()),
        }
    }
}

impl Entry {
    fn new(event: Event) -> Entry {
        Entry {
            event,
            clock_millis: None,
            eval: None,
            shown: None,
            comment: None,
            variations: Vec::new(),
            line: LineNumber::default(),
        }
    }

    /// An entry for a move, in any notation that the game reads. White space is left out, because
    /// no move contains any.
    pub fn of_move(text: &str) -> Entry {
        let text = text.split_whitespace().collect();
        Entry::new(Event::Move { text, is_hidden: false })
    }

    /// An entry for the ending of a seat.
    pub fn of_ending(seat: Seat, ending: Ending) -> Entry {
        Entry::new(Event::Ending { seat, ending })
    }

    fn ends(&self, seat: Seat) -> bool {
        matches!(self.event, Event::Ending { seat: ended, .. } if ended == seat)
    }

    /// The move or the ending.
    pub const fn event(&self) -> &Event {
        &self.event
    }

    /// The information that the rules revealed to everybody after the move, in one word. Only a
    /// record [seen by](Record::seen_by) one viewer needs it.
    pub fn shown(&self) -> Option<&str> {
        self.shown.as_deref()
    }

    /// The comment; lines are separated by line breaks.
    pub fn comment(&self) -> &str {
        self.comment.as_deref().unwrap_or_default()
    }

    /// Sets or clears the comment. Lines are cut at 4,000 characters.
    pub fn set_comment(&mut self, text: &str) {
        self.comment = tidy_lines(text);
    }

    /// The variations: lines that replace this entry and what follows it.
    pub fn variations(&self) -> &[Variation] {
        &self.variations
    }

    /// The variations, to change, to sort or to remove them.
    pub const fn variations_mut(&mut self) -> &mut Vec<Variation> {
        &mut self.variations
    }

    /// Adds a variation behind the others.
    pub fn add_variation(&mut self, variation: Variation) {
        self.variations.push(variation);
    }

    fn replay(&self, table: &mut dyn Table) -> Result<(), String> {
        self.check_eval(table.n_seats())?;
        match &self.event {
            Event::Move { is_hidden: true, .. } => Err(NO_VIEWER.to_owned()),
            Event::Move { text, .. } => {
                let number = table.ply() + 1;
                table.play(text).map_err(|error| refusal(number, text, &error))?;
                self.check_shown(table.revealed(number))
            }
            Event::Ending { seat, ending } => {
                table.end(*seat, *ending).map_err(|error| error.to_string())
            }
        }
    }

    fn follow(&self, seen: &mut Perspective) -> Result<(), String> {
        self.check_eval(seen.n_seats())?;
        match &self.event {
            Event::Move { text, .. } => {
                let number = seen.ply() + 1;
                let followed = seen.follow(text, self.shown());
                followed.map_err(|error| refusal(number, text, &error))
            }
            Event::Ending { seat, ending } => {
                seen.end(*seat, *ending).map_err(|error| error.to_string())
            }
        }
    }

    fn check_eval(&self, n_seats: usize) -> Result<(), String> {
        match self.eval.filter(|eval| eval.len() != n_seats) {
            Some(eval) => Err(format!("{} evaluations at a table for {n_seats}", eval.len())),
            None => Ok(()),
        }
    }

    /// Checks revealed information, which is optional but must be true.
    fn check_shown(&self, truth: Option<&str>) -> Result<(), String> {
        let Some(claim) = self.shown().filter(|&claim| truth != Some(claim)) else {
            return Ok(());
        };
        let claim = shortened(claim);
        Err(match truth {
            Some(truth) => format!("shown should be '{truth}', not '{claim}'"),
            None => format!("nothing is shown here, not '{claim}'"),
        })
    }
}

impl LineNumber {
    fn refuse(self, reason: String) -> ReplayError {
        ReplayError { line: self.0, reason }
    }
}

/// An error for a well-formed record of an impossible game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct ReplayError {
    line: Option<usize>,
    reason: String,
}

impl ReplayError {
    /// The line, from 1, of the text that the record was read from, if it was.
    pub const fn line(&self) -> Option<usize> {
        self.line
    }

    /// The reason of the refusal.
    pub fn reason(&self) -> &str {
        &self.reason
    }
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        f.write_str(&self.reason)
    }
}

/// Writes the canonical text: equal records have equal texts.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{MAGIC}\ngame: {}", self.game)?;
        if let Some((viewer, _)) = self.viewer {
            writeln!(f, "viewer: {viewer}")?;
        }
        for Header { name, value, .. } in &self.headers {
            writeln!(f, "{}", format!("{name}: {value}").trim_end())?;
        }
        if self.comment.is_some() || !self.entries.is_empty() {
            writeln!(f)?;
        }
        for line in self.comment.iter().flat_map(|comment| comment.split('\n')) {
            writeln!(f, "{}", comment_line(line))?;
        }
        variation::write(f, &self.entries, 0, 0)
    }
}

/// Writes the entry without the number of the move and without variations.
impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut notes = Vec::new();
        match &self.event {
            Event::Ending { seat, ending } => write!(f, "seat {seat} {ending}")?,
            Event::Move { text, is_hidden } => {
                f.write_str(text)?;
                notes.extend(is_hidden.then(|| "hidden".to_owned()));
                notes.extend(self.shown().map(|word| format!("shown={word}")));
                notes.extend(
                    self.clock_millis.map(|millis| format!("clock={}", clock_text(millis))),
                );
                notes.extend(self.eval.as_ref().and_then(eval_text));
            }
        }
        if !notes.is_empty() {
            write!(f, "  {}", notes.join(" "))?;
        }
        let mut lines = self.comment.iter().flat_map(|comment| comment.split('\n'));
        if let Some(first) = lines.next() {
            write!(f, "  {}", comment_line(first))?;
        }
        lines.try_for_each(|line| write!(f, "\n{}", comment_line(line)))
    }
}

fn all_moves(table: &dyn Table) -> impl Iterator<Item = Entry> {
    let entry = |text| Entry::new(Event::Move { text, is_hidden: false });
    table.moves().into_iter().map(entry)
}

/// The moves with the endings between them.
fn in_order(moves: impl Iterator<Item = Entry>, endings: &[SeatEnding]) -> Vec<Entry> {
    let mut endings = endings.iter().peekable();
    let mut entries = Vec::new();
    for (ply, m) in moves.map(Some).chain([None]).enumerate() {
        while let Some(ended) = endings.next_if(|ended| ended.ply <= ply) {
            entries.push(Entry::new(Event::Ending { seat: ended.seat, ending: ended.ending }));
        }
        entries.extend(m);
    }
    entries
}

/// The sentence for a refused move, which quotes the move if the error does not.
fn refusal(number: usize, text: &str, error: &PlayError) -> String {
    match error {
        PlayError::Parse(error) => error.to_string(),
        PlayError::Illegal(_) | PlayError::Over => {
            format!("{number}. {}: {error}", shortened(text))
        }
    }
}

/// The header of an option. The variant has its own, because people look for it first.
fn option_header(name: String) -> String {
    if name == "variant" { name } else { format!("option {name}") }
}

/// The option of a header, if it has one.
fn option_of(header: &str) -> Option<&str> {
    if header == "variant" { Some(header) } else { header.strip_prefix("option ") }
}

fn seat_header(seat: Seat) -> String {
    format!("seat {seat}")
}

/// Returns true if a header of a record may have this name.
pub fn is_header_name(name: &str) -> bool {
    let is_word = |word: &str| {
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        word.starts_with(|c: char| c.is_ascii_lowercase()) && word.chars().all(is_plain)
    };
    match name.split_once(' ') {
        None => is_word(name) && name != "seat" && name != "option",
        Some(("seat", number)) => number.parse().is_ok_and(|seat: Seat| seat.to_string() == number),
        Some(("option", name)) => is_word(name),
        Some(_) => false,
    }
}

fn result_text(turn: &Turn) -> String {
    turn.outcome().map_or("*".to_owned(), |outcome| joined(outcome.places(), " "))
}

fn scores_text(scores: &BySeat<i32>) -> String {
    joined(scores, " ")
}

fn joined<T: fmt::Display>(values: &BySeat<T>, separator: &str) -> String {
    values.iter().map(T::to_string).collect::<Vec<_>>().join(separator)
}

/// Formats a time as `[H:]M:SS[.mmm]`.
fn clock_text(millis: u64) -> String {
    let seconds = millis / 1000;
    let millis = millis % 1000;
    let minutes = seconds / 60;
    let seconds = seconds % 60;
    let hours = minutes / 60;
    let minutes = minutes % 60;
    let mut text = match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    };
    if millis > 0 {
        text += format!(".{millis:03}").trim_end_matches('0');
    }
    text
}

/// Formats an evaluation for a record; `None` if a value is not finite.
pub fn eval_text(eval: &BySeat<f64>) -> Option<String> {
    let is_fit = !eval.is_empty() && eval.iter().all(|number| number.is_finite());
    is_fit.then(|| format!("eval={}", joined(eval, ",")))
}

fn comment_line(text: &str) -> String {
    if text.is_empty() { "#".to_owned() } else { format!("# {text}") }
}

/// Cleans a text for one line.
fn tidy(text: &str) -> String {
    let fit = text.chars().take(MAX_TEXT_CHARS).map(|c| if c.is_control() { ' ' } else { c });
    fit.collect::<String>().trim().to_owned()
}

/// Cleans a text for the lines of a comment; `None` if it is one empty line.
fn tidy_lines(text: &str) -> Option<String> {
    let tidy = |line: &str| {
        let fit = line.chars().take(MAX_TEXT_CHARS).map(|c| if is_unfit(c) { ' ' } else { c });
        fit.collect::<String>().trim_end().to_owned()
    };
    let lines = text.split('\n').map(tidy).collect::<Vec<_>>().join("\n");
    (!lines.is_empty()).then_some(lines)
}

/// Returns true if a record may not contain the character.
fn is_unfit(c: char) -> bool {
    c.is_control() && c != '\t'
}
