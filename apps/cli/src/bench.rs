//! `tilewright bench`

mod bots;

use std::io::Write;
use std::time::Duration;

use anyhow::Result;
use clap::Args;
use indicatif::ProgressBar;
use rustix::time::{ClockId, clock_gettime};
use serde_json::json;
use tilewright_core::{Job, shortened};
use tilewright_table::{GameId, Workload};

use self::bots::bots;
use crate::opening::Rules;
use crate::text::grouped;
use crate::usage::{from_to, up_to, usage};

/// The same work in every run and on every machine.
const SEED: u64 = 1;

/// Enough runs for a median that one disturbance does not move.
const N_RUNS: &str = "5";
const SECONDS_PER_RUN: f64 = 0.2;

/// Measure the speed of the games, and of the bots that look ahead or simulate
///
/// All work is done by one thread, and a second is one of the processor: what other programs take of
/// the machine counts little.
#[derive(Args)]
#[command(after_help = "\
Examples:
  tilewright bench blokus
  tilewright bench blokus --only classic/random-games
  tilewright bench coerceo --only laurentius/minimax-middle
  tilewright bench triominos --seats 5 --option single-round=on
  tilewright bench blokus --only duo/perft --fixed 100000     one run, for a profiler")]
pub(crate) struct Arguments {
    /// Which game; all of them if none is named
    game: Option<GameId>,

    #[command(flatten)]
    rules: Rules,

    /// The numbers as a JSON array
    #[arg(long)]
    json: bool,

    /// This workload and no other; may be given several times
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,

    /// How many runs the median is of
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
    let workloads = chosen(arguments)?;
    if arguments.list {
        for (game, workload) in &workloads {
            let prefix = if arguments.game.is_some() { String::new() } else { format!("{game} ") };
            writeln!(out, "{prefix}{}", workload.name())?;
        }
    } else if let Some(units) = arguments.fixed {
        let [(_, workload)] = &workloads[..] else {
            return Err(usage("several workloads have this name: name one game, and one workload"));
        };
        writeln!(out, "{}", workload.prepare(SEED).run(units))?;
    } else if arguments.json {
        let rows = measured(&workloads, arguments.runs);
        let rows: serde_json::Value = rows.map(|row| row.json()).collect();
        writeln!(out, "{rows:#}")?;
    } else {
        let width = workloads.iter().map(|(game, workload)| full_name(*game, workload).len());
        let width = width.max().unwrap_or_default();
        writeln!(
            out,
            "{:width$}  {:>13}{:9}  {:>12} to highest",
            "workload", "median", "", "lowest"
        )?;
        for row in measured(&workloads, arguments.runs) {
            writeln!(out, "{}", row.line(width))?;
        }
    }
    Ok(())
}

type Named = (GameId, Workload);

fn chosen(arguments: &Arguments) -> Result<Vec<Named>> {
    let all = available(arguments)?;
    if arguments.only.is_empty() {
        return Ok(all);
    }
    let has = |only: &String| all.iter().any(|(_, workload)| workload.name() == only);
    if let Some(unknown) = arguments.only.iter().find(|only| !has(only)) {
        let only = shortened(unknown);
        return Err(usage(format!("there is no workload '{only}': see `tilewright bench --list`")));
    }
    let is_chosen = |workload: &Workload| arguments.only.iter().any(|it| it == workload.name());
    Ok(all.into_iter().filter(|(_, workload)| is_chosen(workload)).collect())
}

/// What the rules that were asked for can be measured by; else all of the game, or of all games.
fn available(arguments: &Arguments) -> Result<Vec<Named>> {
    let rules = arguments.rules.pairs();
    let named = |game: GameId, workloads: Vec<Workload>| {
        workloads.into_iter().map(move |workload| (game, workload))
    };
    if !rules.is_empty() {
        let game = arguments.game.ok_or_else(|| usage("name the game that has these rules"))?;
        return Ok(named(game, game.workloads_with(&rules).map_err(usage)?).collect());
    }
    let games: Vec<GameId> =
        arguments.game.map_or_else(|| GameId::ALL.into_iter().collect(), |game| vec![game]);
    let all = games.into_iter().flat_map(|game| {
        let workloads = game.workloads().into_iter().chain(bots(game)).collect();
        named(game, workloads)
    });
    Ok(all.collect())
}

/// The rates of several runs of a workload, in units per second of the processor, from the lowest.
struct Row<'a> {
    game: GameId,
    workload: &'a Workload,
    rates: Vec<f64>,
}

/// Measures one workload after the other, and says on a terminal which.
fn measured(workloads: &[Named], n_runs: u64) -> impl Iterator<Item = Row<'_>> {
    workloads.iter().map(move |(game, workload)| {
        let spinner = ProgressBar::new_spinner().with_message(full_name(*game, workload));
        spinner.tick();
        let mut rates = rates(workload, n_runs);
        rates.sort_by(f64::total_cmp);
        spinner.finish_and_clear();
        Row { game: *game, workload, rates }
    })
}

fn rates(workload: &Workload, n_runs: u64) -> Vec<f64> {
    // From the smallest, because a unit may be a whole game.
    let mut units = 1;
    let mut trial = Measured::of(&mut workload.prepare(SEED), units);
    while trial.seconds < SECONDS_PER_RUN / 10.0 {
        units *= 4;
        trial = Measured::of(&mut workload.prepare(SEED), units);
    }
    let units = ((trial.per_second() * SECONDS_PER_RUN) as u64).max(1);
    (0..n_runs).map(|_| Measured::of(&mut workload.prepare(SEED), units).per_second()).collect()
}

/// How long a piece of work took.
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

/// How long this program has worked so far.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

impl Row<'_> {
    fn lowest(&self) -> f64 {
        self.rates[0]
    }

    fn median(&self) -> f64 {
        self.rates[self.rates.len() / 2]
    }

    fn highest(&self) -> f64 {
        self.rates[self.rates.len() - 1]
    }

    fn json(&self) -> serde_json::Value {
        json!({
            "game": self.game,
            "workload": self.workload.name(),
            "unit": self.workload.unit(),
            "median_per_second": self.median() as u64,
            "lowest_per_second": self.lowest() as u64,
            "highest_per_second": self.highest() as u64,
            "runs": self.rates.len(),
        })
    }

    fn line(&self, width: usize) -> String {
        let name = full_name(self.game, self.workload);
        let unit = format!("{}/s", self.workload.unit());
        let [median, lowest, highest] =
            [self.median(), self.lowest(), self.highest()].map(|rate| grouped(rate as u64));
        format!("{name:width$}  {median:>13} {unit:8}  {lowest:>12} to {highest}")
    }
}

fn full_name(game: GameId, workload: &Workload) -> String {
    format!("{game} {}", workload.name())
}
