//! The Universal Game Interface, a protocol of lines between a program that runs games and an
//! engine that plays them, as `docs/PROTOCOL.md` describes it.
//!
//! A [`Command`] is what an engine is told, and a [`Thought`] what it says while it thinks; both are
//! read from their lines and written as such. [`Session`] is an engine of our own bots, or of
//! a [`Guest`], and [`UgiEngine`](crate::engine::UgiEngine) plays with engines of others.
//!
//! ```
//! use tilewright_protocol::ugi::Command;
//!
//! let command: Command = "position startpos moves S@b2  M@a1".parse()?;
//! assert_eq!(command.to_string(), "position startpos moves S@b2 M@a1");
//! let error = "castle kingside".parse::<Command>().unwrap_err();
//! assert_eq!(error.to_string(), "there is no command 'castle'");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod chooser;
mod command;
mod course;
mod go;
mod options;
mod session;
mod thought;

pub use self::chooser::{Chooser, Guest};
pub use self::command::{Command, ParseCommandError, Question, SeenMove, Start};
pub use self::course::Known;
pub(crate) use self::course::{result_word, seat_at, view_text};
pub use self::go::Go;
pub use self::options::{Declared, OptionKind, ParseOptionError};
pub use self::session::{Session, Setup};
pub use self::thought::Thought;
