//! `tilewright play`

mod input;
mod news;
mod part;
mod save;
mod session;

use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::Result;
use clap::Args;
use tilewright_core::{BySeat, Ink, Seat};
use tilewright_games::{GameId, Record, Table};

use self::save::SaveFile;
use self::session::{Screen, Session};
use crate::date::Moment;
use crate::opening::{Opening, check_game};
use crate::replay;
use crate::usage::{up_to, usage};

/// Play in the terminal
///
/// The first seat is yours and the others play at random, unless --seat says otherwise. After every
/// move the record of the game is saved, so that nothing is lost, whatever happens. If hands are
/// hidden, each human sees only its own, and several take turns alone at the screen.
#[derive(Args)]
#[command(after_help = "\
Examples:
  tilewright play blokus
  tilewright play blokus --variant duo --seat random --seat human
  tilewright play blokus --variant tilewe --seats 2 --save game.record
  tilewright play --resume                          the game that you played last
  tilewright play --resume game.record

At your turn, type a move or `help`. `tilewright games` tells how moves are written.")]
pub(crate) struct Arguments {
    /// Which game
    #[arg(required_unless_present_any = ["record", "resume"])]
    game: Option<GameId>,

    #[command(flatten)]
    opening: Opening,

    /// Who plays: human or random; give it once for each seat, in their order
    #[arg(long = "seat", value_name = "PLAYER")]
    players: Vec<Player>,

    /// What chance and the random players follow: each choice depends on this number, how many moves
    /// were played and which are legal, so that it is the same again after `undo` and, as the record
    /// keeps the number, after --resume
    #[arg(long, value_name = "N", value_parser = up_to(u64::MAX), allow_negative_numbers = true)]
    seed: Option<u64>,

    /// Where to keep the record, instead of the folder for your data
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// Go on with a game that was saved, or without FILE with the last one in the folder for your
    /// data
    #[arg(long, value_name = "FILE", num_args = 0..=1)]
    #[arg(conflicts_with_all = ["variant", "seats", "options", "position", "moves", "record"])]
    #[expect(
        clippy::option_option,
        reason = "clap's type of an option whose value may be missing"
    )]
    resume: Option<Option<PathBuf>>,
}

pub(crate) fn run(arguments: &Arguments, ink: Ink, out: &mut dyn Write) -> Result<()> {
    let resumed = resumed(arguments)?;
    let (mut record, table) = begin(arguments, resumed.as_deref())?;
    let players = players(arguments, &record, &*table)?;
    for seat in players.seats() {
        if record.name(seat).is_none() || !arguments.players.is_empty() {
            record.set_name(seat, &players[seat].to_string());
        }
    }
    if resumed.is_none() {
        record.set_header("date", &Moment::now().date());
    }
    let recorded_seed = record.header("seed").and_then(|seed| seed.parse().ok());
    let seed = arguments.seed.or(recorded_seed).unwrap_or_else(any_number);
    record.set_header("seed", &seed.to_string());
    let save = match (&arguments.save, resumed) {
        (Some(file), _) => {
            SaveFile::create(file.clone()).map_err(|error| usage(format!("{error:#}")))?
        }
        (None, Some(file)) => SaveFile::existing(file),
        (None, None) => SaveFile::in_data_folder(table.game())?,
    };
    let screen = Screen { ink, input: &mut io::stdin().lock(), out };
    Session::new(table, players, record, save, seed, screen).run()
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
        Some(None) => save::newest().map(Some),
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
    }
    record
}

/// Who plays: as the arguments say, or as the record says, or the first seat against chance.
fn players(arguments: &Arguments, record: &Record, table: &dyn Table) -> Result<BySeat<Player>> {
    let n_seats = table.n_seats();
    let given = &arguments.players;
    if given.len() > n_seats {
        let n_given = given.len();
        return Err(usage(format!("{n_given} players are too many for {n_seats} seats")));
    }
    let usual = |seat: Seat| if seat.index() == 0 { Player::Human } else { Player::Random };
    let recorded = |seat| match record.name(seat) {
        Some("random") => Player::Random,
        Some(_) => Player::Human,
        None => usual(seat),
    };
    Ok(BySeat::from_fn(n_seats, |seat| {
        given.get(seat.index()).copied().unwrap_or_else(|| recorded(seat))
    }))
}

/// A number that nobody can foresee. The standard library keeps one for its hash maps, which saves
/// us a dependency.
fn any_number() -> u64 {
    RandomState::new().hash_one(0)
}

/// Who plays for a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Player {
    /// Whoever sits at the terminal.
    Human,
    /// Any legal move, all equally likely.
    #[default]
    Random,
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Player::Human => "human",
            Player::Random => "random",
        })
    }
}

impl FromStr for Player {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Player, &'static str> {
        match text {
            "human" => Ok(Player::Human),
            "random" => Ok(Player::Random),
            _ => Err("a player is human or random"),
        }
    }
}
