//! The solutions that a folder keeps.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use rayon::ThreadPoolBuilder;
use tilewright_aquapipe::MoveAfter;

use super::solve::{SolveError, solve};
use super::tablebase::{Tablebase, TablebaseError, path_in};

/// The solutions of the small board that a folder for data keeps. Each is made when it is first
/// asked for, opened once, and shared by all who ask.
///
/// ```no_run
/// use tilewright_aquapipe::{AquaPipe, MoveAfter, Options};
/// use tilewright_core::Game;
/// use tilewright_bots::aquapipe::Tablebases;
///
/// let tables = Tablebases::in_folder("data".into());
/// let start = AquaPipe::start(&Options::default())?;
/// assert_eq!(tables.get(MoveAfter::Each)?.value(&start)?, GameValue::Draw);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Tablebases {
    folder: PathBuf,
    /// In the order of [`MoveAfter::ALL`].
    opened: [Mutex<Option<Arc<Tablebase>>>; MoveAfter::ALL.len()],
}

impl Tablebases {
    /// Those in this folder, which need not be there yet.
    pub fn in_folder(folder: PathBuf) -> Tablebases {
        Tablebases { folder, opened: Default::default() }
    }

    /// The solution of the game with this option. What is not there is made, and what is damaged is
    /// made anew, by one thread within seconds; who asks meanwhile waits. What failed is tried again.
    pub fn get(&self, move_after: MoveAfter) -> Result<Arc<Tablebase>, SolveError> {
        // A call that panicked opened nothing.
        let mut opened =
            self.opened[move_after as usize].lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(table) = &*opened {
            return Ok(Arc::clone(table));
        }
        let table = Arc::new(self.open_or_make(move_after)?);
        Ok(Arc::clone(opened.insert(table)))
    }

    fn open_or_make(&self, move_after: MoveAfter) -> Result<Tablebase, SolveError> {
        let path = path_in(&self.folder, move_after);
        match Tablebase::open(&path) {
            Ok(table) if table.move_after() == move_after => return Ok(table),
            Err(TablebaseError::Io(error)) if error.kind() != ErrorKind::NotFound => {
                return Err(error.into());
            }
            Ok(_) | Err(_) => {}
        }
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        // Who serves has other threads to do.
        let one_thread =
            ThreadPoolBuilder::new().num_threads(1).build().map_err(io::Error::other)?;
        one_thread.install(|| solve(move_after, &path, &mut |_| ()))?;
        Ok(Tablebase::open(&path)?)
    }
}
