//! Records as data: headers, notes and variations.

use std::fs::File;
use std::io::BufReader;
use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use serde::Deserialize;
use serde_json::{Value, json};
use tilewright_core::{BySeat, Seat, Viewer};
use tilewright_table::{Entry, Event, ReadRecordError, Record, Records, Variation};

use crate::arguments::{FilePath, Text};
use crate::error::{GameError, game_error};
use crate::json::to_python;
use crate::record::named;

/// The content of a record, as its text tells it.
#[pyfunction]
pub(crate) fn read_record(py: Python<'_>, text: Text) -> PyResult<Bound<'_, PyAny>> {
    let record: Record = text.0.parse().map_err(|error| game_error(&error))?;
    let viewer = record.viewer().map(|viewer| match viewer {
        Viewer::Seat(seat) => json!(seat.index()),
        Viewer::Spectator => json!("spectator"),
    });
    let headers: Vec<(&str, &str)> = record.headers().collect();
    let content = json!({
        "game": record.game().slug(),
        "viewer": viewer,
        "headers": headers,
        "comment": record.comment(),
        "entries": record.entries().iter().map(entry_value).collect::<Vec<_>>(),
    });
    to_python(py, &content)
}

fn entry_value(entry: &Entry) -> Value {
    let variation = |it: &Variation| {
        let entries: Vec<Value> = it.entries().iter().map(entry_value).collect();
        json!({ "comment": it.comment(), "entries": entries })
    };
    let (m, seat, ending) = match entry.event() {
        Event::Move { text, .. } => (Some(text.clone()), None, None),
        Event::Ending { seat, ending } => (None, Some(seat.index()), Some(ending.to_string())),
    };
    let eval = entry.eval.as_ref().map(|eval| eval.iter().copied().collect::<Vec<f64>>());
    json!({
        "move": m,
        "seat": seat,
        "ending": ending,
        "clock_millis": entry.clock_millis,
        "eval": eval,
        "comment": entry.comment(),
        "variations": entry.variations().iter().map(variation).collect::<Vec<_>>(),
    })
}

/// The content that Python hands back.
#[derive(Deserialize)]
struct Content {
    headers: Vec<(String, String)>,
    comment: String,
    entries: Vec<EntryContent>,
}

#[derive(Deserialize)]
struct EntryContent {
    #[serde(rename = "move")]
    m: Option<String>,
    seat: Option<usize>,
    ending: Option<String>,
    clock_millis: Option<u64>,
    eval: Option<Vec<f64>>,
    comment: String,
    variations: Vec<VariationContent>,
}

#[derive(Deserialize)]
struct VariationContent {
    comment: String,
    entries: Vec<EntryContent>,
}

impl EntryContent {
    fn entry(&self) -> Result<Entry, String> {
        let mut entry = match (&self.m, self.seat.and_then(Seat::new), &self.ending) {
            (Some(text), _, _) => Entry::of_move(text),
            (None, Some(seat), Some(ending)) => {
                Entry::of_ending(seat, ending.parse().map_err(|error| format!("{error}"))?)
            }
            _ => return Err("an entry is a move, or an ending of a seat".to_owned()),
        };
        self.annotate(&mut entry)?;
        for variation in &self.variations {
            let entries = variation.entries.iter().map(EntryContent::entry);
            let mut made = Variation::new(entries.collect::<Result<_, _>>()?);
            made.set_comment(&variation.comment);
            entry.add_variation(made);
        }
        Ok(entry)
    }

    fn annotate(&self, entry: &mut Entry) -> Result<(), String> {
        entry.clock_millis = self.clock_millis;
        entry.eval = match &self.eval {
            Some(eval) if eval.len() > tilewright_core::MAX_SEATS || eval.is_empty() => {
                return Err(format!("{} evaluations are no number of seats", eval.len()));
            }
            Some(eval) => Some(BySeat::from_fn(eval.len(), |seat| eval[seat.index()])),
            None => None,
        };
        entry.set_comment(&self.comment);
        Ok(())
    }
}

/// The text of a record with other content. A record of one viewer keeps its moves, and takes new
/// notes only.
#[pyfunction]
pub(crate) fn write_record(py: Python<'_>, text: Text, content: Text) -> PyResult<String> {
    let content: Content = serde_json::from_str(&content.0).map_err(|error| game_error(&error))?;
    py.detach(|| written(&text.0, &content)).map_err(GameError::new_err)
}

fn written(text: &str, content: &Content) -> Result<String, String> {
    let mut record: Record = text.parse().map_err(|error| format!("{error}"))?;
    record.set_comment(&content.comment);
    if record.viewer().is_some() {
        if content.entries.len() != record.entries().len() {
            return Err("a record of one viewer keeps its moves".to_owned());
        }
        for (entry, content) in record.entries_mut().iter_mut().zip(&content.entries) {
            content.annotate(entry)?;
        }
    } else {
        let entries = content.entries.iter().map(EntryContent::entry);
        let entries = entries.collect::<Result<Vec<_>, _>>()?;
        record.set_entries(entries).map_err(|error| error.reason().to_owned())?;
    }
    for (name, value) in &content.headers {
        let is_computed = name == "result" || name == "scores";
        if !is_computed && record.header(name) != Some(value) {
            record.set_header(name, value);
        }
    }
    Ok(record.to_string())
}

/// The texts of the records of a file with several of them.
#[pyfunction]
pub(crate) fn read_record_texts(path: FilePath) -> PyResult<RecordReader> {
    let FilePath(path) = path;
    let file = File::open(&path).map_err(|error| named("read", &path, &error))?;
    Ok(RecordReader { records: Mutex::new(Records::new(BufReader::new(file))) })
}

/// An iterator over the texts of records.
#[pyclass(module = "tilewright._tilewright", frozen)]
pub(crate) struct RecordReader {
    records: Mutex<Records<BufReader<File>>>,
}

#[pymethods]
impl RecordReader {
    fn __iter__(slf: Bound<'_, RecordReader>) -> Bound<'_, RecordReader> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let next = || {
            let mut records = self.records.lock().unwrap_or_else(PoisonError::into_inner);
            records.next()
        };
        match py.detach(next) {
            None => Ok(None),
            Some(Err(ReadRecordError::Io(error))) => Err(error.into()),
            Some(record) => Ok(Some(record.map_err(|error| game_error(&error))?.to_string())),
        }
    }
}
