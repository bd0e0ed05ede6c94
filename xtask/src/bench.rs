//! `cargo xtask bench`: time from `tilewright bench`, instruction counts from callgrind.
//!
//! Times on a busy machine are noisy; instruction counts hardly move. The count of one unit of a
//! workload is the slope between a short and a long run, so that start-up does not count.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use anyhow::{Context, Result, bail, ensure};
use cargo_metadata::Metadata;

use crate::workspace;

/// The crate of the binary, and the binary.
const BINARY: &str = "tilewright";

/// The façade: the workspace crates that it depends on are core and the games.
const FACADE: &str = "tilewright-games";

/// How many units the short and the long run of a workload ask for.
const N_UNITS: [u64; 2] = [2_000, 12_000];

/// The same where a unit is a whole game, which takes as long as hundreds of others.
const N_GAMES: [u64; 2] = [100, 600];

/// What one run under callgrind did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Run {
    n_units: u64,
    n_instructions: u64,
}

/// A line of the table.
struct Row {
    game: String,
    workload: String,
    tenths_per_unit: u64,
}

/// Runs the binary under callgrind, and keeps what callgrind writes for `callgrind_annotate`.
struct Callgrind {
    binary: PathBuf,
    out_dir: PathBuf,
}

impl Callgrind {
    fn count(&self, games: &[String], arguments: &[String]) -> Result<Vec<Row>> {
        fs::create_dir_all(&self.out_dir)
            .with_context(|| format!("cannot create {}", self.out_dir.display()))?;
        let mut rows = Vec::new();
        for game in games {
            let workloads = output(Command::new(&self.binary).args(["bench", game, "--list"]))?;
            for workload in chosen_workloads(&text(&workloads.stdout), arguments) {
                eprintln!("callgrind: {game} {workload} …");
                let tenths_per_unit = self.tenths_per_unit(game, &workload)?;
                rows.push(Row { game: game.clone(), workload, tenths_per_unit });
            }
        }
        Ok(rows)
    }

    fn tenths_per_unit(&self, game: &str, workload: &str) -> Result<u64> {
        let n_units = if workload.ends_with("/whole-games") { N_GAMES } else { N_UNITS };
        let short = self.run(game, workload, n_units[0])?;
        let long = self.run(game, workload, n_units[1])?;
        slope_in_tenths(short, long).with_context(|| {
            format!("a longer run of {game} {workload} did no more: {short:?}, {long:?}")
        })
    }

    fn run(&self, game: &str, workload: &str, n_units: u64) -> Result<Run> {
        let out_file = self.out_dir.join(out_file_name(game, workload, n_units));
        let mut command = Command::new("valgrind");
        command.arg("--tool=callgrind");
        command.arg(format!("--callgrind-out-file={}", out_file.display()));
        command.arg(&self.binary).args(["bench", game, "--only", workload, "--fixed"]);
        let output = output(command.arg(n_units.to_string()))?;
        let n_units = last_number(&text(&output.stdout)).with_context(|| {
            format!("the last line of `bench {game} --only {workload} --fixed` is not a number")
        })?;
        let n_instructions = collected(&text(&output.stderr))
            .context("callgrind did not say how many instructions it collected")?;
        Ok(Run { n_units, n_instructions })
    }
}

/// Runs `tilewright bench` with these arguments, then counts the instructions of what they choose.
pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let metadata = workspace::metadata()?;
    succeed(workspace::cargo().args(["build", "--release", "-p", BINARY]))?;
    let target = metadata.target_directory.as_std_path();
    let binary =
        target.join("release").join(BINARY).with_extension(std::env::consts::EXE_EXTENSION);
    succeed(Command::new(&binary).arg("bench").args(arguments))?;

    if Command::new("valgrind").arg("--version").output().is_err() {
        eprintln!("for instruction counts, install valgrind: `apt-get install valgrind`");
        return Ok(());
    }
    let callgrind = Callgrind { binary, out_dir: target.join("callgrind") };
    print!("\n{}", table(&callgrind.count(&chosen_games(arguments, &metadata), arguments)?));
    Ok(())
}

/// The game that comes first in the arguments, or all of them.
fn chosen_games(arguments: &[String], metadata: &Metadata) -> Vec<String> {
    if let Some(game) = arguments.first().filter(|argument| !argument.starts_with('-')) {
        return vec![game.clone()];
    }
    let packages = metadata.workspace_packages().into_iter();
    let facade = packages.filter(|package| package.name.as_str() == FACADE);
    let dependencies = facade.flat_map(|package| &package.dependencies);
    // A game's crate is named after the game.
    let names = dependencies.filter_map(|dependency| dependency.name.strip_prefix("tilewright-"));
    names.filter(|&name| !["core", "testkit"].contains(&name)).map(str::to_owned).collect()
}

/// The workloads of a list, one per line, or the one among them that `--only` names.
fn chosen_workloads(list: &str, arguments: &[String]) -> Vec<String> {
    let with_equals = arguments.iter().find_map(|argument| argument.strip_prefix("--only="));
    let with_space = || {
        let index = arguments.iter().position(|argument| argument == "--only")?;
        arguments.get(index + 1).map(String::as_str)
    };
    let only = with_equals.or_else(with_space);
    let names = list.lines().map(str::trim).filter(|name| !name.is_empty());
    names.filter(|&name| only.is_none_or(|only| only == name)).map(str::to_owned).collect()
}

/// The number on the last line that is not empty.
fn last_number(stdout: &str) -> Option<u64> {
    stdout.trim_end().lines().next_back()?.trim().parse().ok()
}

/// The instructions that callgrind says it saw: `==4711== Collected : 68410358`.
fn collected(stderr: &str) -> Option<u64> {
    let rest = stderr.lines().find_map(|line| line.split_once("Collected :"))?.1;
    rest.split_whitespace().next()?.replace(',', "").parse().ok()
}

/// Instructions per unit between two runs, times ten; nothing if the long run did no more.
fn slope_in_tenths(short: Run, long: Run) -> Option<u64> {
    let n_units = long.n_units.checked_sub(short.n_units)?;
    let n_instructions = long.n_instructions.checked_sub(short.n_instructions)?;
    (10 * n_instructions).checked_div(n_units)
}

/// A name for callgrind's file, free of characters that mean something in a path or to callgrind.
fn out_file_name(game: &str, workload: &str, n_units: u64) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let workload: String = workload.chars().map(plain).collect();
    format!("{game}-{workload}-{n_units}.out")
}

fn table(rows: &[Row]) -> String {
    let width = |column: fn(&Row) -> &str, title: &str| {
        rows.iter().map(|row| column(row).len()).chain([title.len()]).max().unwrap_or_default()
    };
    let game_width = width(|row| &row.game, "game");
    let workload_width = width(|row| &row.workload, "workload");
    let mut table =
        format!("{:game_width$}  {:workload_width$}  instructions per unit\n", "game", "workload");
    for Row { game, workload, tenths_per_unit } in rows {
        let count = format!("{}.{}", grouped(tenths_per_unit / 10), tenths_per_unit % 10);
        writeln!(table, "{game:game_width$}  {workload:workload_width$}  {count:>21}")
            .expect("a string takes any text");
    }
    table
}

/// The number with a comma between each three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Runs a command with its output shown.
fn succeed(command: &mut Command) -> Result<()> {
    let name = name_of(command);
    let status = command.status().with_context(|| format!("{name} did not start"))?;
    ensure!(status.success(), "{name} failed ({status})");
    Ok(())
}

/// Runs a command and keeps its output, which is shown only if it fails.
fn output(command: &mut Command) -> Result<Output> {
    let name = name_of(command);
    let output = command.output().with_context(|| format!("{name} did not start"))?;
    if !output.status.success() {
        eprint!("{}", text(&output.stderr));
        bail!("{name} failed ({})", output.status);
    }
    Ok(output)
}

/// The command as a person would type it, without directories.
fn name_of(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name().unwrap_or(command.get_program());
    let words = [program].into_iter().chain(command.get_args()).map(OsStr::to_string_lossy);
    format!("`{}`", words.collect::<Vec<_>>().join(" "))
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const CALLGRIND: &str = "\
==4711== Callgrind, a call-graph generating cache profiler
==4711== Command: tilewright bench blokus --only random --fixed 2000
==4711==
==4711== Events    : Ir
==4711== Collected : 68410358
==4711==
==4711== I   refs:      68,410,358
";

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn callgrind_tells_its_total() {
        assert_eq!(collected(CALLGRIND), Some(68_410_358));
        assert_eq!(collected("==1== Collected : 1,234 5 6\n"), Some(1234));
        assert_eq!(collected("==1== Collected :\n"), None);
        assert_eq!(collected("valgrind: tilewright: command not found\n"), None);
    }

    #[test]
    fn the_last_line_is_the_number_of_units() {
        assert_eq!(last_number("blokus random\n2011\n"), Some(2011));
        assert_eq!(last_number("2011"), Some(2011));
        assert_eq!(last_number("2011 plies\n"), None);
        assert_eq!(last_number(""), None);
    }

    #[test]
    fn what_happens_once_does_not_count() {
        let run = |n_units, n_instructions| Run { n_units, n_instructions };
        assert_eq!(slope_in_tenths(run(2_000, 5_000_000), run(12_000, 9_005_000)), Some(4005));
        assert_eq!(slope_in_tenths(run(2_000, 5_000_000), run(2_000, 5_000_000)), None);
        assert_eq!(slope_in_tenths(run(2_000, 5_000_000), run(12_000, 4_000_000)), None);
    }

    #[test]
    fn the_arguments_choose_workloads() {
        let list = "random\nplayout\n\n";
        assert_eq!(chosen_workloads(list, &words("blokus --json")), ["random", "playout"]);
        assert_eq!(chosen_workloads(list, &words("blokus --only playout")), ["playout"]);
        assert_eq!(chosen_workloads(list, &words("--only=random")), ["random"]);
        assert!(chosen_workloads(list, &words("--only perft")).is_empty());
    }

    #[test]
    fn the_arguments_choose_games() {
        let metadata = workspace::metadata().unwrap();
        assert_eq!(chosen_games(&words("coerceo --json"), &metadata), ["coerceo"]);
        let all = chosen_games(&words("--only random"), &metadata);
        assert!(all.contains(&"blokus".to_owned()), "{all:?}");
        assert!(!all.contains(&"core".to_owned()), "{all:?}");
    }

    #[test]
    fn files_have_tame_names() {
        assert_eq!(out_file_name("blokus", "4 seats/%p", 9), "blokus-4-seats--p-9.out");
    }

    #[test]
    fn the_table_is_aligned() {
        let row = |game: &str, workload: &str, tenths_per_unit| Row {
            game: game.to_owned(),
            workload: workload.to_owned(),
            tenths_per_unit,
        };
        let rows = [row("blokus", "random", 12_345_678), row("aquapipe", "perft", 905)];
        let expected = "\
game      workload  instructions per unit
blokus    random              1,234,567.8
aquapipe  perft                      90.5
";
        assert_eq!(table(&rows), expected);
    }

    #[test]
    fn commands_are_named_without_directories() {
        let mut command = Command::new("/somewhere/release/tilewright");
        assert_eq!(name_of(command.args(["bench", "blokus"])), "`tilewright bench blokus`");
    }
}
