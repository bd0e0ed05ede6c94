//! Views as Python data.

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use serde_json::Value;

/// The fields of views and descriptions that hold seats.
const SEATS: [&str; 8] =
    ["seat_to_move", "owner", "player", "seat", "winners", "viewer", "receiver", "starter"];

/// Numbers the seats of a view from 0, as Python does everywhere. In JSON they are numbered from 1.
pub(crate) fn count_seats_from_0(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                if SEATS.contains(&name.as_str()) {
                    less_1(field);
                } else {
                    count_seats_from_0(field);
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(count_seats_from_0),
        _ => {}
    }
}

fn less_1(value: &mut Value) {
    match value {
        Value::Array(seats) => seats.iter_mut().for_each(less_1),
        _ => {
            if let Some(seat) = value.as_u64() {
                *value = seat.saturating_sub(1).into();
            }
        }
    }
}

/// The value as Python would read it from JSON.
pub(crate) fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Value::Null => Ok(py.None().into_bound(py)),
        Value::Bool(truth) => truth.into_bound_py_any(py),
        Value::Number(number) => match number.as_i64() {
            Some(whole) => whole.into_bound_py_any(py),
            None => number.as_f64().into_bound_py_any(py),
        },
        // The same words come again and again.
        Value::String(text) => Ok(PyString::intern(py, text).into_any()),
        Value::Array(items) => {
            let items = items.iter().map(|item| to_python(py, item));
            PyList::new(py, items.collect::<PyResult<Vec<_>>>()?)?.into_bound_py_any(py)
        }
        Value::Object(fields) => {
            let dict = PyDict::new(py);
            for (name, field) in fields {
                dict.set_item(name, to_python(py, field)?)?;
            }
            dict.into_bound_py_any(py)
        }
    }
}
