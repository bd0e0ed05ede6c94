//! The policy of Blokus: priors and playouts.

use tilewright_blokus::{Blokus, Move, Position};
use tilewright_core::{BySeat, Outcome, Position as _, Rng, Turn};
use tilewright_search::{Policy, Reward};

use super::{EXPLORATION, INFO, MctsBot, NODES};
use crate::blokus::model::Models;
use crate::blokus::priors::Priors;
use crate::blokus::values::Values;
use crate::bot::{Kind, KindInfo};
use crate::spec::{BotSpec, PRIORS, SEED, SpecError, THREADS, TIME, VALUES};

pub(crate) const MCTS: Kind<Blokus> = Kind {
    info: KindInfo { keys: &[NODES, TIME, THREADS, EXPLORATION, PRIORS, VALUES, SEED], ..INFO },
    make: |spec| MctsBot::make(spec, Placements::of_spec(spec)?, C_PUCT),
};

/// At 1,000 simulations a move of duo 0.7 and 1.5 make no difference that can be seen.
const C_PUCT: f32 = 1.0;

/// Priors fitted to games of the bot against itself; a playout mixes the evaluation that was fitted
/// to those, and large pieces first, by chance.
pub(super) struct Placements {
    priors: Models<Priors>,
    values: Models<Values>,
}

/// A place is worth more than points, but these count too.
const REWARD: Reward = Reward { margin_part: 0.1, margin: 10.0 };

/// The part of a result that is what its position is worth before it is played out. What is played
/// out by chance knows which pieces fit; what was learned from games knows whose land it is, and
/// counts points as much as the place. (More and less were tried: lab/2026-11-19-strength.md.)
const EXPECTED: f32 = 0.7;

impl Placements {
    /// With the models that are built in, or those of the files that the spec names.
    pub(super) fn of_spec(spec: &BotSpec) -> Result<Placements, SpecError> {
        let priors = Models::of_spec(spec, PRIORS)?;
        Ok(Placements { priors, values: Models::of_spec(spec, VALUES)? })
    }
}

impl Policy<Position> for Placements {
    fn priors(&self, position: &Position, moves: &[Move], weights: &mut Vec<f32>) {
        self.priors.of(position).append(position, moves, weights);
    }

    /// A single seat plays for squares.
    fn reward(&self, position: &Position, outcome: &Outcome) -> BySeat<f32> {
        if position.n_seats() > 1 {
            return REWARD.of(outcome);
        }
        // Below 2^24, so that nothing is lost.
        let squares = position.colors().iter().map(|&color| position.squares_placed(color));
        let all = 89 * position.colors().len() as u32;
        BySeat::from([squares.sum::<u32>() as f32 / all as f32])
    }

    /// A seat that can mirror every placement from now on does not lose.
    fn lower_bounds(&self, position: &Position) -> Option<BySeat<f32>> {
        let mirrors = position.can_be_mirrored_to_the_end();
        mirrors.then(|| BySeat::from([0.0, 0.5]))
    }

    fn play_out<R: Rng + ?Sized>(
        &self,
        position: &mut Position,
        rng: &mut R,
        _: &mut Vec<Move>,
    ) -> BySeat<f32> {
        let expected = self.values.of(position).shares(position);
        position.play_out_large_first(rng);
        let Turn::Over(outcome) = position.turn() else {
            unreachable!("a game is played out to its end")
        };
        let rewards = self.reward(position, &outcome);
        match expected {
            Some(expected) => BySeat::from_fn(rewards.len(), |seat| {
                EXPECTED * expected[seat] + (1.0 - EXPECTED) * rewards[seat]
            }),
            None => rewards,
        }
    }
}
