//! The file in which a game is kept while it is played.

use std::env;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use tilewright_table::GameId;

use crate::date::DateTime;
use crate::folder::create_folder;

/// A file that always holds a whole record: the one before a move or the one after it. It is there
/// from the first time that something is written.
pub(crate) struct SaveFile {
    path: PathBuf,
    /// True if the program chose the name, and may thus choose another.
    is_ours: bool,
    is_new: bool,
    is_there: bool,
}

impl SaveFile {
    /// A new file of this name.
    pub(crate) fn create(path: PathBuf) -> Result<SaveFile> {
        let name = path.display();
        if path.is_dir() {
            bail!("{name} is a folder: name a file");
        }
        // A link that leads nowhere is there too.
        if path.symlink_metadata().is_ok() {
            bail!("{name} exists already: continue it with --resume, or choose another name");
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
            bail!("cannot write {name}: there is no folder {}", folder.display());
        }
        Ok(SaveFile { path, is_ours: false, is_new: true, is_there: false })
    }

    /// The file of a game that goes on.
    pub(crate) fn existing(path: PathBuf) -> SaveFile {
        SaveFile { path, is_ours: false, is_new: false, is_there: true }
    }

    /// A new file in the folder for the user's data, named after the game and the time.
    pub(crate) fn in_data_folder(game: GameId) -> Result<SaveFile> {
        let folder =
            data_folder().context("there is no home folder: name a place with --save FILE")?;
        create_folder(&folder, "--save FILE")?;
        let path = folder.join(file_name(game));
        Ok(SaveFile { path, is_ours: true, is_new: true, is_there: false })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn is_new(&self) -> bool {
        self.is_new
    }

    pub(crate) fn is_there(&self) -> bool {
        self.is_there
    }

    /// Replaces what is in the file, at once: a reader, or a crash, finds the old or the new.
    pub(crate) fn write(&mut self, text: &str) -> Result<()> {
        let was_there = self.is_there;
        self.try_write(text).with_context(|| {
            if self.is_there && !was_there {
                // An empty file is no game. If it stays, there is nothing more to do about it.
                self.is_there = fs::remove_file(&self.path).is_err();
            }
            format!("cannot write {}", self.path.display())
        })
    }

    fn try_write(&mut self, text: &str) -> io::Result<()> {
        if !self.is_there {
            self.take_name()?;
            self.is_there = true;
        }
        replace(&self.path, text)
    }

    /// Removes a file that turned out to be of no use.
    pub(crate) fn discard(&self) -> io::Result<()> {
        if self.is_new && self.is_there { fs::remove_file(&self.path) } else { Ok(()) }
    }

    /// Creates the file, so that no other game takes its name. Several may begin in one second.
    fn take_name(&mut self) -> io::Result<()> {
        if !self.is_ours {
            return File::create_new(&self.path).map(drop);
        }
        (_, self.path) = create_new(&self.path, &mut File::options())?;
        Ok(())
    }
}

/// Writes a record to a new file in the folder for temporary files, which no other user may read
/// where the system knows users, and says which.
pub(crate) fn rescue(game: GameId, text: &str) -> Result<PathBuf> {
    let path = env::temp_dir().join(file_name(game));
    let mut options = File::options();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let written = create_new(&path, &mut options).and_then(|(mut file, path)| {
        file.write_all(text.as_bytes())?;
        Ok(path)
    });
    written.with_context(|| format!("cannot write {}", path.display()))
}

/// The game in the folder for the user's data that was played last, of all or of one kind.
pub(crate) fn newest(game: Option<GameId>) -> Result<PathBuf> {
    let folder = data_folder().context("there is no home folder: name the file to resume")?;
    let files = fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let begins = game.map(|game| format!("{game}-")).unwrap_or_default();
    let is_asked_for = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with(&begins) && path.extension().is_some_and(|it| it == "record")
    };
    let records = files.filter(is_asked_for);
    let modified = |path: &PathBuf| path.metadata().and_then(|it| it.modified()).ok();
    let newest = records.max_by_key(|path| (modified(path), path.clone()));
    newest.with_context(|| {
        let of = game.map(|game| format!(" of {game}")).unwrap_or_default();
        format!("there is no game{of} to resume in {}", folder.display())
    })
}

/// A name for a new file, after the game and the time.
fn file_name(game: GameId) -> String {
    let now = DateTime::now();
    format!("{game}-{}-{}.record", now.date(), now.time())
}

/// Creates a file of this name, or of one like it if it is there already.
fn create_new(path: &Path, options: &mut OpenOptions) -> io::Result<(File, PathBuf)> {
    let stem = path.with_extension("");
    let mut path = path.to_owned();
    for n in 2..100 {
        match options.write(true).create_new(true).open(&path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                path = PathBuf::from(format!("{}-{n}.record", stem.display()));
            }
            created => return created.map(|file| (file, path)),
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

fn replace(path: &Path, text: &str) -> io::Result<()> {
    // The target of a link is replaced, not the link. A deleted file is written again.
    let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    // A file that may not be written is not replaced either.
    let permissions = match File::options().write(true).open(&target) {
        Ok(file) => Some(file.metadata()?.permissions()),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let beside = beside(&target);
    let written = write_synced(&beside, text, permissions);
    written.and_then(|()| fs::rename(&beside, &target)).inspect_err(|_| {
        // Half a file helps nobody, and it may not be there at all.
        let _ = fs::remove_file(&beside);
    })
}

fn write_synced(path: &Path, text: &str, permissions: Option<Permissions>) -> io::Result<()> {
    let mut file = File::create(path)?;
    if let Some(permissions) = permissions {
        file.set_permissions(permissions)?;
    }
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// A name in the same folder, so that renaming moves no data, and of this process alone.
fn beside(path: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}", std::process::id()));
    path.with_file_name(name)
}

/// The folder for games.
fn data_folder() -> Option<PathBuf> {
    tilewright_bots::data_folder().map(|folder| folder.join("games"))
}
