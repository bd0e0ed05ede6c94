//! Tournaments between bots and engines, and their statistics.
//!
//! The unit of everything here is the *block*: the games that give each player every seat with the
//! same opening or deal. The advantage of a seat and of an opening then cancels inside the block,
//! blocks are independent of each other, and games are never counted as if they were.
//!
//! - [`plan`] is everything that the results of a tournament depend on;
//! - [`schedule`] lists its blocks, with the seats of the players in their games;
//! - [`Arena`] plays it on several threads, and [`blocks`] block by block, in any order;
//! - [`results`] are kept in files, from which a tournament goes on;
//! - [`statistics`] count the results, each once;
//! - [`score`] are the exact scores of players in finished games, [`pairs`] sum them by blocks,
//!   with margins, Elo and intervals, and [`standings`] hold those of all players;
//! - [`ratings`] are fitted to all games, one per player;
//! - [`sprt`] is the test that ends a tournament when enough was played;
//! - [`score_board`] and [`report`] are the results as text and as data.
//!
//! ```
//! use tilewright_arena::schedule::{Schedule, Tournament};
//! use tilewright_arena::score_board::ScoreBoard;
//! use tilewright_arena::standings::Standings;
//! use tilewright_core::{BySeat, Outcome};
//!
//! let schedule = Schedule::new(Tournament::Match, 2, 2, 7)?;
//! let mut standings = Standings::new(&schedule);
//! for block in schedule.blocks().take(10) {
//!     // Here the first seat always wins, so no player is better than the other.
//!     let outcomes = vec![Outcome::by_score(BySeat::from([60, 40])); block.n_games()];
//!     standings.add_block(&block, &outcomes)?;
//! }
//! let board = ScoreBoard::new(&standings, &["mcts", "greedy"], None);
//! assert!(board.to_string().contains("10 blocks of 2 games"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![allow(
    clippy::cast_precision_loss,
    reason = "counts of games become numbers for statistics, far below 2^53"
)]
#![cfg_attr(test, allow(clippy::float_cmp, reason = "tests compare fractions that are exact"))]

mod arena;
mod clocks;
mod estimate;
mod linear;
mod matches;
mod normal;
mod opening;
mod participant;
mod player;
mod scheduler;
mod worker;

pub mod blocks;
pub mod pairs;
pub mod plan;
pub mod ratings;
pub mod report;
pub mod results;
pub mod schedule;
pub mod score;
pub mod score_board;
pub mod sprt;
pub mod standings;
pub mod statistics;

pub use crate::arena::{Arena, ArenaError, OnProgress};
pub use crate::estimate::Estimate;
pub use crate::participant::{ParsePlayerError, PlayerSpec, split_name};
pub use crate::player::Player;
