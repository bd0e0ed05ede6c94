//! The parser of records.

use std::str::FromStr;

use thiserror::Error;
use tilewright_core::{BySeat, MAX_SEATS, Viewer, shortened};

use super::variation::{MAX_DEPTH, MAX_VARIATIONS, NOT_OF_A_VIEWER};
use super::{
    Entry, Event, Header, LineNumber, MAGIC, Record, UNENDED, Variation, is_header_name, is_unfit,
};
use crate::GameId;

pub(crate) const MAX_BYTES: usize = 16 << 20;
const MAX_LINES: usize = 100_000;
const MAX_LINE_CHARS: usize = 10_000;
const MAX_HEADERS: usize = 1_000;

const NO_GAME: &str = "the first header must be the game";

/// An error for text that is not a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {reason}")]
pub struct ParseRecordError {
    line: usize,
    reason: String,
}

impl ParseRecordError {
    /// The line, from 1.
    pub const fn line(&self) -> usize {
        self.line
    }

    /// The reason.
    pub fn reason(&self) -> &str {
        &self.reason
    }
}

impl FromStr for Record {
    type Err = ParseRecordError;

    fn from_str(text: &str) -> Result<Record, ParseRecordError> {
        // Some editors put a byte order mark before any text.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let refuse = |line, reason| ParseRecordError { line, reason };
        if text.len() > MAX_BYTES {
            return Err(refuse(1, format!("a record has at most {} MB", MAX_BYTES >> 20)));
        }
        let mut reader = Reader::default();
        for (index, line) in text.split_inclusive('\n').enumerate() {
            let number = index + 1;
            reader.read(number, line).map_err(|reason| refuse(number, reason))?;
            // A move that is cut off can be another legal move, so a line counts only with its end.
            if !line.ends_with('\n') {
                return Err(refuse(number, UNENDED.to_owned()));
            }
        }
        reader.finish().map_err(|reason| refuse(text.lines().count().max(1), reason))
    }
}

/// The state of the parser, which works line by line.
#[derive(Default)]
struct Reader {
    has_begun: bool,
    game: Option<(GameId, LineNumber)>,
    viewer: Option<(Viewer, LineNumber)>,
    headers: Vec<Header>,
    main: Branch,
    /// The variations whose end has not been read, from the outermost.
    open: Vec<Branch>,
    n_variations: usize,
}

/// The main line or a variation, as far as it has been read.
#[derive(Default)]
struct Branch {
    line: LineNumber,
    /// The comment before the first move.
    comment: Option<String>,
    entries: Vec<Entry>,
    /// The number of moves of the game up to here.
    n_moves: usize,
}

impl Branch {
    /// Returns the number of moves before the last entry.
    fn n_moves_before_last(&self) -> usize {
        let is_move = |entry: &Entry| matches!(entry.event, Event::Move { .. });
        self.n_moves - usize::from(self.entries.last().is_some_and(is_move))
    }
}

impl Reader {
    fn read(&mut self, number: usize, raw: &str) -> Result<(), String> {
        let text = raw.trim();
        if !self.has_begun {
            self.has_begun = true;
            return check_first_line(text);
        }
        check_line(number, raw)?;
        let line = LineNumber(Some(number));
        match text.chars().next() {
            None => Ok(()),
            Some('#') => {
                let Branch { comment, entries, .. } = self.branch();
                let comment = entries.last_mut().map_or(comment, |entry| &mut entry.comment);
                add_comment(comment, &text[1..]);
                Ok(())
            }
            Some('(') => self.begin_variation(&text[1..], line),
            Some(')') => self.end_variation(&text[1..]),
            Some('0'..='9') => self.read_move(text, line),
            _ if text == MAGIC => Err("another record begins here".to_owned()),
            // A colon behind a `#` is part of a comment on an ending.
            _ => match text.split_once(':') {
                Some((name, value)) if !name.contains('#') => {
                    self.read_header(name, value.trim(), line)
                }
                _ => self.read_ending(text, line),
            },
        }
    }

    fn finish(self) -> Result<Record, String> {
        if !self.has_begun {
            check_first_line("")?;
        }
        if let Some(Branch { line: LineNumber(Some(line)), .. }) = self.open.last() {
            return Err(format!("the variation that begins in line {line} has no )"));
        }
        let Reader { viewer, headers, main: Branch { comment, entries, .. }, .. } = self;
        let (game, game_line) = self.game.ok_or("the record ends before it names its game")?;
        Ok(Record { game, game_line, viewer, headers, comment, entries })
    }

    fn read_header(&mut self, name: &str, value: &str, line: LineNumber) -> Result<(), String> {
        let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
        if !is_header_name(&name) {
            return Err(format!("'{}' is not the name of a header", shortened(&name)));
        }
        if !self.main.entries.is_empty() {
            return Err(format!("the header '{name}' must stand before the moves"));
        }
        match (self.game, name.as_str()) {
            (None, "game") => {
                self.game = Some((value.parse().map_err(|error| format!("{error}"))?, line));
                return Ok(());
            }
            (None, _) => return Err(NO_GAME.to_owned()),
            (Some(_), _) => {}
        }
        let is_given = match name.as_str() {
            "game" => true,
            "viewer" => self.viewer.is_some(),
            _ => self.headers.iter().any(|header| header.name == name),
        };
        if is_given {
            return Err(format!("the header '{name}' is given twice"));
        }
        if name == "viewer" {
            self.viewer = Some((parse_viewer(value)?, line));
            return Ok(());
        }
        if self.headers.len() == MAX_HEADERS {
            return Err(format!("a record has at most {MAX_HEADERS} headers"));
        }
        self.headers.push(Header { name, value: value.to_owned(), line });
        Ok(())
    }

    fn read_move(&mut self, text: &str, line: LineNumber) -> Result<(), String> {
        let number = self.branch().n_moves + 1;
        let (digits, rest) = text
            .split_once('.')
            .ok_or_else(|| format!("a move begins with its number, as in '{number}.'"))?;
        let (rest, comment) = split_comment(rest);
        if digits.parse() != Ok(number) {
            return Err(format!("here should be move {number}, not {}", shortened(digits)));
        }
        let mut words = rest.split_whitespace();
        let text = words.next().ok_or_else(|| format!("move {number} is missing"))?;
        let mut entry = Entry::new(Event::Move { text: text.to_owned(), is_hidden: false });
        words.try_for_each(|note| entry.read_note(note))?;
        self.branch().n_moves = number;
        self.add_entry(Entry { comment, line, ..entry })
    }

    fn read_ending(&mut self, text: &str, line: LineNumber) -> Result<(), String> {
        let (text, comment) = split_comment(text);
        let words: Vec<&str> = text.split_whitespace().collect();
        let ["seat", number, verb @ ..] = words.as_slice() else {
            return Err("this is no header, move, ending or comment".to_owned());
        };
        let seat = number.parse().map_err(|error| format!("{error}"))?;
        let ending = verb.join(" ").parse().map_err(|error| format!("{error}"))?;
        if self.played().any(|entry| entry.ends(seat)) {
            return Err(format!("seat {seat} has ended already"));
        }
        self.add_entry(Entry { comment, line, ..Entry::new(Event::Ending { seat, ending }) })
    }

    fn add_entry(&mut self, entry: Entry) -> Result<(), String> {
        if self.game.is_none() {
            return Err(NO_GAME.to_owned());
        }
        self.branch().entries.push(entry);
        Ok(())
    }

    /// The line that is being read.
    fn branch(&mut self) -> &mut Branch {
        self.open.last_mut().unwrap_or(&mut self.main)
    }

    /// The moves and endings before the next one: those of the line being read, and those of the
    /// lines around it without the last, which it replaces.
    fn played(&self) -> impl Iterator<Item = &Entry> {
        let branches = std::iter::once(&self.main).chain(&self.open);
        branches.enumerate().flat_map(|(depth, Branch { entries, .. })| {
            let is_innermost = depth == self.open.len();
            &entries[..entries.len() - usize::from(!is_innermost)]
        })
    }

    fn begin_variation(&mut self, rest: &str, line: LineNumber) -> Result<(), String> {
        let (rest, comment) = split_comment(rest);
        if !rest.trim().is_empty() {
            return Err("a variation begins with ( on a line of its own".to_owned());
        }
        if self.viewer.is_some() {
            return Err(NOT_OF_A_VIEWER.to_owned());
        }
        if self.open.len() == MAX_DEPTH {
            return Err(format!("variations are at most {MAX_DEPTH} deep"));
        }
        if self.n_variations == MAX_VARIATIONS {
            return Err(format!("a record has at most {MAX_VARIATIONS} variations"));
        }
        if self.branch().entries.is_empty() {
            return Err("a variation stands behind the move that it replaces".to_owned());
        }
        self.n_variations += 1;
        let n_moves = self.branch().n_moves_before_last();
        self.open.push(Branch { line, comment, entries: Vec::new(), n_moves });
        Ok(())
    }

    fn end_variation(&mut self, rest: &str) -> Result<(), String> {
        if !rest.is_empty() {
            return Err("a variation ends with ) on a line of its own".to_owned());
        }
        let branch = self.open.pop().ok_or("no variation has begun that could end here")?;
        let Branch { line, comment, entries, .. } = branch;
        if entries.is_empty() {
            return Err("a variation has at least one move or ending".to_owned());
        }
        let variation = Variation::parsed(comment, entries, line);
        let replaced = self.branch().entries.last_mut();
        replaced.expect("a variation begins behind an entry").add_variation(variation);
        Ok(())
    }
}

impl Entry {
    /// Parses one of the notes after a move.
    fn read_note(&mut self, note: &str) -> Result<(), String> {
        let Event::Move { is_hidden, .. } = &mut self.event else {
            return Err("only a move has notes".to_owned());
        };
        let twice = |is_there: bool, name| {
            if is_there { Err(format!("{name} is given twice")) } else { Ok(()) }
        };
        if note == "hidden" {
            twice(*is_hidden, "hidden")?;
            *is_hidden = true;
        } else if let Some(word) = note.strip_prefix("shown=") {
            twice(self.shown.is_some(), "shown")?;
            if word.is_empty() {
                return Err("shown= needs a word that says what".to_owned());
            }
            self.shown = Some(word.to_owned());
        } else if let Some(clock) = note.strip_prefix("clock=") {
            twice(self.clock_millis.is_some(), "clock")?;
            let wrong = || format!("'{}' is not a time such as 4:58", shortened(clock));
            self.clock_millis = Some(parse_clock(clock).ok_or_else(wrong)?);
        } else if let Some(eval) = note.strip_prefix("eval=") {
            twice(self.eval.is_some(), "eval")?;
            let wrong = || format!("'{}' is not a number for each seat", shortened(eval));
            self.eval = Some(parse_eval(eval).ok_or_else(wrong)?);
        } else {
            let note = shortened(note);
            return Err(format!(
                "after a move come hidden, shown=, clock=, eval= or a comment, not '{note}'"
            ));
        }
        Ok(())
    }
}

fn check_first_line(text: &str) -> Result<(), String> {
    if text == MAGIC {
        return Ok(());
    }
    match text.strip_prefix("tilewright record ") {
        Some(version) => {
            let version = shortened(version);
            Err(format!("this is a record of version '{version}', and only 1 is known"))
        }
        None => Err(format!("a record begins with the line '{MAGIC}'")),
    }
}

/// Checks the limits of a line.
fn check_line(number: usize, raw: &str) -> Result<(), String> {
    let text = raw.strip_suffix('\n').unwrap_or(raw);
    let text = text.strip_suffix('\r').unwrap_or(text);
    if number > MAX_LINES {
        return Err(format!("a record has at most {MAX_LINES} lines"));
    }
    if text.chars().nth(MAX_LINE_CHARS).is_some() {
        return Err(format!("a line has at most {MAX_LINE_CHARS} characters"));
    }
    match text.chars().find(|&c| is_unfit(c)) {
        Some(c) => Err(format!("the character '{}' has no place here", c.escape_unicode())),
        None => Ok(()),
    }
}

fn parse_viewer(text: &str) -> Result<Viewer, String> {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    words.parse().map_err(|error| format!("'{}' is no viewer: {error}", shortened(text)))
}

fn parse_clock(text: &str) -> Option<u64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let mut parts = whole.rsplit(':').map(parse_digits);
    let seconds = parts.next()??;
    let minutes = parts.next()??;
    let hours = parts.next().unwrap_or(Some(0))?;
    let is_long = whole.matches(':').count() == 2;
    if parts.next().is_some() || seconds >= 60 || (is_long && minutes >= 60) || fraction.len() > 3 {
        return None;
    }
    let millis = parse_digits(fraction)? * 10_u64.pow(3 - fraction.len() as u32);
    let minutes = hours.checked_mul(60)?.checked_add(minutes)?;
    minutes.checked_mul(60)?.checked_add(seconds)?.checked_mul(1000)?.checked_add(millis)
}

fn parse_digits(text: &str) -> Option<u64> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

/// Parses an evaluation.
pub fn parse_eval(text: &str) -> Option<BySeat<f64>> {
    let numbers: Vec<f64> = text.split(',').map(str::parse).collect::<Result<_, _>>().ok()?;
    let is_fit = numbers.len() <= MAX_SEATS && numbers.iter().all(|number| number.is_finite());
    is_fit.then(|| BySeat::from_fn(numbers.len(), |seat| numbers[seat.index()]))
}

/// Splits a line from its comment. A `#` inside of a word is part of the word.
fn split_comment(text: &str) -> (&str, Option<String>) {
    let begins = |&(index, _): &(usize, &str)| {
        text[..index].chars().next_back().is_none_or(char::is_whitespace)
    };
    let Some((index, _)) = text.match_indices('#').find(begins) else { return (text, None) };
    let mut comment = None;
    add_comment(&mut comment, &text[index + 1..]);
    (&text[..index], comment)
}

/// Adds a line of a comment, the text after the `#`.
fn add_comment(comment: &mut Option<String>, text: &str) {
    let text = text.strip_prefix(' ').unwrap_or(text).trim_end();
    match comment {
        None => *comment = Some(text.to_owned()),
        Some(comment) => {
            comment.push('\n');
            comment.push_str(text);
        }
    }
}
