//! The tiles, places and figures of Triominos, exact and fast.
//!
//! A [`Tile`] has three numbers. Turned to an [`Orientation`] and put at a [`Location`] it is a
//! [`Placement`]. A [`Board`] says whether a placement is valid and why not, which
//! [`SpecialFigure`] it completes and what it scores, and lists all placements of a hand.
//!
//! ```
//! use tilewright_triominos::{Board, Placement};
//!
//! let mut board = Board::new();
//! board.place("1-2-3:ABC@0,0".parse()?)?;
//! let mismatch: Placement = "0-2-5:CBA@1,0".parse()?;
//! assert_eq!(board.explain(mismatch).unwrap_err().rule(), "corner-mismatch");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod location;
mod placement;
mod tile;

pub use crate::board::{Board, FigureRules, Lift};
pub use crate::location::{Location, Neighbor, ParseLocationError};
pub use crate::placement::{ParsePlacementError, Placement, SpecialFigure};
pub use crate::tile::{Corner, Facing, Orientation, ParseTileError, Tile, TileSet};
