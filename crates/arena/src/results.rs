//! The results of a tournament, as files.
//!
//! The results are lines of JSON: the plan, and then each game in the order in which they ended.
//! The records of the games are in a second file, if they are kept. A game is in both before the
//! next one is written, so that a tournament that is killed loses at most the games in flight: a
//! record without a result is cut off when the tournament goes on.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use tilewright_core::{Outcome, Seat};
use tilewright_protocol::engine::FaultKind;

use crate::plan::Plan;

/// The result of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameResult {
    /// Its number in the schedule.
    pub game: u64,
    /// The places and scores of all seats.
    pub outcome: Outcome,
    /// The number of moves, with those of chance.
    pub n_plies: usize,
    /// The seats that were forfeited, with the reasons.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<(Seat, String)>,
    /// The kind of each of these faults. Files of earlier versions do not have them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fault_kinds: Vec<FaultKind>,
    /// The seats that resigned.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub resigned: Vec<Seat>,
    /// The time that each seat used; none where no player goes by the clock, so that such games
    /// have the same results everywhere.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub usage: Vec<Usage>,
    /// The bytes of records up to here.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub n_record_bytes: u64,
}

/// The time that a player used for its moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// The number of moves that it was asked for.
    pub n_moves: u64,
    /// The time on the wall, from each question to its answer.
    pub wall_micros: u64,
    /// The processor time of its threads and processes, that of an engine's children and what it
    /// spends while others are to move included.
    pub cpu_micros: u64,
}

impl Usage {
    /// Adds the time of more moves.
    pub fn add(&mut self, other: Usage) {
        self.n_moves += other.n_moves;
        self.wall_micros += other.wall_micros;
        self.cpu_micros += other.cpu_micros;
    }
}

/// Writes the files of a tournament.
pub struct ResultsWriter {
    results: File,
    records: Option<File>,
    n_record_bytes: u64,
    /// Lines that are not written yet.
    lines: Vec<u8>,
    record_lines: Vec<u8>,
}

/// The files cannot be used.
#[derive(Debug, Error)]
pub enum ResultsError {
    /// They cannot be read or written.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: String,
        /// The reason.
        error: io::Error,
    },
    /// There is no plan at the beginning of the file.
    #[error("{path} is not the results file of an arena")]
    NoPlan {
        /// The file.
        path: String,
    },
    /// A line is wrong.
    #[error("{path}, line {line}: {reason}")]
    Line {
        /// The file.
        path: String,
        /// The line, from 1.
        line: usize,
        /// The reason.
        reason: String,
    },
    /// Another arena writes the file.
    #[error("{path} is being written by another arena")]
    Locked {
        /// The file.
        path: String,
    },
}

impl ResultsError {
    /// Returns whether there are files of that name already.
    pub fn already_exists(&self) -> bool {
        let ResultsError::Io { error, .. } = self else { return false };
        error.kind() == io::ErrorKind::AlreadyExists
    }
}

/// The first line.
#[derive(Serialize, Deserialize)]
struct Header {
    #[serde(rename = "tilewright-arena")]
    version: u32,
    has_records: bool,
    plan: Plan,
}

/// Plans of version 1 may lack options that came later, and were played without their rules.
const VERSION: u32 = 2;

/// Writes out the rules of then, so that a tournament goes on as it began.
fn add_legacy_options(plan: &mut Plan) {
    for (name, value) in plan.game.legacy_options() {
        if !plan.options.iter().any(|option| option.0 == *name) {
            plan.options.push(((*name).to_owned(), (*value).to_owned()));
        }
    }
}

/// Reads the results of a tournament that was stopped.
pub struct ResultsReader {
    path: PathBuf,
    reader: BufReader<File>,
    has_records: bool,
    plan: Plan,
    /// The length of the first line.
    n_bytes: u64,
}

impl ResultsReader {
    /// Opens a results file and reads its plan.
    pub fn open(path: &Path) -> Result<ResultsReader, ResultsError> {
        let file = OpenOptions::new().read(true).write(true).open(path).map_err(io_error(path))?;
        lock(&file, path)?;
        let mut reader = BufReader::new(file);
        let mut line = Vec::new();
        let n_bytes = read_line(&mut reader, &mut line).map_err(io_error(path))?;
        let header: Option<Header> = serde_json::from_slice(&line).ok();
        let header = header.filter(|header| (1..=VERSION).contains(&header.version) && n_bytes > 0);
        let no_plan = || ResultsError::NoPlan { path: path.display().to_string() };
        let Header { version, has_records, mut plan } = header.ok_or_else(no_plan)?;
        if version == 1 {
            add_legacy_options(&mut plan);
        }
        Ok(ResultsReader { path: path.to_owned(), reader, has_records, plan, n_bytes })
    }

    /// The plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Hands every result to `visit`, which may refuse it with a sentence, and returns a writer
    /// that goes on after the last.
    pub fn resume(
        mut self,
        visit: &mut dyn FnMut(GameResult) -> Result<(), String>,
    ) -> Result<ResultsWriter, ResultsError> {
        let path = &self.path;
        let mut line = Vec::new();
        let mut n_lines = 1;
        let mut n_bytes = self.n_bytes;
        let mut n_record_bytes = 0;
        loop {
            match read_line(&mut self.reader, &mut line).map_err(io_error(path))? {
                0 => break,
                n => n_bytes += n,
            }
            n_lines += 1;
            let refuse = |reason| ResultsError::Line {
                path: path.display().to_string(),
                line: n_lines,
                reason,
            };
            let read = serde_json::from_slice::<GameResult>(&line);
            let result = read.map_err(|_| refuse("this is not the result of a game".to_owned()))?;
            n_record_bytes = result.n_record_bytes;
            visit(result).map_err(refuse)?;
        }
        let results = cut_off(self.reader.into_inner(), n_bytes).map_err(io_error(path))?;
        let records_path = records_path(path);
        let records =
            || open_records(&records_path, n_record_bytes).map_err(io_error(&records_path));
        let records = self.has_records.then(records).transpose()?;
        Ok(ResultsWriter {
            results,
            records,
            n_record_bytes,
            lines: Vec::new(),
            record_lines: Vec::new(),
        })
    }
}

impl ResultsWriter {
    /// Creates the files of a plan. Nothing is overwritten.
    pub fn create(
        path: &Path,
        plan: &Plan,
        has_records: bool,
    ) -> Result<ResultsWriter, ResultsError> {
        let results = File::create_new(path).map_err(io_error(path))?;
        lock(&results, path)?;
        let records_path = records_path(path);
        let records = has_records
            .then(|| File::create_new(&records_path).map_err(io_error(&records_path)))
            .transpose()?;
        let header = Header { version: VERSION, has_records, plan: plan.clone() };
        let mut lines = serde_json::to_vec(&header).expect("a plan is JSON");
        lines.push(b'\n');
        let mut files =
            ResultsWriter { results, records, n_record_bytes: 0, lines, record_lines: Vec::new() };
        files.flush().map_err(io_error(path))?;
        Ok(files)
    }

    /// Returns whether records are kept.
    pub fn has_records(&self) -> bool {
        self.records.is_some()
    }

    /// Adds a game, which [`flush`](ResultsWriter::flush) writes.
    pub fn add(&mut self, mut result: GameResult, record: Option<&str>) {
        if let (Some(_), Some(text)) = (&self.records, record) {
            self.record_lines.extend_from_slice(text.as_bytes());
            self.record_lines.push(b'\n');
            self.n_record_bytes += text.len() as u64 + 1;
        }
        result.n_record_bytes = self.n_record_bytes;
        serde_json::to_writer(&mut self.lines, &result).expect("a result is JSON");
        self.lines.push(b'\n');
    }

    /// Writes the added games, the records first: a result without its record would be lost.
    pub fn flush(&mut self) -> io::Result<()> {
        if let Some(records) = &mut self.records {
            records.write_all(&self.record_lines)?;
            self.record_lines.clear();
        }
        self.results.write_all(&self.lines)?;
        self.lines.clear();
        Ok(())
    }
}

/// Returns the path of the records of a results file: `a.records` beside `a.results`.
pub fn records_path(path: &Path) -> PathBuf {
    if path.extension().is_some_and(|extension| extension == "results") {
        return path.with_extension("records");
    }
    let mut name = path.as_os_str().to_owned();
    name.push(".records");
    PathBuf::from(name)
}

/// Reads a complete line and returns its length, or zero if there is none: a line without an end
/// was being written.
fn read_line(reader: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<u64> {
    line.clear();
    let n_bytes = reader.read_until(b'\n', line)?;
    Ok(if line.ends_with(b"\n") { n_bytes as u64 } else { 0 })
}

/// Truncates a file to a length, and seeks its end.
fn cut_off(mut file: File, n_bytes: u64) -> io::Result<File> {
    file.set_len(n_bytes)?;
    file.seek(SeekFrom::Start(n_bytes))?;
    Ok(file)
}

/// Opens the records, without those that have no result.
fn open_records(path: &Path, n_bytes: u64) -> io::Result<File> {
    let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
    if file.metadata()?.len() < n_bytes {
        return Err(io::Error::other("records are missing that the results know of"));
    }
    cut_off(file, n_bytes)
}

/// Locks the file against other arenas. An engine that is being started may hold it for a moment,
/// because it inherits all open files until it runs.
fn lock(file: &File, path: &Path) -> Result<(), ResultsError> {
    for _ in 0..50 {
        // Some file systems know no locks.
        if !matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            return Ok(());
        }
        thread::sleep(Duration::from_millis(10));
    }
    Err(ResultsError::Locked { path: path.display().to_string() })
}

fn io_error(path: &Path) -> impl FnOnce(io::Error) -> ResultsError + use<> {
    let path = path.display().to_string();
    move |error| ResultsError::Io { path, error }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it so")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}
