//! The bots of the house.

use std::time::Duration;

use pyo3::prelude::*;
use tilewright_bots::{Bots, Limits, SpecError, Stop, Thinking};
use tilewright_core::Viewer;
use tilewright_table::{AnyMove, GameId, Perspective};

use crate::arguments::Text;
use crate::engine::StopSign;
use crate::error::{GameError, argument_error, game_error};
use crate::game::Game;
use crate::moves::Move;
use crate::perspective::PyPerspective;
use crate::watch::watched;

/// A game that a bot is asked about, or what one seat saw of it.
pub(crate) enum GameOrPerspective<'py> {
    Game(Bound<'py, Game>),
    Perspective(Bound<'py, PyPerspective>),
}

impl<'py> FromPyObject<'_, 'py> for GameOrPerspective<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<GameOrPerspective<'py>> {
        if let Ok(game) = object.cast::<Game>() {
            return Ok(GameOrPerspective::Game(game.to_owned()));
        }
        let seen = object.cast::<PyPerspective>();
        seen.map(|seen| GameOrPerspective::Perspective(seen.to_owned()))
            .map_err(|_| argument_error(object, "a Game or a Perspective"))
    }
}

impl GameOrPerspective<'_> {
    /// The perspective of the seat to move.
    pub(crate) fn perspective(&self) -> PyResult<Perspective> {
        match self {
            GameOrPerspective::Game(game) => {
                let table = game.get().table();
                let seat = table.turn().seat();
                let seat = seat.ok_or_else(|| GameError::new_err("no seat is to move"))?;
                Ok(table.perspective(Viewer::Seat(seat)))
            }
            GameOrPerspective::Perspective(seen) => Ok(seen.get().seen.clone()),
        }
    }
}

pub(crate) fn bots(game: GameId) -> Bots {
    Bots::of(game)
}

/// The limits for a move.
pub(crate) fn limits(
    seconds: Option<f64>,
    nodes: Option<u64>,
    depth: Option<usize>,
) -> PyResult<Limits> {
    let time = seconds.map(Duration::try_from_secs_f64).transpose();
    let time = time.map_err(|_| GameError::new_err("a time is a number of seconds above 0"))?;
    Ok(Limits { time, nodes, depth, is_cpu_time: false })
}

/// The sign of the caller, or one of this call's own.
pub(crate) fn stop_of(sign: Option<&Bound<'_, StopSign>>) -> Stop {
    sign.map_or_else(Stop::new, |sign| sign.get().stop.clone())
}

/// Checks that there is a game which has this bot, or the game that is named.
#[pyfunction]
#[pyo3(signature = (spec, game=None))]
pub(crate) fn check_bot(spec: Text, game: Option<Text>) -> PyResult<String> {
    let Text(spec) = spec;
    let spec = spec.as_str();
    if let Some(Text(game)) = game {
        let id: GameId = game.parse().map_err(|error| game_error(&error))?;
        return bots(id)
            .read(spec)
            .map(|spec| spec.to_string())
            .map_err(|error| game_error(&error));
    }
    let mut refusal = format!("no game has a bot '{spec}': tilewright.bots(game) lists them");
    for game in GameId::ALL {
        match bots(game).read(spec) {
            Ok(spec) => return Ok(spec.to_string()),
            Err(SpecError::NoSuchKind { .. }) => {}
            Err(error) => refusal = error.to_string(),
        }
    }
    Err(GameError::new_err(refusal))
}

/// The choice of a bot for the seat to move.
#[pyfunction]
#[pyo3(signature = (spec, game, seed, seconds=None, nodes=None, depth=None, stop=None))]
#[expect(clippy::too_many_arguments, reason = "they are the arguments of a function of Python")]
pub(crate) fn choose(
    py: Python<'_>,
    spec: &str,
    game: GameOrPerspective<'_>,
    seed: u64,
    seconds: Option<f64>,
    nodes: Option<u64>,
    depth: Option<usize>,
    stop: Option<&Bound<'_, StopSign>>,
) -> PyResult<Move> {
    let perspective = game.perspective()?;
    let bots = bots(perspective.game());
    let spec = bots.read(spec).map_err(|error| game_error(&error))?;
    let limits = limits(seconds, nodes, depth)?;
    let stop = stop_of(stop);
    let think = |_| {
        let mut bot = bots.bot(&spec).map_err(|error| error.to_string())?;
        let thinking = &mut Thinking { limits, stop: &stop, seed, ..Thinking::default() };
        let choice = bot.choose(&perspective, thinking).ok_or("it is not this seat's turn")?;
        Ok::<AnyMove, String>(choice.m)
    };
    watched(py, &stop, think, |()| Ok(()))?.map(Move::from).map_err(GameError::new_err)
}

type Setting = (&'static str, &'static str, &'static str);

/// The kinds of bots of a game: name, what it does, and its settings with values and meaning.
#[pyfunction]
pub(crate) fn bot_kinds(game: Text) -> PyResult<Vec<(&'static str, &'static str, Vec<Setting>)>> {
    let id: GameId = game.0.parse().map_err(|error| game_error(&error))?;
    let kinds = bots(id).kinds().map(|kind| {
        let settings = kind.keys.iter().map(|key| (key.name, key.values, key.help)).collect();
        (kind.name, kind.help, settings)
    });
    Ok(kinds.collect())
}

/// The levels of a game, from the first: who plays with two seats, with more, and in a sentence.
#[pyfunction]
pub(crate) fn bot_levels(game: Text) -> PyResult<Vec<(&'static str, &'static str, String)>> {
    let id: GameId = game.0.parse().map_err(|error| game_error(&error))?;
    let levels = bots(id).levels().iter();
    Ok(levels.map(|level| (level.bot, level.crowd, level.to_string())).collect())
}

/// A time such as `300ms` as a number of seconds.
#[pyfunction]
pub(crate) fn parse_time(text: &str) -> PyResult<f64> {
    let time = tilewright_bots::parse_time(text);
    let wrong = "a time is a number with its unit, such as 300ms or 2s";
    time.map(|time| time.as_secs_f64()).ok_or_else(|| GameError::new_err(wrong))
}
