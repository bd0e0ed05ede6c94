//! `tilewright bench`

use std::io::Write;

use anyhow::Result;
use clap::Args;
use indicatif::ProgressBar;
use serde_json::{Value, json};
use tilewright_bench::{Job, Workload, workloads, workloads_with};
use tilewright_core::shortened;
use tilewright_table::GameId;

use crate::opening::Rules;
use crate::platform::processor_time;
use crate::text::grouped;
use crate::usage::{from_to, up_to, usage};

/// The same work in every run and on every machine.
const SEED: u64 = 1;

/// Enough runs for a median that one disturbance does not move.
const N_RUNS: &str = "5";
const SECONDS_PER_RUN: f64 = 0.2;

/// Measure the speed of games and searches
///
/// One thread does the work, and seconds are processor time, so that other programs disturb little.
#[derive(Args)]
#[command(after_help = "\
Examples:
  tilewright bench blokus
  tilewright bench blokus --only classic/random-games
  tilewright bench coerceo --only laurentius/minimax-middle
  tilewright bench triominos --seats 5 --option single-round=on
  tilewright bench blokus --only duo/perft --fixed 100000     one run, for a profiler")]
pub(crate) struct Arguments {
    /// The game; all if none is named
    game: Option<GameId>,

    #[command(flatten)]
    rules: Rules,

    /// Print the numbers as a JSON array
    #[arg(long)]
    json: bool,

    /// Only this workload; may be repeated
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,

    /// The number of runs for the median
    #[arg(long, value_name = "N", default_value = N_RUNS, value_parser = from_to(1, 1_000))]
    runs: u64,

    /// One run of this many units of the workload named by --only; the last line is the number of
    /// units done, which may be a few more
    #[arg(long, value_name = "N", requires = "only", conflicts_with = "json")]
    #[arg(value_parser = up_to(u64::MAX), allow_negative_numbers = true)]
    fixed: Option<u64>,

    /// The names of the workloads, one per line
    #[arg(long, conflicts_with_all = ["json", "fixed"])]
    list: bool,
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<()> {
    let chosen = chosen(arguments)?;
    if arguments.list {
        for workload in &chosen {
            let is_one_game = arguments.game.is_some();
            let name = if is_one_game { workload.name() } else { full_name(workload) };
            writeln!(out, "{name}")?;
        }
    } else if let Some(units) = arguments.fixed {
        let [workload] = &chosen[..] else {
            return Err(usage("several workloads have this name: name one game, and one workload"));
        };
        writeln!(out, "{}", workload.prepare(SEED).run(units))?;
    } else if arguments.json {
        let rows: Value =
            chosen.iter().map(|it| Row::measured(it, arguments.runs).json()).collect();
        writeln!(out, "{rows:#}")?;
    } else {
        let width = chosen.iter().map(|it| full_name(it).len()).max().unwrap_or_default();
        writeln!(
            out,
            "{:width$}  {:>13}{:9}  {:>12} to highest",
            "workload", "median", "", "lowest"
        )?;
        for workload in &chosen {
            writeln!(out, "{}", Row::measured(workload, arguments.runs).line(width))?;
        }
    }
    Ok(())
}

fn chosen(arguments: &Arguments) -> Result<Vec<Workload>> {
    let mut all = available(arguments)?;
    let only = &arguments.only;
    if let Some(unknown) = only.iter().find(|name| all.iter().all(|it| it.name() != **name)) {
        let only = shortened(unknown);
        return Err(usage(format!("there is no workload '{only}': see `tilewright bench --list`")));
    }
    all.retain(|workload| only.is_empty() || only.contains(&workload.name()));
    Ok(all)
}

/// The workloads with the rules that were asked for; else all of the game, or of all games.
fn available(arguments: &Arguments) -> Result<Vec<Workload>> {
    let rules = arguments.rules.pairs();
    match arguments.game {
        None if rules.is_empty() => Ok(GameId::ALL.into_iter().flat_map(workloads).collect()),
        None => Err(usage("name the game that has these rules")),
        Some(game) if rules.is_empty() => Ok(workloads(game)),
        Some(game) => workloads_with(game, &rules).map_err(usage),
    }
}

/// The rates of several runs of a workload, in units per second of the processor, from the lowest.
struct Row<'a> {
    workload: &'a Workload,
    rates: Vec<f64>,
}

impl Row<'_> {
    /// Measures a workload, with its name on a terminal meanwhile.
    fn measured(workload: &Workload, n_runs: u64) -> Row<'_> {
        let spinner = ProgressBar::new_spinner().with_message(full_name(workload));
        spinner.tick();
        let units = units_per_run(workload);
        let rate = |_| Measured::of(&mut workload.prepare(SEED), units).per_second();
        let mut rates: Vec<f64> = (0..n_runs).map(rate).collect();
        rates.sort_by(f64::total_cmp);
        spinner.finish_and_clear();
        Row { workload, rates }
    }

    /// The lowest, the median and the highest rate.
    fn spread(&self) -> [f64; 3] {
        let last = self.rates.len() - 1;
        [self.rates[0], self.rates[self.rates.len() / 2], self.rates[last]]
    }

    fn json(&self) -> Value {
        let [lowest, median, highest] = self.spread();
        json!({
            "game": self.workload.game(),
            "workload": self.workload.name(),
            "unit": self.workload.unit(),
            "median_per_second": median as u64,
            "lowest_per_second": lowest as u64,
            "highest_per_second": highest as u64,
            "runs": self.rates.len(),
        })
    }

    fn line(&self, width: usize) -> String {
        let name = full_name(self.workload);
        let unit = format!("{}/s", self.workload.unit());
        let [lowest, median, highest] = self.spread().map(|rate| grouped(rate as u64));
        format!("{name:width$}  {median:>13} {unit:8}  {lowest:>12} to {highest}")
    }
}

/// The number of units that take about [`SECONDS_PER_RUN`].
fn units_per_run(workload: &Workload) -> u64 {
    // From the smallest, because a unit may be a whole game.
    let mut units = 1;
    let mut trial = Measured::of(&mut workload.prepare(SEED), units);
    while trial.seconds < SECONDS_PER_RUN / 10.0 {
        units *= 4;
        trial = Measured::of(&mut workload.prepare(SEED), units);
    }
    ((trial.per_second() * SECONDS_PER_RUN) as u64).max(1)
}

/// The time that a piece of work took.
struct Measured {
    units: u64,
    /// Of the processor.
    seconds: f64,
}

impl Measured {
    fn of(job: &mut Job, units: u64) -> Measured {
        let begin = processor_time();
        let units = job.run(units);
        Measured { units, seconds: processor_time().saturating_sub(begin).as_secs_f64() }
    }

    #[expect(clippy::cast_precision_loss, reason = "nobody counts to 2^53 here")]
    fn per_second(&self) -> f64 {
        self.units as f64 / self.seconds
    }
}

fn full_name(workload: &Workload) -> String {
    format!("{} {}", workload.game(), workload.name())
}
