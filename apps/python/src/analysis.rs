//! Values of moves.

use std::sync::mpsc::Sender;

use pyo3::prelude::*;
use tilewright_bots::{Analysis, BotSpec, Judged, MoveValue, Question, Stop, perspectives, review};
use tilewright_core::BySeat;
use tilewright_table::{AnyMove, GameId, Record};

use crate::bot::{GameOrPerspective, bots, limits, stop_of};
use crate::engine::StopSign;
use crate::error::{GameError, argument_error, game_error};
use crate::game::Game;
use crate::watch::watched;

/// A move and what is known of it: the move, the value and the margin for each seat, the line,
/// depth, nodes, visits, plies, and whether it is proved.
type MoveTuple = (
    String,
    Option<Vec<f64>>,
    Option<Vec<f64>>,
    Vec<String>,
    usize,
    u64,
    Option<u64>,
    Option<usize>,
    bool,
);

fn tell(rated: &MoveValue<AnyMove>) -> MoveTuple {
    let MoveValue { m, info, margin, visits, plies } = rated;
    let list = |by_seat: &BySeat<f64>| by_seat.iter().copied().collect();
    (
        m.to_string(),
        info.value.as_ref().map(list),
        margin.as_ref().map(list),
        info.line.iter().map(AnyMove::to_string).collect(),
        info.depth,
        info.nodes,
        *visits,
        *plies,
        info.is_proved,
    )
}

/// The moves, the best first, how many positions were looked at, and the judge.
type AnalysisTuple = (Vec<MoveTuple>, u64, String);

fn tell_all(analysis: &Analysis<AnyMove>, spec: &BotSpec) -> AnalysisTuple {
    let moves = analysis.moves.iter().map(tell).collect();
    (moves, analysis.nodes, judge_of(analysis, spec))
}

/// The judge of an analysis: the bot, or random games where the bot has no opinion of its own.
/// Games that are played out have visits and no depth.
fn judge_of(analysis: &Analysis<AnyMove>, spec: &BotSpec) -> String {
    let is_played_out = |rated: &MoveValue<AnyMove>| {
        rated.visits.is_some() && rated.info.depth == 0 && !rated.info.is_proved
    };
    if analysis.moves.iter().all(is_played_out) {
        return "random games".to_owned();
    }
    spec.to_string()
}

/// The values of the moves of the seat to move.
#[pyfunction]
#[pyo3(signature = (
    spec, game, n_moves, seed, seconds=None, nodes=None, depth=None, on_progress=None, stop=None
))]
#[expect(clippy::too_many_arguments, reason = "they are the arguments of a function of Python")]
pub(crate) fn analyze_moves(
    py: Python<'_>,
    spec: Option<&str>,
    game: GameOrPerspective<'_>,
    n_moves: usize,
    seed: u64,
    seconds: Option<f64>,
    nodes: Option<u64>,
    depth: Option<usize>,
    on_progress: Option<Bound<'_, PyAny>>,
    stop: Option<&Bound<'_, StopSign>>,
) -> PyResult<AnalysisTuple> {
    let perspective = game.perspective()?;
    let bots = bots(perspective.game());
    let spec = match spec {
        Some(text) => bots.read(text).map_err(|error| game_error(&error))?,
        None => bots.best(perspective.n_seats()),
    };
    let limits = limits(seconds, nodes, depth)?;
    let stop = stop_of(stop);
    let is_heard = on_progress.is_some();
    let study = |news: Sender<AnalysisTuple>| {
        let mut bot = bots.bot(&spec).map_err(|error| error.to_string())?;
        let mut listen = |analysis: &Analysis<AnyMove>| {
            if is_heard {
                // Nobody listens any more if something else went wrong.
                let _ = news.send(tell_all(analysis, &spec));
            }
        };
        let mut question = Question {
            limits,
            stop: Some(&stop),
            seed,
            n_moves,
            listener: Some(&mut listen),
            ..Question::default()
        };
        let analysis = bot.analyze(&perspective, &mut question);
        let analysis = analysis.ok_or("it is not this seat's turn")?;
        Ok::<AnalysisTuple, String>(tell_all(&analysis, &spec))
    };
    let hear = |told: AnalysisTuple| match &on_progress {
        Some(callable) => callable.call1(told).map(drop),
        None => Ok(()),
    };
    watched(py, &stop, study, hear)?.map_err(GameError::new_err)
}

/// A game to review, or the text of a record.
pub(crate) enum Reviewed<'py> {
    Game(Bound<'py, Game>),
    Record(String),
}

impl<'py> FromPyObject<'_, 'py> for Reviewed<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Reviewed<'py>> {
        if let Ok(game) = object.cast::<Game>() {
            return Ok(Reviewed::Game(game.to_owned()));
        }
        let text = object.extract::<String>();
        text.map(Reviewed::Record)
            .map_err(|_| argument_error(object, "a Game or the text of a record"))
    }
}

/// A move that was judged: the game, its ply, seat, text, the value after it, its loss, the best
/// move, and the judge.
type ReviewedTuple =
    (&'static str, usize, usize, String, Option<Vec<f64>>, Option<f64>, Option<MoveTuple>, String);

fn tell_judged(game: GameId, judged: &Judged, spec: &BotSpec) -> ReviewedTuple {
    let value = judged.value().map(|value| value.iter().copied().collect());
    let Judged { ply, seat, m, .. } = judged;
    let best = judged.best().map(tell);
    let judge = judge_of(&judged.analysis, spec);
    (game.slug(), ply + 1, seat.index(), m.to_string(), value, judged.loss(), best, judge)
}

/// Judges every move of a game.
#[pyfunction]
#[pyo3(signature = (spec, game, seconds=None, nodes=None, depth=None, on_move=None))]
pub(crate) fn review_moves(
    py: Python<'_>,
    spec: Option<&str>,
    game: Reviewed<'_>,
    seconds: Option<f64>,
    nodes: Option<u64>,
    depth: Option<usize>,
    on_move: Option<Bound<'_, PyAny>>,
) -> PyResult<Vec<ReviewedTuple>> {
    let game = match game {
        Reviewed::Game(game) => game.get().table().perspectives(),
        Reviewed::Record(text) => {
            let record: Record = text.parse().map_err(|error| game_error(&error))?;
            perspectives(&record).map_err(|error| game_error(&error))?
        }
    };
    let id = game[0].game();
    let bots = bots(id);
    let spec = match spec {
        Some(text) => bots.read(text).map_err(|error| game_error(&error))?,
        None => bots.best(game[0].n_seats()),
    };
    let limits = limits(seconds, nodes, depth)?;
    let stop = Stop::new();
    let judge = |news: Sender<ReviewedTuple>| {
        review(&spec, &game, limits, &stop, &mut |judged| {
            // Nobody listens any more if something else went wrong.
            let _ = news.send(tell_judged(id, judged, &spec));
        })
    };
    let mut told = Vec::new();
    let hear = |judged: ReviewedTuple| {
        told.push(judged.clone());
        on_move.as_ref().map_or(Ok(()), |callable| callable.call1(judged).map(drop))
    };
    watched(py, &stop, judge, hear)?.map_err(|error| game_error(&error))?;
    Ok(told)
}
