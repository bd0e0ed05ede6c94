//! Tilewe's board, moves and lists of moves.

use std::fmt::Write as _;
use std::ops::Range;

use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::pyclass::CompareOp;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyBytes, PyDict, PyDictMethods, PyInt, PyList, PyTuple, PyType};
use tilewright_blokus::tilewe::{
    Board, Move, MoveList, N_TILES, Naming, SIDE, n_contacts, tile, tile_index,
};
use tilewright_blokus::{Blokus, Color, Piece};
use tilewright_core::grid::{Square, Symmetry};
use tilewright_core::{Game as _, Viewer};
use tilewright_render::{Style, svg};
use tilewright_table::GameView;

/// A move by its name: a piece, turned, with a contact tile on an open corner.
///
/// The parts are objects of Python, made once: reading one copies a pointer.
#[pyclass(name = "Move", module = "tilewright.tilewe", frozen)]
pub(crate) struct TileweMove {
    m: Move,
    /// The piece, one of the constants `O1` to `Z5`.
    #[pyo3(get)]
    piece: Py<PyInt>,
    /// The rotation, one of the constants `NORTH` to `WEST_F`: the first that gives this picture.
    #[pyo3(get)]
    rotation: Py<PyInt>,
    /// The contact tile, in the box around the turned piece, whose lower left tile is `A01`.
    #[pyo3(get)]
    contact: Py<PyInt>,
    /// The open corner that the contact covers.
    #[pyo3(get)]
    to_tile: Py<PyInt>,
}

#[pymethods]
impl TileweMove {
    // Missing and unknown arguments are errors of the same class as wrong ones.
    #[new]
    #[pyo3(signature = (*arguments, **options))]
    #[pyo3(text_signature = "(piece, rotation, contact, to_tile)")]
    fn new<'py>(
        py: Python<'py>,
        arguments: &Bound<'py, PyTuple>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, TileweMove>> {
        let [piece, rotation, contact, to_tile] = parts(py, arguments, options)?;
        let m = move_of(piece, rotation, contact, to_tile).ok_or_else(|| {
            let reason = format!(
                "no move has piece {piece}, rotation {rotation}, contact {contact} and to_tile \
                 {to_tile}"
            );
            tilewe_error(py, reason)
        })?;
        Ok(interned(py, m)?.bind(py).clone())
    }

    fn __str__(&self) -> String {
        self.m.to_string()
    }

    fn __repr__(&self) -> String {
        self.m.to_string()
    }

    fn __hash__(&self) -> u64 {
        ((self.m.contact_index() << 9) | self.m.to_tile_index()) as u64
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> Py<PyAny> {
        let py = other.py();
        let Ok(other) = other.cast::<TileweMove>() else { return py.NotImplemented() };
        let is_so = op.matches(self.m.cmp(&other.get().m));
        PyBool::new(py, is_so).to_owned().into_any().unbind()
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> (Bound<'py, PyType>, (usize, usize, usize, usize)) {
        let m = slf.get().m;
        let parts =
            (m.piece().index(), m.rotation().index(), tile_index(m.contact()), m.to_tile_index());
        (slf.get_type(), parts)
    }
}

/// The parts of a move, given in order or by their names. What is missing, unknown or no number is
/// an `AttributeError` there, and here.
fn parts<'py>(
    py: Python<'py>,
    arguments: &Bound<'py, PyTuple>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<[i64; 4]> {
    let n_given = arguments.len() + options.map_or(0, PyDictMethods::len);
    let mut parts = [0; 4];
    for (i, name) in ["piece", "rotation", "contact", "to_tile"].into_iter().enumerate() {
        let by_name = || options.map_or(Ok(None), |options| options.get_item(name));
        let value = match arguments.get_item(i) {
            Ok(value) => Some(value),
            Err(_) => by_name()?,
        };
        let number = value.as_ref().and_then(|value| number_of(value, name).ok());
        parts[i] = number.filter(|_| n_given == 4).ok_or_else(|| {
            let reason = "a move takes four numbers: piece, rotation, contact, to_tile";
            tilewe_error(py, reason.to_owned())
        })?;
    }
    Ok(parts)
}

/// The move with these numbers, if there is one.
fn move_of(piece: i64, rotation: i64, contact: i64, to_tile: i64) -> Option<Move> {
    let piece = *Piece::ALL.get(usize::try_from(piece).ok()?)?;
    let rotation = *Symmetry::ALL.get(usize::try_from(rotation).ok()?)?;
    let contact = tile(usize::try_from(contact).ok()?)?;
    Move::new(piece, rotation, contact, tile(usize::try_from(to_tile).ok()?)?)
}

/// The objects of moves, by corner and contact. There are at most some 145,000, so each is kept
/// once it was made: a list of moves is then a list of pointers.
static MOVES: PyOnceLock<Vec<PyOnceLock<MovesOfCorner>>> = PyOnceLock::new();

type MovesOfCorner = Box<[PyOnceLock<Py<TileweMove>>]>;

fn interned(py: Python<'_>, m: Move) -> PyResult<&'static Py<TileweMove>> {
    object_in(py, moves_of_corner(py, m.to_tile_index()), m.to_tile_index(), m.contact_index())
}

fn moves_of_corner(py: Python<'_>, to_tile: usize) -> &'static MovesOfCorner {
    let corners = MOVES.get_or_init(py, || (0..N_TILES).map(|_| PyOnceLock::new()).collect());
    corners[to_tile].get_or_init(py, || (0..n_contacts()).map(|_| PyOnceLock::new()).collect())
}

#[inline]
fn object_in(
    py: Python<'_>,
    moves: &'static MovesOfCorner,
    to_tile: usize,
    contact: usize,
) -> PyResult<&'static Py<TileweMove>> {
    moves[contact].get_or_try_init(py, || new_object(py, to_tile, contact))
}

#[cold]
fn new_object(py: Python<'_>, to_tile: usize, contact: usize) -> PyResult<Py<TileweMove>> {
    let m = Move::from_indexes(to_tile, contact).expect("lists have moves with both");
    Py::new(
        py,
        TileweMove {
            m,
            piece: number(py, m.piece().index())?,
            rotation: number(py, m.rotation().index())?,
            contact: number(py, tile_index(m.contact()))?,
            to_tile: number(py, to_tile)?,
        },
    )
}

/// The object of a number below that of tiles.
fn number(py: Python<'_>, number: usize) -> PyResult<Py<PyInt>> {
    static NUMBERS: PyOnceLock<Vec<Py<PyInt>>> = PyOnceLock::new();
    let all = NUMBERS.get_or_try_init(py, || {
        (0..N_TILES).map(|number| Ok(number.into_pyobject(py)?.unbind())).collect::<PyResult<_>>()
    })?;
    Ok(all[number].clone_ref(py))
}

/// The moves as a list of Python.
fn list_of<'py>(py: Python<'py>, moves: &MoveList) -> PyResult<Bound<'py, PyList>> {
    let mut objects = Vec::with_capacity(moves.len());
    let mut corner = (usize::MAX, None);
    let mut made = Ok(());
    moves.for_each(|to_tile, contact| {
        if corner.0 != to_tile {
            corner = (to_tile, Some(moves_of_corner(py, to_tile)));
        }
        match corner.1.map(|moves| object_in(py, moves, to_tile, contact)) {
            Some(Ok(object)) => objects.push(object),
            Some(Err(error)) => made = Err(error),
            None => {}
        }
    });
    made?;
    PyList::new(py, objects)
}

/// A game of Tilewe for one to four players.
#[pyclass(name = "Board", module = "tilewright.tilewe", subclass)]
pub(crate) struct TileweBoard(Board);

impl TileweBoard {
    /// The player that is asked for; without one, or with `NO_COLOR`, the one whose turn it is.
    fn player(&self, asked: Option<&Bound<'_, PyAny>>) -> PyResult<Color> {
        let Some(asked) = asked else { return Ok(self.0.current_player()) };
        let players = self.0.players();
        let number = number_of(asked, "for_player")?;
        if number == NO_COLOR as i64 {
            return Ok(self.0.current_player());
        }
        let player = usize::try_from(number).ok().and_then(|index| players.get(index));
        player.copied().ok_or_else(|| {
            let last = players.len() - 1;
            let reason = format!("for_player is a color from 0 to {last} or None, not {number}");
            tilewe_error(asked.py(), reason)
        })
    }

    fn moves_of<'py>(
        &self,
        py: Python<'py>,
        for_player: Option<&Bound<'py, PyAny>>,
        naming: Naming,
    ) -> PyResult<Bound<'py, PyList>> {
        list_of(py, &self.0.legal_moves(self.player(for_player)?, naming))
    }
}

#[pymethods]
impl TileweBoard {
    // Whatever it is called with: a subclass may begin with arguments of its own.
    #[new]
    #[pyo3(signature = (*_arguments, **_options), text_signature = "(n_players=4)")]
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

    /// The moves of a player, by default of the one whose turn it is. The library accepts `unique`
    /// and ignores it, and so does this.
    #[pyo3(signature = (for_player=None, *, unique=None))]
    fn generate_legal_moves<'py>(
        &self,
        py: Python<'py>,
        for_player: Option<&Bound<'py, PyAny>>,
        unique: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let _ = unique;
        self.moves_of(py, for_player, Naming::EachCorner)
    }

    /// The same as `generate_legal_moves`.
    #[pyo3(signature = (for_player=None, *, unique=None))]
    fn gen_moves<'py>(
        &self,
        py: Python<'py>,
        for_player: Option<&Bound<'py, PyAny>>,
        unique: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyList>> {
        self.generate_legal_moves(py, for_player, unique)
    }

    /// The distinct placements of a player: of moves that place a piece on the same tiles only the
    /// first.
    #[pyo3(signature = (for_player=None))]
    fn generate_placements<'py>(
        &self,
        py: Python<'py>,
        for_player: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyList>> {
        self.moves_of(py, for_player, Naming::Once)
    }

    /// The number of moves of a player.
    #[pyo3(signature = (for_player=None))]
    fn n_legal_moves(&self, for_player: Option<&Bound<'_, PyAny>>) -> PyResult<usize> {
        Ok(self.0.n_legal_moves(self.player(for_player)?, Naming::EachCorner))
    }

    /// The number of distinct placements of a player.
    #[pyo3(signature = (for_player=None))]
    fn n_placements(&self, for_player: Option<&Bound<'_, PyAny>>) -> PyResult<usize> {
        Ok(self.0.n_legal_moves(self.player(for_player)?, Naming::Once))
    }

    /// The move at an index of `generate_legal_moves()`.
    #[pyo3(name = "_legal_move")]
    fn legal_move<'py>(&self, py: Python<'py>, index: usize) -> PyResult<Bound<'py, TileweMove>> {
        let moves = self.0.legal_moves(self.0.current_player(), Naming::EachCorner);
        let m = moves
            .get(index)
            .ok_or_else(|| tilewe_error(py, format!("there are {} legal moves", moves.len())))?;
        Ok(interned(py, m)?.bind(py).clone())
    }

    /// Return true if a player may play the move.
    #[pyo3(signature = (r#move, for_player=None))]
    fn is_legal(
        &self,
        r#move: &Bound<'_, PyAny>,
        for_player: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<bool> {
        let m = played(r#move)?;
        Ok(self.0.is_legal(self.player(for_player)?, m))
    }

    /// Plays a move of the player whose turn it is.
    fn push(&mut self, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        let m = played(r#move)?;
        self.0.push(m).map_err(|illegal| {
            let py = r#move.py();
            let reason = format!("{m} is illegal: {illegal}");
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

    /// The number of moves played.
    #[getter]
    fn ply(&self) -> usize {
        self.0.ply()
    }

    /// The moves played, from the first.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let moves = self.0.moves().map(|m| interned(py, m)).collect::<PyResult<Vec<_>>>()?;
        PyList::new(py, moves)
    }

    /// The number of players.
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

    /// True if nobody can move.
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
    #[pyo3(signature = (for_player=None))]
    fn player_score(&self, for_player: Option<&Bound<'_, PyAny>>) -> PyResult<u32> {
        Ok(self.0.score(self.player(for_player)?))
    }

    /// The pieces that a player has not placed.
    #[pyo3(signature = (for_player=None))]
    fn remaining_pieces(&self, for_player: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<usize>> {
        let player = self.player(for_player)?;
        Ok(self.0.position().remaining(player).map(Piece::index).collect())
    }

    /// The number of pieces that a player has not placed.
    #[pyo3(signature = (for_player=None))]
    fn n_remaining_pieces(&self, for_player: Option<&Bound<'_, PyAny>>) -> PyResult<usize> {
        Ok(self.0.position().remaining(self.player(for_player)?).count())
    }

    /// The open corners of a player.
    #[pyo3(signature = (for_player=None))]
    fn player_corners(&self, for_player: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<usize>> {
        let corners = self.0.position().open_corners(self.player(for_player)?);
        Ok(corners.into_iter().map(tile_index).collect())
    }

    /// The number of open corners of a player.
    #[pyo3(signature = (for_player=None))]
    fn n_player_corners(&self, for_player: Option<&Bound<'_, PyAny>>) -> PyResult<usize> {
        Ok(self.0.position().n_open_corners(self.player(for_player)?))
    }

    /// Return true if a player has a move, now or when its turn comes.
    #[pyo3(signature = (for_player=None))]
    fn can_play(&self, for_player: Option<&Bound<'_, PyAny>>) -> PyResult<bool> {
        Ok(!self.0.position().is_out(self.player(for_player)?))
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

    /// The number of open corners that the current player has after each of its moves, in the order
    /// of `generate_legal_moves()`.
    fn corners_after_moves(slf: &Bound<'_, Self>) -> Vec<usize> {
        let board = slf.borrow().0.clone();
        slf.py().detach(move || board.corners_after_moves())
    }

    /// The moves that the current player has after each of its moves, less those of all others, in
    /// the order of `generate_legal_moves()`.
    fn move_differences(slf: &Bound<'_, Self>) -> Vec<i32> {
        let board = slf.borrow().0.clone();
        slf.py().detach(move || board.move_differences())
    }

    /// The weight of the tiles that each move of the current player covers, in the order of
    /// `generate_legal_moves()`; the weights are in the order of `TILES`.
    fn weights_of_moves(slf: &Bound<'_, Self>, weights: Vec<f64>) -> PyResult<Vec<f64>> {
        let n_weights = weights.len();
        let weights: [f64; N_TILES] = weights.try_into().map_err(|_| {
            let reason = format!("there are {N_TILES} tiles, but {n_weights} weights");
            tilewe_error(slf.py(), reason)
        })?;
        let board = slf.borrow().0.clone();
        Ok(slf.py().detach(move || board.weights_of_moves(&weights)))
    }

    /// The evaluation of `SimpleSearchEngine` after the moves from `start` up to `stop`.
    #[pyo3(name = "_simple_values")]
    fn simple_values(slf: &Bound<'_, Self>, start: usize, stop: usize) -> Vec<f64> {
        let board = slf.borrow().0.clone();
        slf.py().detach(move || board.simple_values(start..stop))
    }

    fn __str__(&self) -> String {
        drawn(&self.0)
    }

    /// The board as a picture, for notebooks.
    fn _repr_html_(&self) -> String {
        let view = Blokus::view(self.0.position(), Viewer::Spectator);
        svg(&GameView::Blokus(view), &Style::default())
    }

    /// A subclass is pickled with its attributes, and made again without its `__init__`.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let py = slf.py();
        let board = slf.borrow();
        let attributes = slf.getattr_opt("__dict__")?;
        let make = py.import("copyreg")?.getattr("__newobj__")?;
        Ok((make, (slf.get_type(),), (board.n_players(), board.moves(py)?, attributes)))
    }

    fn __setstate__(slf: &Bound<'_, Self>, state: State<'_>) -> PyResult<()> {
        let (py, (n_players, moves, attributes)) = (slf.py(), state);
        let mut board = empty_board(py, n_players)?;
        for m in moves {
            board.0.push(played(&m)?).map_err(|illegal| tilewe_error(py, illegal.to_string()))?;
        }
        *slf.borrow_mut() = board;
        if let Some(attributes) = attributes {
            slf.getattr("__dict__")?.call_method1("update", (attributes,))?;
        }
        Ok(())
    }
}

/// The board as the library prints it: rows from the top, column names, the points and remaining
/// pieces of each player, and the turn, with the colors of a terminal.
fn drawn(board: &Board) -> String {
    let mut text = String::new();
    for y in (0..SIDE).rev() {
        let _ = write!(text, "{:>2} ", y + 1);
        for x in 0..SIDE {
            let color = Square::new(x, y).and_then(|square| board.position().color_at(square));
            text += &color.map_or_else(|| ".".to_owned(), ansi_letter);
            text.push(' ');
        }
        text.push('\n');
    }
    text += "   ";
    text.extend((0..SIDE).flat_map(|x| [char::from(b'a' + x), ' ']));
    text.push('\n');
    for &player in board.players() {
        let _ = write!(text, "{} {:>2} [ ", ansi_letter(player), board.score(player));
        for piece in board.position().remaining(player) {
            let _ = write!(text, "{piece} ");
        }
        text += "]\n";
    }
    let turn = board.position().color_to_move();
    let turn = turn.map_or_else(|| "done".to_owned(), |color| color.to_string());
    let _ = writeln!(text, "Ply: {}, Turn: {turn}", board.ply());
    text
}

fn ansi_letter(color: Color) -> String {
    // The players of Tilewe have the first four colors.
    let code = [94, 93, 91, 92].get(color.index()).unwrap_or(&39);
    format!("\u{1b}[{code}m{}\u{1b}[0m", color.letter().to_ascii_uppercase())
}

/// The pickled state of a board: the number of players, the moves played, and the attributes of a
/// subclass.
type State<'py> = (usize, Bound<'py, PyList>, Option<Bound<'py, PyAny>>);

type Reduced<'py> = (Bound<'py, PyAny>, (Bound<'py, PyType>,), State<'py>);

fn empty_board(py: Python<'_>, n_players: usize) -> PyResult<TileweBoard> {
    let board = u8::try_from(n_players).map_or(Board::new(u8::MAX), Board::new);
    board.map(TileweBoard).map_err(|error| tilewe_error(py, error.to_string()))
}

/// The data of the pieces: for each its name, its number of corners, and for each rotation its
/// tiles and its contacts.
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

/// The value of an empty tile: the number after the colors.
const NO_COLOR: usize = 4;

/// The order that `random.shuffle` would bring a list of this length into.
///
/// The module draws a number below n as its generator's next word, cut to the bits of n, until it
/// is below n. Words are drawn here in one call for all numbers that are still to be drawn, so that
/// none is drawn in vain and the generator is left as `random.shuffle` would leave it.
#[pyfunction]
#[pyo3(name = "_shuffled")]
pub(crate) fn shuffled(py: Python<'_>, length: usize) -> PyResult<Bound<'_, PyList>> {
    let mut order: Vec<usize> = (0..length).collect();
    let getrandbits = py.import("random")?.getattr("getrandbits")?;
    let mut last = length.saturating_sub(1);
    while last > 0 {
        let words =
            getrandbits.call1((32 * last,))?.call_method1("to_bytes", (4 * last, "little"))?;
        for word in words.cast::<PyBytes>()?.as_bytes().chunks_exact(4) {
            let n_bits = usize::BITS - (last + 1).leading_zeros();
            let word = u32::from_le_bytes(word.try_into().expect("chunks have four bytes"));
            let other = (word >> (32 - n_bits)) as usize;
            if other <= last {
                order.swap(last, other);
                last -= 1;
            }
        }
    }
    PyList::new(py, order)
}

/// The move that Python passed.
fn played(value: &Bound<'_, PyAny>) -> PyResult<Move> {
    if let Ok(m) = value.cast::<TileweMove>() {
        return Ok(m.get().m);
    }
    let reason = format!("a tilewe.Move is needed, not {}", shown(value));
    Err(tilewe_error(value.py(), reason))
}

/// The value as an error shows it.
fn shown(value: &Bound<'_, PyAny>) -> String {
    value.repr().map_or_else(|_| "this".to_owned(), |text| text.to_string())
}

fn tile_of(value: &Bound<'_, PyAny>, what: &str) -> PyResult<Square> {
    let index = number_in(0..N_TILES, value, what)?;
    Ok(tile(index).expect("the index is that of a tile"))
}

fn number_in(range: Range<usize>, value: &Bound<'_, PyAny>, what: &str) -> PyResult<usize> {
    let number = number_of(value, what)?;
    let checked = usize::try_from(number).ok().filter(|number| range.contains(number));
    checked.ok_or_else(|| {
        let [least, most] = [range.start, range.end - 1];
        let reason = format!("{what} must be at least {least} and at most {most}, not {value}");
        tilewe_error(value.py(), reason)
    })
}

/// A whole number. One that is too large for 64 bits is as wrong as any that is too large.
fn number_of(value: &Bound<'_, PyAny>, what: &str) -> PyResult<i64> {
    match value.extract::<i64>() {
        Ok(number) => Ok(number),
        Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => Ok(i64::MAX),
        Err(_) => {
            Err(PyTypeError::new_err(format!("{what} is a whole number, not {}", shown(value))))
        }
    }
}

static TILEWE_ERROR: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static ILLEGAL_MOVE: PyOnceLock<Py<PyType>> = PyOnceLock::new();

fn tilewe_error(py: Python<'_>, reason: String) -> PyErr {
    error_of(&TILEWE_ERROR, py, "TileweError", reason)
}

/// An error of a class of `tilewright.tilewe.error`: it has two bases, which only Python can give
/// it.
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
    module.add("TileweMove", py.get_type::<TileweMove>())
}
