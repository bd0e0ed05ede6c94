//! Files of counts from independent programs, and the check of a game against them.

use std::fmt;
use std::path::Path;

use tilewright_core::{Game, Position, overridden, parse_options, perft, perft_bulk};

/// Counts up to this one are also checked with every last move played.
const MAX_PLAYED: u64 = 1_000_000;

/// A position and the counts that are known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerftSection<P> {
    /// The position in which the counts begin.
    pub position: P,
    /// The counts, in the order of the file.
    pub counts: Vec<PerftCount>,
}

/// One line of a perft file: how many sequences of `depth` moves there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerftCount {
    /// The line of the file, from 1.
    pub line: usize,
    /// The number of moves in each sequence.
    pub depth: usize,
    /// The number of sequences.
    pub n_sequences: u64,
}

/// A perft file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerftFileError {
    line: usize,
    reason: String,
}

impl fmt::Display for PerftFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl std::error::Error for PerftFileError {}

/// Checks every count of the file that is not above `limit`; small ones also by playing the last
/// moves. The slow tier passes `u64::MAX`.
///
/// A file has sections, separated by blank lines. A section says where it starts and how many
/// sequences of so many moves there are from there:
///
/// ```text
/// # Lines that begin with # are comments.
/// options: variant=duo free-start=on
/// moves: F5e@d3 O1n@j5
/// 1 414
/// 2 171,396
///
/// position: <the text of a position>
/// 1 37
/// ```
///
/// All headers may be left out: the options are then those of [`Game::PERFT_OPTIONS`], or else the
/// default ones, and no moves are played. A position stands for options, not beside them; moves are
/// played after either. Counts come last: the depth, then the number, in which commas and
/// underscores mean nothing.
///
/// # Panics
/// If a count differs, if the file cannot be read, or if it has nothing to check.
///
/// ```
/// use tilewright_core::Game;
/// use tilewright_testkit::perft_file;
///
/// fn counts_are_those_of_the_reference<G: Game>() {
///     perft_file::<G>("tests/data/start.perft", 10_000_000);
/// }
/// ```
pub fn perft_file<G: Game>(path: impl AsRef<Path>, limit: u64) {
    let path = path.as_ref();
    let shown = path.display();
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{shown}: {error}"));
    let sections = parse_perft_file::<G>(&text).unwrap_or_else(|error| panic!("{shown}, {error}"));
    let mut n_checked = 0;
    for section in sections {
        for count in section.counts.iter().filter(|count| count.n_sequences <= limit) {
            if let Err(difference) = check_count(&section.position, *count) {
                panic!("{shown}, line {}: {difference}", count.line);
            }
            n_checked += 1;
        }
    }
    assert!(n_checked > 0, "{shown}: no count up to {limit} to check");
}

/// Reads the text of a perft file and plays its moves.
///
/// ```
/// use tilewright_core::Game;
/// use tilewright_testkit::{PerftFileError, parse_perft_file};
///
/// /// How many counts of the first position a file has.
/// fn n_counts<G: Game>(text: &str) -> Result<usize, PerftFileError> {
///     let sections = parse_perft_file::<G>(text)?;
///     Ok(sections.first().map_or(0, |section| section.counts.len()))
/// }
/// ```
pub fn parse_perft_file<G: Game>(
    text: &str,
) -> Result<Vec<PerftSection<G::Position>>, PerftFileError> {
    let mut sections = Vec::new();
    let mut draft = Draft::default();
    let lines = text.lines().map(str::trim).enumerate().map(|(i, line)| (i + 1, line));
    for (line, text) in lines.filter(|(_, text)| !text.starts_with('#')) {
        if text.is_empty() {
            sections.extend(std::mem::take(&mut draft).finish::<G>()?);
        } else {
            draft.add(line, text)?;
        }
    }
    sections.extend(draft.finish::<G>()?);
    Ok(sections)
}

/// The value of a header and its line.
type Header<'a> = Option<(usize, &'a str)>;

/// A section as far as it has been read.
#[derive(Default)]
struct Draft<'a> {
    options: Header<'a>,
    position: Header<'a>,
    moves: Header<'a>,
    counts: Vec<PerftCount>,
}

impl<'a> Draft<'a> {
    fn add(&mut self, line: usize, text: &'a str) -> Result<(), PerftFileError> {
        let fail = |reason: &str| Err(PerftFileError { line, reason: reason.to_owned() });
        let Some((name, value)) = text.split_once(':') else {
            self.counts.push(parse_count(line, text)?);
            return Ok(());
        };
        let header = match name {
            "options" => &mut self.options,
            "position" => &mut self.position,
            "moves" => &mut self.moves,
            _ => return fail("a header is options, position or moves"),
        };
        if !self.counts.is_empty() {
            return fail("headers come before counts: a blank line begins a new section");
        }
        if header.replace((line, value.trim())).is_some() {
            return fail("this header is given twice");
        }
        Ok(())
    }

    /// The section, or nothing between two blank lines.
    fn finish<G: Game>(self) -> Result<Option<PerftSection<G::Position>>, PerftFileError> {
        let last_header = [self.options, self.position, self.moves].into_iter().flatten().max();
        match last_header {
            Some((line, _)) if self.counts.is_empty() => {
                Err(PerftFileError { line, reason: "this section has no counts".to_owned() })
            }
            None if self.counts.is_empty() => Ok(None),
            _ => {
                let mut position = self.start::<G>()?;
                self.play_moves::<G>(&mut position)?;
                Ok(Some(PerftSection { position: G::counted(position), counts: self.counts }))
            }
        }
    }

    fn start<G: Game>(&self) -> Result<G::Position, PerftFileError> {
        match (self.options, self.position) {
            (Some(_), Some((line, _))) => {
                Err(PerftFileError { line, reason: "a position has its own options".to_owned() })
            }
            (None, Some((line, text))) => text.parse().map_err(at(line)),
            (Some((line, text)), None) => start_with_options::<G>(text).map_err(at(line)),
            (None, None) => {
                let line = self.counts.first().map_or(1, |count| count.line);
                start_with_options::<G>("").map_err(at(line))
            }
        }
    }

    fn play_moves<G: Game>(&self, position: &mut G::Position) -> Result<(), PerftFileError> {
        let Some((line, moves)) = self.moves else { return Ok(()) };
        for text in moves.split_whitespace() {
            let m = G::parse_move(position, text).map_err(at(line))?;
            position.play(m).map_err(|illegal| PerftFileError {
                line,
                reason: format!("{text} is illegal: {illegal}"),
            })?;
        }
        Ok(())
    }
}

/// Makes any error one of the line.
fn at<E: fmt::Display>(line: usize) -> impl Fn(E) -> PerftFileError {
    move |error| PerftFileError { line, reason: error.to_string() }
}

/// Starts the game that is counted, with these options instead of its own.
fn start_with_options<G: Game>(text: &str) -> Result<G::Position, String> {
    let pairs: Option<Vec<(&str, &str)>> =
        text.split_whitespace().map(|pair| pair.split_once('=')).collect();
    let pairs = pairs.ok_or("options are written name=value")?;
    let options =
        parse_options(overridden(G::PERFT_OPTIONS, &pairs)).map_err(|error| error.to_string())?;
    G::start(&options).map_err(|error| error.to_string())
}

fn parse_count(line: usize, text: &str) -> Result<PerftCount, PerftFileError> {
    let parse = || {
        let (depth, number) = text.split_once(char::is_whitespace)?;
        let digits = number.trim().replace([',', '_'], "");
        // `parse` alone would accept a plus sign.
        let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
        let n_sequences = if is_number { digits.parse().ok()? } else { return None };
        Some(PerftCount { line, depth: depth.parse().ok()?, n_sequences })
    };
    parse().ok_or_else(|| PerftFileError {
        line,
        reason: "this is neither a header nor a depth and a count".to_owned(),
    })
}

/// Compares with both ways of counting, which must leave the position alone.
fn check_count<P: Position>(position: &P, count: PerftCount) -> Result<(), String> {
    let PerftCount { depth, n_sequences: expected, .. } = count;
    let mut counted = position.clone();
    let compare = |name: &str, got: u64| {
        let difference = || format!("{name} of depth {depth}: expected {expected}, got {got}");
        if got == expected { Ok(()) } else { Err(difference()) }
    };
    compare("perft_bulk", perft_bulk(&mut counted, depth))?;
    if expected <= MAX_PLAYED {
        compare("perft", perft(&mut counted, depth))?;
    }
    if counted == *position { Ok(()) } else { Err(format!("counting left behind {counted}")) }
}
