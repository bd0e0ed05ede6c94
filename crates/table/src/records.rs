//! Several records, one after the other.

use std::io::{self, BufRead};

use thiserror::Error;

use crate::record::{FIRST_WORDS, MAX_BYTES, ParseRecordError, Record};

/// The records of a file that holds several, read one at a time: each begins with its first line.
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
    /// The first line of the next record, which was read with the one before.
    next: Option<Vec<u8>>,
    n_read: usize,
}

/// One of several records cannot be read.
#[derive(Debug, Error)]
pub enum ReadRecordError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is not text.
    #[error("record {number} is not text")]
    NotText {
        /// Which one, from 1.
        number: usize,
    },
    /// It is no record. Its lines are counted from its first one.
    #[error("record {number}: {error}")]
    Record {
        /// Which one, from 1.
        number: usize,
        /// What is wrong.
        error: ParseRecordError,
    },
}

impl<R: BufRead> Records<R> {
    /// The records of what is read here.
    pub fn new(reader: R) -> Records<R> {
        Records { reader, next: None, n_read: 0 }
    }

    /// The bytes of the next record; none if there is no more. Of one that is too long, only so much
    /// that it is seen to be.
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
