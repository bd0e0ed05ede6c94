//! The protocols by which programs play each other, both sides.
//!
//! - [`ugi`] is the Universal Game Interface, for every game: commands, and the session of an
//!   engine;
//! - [`gtp`] is the Go Text Protocol for Blokus, in Pentobi's dialect: a session, and its client
//!   side;
//! - [`engine`] starts external engines, asks them for moves and bears with their faults;
//! - [`check`] checks an engine's compliance with its protocol;
//! - [`blksgf`] reads and writes Pentobi's game files.

pub mod blksgf;
pub mod check;
pub mod engine;
pub mod gtp;
mod sgf;
pub mod ugi;

/// Options by name and value, as [`GameId::open`](tilewright_table::GameId::open) takes them.
pub(crate) fn pairs(options: &[(String, String)]) -> Vec<(&str, &str)> {
    options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect()
}

/// Foreign text in one line, so that it cannot forge lines of a protocol.
pub(crate) fn in_one_line(text: &str) -> String {
    let words = text.split(|c: char| c.is_control() || c.is_whitespace());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}
