//! The endgame tablebases that a process keeps.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use rayon::ThreadPoolBuilder;
use thiserror::Error;
use tilewright_aquapipe::MoveAfter;

use super::solve::{SolveError, solve};
use super::tablebase::{Tablebase, TablebaseError, path_in};
use crate::data::data_folder;

/// The tablebases of this process, once somebody asked for one or said where they are.
static KEPT: Mutex<Option<Arc<Tablebases>>> = Mutex::new(None);

/// Keeps the tablebases of this process in a folder from now on, and makes those that are missing
/// when a bot first needs them. Otherwise bots use those in the user's data folder, as far as they
/// are there.
pub fn keep_tablebases_in(folder: PathBuf) {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    // Those of the same folder stay open.
    if kept.as_ref().is_none_or(|it| it.is_read_only || it.folder != folder) {
        *kept = Some(Arc::new(Tablebases::in_folder(folder)));
    }
}

/// The tablebase of this process for games with this option; none if it is missing and not to be
/// made.
pub(super) fn kept(move_after: MoveAfter) -> Result<Option<Arc<Tablebase>>, KeptError> {
    let tablebases = {
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(folder) = kept.as_ref().map(|it| it.folder.clone()).or_else(data_folder) else {
            return Ok(None);
        };
        let usual = || Arc::new(Tablebases { is_read_only: true, ..Tablebases::in_folder(folder) });
        Arc::clone(kept.get_or_insert_with(usual))
    };
    let path = path_in(&tablebases.folder, move_after);
    if tablebases.is_read_only && !path.exists() {
        return Ok(None);
    }
    tablebases.get(move_after).map(Some).map_err(|error| KeptError { path, error })
}

/// A tablebase that cannot be used.
#[derive(Debug, Error)]
#[error("{}: {error}", path.display())]
pub(super) struct KeptError {
    path: PathBuf,
    error: SolveError,
}

/// The tablebases of the small board in a folder. Each is made when it is first asked for, opened
/// once, and shared.
///
/// ```no_run
/// use tilewright_aquapipe::{AquaPipe, MoveAfter, Options};
/// use tilewright_bots::GameValue;
/// use tilewright_bots::aquapipe::Tablebases;
/// use tilewright_core::Game;
///
/// let tablebases = Tablebases::in_folder("data".into());
/// let start = AquaPipe::start(&Options::default())?;
/// assert_eq!(tablebases.get(MoveAfter::Each)?.value(&start)?, GameValue::Draw);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Tablebases {
    folder: PathBuf,
    /// Nothing is made: people make tablebases in their own folder when they want to.
    is_read_only: bool,
    /// In the order of [`MoveAfter::ALL`].
    opened: [Mutex<Option<Arc<Tablebase>>>; MoveAfter::ALL.len()],
}

impl Tablebases {
    /// Those in this folder, which need not be there yet.
    pub fn in_folder(folder: PathBuf) -> Tablebases {
        Tablebases { folder, is_read_only: false, opened: Default::default() }
    }

    /// The tablebase of games with this option. A missing or damaged one is made within seconds, by
    /// one thread, while others wait for it. A failure is tried again at the next call.
    pub fn get(&self, move_after: MoveAfter) -> Result<Arc<Tablebase>, SolveError> {
        // A call that panicked opened nothing.
        let slot = &self.opened[move_after as usize];
        let mut opened = slot.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(tablebase) = &*opened {
            return Ok(Arc::clone(tablebase));
        }
        let tablebase = Arc::new(self.open_or_make(move_after)?);
        Ok(Arc::clone(opened.insert(tablebase)))
    }

    fn open_or_make(&self, move_after: MoveAfter) -> Result<Tablebase, SolveError> {
        let path = path_in(&self.folder, move_after);
        match Tablebase::open(&path) {
            Ok(tablebase) if tablebase.move_after() == move_after => return Ok(tablebase),
            Err(TablebaseError::Io(error)) if error.kind() != ErrorKind::NotFound => {
                return Err(error.into());
            }
            Err(error) if self.is_read_only => return Err(error.into()),
            Ok(_) | Err(_) => {}
        }
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        // A server has other threads to run.
        let one_thread =
            ThreadPoolBuilder::new().num_threads(1).build().map_err(io::Error::other)?;
        one_thread.install(|| solve(move_after, &path, &mut |_| ()))?;
        Ok(Tablebase::open(&path)?)
    }
}
