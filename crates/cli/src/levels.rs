//! How strong the levels are, as it was measured.

use tilewright_games::GameId;

/// The tables that `tilewright calibrate --write docs/LEVELS.md` wrote.
const MEASURED: &str = include_str!("../../../docs/LEVELS.md");

/// How a new page begins.
pub(crate) const HEAD: &str = "# Levels\n";

/// What begins a section.
const TITLE: &str = "## ";

/// The Elo of each level of a game, where it was measured first, with what that was.
pub(crate) fn measured(game: GameId) -> Option<(&'static str, Vec<&'static str>)> {
    measured_in(MEASURED, game.slug())
}

fn measured_in<'a>(page: &'a str, slug: &str) -> Option<(&'a str, Vec<&'a str>)> {
    let is_of_game = |title: &str| title.split(' ').next() == Some(slug);
    let section = sections(page).find(|(title, _)| is_of_game(title))?;
    let elo = |line: &'a str| {
        let mut cells = line.strip_prefix('|')?.split('|').map(str::trim);
        cells.next()?.parse::<usize>().ok()?;
        cells.next()
    };
    Some((section.0, section.1.lines().filter_map(elo).collect()))
}

/// The page with a section in place of the one with the same title, or at its end.
pub(crate) fn with_section(page: &str, section: &str) -> String {
    let title_of = |text: &str| text.lines().next().map(str::to_owned);
    let mut parts = parts(page);
    let same = parts
        .iter()
        .position(|part| part.starts_with(TITLE) && title_of(part) == title_of(section));
    match same {
        Some(i) => parts[i] = section,
        None => parts.push(section),
    }
    let parts: Vec<&str> = parts.into_iter().map(str::trim_end).collect();
    format!("{}\n", parts.join("\n\n"))
}

/// The sections by their titles.
fn sections(page: &str) -> impl Iterator<Item = (&str, &str)> {
    let parts = parts(page).into_iter();
    parts.filter_map(|part| part.strip_prefix(TITLE)?.split_once('\n'))
}

/// What stands before the first section, and each section.
fn parts(page: &str) -> Vec<&str> {
    let mut begins: Vec<usize> = page.match_indices("\n## ").map(|(at, _)| at + 1).collect();
    begins.insert(0, 0);
    begins.push(page.len());
    begins.windows(2).map(|ends| &page[ends[0]..ends[1]]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "# Levels\n\nText.\n\n## one a=1\n\n| level | Elo |\n| ---: | ---: |\n\
                        | 1 | 0 |\n| 2 | 90 ± 9 |\n\n## two\n\n| 1 | 0 |\n";

    #[test]
    fn tables_are_found_by_their_game() {
        assert_eq!(measured_in(PAGE, "one"), Some(("one a=1", vec!["0", "90 ± 9"])));
        assert_eq!(measured_in(PAGE, "two"), Some(("two", vec!["0"])));
        assert_eq!(measured_in(PAGE, "three"), None);
    }

    #[test]
    fn a_section_replaces_its_like() {
        let page = with_section(PAGE, "## one a=1\n\n| 1 | 7 |\n");
        assert_eq!(measured_in(&page, "one"), Some(("one a=1", vec!["7"])));
        assert_eq!(measured_in(&page, "two"), Some(("two", vec!["0"])));
        assert!(
            page.starts_with("# Levels\n\nText.\n\n## one a=1\n\n| 1 | 7 |\n\n## two\n"),
            "{page}"
        );
        let page = with_section(HEAD, "## three\n\n| 1 | 0 |\n");
        assert_eq!(page, "# Levels\n\n## three\n\n| 1 | 0 |\n");
    }
}
