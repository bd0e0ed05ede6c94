//! Search that knows no game.
//!
//! Whoever thinks about a move is handed a [`Thinking`]: the [`Limits`] of time, nodes and depth, a
//! [`Stop`] that ends it at once, and somebody who wants to hear how it goes. What comes back is a
//! [`Choice`]: a move, and the last [`SearchInfo`] about it.
//!
//! [`AlphaBeta`] is such a search, for games without chance. What a position is worth before it is
//! over, an [`Evaluate`] says.
//!
//! [`Mcts`] is another, for any number of seats: it simulates games, as a [`Policy`] tells it to.
//! [`Ismcts`] does so where something is hidden: it imagines how things may really be.
//!
//! With more than two seats [`AlphaBeta`] takes the others for one opponent, and [`MaxN`] takes every
//! seat for one that plays for itself.
//!
//! An [`Endgame`] believes nobody and plays what is left of a game to its end. Where positions may come
//! back, [`Retrograde`] lists what is left and reasons backwards.
//!
//! A [`Prover`] finds forced wins and losses, in games that are won by completing something.
//!
//! ```
//! use tilewright_core::{Position, Rng, Seat};
//! use tilewright_search::{AlphaBeta, Choice, Evaluate, Limits, Thinking};
//!
//! /// Whoever leads on points stands better.
//! struct Points;
//!
//! impl<P: Position> Evaluate<P> for Points {
//!     fn estimate(&self, position: &P, us: Seat) -> i32 {
//!         let scores = position.scores();
//!         scores.seats().map(|it| if it == us { scores[it] } else { -scores[it] }).sum()
//!     }
//! }
//!
//! /// The best move, looking four moves ahead.
//! fn best_move<P: Position + Send>(position: &P, rng: &mut impl Rng) -> Choice<P::Move> {
//!     let limits = Limits { depth: Some(4), ..Limits::NONE };
//!     AlphaBeta::new(Points).search(position, limits, &mut Thinking::default(), rng)
//! }
//! ```

mod alphabeta;
mod budget;
mod endgame;
mod evaluate;
mod game_value;
mod ismcts;
mod limits;
mod maxn;
mod mcts;
mod mean;
mod move_value;
mod policy;
mod proof;
mod retrograde;
mod root_moves;
mod score_bounds;
mod simulations;
mod thinking;
mod transposition;
mod value;

pub use crate::alphabeta::AlphaBeta;
pub use crate::endgame::{Endgame, ExactScore, Solved};
pub use crate::evaluate::Evaluate;
pub use crate::game_value::GameValue;
pub use crate::ismcts::Ismcts;
pub use crate::limits::{Clock, Limits, Stop};
pub use crate::maxn::MaxN;
pub use crate::mcts::Mcts;
pub use crate::move_value::MoveValue;
pub use crate::policy::{Policy, Reward};
pub use crate::proof::{Proof, ProofResult, Prover, Threats};
pub use crate::retrograde::Retrograde;
pub use crate::thinking::{Choice, Listener, SearchInfo, Thinking};
pub use crate::transposition::TtEntry;
pub use crate::value::Value;
