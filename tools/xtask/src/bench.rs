//! `cargo xtask bench`: instructions per unit of work, compared with the committed baseline.
//!
//! Times on a busy machine are noisy; instruction counts by callgrind hardly move. The count of one
//! unit is the slope between a short and a long run, so that start-up does not count: gungraun,
//! which counts whole functions and keeps its baselines in the target folder, does not give that.
//! Times come from `tilewright bench`, and with more statistics from `cargo bench -p
//! tilewright-bench`.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::{fs, thread};

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::workspace;

/// The numbers that new ones are compared with, in the root directory.
const BASELINE: &str = "tools/xtask/baseline.json";

/// The units that the short and the long run of a workload ask for; fewer where a unit is a game.
const N_UNITS: [u64; 2] = [2_000, 12_000];
const N_GAMES: [u64; 2] = [100, 600];

/// Workloads that are not counted: bots without a goal of speed, and parts of other work.
const NOT_COUNTED: [&str; 5] = ["/list-at-", "/keys", "/texts", "/paranoid-", "/maxn-"];

/// Counts that differ by no more than this are the same: allocation and hashing differ a little.
const TOLERANCE: f64 = 0.01;

#[derive(Args)]
#[command(after_help = "\
Examples:
  cargo xtask bench                               all workloads, which takes a quarter of an hour
  cargo xtask bench --only blokus/duo             all workloads with this in their names
  cargo xtask bench --save                        and keep the numbers as the new baseline")]
pub(crate) struct Arguments {
    /// Only workloads with this in their names; may be given several times
    #[arg(long, value_name = "PART")]
    only: Vec<String>,

    /// Keep the numbers as the baseline
    #[arg(long)]
    save: bool,

    /// The profile to build with
    #[arg(long, value_name = "PROFILE", default_value = "dist")]
    profile: String,
}

/// Instructions of one unit of each workload: `blokus/duo/undo`.
type Counts = BTreeMap<String, f64>;

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let Arguments { only, save, profile } = arguments;
    stdout(workspace::cargo().args(["build", "-p", "tilewright", "--profile", profile]))?;
    let target = workspace::metadata()?.target_directory.into_std_path_buf();
    let folder = if profile == "dev" { "debug" } else { profile };
    let binary = target.join(folder).join("tilewright");
    let list = stdout(Command::new(&binary).args(["bench", "--list"]))?;
    let is_chosen = |name: &str| only.is_empty() || only.iter().any(|part| name.contains(part));
    let is_counted = |name: &str| !NOT_COUNTED.iter().any(|part| name.contains(part));
    let names = list.lines().map(|line| line.replacen(' ', "/", 1));
    let names: Vec<String> = names.filter(|it| is_chosen(it) && is_counted(it)).collect();
    ensure!(!names.is_empty(), "no workload has such a name: `tilewright bench --list`");
    let counts = count(&binary, &target.join("callgrind"), &names)?;

    let file = workspace::root().join(BASELINE);
    let mut baseline: Counts = serde_json::from_str(&fs::read_to_string(&file)?)?;
    for (name, &now) in &counts {
        println!("{name:40} {now:>14.1} {}", verdict(now, baseline.get(name).copied()));
    }
    if *save {
        baseline.extend(counts);
        fs::write(file, serde_json::to_string_pretty(&baseline)? + "\n")?;
    }
    Ok(())
}

/// Counts the instructions of workloads, one on each core. The files of callgrind stay in the
/// folder.
fn count(binary: &Path, folder: &Path, names: &[String]) -> Result<Counts> {
    fs::create_dir_all(folder)?;
    let pending = Mutex::new(names.iter());
    let n_threads = thread::available_parallelism().map_or(1, usize::from);
    let parts: Vec<Result<Counts>> = thread::scope(|scope| {
        let work = || count_pending(binary, folder, &pending);
        let threads: Vec<_> = (0..n_threads).map(|_| scope.spawn(work)).collect();
        threads.into_iter().map(|it| it.join().expect("counting does not panic")).collect()
    });
    parts.into_iter().try_fold(Counts::new(), |mut all, part| {
        all.extend(part?);
        Ok(all)
    })
}

/// Counts one workload after the other, until none is pending.
fn count_pending(
    binary: &Path,
    folder: &Path,
    pending: &Mutex<std::slice::Iter<String>>,
) -> Result<Counts> {
    let next = || pending.lock().expect("nobody panics with it").next();
    let mut counts = Counts::new();
    while let Some(name) = next() {
        eprintln!("{name} …");
        let [short, long] = if name.ends_with("/whole-games") { N_GAMES } else { N_UNITS };
        let short = counted_run(binary, folder, name, short)?;
        let long = counted_run(binary, folder, name, long)?;
        let each =
            slope(short, long).with_context(|| format!("a longer run of {name} did no more"))?;
        counts.insert(name.clone(), each);
    }
    Ok(counts)
}

/// One run under callgrind: the units done and the instructions.
fn counted_run(binary: &Path, folder: &Path, name: &str, units: u64) -> Result<[u64; 2]> {
    let (game, work) = name.split_once('/').context("a name is a game and its work")?;
    let file = folder.join(format!("{}-{units}.out", name.replace('/', "-")));
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--quiet"]);
    command.arg(format!("--callgrind-out-file={}", file.display())).arg(binary);
    command.args(["bench", game, "--only", work, "--fixed", &units.to_string()]);
    let printed = stdout(&mut command).context("valgrind counts (`apt-get install valgrind`)")?;
    let n_units = printed.trim().parse().context("the last line is the number of units")?;
    let n_instructions = total(&fs::read_to_string(file)?).context("callgrind counted nothing")?;
    Ok([n_units, n_instructions])
}

/// The sum that callgrind writes at the end of its file: `totals: 68410358`.
fn total(file: &str) -> Option<u64> {
    file.lines().find_map(|line| line.strip_prefix("totals: "))?.trim().parse().ok()
}

/// Instructions per unit between two runs; nothing if the long run did no more.
#[expect(clippy::cast_precision_loss, reason = "nobody counts to 2^53 here")]
fn slope(short: [u64; 2], long: [u64; 2]) -> Option<f64> {
    let n_units = long[0].checked_sub(short[0]).filter(|&n| n > 0)?;
    let n_instructions = long[1].checked_sub(short[1])?;
    Some(n_instructions as f64 / n_units as f64)
}

/// Runs a command and returns its output; fails with what it complained about.
fn stdout(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| format!("{command:?} did not start"))?;
    let complaints = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{command:?} failed: {complaints}");
    Ok(String::from_utf8(output.stdout)?)
}

/// The change since the baseline.
fn verdict(now: f64, before: Option<f64>) -> String {
    let Some(before) = before else { return "new".to_owned() };
    let change = now / before - 1.0;
    let word = match change {
        change if change.abs() <= TOLERANCE => "same",
        change if change < 0.0 => "better",
        _ => "WORSE",
    };
    format!("{:+.1} % {word}", change * 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn start_up_does_not_count() {
        assert_eq!(total("events: Ir\nfn=(1)\n1 2\ntotals: 68410358\n"), Some(68_410_358));
        assert_eq!(slope([2_000, 5_000_000], [12_000, 9_005_000]), Some(400.5));
        assert_eq!(slope([2_000, 5_000_000], [2_000, 5_000_000]), None);
        assert_eq!(slope([2_000, 5_000_000], [12_000, 4_000_000]), None);
    }

    #[test]
    fn counts_move_by_more_than_one_in_a_hundred() {
        let after = |now| verdict(now, Some(1_000.0));
        assert_eq!([after(1_009.0), after(991.0)], ["+0.9 % same", "-0.9 % same"]);
        assert_eq!([after(1_011.0), after(989.0)], ["+1.1 % WORSE", "-1.1 % better"]);
        assert_eq!(verdict(1.0, None), "new");
    }

    #[test]
    fn the_baseline_is_kept_as_it_is_written() {
        let file = fs::read_to_string(workspace::root().join(BASELINE)).unwrap();
        let counts: Counts = serde_json::from_str(&file).unwrap();
        assert_eq!(serde_json::to_string_pretty(&counts).unwrap() + "\n", file);
        assert!(counts.contains_key("blokus/duo/perft"));
    }
}
