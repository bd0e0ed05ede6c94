//! Bots of Python as engines that speak UGI.

use std::io::{self, BufReader, Write};
use std::sync::Arc;

use pyo3::prelude::*;
use tilewright_bots::{Choice, SearchInfo, Stop, Thinking};
use tilewright_protocol::ugi::{CustomEngine, Engine, Session, SessionConfig};
use tilewright_table::{GameId, Perspective};

use crate::error::game_error;
use crate::perspective::shown;

/// Answers the lines of the standard input as an engine, until they end.
///
/// Moves are chosen by `choose(game, seconds, nodes, depth, seed, stopped)`, which returns the text
/// of a move; an exception becomes the reason why there is none. Answers are handed to `write`.
#[pyfunction]
pub(crate) fn serve_ugi(
    py: Python<'_>,
    game: &str,
    options: Vec<(String, String)>,
    name: String,
    choose: Py<PyAny>,
    write: Py<PyAny>,
    seed: u64,
) -> PyResult<()> {
    let game: GameId = game.parse().map_err(|error| game_error(&error))?;
    let pairs: Vec<(&str, &str)> =
        options.iter().map(|(name, value)| (&**name, &**value)).collect();
    game.open(&pairs).map_err(|error| game_error(&error))?;
    let engine = Engine::Custom(Arc::new(PythonBot { name, choose }));
    let config = SessionConfig { game, options, engine, seed };
    let mut output = PythonFile { write, bytes: Vec::new() };
    py.detach(|| Session::run(config, BufReader::new(io::stdin()), &mut output))?;
    Ok(())
}

/// A sign for a bot to stop.
#[pyclass(module = "tilewright._tilewright", frozen)]
pub(crate) struct StopSign {
    pub(crate) stop: Stop,
}

#[pymethods]
impl StopSign {
    #[new]
    fn new() -> StopSign {
        StopSign { stop: Stop::new() }
    }

    /// Asks the search to end with what it has.
    fn stop(&self) {
        self.stop.stop();
    }

    /// Returns whether the bot should stop.
    fn __bool__(&self) -> bool {
        self.stop.is_stopped()
    }
}

struct PythonBot {
    name: String,
    choose: Py<PyAny>,
}

impl CustomEngine for PythonBot {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn choose(
        &self,
        perspective: &Perspective,
        thinking: &mut Thinking<'_, String>,
    ) -> Result<Choice<String>, String> {
        Python::attach(|py| {
            let limits = thinking.limits;
            // An infinite search has no limits.
            let seconds = limits.time.map(|time| time.as_secs_f64()).filter(|&time| time < 1e9);
            let nodes = limits.nodes.filter(|&nodes| nodes < u64::MAX);
            let depth = limits.depth.filter(|&depth| depth < usize::MAX);
            let stopped = StopSign { stop: thinking.stop.clone() };
            let answer = shown(py, perspective.clone()).and_then(|game| {
                self.choose.call1(py, (game, seconds, nodes, depth, thinking.seed, stopped))
            });
            let text = answer.and_then(|answer| answer.extract::<String>(py));
            let m = text.map_err(|error| error.value(py).to_string())?;
            Ok(Choice { m, info: SearchInfo::default() })
        })
    }
}

/// Hands whole lines to a function of Python.
struct PythonFile {
    write: Py<PyAny>,
    bytes: Vec<u8>,
}

impl Write for PythonFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.bytes.is_empty() {
            return Ok(());
        }
        let text = String::from_utf8_lossy(&self.bytes).into_owned();
        self.bytes.clear();
        let written = Python::attach(|py| self.write.call1(py, (text,)).map(drop));
        written.map_err(io::Error::other)
    }
}
