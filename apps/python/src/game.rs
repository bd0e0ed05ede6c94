//! A game being played.

use std::fmt::Write;
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use tilewright_bots::Stop;
use tilewright_core::{Seat, Turn, Viewer};
use tilewright_render::{Ink, Style, Theme, svg as picture_of, text};
use tilewright_table::{
    AnyMove, EndError, Ending, GameId, PlayError, SeatEnding, Table, decide_chance, undo_player,
    unusual_options,
};

use crate::arguments::{self, Chance, FilePath, Flag, Seed, Text, Texts, Whole};
use crate::error::{GameError, argument_error, game_error, illegal_move};
use crate::json::{count_seats_from_0, to_python};
use crate::moves::{LegalMoves, Move, MoveOrText, object_of, tuple_of};
use crate::outcome::Outcome;
use crate::record::{self, Remarks};
use crate::watch::watched;

/// No count goes deeper: nobody could wait for it.
const MAX_PERFT_DEPTH: usize = 64;

/// The moves of a random game between two checks for Ctrl-C.
const PLIES_BETWEEN_LOOKS: usize = 4096;

/// A game being played: how it began, its moves in order, and how seats ended it.
///
/// `Game("blokus", variant="duo")` opens one. Options are keywords, as `tilewright.game_info`
/// lists them. With a `seed` chance decides by itself, the same for the same seed; without
/// one its moves are played like any others. `moves` are played at once, those of chance included:
/// text with spaces between them, or a list.
///
/// Seats are numbers from 0. Two games are equal if they are the same from beginning to end:
/// compare `position` or `key` to know whether two positions are.
#[pyclass(module = "tilewright", frozen)]
pub(crate) struct Game {
    state: Mutex<State>,
}

#[derive(Clone)]
struct State {
    table: Box<dyn Table>,
    /// The seed of chance, if that is not left to the caller.
    seed: Option<u64>,
}

impl Game {
    /// A game at this table; chance has decided what it has to.
    pub(crate) fn new(mut table: Box<dyn Table>, seed: Option<u64>) -> Game {
        if let Some(seed) = seed {
            decide_chance(&mut *table, seed);
        }
        Game { state: Mutex::new(State { table, seed }) }
    }

    /// The same once these moves have been played, those of chance included.
    fn after(
        py: Python<'_>,
        table: Box<dyn Table>,
        moves: Option<Moves<'_>>,
        seed: Option<Seed>,
    ) -> PyResult<Game> {
        let mut state = State { table, seed: None };
        for m in moves.map(Moves::listed).transpose()?.into_iter().flatten() {
            state.play(&m).map_err(|error| illegal_move(py, &error))?;
        }
        Ok(Game::new(state.table, seed.map(|Seed(seed)| seed)))
    }

    /// A copy of the table as it is now, to compute with while others go on.
    pub(crate) fn table(&self) -> Box<dyn Table> {
        self.state().table.clone()
    }

    /// The lock is held for moments only, and never while Python runs.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn turn_now(&self) -> Turn {
        self.state().table.turn()
    }

    /// The seat that Python names, or the one to move.
    fn seat_or_mover(&self, seat: Option<Whole>) -> PyResult<Seat> {
        let state = self.state();
        match seat {
            Some(index) => arguments::seat(index, state.table.n_seats()),
            None => {
                state.table.turn().seat().ok_or_else(|| {
                    GameError::new_err("no seat is to move, so say which one you mean")
                })
            }
        }
    }
}

impl State {
    /// The move that Python passed, as it is read in this position.
    fn read(&self, m: &MoveOrText<'_>) -> Result<AnyMove, PlayError> {
        match m {
            MoveOrText::Move(m) => Ok(m.get().m),
            MoveOrText::Text(_) if self.table.turn().is_over() => Err(PlayError::Over),
            MoveOrText::Text(text) => Ok(self.table.parse_move(text)?),
        }
    }

    fn explain(&self, m: &MoveOrText<'_>) -> Result<(), PlayError> {
        self.table.explain_move(&self.read(m)?)
    }

    fn play(&mut self, m: &MoveOrText<'_>) -> Result<AnyMove, PlayError> {
        let m = self.read(m)?;
        self.table.play_move(&m)?;
        if let Some(seed) = self.seed {
            decide_chance(&mut *self.table, seed);
        }
        Ok(m)
    }

    fn undo(&mut self) -> Option<AnyMove> {
        if self.seed.is_some() {
            return undo_player(&mut *self.table);
        }
        let last = self.table.move_at(self.table.ply());
        self.table.undo();
        last
    }

    /// Takes back all moves after this ply.
    fn take_back(&mut self, ply: usize) {
        while self.table.ply() > ply {
            self.table.undo();
        }
    }

    fn moves(&self) -> impl Iterator<Item = AnyMove> {
        (1..=self.table.ply()).filter_map(|ply| self.table.move_at(ply))
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (game, *, seed=None, moves=None, **options))]
    fn open(
        py: Python<'_>,
        game: Text,
        seed: Option<Seed>,
        moves: Option<Moves<'_>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Game> {
        let id: GameId = game.0.parse().map_err(|error| game_error(&error))?;
        let options = arguments::options(options)?;
        let pairs: Vec<(&str, &str)> =
            options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let table = id.open(&pairs).map_err(|error| game_error(&error))?;
        Game::after(py, table, moves, seed)
    }

    /// A game that begins in the position of this text, as `Game.position` writes it.
    #[staticmethod]
    #[pyo3(signature = (game, text, *, seed=None, moves=None))]
    fn from_position(
        py: Python<'_>,
        game: Text,
        text: Text,
        seed: Option<Seed>,
        moves: Option<Moves<'_>>,
    ) -> PyResult<Game> {
        let id: GameId = game.0.parse().map_err(|error| game_error(&error))?;
        let table = id.open_position(&text.0).map_err(|error| game_error(&error))?;
        Game::after(py, table, moves, seed)
    }

    /// The game that a record tells, as `Game.record` writes it.
    #[staticmethod]
    #[pyo3(signature = (text, *, seed=None))]
    fn from_record(py: Python<'_>, text: Text, seed: Option<Seed>) -> PyResult<Game> {
        Ok(Game::new(record::replay(py, &text.0)?, seed.map(|Seed(seed)| seed)))
    }

    /// The game in a file: a record, or a game of Pentobi if its name ends with `.blksgf`.
    #[staticmethod]
    #[pyo3(signature = (path, *, seed=None))]
    fn load(py: Python<'_>, path: FilePath, seed: Option<Seed>) -> PyResult<Game> {
        Ok(Game::new(record::load(py, &path.0)?, seed.map(|Seed(seed)| seed)))
    }

    /// Which game it is: `blokus`, `triominos`, `coerceo` or `aquapipe`.
    #[getter]
    fn game(&self) -> &'static str {
        self.state().table.game().slug()
    }

    /// The options, with every default filled in: `Game(game.game, **game.options)` opens the same
    /// game.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let options = self.state().table.options();
        arguments::options_for_python(py, &options)
    }

    /// The number of seats.
    #[getter]
    fn seats(&self) -> usize {
        self.state().table.n_seats()
    }

    /// The seed of chance; None if its moves are played like others.
    #[getter]
    fn seed(&self) -> Option<u64> {
        self.state().seed
    }

    /// The seat that is to move, from 0; None if chance is to decide or the game is over.
    #[getter]
    fn turn(&self) -> Option<usize> {
        self.turn_now().seat().map(Seat::index)
    }

    /// True if chance is to decide: a tile is to be dealt or drawn.
    #[getter]
    fn is_chance(&self) -> bool {
        self.turn_now() == Turn::Chance
    }

    /// True if the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.turn_now().is_over()
    }

    /// The name of the side to move, such as a color; None where the seat says enough.
    #[getter]
    fn mover(&self) -> Option<String> {
        self.state().table.mover()
    }

    /// The points of every seat.
    #[getter]
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let scores = self.state().table.scores();
        PyTuple::new(py, scores.as_slice())
    }

    /// The result of the game; None while it is not over.
    #[getter]
    fn outcome(&self) -> Option<Outcome> {
        self.turn_now().outcome().copied().map(Outcome)
    }

    /// The number of moves played, those of chance included.
    #[getter]
    fn ply(&self) -> usize {
        self.state().table.ply()
    }

    /// The moves that have been played, those of chance included.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let moves: Vec<AnyMove> = self.state().moves().collect();
        tuple_of(py, moves.into_iter())
    }

    /// The same as a seat saw them, or a spectator: what was hidden from it is `?`.
    #[pyo3(signature = (seat=None))]
    fn moves_seen_by<'py>(
        &self,
        py: Python<'py>,
        seat: Option<Whole>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let table = self.table();
        let viewer = arguments::viewer(seat, table.n_seats())?;
        let seen = table.moves_seen_by(viewer);
        let moves = seen.iter().filter_map(|text| table.game().parse_move(text).ok());
        tuple_of(py, moves)
    }

    /// The hash of the position: equal positions have equal keys, on every machine.
    #[getter]
    fn key(&self) -> u64 {
        self.state().table.key()
    }

    /// The whole position as text, from which `Game.from_position` begins; with hidden hands if
    /// the game has any.
    #[getter]
    fn position(&self) -> String {
        self.state().table.position_text()
    }

    /// Every legal move, sorted; none once the game is over. A move is made when it is looked at.
    fn legal_moves(&self) -> LegalMoves {
        let state = self.state();
        LegalMoves { game: state.table.game(), moves: state.table.list_moves().into() }
    }

    /// The number of legal moves, without listing them.
    #[getter]
    fn n_legal_moves(&self) -> usize {
        self.state().table.n_legal_moves()
    }

    /// Reads a move in any notation, also in one that means something only in this position.
    fn parse(&self, text: Text) -> PyResult<Move> {
        let m = self.state().table.parse_move(&text.0);
        m.map(Move::from).map_err(|error| game_error(&error))
    }

    /// Return true if the move may be played now.
    #[pyo3(signature = (r#move))]
    fn is_legal(&self, r#move: MoveOrText<'_>) -> bool {
        self.state().explain(&r#move).is_ok()
    }

    /// Why the move may not be played now: what `play` would raise, with the sentence as its text
    /// and the name of the `rule`. None if it may be played.
    #[pyo3(signature = (r#move))]
    fn explain(&self, py: Python<'_>, r#move: MoveOrText<'_>) -> Option<Py<PyAny>> {
        let error = self.state().explain(&r#move).err()?;
        Some(illegal_move(py, &error).into_value(py).into_any())
    }

    /// The parts of a legal move and what it would do now, such as what it captures or gains.
    #[pyo3(signature = (r#move))]
    fn describe<'py>(
        &self,
        py: Python<'py>,
        r#move: MoveOrText<'_>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let state = self.state();
        let described = state.read(&r#move).and_then(|m| state.table.describe(&m));
        drop(state);
        let mut described = described.map_err(|error| illegal_move(py, &error))?;
        count_seats_from_0(&mut described);
        to_python(py, &described)
    }

    /// Plays a move and returns it; raises `IllegalMove` and changes nothing if it is not legal.
    #[pyo3(signature = (r#move))]
    fn play<'py>(&self, py: Python<'py>, r#move: MoveOrText<'py>) -> PyResult<Bound<'py, Move>> {
        let played = self.state().play(&r#move);
        let played = played.map_err(|error| illegal_move(py, &error))?;
        match r#move {
            MoveOrText::Move(m) => Ok(m),
            MoveOrText::Text(_) => object_of(py, played),
        }
    }

    /// Takes back the last move and returns it. With a seed it is the last move of a player, and
    /// what chance did after it is taken back too. Endings after it are taken back in any case.
    fn undo(&self) -> PyResult<Move> {
        let undone = self.state().undo();
        undone.map(Move::from).ok_or_else(|| GameError::new_err("there is no move to take back"))
    }

    /// One of the legal moves, all equally likely: `rng` is a `random.Random`, or a seed, or None
    /// for the module `random`.
    #[pyo3(signature = (rng=None))]
    fn random_move(&self, py: Python<'_>, rng: Option<Chance>) -> PyResult<Move> {
        let mut rng = Chance::generator(py, rng)?;
        let m = self.state().table.pick_move(&mut rng);
        m.map(Move::from).ok_or_else(|| illegal_move(py, &PlayError::Over))
    }

    /// Lets chance decide until a seat is to move or the game is over, and returns its moves.
    #[pyo3(signature = (rng=None))]
    fn play_chance<'py>(
        &self,
        py: Python<'py>,
        rng: Option<Chance>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let seed = Chance::seed(py, rng)?;
        let played: Vec<AnyMove> = {
            let mut state = self.state();
            let before = state.table.ply();
            decide_chance(&mut *state.table, seed);
            state.moves().skip(before).collect()
        };
        tuple_of(py, played.into_iter())
    }

    /// Plays random moves, all equally likely, until the game is over, and says how many.
    #[pyo3(signature = (rng=None))]
    fn play_out(&self, py: Python<'_>, rng: Option<Chance>) -> PyResult<usize> {
        let mut rng = Chance::generator(py, rng)?;
        let before = self.state().table.ply();
        loop {
            let n_played = py.detach(|| self.state().table.play_out(&mut rng, PLIES_BETWEEN_LOOKS));
            if n_played < PLIES_BETWEEN_LOOKS {
                return Ok(self.state().table.ply() - before);
            }
            if let Err(interrupt) = py.check_signals() {
                py.detach(|| self.state().take_back(before));
                return Err(interrupt);
            }
        }
    }

    /// A copy that goes its own way.
    fn copy(&self) -> Game {
        Game { state: Mutex::new(self.state().clone()) }
    }

    fn __copy__(&self) -> Game {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Game {
        self.copy()
    }

    /// The knowledge of a seat or of a spectator, as data.
    #[pyo3(signature = (seat=None))]
    fn view<'py>(&self, py: Python<'py>, seat: Option<Whole>) -> PyResult<Bound<'py, PyDict>> {
        let mut view = {
            let state = self.state();
            state.table.view(arguments::viewer(seat, state.table.n_seats())?)
        };
        count_seats_from_0(&mut view);
        Ok(to_python(py, &view)?.cast_into()?)
    }

    /// The board as a seat sees it, or a spectator, in text for a terminal.
    #[pyo3(signature = (seat=None, *, color=Flag(false)))]
    #[pyo3(text_signature = "($self, seat=None, *, color=False)")]
    fn draw(&self, seat: Option<Whole>, color: Flag) -> PyResult<String> {
        let state = self.state();
        let viewer = arguments::viewer(seat, state.table.n_seats())?;
        let ink = if color.0 { Ink::Ansi } else { Ink::Plain };
        Ok(text(&state.table.game_view(viewer), ink).trim_end_matches('\n').to_owned())
    }

    /// The board as a seat sees it, or a spectator, as an SVG picture of this width in pixels.
    ///
    /// `last_move` is marked; without one it is the last that was played, and `False` marks none.
    /// `moves=True` marks the places to which the legal moves go, and a list of moves those of its
    /// moves. `heat` maps moves to numbers: the greater, the stronger is the color of its place.
    /// `orientation` is the seat from whose side the board is seen, 0 or 1. `palette` is `"light"`,
    /// `"dark"` or one of them with `"-color-blind"`.
    #[pyo3(signature = (
        seat=None, *, size=Whole(480), last_move=None, moves=None, heat=None,
        orientation=Whole(0), palette=None
    ))]
    #[pyo3(text_signature = "($self, seat=None, *, size=480, last_move=None, moves=None, \
                             heat=None, orientation=0, palette=None)")]
    #[expect(clippy::too_many_arguments, reason = "they are the keywords of a method of Python")]
    fn svg(
        &self,
        seat: Option<Whole>,
        size: Whole,
        last_move: Option<&Bound<'_, PyAny>>,
        moves: Option<&Bound<'_, PyAny>>,
        heat: Option<&Bound<'_, PyAny>>,
        orientation: Whole,
        palette: Option<Text>,
    ) -> PyResult<String> {
        let state = self.state().clone();
        let viewer = arguments::viewer(seat, state.table.n_seats())?;
        let width = u32::try_from(size.0).ok().filter(|width| (32..=10_000).contains(width));
        let mut style = Style {
            width: width.ok_or_else(|| GameError::new_err("a size is from 32 to 10000 pixels"))?,
            is_turned: orientation.0 == 1,
            last_move: state.table.move_at(state.table.ply()),
            ..style_of(palette.as_ref())?
        };
        if !(0..=1).contains(&orientation.0) {
            return Err(GameError::new_err("an orientation is 0 or 1"));
        }
        if let Some(given) = last_move {
            style.last_move =
                if given.is_truthy()? { Some(read_mark(&state, given)?) } else { None };
        }
        if let Some(moves) = moves {
            match moves.extract::<bool>() {
                Ok(are_shown) => style.legal_moves = are_shown,
                Err(_) => style.heat = even_heat(&state, moves)?,
            }
        }
        if let Some(heat) = heat {
            style.heat = heat_of(&state, heat)?;
        }
        Ok(picture_of(&state.table.game_view(viewer), &style))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(None, Whole(480), None, None, None, Whole(0), None)
    }

    /// The game as a record: text that people can read and that replays to the same game. With
    /// `seen_by` it tells only what that seat saw, or `"spectator"`.
    #[pyo3(signature = (*, names=None, date=None, comment=None, seen_by=None))]
    fn record(
        &self,
        names: Option<Texts>,
        date: Option<Text>,
        comment: Option<Text>,
        seen_by: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let table = self.table();
        let seen_by = seen_by.map(|who| seer(who, table.n_seats())).transpose()?;
        let remarks = Remarks::new(names, date, comment);
        Ok(record::record(&*table, seen_by, &remarks)?.to_string())
    }

    /// Saves the whole game to a file: a record, or for Pentobi if its name ends with `.blksgf`.
    #[pyo3(signature = (path, *, names=None, date=None, comment=None))]
    fn save(
        &self,
        py: Python<'_>,
        path: FilePath,
        names: Option<Texts>,
        date: Option<Text>,
        comment: Option<Text>,
    ) -> PyResult<()> {
        let remarks = Remarks::new(names, date, comment);
        record::save(py, &record::record(&*self.table(), None, &remarks)?, &path.0)
    }

    /// Resigns for a seat, or for the one to move. With more than two seats the others play on.
    #[pyo3(signature = (seat=None))]
    fn resign(&self, seat: Option<Whole>) -> PyResult<()> {
        let seat = self.seat_or_mover(seat)?;
        end(&mut *self.state().table, seat, Ending::Resigned)
    }

    /// Ends the game for a seat: it `"resigns"`, `"agrees to a draw"`, `"loses on time"`,
    /// `"forfeits"` or `"leaves"`.
    fn end(&self, seat: Whole, ending: Text) -> PyResult<()> {
        let ending: Ending = ending.0.parse().map_err(|error| game_error(&error))?;
        let seat = self.seat_or_mover(Some(seat))?;
        end(&mut *self.state().table, seat, ending)
    }

    /// The endings in their order, each as the seat, what it did, and after how many moves.
    #[getter]
    fn endings(&self) -> Vec<(usize, String, usize)> {
        let told = |it: &SeatEnding| (it.seat.index(), it.ending.to_string(), it.ply);
        self.state().table.endings().iter().map(told).collect()
    }

    /// The number of sequences of `depth` moves from here on.
    fn perft(&self, py: Python<'_>, depth: Whole) -> PyResult<u64> {
        let depth = usize::try_from(depth.0).ok().filter(|&depth| depth <= MAX_PERFT_DEPTH);
        let depth = depth.ok_or_else(|| {
            GameError::new_err(format!("the depth is a number from 0 to {MAX_PERFT_DEPTH}"))
        })?;
        let table = self.table();
        let stop = Stop::new();
        let work = |_| table.perft_while(depth, &mut || !stop.is_stopped());
        let count = watched(py, &stop, work, |()| Ok(()))?;
        count.ok_or_else(|| GameError::new_err("the count was stopped"))
    }

    fn __eq__(&self, other: &Bound<'_, Game>) -> bool {
        self.identity() == other.get().identity()
    }

    fn __str__(&self) -> PyResult<String> {
        self.draw(None, Flag(false))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let Identity { game, start, moves, endings, seed, .. } = self.identity();
        let seed = seed.map(|seed| format!(", seed={seed}")).unwrap_or_default();
        if !endings.is_empty() {
            let record = PyString::new(py, &self.record(None, None, None, None)?);
            return Ok(format!("tilewright.Game.from_record({}{seed})", record.repr()?));
        }
        let mut text = match &start {
            Some(start) => format!("tilewright.Game.from_position('{game}', '{start}'"),
            None => format!("tilewright.Game('{game}'"),
        };
        let options = if start.is_none() { unusual_options(&*self.table()) } else { Vec::new() };
        for (name, value) in arguments::options_for_python(py, &options)? {
            let _ = write!(text, ", {name}={}", value.repr()?);
        }
        text += &seed;
        if !moves.is_empty() {
            let moves: Vec<String> = moves.iter().map(AnyMove::to_string).collect();
            let _ = write!(text, ", moves='{}'", moves.join(" "));
        }
        Ok(text + ")")
    }

    #[expect(clippy::type_complexity, reason = "what pickle wants: a function and its arguments")]
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (String, Option<u64>))> {
        let restore = py.import("tilewright._tilewright")?.getattr("_restore_game")?;
        Ok((restore, (self.record(None, None, None, None)?, self.seed())))
    }
}

/// The parts of a game that make two games equal.
#[derive(PartialEq)]
struct Identity {
    game: GameId,
    options: Vec<(String, String)>,
    start: Option<String>,
    moves: Vec<AnyMove>,
    endings: Vec<SeatEnding>,
    seed: Option<u64>,
}

impl Game {
    fn identity(&self) -> Identity {
        let state = self.state();
        let table = &state.table;
        Identity {
            game: table.game(),
            options: table.options(),
            start: table.start_text(),
            moves: state.moves().collect(),
            endings: table.endings().to_vec(),
            seed: state.seed,
        }
    }
}

/// The game that was pickled.
#[pyfunction]
#[pyo3(name = "_restore_game")]
pub(crate) fn restore_game(py: Python<'_>, record: &str, seed: Option<u64>) -> PyResult<Game> {
    Ok(Game::new(record::replay(py, record)?, seed))
}

/// Moves that Python passes: one text with spaces between them, or several moves.
enum Moves<'py> {
    Text(String),
    Several(Bound<'py, PyAny>),
}

impl<'py> FromPyObject<'_, 'py> for Moves<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Moves<'py>> {
        match object.extract::<String>() {
            Ok(text) => Ok(Moves::Text(text)),
            Err(_) if object.try_iter().is_ok() => Ok(Moves::Several(object.to_owned())),
            Err(_) => Err(argument_error(object, "a text or a list of moves")),
        }
    }
}

impl<'py> Moves<'py> {
    fn listed(self) -> PyResult<Vec<MoveOrText<'py>>> {
        match self {
            Moves::Text(text) => {
                Ok(text.split_whitespace().map(|m| MoveOrText::Text(m.to_owned())).collect())
            }
            Moves::Several(moves) => moves.try_iter()?.map(|m| m?.extract()).collect(),
        }
    }
}

/// The look that a name stands for.
fn style_of(palette: Option<&Text>) -> PyResult<Style> {
    let name = palette.map_or("light", |palette| palette.0.as_str());
    let (theme, color_blind) = match name {
        "light" => (Theme::Light, false),
        "dark" => (Theme::Dark, false),
        "light-color-blind" => (Theme::Light, true),
        "dark-color-blind" => (Theme::Dark, true),
        _ => {
            return Err(GameError::new_err(format!(
                "there is no palette '{name}': choose light, dark, light-color-blind or \
                 dark-color-blind"
            )));
        }
    };
    Ok(Style { theme, color_blind, ..Style::default() })
}

/// A move that is to be marked, legal or not.
fn read_mark(state: &State, given: &Bound<'_, PyAny>) -> PyResult<AnyMove> {
    let m: MoveOrText<'_> = given.extract()?;
    match m {
        MoveOrText::Move(m) => Ok(m.get().m),
        MoveOrText::Text(text) => state.table.parse_move(&text).map_err(|error| game_error(&error)),
    }
}

/// The same heat for each of several moves.
fn even_heat(state: &State, moves: &Bound<'_, PyAny>) -> PyResult<Vec<(AnyMove, u8)>> {
    let mut heat = Vec::new();
    for m in moves.try_iter().map_err(|_| argument_error(moves.as_borrowed(), "a list of moves"))? {
        heat.push((read_mark(state, &m?)?, u8::MAX / 2));
    }
    Ok(heat)
}

/// The heat of moves by their numbers, from the least, which is hardly seen, to the greatest.
fn heat_of(state: &State, heat: &Bound<'_, PyAny>) -> PyResult<Vec<(AnyMove, u8)>> {
    let wanted = || argument_error(heat.as_borrowed(), "a dictionary of moves and numbers");
    let pairs = heat.call_method0("items").map_err(|_| wanted())?;
    let mut numbers = Vec::new();
    for pair in pairs.try_iter()? {
        let (m, number): (Bound<'_, PyAny>, f64) = pair?.extract().map_err(|_| wanted())?;
        if !number.is_finite() {
            return Err(GameError::new_err("heat is made of finite numbers"));
        }
        numbers.push((read_mark(state, &m)?, number));
    }
    let least = numbers.iter().map(|(_, number)| *number).fold(f64::INFINITY, f64::min);
    let most = numbers.iter().map(|(_, number)| *number).fold(f64::NEG_INFINITY, f64::max);
    let strength = |number: f64| {
        let share = if most > least { (number - least) / (most - least) } else { 1.0 };
        (20.0 + 235.0 * share) as u8
    };
    Ok(numbers.into_iter().map(|(m, number)| (m, strength(number))).collect())
}

/// Who saw a game: a seat, or `"spectator"`.
fn seer(who: &Bound<'_, PyAny>, n_seats: usize) -> PyResult<Viewer> {
    match who.extract::<String>() {
        Ok(word) if word == "spectator" => Ok(Viewer::Spectator),
        Ok(_) => Err(GameError::new_err("a game is seen by a seat or by a \"spectator\"")),
        Err(_) => arguments::viewer(Some(who.extract()?), n_seats),
    }
}

fn end(table: &mut dyn Table, seat: Seat, ending: Ending) -> PyResult<()> {
    table.end(seat, ending).map_err(|error| match error {
        // Its own sentence counts seats from 1.
        EndError::Twice { seat } => {
            GameError::new_err(format!("seat {} has ended already", seat.index()))
        }
        EndError::NoSuchSeat(_) | EndError::Over => game_error(&error),
    })
}
