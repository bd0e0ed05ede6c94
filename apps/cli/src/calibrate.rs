//! `tilewright calibrate`

use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread;

use anyhow::{Context, Result};
use clap::Args;
use tilewright_arena::Arena;
use tilewright_arena::pairs::PairStatistics;
use tilewright_arena::plan::Plan;
use tilewright_arena::ratings::{Anchor, Ratings};
use tilewright_arena::results::{ResultsReader, ResultsWriter};
use tilewright_arena::schedule::Tournament;
use tilewright_arena::statistics::Statistics;
use tilewright_arena::{Estimate, Player};
use tilewright_bots::{Bots, N_LEVELS, Stop};
use tilewright_table::GameId;

use crate::arena::{Display, refused, usual_files};
use crate::date::DateTime;
use crate::folder::check_folder_of;
use crate::levels;
use crate::opening::Rules;
use crate::text::shell_word;
use crate::usage::{from_to, up_to, usage};

const EXAMPLES: &str = "\
Examples:
  tilewright calibrate coerceo --games 200
  tilewright calibrate blokus --variant duo --write crates/bots/LEVELS.md
  tilewright calibrate --resume coerceo.results --write crates/bots/LEVELS.md";

/// Measure the levels of a game against each other
///
/// Each level plays the next two. The table has the Elo of each; level 1 has 0. Results are written
/// when games end; --resume continues a calibration that was stopped or killed.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{}", levels::help()))]
pub(crate) struct Arguments {
    /// The game
    #[arg(required_unless_present = "resume")]
    game: Option<GameId>,

    #[command(flatten)]
    rules: Rules,

    /// The number of games of each pairing, rounded up to whole blocks
    #[arg(long, value_name = "N", default_value = "200", value_parser = from_to(1, 10_000_000))]
    games: u64,

    /// Only the levels up to this one
    #[arg(long, value_name = "LEVEL", default_value = "9", value_parser = from_to(2, 9))]
    highest: u64,

    /// The number of games at once; by default one for each core
    #[arg(long, value_name = "N", value_parser = from_to(1, 1_024))]
    threads: Option<u64>,

    /// The seed of openings, deals and bots
    #[arg(long, value_name = "N", default_value = "1", value_parser = up_to(u64::MAX))]
    seed: u64,

    /// The results file, instead of one in the data folder
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,

    /// Put the table into this file, replacing an older one of the same game
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,

    /// Continue a calibration that was stopped
    #[arg(long, value_name = "FILE")]
    #[arg(conflicts_with_all = ["game", "results", "variant", "seats", "options"])]
    resume: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<()> {
    if let Some(file) = &arguments.write {
        check_folder_of(file)?;
    }
    let (arena, path) = open(arguments)?;
    let plan = arena.plan().clone();
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let n_threads = arguments.threads.map_or(cores, |threads| threads as usize);
    writeln!(io::stderr(), "results in {}", shell_word(&path))?;
    let stop = Stop::new();
    let stopper = stop.clone();
    ctrlc::set_handler(move || stopper.stop()).context("cannot listen for Ctrl-C")?;
    let mut display = Display::new(plan.player_names());
    let finished = arena.run(n_threads, &stop, &mut |statistics, _| display.show(statistics));
    display.clear();
    let finished = finished.map_err(refused)?;
    let section = section(&plan, &finished)?;
    write!(out, "{section}")?;
    if !finished.is_complete() {
        let command = format!("tilewright calibrate --resume {}", shell_word(&path));
        writeln!(io::stderr(), "stopped; continue with: {command}")?;
    } else if let Some(file) = &arguments.write {
        put(&section, file)?;
    }
    Ok(())
}

/// The games between the levels, and where they are kept.
fn open(arguments: &Arguments) -> Result<(Arena, PathBuf)> {
    if let Some(path) = &arguments.resume {
        let stopped = ResultsReader::open(path).map_err(usage)?;
        if stopped.plan().tournament != Tournament::Ladder {
            return Err(usage(format!("{} is no calibration", path.display())));
        }
        return Ok((Arena::resume(stopped, &mut |_| ()).map_err(refused)?, path.clone()));
    }
    let game = arguments.game.expect("clap asks for a game unless a calibration goes on");
    let levels: Vec<String> = (1..=arguments.highest).map(|n| format!("level:{n}")).collect();
    let levels: Vec<&str> = levels.iter().map(String::as_str).collect();
    let pairs = arguments.rules.pairs().into_iter();
    let mut plan = Plan {
        options: pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
        tournament: Tournament::Ladder,
        seed: arguments.seed,
        date: Some(DateTime::now().date()),
        ..Plan::new(game, &levels)
    };
    let schedule = plan.check().map_err(usage)?.schedule;
    plan.n_games = arguments.games * schedule.n_pairings();
    let arena = Arena::new(plan.clone()).map_err(refused)?;
    let (files, path) = match &arguments.results {
        Some(path) if path.symlink_metadata().is_ok() => {
            let name = path.display();
            return Err(usage(format!("{name} exists already: continue it with --resume")));
        }
        Some(path) => (ResultsWriter::create(path, &plan, false)?, path.clone()),
        None => usual_files(&plan, false)?,
    };
    Ok((arena.with_writer(files), path))
}

/// The table of a game, as a section of a page.
fn section(plan: &Plan, finished: &Statistics) -> Result<String> {
    let standings = finished.standings();
    let ratings = standings.comparisons().fit(Anchor::Player(Player(0)));
    let bots = Bots::of(plan.game);
    let mut text = format!("## {}\n\n", title(plan));
    let n_pairings = (2 * plan.players.len() - 3) as u64;
    let n_games = standings.n_games() / n_pairings;
    let date = plan.date.as_deref().unwrap_or("?");
    let options = joined(plan, " --option ");
    let game = plan.game;
    let seed = plan.seed;
    let n_levels = plan.players.len();
    let highest =
        if n_levels < N_LEVELS { format!(" --highest {n_levels}") } else { String::new() };
    let command = format!("calibrate {game}{options}{highest} --games {n_games} --seed {seed}");
    writeln!(text, "`tilewright {command}`, {date}.\n")?;
    text +=
        "| level | Elo | against the level below | how it plays |\n| ---: | ---: | ---: | --- |\n";
    for (i, level) in bots.levels().iter().enumerate().take(plan.players.len().min(N_LEVELS)) {
        let elo = rating(&ratings, i);
        let below = i.checked_sub(1).map(|below| (Player(below as u16), Player(i as u16)));
        let pair = below.and_then(|(below, this)| standings.pair(below, this));
        let score = pair.and_then(PairStatistics::score).map(|score| share(turned(&score)));
        let score = score.unwrap_or_default();
        writeln!(text, "| {} | {elo} | {score} | {level} |", i + 1)?;
    }
    if ratings.is_separated() {
        text += "\nSome levels are so far apart that only a weak prior bounds their Elo.\n";
    }
    Ok(text)
}

/// The game and the options that were given.
fn title(plan: &Plan) -> String {
    format!("{}{}", plan.game, joined(plan, " "))
}

/// The options that were given, each after this.
fn joined(plan: &Plan, before: &str) -> String {
    let options = plan.options.iter().map(|(name, value)| format!("{before}{name}={value}"));
    options.collect::<Vec<_>>().concat()
}

fn rating(ratings: &Ratings, index: usize) -> String {
    match (index, ratings.of(Player(index as u16))) {
        (0, _) => "0".to_owned(),
        (_, Some(elo)) => match elo.half_width() {
            Some(width) => format!("{:.0} ± {width:.0}", elo.value),
            None => format!("{:.0}", elo.value),
        },
        (_, None) => "?".to_owned(),
    }
}

/// The same from the other side.
fn turned(score: &Estimate) -> (f64, Option<f64>) {
    (1.0 - score.value, score.half_width())
}

fn share((value, width): (f64, Option<f64>)) -> String {
    match width {
        Some(width) => format!("{:.1} ± {:.1} %", 100.0 * value, 100.0 * width),
        None => format!("{:.1} %", 100.0 * value),
    }
}

/// Puts a section into a page, in place of the one with the same title if there is one.
fn put(section: &str, file: &Path) -> Result<()> {
    let name = file.display();
    let page = match fs::read_to_string(file) {
        Ok(page) => page,
        Err(error) if error.kind() == io::ErrorKind::NotFound => levels::HEAD.to_owned(),
        Err(error) => return Err(error).with_context(|| format!("cannot read {name}")),
    };
    let page = levels::with_section(&page, section);
    fs::write(file, page).with_context(|| format!("cannot write {name}"))?;
    writeln!(io::stderr(), "the table is in {name}")?;
    Ok(())
}
