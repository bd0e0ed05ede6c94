//! What Python raises.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tilewright_table::PlayError;

create_exception!(tilewright, GameError, PyValueError, "What was asked of a game cannot be done.");
create_exception!(
    tilewright,
    IllegalMove,
    GameError,
    "The move may not be played now. Its `rule` is the name of the rule that it breaks."
);

/// An error as Python raises it, with the same sentence.
pub(crate) fn game_error(error: &impl ToString) -> PyErr {
    GameError::new_err(error.to_string())
}

/// A refused move as Python raises it, with the name of the rule.
pub(crate) fn illegal_move(py: Python<'_>, error: &PlayError) -> PyErr {
    let rule = match error {
        PlayError::Parse(_) => "not-a-move",
        PlayError::Illegal(illegal) => illegal.rule(),
        PlayError::Over => "game-over",
    };
    let raised = IllegalMove::new_err(error.to_string());
    match raised.value(py).setattr("rule", rule) {
        Ok(()) => raised,
        Err(error) => error,
    }
}

/// Gives the class the attribute that its instances have.
pub(crate) fn name_rules(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.py().get_type::<IllegalMove>().setattr("rule", "")
}
