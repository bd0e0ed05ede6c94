//! Search that knows no game.

mod budget;
mod limits;
mod proof;

pub use crate::limits::{Limits, Stop};
pub use crate::proof::{Foresee, Proof, Proved, Prover};
