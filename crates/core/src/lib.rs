//! The vocabulary that all Tilewright games share.
//!
//! A *game* ([`Game`]) is a set of rules. A *position* ([`Position`]) is a state of play: it knows
//! whose [`Turn`] it is, lists and checks moves, plays them and takes them back. Players sit on
//! [`Seat`]s; a view holds what one [`Viewer`] may know. When a game is over, its [`Outcome`] ranks
//! all seats.
//!
//! This crate does no input or output, reads no clock and holds no random generator. Chance is a
//! move, made at [`Turn::Chance`].
//!
//! ```
//! use tilewright_core::{BySeat, Outcome, Seat};
//!
//! let outcome = Outcome::by_score(BySeat::from([12, 30, 12]));
//! let winners: Vec<Seat> = outcome.winners().collect();
//! assert_eq!(winners, [Seat::new(1).unwrap()]);
//! assert_eq!(outcome.places(), &BySeat::from([2, 1, 2]));
//! ```

mod error;
mod game;
mod history;
mod options;
mod outcome;
mod perft;
mod position;
mod processor;
mod seat;
mod shape;
mod words;

pub mod bits;
pub mod grid;

pub use rand_core::Rng;

pub use crate::error::{Illegal, OptionsError, ParseMoveError, ParsePositionError, shortened};
pub use crate::game::{
    Game, Imperfect, MoveOf, Observed, OptionInfo, OptionValue, PerfectInformation, Sampler,
    VariantInfo,
};
pub use crate::history::History;
pub use crate::options::{overridden, parse_options};
pub use crate::outcome::{Outcome, Turn};
pub use crate::perft::{perft, perft_bulk, perft_divide, perft_up_to, perft_while};
pub use crate::position::{Position, Symmetric, random_index};
pub use crate::processor::missing_instructions;
pub use crate::seat::{BySeat, MAX_SEATS, ParseSeatError, ParseViewerError, Seat, Viewer};
pub use crate::shape::{OrientedShape, PieceShape};
pub use crate::words::plural;
