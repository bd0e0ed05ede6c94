//! A game being played.

use pyo3::prelude::*;
use tilewright_games::{GameId, Table};

use crate::error::game_error;

/// A game being played.
#[pyclass(module = "tilewright")]
pub(crate) struct Game {
    table: Box<dyn Table>,
}

#[pymethods]
impl Game {
    #[new]
    fn new(game: &str) -> PyResult<Game> {
        let id: GameId = game.parse().map_err(|error| game_error(&error))?;
        let table = id.open(&[]).map_err(|error| game_error(&error))?;
        Ok(Game { table })
    }

    /// How many moves have been played, those of chance included.
    #[getter]
    fn ply(&self) -> usize {
        self.table.ply()
    }
}
