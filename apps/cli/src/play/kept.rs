//! The file of the game, shared with the handlers that end the program.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The file of the whole game, if it was saved.
#[derive(Clone, Default)]
pub(crate) struct Kept(Arc<Mutex<Option<PathBuf>>>);

impl Kept {
    pub(crate) fn set(&self, path: &Path) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(path.to_owned());
    }

    pub(crate) fn path(&self) -> Option<PathBuf> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
