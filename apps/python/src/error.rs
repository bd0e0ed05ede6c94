//! Exceptions.

use pyo3::create_exception;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyType};
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

static ARGUMENT_ERROR: PyOnceLock<Py<PyType>> = PyOnceLock::new();

/// The class of errors of type: a `GameError` and a `TypeError`. Only a call of `type` makes a
/// class with two bases.
fn argument_error_class(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    let class = ARGUMENT_ERROR.get_or_try_init(py, || {
        let bases = (py.get_type::<GameError>(), py.get_type::<PyTypeError>());
        let members = PyDict::new(py);
        members.set_item("__module__", "tilewright")?;
        members.set_item("__doc__", "A value is of a wrong type.")?;
        let class = py.get_type::<PyType>().call1(("ArgumentError", bases, members))?;
        Ok::<_, PyErr>(class.cast_into::<PyType>()?.unbind())
    })?;
    Ok(class.bind(py))
}

/// An error for a value of a wrong type. It is no plain `TypeError`, to which the binding would add
/// the name of an argument.
pub(crate) fn argument_error(value: Borrowed<'_, '_, PyAny>, wanted: &str) -> PyErr {
    let shown = value.repr().map_or_else(|_| "this".to_owned(), |text| text.to_string());
    match argument_error_class(value.py()) {
        Ok(class) => PyErr::from_type(class.clone(), format!("{wanted} is needed, not {shown}")),
        Err(error) => error,
    }
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

/// Gives the module the class of two bases, and the other class the attribute that its instances
/// have.
pub(crate) fn name_rules(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("ArgumentError", argument_error_class(module.py())?)?;
    module.py().get_type::<IllegalMove>().setattr("rule", "")
}
