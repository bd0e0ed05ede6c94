//! The measured strength of the levels.

use tilewright_bots::{MEASURED_LEVELS, N_LEVELS, elos, sections};
use tilewright_table::GameId;

/// The head of a new page.
pub(crate) const HEAD: &str = "# Levels\n";

/// The beginning of a section.
const TITLE: &str = "## ";

/// The Elo of each level for people, a line for each setup that was measured, of one game or of
/// all; nothing if none was.
pub(crate) fn elo_table(game: Option<GameId>) -> Option<String> {
    elo_table_in(MEASURED_LEVELS, game.map(GameId::slug))
}

fn elo_table_in(page: &str, slug: Option<&str>) -> Option<String> {
    let is_asked_for = |title: &str| slug.is_none_or(|slug| title.split(' ').next() == Some(slug));
    let rows: Vec<_> = sections(page).filter(|(title, _)| is_asked_for(title)).collect();
    let width = rows.iter().map(|(title, _)| title.len()).max()?;
    let line = |title: &str, cell: &dyn Fn(usize) -> String| {
        let cells: Vec<String> = (1..=N_LEVELS).map(|n| format!("{:>5}", cell(n))).collect();
        format!("  {title:width$}{}\n", cells.concat())
    };
    let mut table = line("", &|n| n.to_string());
    for (title, section) in rows {
        let elos = elos(section);
        table += &line(title, &|n| elos.get(n - 1).map_or("?", |elo| elo).to_owned());
    }
    Some(table)
}

/// The tables of all games, with what they are, for the help of a command.
pub(crate) fn help() -> String {
    let table = elo_table(None).unwrap_or_default();
    format!(
        "The Elo of each level; level 1 has 0, ? was not measured. A difference of 100 is\n\
         64 % of the points:\n{}",
        table.trim_end()
    )
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

/// The text before the first section, and each section.
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
    fn every_setup_that_was_measured_has_a_line() {
        let one = "  one a=1    0   90    ?    ?    ?    ?    ?    ?    ?\n";
        let two = "  two        0    ?    ?    ?    ?    ?    ?    ?    ?\n";
        let head = "             1    2    3    4    5    6    7    8    9\n";
        assert_eq!(elo_table_in(PAGE, None), Some(format!("{head}{one}{two}")));
        assert_eq!(elo_table_in(PAGE, Some("one")), Some(format!("{head}{one}")));
        assert_eq!(elo_table_in(PAGE, Some("three")), None);
    }

    #[test]
    fn the_table_fits_on_a_terminal_of_80_columns() {
        assert!(help().lines().all(|line| line.chars().count() <= 80), "{}", help());
    }

    #[test]
    fn a_section_replaces_its_like() {
        let page = with_section(PAGE, "## one a=1\n\n| 1 | 7 |\n");
        assert!(
            page.starts_with("# Levels\n\nText.\n\n## one a=1\n\n| 1 | 7 |\n\n## two\n"),
            "{page}"
        );
        let page = with_section(HEAD, "## three\n\n| 1 | 0 |\n");
        assert_eq!(page, "# Levels\n\n## three\n\n| 1 | 0 |\n");
    }
}
