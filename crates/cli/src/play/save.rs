//! The file in which a game is kept while it is played.

use std::env;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use tilewright_games::GameId;

use crate::date::Moment;

/// A file that always holds a whole record: the one before a move or the one after it.
pub(crate) struct SaveFile {
    path: PathBuf,
    is_new: bool,
}

impl SaveFile {
    /// A new file of this name.
    pub(crate) fn create(path: PathBuf) -> Result<SaveFile> {
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(_) => Ok(SaveFile { path, is_new: true }),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => bail!(
                "{} exists already: go on with it by --resume, or choose another name",
                path.display()
            ),
            Err(error) => Err(error).with_context(|| format!("cannot write {}", path.display())),
        }
    }

    /// The file of a game that goes on.
    pub(crate) fn existing(path: PathBuf) -> SaveFile {
        SaveFile { path, is_new: false }
    }

    /// A new file in the folder for the user's data, named after the game and the time.
    pub(crate) fn in_data_folder(game: GameId) -> Result<SaveFile> {
        let folder =
            data_folder().context("there is no home folder: say where with --save FILE")?;
        fs::create_dir_all(&folder)
            .with_context(|| format!("cannot create {}", folder.display()))?;
        let now = Moment::now();
        let stem = format!("{game}-{}-{}", now.date(), now.time());
        // Several games may begin in one second.
        let suffixes = (2..100).map(|n| format!("-{n}"));
        for suffix in [String::new()].into_iter().chain(suffixes) {
            let path = folder.join(format!("{stem}{suffix}.record"));
            if !path.exists() {
                return SaveFile::create(path);
            }
        }
        bail!("{} holds too many games named {stem}", folder.display())
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Replaces what is in the file, at once: a reader, or a crash, finds the old or the new.
    pub(crate) fn write(&self, text: &str) -> Result<()> {
        let beside = self.temporary();
        let write = || {
            let mut file = File::create(&beside)?;
            file.write_all(text.as_bytes())?;
            file.sync_all()?;
            fs::rename(&beside, &self.path)
        };
        write().with_context(|| {
            // Half a file helps nobody, and it may not be there at all.
            let _ = fs::remove_file(&beside);
            format!("cannot write {}", self.path.display())
        })
    }

    /// Removes a file that turned out to be of no use.
    pub(crate) fn discard(&self) -> io::Result<()> {
        if self.is_new { fs::remove_file(&self.path) } else { Ok(()) }
    }

    /// A name in the same folder, so that renaming moves no data, and of this process alone.
    fn temporary(&self) -> PathBuf {
        let mut name = OsString::from(".");
        name.push(self.path.file_name().unwrap_or_default());
        name.push(format!(".{}", std::process::id()));
        self.path.with_file_name(name)
    }
}

fn data_folder() -> Option<PathBuf> {
    let folder = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let data = folder("XDG_DATA_HOME").filter(|path| path.is_absolute());
    let data = data.or_else(|| folder("HOME").map(|home| home.join(".local/share")));
    data.map(|data| data.join("tilewright").join("games"))
}
