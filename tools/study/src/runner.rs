//! Studies: many tournaments that answer one question together, written up as a page with a picture.
//!
//! - [`triominos`] asks which strategy wins, by how much, how that changes with the number of
//!   players, and how much of it is luck;
//! - [`luck`] tells how much of a result comes from who plays, and how much from the deal.
//!
//! The games of a study are kept in a folder, a results file for each of its tournaments. Whoever
//! starts the same study in the same folder again goes on where it was stopped.

pub mod luck;
mod page;
mod picture;
pub mod triominos;

use std::fs;
use std::path::Path;

use tilewright_bots::Stop;
use tilewright_core::Outcome;

use crate::plan::Plan;
use crate::results::{Files, FilesError, Stopped};
use crate::run::{Arena, ArenaError};
use crate::schedule::Schedule;
use crate::standings::Standings;
use crate::tally::Progress;

/// A study cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum StudyError {
    /// One of its tournaments cannot be played.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// A file in its folder holds something else.
    #[error("{path} holds games of another study: choose another folder")]
    Other {
        /// Which file.
        path: String,
    },
}

impl From<FilesError> for StudyError {
    fn from(error: FilesError) -> StudyError {
        StudyError::Arena(error.into())
    }
}

/// How a study is played: where its games are kept, and by how many threads.
pub struct Hall<'a> {
    /// The folder of its results files, which must be there.
    pub folder: &'a Path,
    /// How many games are played at once.
    pub n_threads: usize,
    /// Stops it.
    pub stop: &'a Stop,
    /// Is told now and then how far the tournament of this title is.
    pub on_progress: &'a mut dyn FnMut(&str, &Progress<'_>),
}

/// A tournament of a study, played to its end.
pub(crate) struct Played {
    pub(crate) plan: Plan,
    pub(crate) schedule: Schedule,
    pub(crate) standings: Standings,
    /// In the order of the schedule.
    pub(crate) outcomes: Vec<Outcome>,
}

impl Hall<'_> {
    /// Plays what is left of a tournament, which is kept by this name; nothing if it was stopped.
    pub(crate) fn play(
        &mut self,
        name: &str,
        title: &str,
        plan: &Plan,
    ) -> Result<Option<Played>, StudyError> {
        let path = self.folder.join(format!("{name}.results"));
        let mut games = Vec::new();
        let arena = match open(&path, plan)? {
            Some(stopped) => {
                Arena::resume_telling(stopped, &mut |it| games.push((it.game, it.outcome)))?
            }
            None => Arena::new(plan.clone())?.kept(Files::create(&path, plan, false)?),
        };
        let plan = arena.plan().clone();
        let finished = arena.run(self.n_threads, self.stop, &mut |progress| {
            games.extend(progress.games.iter().map(|it| (it.game, it.outcome)));
            (self.on_progress)(title, progress);
        })?;
        if !finished.is_complete {
            return Ok(None);
        }
        games.sort_by_key(|&(number, _)| number);
        Ok(Some(Played {
            schedule: plan.check().map_err(ArenaError::Plan)?.schedule,
            plan,
            standings: finished.standings,
            outcomes: games.into_iter().map(|(_, outcome)| outcome).collect(),
        }))
    }
}

/// The tournament that was stopped, if it was begun.
fn open(path: &Path, plan: &Plan) -> Result<Option<Stopped>, StudyError> {
    if path.symlink_metadata().is_err() {
        return Ok(None);
    }
    let stopped = match Stopped::open(path) {
        // Who was killed before the first line was written has played nothing.
        Err(FilesError::NoPlan { .. }) if is_unwritten(path) => {
            fs::remove_file(path).map_err(ArenaError::Write)?;
            return Ok(None);
        }
        stopped => stopped?,
    };
    // It may have been begun on another day.
    let date = stopped.plan().date.clone();
    if *stopped.plan() != (Plan { date, ..plan.clone() }) {
        return Err(StudyError::Other { path: path.display().to_string() });
    }
    Ok(Some(stopped))
}

/// Whether not even one line of a file was written to its end.
fn is_unwritten(path: &Path) -> bool {
    fs::read(path).is_ok_and(|bytes| !bytes.contains(&b'\n'))
}
