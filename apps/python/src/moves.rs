//! Moves, and the legal ones of a position.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::{PyAttributeError, PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::pyclass::CompareOp;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyDict, PyList, PySlice, PyTuple, PyType};
use tilewright_table::{AnyMove, GameId, MoveList};

use crate::arguments::{Text, Whole};
use crate::error::{argument_error, game_error};
use crate::json::to_python;
use crate::parts::part;

/// The names of the parts of moves, of all games.
const PARTS: [&str; 14] = [
    "piece",
    "orientation",
    "squares",
    "kind",
    "tile",
    "facing",
    "x",
    "y",
    "numbers",
    "from",
    "to",
    "is_exchange",
    "diameter",
    "is_u_pipe",
];

/// A move of one of the games: a value that can be hashed, compared, sorted, pickled and sent.
///
/// `Move("blokus", "F5e@d9")` reads one, `str(move)` writes it. Its parts are attributes, such as
/// `move.piece` and `move.squares` in Blokus; `move.parts` has them all.
#[pyclass(module = "tilewright", frozen)]
pub(crate) struct Move {
    pub(crate) m: AnyMove,
}

impl From<AnyMove> for Move {
    fn from(m: AnyMove) -> Move {
        Move { m }
    }
}

/// The objects of listed moves, so that a move which is listed again is not made again.
static LISTED: PyOnceLock<Mutex<HashMap<AnyMove, Py<Move>>>> = PyOnceLock::new();

/// More than the moves of all games but Triominos.
const MOST_LISTED: usize = 1 << 16;

/// The object of a move: the same for the same move, as long as there are not too many.
pub(crate) fn object_of(py: Python<'_>, m: AnyMove) -> PyResult<Bound<'_, Move>> {
    let listed = LISTED.get_or_init(py, Mutex::default);
    let mut listed = listed.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = listed.get(&m) {
        return Ok(known.bind(py).clone());
    }
    let made = Bound::new(py, Move::from(m))?;
    if listed.len() < MOST_LISTED {
        listed.insert(m, made.clone().unbind());
    }
    Ok(made)
}

impl Move {
    fn part<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        part(py, self.m, name)?.ok_or_else(|| {
            let game = self.m.game().name();
            PyAttributeError::new_err(format!("a move of {game} has no '{name}'"))
        })
    }
}

#[pymethods]
impl Move {
    #[new]
    fn new(game: Text, text: Text) -> PyResult<Move> {
        let game: GameId = game.0.parse().map_err(|error| game_error(&error))?;
        game.parse_move(&text.0).map(Move::from).map_err(|error| game_error(&error))
    }

    /// The game it is a move of: `blokus`, `triominos`, `coerceo` or `aquapipe`.
    #[getter]
    fn game(&self) -> &'static str {
        self.m.game().slug()
    }

    /// The parts by name. Their effect in a position comes from `Game.describe`.
    #[getter]
    fn parts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        Ok(to_python(py, &self.m.parts())?.cast_into()?)
    }

    /// The piece that is placed (Blokus).
    #[getter]
    fn piece<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.part(py, "piece")
    }

    /// The orientation of the piece or the tile (Blokus, Triominos).
    #[getter]
    fn orientation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.part(py, "orientation")
    }

    /// The squares that the piece covers (Blokus).
    #[getter]
    fn squares<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.part(py, "squares")
    }

    /// The kind of the action: place, draw, pass, deal or drawn (Triominos).
    #[getter]
    fn kind<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.part(py, "kind")
    }

    /// The tile (Triominos).
    #[getter]
    fn tile<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.part(py, "tile")
    }

    /// The direction in which the cell faces (Triominos).
    #[getter]
    fn facing<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.part(py, "facing")
    }

    /// The column of the cell (Triominos).
    #[getter]
    fn x<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.part(py, "x")
    }

    /// The row of the cell (Triominos).
    #[getter]
    fn y<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.part(py, "y")
    }

    /// The numbers at the left, middle and right corner (Triominos).
    #[getter]
    fn numbers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.part(py, "numbers")
    }

    /// The origin: a place (Coerceo), or the spaces that a pipe leaves (Aqua Pipe).
    #[getter]
    fn from_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.part(py, "from")
    }

    /// The target: a place (Coerceo), or the spaces that a pipe fills (Aqua Pipe).
    #[getter]
    fn to<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.part(py, "to")
    }

    /// True for an exchange (Coerceo).
    #[getter]
    fn is_exchange<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.part(py, "is_exchange")
    }

    /// The diameter of the pipe (Aqua Pipe).
    #[getter]
    fn diameter<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.part(py, "diameter")
    }

    /// True for a U pipe (Aqua Pipe).
    #[getter]
    fn is_u_pipe<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.part(py, "is_u_pipe")
    }

    /// The attributes, without the parts of moves of other games.
    fn __dir__<'py>(slf: &Bound<'py, Move>) -> PyResult<Bound<'py, PyList>> {
        let py = slf.py();
        let values = slf.get().m.parts();
        let names = slf.get_type().dir()?;
        let own = PyList::empty(py);
        for name in names.iter() {
            let text: String = name.extract()?;
            let part = if text == "from_" { "from" } else { text.as_str() };
            if !PARTS.contains(&part) || values.get(part).is_some() {
                own.append(name)?;
            }
        }
        Ok(own)
    }

    fn __str__(&self) -> String {
        self.m.to_string()
    }

    fn __repr__(&self) -> String {
        format!("tilewright.Move('{}', '{}')", self.game(), self.m)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.m.hash(&mut hasher);
        hasher.finish()
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> Py<PyAny> {
        let py = other.py();
        let Ok(other) = other.cast::<Move>() else { return py.NotImplemented() };
        let is_so = op.matches(self.m.cmp(&other.get().m));
        PyBool::new(py, is_so).to_owned().into_any().unbind()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Move>) -> (Bound<'py, PyType>, (&'static str, String)) {
        let this = slf.get();
        (slf.get_type(), (this.game(), this.__str__()))
    }
}

/// A move, or the text of one.
pub(crate) enum MoveOrText<'py> {
    Move(Bound<'py, Move>),
    Text(String),
}

impl<'py> FromPyObject<'_, 'py> for MoveOrText<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<MoveOrText<'py>> {
        if let Ok(m) = object.cast::<Move>() {
            return Ok(MoveOrText::Move(m.to_owned()));
        }
        let text = object.extract::<String>();
        text.map(MoveOrText::Text).map_err(|_| argument_error(object, "a move or its text"))
    }
}

impl MoveOrText<'_> {
    /// The text, in whatever notation it was given.
    pub(crate) fn text(&self) -> String {
        match self {
            MoveOrText::Move(m) => m.get().m.to_string(),
            MoveOrText::Text(text) => text.clone(),
        }
    }
}

/// The legal moves of a position, sorted: a sequence that makes a move when somebody looks at it.
#[pyclass(module = "tilewright", frozen, sequence)]
pub(crate) struct LegalMoves {
    pub(crate) game: GameId,
    pub(crate) moves: Arc<dyn MoveList>,
}

#[pymethods]
impl LegalMoves {
    fn __len__(&self) -> usize {
        self.moves.len()
    }

    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        index: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(slice) = index.cast::<PySlice>() {
            return Ok(self.slice(py, slice)?.into_any());
        }
        let index = index.extract().or_else(|_| index.extract().map(|Whole(number)| number))?;
        let from_start = if index < 0 { index + self.moves.len() as i64 } else { index };
        let m = usize::try_from(from_start).ok().and_then(|index| self.moves.get(index));
        let m = m.ok_or_else(|| {
            PyIndexError::new_err(format!("there are {} legal moves", self.moves.len()))
        })?;
        Ok(object_of(py, m)?.into_any())
    }

    fn __iter__(&self) -> LegalMovesIterator {
        LegalMovesIterator { moves: self.moves.clone(), next: AtomicUsize::new(0) }
    }

    /// A list is equal to any with the same moves.
    fn __richcmp__<'py>(
        slf: &Bound<'py, LegalMoves>,
        other: &Bound<'py, PyAny>,
        op: CompareOp,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let all = PySlice::full(py);
        let own = slf.get().slice(py, &all)?;
        if let Ok(moves) = other.cast::<LegalMoves>() {
            return own.rich_compare(moves.get().slice(py, &all)?, op);
        }
        if other.is_instance_of::<PyList>() {
            return own.rich_compare(other, op);
        }
        Ok(py.NotImplemented().into_bound(py))
    }

    fn __contains__(&self, item: &Bound<'_, PyAny>) -> bool {
        self.find(item).is_some()
    }

    /// The index of a move in the list.
    fn index(&self, value: &Bound<'_, PyAny>) -> PyResult<usize> {
        self.find(value).ok_or_else(|| PyValueError::new_err("that move is not legal"))
    }

    /// 1 for a legal move, 0 for any other.
    fn count(&self, value: &Bound<'_, PyAny>) -> usize {
        usize::from(self.find(value).is_some())
    }

    fn __reversed__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let reversed = PySlice::new(py, isize::MAX, isize::MIN, -1);
        Ok(self.slice(py, &reversed)?.try_iter()?.into_any())
    }

    fn __repr__(&self) -> String {
        const N_SHOWN: usize = 3;
        let shown = (0..N_SHOWN).filter_map(|index| self.moves.get(index));
        let shown: Vec<String> = shown.map(|m| m.to_string()).collect();
        let more = if self.moves.len() > N_SHOWN { ", …" } else { "" };
        format!("<{} legal moves: {}{more}>", self.moves.len(), shown.join(", "))
    }

    /// In another process it is a list.
    fn __reduce__<'py>(
        slf: &Bound<'py, LegalMoves>,
    ) -> PyResult<(Bound<'py, PyType>, (Bound<'py, PyList>,))> {
        let py = slf.py();
        let all = PySlice::full(py);
        Ok((py.get_type::<PyList>(), (slf.get().slice(py, &all)?,)))
    }
}

impl LegalMoves {
    /// The index of a move, or of the text of one; anything else has none.
    fn find(&self, item: &Bound<'_, PyAny>) -> Option<usize> {
        match item.extract().ok()? {
            MoveOrText::Move(m) => self.moves.index_of(&m.get().m),
            MoveOrText::Text(text) => self.moves.index_of(&self.game.parse_move(&text).ok()?),
        }
    }

    fn slice<'py>(
        &self,
        py: Python<'py>,
        slice: &Bound<'py, PySlice>,
    ) -> PyResult<Bound<'py, PyList>> {
        let range = slice.indices(self.moves.len() as isize)?;
        let indices = (0..range.slicelength as isize).map(|n| range.start + n * range.step);
        let moves = indices.filter_map(|index| self.moves.get(index as usize));
        let moves = moves.map(|m| object_of(py, m)).collect::<PyResult<Vec<_>>>()?;
        PyList::new(py, moves)
    }
}

/// Goes through legal moves.
#[pyclass(module = "tilewright", frozen)]
pub(crate) struct LegalMovesIterator {
    moves: Arc<dyn MoveList>,
    next: AtomicUsize,
}

#[pymethods]
impl LegalMovesIterator {
    fn __iter__(slf: Bound<'_, LegalMovesIterator>) -> Bound<'_, LegalMovesIterator> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, Move>>> {
        let m = self.moves.get(self.next.fetch_add(1, Ordering::Relaxed));
        m.map(|m| object_of(py, m)).transpose()
    }
}

/// Moves as a tuple.
pub(crate) fn tuple_of(
    py: Python<'_>,
    moves: impl Iterator<Item = AnyMove>,
) -> PyResult<Bound<'_, PyTuple>> {
    let moves = moves.map(|m| object_of(py, m)).collect::<PyResult<Vec<_>>>()?;
    PyTuple::new(py, moves)
}
