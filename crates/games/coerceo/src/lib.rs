//! The rules of Coerceo, exact and fast.
//!
//! The table has nineteen hexagonal [`Tile`]s of six [`Triangle`]s each. A [`Board`] holds tiles
//! and pieces, finds what a [`Move`] would capture and remove, and plays it. A [`Walk`] visits all
//! boards that can be reached. [`Coerceo`] is the game, with all its endings.
//!
//! ```
//! use tilewright_coerceo::{Coerceo, Options};
//! use tilewright_core::{Game, Position};
//!
//! let mut position = Coerceo::start(&Options::default())?;
//! position.play("0B:W1-0D:W5".parse()?)?;
//! assert_eq!(position.board().turn().to_string(), "black");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod bytes;
mod features;
mod game;
mod graph;
mod moves;
mod notation;
mod options;
mod position;
mod symmetry;
mod tables;
mod tile;
mod triangle;
mod view;

pub use crate::board::{Board, Costs, Effect};
pub use crate::bytes::{Act, BOARD_BYTES, BytesError, MOVE_BYTES, ScoredAct};
pub use crate::features::SideFeatures;
pub use crate::game::Coerceo;
pub use crate::graph::{Visit, Walk};
pub use crate::moves::{Move, MoveKind};
pub use crate::options::{Options, Stalemate, Variant};
pub use crate::position::{End, Position, Undo};
pub use crate::symmetry::Symmetry;
pub use crate::tile::{ParseTileError, Tile, TileSet};
pub use crate::triangle::{Color, Direction, ParseTriangleError, Triangle, TriangleSet};
pub use crate::view::{MoveParts, MoveView, TileView, View};
