//! The parts of moves as objects of Python, without a way through JSON.

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PyString};
use tilewright_aquapipe as aquapipe;
use tilewright_blokus as blokus;
use tilewright_coerceo::{self as coerceo, MoveKind, Triangle};
use tilewright_core::grid::{MAX_SIDE, Square};
use tilewright_table::AnyMove;
use tilewright_triominos as triominos;

/// Words that are made once, by their numbers: a part is then a copy of a pointer.
struct Words<const N: usize>([PyOnceLock<Py<PyString>>; N]);

impl<const N: usize> Words<N> {
    const fn new() -> Words<N> {
        Words([const { PyOnceLock::new() }; N])
    }

    fn get<'py>(
        &self,
        py: Python<'py>,
        number: usize,
        word: impl FnOnce() -> String,
    ) -> Bound<'py, PyAny> {
        let known = self.0[number].get_or_init(py, || PyString::intern(py, &word()).unbind());
        known.bind(py).clone().into_any()
    }
}

/// The part of a move with this name, as `AnyMove::parts` has it; `None` if a move of its game has
/// no such part.
pub(crate) fn part<'py>(
    py: Python<'py>,
    m: AnyMove,
    name: &str,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    match m {
        AnyMove::Blokus(m) => blokus_part(py, m, name),
        AnyMove::Triominos(m) => triominos_part(py, m, name),
        AnyMove::Coerceo(m) => coerceo_part(py, m, name),
        AnyMove::AquaPipe(m) => aquapipe_part(py, m, name),
    }
}

fn blokus_part<'py>(
    py: Python<'py>,
    m: blokus::Move,
    name: &str,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    static PIECES: Words<21> = Words::new();
    static ORIENTATIONS: Words<8> = Words::new();
    let part = match name {
        "piece" => PIECES.get(py, m.piece().index(), || m.piece().to_string()),
        "orientation" => {
            let symmetry = m.orientation().symmetry();
            ORIENTATIONS.get(py, symmetry.index(), || symmetry.to_string())
        }
        "squares" => squares(py, m.squares())?,
        _ => return Ok(None),
    };
    Ok(Some(part))
}

fn triominos_part<'py>(
    py: Python<'py>,
    m: triominos::Move,
    name: &str,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    use triominos::Move::{Deal, Draw, Drawn, Pass, Place};

    static KINDS: Words<5> = Words::new();
    static TILES: Words<{ triominos::Tile::COUNT }> = Words::new();
    static ORIENTATIONS: Words<6> = Words::new();
    static FACINGS: Words<2> = Words::new();
    let placement = if let Place(placement) = m { Some(placement) } else { None };
    let location = placement.map(|placement| placement.location);
    let part = match name {
        "kind" => {
            let (number, kind) = match m {
                Place(_) => (0, "place"),
                Draw => (1, "draw"),
                Pass => (2, "pass"),
                Deal(_) => (3, "deal"),
                Drawn(_) => (4, "drawn"),
            };
            Some(KINDS.get(py, number, || kind.to_owned()))
        }
        "tile" => {
            let tile = match m {
                Place(placement) => Some(placement.tile),
                Deal(tile) | Drawn(tile) => tile,
                Draw | Pass => None,
            };
            tile.map(|tile| TILES.get(py, tile.index(), || tile.to_string()))
        }
        "orientation" => placement.map(|placement| {
            let orientation = placement.orientation;
            ORIENTATIONS.get(py, orientation as usize, || orientation.to_string())
        }),
        "facing" => location.map(|location| {
            let facing = location.facing();
            FACINGS.get(py, facing as usize, || facing.to_string())
        }),
        "x" => location.map(|location| location.x().into_bound_py_any(py)).transpose()?,
        "y" => location.map(|location| location.y().into_bound_py_any(py)).transpose()?,
        "numbers" => {
            let numbers = placement.map(|placement| PyList::new(py, placement.numbers()));
            numbers.transpose()?.map(Bound::into_any)
        }
        _ => return Ok(None),
    };
    Ok(Some(part.unwrap_or_else(|| py.None().into_bound(py))))
}

fn coerceo_part<'py>(
    py: Python<'py>,
    m: coerceo::Move,
    name: &str,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    static TRIANGLES: Words<256> = Words::new();
    let place = |triangle: Triangle| {
        TRIANGLES.get(py, usize::from(triangle.byte()), || triangle.to_string())
    };
    let (from, to) = match m.kind() {
        MoveKind::Step { from, to } => (Some(from), to),
        MoveKind::Exchange(target) => (None, target),
    };
    let part = match name {
        "from" => from.map_or_else(|| py.None().into_bound(py), place),
        "to" => place(to),
        "is_exchange" => from.is_none().into_bound_py_any(py)?,
        _ => return Ok(None),
    };
    Ok(Some(part))
}

fn aquapipe_part<'py>(
    py: Python<'py>,
    m: aquapipe::Move,
    name: &str,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    static DIAMETERS: Words<3> = Words::new();
    let part = match name {
        "diameter" => DIAMETERS.get(py, m.diameter().index(), || m.diameter().to_string()),
        "is_u_pipe" => m.is_u_pipe().into_bound_py_any(py)?,
        "from" => match m.from() {
            Some(place) => squares(py, place.spaces())?,
            None => PyList::empty(py).into_any(),
        },
        "to" => squares(py, m.to().spaces())?,
        _ => return Ok(None),
    };
    Ok(Some(part))
}

/// Squares as a list of their names, a new one that the caller may change.
fn squares(py: Python<'_>, squares: impl Iterator<Item = Square>) -> PyResult<Bound<'_, PyAny>> {
    static NAMES: Words<{ MAX_SIDE as usize * MAX_SIDE as usize }> = Words::new();
    let name = |square: Square| {
        let number = usize::from(MAX_SIDE) * usize::from(square.y()) + usize::from(square.x());
        NAMES.get(py, number, || square.to_string())
    };
    let names: Vec<Bound<'_, PyAny>> = squares.map(name).collect();
    Ok(PyList::new(py, names)?.into_any())
}
