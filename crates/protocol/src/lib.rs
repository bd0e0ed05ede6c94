//! The protocols by which programs play each other, both sides.
//!
//! - [`ugi`] is the Universal Game Interface, for every game: commands, and the session of an engine;
//! - [`gtp`] is the Go Text Protocol for Blokus, in Pentobi's dialect: a session, and its client side;
//! - [`engine`] starts external engines, asks them for moves and bears with their faults;
//! - [`check`] checks an engine's compliance with its protocol;
//! - [`blksgf`] reads and writes Pentobi's game files.

pub mod blksgf;
pub mod check;
pub mod engine;
pub mod gtp;
mod sgf;
pub mod ugi;
