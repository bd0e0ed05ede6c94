//! What `tilewright bench` measures.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};
use serde::Deserialize;

use super::child::{output, text};
use super::report::{Better, By, Sample};

/// What the names of counts of instructions begin with.
pub(crate) const INSTRUCTIONS: &str = "instructions/";

/// A piece of work of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Workload {
    pub(crate) game: String,
    /// The setup and the kind of work: `duo/random-games`.
    pub(crate) work: String,
}

impl Workload {
    pub(crate) fn name(&self) -> String {
        format!("{}/{}", self.game, self.work)
    }

    /// The name of the number of instructions that one unit takes.
    pub(crate) fn instructions(&self) -> String {
        format!("{INSTRUCTIONS}{}", self.name())
    }
}

/// A row of `tilewright bench --json`.
#[derive(Deserialize)]
struct Row {
    game: String,
    workload: String,
    unit: String,
    median_per_second: f64,
}

/// All workloads of all games.
pub(crate) fn list(binary: &Path) -> Result<Vec<Workload>> {
    let list = output(Command::new(binary).args(["bench", "--list"]))?;
    Ok(listed(&text(&list.stdout)))
}

/// Each line is a game and a workload.
fn listed(list: &str) -> Vec<Workload> {
    let pairs = list.lines().filter_map(|line| line.split_once(' '));
    let owned = |(game, work): (&str, &str)| Workload {
        game: game.to_owned(),
        work: work.trim().to_owned(),
    };
    pairs.map(owned).collect()
}

/// Measures these workloads of one game once each.
pub(crate) fn measure(binary: &Path, workloads: &[Workload]) -> Result<Vec<Sample>> {
    let Some(first) = workloads.first() else { return Ok(Vec::new()) };
    let mut command = Command::new(binary);
    command.args(["bench", &first.game, "--runs", "1", "--json"]);
    for workload in workloads {
        command.args(["--only", &workload.work]);
    }
    let rows = rows(&mut command)?;
    Ok(rows.into_iter().map(|row| sample(format!("{}/{}", row.game, row.workload), &row)).collect())
}

/// Measures one kind of work of a game with these rules once, under another name.
pub(crate) fn measure_with(
    binary: &Path,
    game: &str,
    rules: &[&str],
    kind: &str,
    name: &str,
) -> Result<Vec<Sample>> {
    let list = output(Command::new(binary).args(["bench", game, "--list"]).args(rules))?;
    let list = text(&list.stdout);
    let end = format!("/{kind}");
    let work = list.lines().find(|work| work.ends_with(&end));
    let work = work.with_context(|| format!("{game} has no work {kind}"))?;
    let mut command = Command::new(binary);
    command.args(["bench", game, "--runs", "1", "--json", "--only", work]).args(rules);
    Ok(rows(&mut command)?.iter().map(|row| sample(name.to_owned(), row)).collect())
}

fn rows(command: &mut Command) -> Result<Vec<Row>> {
    let rows = output(command)?;
    serde_json::from_slice(&rows.stdout).context("`tilewright bench --json` has other fields now")
}

fn sample(name: String, row: &Row) -> Sample {
    Sample {
        name,
        unit: format!("{}/s", row.unit),
        better: Better::More,
        by: By::Processor,
        value: row.median_per_second,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_has_a_game_and_a_workload_on_each_line() {
        let names: Vec<String> =
            listed("blokus duo/undo\ncoerceo ocius/perft\n\n").iter().map(Workload::name).collect();
        assert_eq!(names, ["blokus/duo/undo", "coerceo/ocius/perft"]);
    }
}
