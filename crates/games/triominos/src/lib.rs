//! The rules of Triominos, exact and fast, for two to six seats with hidden hands.
//!
//! A [`Tile`] has three numbers. A tile in an [`Orientation`] at a [`Location`] is a [`Placement`].
//! A [`Board`] checks and explains placements, finds the [`SpecialFigure`]s that they complete and
//! their scores, and lists all placements of a hand. It can be used without a game.
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
//!
//! [`Triominos`] is the game: a [`Position`] is the full state, and a [`View`] holds the knowledge
//! of one viewer.

mod board;
mod explain;
mod game;
mod hash;
mod location;
mod log;
mod moves;
mod notation;
mod options;
mod page;
mod placement;
mod position;
mod sample;
mod scene;
mod start;
mod symmetry;
mod tile;
mod view;

pub use crate::board::{Board, FigureRules, Lift};
pub use crate::game::Triominos;
pub use crate::location::{Location, Neighbor, ParseLocationError};
pub use crate::log::Action;
pub use crate::moves::Move;
pub use crate::options::{
    BlockedScore, BlockedWhen, BlockedWinner, BridgeRule, GameWinner, HandLeft, Hands,
    HexagonBonus, Options, StarterRule,
};
pub use crate::page::{MoveParts, MoveView};
pub use crate::placement::{ParsePlacementError, Placement, SpecialFigure};
pub use crate::position::{Position, Undo};
pub use crate::sample::Sampler;
pub use crate::scene::{Hand, Phase};
pub use crate::start::{openings_of, starter_of};
pub use crate::symmetry::Rotation;
pub use crate::tile::{Corner, Facing, Orientation, ParseTileError, Tile, TileSet};
pub use crate::view::{PlayedAction, RoundEnd, View};
