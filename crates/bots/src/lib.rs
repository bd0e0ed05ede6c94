//! Bots for every game: the one place where a game meets a search.
//!
//! A [`Bot`] chooses among the legal moves. It is handed what its seat
//! [knows](tilewright_core::Observed) and nothing else: the position where everything lies open,
//! and a view where there are secrets. A list of [`Kind`]s says which bots a [`Playable`] game has;
//! a [`BotSpec`] such as
//! `minimax:depth=4` names one with its settings, and [`bot`] makes it.
//!
//! ```
//! use tilewright_aquapipe::{AquaPipe, Options};
//! use tilewright_bots::{Thinking, bot};
//! use tilewright_core::{Game, Observed, Position, Turn, Viewer};
//!
//! let mut players =
//!     [bot::<AquaPipe>(&"minimax:depth=3".parse()?)?, bot::<AquaPipe>(&"greedy".parse()?)?];
//! let mut position = AquaPipe::start(&Options::default())?;
//! for ply in 0..200 {
//!     let Turn::Player(seat) = position.turn() else { break };
//!     let mut thinking = Thinking { seed: 1, ply, ..Thinking::default() };
//!     let known = AquaPipe::known(&position, Viewer::Seat(seat));
//!     let choice = players[seat.index()].choose(&known, &mut thinking);
//!     position.play(choice.m)?;
//! }
//! assert!(position.turn().is_over());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Programs that do not know the types of a game open its [`Bots`] and hand an [`AnyBot`] the
//! [`Perspective`](tilewright_table::Perspective) of its seat.

mod analysis;
mod any_bot;
pub mod aquapipe;
pub mod blokus;
mod bot;
mod chance;
pub mod coerceo;
mod data;
mod endgame;
mod greedy;
mod ismcts;
mod level;
mod maxn;
mod mcts;
mod measured;
mod minimax;
mod playable;
mod random;
mod registry;
mod review;
mod spec;
mod triominos;
mod tt_file;

pub use tilewright_search::{
    Choice, Clock, GameValue, Limits, Listener, MoveValue, Proof, SearchInfo, Stop, Stopwatch,
    Thinking, cpu_time,
};

pub use crate::analysis::{Analysis, AnalysisListener, Question, analyze};
pub use crate::any_bot::AnyBot;
pub use crate::bot::{Bot, KeyInfo, Kind, KindInfo, Made, bot};
pub use crate::chance::{Generator, generator};
pub use crate::data::data_folder;
pub use crate::level::{Level, Levels, N_LEVELS};
pub use crate::measured::{MEASURED_LEVELS, elos, sections};
pub use crate::playable::{Playable, USUAL_MOVES_LEFT};
pub use crate::registry::Bots;
pub use crate::review::{Judged, Review, UnjudgedError, perspectives, review};
pub use crate::spec::{BotSpec, FILE_KEYS, SpecError, parse_time};
