//! The file of SQLite: private to its owner, and in use by one server at a time.

use std::fs::{self, DirBuilder, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::{Database, StoreError};

/// Only the owner may enter a folder, or read and write a file.
#[cfg(unix)]
const FOLDER_MODE: u32 = 0o700;
#[cfg(unix)]
const FILE_MODE: u32 = 0o600;

/// The rights of everybody but the owner.
#[cfg(unix)]
const OTHERS: u32 = 0o077;

/// Makes the folder and the file if they are missing, makes the file private, and takes the lock
/// that keeps other servers away for as long as the answer is held.
pub(super) fn prepare(file: &Path, what: &str) -> Result<File, StoreError> {
    let refuse =
        |error: io::Error| StoreError::Open { what: what.to_owned(), reason: error.to_string() };
    make_folder(file).map_err(refuse)?;
    let lock = open_private(&beside(file, "lock")).map_err(refuse)?;
    match lock.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            return Err(StoreError::InUse { what: what.to_owned() });
        }
        Err(TryLockError::Error(error)) => return Err(refuse(error)),
    }
    open_private(file).map_err(refuse)?;
    // SQLite gives these the mode of the database, but those of an older version may be there.
    for ending in ["-wal", "-shm"] {
        let name = format!("{}{ending}", file.display());
        make_private(Path::new(&name)).map_err(refuse)?;
    }
    Ok(lock)
}

/// A path with another ending.
fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    name.into()
}

/// Opens a file that only its owner may read, and makes it if it is missing.
fn open_private(file: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, FILE_MODE);
    let opened = options.open(file)?;
    make_private(file)?;
    Ok(opened)
}

/// Takes the rights of a file away from everybody but its owner, if it exists.
#[cfg(unix)]
fn make_private(file: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;

    let Ok(metadata) = fs::metadata(file) else { return Ok(()) };
    if metadata.permissions().mode() & OTHERS == 0 {
        return Ok(());
    }
    fs::set_permissions(file, fs::Permissions::from_mode(FILE_MODE))
}

/// Elsewhere a file has the rights of its folder, which is one's own.
#[cfg(not(unix))]
fn make_private(_: &Path) -> io::Result<()> {
    Ok(())
}

fn make_folder(file: &Path) -> io::Result<()> {
    let Some(folder) = file.parent() else { return Ok(()) };
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, FOLDER_MODE);
    builder.create(folder).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            io::Error::other(format!("{} is no folder", folder.display()))
        }
        _ => error,
    })
}

/// What is wrong with the disk, if nothing can be written beside a file: SQLite calls that by other
/// names.
pub(super) fn trouble(database: &Database) -> Option<io::Error> {
    const N_BYTES: usize = 64 * 1024;
    let Database::Sqlite(file) = database else { return None };
    let probe = file.with_extension("probe");
    let written = open_private(&probe).and_then(|_| fs::write(&probe, vec![0; N_BYTES]));
    // It may never have been there.
    let _ = fs::remove_file(&probe);
    written.err()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_new_folder_and_an_old_file_become_private() {
        use std::os::unix::fs::PermissionsExt;

        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("data/games.sqlite");
        fs::create_dir(file.parent().unwrap()).unwrap();
        let wal = folder.path().join("data/games.sqlite-wal");
        for old in [&file, &wal] {
            fs::write(old, "").unwrap();
            fs::set_permissions(old, fs::Permissions::from_mode(0o644)).unwrap();
        }
        let _lock = prepare(&file, "games").unwrap();
        assert_eq!((mode(&file), mode(&wal)), (0o600, 0o600));
        let new = folder.path().join("new/games.sqlite");
        let _other_lock = prepare(&new, "games").unwrap();
        assert_eq!((mode(&new), mode(new.parent().unwrap())), (0o600, 0o700));
    }

    #[test]
    fn a_file_is_used_by_one_server_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.sqlite");
        let lock = prepare(&file, "games").unwrap();
        assert!(matches!(prepare(&file, "games"), Err(StoreError::InUse { .. })));
        drop(lock);
        prepare(&file, "games").unwrap();
    }
}
