//! What Python raises.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(tilewright, GameError, PyValueError, "What was asked of a game cannot be done.");
create_exception!(tilewright, IllegalMove, GameError, "The move may not be played now.");

/// An error as Python raises it, with the same sentence.
pub(crate) fn game_error(error: &impl ToString) -> PyErr {
    GameError::new_err(error.to_string())
}
