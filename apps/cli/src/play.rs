//! `tilewright play`

mod full;
mod game;
mod hint;
mod input;
mod kept;
mod news;
mod opponents;
mod part;
mod player;
mod save;
mod session;

use std::env;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, IsTerminal, Write, stdin, stdout};
use std::path::{Path, PathBuf};
use std::process;

use anyhow::{Context, Result};
use clap::Args;
use tilewright_bots::{Bots, generator};
use tilewright_core::{BySeat, Seat};
use tilewright_render::Ink;
use tilewright_table::{Decision, First, GameId, Record, Table};

use self::game::Game;
use self::kept::Kept;
use self::opponents::Opponents;
pub(crate) use self::opponents::TICK;
use self::player::Player;
use self::save::SaveFile;
use self::session::{Screen, Session};
use crate::date::DateTime;
use crate::levels;
use crate::opening::{Opening, check_game};
use crate::replay;
use crate::text::{counted, shell_word};
use crate::usage::{up_to, usage};

const EXAMPLES: &str = "\
Examples:
  tilewright play blokus
  tilewright play blokus --variant duo --seat greedy --seat human
  tilewright play aquapipe --seat human --seat minimax:depth=6 --first coin
  tilewright play coerceo --seat human --seat level:3
  tilewright play coerceo --seat minimax --seat minimax:time=2s
  tilewright play coerceo --seat human --seat \"ugi:./engine --fast\"
  tilewright play blokus --variant tilewe --seats 2 --save game.record
  tilewright play --resume                          the game that you played last
  tilewright play --resume game.record

Levels go from level:1 (beginner) to level:9 (the best move found in two seconds).
On the full screen, `?` lists the keys. With --plain, type a move, `hint` or `help` at your turn;
`tilewright games` explains how moves are written.";

/// Play in the terminal
///
/// By default the first seat is yours and the others play at random. The game is saved after every
/// move. If hands are hidden, each person sees only their own, and several people take turns alone
/// at the screen.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{}", levels::help()))]
pub(crate) struct Arguments {
    /// The game
    #[arg(required_unless_present_any = ["record", "resume"])]
    game: Option<GameId>,

    #[command(flatten)]
    opening: Opening,

    /// A player: human, a level from level:1 to level:9, a bot such as greedy or minimax:depth=4
    /// (`tilewright games` lists them), or an external engine, ugi:COMMAND or, for Blokus,
    /// gtp:COMMAND; repeat for each player, in the order of the seats
    #[arg(long = "seat", value_name = "PLAYER")]
    players: Vec<String>,

    /// The player of the first seat: a number, coin (for two) or dice; the others follow in order
    #[arg(
        long,
        value_name = "N|coin|dice",
        conflicts_with = "resume",
        allow_negative_numbers = true
    )]
    first: Option<First>,

    /// The seed of chance and bots: with the same seed the same game comes again, also after `undo`
    /// and --resume
    #[arg(long, value_name = "N", value_parser = up_to(u64::MAX), allow_negative_numbers = true)]
    seed: Option<u64>,

    /// The file of the record, instead of one in the data folder
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// Play line by line, as in a pipe, for screen readers and old terminals; by default a game
    /// takes the full screen of a terminal
    #[arg(long)]
    plain: bool,

    /// Continue a saved game; without FILE the last one in the data folder, of GAME if it is named
    #[arg(long, value_name = "FILE", num_args = 0..=1)]
    #[arg(conflicts_with_all = ["variant", "seats", "options", "position", "moves", "record"])]
    #[expect(
        clippy::option_option,
        reason = "clap's type of an option whose value may be missing"
    )]
    resume: Option<Option<PathBuf>>,
}

/// The exit status of an interrupted program.
const INTERRUPTED: i32 = 130;

pub(crate) fn run(arguments: &Arguments, ink: Ink, out: &mut dyn Write) -> Result<()> {
    let resumed = resumed(arguments)?;
    let (mut record, table) = begin(arguments, resumed.as_deref())?;
    let bots = Bots::of(table.game());
    let recorded_seed = record.header("seed").and_then(|seed| seed.parse().ok());
    let seed = arguments.seed.or(recorded_seed).unwrap_or_else(any_number);
    let (players, notice) = take_seats(arguments, bots, seed, &*table, &mut record)?;
    if resumed.is_none() {
        record.set_header("date", &DateTime::now().date());
    }
    record.set_header("seed", &seed.to_string());
    let save = match (&arguments.save, resumed) {
        (Some(file), _) => {
            SaveFile::create(file.clone()).map_err(|error| usage(format!("{error:#}")))?
        }
        (None, Some(file)) => SaveFile::existing(file),
        (None, None) => SaveFile::in_data_folder(table.game())?,
    };
    let opponents = Opponents::new(bots, &players, seed)?;
    let kept = Kept::default();
    if save.is_there() {
        kept.set(save.path());
    }
    leave_when_interrupted(kept.clone())?;
    let game = Game { table, players, record, save, seed, kept, unsaved: None };
    if !arguments.plain && has_full_screen() && game.humans().next().is_some() {
        return full::run(game, opponents, notice, ink, out);
    }
    let screen = Screen { ink, input: &mut stdin().lock(), out };
    Session::new(game, opponents, notice, screen).run()
}

/// Returns true if there is a terminal that can do more than print lines.
fn has_full_screen() -> bool {
    let is_dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
    // Windows has no TERM.
    let is_known = cfg!(windows) || env::var_os("TERM").is_some_and(|term| !term.is_empty());
    stdin().is_terminal() && stdout().is_terminal() && is_known && !is_dumb
}

/// After Ctrl-C the game is kept, and a message says how to continue it.
fn leave_when_interrupted(kept: Kept) -> Result<()> {
    ctrlc::set_handler(move || leave(&kept)).context("cannot listen for Ctrl-C")
}

fn leave(kept: &Kept) {
    full::terminal::give_back();
    // The game holds the standard output. Nobody is left to read an error.
    let _ = match kept.path() {
        Some(file) => writeln!(io::stderr(), "\n{}", how_to_resume(&file)),
        None => writeln!(io::stderr()),
    };
    process::exit(INTERRUPTED);
}

/// The command that goes on with the game in this file.
fn how_to_resume(file: &Path) -> String {
    format!("continue with: tilewright play --resume {}", shell_word(file))
}

/// The file of the game to go on with, if one is.
fn resumed(arguments: &Arguments) -> Result<Option<PathBuf>> {
    let refuse =
        |option| usage(format!("{option} needs a file: the standard input is where you play"));
    if arguments.opening.needs_input() {
        return Err(refuse("--record"));
    }
    match &arguments.resume {
        None => Ok(None),
        Some(None) => save::newest(arguments.game).map(Some),
        Some(Some(file)) if file == "-" => Err(refuse("--resume")),
        Some(Some(file)) => Ok(Some(file.clone())),
    }
}

/// The table to play at, and the record of what has happened there so far.
fn begin(arguments: &Arguments, resumed: Option<&Path>) -> Result<(Record, Box<dyn Table>)> {
    let Some(file) = resumed else {
        let table = arguments.opening.open(arguments.game)?;
        return Ok((Record::of(&*table), table));
    };
    let old = replay::read(file)?;
    check_game(arguments.game, old.game(), file)?;
    let table = replay::table(file, &old, None)?;
    Ok((rewritten(&old, &*table), table))
}

/// The record in the words of the table it replayed to, with all that it said besides.
fn rewritten(old: &Record, table: &dyn Table) -> Record {
    let mut record = Record::of(table);
    for (name, value) in old.headers() {
        if record.header(name).is_none() {
            record.set_header(name, value);
        }
    }
    record.set_comment(old.comment());
    for (entry, old) in record.entries_mut().iter_mut().zip(old.entries()) {
        entry.clock_millis = old.clock_millis;
        entry.eval = old.eval;
        entry.set_comment(old.comment());
        *entry.variations_mut() = old.variations().to_vec();
    }
    record
}

/// The players of the seats, named in the record, and a sentence on the choice of the first one, if
/// there was a choice.
fn take_seats(
    arguments: &Arguments,
    bots: Bots,
    seed: u64,
    table: &dyn Table,
    record: &mut Record,
) -> Result<(BySeat<Player>, Option<String>)> {
    let mut players = players(arguments, bots, record, table)?;
    // No move is ever played after so many, so that this is chance of its own, and the same again
    // with the same seed.
    let rng = &mut generator(seed, usize::MAX);
    let decision = arguments.first.map(|first| first.decide(players.len(), rng)).transpose();
    let decision = decision.map_err(|error| usage(format!("--first: {error}")))?;
    let notice = decision.as_ref().map(|it| first_player(it, &players, table));
    players.rotate_left(decision.as_ref().map_or(0, |it| it.index));
    let is_told = !arguments.players.is_empty() || decision.is_some();
    for (seat, player) in Seat::first(players.len()).zip(&players) {
        if record.name(seat).is_none() || is_told {
            record.set_name(seat, &player.to_string());
        }
    }
    if let Some(decision) = &decision {
        record.set_header("first", &decision.header);
    }
    Ok((BySeat::from_fn(players.len(), |seat| players[seat.index()].clone()), notice))
}

/// The players of the arguments or of the record; by default, a human in the first seat and bots.
fn players(
    arguments: &Arguments,
    bots: Bots,
    record: &Record,
    table: &dyn Table,
) -> Result<Vec<Player>> {
    let given = &arguments.players;
    let n_seats = table.n_seats();
    if given.len() > n_seats {
        let n_given = given.len();
        let seats = counted(n_seats, "seat");
        return Err(usage(format!("{n_given} players are too many for {seats}")));
    }
    let usual = |seat: Seat| if seat.index() == 0 { "human" } else { "random" };
    let player = |seat: Seat| match (given.get(seat.index()), record.name(seat)) {
        (Some(text), _) => Player::read(text, bots, table.game()).map_err(usage),
        (None, Some(name)) => Player::named(name, bots).map_err(usage),
        (None, None) => Player::read(usual(seat), bots, table.game()).map_err(usage),
    };
    Seat::first(n_seats).map(player).collect()
}

/// The player of the first seat, and the reason in a sentence.
fn first_player(decision: &Decision, players: &[Player], table: &dyn Table) -> String {
    let Decision { index, told, .. } = decision;
    let is_first = table.turn().seat().is_some_and(|seat| seat.index() == 0);
    let role = match table.mover().filter(|_| is_first) {
        Some(color) => format!("plays {color}"),
        None => "takes seat 1".to_owned(),
    };
    format!("{told}: player {} ({}) {role}", index + 1, players[*index])
}

/// A number that nobody can foresee. The standard library keeps one for its hash maps, which saves
/// us a dependency.
fn any_number() -> u64 {
    RandomState::new().hash_one(0)
}
