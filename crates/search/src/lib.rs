//! Search that knows no game.
//!
//! A search is handed [`Thinking`]: the [`Limits`] of time, nodes and depth, a [`Stop`] flag, a
//! seed and a listener for its progress. It returns a [`Choice`]: a move, and the last
//! [`SearchInfo`] about it.
//!
//! - [`AlphaBeta`]: alpha-beta search with PVS, a transposition table, quiescence search and late
//!   move reductions, for games without chance. An [`Evaluate`] has the evaluation. With more than
//!   two seats it is paranoid.
//! - [`MaxN`]: max^n search, where every seat plays for itself.
//! - [`Mcts`]: Monte Carlo tree search with PUCT, first-play urgency and MCTS-Solver, for any game.
//!   Priors and playouts come from a [`Policy`].
//! - [`Ismcts`]: information-set Monte Carlo tree search, for games with hidden information.
//! - [`Endgame`]: exhaustive search to the ends of the game, where no position is repeated.
//! - [`Retrograde`]: retrograde analysis of endgames where positions may be repeated.
//! - [`Prover`]: proof search for forced wins, in games that are won by completing something.
//!
//! ```
//! use tilewright_core::{Position, Rng, Seat};
//! use tilewright_search::{AlphaBeta, Choice, Evaluate, Limits, Thinking};
//!
//! /// The leader on points stands better.
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
mod cpu_time;
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
pub use crate::cpu_time::{Stopwatch, cpu_time};
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
