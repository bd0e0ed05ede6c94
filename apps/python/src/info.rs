//! The games, with their variants, options and bots.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use tilewright_table::GameId;

use crate::arguments::Text;
use crate::error::game_error;

/// The name, the variants, the options and the notation of a game, for people and menus.
#[pyfunction]
pub(crate) fn game_info(py: Python<'_>, game: Text) -> PyResult<Bound<'_, PyDict>> {
    let game: GameId = game.0.parse().map_err(|error| game_error(&error))?;
    let variants = PyDict::new(py);
    for variant in game.variants().iter().filter(|variant| !variant.name.is_empty()) {
        variants.set_item(variant.name, format!("{}: {}", variant.title, variant.help))?;
    }
    let options = PyDict::new(py);
    for option in game.options() {
        let name = option.name.replace('-', "_");
        options.set_item(name, format!("{}: {}", option.values, option.help))?;
    }
    let info = PyDict::new(py);
    info.set_item("name", game.name())?;
    info.set_item("variants", variants)?;
    info.set_item("options", options)?;
    info.set_item("notation", game.notation())?;
    info.set_item("has_secrets", game.has_secrets())?;
    Ok(info)
}

/// Gives the module the names of the games.
pub(crate) fn name_games(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("GAMES", PyTuple::new(module.py(), GameId::ALL.into_iter().map(GameId::slug))?)
}
