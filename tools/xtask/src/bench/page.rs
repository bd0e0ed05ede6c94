//! The figures in docs/PERFORMANCE.md: the baseline as tables.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;

use anyhow::{Context, Result};

use super::asked;
use super::report::{Number, Report, shown};
use super::workloads::INSTRUCTIONS;
use crate::workspace;

/// The page, in the root directory.
const PAGE: &str = "docs/PERFORMANCE.md";

/// The figures stand between these lines.
const BEGIN: &str = "<!-- figures: made by `cargo xtask bench --save` -->\n";
const END: &str = "<!-- end of the figures -->\n";

/// The tables: a title, and what the names of its numbers begin with.
const TABLES: [(&str, &str); 12] = [
    ("Blokus", "blokus/"),
    ("Triominos", "triominos/"),
    ("Coerceo", "coerceo/"),
    ("Aqua Pipe", "aquapipe/"),
    ("Players", "players/"),
    ("Solver", "solve/"),
    ("Arena", "arena/"),
    ("Program", "program/"),
    ("Server", "server/"),
    ("Python", "python/"),
    ("Growth", "growth/"),
    ("Instructions without a time", INSTRUCTIONS),
];

/// Puts the figures of the report into the page.
pub(crate) fn write(report: &Report) -> Result<()> {
    let file = workspace::root().join(PAGE);
    let page = fs::read_to_string(&file).with_context(|| format!("{PAGE} cannot be read"))?;
    let page = with_figures(&page, &figures(report))?;
    fs::write(&file, page).with_context(|| format!("{PAGE} cannot be written"))
}

/// The page with other figures.
fn with_figures(page: &str, figures: &str) -> Result<String> {
    let parts = page.split_once(BEGIN).and_then(|(before, rest)| {
        let (_, after) = rest.split_once(END)?;
        Some((before, after))
    });
    let (before, after) = parts.with_context(|| format!("{PAGE} has no place for figures"))?;
    Ok(format!("{before}{BEGIN}{figures}{END}{after}"))
}

/// What was measured, as tables of Markdown.
fn figures(report: &Report) -> String {
    let commits: BTreeSet<&str> = report.numbers.iter().map(|it| it.commit.as_str()).collect();
    let commits = commits.into_iter().collect::<Vec<_>>().join(", ");
    let mut text = format!("\nCommit {commits}, on {}.\n", report.machine);
    for (title, prefix) in TABLES {
        // Counts stand beside the times of the same work.
        let is_shown = |number: &&Number| {
            let timed = number.name.strip_prefix(INSTRUCTIONS);
            let is_beside = timed.is_some_and(|name| report.number(name).is_some());
            number.name.starts_with(prefix) && !is_beside
        };
        let rows: Vec<String> =
            report.numbers.iter().filter(is_shown).map(|it| row(it, prefix, report)).collect();
        if !rows.is_empty() {
            let _ = write!(
                text,
                "\n### {title}\n\n| {prefix} | median | lowest to highest | runs, by | instructions each | asked | others |\n\
                 | --- | ---: | ---: | --- | ---: | --- | ---: |\n{}",
                rows.concat()
            );
        }
    }
    let missing: Vec<String> = asked::names()
        .filter(|name| report.number(name).is_none())
        .map(|name| format!("`{name}`"))
        .collect();
    if !missing.is_empty() {
        let _ = write!(text, "\nAsked for, and not recorded yet: {}.\n", missing.join(", "));
    }
    text.push('\n');
    text
}

fn row(number: &Number, prefix: &str, report: &Report) -> String {
    let name = number.name.strip_prefix(prefix).unwrap_or(&number.name);
    let (median, unit) = (shown(number.median()), &number.unit);
    let (spread, others) = (number.spread(), asked::elsewhere(&number.name));
    let others = others.map_or(String::new(), shown);
    let by = number.by.name();
    let instructions = report.number(&format!("{INSTRUCTIONS}{}", number.name));
    let instructions = instructions.map_or(String::new(), |it| shown(it.median()));
    let (n_runs, asked) = (number.samples.len(), asked::told(number));
    format!(
        "| `{name}` | {median} {unit} | {spread} | {n_runs}, {by} | {instructions} | {asked} | {others} |\n"
    )
}

#[cfg(test)]
mod tests {
    use super::super::BASELINE;
    use super::super::machine::Machine;
    use super::super::report::{Better, By, Sample};
    use super::*;

    fn report() -> Report {
        let mut report = Report::new(Machine::example(), "0123abc".to_owned());
        for (name, by, value) in [
            ("blokus/classic/perft", By::Processor, 42_800_000.0),
            ("instructions/blokus/classic/perft", By::Count, 380.25),
            ("instructions/blokus/classic/undo", By::Count, 99.5),
        ] {
            let [name, unit] = [name, "nodes/s"].map(str::to_owned);
            report.add(Sample { name, unit, better: Better::More, by, value });
        }
        report
    }

    #[test]
    fn counts_stand_beside_the_times_of_the_same_work() {
        let figures = figures(&report());
        let row = "| `classic/perft` | 42,800,000 nodes/s |  | 1, processor | 380 | ≥ 30,000,000 met \
                   | 18,600,000 |\n";
        assert!(figures.contains(row), "{figures}");
        assert!(figures.contains("| `blokus/classic/undo` | 99.5 "), "{figures}");
        assert!(!figures.contains("`blokus/classic/perft`"), "{figures}");
        assert!(figures.contains("not recorded yet: `blokus/classic/random-games`, "), "{figures}");
    }

    #[test]
    fn only_the_figures_of_a_page_change() {
        let page = format!("before\n{BEGIN}old\n{END}after\n");
        assert_eq!(
            with_figures(&page, "new\n").unwrap(),
            format!("before\n{BEGIN}new\n{END}after\n")
        );
        let error = with_figures("nothing", "new\n").unwrap_err().to_string();
        assert!(error.ends_with("has no place for figures"), "{error}");
    }

    #[test]
    fn the_page_shows_the_baseline() {
        let baseline = Report::read(&workspace::root().join(BASELINE)).unwrap();
        let page = fs::read_to_string(workspace::root().join(PAGE)).unwrap();
        let expected = with_figures(&page, &figures(&baseline)).unwrap();
        assert!(page == expected, "{PAGE} does not show {BASELINE}: `cargo xtask bench --page`");
    }
}
