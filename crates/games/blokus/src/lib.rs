//! The rules of Blokus, exact and fast, in five variants: `classic` for four, three and two
//! seats, `duo`, and `tilewe` for one to four.
//!
//! A [`Position`] knows the turn and the legal placements; a [`Move`] places a [`Piece`] in one of
//! its [`Orientation`]s on the board.
//!
//! ```
//! use tilewright_blokus::{Blokus, Move, Options, Variant};
//! use tilewright_core::{Game, Position};
//!
//! let options = Options { variant: Variant::Duo, ..Options::default() };
//! let mut position = Blokus::start(&options)?;
//! assert_eq!(position.n_legal_moves(), 414);
//!
//! let m: Move = "F5e@d9".parse()?;
//! position.play(m)?;
//! let illegal = position.play("W5n@a1".parse()?).unwrap_err();
//! assert_eq!(illegal.to_string(), "orange's first piece must cover j5");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod corners;
mod features;
mod moves;
mod notation;
pub mod pentobi;
mod piece;
mod position;
mod rows;
mod setup;
#[cfg(test)]
mod slow;
mod symmetry;
mod tables;
pub mod tilewe;
mod view;

pub use crate::features::{
    ColorFeatures, Feature, FeatureMap, Part, PlacementWeights, SquareFeatures,
};
pub use crate::moves::Move;
pub use crate::piece::{Orientation, ParseOrientationError, ParsePieceError, Piece};
pub use crate::position::{Position, Undo};
pub use crate::setup::{Blokus, Color, Options, Scoring, Variant};
pub use crate::symmetry::BoardSymmetry;
pub use crate::view::{Block, ColorView, MoveParts, MoveView, View};
