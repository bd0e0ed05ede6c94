//! `tilewright play`

mod save;
mod session;

use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};
use std::path::PathBuf;
use std::str::FromStr;

use anyhow::{Result, ensure};
use clap::Args;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tilewright_core::{BySeat, Ink, Seat};
use tilewright_games::{GameId, Record, Table};

use self::save::SaveFile;
use self::session::Session;
use crate::date::Moment;
use crate::opening::Opening;
use crate::replay;

/// Play in the terminal
///
/// The first seat is yours and the others play at random, unless --seat says otherwise. After every
/// move the record of the game is saved, so that nothing is lost, whatever happens.
#[derive(Args)]
#[command(after_help = "\
Examples:
  tilewright play blokus
  tilewright play blokus --variant duo --seat random --seat human
  tilewright play blokus --variant tilewe --seats 2 --save game.record
  tilewright play --resume game.record

At your turn, type a move or `help`.")]
pub(crate) struct Arguments {
    /// Which game
    #[arg(required_unless_present = "resume")]
    game: Option<GameId>,

    #[command(flatten)]
    opening: Opening,

    /// Who plays: human or random; give it once for each seat, in their order
    #[arg(long = "seat", value_name = "PLAYER")]
    players: Vec<Player>,

    /// What chance and the random players follow; the same number makes the same choices
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Where to keep the record, instead of the folder for your data
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// Go on with a game that was saved
    #[arg(long, value_name = "FILE", conflicts_with_all = ["variant", "seats", "options", "position", "moves"])]
    resume: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments, ink: Ink, out: &mut dyn Write) -> Result<()> {
    let (mut record, table) = begin(arguments)?;
    let players = players(arguments, &record, &*table)?;
    for seat in players.seats() {
        if record.name(seat).is_none() || !arguments.players.is_empty() {
            record.set_name(seat, &players[seat].to_string());
        }
    }
    if arguments.resume.is_none() {
        record.set_header("date", &Moment::now().date());
    }
    let save = match (&arguments.save, &arguments.resume) {
        (Some(file), _) => SaveFile::create(file.clone())?,
        (None, Some(file)) => SaveFile::existing(file.clone()),
        (None, None) => SaveFile::in_data_folder(table.game())?,
    };
    let seed = arguments.seed.unwrap_or_else(any_number);
    let rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let input = &mut io::stdin().lock();
    Session { table, players, record, save, rng, ink, input, out }.run()
}

/// The table to play at, and the record of what has happened there so far.
fn begin(arguments: &Arguments) -> Result<(Record, Box<dyn Table>)> {
    let Some(file) = &arguments.resume else {
        let game = arguments.game.expect("clap asks for a game unless one is resumed");
        let table = arguments.opening.open(game)?;
        return Ok((Record::of(&*table), table));
    };
    let (old, table) = replay::read(file)?;
    if let Some(game) = arguments.game {
        ensure!(game == old.game(), "{} is a game of {}, not {game}", file.display(), old.game());
    }
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
    ensure!(given.len() <= n_seats, "{} players are too many for {n_seats} seats", given.len());
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
