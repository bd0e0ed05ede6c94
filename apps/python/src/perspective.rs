//! A game as one viewer follows it.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use tilewright_core::{Seat, Turn, Viewer};
use tilewright_render::{Ink, text};
use tilewright_table::{AnyMove, GameId, Perspective, Record, SeenMove};

use crate::arguments::{self, Text, Whole};
use crate::error::{GameError, game_error};
use crate::game::Game;
use crate::json::{count_seats_from_0, to_python};
use crate::moves::{MoveOrText, tuple_of};
use crate::outcome::Outcome;

/// A game with secrets as one seat sees it: what a bot is handed that plays it.
///
/// It begins with the text of what the seat knew, and goes on with what it saw of each move and
/// what the rules then laid open. `Perspective.of(game, seat)` makes one. Seats are numbers from 0.
#[pyclass(module = "tilewright", name = "Perspective", frozen)]
pub(crate) struct PyPerspective {
    pub(crate) seen: Perspective,
}

/// The moves as a seat saw them, each with what was then laid open.
type SeenMoves = Vec<(String, Option<String>)>;

#[pymethods]
impl PyPerspective {
    #[new]
    #[pyo3(signature = (game, position, seen_moves=Vec::new()))]
    #[pyo3(text_signature = "(game, position, seen_moves=())")]
    fn new(
        py: Python<'_>,
        game: Text,
        position: Text,
        seen_moves: SeenMoves,
    ) -> PyResult<PyPerspective> {
        let id: GameId = game.0.parse().map_err(|error| game_error(&error))?;
        py.detach(|| {
            let mut seen = id.open_view(&position.0).map_err(|error| game_error(&error))?;
            for (text, revealed) in seen_moves {
                seen.follow(&text, revealed.as_deref()).map_err(|error| game_error(&error))?;
            }
            Ok(PyPerspective { seen })
        })
    }

    /// A game as a seat sees it, or a spectator.
    #[staticmethod]
    #[pyo3(signature = (game, seat=None))]
    fn of(py: Python<'_>, game: &Bound<'_, Game>, seat: Option<Whole>) -> PyResult<PyPerspective> {
        let table = game.get().table();
        let viewer = arguments::viewer(seat, table.n_seats())?;
        if !table.game().has_secrets() {
            let name = table.game().name();
            let message = format!("{name} has no secrets, so every seat sees the game itself");
            return Err(GameError::new_err(message));
        }
        let seen = py.detach(|| table.perspective(viewer));
        Ok(PyPerspective { seen })
    }

    /// The game that the record of one viewer tells, as `Game.record` writes it with `seen_by`.
    #[staticmethod]
    fn from_record(py: Python<'_>, text: Text) -> PyResult<PyPerspective> {
        py.detach(|| {
            let record: Record = text.0.parse().map_err(|error| game_error(&error))?;
            let seen = record.replay_view().map_err(|error| game_error(&error))?;
            Ok(PyPerspective { seen })
        })
    }

    /// Which game it is.
    #[getter]
    fn game(&self) -> &'static str {
        self.seen.game().slug()
    }

    /// The seat that sees it so; None for a spectator.
    #[getter]
    fn seat(&self) -> Option<usize> {
        match self.seen.viewer() {
            Viewer::Seat(seat) => Some(seat.index()),
            Viewer::Spectator => None,
        }
    }

    /// The number of seats.
    #[getter]
    fn seats(&self) -> usize {
        self.seen.n_seats()
    }

    /// The seat that is to move; None if chance is to decide or the game is over.
    #[getter]
    fn turn(&self) -> Option<usize> {
        self.seen.turn().seat().map(Seat::index)
    }

    /// True if chance is to decide: a tile is to be dealt or drawn.
    #[getter]
    fn is_chance(&self) -> bool {
        self.seen.turn() == Turn::Chance
    }

    /// True if the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.seen.turn().is_over()
    }

    /// The points of every seat.
    #[getter]
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.seen.scores().as_slice())
    }

    /// The result of the game; None while it is not over.
    #[getter]
    fn outcome(&self) -> Option<Outcome> {
        self.seen.turn().outcome().copied().map(Outcome)
    }

    /// The number of moves played, those of chance included.
    #[getter]
    fn ply(&self) -> usize {
        self.seen.ply()
    }

    /// The moves that have been played, as the seat saw them: what was hidden from it is `?`.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple_of(py, self.seen.moves().into_iter())
    }

    /// The same as text, each with what the rules then laid open.
    #[getter]
    fn seen_moves(&self) -> SeenMoves {
        let mut moves = Vec::new();
        for SeenMove { m, revealed } in self.seen.seen_moves() {
            moves.push((m.to_string(), revealed.as_deref().map(str::to_owned)));
        }
        moves
    }

    /// The knowledge of the seat, as text.
    #[getter]
    fn position(&self) -> String {
        self.seen.text()
    }

    /// The moves that the seat can choose from; none if it is not its turn.
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple_of(py, py.detach(|| self.seen.legal_moves()).into_iter())
    }

    /// Return true if the seat may play the move now.
    #[pyo3(signature = (r#move))]
    fn is_legal(&self, py: Python<'_>, r#move: MoveOrText<'_>) -> bool {
        let m: Option<AnyMove> = match r#move {
            MoveOrText::Move(m) => Some(m.get().m),
            MoveOrText::Text(text) => self.seen.game().parse_move(&text).ok(),
        };
        m.is_some_and(|m| py.detach(|| self.seen.legal_moves()).contains(&m))
    }

    /// The knowledge of the seat, as data.
    fn view<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let mut view = self.seen.view();
        count_seats_from_0(&mut view);
        Ok(to_python(py, &view)?.cast_into()?)
    }

    fn __str__(&self) -> String {
        text(&self.seen.game_view(), Ink::Plain).trim_end_matches('\n').to_owned()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let arguments = self.__getnewargs__().into_pyobject(py)?;
        Ok(format!("tilewright.Perspective{}", arguments.repr()?))
    }

    fn __eq__(&self, other: &PyPerspective) -> bool {
        self.__getnewargs__() == other.__getnewargs__()
    }

    fn __getnewargs__(&self) -> (&'static str, String, SeenMoves) {
        (self.seen.game().slug(), self.seen.start_text(), self.seen_moves())
    }
}

/// The game itself where all information is open, or the perspective.
pub(crate) fn shown(py: Python<'_>, seen: Perspective) -> PyResult<Bound<'_, PyAny>> {
    match seen.table() {
        Some(table) => Ok(Bound::new(py, Game::new(table, None))?.into_any()),
        None => Ok(Bound::new(py, PyPerspective { seen })?.into_any()),
    }
}

/// A copy of a game for the seat to move: of one with secrets, the perspective of that seat.
#[pyfunction]
pub(crate) fn shown_to_mover<'py>(
    py: Python<'py>,
    game: &Bound<'py, Game>,
) -> PyResult<Bound<'py, PyAny>> {
    let table = game.get().table();
    let seat = table.turn().seat().ok_or_else(|| GameError::new_err("no seat is to move"))?;
    shown(py, py.detach(|| table.perspective(Viewer::Seat(seat))))
}
