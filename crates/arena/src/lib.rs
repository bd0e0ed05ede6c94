//! Tournaments between players, and what their results say.
//!
//! The unit of everything here is the *block*: the games that give each player every seat with the
//! same opening or deal. The advantage of a seat and of an opening then cancels inside the block,
//! blocks are independent of each other, and games are never counted as if they were.

#![allow(
    clippy::cast_precision_loss,
    reason = "counts of games become numbers for statistics, far below 2^53"
)]
#![cfg_attr(test, allow(clippy::float_cmp, reason = "tests compare fractions that are exact"))]

mod entries;
mod estimate;
mod linear;
mod normal;
mod player;

pub mod ratings;
pub mod schedule;
pub mod score;
pub mod sprt;
pub mod statistics;

pub use crate::estimate::Estimate;
pub use crate::player::Player;
