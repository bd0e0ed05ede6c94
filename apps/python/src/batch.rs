//! Many games stepped at once, with arrays of `NumPy`.

use std::sync::{Mutex, MutexGuard, PoisonError};

use numpy::{
    Element, IntoPyArray, PyArray1, PyArray2, PyArray3, PyArray4, PyArrayDescrMethods as _,
    PyArrayMethods as _, PyReadonlyArray1, PyReadwriteArray2, PyUntypedArray,
    PyUntypedArrayMethods as _,
};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use tilewright_batch::{
    AnyBatch, GoOn, Policy, Setup, StepError, actions_at, always, observation_at, open_while,
    reward_of,
};
use tilewright_bots::Stop;
use tilewright_core::Seat;
use tilewright_render::{Ink, choice, text};
use tilewright_table::{AnyMove, GameId};

use crate::arguments::{self, Chance, Flag, Seed, Text, Whole};
use crate::error::{GameError, IllegalMove, argument_error, game_error, illegal_move};
use crate::game::Game;
use crate::moves::{Move, MoveOrText, tuple_of};
use crate::watch::watched;

/// Thousands of games of one kind, stepped at once: actions are numbers, and what the games show
/// are arrays of `NumPy`.
///
/// `BatchGame("blokus", n=4096, variant="duo", seed=1, threads=2)` opens one; options of the game
/// are keywords, as for `Game`. What chance brings depends on the seed, the number of the game in
/// the batch and how often it was begun, and on nothing else. With `auto_reset` a game that ends is
/// begun anew at once.
#[pyclass(module = "tilewright", frozen)]
pub(crate) struct BatchGame {
    batch: Mutex<Box<dyn AnyBatch>>,
    n_games: usize,
}

/// The most games for which work is done in the thread of the caller: it ends before anybody could
/// interrupt it.
const MAX_UNWATCHED: usize = 4096;

/// Arrays of planes and of features, one row for each game.
type Observations<'py> = (Bound<'py, PyArray4<u8>>, Bound<'py, PyArray2<f32>>);

/// The same of one game.
type Observation<'py> = (Bound<'py, PyArray3<u8>>, Bound<'py, PyArray1<f32>>);

/// Two arrays of one dimension.
type ArrayPair<'py, A, B> = (Bound<'py, PyArray1<A>>, Bound<'py, PyArray1<B>>);

/// The reward of each seat, and the games that ended.
type Stepped<'py> = (Bound<'py, PyArray2<f32>>, Bound<'py, PyArray1<bool>>);

impl BatchGame {
    fn of(batch: Box<dyn AnyBatch>) -> BatchGame {
        let n_games = batch.n_games();
        BatchGame { batch: Mutex::new(batch), n_games }
    }

    /// The lock is never held while Python runs: whoever waits for it has let go of the
    /// interpreter.
    fn lock(&self) -> MutexGuard<'_, Box<dyn AnyBatch>> {
        self.batch.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Computes with the batch while other threads of Python go on.
    fn with<T: Send>(&self, py: Python<'_>, work: impl FnOnce(&mut dyn AnyBatch) -> T + Send) -> T {
        py.detach(|| work(&mut **self.lock()))
    }

    /// The same, ended by Ctrl-C where there are many games: the work stops when its question is
    /// answered with false.
    fn watch<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut dyn AnyBatch, GoOn<'_>) -> T + Send,
    ) -> PyResult<T> {
        watch_games(py, self.n_games, |go_on| work(&mut **self.lock(), go_on))
    }
}

#[pymethods]
impl BatchGame {
    #[new]
    #[pyo3(signature = (
        game, n, *, seed=Seed(0), threads=Count(1), auto_reset=Flag(false), **options
    ))]
    #[pyo3(text_signature = "(game, n, *, seed=0, threads=1, auto_reset=False, **options)")]
    fn new(
        py: Python<'_>,
        game: Text,
        n: Count,
        seed: Seed,
        threads: Count,
        auto_reset: Flag,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<BatchGame> {
        // Later it would panic: where NumPy is missing, or Ctrl-C comes while it is loaded.
        py.import("numpy")?;
        PyArray1::<u8>::zeros(py, 0, false);
        let id: GameId = game.0.parse().map_err(|error| game_error(&error))?;
        let options = arguments::options(options)?;
        let setup =
            Setup { n_games: n.0, seed: seed.0, n_threads: threads.0, auto_reset: auto_reset.0 };
        let batch = watch_games(py, n.0, |go_on| {
            let pairs: Vec<(&str, &str)> =
                options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
            open_while(id, &pairs, setup, go_on)
        })?;
        let batch = batch.map_err(|error| game_error(&error))?;
        batch.map(BatchGame::of).ok_or_else(stopped)
    }

    fn __len__(&self) -> usize {
        self.n_games
    }

    /// Which game it is: `blokus`, `triominos`, `coerceo` or `aquapipe`.
    #[getter]
    fn name(&self, py: Python<'_>) -> &'static str {
        self.with(py, |batch| batch.game().slug())
    }

    /// The number of seats of each game.
    #[getter]
    fn seats(&self, py: Python<'_>) -> usize {
        self.with(py, |batch| batch.n_seats())
    }

    /// The number of threads that work on it.
    #[getter]
    fn threads(&self, py: Python<'_>) -> usize {
        self.with(py, |batch| batch.n_threads())
    }

    /// The seed of chance.
    #[getter]
    fn seed(&self, py: Python<'_>) -> u64 {
        self.with(py, |batch| batch.seed())
    }

    /// The number of actions, which are numbered from 0.
    #[getter]
    fn n_actions(&self, py: Python<'_>) -> usize {
        self.with(py, |batch| batch.n_actions())
    }

    /// The name of each plane of an observation.
    #[getter]
    fn plane_names(&self, py: Python<'_>) -> Vec<String> {
        self.with(py, |batch| batch.plane_names())
    }

    /// The name of each feature of an observation.
    #[getter]
    fn feature_names(&self, py: Python<'_>) -> Vec<String> {
        self.with(py, |batch| batch.feature_names())
    }

    /// The shape of the planes of an observation: how many, their height and their width.
    #[getter]
    fn plane_shape(&self, py: Python<'_>) -> (usize, usize, usize) {
        self.with(py, |batch| shape(batch))
    }

    /// The seat to move in each game, and -1 where it is over.
    #[getter]
    fn turns<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let index = |turn: Option<Seat>| turn.map_or(-1, |seat| seat.index() as i8);
        let turns: Vec<i8> = self.with(py, |batch| batch.turns().into_iter().map(index).collect());
        turns.into_pyarray(py)
    }

    /// The points of every seat in each game.
    #[getter]
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i32>>> {
        let scores: Vec<i32> = self.with(py, |batch| {
            batch.scores().iter().flat_map(|scores| scores.as_slice().to_vec()).collect()
        });
        self.rows(py, scores)
    }

    /// The number of games that each slot has begun.
    #[getter]
    fn episodes<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u64>> {
        self.with(py, |batch| batch.episodes()).into_pyarray(py)
    }

    /// The legal actions of all games, one game after the other, and where those of each game
    /// begin: those of game `i` are `actions[offsets[i]:offsets[i + 1]]`, in no particular order.
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<ArrayPair<'py, i32, i64>> {
        let legal = self.watch(py, |batch, go_on| batch.legal_actions_while(go_on))?;
        Ok((legal.actions.into_pyarray(py), legal.offsets.into_pyarray(py)))
    }

    /// The legal actions of each game as bits in words of 64: action `a` is bit `a % 64` of word
    /// `a // 64`. With `dense=True` they are flags, one for each action. `out` is an array to write
    /// them to, instead of a new one.
    #[pyo3(signature = (*, dense=Flag(false), out=None))]
    #[pyo3(text_signature = "($self, *, dense=False, out=None)")]
    fn legal_masks<'py>(
        &self,
        py: Python<'py>,
        dense: Flag,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if dense.0 {
            return self.masks(
                py,
                (out, "bool"),
                |batch| batch.n_actions(),
                |batch, go_on| batch.dense_masks(go_on),
                |batch, flags, go_on| batch.write_dense_masks(flags, go_on),
            );
        }
        self.masks(
            py,
            (out, "uint64"),
            |batch| batch.n_mask_words(),
            |batch, go_on| batch.masks(go_on),
            |batch, words, go_on| batch.write_masks(words, go_on),
        )
    }

    /// The knowledge of the seat to move in each game (of the first seat where the game is over):
    /// planes of the board, and features, named by `plane_names` and `feature_names`. `out` are two
    /// arrays to write them to, instead of new ones.
    #[pyo3(signature = (*, out=None))]
    fn observations<'py>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Observations<'py>> {
        let (n_games, (n_planes, height, width), n_features) =
            self.with(py, |batch| (batch.n_games(), shape(batch), batch.feature_names().len()));
        let plane_shape = [n_games, n_planes, height, width];
        let feature_shape = [n_games, n_features];
        let Some(out) = out else {
            let made = self.watch(py, |batch, go_on| batch.observations(go_on))?;
            let (planes, features) = made.map_err(|error| game_error(&error))?;
            return Ok((
                planes.into_pyarray(py).reshape(plane_shape)?,
                features.into_pyarray(py).reshape(feature_shape)?,
            ));
        };
        let (planes, features): Observations<'py> = out.extract().map_err(|_| {
            let wanted =
                "a pair of arrays for out, of uint8 in four dimensions and float32 in two,";
            argument_error(out.as_borrowed(), wanted)
        })?;
        check_room("planes", planes.as_untyped(), &plane_shape)?;
        check_room("features", features.as_untyped(), &feature_shape)?;
        let (mut plane_rows, mut feature_rows) =
            (writable(planes.try_readwrite())?, writable(features.try_readwrite())?);
        let (plane_rows, feature_rows) =
            (writable(plane_rows.as_slice_mut())?, writable(feature_rows.as_slice_mut())?);
        self.watch(py, |batch, go_on| {
            batch.write_observations(plane_rows, feature_rows, go_on);
        })?;
        Ok((planes, features))
    }

    /// The knowledge of a seat in one game: planes and features.
    fn observe<'py>(
        &self,
        py: Python<'py>,
        game: Whole,
        seat: Whole,
    ) -> PyResult<Observation<'py>> {
        let seat = arguments::seat(seat, self.seats(py))?;
        let (n_planes, height, width) = self.plane_shape(py);
        let seen = self.with(py, |batch| {
            let mut planes = vec![0; n_planes * height * width];
            let mut features = vec![0.0; batch.feature_names().len()];
            batch.observe(batch.check_game(game.0)?, seat, &mut planes, &mut features);
            Ok((planes, features))
        });
        let (planes, features) = seen.map_err(refused)?;
        Ok((planes.into_pyarray(py).reshape([n_planes, height, width])?, features.into_pyarray(py)))
    }

    /// Plays an action in each game, and what chance adds; -1 leaves a game alone. Returns what
    /// each seat of each game got, which is 0 until the game ends, and which games just ended.
    /// Raises `IllegalMove` if an action is not legal, and then nothing was played in any game.
    fn step<'py>(&self, py: Python<'py>, actions: &Bound<'py, PyAny>) -> PyResult<Stepped<'py>> {
        let actions = integers(actions)?;
        let stepped = self.watch(py, |batch, go_on| {
            let Some(outcomes) = batch.step_while(&actions, go_on)? else { return Ok(None) };
            let n_seats = batch.n_seats();
            let mut rewards = vec![0.0; n_seats * outcomes.len()];
            for (rewards, outcome) in rewards.chunks_mut(n_seats).zip(&outcomes) {
                if let Some(outcome) = outcome {
                    rewards.copy_from_slice(reward_of(outcome).as_slice());
                }
            }
            Ok(Some((rewards, outcomes.iter().map(Option::is_some).collect::<Vec<bool>>())))
        })?;
        let (rewards, dones) = stepped.map_err(refused)?.ok_or_else(stopped)?;
        Ok((self.rows(py, rewards)?, dones.into_pyarray(py)))
    }

    /// Plays a move in one game, also one that has no number there, and what chance adds. Returns
    /// what each seat got, which is 0 until the game ends.
    #[pyo3(signature = (game, r#move))]
    fn play<'py>(
        &self,
        py: Python<'py>,
        game: Whole,
        r#move: MoveOrText<'_>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let text = r#move.text();
        let played = self
            .with(py, |batch| Ok(batch.play(batch.check_game(game.0)?, &text)))
            .map_err(refused)?;
        let rewards = match played.map_err(|error| illegal_move(py, &error))? {
            Some(outcome) => reward_of(&outcome).as_slice().to_vec(),
            None => vec![0.0; self.seats(py)],
        };
        Ok(rewards.into_pyarray(py))
    }

    /// Begins games anew: all, or those of a mask such as `dones`, or those of a list of their
    /// numbers. With a `seed` all begin as in a new batch.
    #[pyo3(signature = (games=None, *, seed=None))]
    fn reset(
        &self,
        py: Python<'_>,
        games: Option<&Bound<'_, PyAny>>,
        seed: Option<Seed>,
    ) -> PyResult<()> {
        match (games, seed) {
            (None, None) => self.reset_some(py, &vec![true; self.n_games]),
            (None, Some(Seed(seed))) => {
                self.watch(py, |batch, go_on| batch.restart_while(seed, go_on))
            }
            (Some(games), None) => {
                let games = py.import("numpy")?.call_method1("asarray", (games,))?;
                if games.len()? == 0 {
                    return Ok(());
                }
                if let Ok(mask) = games.extract::<PyReadonlyArray1<'_, bool>>() {
                    return self.reset_some(py, &mask.as_array().to_vec());
                }
                let games = integers(&games)?;
                let is_reset = self.with(py, |batch| batch.flags(&games)).map_err(refused)?;
                self.reset_some(py, &is_reset)
            }
            (Some(_), Some(_)) => {
                Err(GameError::new_err("a seed begins all games anew: do not choose some of them"))
            }
        }
    }

    /// Plays each game at random to its end and returns points, places, rewards and how many moves
    /// that took; the batch stays as it is. Without a seed chance follows the module `random`. All
    /// legal moves are equally likely, or with `quick=True` as the game can choose fastest.
    /// `max_moves` stops a rollout that is not over, whose places are 0.
    #[pyo3(signature = (seed=None, *, max_moves=Count(1_000_000), quick=Flag(false)))]
    #[pyo3(text_signature = "($self, seed=None, *, max_moves=1000000, quick=False)")]
    fn rollouts<'py>(
        &self,
        py: Python<'py>,
        seed: Option<Chance>,
        max_moves: Count,
        quick: Flag,
    ) -> PyResult<Bound<'py, PyAny>> {
        let max_plies = u32::try_from(max_moves.0).unwrap_or(u32::MAX);
        let policy = if quick.0 { Policy::Quick } else { Policy::Uniform };
        let seed = Chance::seed(py, seed)?;
        let stop = Stop::new();
        let work = |_| {
            let batch = self.lock();
            batch.rollouts_while(seed, max_plies, policy, &|| !stop.is_stopped())
        };
        let ends = watched(py, &stop, work, |()| Ok(()))?.ok_or_else(stopped)?;
        let n_seats = self.seats(py);
        let mut scores = Vec::with_capacity(ends.len() * n_seats);
        let mut places = vec![0; ends.len() * n_seats];
        let mut rewards = vec![0.0; ends.len() * n_seats];
        for (i, end) in ends.iter().enumerate() {
            scores.extend_from_slice(end.scores.as_slice());
            if let Some(outcome) = end.outcome {
                let row = i * n_seats..(i + 1) * n_seats;
                places[row.clone()].copy_from_slice(outcome.places().as_slice());
                rewards[row].copy_from_slice(reward_of(&outcome).as_slice());
            }
        }
        let n_plies: Vec<u32> = ends.iter().map(|end| end.n_plies).collect();
        let arrays = (
            self.rows(py, scores)?,
            self.rows(py, places)?,
            self.rows(py, rewards)?,
            n_plies.into_pyarray(py),
        );
        py.import("tilewright._batch")?.getattr("Rollouts")?.call1(arrays)
    }

    /// The move that an action is in a game, legal or not.
    fn action_to_move(&self, py: Python<'_>, game: Whole, action: Whole) -> PyResult<Move> {
        let m = self.with(py, |batch| {
            let game = batch.check_game(game.0)?;
            let number = u32::try_from(action.0).ok();
            let text = number.and_then(|number| batch.move_of(game, number));
            Ok(text.and_then(|text| batch.game().parse_move(&text).ok()))
        });
        let m = m.map_err(refused)?;
        m.map(Move::from)
            .ok_or_else(|| refused(StepError::NoMove { game: game.0 as usize, action: action.0 }))
    }

    /// The action that a move is in a game, legal or not.
    #[pyo3(signature = (game, r#move))]
    fn move_to_action(&self, py: Python<'_>, game: Whole, r#move: MoveOrText<'_>) -> PyResult<u32> {
        let text = r#move.text();
        let known = self.with(py, |batch| {
            let game = batch.check_game(game.0).map_err(refused)?;
            batch.action_of(game, &text).map_err(|error| game_error(&error))
        });
        known?.ok_or_else(|| {
            GameError::new_err(format!("game {}: {text} has no number here", game.0))
        })
    }

    /// The moves of a game so far, those of chance included.
    fn moves<'py>(&self, py: Python<'py>, game: Whole) -> PyResult<Bound<'py, PyTuple>> {
        let moves = self.with(py, |batch| {
            let moves = batch.moves(batch.check_game(game.0)?);
            let read = moves.iter().filter_map(|text| batch.game().parse_move(text).ok());
            Ok(read.collect::<Vec<AnyMove>>())
        });
        tuple_of(py, moves.map_err(refused)?.into_iter())
    }

    /// A game of the batch, with all its moves, that goes its own way; its chance is left to
    /// whoever plays on.
    fn game(&self, py: Python<'_>, game: Whole) -> PyResult<Game> {
        let table = self.with(py, |batch| Ok(batch.table(batch.check_game(game.0)?)));
        table.map(|table| Game::new(table, None)).map_err(refused)
    }

    /// The board of a game in text for a terminal: as a seat sees it, with what it can choose from,
    /// or as a spectator does.
    #[pyo3(signature = (game, seat=None))]
    fn draw(&self, py: Python<'_>, game: Whole, seat: Option<Whole>) -> PyResult<String> {
        let viewer = arguments::viewer(seat, self.seats(py))?;
        let drawn = self.with(py, |batch| {
            let table = batch.table(batch.check_game(game.0)?);
            let view = table.game_view(viewer);
            let choice = viewer.seat().map(|_| choice(&view, Ink::Plain));
            Ok(text(&view, Ink::Plain) + &choice.unwrap_or_default())
        });
        drawn.map_err(refused)
    }

    /// A copy that goes its own way.
    fn copy(&self, py: Python<'_>) -> BatchGame {
        BatchGame::of(self.with(py, |batch| batch.box_clone()))
    }

    fn __copy__(&self, py: Python<'_>) -> BatchGame {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> BatchGame {
        self.copy(py)
    }

    /// A batch is pickled as its options and the moves of its games.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, BatchState<'py>)> {
        let (setup, options, games) = self.with(py, |batch| {
            let setup = (batch.game().slug(), batch.n_games(), batch.seed(), batch.n_threads());
            let moves = (0..batch.n_games()).map(|game| batch.moves(game));
            let games: Vec<(u64, Vec<String>)> = batch.episodes().into_iter().zip(moves).collect();
            ((setup, batch.auto_reset()), batch.table(0).options(), games)
        });
        let ((game, n, seed, threads), auto_reset) = setup;
        let options = arguments::options_for_python(py, &options)?;
        let restore = py.import("tilewright._tilewright")?.getattr("_restore_batch")?;
        Ok((restore, (game, n, seed, threads, auto_reset, options, games)))
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        self.with(py, |batch| {
            format!(
                "<tilewright.BatchGame of {} games of {}>",
                batch.n_games(),
                batch.game().name()
            )
        })
    }
}

impl BatchGame {
    /// A row of values for each game.
    fn rows<'py, T: Element>(
        &self,
        py: Python<'py>,
        values: Vec<T>,
    ) -> PyResult<Bound<'py, PyArray2<T>>> {
        let width = values.len() / self.n_games;
        values.into_pyarray(py).reshape([self.n_games, width])
    }

    fn reset_some(&self, py: Python<'_>, is_reset: &[bool]) -> PyResult<()> {
        let reset = self.watch(py, |batch, go_on| batch.reset_while(is_reset, go_on))?;
        reset.map_err(refused)
    }

    fn masks<'py, T: Element + Send, E: ToString + Send>(
        &self,
        py: Python<'py>,
        (out, kind): (Option<&Bound<'py, PyAny>>, &str),
        width: impl FnOnce(&dyn AnyBatch) -> usize + Send,
        make: impl FnOnce(&dyn AnyBatch, GoOn<'_>) -> Result<Vec<T>, E> + Send,
        write: impl FnOnce(&dyn AnyBatch, &mut [T], GoOn<'_>) + Send,
    ) -> PyResult<Bound<'py, PyAny>> {
        let Some(out) = out else {
            let made = self.watch(py, |batch, go_on| make(batch, go_on))?;
            let masks = made.map_err(|error| game_error(&error))?;
            return Ok(self.rows(py, masks)?.into_any());
        };
        let mut masks: PyReadwriteArray2<'py, T> = out.extract().map_err(|_| {
            let wanted = format!("for out a writable array of two dimensions of {kind}");
            argument_error(out.as_borrowed(), &wanted)
        })?;
        let shape = self.with(py, |batch| [batch.n_games(), width(batch)]);
        check_room("out", masks.as_untyped(), &shape)?;
        let rows = writable(masks.as_slice_mut())?;
        self.watch(py, |batch, go_on| write(batch, rows, go_on))?;
        Ok(out.clone())
    }
}

/// Works on so many games without the interpreter; Ctrl-C ends it where they are many.
fn watch_games<T: Send>(
    py: Python<'_>,
    n_games: usize,
    work: impl FnOnce(GoOn<'_>) -> T + Send,
) -> PyResult<T> {
    if n_games <= MAX_UNWATCHED {
        return Ok(py.detach(|| work(&always)));
    }
    let stop = Stop::new();
    watched(py, &stop, |_| work(&|| !stop.is_stopped()), |()| Ok(()))
}

/// The error of work that somebody stopped; Python raises that of Ctrl-C before it.
fn stopped() -> PyErr {
    GameError::new_err("the batch was stopped")
}

/// The legal actions of a game's position, each with its move; none where no player is to move.
#[pyfunction]
pub(crate) fn actions_of(py: Python<'_>, game: Bound<'_, Game>) -> PyResult<Vec<(u32, String)>> {
    let table = game.get().table();
    let actions = py.detach(|| actions_at(table.game(), &table.position_text()));
    actions.map_err(|error| game_error(&error))
}

/// The observation of a seat in a game's position: planes, one after the other, and features.
#[pyfunction]
pub(crate) fn observation_of<'py>(
    py: Python<'py>,
    game: Bound<'py, Game>,
    seat: Whole,
) -> PyResult<ArrayPair<'py, u8, f32>> {
    let table = game.get().table();
    let seat = arguments::seat(seat, table.n_seats())?;
    let seen = py.detach(|| observation_at(table.game(), &table.position_text(), seat));
    let (planes, features) = seen.map_err(|error| game_error(&error))?;
    Ok((planes.into_pyarray(py), features.into_pyarray(py)))
}

/// The data that a batch is pickled as: its game, size, seed, threads, whether it resets games, its
/// options, and the episode and the moves of each game.
type BatchState<'py> =
    (&'static str, usize, u64, usize, bool, Bound<'py, PyDict>, Vec<(u64, Vec<String>)>);

/// The batch that was pickled.
#[pyfunction]
#[pyo3(name = "_restore_batch")]
#[expect(clippy::too_many_arguments, reason = "they are what was pickled")]
pub(crate) fn restore_batch(
    py: Python<'_>,
    game: Text,
    n: Count,
    seed: Seed,
    threads: Count,
    auto_reset: Flag,
    options: &Bound<'_, PyDict>,
    games: Vec<(u64, Vec<String>)>,
) -> PyResult<BatchGame> {
    let batch = BatchGame::new(py, game, n, seed, threads, auto_reset, Some(options))?;
    batch.with(py, |batch| batch.resume(&games)).map_err(refused)?;
    Ok(batch)
}

fn shape(batch: &dyn AnyBatch) -> (usize, usize, usize) {
    let (height, width) = batch.plane_size();
    (batch.plane_names().len(), height, width)
}

/// A count that Python passes; one that no number here holds is as wrong as the largest that does.
pub(crate) struct Count(usize);

impl FromPyObject<'_, '_> for Count {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Count> {
        let number = object.py().import("operator")?.call_method1("index", (object,));
        let number = number.map_err(|_| argument_error(object, "a count"))?;
        if number.lt(0)? {
            return Err(GameError::new_err(format!("a count is not negative, as {number} is")));
        }
        Ok(Count(number.extract().unwrap_or(usize::MAX)))
    }
}

/// Whole numbers in an array or a list.
fn integers(numbers: &Bound<'_, PyAny>) -> PyResult<Vec<i64>> {
    if let Ok(numbers) = numbers.extract::<PyReadonlyArray1<'_, i32>>() {
        return Ok(numbers.as_array().iter().map(|&number| number.into()).collect());
    }
    if let Ok(numbers) = numbers.extract::<PyReadonlyArray1<'_, i64>>() {
        return Ok(numbers.as_array().to_vec());
    }
    if let Ok(numbers) = numbers.extract::<PyReadonlyArray1<'_, u64>>() {
        let number = |&number: &u64| i64::try_from(number);
        let numbers: Result<Vec<i64>, _> = numbers.as_array().iter().map(number).collect();
        return numbers
            .map_err(|_| GameError::new_err("a number is beyond all that have a meaning"));
    }
    let py = numbers.py();
    let array = py.import("numpy")?.call_method1("asarray", (numbers,))?;
    let array = array.cast::<PyUntypedArray>()?;
    if !matches!(array.dtype().kind(), b'i' | b'u') {
        let dtype = array.dtype();
        return Err(GameError::new_err(format!("these must be whole numbers, not {dtype}")));
    }
    if array.ndim() != 1 {
        let ndim = array.ndim();
        return Err(GameError::new_err(format!(
            "a number for each game is one row, not {ndim} dimensions"
        )));
    }
    let array = array.call_method1("astype", ("int64",))?;
    Ok(array.extract::<PyReadonlyArray1<'_, i64>>()?.as_array().to_vec())
}

/// Checks an array that is to be written to: its rows must lie one after the other.
fn check_room(name: &str, array: &Bound<'_, PyUntypedArray>, wanted: &[usize]) -> PyResult<()> {
    let shape = array.shape();
    if shape != wanted {
        let reason = format!("{name} must have the shape {wanted:?}, not {shape:?}");
        return Err(GameError::new_err(reason));
    }
    if !array.is_c_contiguous() {
        return Err(GameError::new_err(format!("{name} must be contiguous, row by row")));
    }
    Ok(())
}

fn writable<T, E>(slice: Result<T, E>) -> PyResult<T> {
    slice.map_err(|_| {
        GameError::new_err("an array to write to must be aligned, writable and not in use")
    })
}

/// Why a batch was not stepped, as Python raises it.
fn refused(error: StepError) -> PyErr {
    match error {
        StepError::Illegal { .. } | StepError::NoMove { .. } | StepError::Over { .. } => {
            IllegalMove::new_err(error.to_string())
        }
        _ => game_error(&error),
    }
}
