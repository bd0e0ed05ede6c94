//! A game as one of its players sees it.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use tilewright_core::{Seat, Turn, Viewer};
use tilewright_render::{Ink, text};
use tilewright_table::{GameId, Record, SeenGame as Seen};

use crate::arguments::{self, Whole};
use crate::bot::bots;
use crate::error::{GameError, game_error};
use crate::game::Game;
use crate::json::to_python;
use crate::moves::{MoveOrText, tuple_of};
use crate::outcome::Outcome;

/// A game with secrets as one seat sees it: what a bot is handed that plays it.
///
/// It begins with the text of what the seat knew, and goes on with what it saw of each move and what the
/// rules then laid open. `SeenGame.of(game, seat)` makes one. Seats are numbers from 0.
#[pyclass(module = "tilewright", frozen)]
pub(crate) struct SeenGame {
    pub(crate) seen: Seen,
}

/// What a seat saw of each move, and what was then laid open.
type Looks = Vec<(String, Option<String>)>;

#[pymethods]
impl SeenGame {
    #[new]
    #[pyo3(signature = (game, position, looks=Vec::new()))]
    fn new(py: Python<'_>, game: &str, position: &str, looks: Looks) -> PyResult<SeenGame> {
        let id: GameId = game.parse().map_err(|error| game_error(&error))?;
        py.detach(|| {
            let mut seen = id.open_view(position).map_err(|error| game_error(&error))?;
            for (look, revealed) in looks {
                seen.follow(&look, revealed.as_deref()).map_err(|error| game_error(&error))?;
            }
            Ok(SeenGame { seen })
        })
    }

    /// A game as a seat sees it, or a spectator.
    #[staticmethod]
    #[pyo3(signature = (game, seat=None))]
    fn of(py: Python<'_>, game: &Bound<'_, Game>, seat: Option<Whole>) -> PyResult<SeenGame> {
        let table = game.get().table();
        let viewer = arguments::viewer(seat, table.n_seats())?;
        let seen = py.detach(|| Seen::of(&*table, viewer)).ok_or_else(|| {
            let name = table.game().name();
            GameError::new_err(format!("{name} has no secrets, so every seat sees the game itself"))
        })?;
        Ok(SeenGame { seen })
    }

    /// The game that the record of one viewer tells, as `Game.record` writes it with `seen_by`.
    #[staticmethod]
    fn from_record(py: Python<'_>, text: &str) -> PyResult<SeenGame> {
        py.detach(|| {
            let record: Record = text.parse().map_err(|error| game_error(&error))?;
            let seen = record.replay_view().map_err(|error| game_error(&error))?;
            Ok(SeenGame { seen })
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

    /// How many seats there are.
    #[getter]
    fn seats(&self) -> usize {
        self.seen.n_seats()
    }

    /// The seat that is to move; None if chance is to decide or the game is over.
    #[getter]
    fn turn(&self) -> Option<usize> {
        self.seen.turn().seat().map(Seat::index)
    }

    /// Whether chance is to decide: a tile is to be dealt or drawn.
    #[getter]
    fn is_chance(&self) -> bool {
        self.seen.turn() == Turn::Chance
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.seen.turn().is_over()
    }

    /// The points of every seat.
    #[getter]
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.seen.scores().as_slice())
    }

    /// How the game ended; None while it is not over.
    #[getter]
    fn outcome(&self) -> Option<Outcome> {
        self.seen.turn().outcome().copied().map(Outcome)
    }

    /// How many moves have been played, those of chance included.
    #[getter]
    fn ply(&self) -> usize {
        self.seen.ply()
    }

    /// The moves that have been played, as the seat saw them: what was hidden from it is `?`.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let game = self.seen.game();
        tuple_of(py, self.seen.moves().iter().filter_map(|text| game.parse_move(text).ok()))
    }

    /// The same as text, each with what the rules then laid open.
    #[getter]
    fn looks(&self) -> Looks {
        self.seen.looks()
    }

    /// What the seat knows, as text.
    #[getter]
    fn position(&self) -> String {
        self.seen.text()
    }

    /// The moves that the seat can choose from; none if it is not its turn.
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let game = self.seen.game();
        let moves = py.detach(|| bots(game).legal_moves(&self.seen.text()));
        let moves = moves.map_err(|error| game_error(&error))?;
        tuple_of(py, moves.iter().filter_map(|text| game.parse_move(text).ok()))
    }

    /// Whether the seat may play the move now.
    #[pyo3(signature = (r#move))]
    fn is_legal(&self, py: Python<'_>, r#move: MoveOrText<'_>) -> PyResult<bool> {
        let text = match r#move {
            MoveOrText::Move(m) => m.get().0.to_string(),
            MoveOrText::Text(text) => text,
        };
        let moves = py.detach(|| bots(self.seen.game()).legal_moves(&self.seen.text()));
        Ok(moves.map_err(|error| game_error(&error))?.contains(&text))
    }

    /// What the seat knows, as data. In it seats are numbered from 1, as on the server and in records.
    fn view<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        Ok(to_python(py, &self.seen.view())?.cast_into()?)
    }

    fn __str__(&self) -> String {
        text(&self.seen.game_view(), Ink::Plain).trim_end_matches('\n').to_owned()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let arguments = self.__getnewargs__().into_pyobject(py)?;
        Ok(format!("tilewright.SeenGame{}", arguments.repr()?))
    }

    fn __eq__(&self, other: &SeenGame) -> bool {
        self.__getnewargs__() == other.__getnewargs__()
    }

    fn __getnewargs__(&self) -> (&'static str, String, Looks) {
        (self.seen.game().slug(), self.seen.start_text(), self.seen.looks())
    }
}

/// What the seat to move may know: the game itself, or what it sees of it.
#[derive(IntoPyObject)]
pub(crate) enum ShownToMover {
    Game(Game),
    Seen(SeenGame),
}

/// A copy of a game for the seat to move: of one with secrets, what that seat sees.
#[pyfunction]
pub(crate) fn shown_to_mover(py: Python<'_>, game: &Bound<'_, Game>) -> PyResult<ShownToMover> {
    let table = game.get().table();
    let seat = table.turn().seat().ok_or_else(|| GameError::new_err("no seat is to move"))?;
    Ok(match py.detach(|| Seen::of(&*table, Viewer::Seat(seat))) {
        Some(seen) => ShownToMover::Seen(SeenGame { seen }),
        None => ShownToMover::Game(Game::new(table, None)),
    })
}
