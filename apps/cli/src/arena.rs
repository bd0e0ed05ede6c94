//! `tilewright arena`

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use tilewright_arena::plan::{
    ClockPlan, MAX_GAMES, MAX_MAX_PLIES, MAX_OPENING_PLIES, Plan, SprtPlan,
};
use tilewright_arena::report::Report;
use tilewright_arena::results::{ResultsReader, ResultsWriter, records_path};
use tilewright_arena::schedule::Tournament;
use tilewright_arena::score_board::ScoreBoard;
use tilewright_arena::sprt::EloModel;
use tilewright_arena::statistics::Statistics;
use tilewright_arena::{Arena, ArenaError, split_name};
use tilewright_bots::{Stop, data_folder, parse_time};
use tilewright_table::GameId;

use crate::date::DateTime;
use crate::folder::create_folder;
use crate::opening::Rules;
use crate::text::shell_word;
use crate::usage::{from_to, up_to, usage};

/// Play a tournament and report ratings with error bars
///
/// Games come in blocks: each gives every player every seat with the same opening or deal. A player
/// is a bot, as listed by `tilewright games`, or an external engine: `ugi:COMMAND` or, for Blokus,
/// `gtp:COMMAND`. Results and records are written when games end; --resume continues a tournament
/// that was stopped or killed.
#[derive(Args)]
#[command(after_help = "\
Examples:
  tilewright arena blokus --variant duo --player greedy --player random --games 200
  tilewright arena aquapipe --player solver --player minimax:depth=3 --time 100ms
  tilewright arena coerceo --player minimax:nodes=20000 --player \"ugi:./engine --fast\"
  tilewright arena blokus --player greedy --player random           two players on four seats
  tilewright arena coerceo --player A --player B --player C --tournament round-robin
  tilewright arena coerceo --player minimax:depth=3 --player minimax:depth=2 --sprt 0,50
  tilewright arena blokus --variant duo --cpu-time 2s --games 20 \
    --player Anna=mcts --player \"Pentobi=gtp:pentobi-gtp --nobook --level 6\"
  tilewright arena --resume coerceo.results")]
pub(crate) struct Arguments {
    /// The game
    #[arg(required_unless_present = "resume")]
    game: Option<GameId>,

    #[command(flatten)]
    rules: Rules,

    /// A player, or NAME=PLAYER for a name in the report; repeat for each
    #[arg(long = "player", value_name = "PLAYER", required_unless_present = "resume")]
    players: Vec<String>,

    /// The pairings
    #[arg(long, default_value = "match")]
    tournament: Kind,

    /// The number of games, rounded up to whole rounds of blocks
    #[arg(long, value_name = "N", default_value = "1000", allow_negative_numbers = true)]
    #[arg(value_parser = from_to(1, MAX_GAMES))]
    games: u64,

    /// The number of games at once; by default one for each core
    #[arg(long, value_name = "N", value_parser = from_to(1, 1_024), allow_negative_numbers = true)]
    threads: Option<u64>,

    /// The seed of openings, deals and bots
    #[arg(long, value_name = "N", default_value = "1", allow_negative_numbers = true)]
    #[arg(value_parser = up_to(u64::MAX))]
    seed: u64,

    /// The number of random moves at the beginning of each block; by default one for each seat, or
    /// none where chance deals
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = up_to(MAX_OPENING_PLIES))]
    opening_plies: Option<u64>,

    /// A file with a position on each line, used as openings
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,

    /// The time limit of a move, such as 100ms, instead of the players' own limits
    #[arg(long, value_name = "TIME", value_parser = parse_limit)]
    time: Option<Duration>,

    /// The clock of every player for the whole game, such as 60s, or 60s+500ms with an increment;
    /// a player that exceeds it loses
    #[arg(long, value_name = "TIME[+GAIN]", value_parser = parse_clock, conflicts_with = "time")]
    clock: Option<ClockPlan>,

    /// The same as --time, of processor time: that of all threads and processes of a player, which
    /// is measured and in the report
    #[arg(long, value_name = "TIME", value_parser = parse_limit)]
    #[arg(conflicts_with_all = ["time", "clock"])]
    cpu_time: Option<Duration>,

    /// The same as --clock, of processor time
    #[arg(long, value_name = "TIME[+GAIN]", value_parser = parse_clock)]
    #[arg(conflicts_with_all = ["time", "clock", "cpu_time"])]
    cpu_clock: Option<ClockPlan>,

    /// The node limit of a move
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = from_to(1, u64::MAX))]
    nodes: Option<u64>,

    /// The depth limit of a move
    #[arg(long, value_name = "N", value_parser = from_to(1, 10_000), allow_negative_numbers = true)]
    depth: Option<u64>,

    /// The time beyond the limit before the game is lost: for an engine at a move by --time, for
    /// every player once in a game by --clock
    #[arg(long, value_name = "TIME", default_value = "500ms", value_parser = parse_limit)]
    over_time: Duration,

    /// The timeout of an engine for a move without --time and --clock
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = parse_limit)]
    patience: Duration,

    /// A longer game is a draw
    #[arg(long, value_name = "N", default_value = "5000", allow_negative_numbers = true)]
    #[arg(value_parser = from_to(1, MAX_MAX_PLIES))]
    max_plies: u64,

    /// Stop as soon as it is clear whether the first player is closer to ELO1 above the second than
    /// to ELO0
    #[arg(long, value_name = "ELO0,ELO1", value_parser = parse_elos, allow_hyphen_values = true)]
    sprt: Option<(f64, f64)>,

    /// The probability of a false positive of the test
    #[arg(long, value_name = "P", default_value = "0.05", requires = "sprt")]
    alpha: f64,

    /// The probability of a false negative of the test
    #[arg(long, value_name = "P", default_value = "0.05", requires = "sprt")]
    beta: f64,

    /// The scale of the test's Elo
    #[arg(long, default_value = "logistic", requires = "sprt")]
    elo_model: Scale,

    /// The results file, instead of one in the data folder; the records are beside it
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,

    /// Keep the results without records
    #[arg(long)]
    no_records: bool,

    /// Keep nothing
    #[arg(long, conflicts_with_all = ["results", "no_records"])]
    no_files: bool,

    /// Continue a tournament that was stopped
    #[arg(long, value_name = "FILE")]
    #[arg(conflicts_with_all = [
        "game", "players", "results", "variant", "seats", "options", "tournament", "games", "seed",
        "opening_plies", "openings", "time", "clock", "cpu_time", "cpu_clock", "nodes",
        "depth", "over_time", "patience",
        "max_plies", "sprt", "alpha", "beta", "elo_model", "no_records", "no_files",
    ])]
    resume: Option<PathBuf>,

    /// Print the report as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Kind {
    /// All players at one table
    Match,
    /// Every two players, two at a table
    RoundRobin,
    /// The first player against each of the others
    Gauntlet,
    /// Each player against the next two, two at a table
    Ladder,
}

#[derive(Clone, Copy, ValueEnum)]
enum Scale {
    Logistic,
    Normalized,
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<()> {
    let (arena, path) = open(arguments)?;
    let plan = arena.plan().clone();
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let n_threads = arguments.threads.map_or(cores, |threads| threads as usize);
    if let Some(path) = &path {
        let name = shell_word(path);
        writeln!(
            io::stderr(),
            "results in {name}; if it is stopped: tilewright arena --resume {name}"
        )?;
    }
    let stop = Stop::new();
    listen_for_interrupts(&stop)?;
    let mut display = Display::new(plan.player_names());
    let finished = arena.run(n_threads, &stop, &mut |statistics, _| display.show(statistics));
    display.clear();
    let is_complete = finished.as_ref().is_ok_and(Statistics::is_complete);
    if !is_complete && let Some(path) = path {
        let name = shell_word(&path);
        writeln!(io::stderr(), "stopped; continue with: tilewright arena --resume {name}")?;
    }
    report(arguments, &plan, &finished.map_err(refused)?, out)
}

/// Ctrl-C and its like stop it in good order; the second one at once.
pub(crate) fn listen_for_interrupts(stop: &Stop) -> Result<()> {
    let stop = stop.clone();
    let interrupted = move || {
        if stop.is_stopped() {
            std::process::exit(130);
        }
        stop.stop();
    };
    ctrlc::set_handler(interrupted).context("cannot listen for Ctrl-C")
}

/// The tournament and where it is kept.
fn open(arguments: &Arguments) -> Result<(Arena, Option<PathBuf>)> {
    if let Some(path) = &arguments.resume {
        let arena = Arena::resume(ResultsReader::open(path).map_err(usage)?, &mut |_| ());
        let arena = arena.map_err(refused)?;
        arena.plan().check_engines().map_err(usage)?;
        return Ok((arena, Some(path.clone())));
    }
    let plan = plan(arguments)?;
    let arena = Arena::new(plan.clone()).map_err(refused)?;
    plan.check_engines().map_err(usage)?;
    if arguments.no_files {
        return Ok((arena, None));
    }
    let Some(path) = arguments.results.clone() else {
        let (files, path) = usual_files(&plan, !arguments.no_records)?;
        return Ok((arena.with_writer(files), Some(path)));
    };
    if path.extension().is_some_and(|it| it == "records") {
        return Err(usage("the records get that name: name the results otherwise"));
    }
    for path in [path.clone(), records_path(&path)] {
        if path.symlink_metadata().is_ok() {
            let name = path.display();
            return Err(usage(format!("{name} exists already: continue it with --resume")));
        }
    }
    let files = ResultsWriter::create(&path, &plan, !arguments.no_records)?;
    Ok((arena.with_writer(files), Some(path)))
}

fn plan(arguments: &Arguments) -> Result<Plan> {
    let game = arguments.game.expect("clap asks for a game unless a tournament goes on");
    let named: Vec<_> = arguments.players.iter().map(|text| split_name(text)).collect();
    let players: Vec<&str> = named.iter().map(|(_, player)| *player).collect();
    let has_names = named.iter().any(|(name, _)| name.is_some());
    let names = named.iter().map(|(name, player)| name.unwrap_or(player).to_owned());
    let pairs = arguments.rules.pairs().into_iter();
    let model = match arguments.elo_model {
        Scale::Logistic => EloModel::Logistic,
        Scale::Normalized => EloModel::Normalized,
    };
    let sprt = arguments.sprt.map(|(elo0, elo1)| SprtPlan {
        elo0,
        elo1,
        alpha: arguments.alpha,
        beta: arguments.beta,
        model,
    });
    Ok(Plan {
        options: pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
        tournament: match arguments.tournament {
            Kind::Match => Tournament::Match,
            Kind::RoundRobin => Tournament::RoundRobin,
            Kind::Gauntlet => Tournament::Gauntlet,
            Kind::Ladder => Tournament::Ladder,
        },
        n_games: arguments.games,
        seed: arguments.seed,
        opening_plies: arguments.opening_plies.map(|plies| plies as usize),
        openings: arguments.openings.as_deref().map_or(Ok(Vec::new()), read_openings)?,
        names: if has_names { names.collect() } else { Vec::new() },
        time_millis: arguments.time.or(arguments.cpu_time).map(|time| time.as_millis() as u64),
        clock: arguments.clock.or(arguments.cpu_clock),
        is_cpu_time: arguments.cpu_time.is_some() || arguments.cpu_clock.is_some(),
        nodes: arguments.nodes,
        depth: arguments.depth.map(|depth| depth as usize),
        over_time_millis: arguments.over_time.as_millis() as u64,
        patience_millis: arguments.patience.as_millis() as u64,
        max_plies: arguments.max_plies as usize,
        sprt,
        date: Some(DateTime::now().date()),
        ..Plan::new(game, &players)
    })
}

/// The largest file of openings.
const MAX_OPENINGS_BYTES: u64 = 16_000_000;

fn read_openings(path: &Path) -> Result<Vec<String>> {
    let name = path.display();
    let mut text = String::new();
    let file = File::open(path).with_context(|| format!("cannot read {name}"))?;
    let n_bytes = file.take(MAX_OPENINGS_BYTES + 1).read_to_string(&mut text);
    if n_bytes.with_context(|| format!("cannot read {name}"))? as u64 > MAX_OPENINGS_BYTES {
        bail!("{name} is too large for a file of openings");
    }
    let lines = text.lines().map(str::trim).filter(|it| !it.is_empty() && !it.starts_with('#'));
    let openings: Vec<String> = lines.map(str::to_owned).collect();
    if openings.is_empty() {
        return Err(usage(format!("{name} has no openings: write a position on each line")));
    }
    Ok(openings)
}

/// New files in the folder for the user's data, and where the results are.
pub(crate) fn usual_files(plan: &Plan, has_records: bool) -> Result<(ResultsWriter, PathBuf)> {
    let folder =
        data_folder().context("there is no home folder: name a place with --results FILE")?;
    let folder = folder.join("arenas");
    create_folder(&folder, "--results FILE")?;
    let now = DateTime::now();
    new_files(&folder, &format!("{}-{}-{}", plan.game, now.date(), now.time()), plan, has_records)
}

/// New files with this name or one like it, because others may begin an arena at the same moment.
fn new_files(
    folder: &Path,
    stem: &str,
    plan: &Plan,
    has_records: bool,
) -> Result<(ResultsWriter, PathBuf)> {
    let names = (1..100).map(|n| if n == 1 { stem.to_owned() } else { format!("{stem}-{n}") });
    for path in names.map(|name| folder.join(format!("{name}.results"))) {
        if records_path(&path).exists() {
            continue;
        }
        match ResultsWriter::create(&path, plan, has_records) {
            Err(error) if error.already_exists() => (),
            created => return Ok((created?, path)),
        }
    }
    bail!("there are too many arenas named {stem} already")
}

/// An error in the plan is an error in the arguments.
pub(crate) fn refused(error: ArenaError) -> anyhow::Error {
    match error {
        ArenaError::Plan(_) | ArenaError::Bot(_) | ArenaError::Opening(_) => usage(error),
        ArenaError::Results(_) | ArenaError::Write(_) => error.into(),
    }
}

fn report(
    arguments: &Arguments,
    plan: &Plan,
    statistics: &Statistics,
    out: &mut dyn Write,
) -> Result<()> {
    let report = Report::new(plan, statistics);
    if arguments.json {
        let json = serde_json::to_string(&report).context("a report is JSON")?;
        writeln!(out, "{json}")?;
    } else {
        write!(out, "{report}")?;
    }
    Ok(())
}

/// A bar for the games of a tournament, which a pipe does not show.
pub(crate) fn progress_bar() -> ProgressBar {
    let bar = ProgressBar::new(0);
    // The bar comes first, because the end of a long message is cut off.
    let template = "{wide_bar} {pos}/{len} games, {eta} left\n{msg}";
    bar.set_style(ProgressStyle::with_template(template).expect("the template is right"));
    bar
}

/// The progress of a tournament on a terminal, with its score board.
pub(crate) struct Display {
    bar: ProgressBar,
    names: Vec<String>,
    last_table: Option<Instant>,
}

/// The interval between score boards.
const BETWEEN_TABLES: Duration = Duration::from_secs(1);

impl Display {
    pub(crate) fn new(names: Vec<String>) -> Display {
        Display { bar: progress_bar(), names, last_table: None }
    }

    pub(crate) fn show(&mut self, statistics: &Statistics) {
        // Ratings take time, and a pipe does not show them.
        if self.bar.is_hidden() {
            return;
        }
        self.bar.set_length(statistics.n_games());
        self.bar.set_position(statistics.n_played());
        if self.last_table.is_none() {
            // Games of an earlier run say nothing about the time that is left.
            self.bar.reset_eta();
        }
        if self.last_table.is_none_or(|last| last.elapsed() >= BETWEEN_TABLES) {
            let names: Vec<&str> = self.names.iter().map(String::as_str).collect();
            let board =
                ScoreBoard::new(statistics.standings(), &names, statistics.sprt()).to_string();
            let faults = match statistics.n_faults() {
                0 => String::new(),
                1 => "\n1 seat was forfeited".to_owned(),
                n_faults => format!("\n{n_faults} seats were forfeited"),
            };
            self.bar.set_message(format!("{}{faults}", board.trim_end()));
            self.last_table = Some(Instant::now());
        }
    }

    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

fn parse_limit(text: &str) -> Result<Duration, &'static str> {
    parse_time(text).ok_or("a time is a number with its unit, such as 500ms, 10s or 5m")
}

fn parse_clock(text: &str) -> Result<ClockPlan, &'static str> {
    let (time, gain) = text.split_once('+').map_or((text, None), |(time, gain)| (time, Some(gain)));
    let millis = |text| parse_time(text).map(|time| time.as_millis() as u64);
    let plan = || {
        Some(ClockPlan { time_millis: millis(time)?, gain_millis: gain.map_or(Some(0), millis)? })
    };
    plan().ok_or("a clock is a time, or two with a plus between them, such as 60s or 5m+500ms")
}

fn parse_elos(text: &str) -> Result<(f64, f64), &'static str> {
    let elos = text
        .split_once(',')
        .and_then(|(elo0, elo1)| Some((elo0.trim().parse().ok()?, elo1.trim().parse().ok()?)));
    elos.filter(|(elo0, elo1): &(f64, f64)| elo0.is_finite() && elo1.is_finite())
        .ok_or("write two numbers of Elo with a comma between them, such as 0,10")
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;
    use std::{env, fs, process, thread};

    use super::*;

    #[test]
    fn arenas_that_begin_at_the_same_moment_get_files_of_their_own() {
        let folder = env::temp_dir().join(format!("tilewright-arenas-{}", process::id()));
        fs::create_dir_all(&folder).unwrap();
        let plan = Plan::new("coerceo".parse().unwrap(), &["random", "greedy"]);
        let barrier = Barrier::new(8);
        let begin = || {
            barrier.wait();
            new_files(&folder, "coerceo", &plan, true).map(|(_, path)| path)
        };
        let mut paths: Vec<PathBuf> = thread::scope(|scope| {
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(begin)).collect();
            threads.into_iter().map(|it| it.join().unwrap().unwrap()).collect()
        });
        paths.sort();
        paths.dedup();
        assert_eq!((paths.len(), fs::read_dir(&folder).unwrap().count()), (8, 16));
        fs::remove_dir_all(&folder).unwrap();
    }
}
