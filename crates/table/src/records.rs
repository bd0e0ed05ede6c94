//! Files with several records.

use std::io::{self, BufRead};

use thiserror::Error;

use crate::record::{FIRST_WORDS, MAX_BYTES, ParseRecordError, Record};

/// An iterator over the records of a file. Each begins with its first line.
///
/// ```
/// use tilewright_table::{GameId, Record, Records};
///
/// let table = "aquapipe".parse::<GameId>()?.open(&[])?;
/// let text = Record::of(&*table).to_string();
/// let both = format!("{text}\n{text}");
/// let records: Vec<Record> = Records::new(both.as_bytes()).collect::<Result<_, _>>()?;
/// assert_eq!(records.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Records<R> {
    reader: R,
    /// The first line of the next record, already read.
    next: Option<Vec<u8>>,
    n_read: usize,
}

/// An error for a record of a file that cannot be read.
#[derive(Debug, Error)]
pub enum ReadRecordError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The record is not text.
    #[error("record {number} is not text")]
    NotText {
        /// The number of the record, from 1.
        number: usize,
    },
    /// The text is not a record. Lines count from its first one.
    #[error("record {number}: {error}")]
    Record {
        /// The number of the record, from 1.
        number: usize,
        /// The error.
        error: ParseRecordError,
    },
}

impl<R: BufRead> Records<R> {
    /// Makes the iterator over the records of a reader.
    pub fn new(reader: R) -> Records<R> {
        Records { reader, next: None, n_read: 0 }
    }

    /// The bytes of the next record; empty at the end. A record that is too long is read only until
    /// that is certain.
    fn next_bytes(&mut self) -> io::Result<Vec<u8>> {
        let mut bytes = self.next.take().unwrap_or_default();
        while bytes.len() <= MAX_BYTES {
            let begin = bytes.len();
            let limit = (MAX_BYTES + 2 - begin) as u64;
            if io::Read::take(&mut self.reader, limit).read_until(b'\n', &mut bytes)? == 0 {
                break;
            }
            if begin > 0 && bytes[begin..].starts_with(FIRST_WORDS.as_bytes()) {
                self.next = Some(bytes.split_off(begin));
                break;
            }
        }
        Ok(bytes)
    }
}

impl<R: BufRead> Iterator for Records<R> {
    type Item = Result<Record, ReadRecordError>;

    fn next(&mut self) -> Option<Result<Record, ReadRecordError>> {
        let bytes = match self.next_bytes() {
            Ok(bytes) if bytes.iter().all(u8::is_ascii_whitespace) => return None,
            Ok(bytes) => bytes,
            Err(error) => return Some(Err(error.into())),
        };
        self.n_read += 1;
        let number = self.n_read;
        let Ok(text) = String::from_utf8(bytes) else {
            return Some(Err(ReadRecordError::NotText { number }));
        };
        Some(text.parse().map_err(|error| ReadRecordError::Record { number, error }))
    }
}
