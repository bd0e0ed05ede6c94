//! Vectorized games for machine learning: actions and observations have fixed places in arrays, and
//! thousands of games are stepped at once.
//!
//! A [`Batch`] is opened by the name of its game, like a table. The caller steps it with an action
//! for each game; the batch decides chance from its seed alone.
//!
//! ```
//! use tilewright_batch::{Setup, open};
//!
//! let setup = Setup { n_games: 64, seed: 1, ..Setup::default() };
//! let mut batch = open("blokus".parse()?, &[("variant", "duo")], setup)?;
//! assert_eq!(batch.n_actions(), 13_729);
//!
//! let legal = batch.legal_actions();
//! let first_action = |&i: &i64| i64::from(legal.actions[i as usize]);
//! let first: Vec<i64> = legal.offsets[..64].iter().map(first_action).collect();
//! let outcomes = batch.step(&first)?;
//! assert!(outcomes.iter().all(Option::is_none));
//!
//! let ends = batch.rollouts(7, 1_000, tilewright_batch::Policy::Uniform);
//! assert!(ends.iter().all(|end| end.outcome.is_some()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The numbers of actions
//!
//! | game, variant | actions | how they are numbered |
//! | --- | ---: | --- |
//! | Blokus on 14 × 14 | 13,729 | [`BlokusNumbers`]: orientation, then anchor |
//! | Blokus on 20 × 20 | 30,433 | the same |
//! | Coerceo, laurentius | 798 | [`CoerceoNumbers`]: triangle × direction, then exchanges |
//! | Coerceo, ocius | 294 | the same, of seven tiles |
//! | Aqua Pipe, 3x3 | 243 | [`AquaPipeNumbers`]: placements, then moves |
//! | Aqua Pipe, 4x4 | 1,920 | the same, then those of U pipes |
//! | Triominos | 107,522 | [`TriominosNumbers`]: draw, pass, then tile × turn × cell of a window |

mod any;
mod batch;
mod error;
mod numbers;
mod single;
mod threads;

pub use crate::any::{AnyBatch, GoOn, LegalActions, always, open, open_while};
pub use crate::batch::{Batch, Policy, Rollout, Setup, reward_of};
pub use crate::error::{BatchError, StepError, TooLarge};
pub use crate::numbers::aquapipe::AquaPipeNumbers;
pub use crate::numbers::blokus::BlokusNumbers;
pub use crate::numbers::coerceo::CoerceoNumbers;
pub use crate::numbers::triominos::TriominosNumbers;
pub use crate::numbers::{Numbered, Numbers};
pub use crate::single::{actions_at, observation_at};
