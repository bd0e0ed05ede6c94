//! Games as files.

use std::fs::{self, File};
use std::io::{self, BufReader};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;
use tilewright_core::{Seat, Viewer};
use tilewright_protocol::blksgf;
use tilewright_table::{ReadRecordError, Record, Records, Table};

use crate::arguments::{FilePath, Text, Texts};
use crate::error::{GameError, game_error};
use crate::game::Game;

/// Comments, clocks and names for a game's record.
pub(crate) struct Remarks {
    names: Vec<String>,
    date: Option<String>,
    comment: Option<String>,
}

impl Remarks {
    pub(crate) fn new(names: Option<Texts>, date: Option<Text>, comment: Option<Text>) -> Remarks {
        Remarks {
            names: names.map_or_else(Vec::new, |Texts(names)| names),
            date: date.map(|Text(date)| date),
            comment: comment.map(|Text(comment)| comment),
        }
    }
}

/// The record of a game: all of it, or what one viewer saw.
pub(crate) fn record(
    table: &dyn Table,
    seen_by: Option<Viewer>,
    remarks: &Remarks,
) -> PyResult<Record> {
    let mut record =
        seen_by.map_or_else(|| Record::of(table), |viewer| Record::seen_by(table, viewer));
    if remarks.names.len() > table.n_seats() {
        let n_seats = table.n_seats();
        return Err(GameError::new_err(format!("there are more names than seats, {n_seats}")));
    }
    for (seat, name) in Seat::first(table.n_seats()).zip(&remarks.names) {
        record.set_name(seat, name);
    }
    if let Some(date) = &remarks.date {
        record.set_header("date", date);
    }
    if let Some(comment) = &remarks.comment {
        record.set_comment(comment);
    }
    Ok(record)
}

/// The table at the end of a record.
pub(crate) fn replay(py: Python<'_>, text: &str) -> PyResult<Box<dyn Table>> {
    py.detach(|| {
        let record: Record = text.parse().map_err(|error| game_error(&error))?;
        record.replay().map_err(|error| game_error(&error))
    })
}

/// Writes a record to a file, or Pentobi's form of it if the name of the file says so.
pub(crate) fn save(py: Python<'_>, record: &Record, path: &Path) -> PyResult<()> {
    let text = if is_blksgf(path) {
        let written = blksgf::write(record).map_err(|error| game_error(&error))?;
        warn(py, &written.notes)?;
        written.text
    } else {
        record.to_string()
    };
    Ok(fs::write(path, text).map_err(|error| named("write", path, &error))?)
}

/// Reads what `save` wrote.
pub(crate) fn load(py: Python<'_>, path: &Path) -> PyResult<Box<dyn Table>> {
    let bytes = fs::read(path).map_err(|error| named("read", path, &error))?;
    if is_blksgf(path) {
        let read = blksgf::read(&decoded(bytes)?).map_err(|error| game_error(&error))?;
        warn(py, &read.notes)?;
        return read.record.replay().map_err(|error| game_error(&error));
    }
    let text = String::from_utf8(bytes).map_err(|_| GameError::new_err("the file is not text"))?;
    replay(py, &text)
}

fn decoded(bytes: Vec<u8>) -> PyResult<String> {
    blksgf::decode(bytes).map_err(|error| game_error(&error))
}

/// The games of a file of Pentobi as the texts of records, with their variations and notes.
#[pyfunction]
pub(crate) fn read_pentobi(py: Python<'_>, path: FilePath) -> PyResult<Vec<String>> {
    let FilePath(path) = path;
    let bytes = fs::read(&path).map_err(|error| named("read", &path, &error))?;
    let games = blksgf::read_all(&decoded(bytes)?).map_err(|error| game_error(&error))?;
    for read in &games {
        warn(py, &read.notes)?;
    }
    Ok(games.into_iter().map(|read| read.record.to_string()).collect())
}

/// The text of a record in Pentobi's form, with its variations and notes.
#[pyfunction]
pub(crate) fn write_pentobi(py: Python<'_>, text: Text) -> PyResult<String> {
    let record: Record = text.0.parse().map_err(|error| game_error(&error))?;
    let written = blksgf::write(&record).map_err(|error| game_error(&error))?;
    warn(py, &written.notes)?;
    Ok(written.text)
}

/// The same kind of error, in a sentence that names the file.
pub(crate) fn named(act: &str, path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot {act} {}: {error}", path.display()))
}

fn is_blksgf(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "blksgf")
}

/// Tells what could not be taken along.
fn warn(py: Python<'_>, notes: &[impl ToString]) -> PyResult<()> {
    for note in notes {
        let note = std::ffi::CString::new(note.to_string()).unwrap_or_default();
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &note, 2)?;
    }
    Ok(())
}

/// The games of a file with several records, one after the other, as an arena writes them.
#[pyfunction]
pub(crate) fn read_games(path: FilePath) -> PyResult<GameReader> {
    let FilePath(path) = path;
    let file = File::open(&path).map_err(|error| named("read", &path, &error))?;
    let reader = BufReader::new(file);
    Ok(GameReader { records: Mutex::new(Records::new(reader)) })
}

/// Goes through the games of a file.
#[pyclass(module = "tilewright", frozen)]
pub(crate) struct GameReader {
    records: Mutex<Records<BufReader<File>>>,
}

#[pymethods]
impl GameReader {
    fn __iter__(slf: Bound<'_, GameReader>) -> Bound<'_, GameReader> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Game>> {
        let next = || {
            let mut records = self.records.lock().unwrap_or_else(PoisonError::into_inner);
            records.next()
        };
        let record = match py.detach(next) {
            None => return Ok(None),
            Some(Err(ReadRecordError::Io(error))) => return Err(error.into()),
            Some(record) => record.map_err(|error| game_error(&error))?,
        };
        let table = py.detach(|| record.replay()).map_err(|error| game_error(&error))?;
        Ok(Some(Game::new(table, None)))
    }
}
