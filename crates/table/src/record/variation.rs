//! Variations: the branches of a record's tree.

use std::fmt;

use super::{Entry, Event, LineNumber, ReplayError, comment_line, tidy_lines};
use crate::Table;

/// The largest depth of variations of variations. No path through a game that people look at
/// leaves its main line so often, and trees this deep are read and dropped by recursion.
pub(super) const MAX_DEPTH: usize = 100;

/// The largest number of variations in a record.
pub(super) const MAX_VARIATIONS: usize = 10_000;

/// The error for a variation in a record of one viewer.
pub(super) const NOT_OF_A_VIEWER: &str = "a record of one viewer has no variations, because nobody \
                                          saw what was not played";

/// A variation of a record: a line that replaces an [entry](Entry::variations) and what follows it,
/// with variations of its own.
///
/// ```
/// use tilewright_table::{Entry, Record};
///
/// let text = "\
/// tilewright record 1
/// game: blokus
/// variant: duo
///
/// 1. X5n@d8
/// 2. X5n@h4
/// (  # smaller
///   2. O1n@j5
///   3. O1n@c8
/// )
/// ";
/// let record: Record = text.parse()?;
/// let variation = &record.entries()[1].variations()[0];
/// assert_eq!((variation.comment(), variation.entries().len()), ("smaller", 2));
/// assert_eq!(record.replay()?.moves(), ["X5n@d8", "X5n@h4"]);
/// assert_eq!(record.to_string(), text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Variation {
    comment: Option<String>,
    entries: Vec<Entry>,
    line: LineNumber,
}

impl Variation {
    /// A variation with these moves and endings. One without any is not written.
    pub fn new(entries: Vec<Entry>) -> Variation {
        Variation { comment: None, entries, line: LineNumber::default() }
    }

    pub(super) const fn parsed(
        comment: Option<String>,
        entries: Vec<Entry>,
        line: LineNumber,
    ) -> Variation {
        Variation { comment, entries, line }
    }

    /// The moves and endings in their order.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The moves and endings, to change them. A record checks them when it is replayed.
    pub const fn entries_mut(&mut self) -> &mut Vec<Entry> {
        &mut self.entries
    }

    /// The comment before the first move; lines are separated by line breaks.
    pub fn comment(&self) -> &str {
        self.comment.as_deref().unwrap_or_default()
    }

    /// Sets or clears the comment before the first move. Lines are cut at 4,000 characters.
    pub fn set_comment(&mut self, text: &str) {
        self.comment = tidy_lines(text);
    }

    pub(super) const fn line(&self) -> LineNumber {
        self.line
    }
}

/// The number of moves and endings of a line and its variations.
pub(super) fn n_entries(entries: &[Entry]) -> usize {
    let variations = entries.iter().flat_map(|entry| &entry.variations);
    entries.len() + variations.map(|variation| n_entries(&variation.entries)).sum::<usize>()
}

/// The number of variations of a line, theirs included.
pub(super) fn n_variations(entries: &[Entry]) -> usize {
    let variations = entries.iter().flat_map(|entry| &entry.variations);
    variations.map(|variation| 1 + n_variations(&variation.entries)).sum()
}

/// Plays a line at a table, and checks its variations, each at a copy of the table.
pub(super) fn replay(entries: &[Entry], table: &mut dyn Table) -> Result<(), ReplayError> {
    for entry in entries {
        // Variations begin before the entry, but what is wrong with the entry is said first.
        let before = (!entry.variations.is_empty()).then(|| table.box_clone());
        entry.replay(table).map_err(|reason| entry.line.refuse(reason))?;
        let Some(before) = before else { continue };
        for variation in &entry.variations {
            replay(&variation.entries, &mut *before.box_clone())?;
        }
    }
    Ok(())
}

/// Writes a line that begins after `n_moves` moves, indented by its depth.
pub(super) fn write(
    f: &mut fmt::Formatter<'_>,
    entries: &[Entry],
    mut n_moves: usize,
    depth: usize,
) -> fmt::Result {
    for entry in entries {
        let n_before = n_moves;
        let mut text = entry.to_string();
        if matches!(entry.event, Event::Move { .. }) {
            n_moves += 1;
            text = format!("{n_moves}. {text}");
        }
        write_lines(f, &text, depth)?;
        for variation in entry.variations.iter().filter(|it| !it.entries.is_empty()) {
            let comment = variation.comment.iter().flat_map(|comment| comment.split('\n'));
            let comment: Vec<String> = comment.map(comment_line).collect();
            write_lines(f, format!("(  {}", comment.join("\n")).trim_end(), depth)?;
            write(f, &variation.entries, n_before, depth + 1)?;
            write_lines(f, ")", depth)?;
        }
    }
    Ok(())
}

/// Writes lines with two spaces before each for every variation around them.
fn write_lines(f: &mut fmt::Formatter<'_>, text: &str, depth: usize) -> fmt::Result {
    let width = 2 * depth;
    text.split('\n').try_for_each(|line| writeln!(f, "{:width$}{line}", ""))
}
