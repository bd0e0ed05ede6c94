//! The Universal Game Interface, a protocol of lines between a program that runs games and an
//! engine that plays them, as `docs/protocols.md` describes it.
//!
//! A [`Command`] is a line to an engine, and an [`InfoLine`] one from it during a search; both are
//! read and written. [`Session`] is the side of an engine, with a bot of this workspace or a
//! [`CustomEngine`] behind it; [`UgiEngine`](crate::engine::UgiEngine) is the side of the client.
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

mod command;
mod engine;
mod game;
mod go;
mod info;
mod options;
mod session;

pub use self::command::{Command, ParseCommandError, Query, SeenMove, Start};
pub use self::engine::{CustomEngine, Engine};
pub(crate) use self::game::result_word;
pub use self::go::Go;
pub use self::info::InfoLine;
pub use self::options::{OptionDeclaration, OptionKind, ParseOptionError};
pub(crate) use self::session::CPU_TIME;
pub use self::session::{Session, SessionConfig};
