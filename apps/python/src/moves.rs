//! Moves, and the legal ones of a position.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use pyo3::exceptions::{PyAttributeError, PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PySlice, PyTuple, PyType};
use tilewright_table::{AnyMove, GameId, MoveList};

use crate::arguments::Whole;
use crate::error::game_error;
use crate::json::to_python;

/// A move of one of the games: a value that can be hashed, compared, sorted, pickled and sent.
///
/// `Move("blokus", "F5e@d9")` reads one, `str(move)` writes it. Its parts are attributes, such as
/// `move.piece` and `move.squares` in Blokus; `move.parts` has them all.
#[pyclass(module = "tilewright", frozen, eq, ord, hash)]
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Move(pub(crate) AnyMove);

#[pymethods]
impl Move {
    #[new]
    fn new(game: &str, text: &str) -> PyResult<Move> {
        let game: GameId = game.parse().map_err(|error| game_error(&error))?;
        game.parse_move(text).map(Move).map_err(|error| game_error(&error))
    }

    /// The game it is a move of: `blokus`, `triominos`, `coerceo` or `aquapipe`.
    #[getter]
    fn game(&self) -> &'static str {
        self.0.game().slug()
    }

    /// What it consists of, by name. What it does in a position, `Game.describe` tells.
    #[getter]
    fn parts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        Ok(to_python(py, &self.0.parts())?.cast_into()?)
    }

    /// A part by its name; `from` is `from_`, because Python keeps that word for itself.
    fn __getattr__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let parts = self.0.parts();
        let part = parts.get(if name == "from_" { "from" } else { name }).ok_or_else(|| {
            PyAttributeError::new_err(format!("a move of {} has no '{name}'", self.game()))
        })?;
        to_python(py, part)
    }

    fn __dir__<'py>(slf: &Bound<'py, Move>) -> PyResult<Bound<'py, PyList>> {
        let names = slf.get_type().dir()?;
        for name in slf.get().0.parts().as_object().into_iter().flat_map(|parts| parts.keys()) {
            names.append(if name == "from" { "from_" } else { name })?;
        }
        Ok(names)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("tilewright.Move('{}', '{}')", self.game(), self.0)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Move>) -> (Bound<'py, PyType>, (&'static str, String)) {
        let this = slf.get();
        (slf.get_type(), (this.game(), this.__str__()))
    }
}

/// A move, or the text of one.
#[derive(FromPyObject)]
pub(crate) enum MoveOrText<'py> {
    #[pyo3(transparent)]
    Move(Bound<'py, Move>),
    #[pyo3(transparent)]
    Text(String),
}

impl MoveOrText<'_> {
    /// The text, in whatever notation it was given.
    pub(crate) fn text(&self) -> String {
        match self {
            MoveOrText::Move(m) => m.get().0.to_string(),
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
        Ok(Bound::new(py, Move(m))?.into_any())
    }

    fn __iter__(&self) -> LegalMovesIterator {
        LegalMovesIterator { moves: self.moves.clone(), next: AtomicUsize::new(0) }
    }

    fn __contains__(&self, item: &Bound<'_, PyAny>) -> bool {
        self.find(item).is_some()
    }

    /// Where a move is in the list.
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
    /// Where a move or the text of one is; what is neither is nowhere.
    fn find(&self, item: &Bound<'_, PyAny>) -> Option<usize> {
        match item.extract().ok()? {
            MoveOrText::Move(m) => self.moves.index_of(&m.get().0),
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
        PyList::new(py, moves.map(Move).collect::<Vec<_>>())
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

    fn __next__(&self) -> Option<Move> {
        self.moves.get(self.next.fetch_add(1, Ordering::Relaxed)).map(Move)
    }
}

/// Moves as a tuple.
pub(crate) fn tuple_of(
    py: Python<'_>,
    moves: impl Iterator<Item = AnyMove>,
) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, moves.map(Move).collect::<Vec<_>>())
}
