//! The tournaments of a study, played and kept in a folder.

use std::fs;
use std::path::Path;

use thiserror::Error;
use tilewright_arena::plan::Plan;
use tilewright_arena::results::{ResultsError, ResultsReader, ResultsWriter};
use tilewright_arena::schedule::Schedule;
use tilewright_arena::standings::Standings;
use tilewright_arena::statistics::Statistics;
use tilewright_arena::{Arena, ArenaError};
use tilewright_bots::Stop;
use tilewright_core::Outcome;

/// A study cannot be played.
#[derive(Debug, Error)]
pub enum StudyError {
    /// One of its tournaments cannot be played.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// A file in its folder belongs to another study.
    #[error("{path} holds games of another study: choose another folder")]
    Other {
        /// The file.
        path: String,
    },
}

impl From<ResultsError> for StudyError {
    fn from(error: ResultsError) -> StudyError {
        StudyError::Arena(error.into())
    }
}

/// Plays the tournaments of a study.
pub struct Runner<'a> {
    /// The folder of the results files, which must exist.
    pub folder: &'a Path,
    /// The number of games at once.
    pub n_threads: usize,
    /// Stops the study.
    pub stop: &'a Stop,
    /// Receives the progress of the tournament with this title.
    pub on_progress: &'a mut dyn FnMut(&str, &Statistics),
}

/// A tournament that was played to its end.
pub(crate) struct FinishedTournament {
    pub(crate) plan: Plan,
    pub(crate) schedule: Schedule,
    pub(crate) standings: Standings,
    /// In the order of the schedule.
    pub(crate) outcomes: Vec<Outcome>,
}

impl Runner<'_> {
    /// Plays the rest of a tournament, which is kept under this name; nothing if it was stopped.
    pub(crate) fn play(
        &mut self,
        name: &str,
        title: &str,
        plan: &Plan,
    ) -> Result<Option<FinishedTournament>, StudyError> {
        let path = self.folder.join(format!("{name}.results"));
        let mut games = Vec::new();
        let arena = match open(&path, plan)? {
            Some(stopped) => Arena::resume(stopped, &mut |it| games.push((it.game, it.outcome)))?,
            None => {
                Arena::new(plan.clone())?.with_writer(ResultsWriter::create(&path, plan, false)?)
            }
        };
        let plan = arena.plan().clone();
        let finished = arena.run(self.n_threads, self.stop, &mut |statistics, new| {
            games.extend(new.iter().map(|it| (it.game, it.outcome)));
            (self.on_progress)(title, statistics);
        })?;
        if !finished.is_complete() {
            return Ok(None);
        }
        games.sort_by_key(|&(number, _)| number);
        Ok(Some(FinishedTournament {
            schedule: plan.check().map_err(ArenaError::Plan)?.schedule,
            plan,
            standings: finished.standings().clone(),
            outcomes: games.into_iter().map(|(_, outcome)| outcome).collect(),
        }))
    }
}

/// Opens the results file of a tournament that was stopped, if there is one.
fn open(path: &Path, plan: &Plan) -> Result<Option<ResultsReader>, StudyError> {
    if path.symlink_metadata().is_err() {
        return Ok(None);
    }
    let stopped = match ResultsReader::open(path) {
        // A study that was killed before the first line was written has played nothing.
        Err(ResultsError::NoPlan { .. }) if has_no_line(path) => {
            fs::remove_file(path).map_err(ArenaError::Write)?;
            return Ok(None);
        }
        stopped => stopped?,
    };
    // It may have begun on another day.
    let date = stopped.plan().date.clone();
    if *stopped.plan() != (Plan { date, ..plan.clone() }) {
        return Err(StudyError::Other { path: path.display().to_string() });
    }
    Ok(Some(stopped))
}

/// Returns whether a file lacks even one complete line.
fn has_no_line(path: &Path) -> bool {
    fs::read(path).is_ok_and(|bytes| !bytes.contains(&b'\n'))
}
