//! Bots for every game: the one place where a game meets a search.
//!
//! A [`Bot`] chooses among the legal moves. It is handed what its seat may know and nothing else:
//! [`Playable`] says what that is, the position where everything lies open and a view where there
//! are secrets. Which bots a game has, a list of [`Kind`]s says; a [`BotSpec`] such as
//! `minimax:depth=4` names one with its settings, and [`bot`] makes it.
//!
//! ```
//! use tilewright_aquapipe::{AquaPipe, Options};
//! use tilewright_core::{Game, Position, Turn};
//! use tilewright_bots::{Playable, Thinking, bot};
//!
//! let mut players =
//!     [bot::<AquaPipe>(&"minimax:depth=3".parse()?)?, bot::<AquaPipe>(&"greedy".parse()?)?];
//! let mut position = AquaPipe::start(&Options::default())?;
//! for ply in 0..200 {
//!     let Turn::Player(seat) = position.turn() else { break };
//!     let mut thinking = Thinking { seed: 1, ply, ..Thinking::default() };
//!     let known = AquaPipe::known(&position, seat);
//!     let choice = players[seat.index()].choose(&known, &mut thinking);
//!     position.play(choice.m)?;
//! }
//! assert!(position.turn().is_over());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Who does not know the types of a game opens [`Bots`] by its name, and seats an [`Opponent`] that
//! follows the game as text.

mod analysis;
pub mod aquapipe;
pub mod blokus;
mod bot;
mod chance;
pub mod coerceo;
mod course;
mod data;
mod endgame;
mod greedy;
mod ismcts;
mod level;
mod maxn;
mod mcts;
mod minimax;
mod opponent;
mod playable;
mod random;
mod registry;
mod review;
mod spec;
mod triominos;
mod tt_file;

pub use tilewright_search::{
    Choice, Clock, GameValue, Limits, Listener, MoveValue, Proof, SearchInfo, Stop, Thinking,
};

pub use crate::analysis::{Analysis, AnalysisListener, Question, analyse};
pub use crate::bot::{Bot, KeyInfo, Kind, KindInfo, Made, bot};
pub use crate::chance::{Generator, generator};
pub use crate::course::{Course, CourseError, Step};
pub use crate::data::data_folder;
pub use crate::level::{Level, Levels, N_LEVELS};
pub use crate::opponent::{FollowError, Opponent};
pub use crate::playable::{Open, Playable, USUAL_MOVES_LEFT};
pub use crate::registry::{Bots, SeatError};
pub use crate::review::{Judged, ReviewError, review};
pub use crate::spec::{BotSpec, FILE_KEYS, SpecError, parse_time};
