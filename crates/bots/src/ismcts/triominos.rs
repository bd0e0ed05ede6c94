//! The playout policy of Triominos.

use tilewright_core::{BySeat, Outcome, Position as _, Rng, Turn};
use tilewright_search::{Policy, Reward};
use tilewright_triominos::{Move, Position, Triominos, View};

use super::{INFO, IsmctsBot};
use crate::bot::Kind;

pub(crate) const ISMCTS: Kind<Triominos> =
    Kind { info: INFO, make: |spec| IsmctsBot::make(spec, Round, C_PUCT, is_open) };

/// True if the pile is empty: then one of two players has what the other does not.
fn is_open(view: &View) -> bool {
    view.n_pile() == 0 && view.scores().len() == 2
}

const C_PUCT: f32 = 1.0;

/// To the end of the round, with the placements that score most, and draws only if nothing fits.
#[derive(Clone, Copy)]
pub(super) struct Round;

/// For each point that a placement scores.
const POINT: f32 = 0.1;

/// A draw that nothing forces, beside a placement without points.
const DRAW: f32 = 0.5;

/// The rewards: a lead of that margin at the end of a round wins three games of four, if others
/// follow.
const REWARD: Reward = Reward { margin_part: 0.3, margin: 30.0 };
const LATER: Reward = Reward { margin_part: 1.0, margin: 100.0 };

impl Policy<Position> for Round {
    fn priors(&self, position: &Position, moves: &[Move], weights: &mut Vec<f32>) {
        let figures = position.options().figures();
        weights.extend(moves.iter().map(|&m| match m {
            Move::Place(it) => 1.0 + POINT * position.board().score(it, &figures) as f32,
            _ => DRAW,
        }));
    }

    fn reward(&self, _: &Position, outcome: &Outcome) -> BySeat<f32> {
        REWARD.of(outcome)
    }

    fn play_out<R: Rng + ?Sized>(
        &self,
        position: &mut Position,
        rng: &mut R,
        _: &mut Vec<Move>,
    ) -> BySeat<f32> {
        while !position.is_round_over() {
            let Some(m) = position.highest_move(rng) else { break };
            position.play_unchecked(m);
        }
        match position.turn() {
            Turn::Over(outcome) => self.reward(position, &outcome),
            _ => LATER.of(&Outcome::by_score(position.scores())),
        }
    }

    /// Nobody can foresee the next deal.
    fn is_horizon(&self, position: &Position) -> bool {
        position.is_round_over()
    }
}
