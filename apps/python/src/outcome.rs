//! The result of a game.

use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};
use serde_json::json;

use crate::error::GameError;

/// The result of a game: the place and the score of every seat.
///
/// Places count from 1, and seats that are equal share one: `(1, 1, 3)`.
#[pyclass(module = "tilewright", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Outcome(pub(crate) tilewright_core::Outcome);

#[pymethods]
impl Outcome {
    #[new]
    fn new(places: Vec<i64>, scores: Vec<i64>) -> PyResult<Outcome> {
        let outcome = serde_json::from_value(json!({ "places": places, "scores": scores }));
        outcome.map(Outcome).map_err(|error| GameError::new_err(format!("no outcome: {error}")))
    }

    /// The place of every seat, from 1.
    #[getter]
    fn places<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        // Not the bytes that PyO3 would make of them.
        PyTuple::new(py, self.0.places().iter().map(|&place| i32::from(place)))
    }

    /// The score of every seat.
    #[getter]
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.scores().as_slice())
    }

    /// The seats on the first place.
    #[getter]
    fn winners<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.winners().map(tilewright_core::Seat::index).collect::<Vec<_>>())
    }

    /// True if all seats, two or more, share the first place.
    #[getter]
    fn is_draw(&self) -> bool {
        self.0.is_draw()
    }

    fn __repr__(slf: &Bound<'_, Outcome>) -> PyResult<String> {
        let py = slf.py();
        let this = slf.get();
        Ok(format!(
            "tilewright.Outcome({}, {})",
            this.places(py)?.repr()?,
            this.scores(py)?.repr()?
        ))
    }

    #[expect(clippy::type_complexity, reason = "what pickle wants: a class and its arguments")]
    fn __reduce__<'py>(
        slf: &Bound<'py, Outcome>,
    ) -> PyResult<(Bound<'py, PyType>, (Bound<'py, PyTuple>, Bound<'py, PyTuple>))> {
        let py = slf.py();
        let this = slf.get();
        Ok((slf.get_type(), (this.places(py)?, this.scores(py)?)))
    }
}
