//! The endgame tablebases that a process keeps.

use std::collections::VecDeque;
use std::fs;
use std::io::{self, ErrorKind};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use rayon::ThreadPoolBuilder;
use thiserror::Error;
use tilewright_aquapipe::MoveAfter;

use super::solve::{Progress, SolveError, solve};
use super::tablebase::{Tablebase, TablebaseError, path_in};
use crate::data::data_folder;

/// The tablebases of this process, once somebody asked for one or said where they are.
static KEPT: Mutex<Option<Arc<Tablebases>>> = Mutex::new(None);

/// Keeps the tablebases of this process in a folder from now on. Otherwise bots use those in the
/// user's data folder. A bot never waits for one: it searches until the tablebase is there, and
/// notes that it is wanted, so that [`Tablebases::make_wanted`] makes it.
pub fn keep_tablebases_in(folder: PathBuf) -> Arc<Tablebases> {
    let mut kept = lock(&KEPT);
    match &*kept {
        // Those of the same folder stay open, unless nobody makes what is missing any more.
        Some(tablebases) if tablebases.folder == folder && !tablebases.is_closed() => {
            Arc::clone(tablebases)
        }
        _ => Arc::clone(kept.insert(Arc::new(Tablebases::in_folder(folder)))),
    }
}

/// The tablebase of this process for games with this option; none if it is missing.
pub(super) fn kept(move_after: MoveAfter) -> Result<Option<Arc<Tablebase>>, KeptError> {
    let tablebases = {
        let mut kept = lock(&KEPT);
        let Some(folder) = kept.as_ref().map(|it| it.folder.clone()).or_else(data_folder) else {
            return Ok(None);
        };
        Arc::clone(kept.get_or_insert_with(|| Arc::new(Tablebases::in_folder(folder))))
    };
    tablebases.get(move_after).map_err(|error| {
        let path = path_in(&tablebases.folder, move_after);
        KeptError { path, error }
    })
}

/// Locks a value that stays valid when a caller panics.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A tablebase that cannot be used.
#[derive(Debug, Error)]
#[error("{}: {error}", path.display())]
pub(super) struct KeptError {
    path: PathBuf,
    error: TablebaseError,
}

/// The tablebases of the small board in a folder. Each is opened once, and shared.
///
/// ```no_run
/// use std::ops::ControlFlow;
///
/// use tilewright_aquapipe::{AquaPipe, MoveAfter, Options};
/// use tilewright_bots::GameValue;
/// use tilewright_bots::aquapipe::Tablebases;
/// use tilewright_core::Game;
///
/// let tablebases = Tablebases::in_folder("data".into());
/// tablebases.make(MoveAfter::Each, &mut |_| ControlFlow::Continue(()))?;
/// let start = AquaPipe::start(&Options::default())?;
/// let tablebase = tablebases.get(MoveAfter::Each)?.unwrap();
/// assert_eq!(tablebase.value(&start)?, GameValue::Draw);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Tablebases {
    folder: PathBuf,
    /// In the order of [`MoveAfter::ALL`].
    opened: [Mutex<Option<Arc<Tablebase>>>; MoveAfter::ALL.len()],
    wanted: Mutex<Wanted>,
    has_changed: Condvar,
}

/// The missing tablebases that somebody wants.
#[derive(Default)]
struct Wanted {
    queue: VecDeque<MoveAfter>,
    is_closed: bool,
}

impl Tablebases {
    /// Those in this folder, which need not be there yet.
    pub fn in_folder(folder: PathBuf) -> Tablebases {
        Tablebases {
            folder,
            opened: Default::default(),
            wanted: Mutex::default(),
            has_changed: Condvar::new(),
        }
    }

    /// The tablebase of games with this option, at once; none if it is missing or being made, and
    /// then it is wanted.
    pub fn get(&self, move_after: MoveAfter) -> Result<Option<Arc<Tablebase>>, TablebaseError> {
        let mut opened = lock(&self.opened[move_after as usize]);
        if opened.is_none() {
            match Tablebase::open(&path_in(&self.folder, move_after)) {
                Ok(tablebase) if tablebase.move_after() == move_after => {
                    *opened = Some(Arc::new(tablebase));
                }
                Err(TablebaseError::Io(error)) if error.kind() != ErrorKind::NotFound => {
                    return Err(error.into());
                }
                Ok(_) | Err(TablebaseError::Io(_)) => self.want(move_after),
                Err(error) => {
                    self.want(move_after);
                    return Err(error);
                }
            }
        }
        Ok(opened.clone())
    }

    /// Adds the tablebase of games with this option to the wanted ones.
    pub fn want(&self, move_after: MoveAfter) {
        let mut wanted = lock(&self.wanted);
        if !wanted.queue.contains(&move_after) {
            wanted.queue.push_back(move_after);
            self.has_changed.notify_all();
        }
    }

    /// Makes the tablebases that are wanted, now and later, one after the other, until
    /// [`close`](Tablebases::close). Between two sections, many times a second, `on_progress` may
    /// wait, so that searches have the processor, or break to stop. `on_end` receives the result of
    /// each tablebase.
    pub fn make_wanted(
        &self,
        on_progress: &mut (dyn FnMut(Progress) -> ControlFlow<()> + Send),
        on_end: &mut dyn FnMut(MoveAfter, Result<(), SolveError>),
    ) {
        while let Some(move_after) = self.next_wanted() {
            let is_there = matches!(self.get(move_after), Ok(Some(_)));
            let made = if is_there { None } else { Some(self.make(move_after, on_progress)) };
            lock(&self.wanted).queue.retain(|&it| it != move_after);
            if let Some(made) = made {
                on_end(move_after, made);
            }
        }
    }

    /// Ends [`make_wanted`](Tablebases::make_wanted).
    pub fn close(&self) {
        lock(&self.wanted).is_closed = true;
        self.has_changed.notify_all();
    }

    fn is_closed(&self) -> bool {
        lock(&self.wanted).is_closed
    }

    /// The tablebase that is wanted next, once one is; none when it is closed.
    fn next_wanted(&self) -> Option<MoveAfter> {
        let is_idle = |wanted: &mut Wanted| wanted.queue.is_empty() && !wanted.is_closed;
        let wanted = self.has_changed.wait_while(lock(&self.wanted), is_idle);
        let wanted = wanted.unwrap_or_else(PoisonError::into_inner);
        if wanted.is_closed { None } else { wanted.queue.front().copied() }
    }

    /// Makes the tablebase of games with this option, in one thread, within seconds. A damaged file
    /// is replaced.
    pub fn make(
        &self,
        move_after: MoveAfter,
        on_progress: &mut (dyn FnMut(Progress) -> ControlFlow<()> + Send),
    ) -> Result<(), SolveError> {
        let path = path_in(&self.folder, move_after);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        // A server has other threads to run.
        let one_thread =
            ThreadPoolBuilder::new().num_threads(1).build().map_err(io::Error::other)?;
        one_thread.install(|| solve(move_after, &path, on_progress))?;
        Ok(())
    }
}
