//! `tilewright analyze`

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use tilewright_bots::{
    Analysis, AnalysisListener, AnyBot, BotSpec, Bots, Judged, Limits, MoveValue, Question, Stop,
    UnjudgedError, parse_time, perspectives, review,
};
use tilewright_core::Seat;
use tilewright_table::{AnyMove, Entry, Event, Perspective, Record, SeenMove};

use crate::folder::check_folder_of;
use crate::play::TICK;
use crate::replay;
use crate::text::counted;
use crate::usage::{from_to, up_to, usage};

/// Analyze every move of a game
///
/// Each move has its expected result, from 0 to 100 %, the best move and the loss: ? marks a
/// mistake and ?? a blunder. With hidden hands, an analysis uses what the player knew. In the
/// record of one viewer only the moves of that seat are analyzed.
#[derive(Args)]
#[command(after_help = "\
Examples:
  tilewright analyze game.record
  tilewright analyze game.record --bot minimax --time 1s
  tilewright analyze game.record --ply 12               the position after 12 moves
  tilewright analyze game.record --write judged.record  with an evaluation after every move
  tilewright analyze game.record --json | jq .loss")]
pub(crate) struct Arguments {
    /// The record, or - for standard input
    file: PathBuf,

    /// The analyzing bot; by default the best of the game
    #[arg(long, value_name = "BOT")]
    bot: Option<String>,

    /// The time for each position
    #[arg(long, value_name = "TIME", default_value = "200ms", value_parser = parse_limit)]
    time: Duration,

    /// The nodes for each position, instead of a time: repeatable on every machine
    #[arg(long, value_name = "N", value_parser = from_to(1, u64::MAX), conflicts_with = "time")]
    nodes: Option<u64>,

    /// Show only the best moves after N moves
    #[arg(long, value_name = "N", conflicts_with = "write")]
    #[arg(value_parser = up_to(replay::MAX_PLY), allow_negative_numbers = true)]
    ply: Option<u64>,

    /// Print a line of JSON for each move, or each of the best moves
    #[arg(long)]
    json: bool,

    /// Write the record with evaluations to a new file
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
}

/// The loss of expected result that makes a move a mistake, and a blunder.
const MISTAKE: f64 = 0.10;
const BLUNDER: f64 = 0.25;

/// The number of moves to print for a position.
const N_MOVES: usize = 5;

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<()> {
    let record = replay::read(&arguments.file)?;
    let bots = Bots::of(record.game());
    if let Some(file) = &arguments.write {
        check_writable(file)?;
    }
    let game = perspectives(&record).map_err(|error| match error {
        UnjudgedError::Spectator => usage(error),
        UnjudgedError::Replay(_) => {
            anyhow::Error::new(error).context(replay::name(&arguments.file))
        }
    })?;
    let spec = match &arguments.bot {
        Some(text) => bots.read(text).map_err(|error| usage(format!("--bot {text}: {error}")))?,
        None => bots.best(game[0].n_seats()),
    };
    let stop = Stop::new();
    let stopper = stop.clone();
    ctrlc::set_handler(move || stopper.stop()).context("cannot listen for Ctrl-C")?;
    let asked = Task { game, spec, limits: limits(arguments), stop };
    match arguments.ply {
        Some(ply) => tell_position(&asked, ply as usize, arguments.json, out),
        None => tell_game(&asked, record, arguments, out),
    }
}

/// Refuses a place where nothing could be written later: to judge a game takes long.
fn check_writable(file: &Path) -> Result<()> {
    let name = file.display();
    if file.symlink_metadata().is_ok() {
        return Err(usage(format!("{name} exists already: choose another name")));
    }
    check_folder_of(file)
}

/// The game that is judged, as each seat followed it, and the bot that judges it.
struct Task {
    game: Vec<Perspective>,
    spec: BotSpec,
    limits: Limits,
    stop: Stop,
}

fn limits(arguments: &Arguments) -> Limits {
    match arguments.nodes {
        Some(nodes) => Limits { nodes: Some(nodes), ..Limits::NONE },
        None => Limits { time: Some(arguments.time), ..Limits::NONE },
    }
}

fn parse_limit(text: &str) -> Result<Duration, &'static str> {
    parse_time(text).ok_or("a time is a number with its unit, such as 200ms or 2s")
}

/// Judges the whole game.
fn tell_game(
    asked: &Task,
    mut record: Record,
    arguments: &Arguments,
    out: &mut dyn Write,
) -> Result<()> {
    let Task { game, spec, limits, stop } = asked;
    let bar = ProgressBar::new(n_own_moves(game)).with_message("judging");
    if !arguments.json {
        writeln!(out, "{}, analyzed by {spec}", record.game().name())?;
        writeln!(
            out,
            "{:>5}  {:>4}  {:24}  {:>5}  {:24}  {:>5}",
            "ply", "seat", "move", "value", "best", "loss"
        )?;
    }
    let mut judged = Vec::new();
    let mut written = Ok(());
    review(spec, game, *limits, stop, &mut |it| {
        bar.inc(1);
        let line = if arguments.json { json_line(it).to_string() } else { line(it) };
        if written.is_ok() {
            written = bar.suspend(|| writeln!(out, "{line}").and_then(|()| out.flush()));
        }
        judged.push(it.clone());
    })?;
    bar.finish_and_clear();
    written?;
    if !arguments.json {
        write!(out, "{}", summary(&judged, game[0].n_seats()))?;
    }
    if let Some(file) = &arguments.write {
        evaluate(&mut record, &judged);
        fs::File::create_new(file)
            .and_then(|mut created| created.write_all(record.to_string().as_bytes()))
            .with_context(|| format!("cannot write {}", file.display()))?;
        writeln!(io::stderr(), "the record with evaluations is in {}", file.display())?;
    }
    Ok(())
}

/// The number of moves that are judged: those of the seats whose perspectives are known.
fn n_own_moves(game: &[Perspective]) -> u64 {
    let mut n_moves = 0;
    for perspective in game {
        let mut present = perspective.clone();
        present.rewind(0);
        for SeenMove { m, revealed } in perspective.seen_moves() {
            n_moves += u64::from(present.is_to_move());
            present.follow_move(m, revealed.as_deref()).expect("the viewer saw it");
        }
    }
    n_moves
}

/// Puts what was found after each move into the record.
fn evaluate(record: &mut Record, judged: &[Judged]) {
    let is_move = |entry: &&mut Entry| matches!(entry.event(), Event::Move { .. });
    let mut judged = judged.iter().peekable();
    for (ply, entry) in record.entries_mut().iter_mut().filter(is_move).enumerate() {
        if let Some(it) = judged.next_if(|it| it.ply == ply) {
            let rounded = |value: &f64| (value * 1_000.0).round() / 1_000.0;
            entry.eval = it.value().map(|value| value.map(rounded));
        }
    }
}

fn line(judged: &Judged) -> String {
    let Judged { ply, seat, m, .. } = judged;
    let value = judged.value().map(|value| value[*seat]);
    let best = judged.best().filter(|best| best.m != *m);
    let best = best.map_or(String::new(), |best| best.m.to_string());
    let loss = judged.loss();
    let mark = match loss {
        Some(loss) if loss >= BLUNDER => "??",
        Some(loss) if loss >= MISTAKE => "?",
        _ => "",
    };
    let line = format!(
        "{:>5}  {seat:>4}  {:24}  {:>5}  {best:24}  {:>5}",
        ply + 1,
        format!("{m}{mark}"),
        percent(value),
        percent(loss.filter(|_| !best.is_empty())),
    );
    line.trim_end().to_owned()
}

fn percent(share: Option<f64>) -> String {
    share.map_or(String::new(), |share| format!("{:.0} %", 100.0 * share))
}

fn json_line(judged: &Judged) -> Value {
    let Judged { ply, seat, m, analysis } = judged;
    let best = judged.best().map(rated_json);
    json!({
        "ply": ply + 1, "seat": seat, "move": m, "value": judged.value(), "loss": judged.loss(),
        "best": best, "nodes": analysis.nodes,
    })
}

fn rated_json(rated: &MoveValue<AnyMove>) -> Value {
    let MoveValue { m, info, margin, visits, plies } = rated;
    json!({
        "move": m, "value": info.value, "margin": margin, "line": info.line, "depth": info.depth,
        "nodes": info.nodes, "visits": visits, "proved": info.is_proved, "plies": plies,
    })
}

/// The average loss and the mistakes of each seat.
fn summary(judged: &[Judged], n_seats: usize) -> String {
    Seat::first(n_seats).map(|seat| summary_of_seat(judged, seat)).collect()
}

fn summary_of_seat(judged: &[Judged], seat: Seat) -> String {
    let own = judged.iter().filter(|it| it.seat == seat);
    let losses: Vec<f64> = own.filter_map(Judged::loss).collect();
    if losses.is_empty() {
        return String::new();
    }
    let n_above = |least: f64| losses.iter().filter(|&&loss| loss >= least).count();
    let mean = 100.0 * losses.iter().sum::<f64>() / f64::from(losses.len() as u32);
    let blunders = counted(n_above(BLUNDER), "blunder");
    let mistakes = counted(n_above(MISTAKE) - n_above(BLUNDER), "mistake");
    format!("seat {seat} lost {mean:.1} % a move, with {blunders} and {mistakes}\n")
}

/// Prints the best moves of one position of the game.
fn tell_position(asked: &Task, ply: usize, is_json: bool, out: &mut dyn Write) -> Result<()> {
    let Task { game, spec, limits, stop } = asked;
    let n_moves = game[0].ply();
    if ply > n_moves {
        return Err(usage(format!(
            "--ply {ply}: the record has only {}",
            counted(n_moves, "move")
        )));
    }
    let Some((seat, perspective)) = to_move_after(game, ply) else {
        let played = counted(ply, "move");
        return Err(usage(format!("after {played} there is no move to analyze")));
    };
    let mut bot = Bots::of(perspective.game()).bot(spec)?;
    let limits = *limits;
    let stop = Some(stop);
    let question = Question { limits, stop, n_moves: N_MOVES, ..Question::default() };
    let analysis = ask(&mut *bot, &perspective, &question, seat);
    for rated in analysis.iter().flat_map(|analysis| &analysis.moves) {
        let line = if is_json { rated_json(rated).to_string() } else { told(rated, seat) };
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// The seat to move after `ply` moves, with its perspective if that is known.
fn to_move_after(game: &[Perspective], ply: usize) -> Option<(Seat, Perspective)> {
    for perspective in game {
        let mut present = perspective.clone();
        present.rewind(ply);
        if present.is_to_move() {
            return Some((present.viewer().seat()?, present));
        }
    }
    None
}

/// Asks about a position for this seat. A terminal shows intermediate results.
pub(crate) fn ask(
    bot: &mut dyn AnyBot,
    perspective: &Perspective,
    question: &Question<'_, AnyMove>,
    seat: Seat,
) -> Option<Analysis<AnyMove>> {
    let style = ProgressStyle::with_template("{spinner} {wide_msg}").expect("this is a template");
    let spinner = ProgressBar::new_spinner().with_style(style).with_message("thinking");
    spinner.enable_steady_tick(TICK);
    let mut tell = |analysis: &Analysis<AnyMove>| {
        if let Some(best) = analysis.best() {
            spinner.set_message(told(best, seat));
        }
    };
    let &Question { limits, stop, seed, ply, n_moves, about, .. } = question;
    let listener: Option<AnalysisListener<'_, AnyMove>> = Some(&mut tell);
    let mut question = Question { limits, stop, seed, ply, n_moves, about, listener };
    let analysis = bot.analyze(perspective, &mut question);
    spinner.finish_and_clear();
    analysis
}

/// A move and what is expected of it, in a line for people.
pub(crate) fn told(rated: &MoveValue<AnyMove>, seat: Seat) -> String {
    let MoveValue { m, info, margin, visits, plies } = rated;
    let mut parts = Vec::new();
    if let Some(share) = rated.share(seat) {
        let certainty = if info.is_proved { ", proved" } else { "" };
        parts.push(format!("{:.0} %{certainty}", 100.0 * share));
    }
    if let Some(margin) = margin {
        let margin = format!("{:+.0}", margin[seat]);
        let points = if matches!(margin.as_str(), "+1" | "-1") { "point" } else { "points" };
        parts.push(format!("{margin} {points}"));
    }
    if let Some(visits) = visits {
        parts.push(format!("{} tried", counted(*visits as usize, "game")));
    } else if let Some(plies) = plies {
        parts.push(format!("over in {}", counted(*plies, "move")));
    } else if info.depth > 0 {
        parts.push(format!("{} ahead", counted(info.depth, "move")));
    }
    if info.line.len() > 1 {
        let line: Vec<String> = info.line[1..].iter().map(AnyMove::to_string).collect();
        parts.push(format!("then {}", line.join(" ")));
    }
    format!("{m}  {}", parts.join("; ")).trim_end().to_owned()
}
