//! `tilewright bench`

mod bots;

use std::io::Write;

use anyhow::Result;
use clap::Args;
use indicatif::ProgressBar;
use serde_json::json;
use tilewright_core::shortened;
use tilewright_games::{GameId, Workload};

use self::bots::bots;
use crate::usage::{up_to, usage};

/// The same work in every run and on every machine.
const SEED: u64 = 1;

/// Enough runs for a median that one disturbance does not move.
const N_RUNS: usize = 5;
const SECONDS_PER_RUN: f64 = 0.2;

/// Measure the speed of the games, and of the bots that look ahead or simulate
#[derive(Args)]
#[command(after_help = "\
Examples:
  tilewright bench blokus
  tilewright bench blokus --only classic/random-games
  tilewright bench coerceo --only laurentius/minimax-middle
  tilewright bench blokus --only duo/perft --fixed 100000     one run, for a profiler")]
pub(crate) struct Arguments {
    /// Which game; all of them if none is named
    game: Option<GameId>,

    /// The numbers as a JSON array
    #[arg(long)]
    json: bool,

    /// This workload and no other
    #[arg(long, value_name = "NAME")]
    only: Option<String>,

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
            return Err(usage("several games have this workload: name one of them"));
        };
        writeln!(out, "{}", workload.run(units, SEED).units)?;
    } else if arguments.json {
        let rows: serde_json::Value = measured(&workloads).map(|row| row.json()).collect();
        writeln!(out, "{rows:#}")?;
    } else {
        let width = workloads.iter().map(|(game, workload)| full_name(*game, workload).len());
        let width = width.max().unwrap_or_default();
        writeln!(
            out,
            "{:width$}  {:>13}{:9}  {:>12} to highest",
            "workload", "median", "", "lowest"
        )?;
        for row in measured(&workloads) {
            writeln!(out, "{}", row.line(width))?;
        }
    }
    Ok(())
}

type Named = (GameId, Workload);

fn chosen(arguments: &Arguments) -> Result<Vec<Named>> {
    let games: Vec<GameId> =
        arguments.game.map_or_else(|| GameId::all().collect(), |game| vec![game]);
    let all = games
        .into_iter()
        .flat_map(|game| game.workloads().into_iter().chain(bots(game)).map(move |it| (game, it)));
    let Some(only) = &arguments.only else { return Ok(all.collect()) };
    let chosen: Vec<Named> = all.filter(|(_, workload)| workload.name() == only).collect();
    if chosen.is_empty() {
        let only = shortened(only);
        return Err(usage(format!("there is no workload '{only}': see `tilewright bench --list`")));
    }
    Ok(chosen)
}

/// The rates of several runs of a workload, in units per second.
struct Row<'a> {
    game: GameId,
    workload: &'a Workload,
    rates: Vec<f64>,
}

/// Measures one workload after the other, and says on a terminal which.
fn measured(workloads: &[Named]) -> impl Iterator<Item = Row<'_>> {
    workloads.iter().map(|(game, workload)| {
        let spinner = ProgressBar::new_spinner().with_message(full_name(*game, workload));
        spinner.tick();
        let mut rates = rates(workload);
        rates.sort_by(f64::total_cmp);
        spinner.finish_and_clear();
        Row { game: *game, workload, rates }
    })
}

fn rates(workload: &Workload) -> Vec<f64> {
    // From the smallest, because a unit may be a whole game.
    let mut units = 1;
    let mut trial = workload.run(units, SEED);
    while trial.seconds < SECONDS_PER_RUN / 10.0 {
        units *= 4;
        trial = workload.run(units, SEED);
    }
    let units = ((trial.per_second() * SECONDS_PER_RUN) as u64).max(1);
    (0..N_RUNS).map(|_| workload.run(units, SEED).per_second()).collect()
}

impl Row<'_> {
    fn lowest(&self) -> f64 {
        self.rates[0]
    }

    fn median(&self) -> f64 {
        self.rates[N_RUNS / 2]
    }

    fn highest(&self) -> f64 {
        self.rates[N_RUNS - 1]
    }

    fn json(&self) -> serde_json::Value {
        json!({
            "game": self.game,
            "workload": self.workload.name(),
            "unit": self.workload.unit(),
            "median_per_second": self.median() as u64,
            "lowest_per_second": self.lowest() as u64,
            "highest_per_second": self.highest() as u64,
            "runs": N_RUNS,
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
