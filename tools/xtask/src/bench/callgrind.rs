//! Instruction counts by callgrind.
//!
//! Times on a busy machine are noisy; instruction counts hardly move. The count of one unit of a
//! workload is the slope between a short and a long run, so that start-up does not count.

use std::collections::VecDeque;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Mutex;
use std::thread;

use anyhow::{Context, Result};

use super::child::{output, text};
use super::report::{Better, By, Sample};
use super::workloads::Workload;

/// How many units the short and the long run of a workload ask for.
const N_UNITS: [u64; 2] = [2_000, 12_000];

/// The same where a unit is a whole game, which takes as long as hundreds of others.
const N_GAMES: [u64; 2] = [100, 600];

/// What is not counted: bots that are not asked for, and work that is a part of other work.
const LEFT_OUT: [&str; 5] = ["/list-at-", "/keys", "/texts", "/paranoid-", "/maxn-"];

/// What one run under callgrind did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Run {
    n_units: u64,
    n_instructions: u64,
}

/// Runs the binary under callgrind, and keeps what callgrind writes for `callgrind_annotate`.
pub(crate) struct Callgrind {
    pub(crate) binary: PathBuf,
    pub(crate) out_dir: PathBuf,
    /// How many runs there are at the same time.
    pub(crate) n_at_once: usize,
}

impl Callgrind {
    /// Whether valgrind is installed.
    pub(crate) fn is_there() -> bool {
        Command::new("valgrind").arg("--version").output().is_ok()
    }

    /// Whether the instructions of this workload are worth counting.
    pub(crate) fn counts(workload: &Workload) -> bool {
        !LEFT_OUT.iter().any(|part| workload.name().contains(part))
    }

    /// Counts the instructions of each workload, and hands on what is known as soon as it is.
    pub(crate) fn count(
        &self,
        workloads: Vec<Workload>,
        report: impl FnMut(&Workload, Result<Sample>) + Send,
    ) -> Result<()> {
        fs::create_dir_all(&self.out_dir)
            .with_context(|| format!("cannot create {}", self.out_dir.display()))?;
        let (pending, report) = (Mutex::new(VecDeque::from(workloads)), Mutex::new(report));
        let work = || {
            let next = || pending.lock().expect("nobody panics with it").pop_front();
            while let Some(workload) = next() {
                let sample = self.sample(&workload);
                report.lock().expect("nobody panics with it")(&workload, sample);
            }
        };
        thread::scope(|scope| {
            for _ in 0..self.n_at_once.max(1) {
                scope.spawn(work);
            }
        });
        Ok(())
    }

    fn sample(&self, workload: &Workload) -> Result<Sample> {
        let is_games = workload.work.ends_with("/whole-games");
        let n_units = if is_games { N_GAMES } else { N_UNITS };
        let short = self.run(workload, n_units[0])?;
        let long = self.run(workload, n_units[1])?;
        let slope = slope(short, long).with_context(|| {
            format!("a longer run of {} did no more: {short:?}, {long:?}", workload.name())
        })?;
        Ok(Sample {
            name: workload.instructions(),
            unit: "instructions".to_owned(),
            better: Better::Less,
            by: By::Count,
            value: slope,
        })
    }

    fn run(&self, workload: &Workload, n_units: u64) -> Result<Run> {
        let Workload { game, work } = workload;
        let out_file = self.out_dir.join(out_file_name(game, work, n_units));
        let mut command = Command::new("valgrind");
        command.arg("--tool=callgrind");
        command.arg(format!("--callgrind-out-file={}", out_file.display()));
        command.arg(&self.binary).args(["bench", game, "--only", work, "--fixed"]);
        let output = output(command.arg(n_units.to_string()))?;
        let n_units = last_number(&text(&output.stdout)).with_context(|| {
            format!("the last line of `bench {game} --only {work} --fixed` is not a number")
        })?;
        let n_instructions = collected(&text(&output.stderr))
            .context("callgrind did not say how many instructions it collected")?;
        Ok(Run { n_units, n_instructions })
    }
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

/// Instructions per unit between two runs; nothing if the long run did no more.
#[expect(clippy::cast_precision_loss, reason = "nobody counts to 2^53 here")]
fn slope(short: Run, long: Run) -> Option<f64> {
    let n_units = long.n_units.checked_sub(short.n_units).filter(|&n| n > 0)?;
    let n_instructions = long.n_instructions.checked_sub(short.n_instructions)?;
    Some(n_instructions as f64 / n_units as f64)
}

/// A name for callgrind's file, free of characters that mean something in a path or to callgrind.
fn out_file_name(game: &str, work: &str, n_units: u64) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let work: String = work.chars().map(plain).collect();
    format!("{game}-{work}-{n_units}.out")
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
        assert_eq!(slope(run(2_000, 5_000_000), run(12_000, 9_005_000)), Some(400.5));
        assert_eq!(slope(run(2_000, 5_000_000), run(2_000, 5_000_000)), None);
        assert_eq!(slope(run(2_000, 5_000_000), run(12_000, 4_000_000)), None);
    }

    #[test]
    fn files_have_tame_names() {
        assert_eq!(out_file_name("blokus", "4 seats/%p", 9), "blokus-4-seats--p-9.out");
    }

    #[test]
    fn what_is_a_part_of_other_work_is_not_counted() {
        let counts = |work: &str| {
            let [game, work] = ["blokus", work].map(str::to_owned);
            Callgrind::counts(&Workload { game, work })
        };
        assert!(counts("duo/legal-moves") && counts("duo/mcts-opening"));
        assert!(!counts("duo/list-at-25") && !counts("classic/maxn-middle"));
    }
}
