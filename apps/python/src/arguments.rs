//! Arguments from Python, checked.

use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyString};
use tilewright_core::{Seat, Viewer};
use tilewright_table::{Generator, generator};

use crate::error::{GameError, argument_error, game_error};

/// A seed: a whole number of 64 bits.
#[derive(Clone, Copy)]
pub(crate) struct Seed(pub(crate) u64);

impl FromPyObject<'_, '_> for Seed {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Seed> {
        let number = whole_number(object)?;
        let seed = number.extract().map_err(|_| {
            GameError::new_err(format!("a seed is a number from 0 to 2**64 - 1, not {number}"))
        })?;
        Ok(Seed(seed))
    }
}

/// A whole number; one that is beyond all that have a meaning is as wrong as the last of them.
#[derive(Clone, Copy)]
pub(crate) struct Whole(pub(crate) i64);

impl FromPyObject<'_, '_> for Whole {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Whole> {
        let number = whole_number(object)?;
        let beyond = if number.lt(0)? { i64::MIN } else { i64::MAX };
        Ok(Whole(number.extract().unwrap_or(beyond)))
    }
}

/// A number of any size. What is no whole number at all is a mistake of type.
fn whole_number<'py>(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let number = object.py().import("operator")?.call_method1("index", (object,));
    number.map_err(|_| argument_error(object, "a whole number"))
}

/// A text.
#[derive(Clone)]
pub(crate) struct Text(pub(crate) String);

impl FromPyObject<'_, '_> for Text {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Text> {
        let text = object.extract::<String>();
        text.map(Text).map_err(|_| argument_error(object, "a text"))
    }
}

/// Several texts.
pub(crate) struct Texts(pub(crate) Vec<String>);

impl FromPyObject<'_, '_> for Texts {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Texts> {
        let texts = object.extract::<Vec<String>>();
        texts.map(Texts).map_err(|_| argument_error(object, "a list of texts"))
    }
}

/// The path of a file.
pub(crate) struct FilePath(pub(crate) PathBuf);

impl FromPyObject<'_, '_> for FilePath {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<FilePath> {
        let path = object.extract::<PathBuf>();
        path.map(FilePath).map_err(|_| argument_error(object, "the path of a file"))
    }
}

/// True or false.
pub(crate) struct Flag(pub(crate) bool);

impl FromPyObject<'_, '_> for Flag {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Flag> {
        let flag = object.cast::<PyBool>().map(|flag| Flag(flag.is_true()));
        flag.map_err(|_| argument_error(object, "True or False"))
    }
}

/// The source of chance: a `random.Random`, or a seed.
pub(crate) struct Chance(u64);

impl FromPyObject<'_, '_> for Chance {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Chance> {
        if let Ok(bits) = object.getattr("getrandbits") {
            let Seed(seed) = bits.call1((64,))?.extract()?;
            return Ok(Chance(seed));
        }
        let seed = object.extract::<Seed>().map_err(|error| {
            let is_number = whole_number(object).is_ok();
            if is_number { error } else { argument_error(object, "a random.Random or a seed") }
        })?;
        Ok(Chance(seed.0))
    }
}

impl Chance {
    /// The seed, or one from the module `random` if nothing was passed.
    pub(crate) fn seed(py: Python<'_>, chance: Option<Chance>) -> PyResult<u64> {
        let chance = chance.map_or_else(|| py.import("random")?.extract(), Ok);
        chance.map(|Chance(seed)| seed)
    }

    /// A generator of it.
    pub(crate) fn generator(py: Python<'_>, chance: Option<Chance>) -> PyResult<Generator> {
        Ok(generator(Chance::seed(py, chance)?, 0))
    }
}

/// A seat of a game for so many, which Python counts from 0.
pub(crate) fn seat(Whole(index): Whole, n_seats: usize) -> PyResult<Seat> {
    let seat = usize::try_from(index).ok().filter(|&index| index < n_seats).and_then(Seat::new);
    seat.ok_or_else(|| {
        let last = n_seats - 1;
        GameError::new_err(format!("there is no seat {index}: they are numbered from 0 to {last}"))
    })
}

/// The viewer of a game with this many seats: a seat, or a spectator.
pub(crate) fn viewer(index: Option<Whole>, n_seats: usize) -> PyResult<Viewer> {
    index.map_or(Ok(Viewer::Spectator), |index| seat(index, n_seats).map(Viewer::Seat))
}

/// The options of a game as text: `free_start=True` is `free-start=on`. What is `None` is left
/// open.
pub(crate) fn options(given: Option<&Bound<'_, PyDict>>) -> PyResult<Vec<(String, String)>> {
    let mut options = Vec::new();
    for (name, value) in given.into_iter().flatten() {
        let name: String = name.extract()?;
        let text = if value.is_none() {
            continue;
        } else if let Ok(switch) = value.cast::<PyBool>() {
            if switch.is_true() { "on" } else { "off" }.to_owned()
        } else if value.is_instance_of::<PyInt>() || value.is_instance_of::<PyString>() {
            value.str()?.extract()?
        } else {
            let text = value.repr()?;
            return Err(game_error(&format!(
                "option {name}: {text} is neither a text nor a number nor True or False"
            )));
        };
        options.push((name.replace('_', "-"), text));
    }
    Ok(options)
}

/// The same the other way round, so that Python can pass them again.
pub(crate) fn options_for_python<'py>(
    py: Python<'py>,
    options: &[(String, String)],
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (name, text) in options {
        let name = name.replace('-', "_");
        match (text.as_str(), text.parse::<i64>()) {
            ("on", _) => dict.set_item(name, true)?,
            ("off", _) => dict.set_item(name, false)?,
            (_, Ok(number)) => dict.set_item(name, number)?,
            (word, Err(_)) => dict.set_item(name, word)?,
        }
    }
    Ok(dict)
}
