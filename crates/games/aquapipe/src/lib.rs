//! The rules of Aqua Pipe, exact and fast.
//!
//! Pipes of three [`Diameter`]s nest in the spaces of a small board or, with U pipes, of a larger
//! one. The game is [`AquaPipe`]; a [`Position`] is a state of play.
//!
//! ```
//! use tilewright_aquapipe::{AquaPipe, Options};
//! use tilewright_core::{Game, Position};
//!
//! let mut position = AquaPipe::start(&Options::default())?;
//! for text in ["S@a1", "M@a1", "S@b1", "L@b2", "S@c1"] {
//!     position.play(text.parse()?)?;
//! }
//! assert!(position.turn().is_over());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod canonical;
mod features;
mod game;
mod moves;
mod notation;
mod options;
mod pipe;
mod position;
mod symmetry;
mod view;

pub use crate::game::AquaPipe;
pub use crate::moves::Move;
pub use crate::options::{MoveAfter, Options, UPipes, Variant};
pub use crate::pipe::{Color, Diameter, ParsePlaceError, Place};
pub use crate::position::{End, Position};
pub use crate::symmetry::PipeSymmetry;
pub use crate::view::{MoveParts, MoveView, PipeView, RowView, View};
