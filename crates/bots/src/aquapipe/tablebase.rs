//! The endgame tablebase as a file: the solution of the small board.
//!
//! A line of text padded to [`HEADER_LEN`] bytes says what it is; then comes each section, as its
//! CRC-32 and a byte for each of its states. A file that is being written has the same form and
//! stops earlier. Where a section is follows from the rules, so that a value is read by one
//! positioned read.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;
use tilewright_aquapipe::{MoveAfter, Options, Position, Variant};
use tilewright_search::GameValue;

use super::space::{Section, Space};
use crate::data::data_folder;

const HEADER_LEN: usize = 64;
const CRC_LEN: usize = 4;

/// The beginning of every header.
const FAMILY: &[u8] = b"tilewright aquapipe 3x3 solution ";

/// The file is no table that can be used.
#[derive(Debug, Error)]
pub enum TablebaseError {
    /// It could not be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It does not begin as it must.
    #[error("this is no table of Aqua Pipe that this version reads")]
    Unknown,
    /// It ends too early, or too late.
    #[error("the table is not whole: it should have {expected} bytes and has {found}")]
    Length {
        #[allow(missing_docs, reason = "the sentence tells")]
        expected: u64,
        #[allow(missing_docs, reason = "the sentence tells")]
        found: u64,
    },
    /// Its bytes have changed.
    #[error("the table is damaged: solve again")]
    Damaged,
}

/// A solution of the small board, read in place.
///
/// ```no_run
/// use std::path::Path;
///
/// use tilewright_aquapipe::{AquaPipe, Options};
/// use tilewright_core::Game;
/// use tilewright_bots::GameValue;
/// use tilewright_bots::aquapipe::Tablebase;
///
/// let table = Tablebase::open(Path::new("3x3.table"))?;
/// let start = AquaPipe::start(&Options::default())?;
/// assert_eq!(table.value(&start)?, GameValue::Draw);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Tablebase {
    space: Space,
    file: File,
}

impl Tablebase {
    /// Opens the table and checks that it is whole.
    pub fn open(path: &Path) -> Result<Tablebase, TablebaseError> {
        let (space, file) = open(path)?;
        read_sections(&space, &file, |_, _| ())?;
        Ok(Tablebase { space, file })
    }

    /// The usual path, in the folder for the user's data. None if there is no home.
    pub fn usual_path(move_after: MoveAfter) -> Option<PathBuf> {
        data_folder().map(|folder| path_in(&folder, move_after))
    }

    /// The option that it was solved for.
    pub fn move_after(&self) -> MoveAfter {
        self.space.move_after()
    }

    /// True if it is about games with these options.
    pub fn is_of(&self, options: &Options) -> bool {
        options.variant == Variant::Small && options.move_after == self.space.move_after()
    }

    /// The value of a position of [its](Tablebase::is_of) game that is not over, for the player to
    /// move, whatever was on the board before.
    pub fn value(&self, position: &Position) -> io::Result<GameValue> {
        let Some(number) = self.space.number_of(self.space.state_of(position)) else {
            return Ok(GameValue::Win { plies: 1 });
        };
        let mut byte = [0];
        read_at(&self.file, &mut byte, self.place_of(number))?;
        Ok(value_of(byte[0]))
    }

    fn place_of(&self, number: usize) -> u64 {
        let sections = self.space.sections();
        let id = sections.partition_point(|section| section.range().end <= number);
        place_of_section(&sections[id], id) + (number - sections[id].start) as u64
    }
}

/// The path of a game's tablebase in a folder for data.
pub(super) fn path_in(folder: &Path, move_after: MoveAfter) -> PathBuf {
    let name = format!("aquapipe-3x3-{}.table", move_after.name());
    folder.join("tables").join(name)
}

/// The states and the file of a table that begins as it must and is as long as it must be.
pub(super) fn open(path: &Path) -> Result<(Space, File), TablebaseError> {
    let mut file = File::open(path)?;
    let mut header = [0; HEADER_LEN];
    file.read_exact(&mut header).map_err(|error| match error.kind() {
        ErrorKind::UnexpectedEof => TablebaseError::Unknown,
        _ => error.into(),
    })?;
    let is_of = |move_after: &MoveAfter| header == header_of(*move_after);
    let move_after = MoveAfter::ALL.into_iter().find(is_of).ok_or(TablebaseError::Unknown)?;
    let space = Space::new(move_after);
    let expected = len_of(&space);
    let found = file.metadata()?.len();
    if expected != found {
        return Err(TablebaseError::Length { expected, found });
    }
    Ok((space, file))
}

/// Hands every section of a whole table to `visit`, after a look at its check sum.
pub(super) fn read_sections(
    space: &Space,
    mut file: &File,
    mut visit: impl FnMut(&Section, &[u8]),
) -> Result<(), TablebaseError> {
    file.seek(SeekFrom::Start(HEADER_LEN as u64))?;
    let mut bytes = Vec::new();
    for section in space.sections() {
        if !read_section(&mut file, section, &mut bytes)? {
            return Err(TablebaseError::Damaged);
        }
        visit(section, &bytes);
    }
    Ok(())
}

/// A table that is being written, beside where it will be.
pub(super) struct Draft {
    file: File,
    /// The path now, and the path at the end.
    here: PathBuf,
    there: PathBuf,
    n_sections: usize,
}

impl Draft {
    /// Continues an interrupted call, handing its sections to `visit`, or starts from scratch.
    pub(super) fn resume(
        space: &Space,
        path: &Path,
        mut visit: impl FnMut(&Section, &[u8]),
    ) -> io::Result<Draft> {
        let mut here = path.as_os_str().to_owned();
        here.push(".partial");
        let here = PathBuf::from(here);
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&here)?;
        // Two that write one file would spoil it. Some file systems know no locks.
        if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            return Err(io::Error::other("another program is solving into the same file"));
        }
        let header = header_of(space.move_after());
        let mut found = [0; HEADER_LEN];
        let n_found = file.read(&mut found)?;
        // What was begun for another option, or hardly begun, is of no use; all else is not ours.
        if !found[..n_found].starts_with(&FAMILY[..n_found.min(FAMILY.len())]) {
            let reason = format!("{} is something else: move it away", here.display());
            return Err(io::Error::other(reason));
        }
        let is_ours = found == header;
        let mut n_sections = 0;
        if is_ours {
            n_sections = read_prefix(space, &mut file, &mut visit)?;
        } else {
            file.seek(SeekFrom::Start(0))?;
            file.write_all(&header)?;
        }
        // What follows was cut off, or is of something else.
        let end = end_of(space, n_sections);
        file.set_len(end)?;
        file.seek(SeekFrom::Start(end))?;
        Ok(Draft { file, here, there: path.to_owned(), n_sections })
    }

    /// The number of sections that were there already.
    pub(super) fn n_sections(&self) -> usize {
        self.n_sections
    }

    pub(super) fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(&crc32fast::hash(bytes).to_le_bytes())?;
        self.file.write_all(bytes)
    }

    /// Puts the whole table in its place.
    pub(super) fn finish(self) -> io::Result<()> {
        self.file.sync_all()?;
        fs::rename(&self.here, &self.there)
    }
}

/// Reads sections, whole pairs of partners, as far as they are sound, and says how many.
fn read_prefix(
    space: &Space,
    file: &mut File,
    visit: &mut impl FnMut(&Section, &[u8]),
) -> io::Result<usize> {
    let sections = space.sections();
    let mut first = Vec::new();
    let mut second = Vec::new();
    let mut id = 0;
    while let Some(section) = sections.get(id) {
        let is_alone = section.partner == id;
        let is_sound = read_section(file, section, &mut first)?
            && (is_alone || read_section(file, &sections[id + 1], &mut second)?);
        if !is_sound {
            break;
        }
        visit(section, &first);
        id += 1;
        if !is_alone {
            visit(&sections[id], &second);
            id += 1;
        }
    }
    Ok(id)
}

/// Reads the section at which the file stands, and says whether it is whole and sound.
fn read_section(file: &mut impl Read, section: &Section, bytes: &mut Vec<u8>) -> io::Result<bool> {
    let mut crc = [0; CRC_LEN];
    bytes.resize(section.len(), 0);
    match file.read_exact(&mut crc).and_then(|()| file.read_exact(bytes)) {
        Ok(()) => Ok(crc32fast::hash(bytes) == u32::from_le_bytes(crc)),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

fn header_of(move_after: MoveAfter) -> [u8; HEADER_LEN] {
    let line = format!("tilewright aquapipe 3x3 solution 1, move-after={}", move_after.name());
    let mut header = [b' '; HEADER_LEN];
    header[..line.len()].copy_from_slice(line.as_bytes());
    header[HEADER_LEN - 1] = b'\n';
    header
}

/// The place of a section's states in the file.
fn place_of_section(section: &Section, id: usize) -> u64 {
    (HEADER_LEN + (id + 1) * CRC_LEN + section.start) as u64
}

/// The end of so many sections in the file.
fn end_of(space: &Space, n_sections: usize) -> u64 {
    match n_sections.checked_sub(1) {
        None => HEADER_LEN as u64,
        Some(last) => {
            let section = &space.sections()[last];
            place_of_section(section, last) + section.len() as u64
        }
    }
}

fn len_of(space: &Space) -> u64 {
    end_of(space, space.sections().len())
}

fn value_of(byte: u8) -> GameValue {
    match byte {
        0 => GameValue::Draw,
        plies if plies % 2 == 0 => GameValue::Loss { plies: plies.into() },
        plies => GameValue::Win { plies: plies.into() },
    }
}

#[cfg(unix)]
fn read_at(file: &File, bytes: &mut [u8], place: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, place)
}

#[cfg(windows)]
fn read_at(file: &File, bytes: &mut [u8], place: u64) -> io::Result<()> {
    let n_read = std::os::windows::fs::FileExt::seek_read(file, bytes, place)?;
    if n_read == bytes.len() { Ok(()) } else { Err(ErrorKind::UnexpectedEof.into()) }
}
