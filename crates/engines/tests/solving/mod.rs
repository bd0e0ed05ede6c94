//! What tests of the solver share.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fs, process};

use tilewright_aquapipe::{AquaPipe, MoveAfter, Options, Position, Variant};
use tilewright_core::Game;
use tilewright_engines::aquapipe::{Totals, solve};

/// A folder that is gone when the test is over.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Folder {
        static N_FOLDERS: AtomicU32 = AtomicU32::new(0);
        let number = N_FOLDERS.fetch_add(1, Ordering::Relaxed);
        let path = env::temp_dir().join(format!("tilewright-solve-{}-{number}", process::id()));
        fs::create_dir_all(&path).expect("there is room for a folder");
        Folder(path)
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub(crate) fn start(variant: Variant, move_after: MoveAfter) -> Position {
    AquaPipe::start(&Options { variant, move_after, ..Options::default() }).expect("these exist")
}

/// The bytes of a file, in the test of which it must be there.
pub(crate) fn bytes_of(path: &Path) -> Vec<u8> {
    fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Solves the usual game after a call that left the first bytes of the whole table, perhaps damaged.
pub(crate) fn check_resumed(whole: &[u8], n_bytes: usize, spoiled: Option<usize>, totals: Totals) {
    let folder = Folder::new();
    let mut left = whole[..n_bytes].to_vec();
    if let Some(place) = spoiled {
        left[place] ^= 1;
    }
    fs::write(folder.file("each.table.partial"), left).expect("there is room for a file");
    let mut n_done = Vec::new();
    let file = folder.file("each.table");
    let resumed = solve(MoveAfter::Each, &file, &mut |progress| n_done.push(progress.n_done));
    assert_eq!(resumed.expect("it can be solved"), totals);
    assert!(bytes_of(&file) == whole, "the same table");
    assert!(!folder.file("each.table.partial").exists());
    let n_sound = spoiled.unwrap_or(n_bytes) as u64;
    // Only the section in which it stopped was done again.
    assert!(n_done[0] <= n_sound && n_sound < n_done[0] + 3_000_000, "{} of {n_sound}", n_done[0]);
}
