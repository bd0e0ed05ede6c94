//! Persistent transposition tables: files that keep the results of searches from one game to the
//! next.

use std::cmp::Reverse;
use std::panic;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use redb::{
    Builder, Database, DatabaseError, ReadableDatabase, ReadableTable, ReadableTableMetadata,
    TableDefinition, TableHandle, WriteTransaction,
};
use thiserror::Error;
use tilewright_search::TtEntry;

/// A file of entries. It is written in transactions, so that a kill in the middle leaves what was
/// there before, and checked when it is opened.
pub(crate) struct TtFile {
    database: Database,
    /// The format: the program and the version that wrote it.
    format: String,
    /// The most entries, of all rules together.
    max_entries: usize,
}

/// Why a file cannot be used.
#[derive(Debug, Error)]
pub(crate) enum TtFileError {
    #[error("it is damaged; remove it, and a new one is begun")]
    Damaged,
    #[error("it was written for '{found}', not for '{expected}'; remove it, or name another file")]
    OtherVersion { found: String, expected: String },
    #[error("another program has it open")]
    InUse,
    #[error("{0}")]
    Io(#[from] redb::Error),
}

/// The stores that are open in this program, by file: the bots of a table share one.
static OPEN: Mutex<Vec<(PathBuf, Weak<Mutex<TtFile>>)>> = Mutex::new(Vec::new());

/// The table about the file, with its format.
const ABOUT: TableDefinition<&str, &str> = TableDefinition::new("about");
const FORMAT: &str = "format";

/// The size of an entry in the file, generously: pages are not full, and are copied when they
/// change.
const N_BYTES_PER_ENTRY: usize = 64;

/// The size of the file's cache in memory.
const N_CACHE_BYTES: usize = 4 << 20;

impl TtFile {
    /// Opens the file, or begins one, of about so many bytes. `format` names what wrote it: entries
    /// of another evaluator are none.
    pub(crate) fn open(
        path: &Path,
        format: &str,
        n_bytes: usize,
    ) -> Result<Arc<Mutex<TtFile>>, TtFileError> {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let mut open = lock(&OPEN);
        open.retain(|(_, store)| store.strong_count() > 0);
        let known = open.iter().find(|(other, _)| *other == path);
        if let Some(store) = known.and_then(|(_, store)| store.upgrade()) {
            check_same(&lock(&store).format, format)?;
            return Ok(store);
        }
        // Some damaged files are not refused by redb, but make it panic.
        let opened = panic::catch_unwind(|| open_database(&path, format));
        let database = opened.unwrap_or(Err(TtFileError::Damaged))?;
        let store =
            TtFile { database, format: format.to_owned(), max_entries: max_entries(n_bytes) };
        let store = Arc::new(Mutex::new(store));
        open.push((path, Arc::downgrade(&store)));
        Ok(store)
    }

    /// All entries for a game with these rules.
    pub(crate) fn entries(&self, rules: &str) -> Result<Vec<TtEntry>, TtFileError> {
        let table = TableDefinition::<u64, u64>::new(rules);
        let transaction = self.database.begin_read().map_err(redb::Error::from)?;
        match transaction.open_table(table) {
            Ok(table) => read(&table),
            Err(redb::TableError::TableDoesNotExist(_)) => Ok(Vec::new()),
            Err(error) => Err(TtFileError::Io(error.into())),
        }
    }

    /// Keeps these entries too: the deeper one of each position, and if there are too many, the
    /// deepest of all.
    pub(crate) fn keep(
        &mut self,
        rules: &str,
        entries: impl Iterator<Item = TtEntry>,
    ) -> Result<(), TtFileError> {
        let definition = TableDefinition::<u64, u64>::new(rules);
        let transaction = self.database.begin_write().map_err(redb::Error::from)?;
        {
            let mut table = transaction.open_table(definition).map_err(redb::Error::from)?;
            for entry in entries {
                let known = table.get(entry.key).map_err(redb::Error::from)?;
                let known = known.map(|bits| TtEntry { key: entry.key, bits: bits.value() });
                if known.is_none_or(|known| known.depth() < entry.depth()) {
                    table.insert(entry.key, entry.bits).map_err(redb::Error::from)?;
                }
            }
        }
        self.trim(&transaction)?;
        Ok(transaction.commit().map_err(redb::Error::from)?)
    }

    /// Forgets the shallowest entries where there are too many. All rules have the same room.
    fn trim(&self, transaction: &WriteTransaction) -> Result<(), TtFileError> {
        let names = transaction.list_tables().map_err(redb::Error::from)?;
        let names: Vec<String> = names.map(|it| it.name().to_owned()).collect();
        let rules: Vec<&String> = names.iter().filter(|it| *it != ABOUT.name()).collect();
        let n_lessons = (self.max_entries / rules.len().max(1)).max(1);
        for rules in rules {
            let definition = TableDefinition::<u64, u64>::new(rules);
            let mut table = transaction.open_table(definition).map_err(redb::Error::from)?;
            if table.len().map_err(redb::Error::from)? > n_lessons as u64 {
                let mut fits = deepest(&read(&table)?, n_lessons);
                table
                    .retain(|key, bits| fits(&TtEntry { key, bits }))
                    .map_err(redb::Error::from)?;
            }
        }
        Ok(())
    }
}

/// Opens the file, or begins one, and looks at all of it.
fn open_database(path: &Path, format: &str) -> Result<Database, TtFileError> {
    let mut database =
        Builder::new().set_cache_size(N_CACHE_BYTES).create(path).map_err(refusal)?;
    if !database.check_integrity().map_err(refusal)? {
        return Err(TtFileError::Damaged);
    }
    check_format(&database, format)?;
    Ok(database)
}

/// The number of entries for which there is room in about so many bytes.
pub(crate) const fn max_entries(n_bytes: usize) -> usize {
    let n_lessons = n_bytes / N_BYTES_PER_ENTRY;
    if n_lessons == 0 { 1 } else { n_lessons }
}

/// Takes a lock, also after a panic elsewhere: what it guards is whole between two calls.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn read(table: &impl ReadableTable<u64, u64>) -> Result<Vec<TtEntry>, TtFileError> {
    let mut entries = Vec::new();
    for row in table.iter().map_err(redb::Error::from)? {
        let (key, bits) = row.map_err(redb::Error::from)?;
        entries.push(TtEntry { key: key.value(), bits: bits.value() });
    }
    Ok(entries)
}

/// Says of each entry, asked once, whether it is one of the `n` deepest. There are more than that.
fn deepest(entries: &[TtEntry], n: usize) -> impl FnMut(&TtEntry) -> bool + use<> {
    let mut depths: Vec<usize> = entries.iter().map(TtEntry::depth).collect();
    depths.sort_unstable_by_key(|&depth| Reverse(depth));
    let least = depths[n - 1];
    let mut n_least = depths[..n].iter().filter(|&&depth| depth == least).count();
    move |entry| {
        let fits = entry.depth() > least || entry.depth() == least && n_least > 0;
        n_least -= usize::from(fits && entry.depth() == least);
        fits
    }
}

/// Reads what the file is, or writes it into a new one.
fn check_format(database: &Database, expected: &str) -> Result<(), TtFileError> {
    let transaction = database.begin_write().map_err(redb::Error::from)?;
    {
        let mut about = transaction.open_table(ABOUT).map_err(|_| TtFileError::Damaged)?;
        let found = about.get(FORMAT).map_err(redb::Error::from)?;
        let found = found.map(|text| text.value().to_owned());
        match found {
            None => drop(about.insert(FORMAT, expected).map_err(redb::Error::from)?),
            Some(found) => check_same(&found, expected)?,
        }
    }
    Ok(transaction.commit().map_err(redb::Error::from)?)
}

fn check_same(found: &str, expected: &str) -> Result<(), TtFileError> {
    if found == expected {
        return Ok(());
    }
    Err(TtFileError::OtherVersion { found: found.to_owned(), expected: expected.to_owned() })
}

fn refusal(error: DatabaseError) -> TtFileError {
    match error {
        DatabaseError::DatabaseAlreadyOpen => TtFileError::InUse,
        DatabaseError::UpgradeRequired(_)
        | DatabaseError::RepairAborted
        | DatabaseError::Storage(redb::StorageError::Corrupted(_)) => TtFileError::Damaged,
        DatabaseError::Storage(redb::StorageError::Io(error))
            if error.kind() == std::io::ErrorKind::InvalidData =>
        {
            TtFileError::Damaged
        }
        error => TtFileError::Io(error.into()),
    }
}

#[cfg(test)]
mod tests {
    use std::env;
    use std::fs;

    use super::*;

    fn path(name: &str) -> PathBuf {
        env::temp_dir().join(format!("tilewright-store-{}-{name}", std::process::id()))
    }

    /// Lessons of some positions.
    fn entries(first: u64, n_lessons: u64) -> impl Iterator<Item = TtEntry> {
        (first..first + n_lessons).map(|key| TtEntry { key, bits: key })
    }

    #[test]
    fn a_file_does_not_grow_beyond_its_bounds() {
        let path = path("bounds");
        let n_bytes = 1 << 20;
        let store = TtFile::open(&path, "a game 1", n_bytes).unwrap();
        for first in (0..200_000).step_by(10_000) {
            lock(&store).keep("usual", entries(first, 10_000)).unwrap();
        }
        let kept = lock(&store).entries("usual").unwrap();
        assert_eq!(kept.len(), n_bytes / N_BYTES_PER_ENTRY);
        // The deepest: the depth of these entries grows with their keys.
        assert!(kept.iter().all(|entry| entry.depth() >= 2), "{:?}", kept[0]);
        drop(store);
        let n_written = fs::metadata(&path).unwrap().len();
        assert!(n_written < 3 * n_bytes as u64 / 2, "{n_written}");
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn all_rules_share_the_room() {
        let path = path("rules");
        let store = TtFile::open(&path, "a game 1", 300 * N_BYTES_PER_ENTRY).unwrap();
        let mut store = lock(&store);
        for (i, rules) in ["usual", "other", "third"].into_iter().enumerate() {
            store.keep(rules, entries(1_000 * i as u64, 500)).unwrap();
        }
        for rules in ["usual", "other", "third"] {
            assert_eq!(store.entries(rules).unwrap().len(), 100, "{rules}");
        }
        assert_eq!(store.entries("unknown").unwrap(), []);
        fs::remove_file(path).unwrap();
    }

    /// Wherever a byte is wrong: the file is used or refused, and nothing panics.
    #[test]
    fn a_damaged_file_is_used_or_refused() {
        let path = path("damaged");
        let store = TtFile::open(&path, "a game 1", 1 << 16).unwrap();
        lock(&store).keep("usual", entries(1, 100)).unwrap();
        drop(store);
        let sound = fs::read(&path).unwrap();
        let mut n_refused = 0;
        // The header, the beginnings of pages, and here and there between.
        let pages = (0..sound.len()).step_by(4_096).flat_map(|page| [page, page + 1, page + 77]);
        for at in (0..320).chain(pages) {
            let mut damaged = sound.clone();
            damaged[at] ^= 0xF7;
            fs::write(&path, damaged).unwrap();
            match TtFile::open(&path, "a game 1", 1 << 16) {
                Ok(store) => drop(lock(&store).entries("usual")),
                Err(error) => {
                    assert!(!error.to_string().is_empty());
                    n_refused += 1;
                }
            }
        }
        assert!(n_refused > 30, "{n_refused}");
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn another_version_is_refused_also_while_it_is_open() {
        let path = path("version");
        let store = TtFile::open(&path, "a game 1", 1 << 16).unwrap();
        let refusal = || TtFile::open(&path, "a game 2", 1 << 16).err().unwrap().to_string();
        let sentence =
            "it was written for 'a game 1', not for 'a game 2'; remove it, or name another file";
        assert_eq!(refusal(), sentence);
        drop(store);
        assert_eq!(refusal(), sentence);
        fs::remove_file(path).unwrap();
    }
}
