//! Tournaments between players, and what their results say.
//!
//! The unit of everything here is the *block*: the games that give each player every seat with the
//! same opening or deal. The advantage of a seat and of an opening then cancels inside the block,
//! blocks are independent of each other, and games are never counted as if they were.
//!
//! - [`schedule`] says which block comes next, and who has which seat in each game of it;
//! - [`score`] turns finished games into exact scores between players;
//! - [`statistics`] sums blocks up: scores, margins, Elo, all with intervals;
//! - [`ratings`] fits one rating per player to everything that was played;
//! - [`sprt`] says when enough was played to decide;
//! - [`standings`] keeps all of that for a tournament, and [`report`] writes it down.
//!
//! These parts play nothing, read no file and no clock. Others play a [`plan`]:
//!
//! - [`run`] plays it on several threads;
//! - [`blocks`] plays it block by block, wherever and in whatever order;
//! - [`tally`] counts what comes of either, and [`summary`] tells it with all that belongs to it.
//!
//! ```
//! use tilewright_arena::report::Report;
//! use tilewright_arena::schedule::{Schedule, Tournament};
//! use tilewright_arena::standings::Standings;
//! use tilewright_core::{BySeat, Outcome};
//!
//! let schedule = Schedule::new(Tournament::Match, 2, 2, 7)?;
//! let mut standings = Standings::new(&schedule);
//! for block in schedule.blocks().take(10) {
//!     // Here the first seat always wins, so nobody is better than the other.
//!     let outcomes = vec![Outcome::by_score(BySeat::from([60, 40])); block.n_games()];
//!     standings.add_block(&block, &outcomes)?;
//! }
//! let report = Report::new(&standings, &["mcts", "greedy"], None);
//! assert!(report.to_string().contains("10 blocks of 2 games"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![allow(
    clippy::cast_precision_loss,
    reason = "counts of games become numbers for statistics, far below 2^53"
)]
#![cfg_attr(test, allow(clippy::float_cmp, reason = "tests compare fractions that are exact"))]

mod clocks;
mod entries;
mod estimate;
mod linear;
mod normal;
mod opening;
mod participant;
mod play;
mod player;
mod record;
mod stage;

pub mod blocks;
pub mod plan;
pub mod ratings;
pub mod report;
pub mod results;
pub mod run;
pub mod schedule;
pub mod score;
pub mod sprt;
pub mod standings;
pub mod statistics;
pub mod summary;
pub mod tally;

pub use crate::estimate::Estimate;
pub use crate::participant::{ParsePlayerError, PlayerSpec};
pub use crate::player::Player;
