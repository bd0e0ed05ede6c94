//! The measured strength of the levels, written by `tilewright calibrate`.

/// The page with the tables, a section for each setup of a game.
pub const MEASURED_LEVELS: &str = include_str!("../LEVELS.md");

/// The sections of such a page: the setup, and the text below it.
pub fn sections(page: &str) -> impl Iterator<Item = (&str, &str)> {
    page.split("\n## ").skip(1).filter_map(|part| part.split_once('\n'))
}

/// The Elo of each level in a section, without how certain it is.
///
/// ```
/// use tilewright_bots::{MEASURED_LEVELS, elos, sections};
///
/// let (setup, section) = sections(MEASURED_LEVELS).next().unwrap();
/// assert_eq!(setup, "blokus variant=duo");
/// assert_eq!(elos(section)[0], "0");
/// ```
pub fn elos(section: &str) -> Vec<&str> {
    section.lines().filter_map(elo).collect()
}

fn elo(line: &str) -> Option<&str> {
    let mut cells = line.strip_prefix('|')?.split('|').map(str::trim);
    cells.next()?.parse::<usize>().ok()?;
    cells.next()?.split(' ').next()
}
