//! Tilewe's board, moves and lists of moves.

use std::ops::Range;

use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::pyclass::CompareOp;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyDict, PyIterator, PyList, PySlice, PyTuple, PyType};
use tilewright_blokus::tilewe::{Board, Move, MoveList, N_TILES, Naming, SIDE, tile, tile_index};
use tilewright_blokus::{Color, Piece};
use tilewright_core::grid::{Square, Symmetry};

/// A move by its name: a piece, turned, with a contact tile on an open corner.
#[pyclass(name = "Move", module = "tilewright.tilewe", frozen, eq, ord, hash, from_py_object)]
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct TileweMove(Move);

#[pymethods]
impl TileweMove {
    #[new]
    fn new(
        piece: &Bound<'_, PyAny>,
        rotation: &Bound<'_, PyAny>,
        contact: &Bound<'_, PyAny>,
        to_tile: &Bound<'_, PyAny>,
    ) -> PyResult<TileweMove> {
        let piece = Piece::ALL[number_below(Piece::ALL.len(), piece, "piece")?];
        let rotation = Symmetry::ALL[number_below(Symmetry::ALL.len(), rotation, "rotation")?];
        let (contact, to_tile) = (tile_of(contact, "contact")?, tile_of(to_tile, "to_tile")?);
        let m = Move::new(piece, rotation, contact, to_tile);
        Ok(TileweMove(m.expect("tiles are on the board")))
    }

    /// The piece, one of the constants `O1` to `Z5`.
    #[getter]
    fn piece(&self) -> usize {
        self.0.piece().index()
    }

    /// The rotation, one of the constants `NORTH` to `WEST_F`.
    #[getter]
    fn rotation(&self) -> usize {
        self.0.rotation().index()
    }

    /// The contact tile, in the box around the turned piece, whose lower left tile is `A01`.
    #[getter]
    fn contact(&self) -> usize {
        tile_index(self.0.contact())
    }

    /// The open corner that the contact covers.
    #[getter]
    fn to_tile(&self) -> usize {
        tile_index(self.0.to_tile())
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        let rotation = ROTATION_CONSTANTS[self.0.rotation().index()];
        let (contact, to_tile) = (constant(self.0.contact()), constant(self.0.to_tile()));
        let piece = self.0.piece();
        format!(
            "tilewe.Move(tilewe.{piece}, tilewe.{rotation}, tilewe.{contact}, tilewe.{to_tile})"
        )
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> (Py<PyType>, (usize, usize, usize, usize)) {
        let m = slf.get();
        (slf.get_type().unbind(), (m.piece(), m.rotation(), m.contact(), m.to_tile()))
    }
}

const ROTATION_CONSTANTS: [&str; 8] =
    ["NORTH", "EAST", "SOUTH", "WEST", "NORTH_F", "EAST_F", "SOUTH_F", "WEST_F"];

/// The name of the constant of a tile, such as `A01`.
fn constant(square: Square) -> String {
    format!("{}{:02}", char::from(b'A' + square.x()), square.y() + 1)
}

/// The moves of a player, which behave as a list of them. They are counted when the list is made, and
/// become objects when they are looked at; the first change makes it a real list within.
#[pyclass(name = "LegalMoves", module = "tilewright.tilewe", frozen)]
pub(crate) struct TileweMoves {
    moves: MoveList,
    /// What became of the moves, once they were looked at together or changed.
    list: PyOnceLock<Py<PyList>>,
}

impl TileweMoves {
    /// The moves as a real list, the same at each call.
    fn list<'py>(&self, py: Python<'py>) -> PyResult<&Bound<'py, PyList>> {
        let make = || PyList::new(py, self.moves.iter().map(TileweMove).collect::<Vec<_>>());
        let list = self.list.get_or_try_init(py, || make().map(Bound::unbind))?;
        Ok(list.bind(py))
    }
}

#[pymethods]
impl TileweMoves {
    fn __len__(&self, py: Python<'_>) -> usize {
        self.list.get(py).map_or_else(|| self.moves.len(), |list| list.bind(py).len())
    }

    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = index.py();
        if self.list.get(py).is_none()
            && !index.is_instance_of::<PySlice>()
            && let Ok(index) = index.extract::<isize>()
        {
            let from_start = if index < 0 { index + self.moves.len() as isize } else { index };
            if let Some(m) = usize::try_from(from_start).ok().and_then(|i| self.moves.get(i)) {
                return Ok(Bound::new(py, TileweMove(m))?.into_any());
            }
        }
        // The list finds slices, and words for what is no index.
        self.list(py)?.as_any().get_item(index)
    }

    fn __contains__(&self, value: &Bound<'_, PyAny>) -> PyResult<bool> {
        match value.cast::<TileweMove>() {
            Ok(m) if self.list.get(value.py()).is_none() => {
                Ok(self.moves.position(m.get().0).is_some())
            }
            _ => self.list(value.py())?.contains(value),
        }
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.list(py)?.try_iter()
    }

    fn __reversed__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.list(py)?.call_method0("__reversed__")
    }

    fn __richcmp__<'py>(
        &self,
        other: &Bound<'py, PyAny>,
        op: CompareOp,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        let other = match other.cast::<TileweMoves>() {
            Ok(moves) => moves.get().list(py)?.as_any(),
            Err(_) if other.is_instance_of::<PyList>() => other,
            Err(_) => return Ok(py.NotImplemented().into_bound(py)),
        };
        self.list(py)?.rich_compare(other, op)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.list(py)?.repr()?.to_string())
    }

    /// It is pickled and copied as the list that it behaves as.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyType>, (Py<PyList>,))> {
        Ok((py.get_type::<PyList>(), (self.list(py)?.clone().unbind(),)))
    }

    fn __add__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        let other = match other.cast::<TileweMoves>() {
            Ok(moves) => moves.get().list(py)?.as_any(),
            Err(_) => other,
        };
        self.list(py)?.as_any().add(other)
    }

    fn __radd__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        other.add(self.list(other.py())?)
    }

    fn __mul__<'py>(&self, times: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.list(times.py())?.as_any().mul(times)
    }

    fn __rmul__<'py>(&self, times: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.__mul__(times)
    }

    fn __iadd__(&self, other: &Bound<'_, PyAny>) -> PyResult<()> {
        self.extend(other)
    }

    fn __setitem__(&self, index: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> PyResult<()> {
        self.list(index.py())?.as_any().set_item(index, value)
    }

    fn __delitem__(&self, index: &Bound<'_, PyAny>) -> PyResult<()> {
        self.list(index.py())?.as_any().del_item(index)
    }

    /// Adds a move at the end.
    fn append(&self, value: &Bound<'_, PyAny>) -> PyResult<()> {
        self.list(value.py())?.append(value)
    }

    /// Adds moves at the end.
    fn extend(&self, values: &Bound<'_, PyAny>) -> PyResult<()> {
        self.list(values.py())?.call_method1("extend", (values,)).map(drop)
    }

    /// Adds a move before the one at this place.
    fn insert(&self, index: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> PyResult<()> {
        self.list(index.py())?.call_method1("insert", (index, value)).map(drop)
    }

    /// Removes the move at this place, and returns it.
    #[pyo3(signature = (index=-1), text_signature = "($self, index=-1)")]
    fn pop<'py>(&self, py: Python<'py>, index: isize) -> PyResult<Bound<'py, PyAny>> {
        self.list(py)?.call_method1("pop", (index,))
    }

    /// Removes a move by its value.
    fn remove(&self, value: &Bound<'_, PyAny>) -> PyResult<()> {
        self.list(value.py())?.call_method1("remove", (value,)).map(drop)
    }

    /// Removes all moves.
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        self.list(py)?.call_method0("clear").map(drop)
    }

    /// The moves as a list of their own.
    fn copy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.list(py)?.call_method0("copy")
    }

    /// Where a move stands.
    #[pyo3(signature = (value, start=0, stop=isize::MAX))]
    fn index<'py>(
        &self,
        value: &Bound<'py, PyAny>,
        start: isize,
        stop: isize,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.list(value.py())?.call_method1("index", (value, start, stop))
    }

    /// How often a move is there.
    fn count<'py>(&self, value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.list(value.py())?.call_method1("count", (value,))
    }

    /// Sorts the moves.
    #[pyo3(signature = (*, key=None, reverse=false))]
    fn sort(&self, py: Python<'_>, key: Option<Py<PyAny>>, reverse: bool) -> PyResult<()> {
        let options = PyDict::new(py);
        options.set_item("key", key)?;
        options.set_item("reverse", reverse)?;
        self.list(py)?.call_method("sort", (), Some(&options)).map(drop)
    }

    /// Turns the order round.
    fn reverse(&self, py: Python<'_>) -> PyResult<()> {
        self.list(py)?.reverse()
    }
}

/// A game of Tilewe for one to four players.
#[pyclass(name = "Board", module = "tilewright.tilewe", subclass)]
pub(crate) struct TileweBoard(Board);

impl TileweBoard {
    /// The player that is asked for, or the one whose turn it is.
    fn player(&self, asked: Option<&Bound<'_, PyAny>>) -> PyResult<Color> {
        let Some(asked) = asked else { return Ok(self.0.current_player()) };
        let players = self.0.players();
        Ok(players[number_below(players.len(), asked, "player")?])
    }

    fn moves_of(
        &self,
        for_player: Option<&Bound<'_, PyAny>>,
        unique: bool,
    ) -> PyResult<TileweMoves> {
        let moves = self.0.legal_moves(self.player(for_player)?, naming(unique));
        Ok(TileweMoves { moves, list: PyOnceLock::new() })
    }
}

#[pymethods]
impl TileweBoard {
    // Whatever it is called with: a subclass may begin with arguments of its own.
    #[new]
    #[pyo3(signature = (*_arguments, **_options))]
    fn new(
        py: Python<'_>,
        _arguments: &Bound<'_, PyTuple>,
        _options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<TileweBoard> {
        empty_board(py, 4)
    }

    #[pyo3(signature = (n_players=None))]
    fn __init__(&mut self, py: Python<'_>, n_players: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let n_players = n_players.map_or(Ok(4), |n| number_in(1..5, n, "n_players"))?;
        *self = empty_board(py, n_players)?;
        Ok(())
    }

    /// The moves of a player, by default of the one whose turn it is.
    #[pyo3(signature = (for_player=None, *, unique=false))]
    fn generate_legal_moves(
        &self,
        for_player: Option<&Bound<'_, PyAny>>,
        unique: bool,
    ) -> PyResult<TileweMoves> {
        self.moves_of(for_player, unique)
    }

    /// The same as `generate_legal_moves`.
    #[pyo3(signature = (for_player=None, *, unique=false))]
    fn gen_moves(
        &self,
        for_player: Option<&Bound<'_, PyAny>>,
        unique: bool,
    ) -> PyResult<TileweMoves> {
        self.moves_of(for_player, unique)
    }

    /// How many moves a player has.
    #[pyo3(signature = (for_player=None, *, unique=false))]
    fn n_legal_moves(
        &self,
        for_player: Option<&Bound<'_, PyAny>>,
        unique: bool,
    ) -> PyResult<usize> {
        Ok(self.0.n_legal_moves(self.player(for_player)?, naming(unique)))
    }

    /// Whether a player may play the move.
    #[pyo3(signature = (r#move, for_player=None))]
    fn is_legal(
        &self,
        r#move: &Bound<'_, TileweMove>,
        for_player: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<bool> {
        Ok(self.0.is_legal(self.player(for_player)?, r#move.get().0))
    }

    /// Plays a move of the player whose turn it is.
    fn push(&mut self, r#move: &Bound<'_, TileweMove>) -> PyResult<()> {
        let pushed = self.0.push(r#move.get().0);
        pushed.map_err(|illegal| {
            let (py, reason) = (r#move.py(), format!("{} is illegal: {illegal}", r#move.get().0));
            let raised = error_of(&ILLEGAL_MOVE, py, "IllegalMove", reason);
            match raised.value(py).setattr("rule", illegal.rule()) {
                Ok(()) => raised,
                Err(error) => error,
            }
        })
    }

    /// Takes the last move back.
    fn pop(&mut self, py: Python<'_>) -> PyResult<()> {
        let popped = self.0.pop().map(drop);
        popped.ok_or_else(|| tilewe_error(py, "there is no move to take back".to_owned()))
    }

    /// How many moves were played.
    #[getter]
    fn ply(&self) -> usize {
        self.0.ply()
    }

    /// What was played, from the first move.
    #[getter]
    fn moves(&self) -> Vec<TileweMove> {
        self.0.moves().map(TileweMove).collect()
    }

    /// How many play.
    #[getter]
    fn n_players(&self) -> usize {
        self.0.players().len()
    }

    /// The player whose turn it is; once the game is over, the one who moved last.
    #[getter]
    fn current_player(&self) -> usize {
        self.0.current_player().index()
    }

    /// The same as `current_player`.
    #[getter]
    fn cur_player(&self) -> usize {
        self.current_player()
    }

    /// Whether nobody can move.
    #[getter]
    fn finished(&self) -> bool {
        self.0.is_finished()
    }

    /// The players with the most tiles on the board.
    #[getter]
    fn winners(&self) -> Vec<usize> {
        self.0.winners().map(Color::index).collect()
    }

    /// The tiles on the board, by player.
    #[getter]
    fn scores(&self) -> Vec<u32> {
        self.0.players().iter().map(|&player| self.0.score(player)).collect()
    }

    /// The tiles on the board of a player.
    #[pyo3(signature = (for_player=None, *, player=None))]
    fn player_score(
        &self,
        for_player: Option<&Bound<'_, PyAny>>,
        player: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<u32> {
        Ok(self.0.score(self.player(for_player.or(player))?))
    }

    /// The pieces that a player has not placed.
    #[pyo3(signature = (for_player=None, *, player=None))]
    fn remaining_pieces(
        &self,
        for_player: Option<&Bound<'_, PyAny>>,
        player: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<usize>> {
        let player = self.player(for_player.or(player))?;
        Ok(self.0.position().remaining(player).map(Piece::index).collect())
    }

    /// How many pieces a player has not placed.
    #[pyo3(signature = (for_player=None, *, player=None))]
    fn n_remaining_pieces(
        &self,
        for_player: Option<&Bound<'_, PyAny>>,
        player: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<usize> {
        Ok(self.0.position().remaining(self.player(for_player.or(player))?).count())
    }

    /// The open corners of a player.
    #[pyo3(signature = (for_player=None, *, player=None))]
    fn player_corners(
        &self,
        for_player: Option<&Bound<'_, PyAny>>,
        player: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<usize>> {
        let corners = self.0.position().open_corners(self.player(for_player.or(player))?);
        Ok(corners.into_iter().map(tile_index).collect())
    }

    /// How many open corners a player has.
    #[pyo3(signature = (for_player=None, *, player=None))]
    fn n_player_corners(
        &self,
        for_player: Option<&Bound<'_, PyAny>>,
        player: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<usize> {
        Ok(self.0.position().n_open_corners(self.player(for_player.or(player))?))
    }

    /// Whether a player has a move, now or when its turn comes.
    #[pyo3(signature = (for_player=None, *, player=None))]
    fn can_play(
        &self,
        for_player: Option<&Bound<'_, PyAny>>,
        player: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<bool> {
        Ok(!self.0.position().is_out(self.player(for_player.or(player))?))
    }

    /// The player that covers a tile, or `NO_COLOR`.
    fn color_at(&self, tile: &Bound<'_, PyAny>) -> PyResult<usize> {
        let color = self.0.position().color_at(tile_of(tile, "tile")?);
        Ok(color.map_or(NO_COLOR, Color::index))
    }

    /// A board of its own with the same moves.
    fn copy(&self) -> TileweBoard {
        TileweBoard(self.0.clone())
    }

    /// The same as `copy`.
    fn copy_current_state(&self) -> TileweBoard {
        self.copy()
    }

    /// How many open corners the player whose turn it is has after each of its distinct placements, in
    /// the order of `generate_legal_moves(unique=True)`.
    fn corners_after_moves(slf: &Bound<'_, Self>) -> Vec<usize> {
        let board = slf.borrow().0.clone();
        slf.py().detach(move || board.corners_after_moves())
    }

    /// How many more moves the player whose turn it is has than all others together after each of its
    /// distinct placements, in the order of `generate_legal_moves(unique=True)`.
    fn move_differences(slf: &Bound<'_, Self>) -> Vec<i32> {
        let board = slf.borrow().0.clone();
        slf.py().detach(move || board.move_differences())
    }

    /// What the tiles weigh together that each of its distinct placements covers, in the order of
    /// `generate_legal_moves(unique=True)`; the weights are in the order of `TILES`.
    fn weights_of_moves(slf: &Bound<'_, Self>, weights: Vec<f64>) -> PyResult<Vec<f64>> {
        let n_weights = weights.len();
        let weights: [f64; N_TILES] = weights.try_into().map_err(|_| {
            let reason = format!("there are {N_TILES} tiles, but {n_weights} weights");
            tilewe_error(slf.py(), reason)
        })?;
        let board = slf.borrow().0.clone();
        Ok(slf.py().detach(move || board.weights_of_moves(&weights)))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    /// A subclass is pickled with its attributes, and made again without its `__init__`.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let board = slf.borrow();
        let attributes = slf.getattr_opt("__dict__")?;
        let make = slf.py().import("copyreg")?.getattr("__newobj__")?;
        Ok((make, (slf.get_type(),), (board.n_players(), board.moves(), attributes)))
    }

    fn __setstate__(slf: &Bound<'_, Self>, state: State<'_>) -> PyResult<()> {
        let (py, (n_players, moves, attributes)) = (slf.py(), state);
        let mut board = empty_board(py, n_players)?;
        for m in moves {
            board.0.push(m.0).map_err(|illegal| tilewe_error(py, illegal.to_string()))?;
        }
        *slf.borrow_mut() = board;
        if let Some(attributes) = attributes {
            slf.getattr("__dict__")?.call_method1("update", (attributes,))?;
        }
        Ok(())
    }
}

/// What a board is pickled as: how many play, what they played, and the attributes of a subclass.
type State<'py> = (usize, Vec<TileweMove>, Option<Bound<'py, PyAny>>);

type Reduced<'py> = (Bound<'py, PyAny>, (Bound<'py, PyType>,), State<'py>);

fn empty_board(py: Python<'_>, n_players: usize) -> PyResult<TileweBoard> {
    let board = u8::try_from(n_players).map_or(Board::new(u8::MAX), Board::new);
    board.map(TileweBoard).map_err(|error| tilewe_error(py, error.to_string()))
}

/// What there is to know of the pieces: for each its name, its number of corners, and for each rotation
/// its tiles and its contacts.
#[pyfunction]
pub(crate) fn tilewe_pieces() -> Vec<(&'static str, usize, Vec<Rotated>)> {
    let rotated = |piece: Piece, rotation: Symmetry| {
        let orientation = piece.oriented(rotation);
        let tiles = orientation.squares().iter().map(|&square| tile_index(square));
        (tiles.collect(), orientation.contacts().map(tile_index).collect())
    };
    let pieces = Piece::ALL.into_iter();
    pieces
        .map(|piece| {
            let rotations = Symmetry::ALL.map(|rotation| rotated(piece, rotation));
            (piece.name(), piece.n_corners(), rotations.to_vec())
        })
        .collect()
}

/// The tiles of a rotated piece, and those of them that are contacts.
type Rotated = (Vec<usize>, Vec<usize>);

/// What stands on an empty tile: the number after the colors.
const NO_COLOR: usize = 4;

const fn naming(unique: bool) -> Naming {
    if unique { Naming::Once } else { Naming::EachCorner }
}

fn tile_of(value: &Bound<'_, PyAny>, what: &str) -> PyResult<Square> {
    let index = number_below(usize::from(SIDE) * usize::from(SIDE), value, what)?;
    Ok(tile(index).expect("the index is that of a tile"))
}

/// The value as a number from 0 up to, but without, `end`.
fn number_below(end: usize, value: &Bound<'_, PyAny>, what: &str) -> PyResult<usize> {
    number_in(0..end, value, what)
}

fn number_in(range: Range<usize>, value: &Bound<'_, PyAny>, what: &str) -> PyResult<usize> {
    if value.is_instance_of::<PyBool>() {
        return Err(PyTypeError::new_err(format!("{what} is a number, not {value}")));
    }
    let out_of_range = || {
        let (least, most) = (range.start, range.end - 1);
        let reason = format!("{what} must be at least {least} and at most {most}, not {value}");
        tilewe_error(value.py(), reason)
    };
    match value.extract::<i64>() {
        Ok(number) => {
            let number = usize::try_from(number).ok().filter(|number| range.contains(number));
            number.ok_or_else(out_of_range)
        }
        Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => Err(out_of_range()),
        Err(error) => Err(error),
    }
}

static TILEWE_ERROR: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static ILLEGAL_MOVE: PyOnceLock<Py<PyType>> = PyOnceLock::new();

fn tilewe_error(py: Python<'_>, reason: String) -> PyErr {
    error_of(&TILEWE_ERROR, py, "TileweError", reason)
}

/// An error of a class of `tilewright.tilewe.error`: it has two bases, which only Python can give it.
fn error_of(class: &PyOnceLock<Py<PyType>>, py: Python<'_>, name: &str, reason: String) -> PyErr {
    match class.import(py, "tilewright.tilewe.error", name) {
        Ok(class) => PyErr::from_type(class.clone(), reason),
        Err(error) => error,
    }
}

/// Gives the module the classes, which have short names in their own module, `tilewright.tilewe`.
pub(crate) fn name_classes(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("TileweBoard", py.get_type::<TileweBoard>())?;
    module.add("TileweMove", py.get_type::<TileweMove>())?;
    module.add("TileweMoves", py.get_type::<TileweMoves>())
}
