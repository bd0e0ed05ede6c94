//! The comparison of models by held-out log-loss.

use crate::{RatedGame, RatingModel, score};

/// The mean loss of a model's predictions, each made before the game was learned.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LogLoss {
    sum: f64,
    n_pairs: u64,
}

/// A prediction counts as no surer than this, so that one mistake is not infinitely bad.
const SUREST: f64 = 1e-6;

impl LogLoss {
    /// Counts the predictions of one game: one for each pair of seats of different players. A tie
    /// counts as half a win and half a loss.
    pub fn add(&mut self, model: &dyn RatingModel, game: &RatedGame) {
        let players = game.players.as_slice();
        let places = game.places.as_slice();
        for one in 0..players.len() {
            for other in one + 1..players.len() {
                if players[one] == players[other] {
                    continue;
                }
                let points = score(places[one], places[other]);
                let chance = model.expected_score(&game.players, one, other);
                let chance = chance.clamp(SUREST, 1.0 - SUREST);
                self.sum -= points * chance.ln() + (1.0 - points) * (1.0 - chance).ln();
                self.n_pairs += 1;
            }
        }
    }

    /// The mean over all pairs; a coin has ln 2 = 0.693.
    pub fn mean(&self) -> f64 {
        if self.n_pairs == 0 { 0.0 } else { self.sum / self.n_pairs as f64 }
    }

    /// The share of the coin's loss that the model takes away: how much of the results it explains.
    pub fn explained(&self) -> f64 {
        1.0 - self.mean() / std::f64::consts::LN_2
    }
}

/// Lets a model predict and then learn games, one by one. The first fifth is not counted: there
/// every model still guesses.
pub fn evaluate(model: &mut dyn RatingModel, games: &[RatedGame]) -> LogLoss {
    let mut loss = LogLoss::default();
    for (index, game) in games.iter().enumerate() {
        if index >= games.len() / 5 {
            loss.add(model, game);
        }
        model.learn(game);
    }
    loss
}
