//! The policy of Aqua Pipe: priors and playouts.

use tilewright_aquapipe::{AquaPipe, Move, Position};
use tilewright_core::{BySeat, Outcome, Position as _, Rng, Turn};
use tilewright_search::{Policy, Reward};

use super::{INFO, MctsBot, weight_of_gain};
use crate::aquapipe::{has_won, open_rows};
use crate::bot::Kind;

pub(crate) const MCTS: Kind<AquaPipe> =
    Kind { info: INFO, make: |spec| MctsBot::make(spec, Pipes, C_PUCT) };

/// At 1,000 simulations a move, 0.4 and 2.5 are both a little weaker.
const C_PUCT: f32 = 1.0;

/// Priors for moves that complete a row, keep the opponent from it, or open rows; playouts by
/// chance, until somebody can complete a row.
struct Pipes;

const WINS: f32 = 1_000.0;
const LOSES: f32 = 0.01;

/// For each point of rows that a move opens, or closes.
const POINT: f32 = 0.05;

/// Nothing counts but who has won.
const REWARD: Reward = Reward { margin_part: 0.0, margin: 1.0 };

impl Policy<Position> for Pipes {
    fn priors(&self, position: &Position, moves: &[Move], weights: &mut Vec<f32>) {
        let us = position.color_to_move();
        let before = open_rows(position, us);
        let mut next = position.clone();
        weights.extend(moves.iter().map(|&m| {
            next.play_unchecked(m);
            let weight = if has_won(&next, us) {
                WINS
            } else if next.can_win() {
                LOSES
            } else {
                let gain = (open_rows(&next, us) - before) as f32;
                weight_of_gain(POINT * gain)
            };
            next.undo(m, ());
            weight
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
        while let Some(m) = position.quick_move(rng) {
            if position.can_win() {
                let us = position.color_to_move().seat();
                return BySeat::from_fn(2, |seat| f32::from(u8::from(seat == us)));
            }
            position.play_unchecked(m);
        }
        let Turn::Over(outcome) = position.turn() else { unreachable!("nobody has a move") };
        self.reward(position, &outcome)
    }
}
