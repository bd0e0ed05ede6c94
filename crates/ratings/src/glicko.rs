//! Glicko-2 (Glickman 2013), each game being a rating period of its own.

use std::collections::HashMap;

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, expected_score, glicko2_rating_period};
use tilewright_core::BySeat;

use crate::{PlayerNumber, RatedGame, RatingModel, score};

/// The rating at which `skillratings` starts.
const START: f64 = 1500.0;

/// Glicko-2. With more than two seats, a game counts as one game against every other seat.
#[derive(Clone, Debug, Default)]
pub struct Glicko2Model {
    ratings: HashMap<PlayerNumber, Glicko2Rating>,
}

impl Glicko2Model {
    fn rating(&self, player: PlayerNumber) -> Glicko2Rating {
        self.ratings.get(&player).copied().unwrap_or_default()
    }
}

impl RatingModel for Glicko2Model {
    fn expected_score(&self, players: &BySeat<PlayerNumber>, seat: usize, other: usize) -> f64 {
        let players = players.as_slice();
        expected_score(&self.rating(players[seat]), &self.rating(players[other])).0
    }

    fn learn(&mut self, game: &RatedGame) {
        let config = Glicko2Config::new();
        let before = game.players.map(|&player| PlayerRating(self.rating(player)));
        for seat in game.players.seats() {
            let others = game.players.seats();
            let others = others.filter(|&other| game.players[other] != game.players[seat]);
            let results: Vec<(Glicko2Rating, Outcomes)> = others
                .map(|other| {
                    let points = score(game.places[seat], game.places[other]);
                    (before[other].0, outcome(points))
                })
                .collect();
            if !results.is_empty() {
                let rating = glicko2_rating_period(&before[seat].0, &results, &config);
                self.ratings.insert(game.players[seat], rating);
            }
        }
    }

    fn elo(&self, player: PlayerNumber) -> Option<f64> {
        self.ratings.get(&player).map(|rating| rating.rating - START)
    }
}

/// A rating with the default that lists by seat need.
#[derive(Clone, Copy, Default)]
struct PlayerRating(Glicko2Rating);

fn outcome(points: f64) -> Outcomes {
    if points > 0.5 {
        Outcomes::WIN
    } else if points < 0.5 {
        Outcomes::LOSS
    } else {
        Outcomes::DRAW
    }
}
