//! The value of one move among several.

use tilewright_core::{BySeat, Seat};

use crate::thinking::SearchInfo;

/// A move, and what a search or an analysis found of it.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveValue<M> {
    /// The move.
    pub m: M,
    /// The expected result for each seat, the line that begins with the move, its depth, and
    /// whether it is certain. From simulated games the value is the part of the games that each
    /// seat won, where winners share a game: it counts neither points nor prior knowledge, because
    /// people ask how games end.
    pub info: SearchInfo<M>,
    /// By how many points each seat is expected to be ahead of the best of the others: at the end
    /// of the game if games were played out, and else at the end of the line.
    pub margin: Option<BySeat<f64>>,
    /// The number of simulated games that began with it, if games were simulated.
    pub visits: Option<u64>,
    /// The number of moves to the end of the game with best play, this one included, if that is
    /// proved.
    pub plies: Option<usize>,
}

impl<M> MoveValue<M> {
    /// A move of which nothing but this is known.
    pub fn new(m: M, info: SearchInfo<M>) -> MoveValue<M> {
        MoveValue { m, info, margin: None, visits: None, plies: None }
    }

    /// The share of the result that a seat can expect after the move, if anything is known.
    pub fn share(&self, seat: Seat) -> Option<f64> {
        self.info.value.as_ref().and_then(|value| value.get(seat).copied())
    }

    /// The same with every move changed.
    pub fn map<N>(&self, mut change: impl FnMut(&M) -> N) -> MoveValue<N> {
        let MoveValue { margin, visits, plies, .. } = *self;
        MoveValue { m: change(&self.m), info: self.info.map(change), margin, visits, plies }
    }
}
