//! Weng–Lin and `TrueSkill` for free-for-all, by the crate `skillratings`.

use std::collections::HashMap;

use skillratings::MultiTeamOutcome;
use skillratings::trueskill::{self, TrueSkillConfig, TrueSkillRating, trueskill_multi_team};
use skillratings::weng_lin::{self, WengLinConfig, WengLinRating, weng_lin_multi_team};
use tilewright_core::BySeat;

use crate::{ELO_PER_LOGIT, PlayerNumber, RatedGame, RatingModel};

/// The mean rating of both models.
const START: f64 = 25.0;

/// The model of Weng and Lin (2011), Bradley–Terry with full pairs.
#[derive(Clone, Debug, Default)]
pub struct WengLinModel {
    ratings: HashMap<PlayerNumber, WengLinRating>,
}

impl WengLinModel {
    fn rating(&self, player: PlayerNumber) -> WengLinRating {
        self.ratings.get(&player).copied().unwrap_or_default()
    }
}

impl RatingModel for WengLinModel {
    fn expected_score(&self, players: &BySeat<PlayerNumber>, seat: usize, other: usize) -> f64 {
        let one = self.rating(players.as_slice()[seat]);
        let other = self.rating(players.as_slice()[other]);
        weng_lin::expected_score(&one, &other, &WengLinConfig::new()).0
    }

    fn learn(&mut self, game: &RatedGame) {
        let teams: Vec<[WengLinRating; 1]> =
            game.players.iter().map(|&player| [self.rating(player)]).collect();
        let places = game.places.iter().map(|&place| MultiTeamOutcome::new(place.into()));
        let ranked: Vec<_> = teams.iter().map(|team| &team[..]).zip(places).collect();
        let ratings = weng_lin_multi_team(&ranked, &WengLinConfig::new());
        for (&player, team) in game.players.iter().zip(ratings) {
            self.ratings.insert(player, team[0]);
        }
    }

    fn elo(&self, player: PlayerNumber) -> Option<f64> {
        let unit = std::f64::consts::SQRT_2 * WengLinConfig::new().beta;
        self.ratings.get(&player).map(|it| (it.rating - START) / unit * ELO_PER_LOGIT)
    }
}

/// `TrueSkill` (Herbrich, Minka and Graepel 2006).
#[derive(Clone, Debug, Default)]
pub struct TrueSkillModel {
    ratings: HashMap<PlayerNumber, TrueSkillRating>,
}

impl TrueSkillModel {
    fn rating(&self, player: PlayerNumber) -> TrueSkillRating {
        self.ratings.get(&player).copied().unwrap_or_default()
    }
}

impl RatingModel for TrueSkillModel {
    fn expected_score(&self, players: &BySeat<PlayerNumber>, seat: usize, other: usize) -> f64 {
        let one = self.rating(players.as_slice()[seat]);
        let other = self.rating(players.as_slice()[other]);
        trueskill::expected_score(&one, &other, &TrueSkillConfig::new()).0
    }

    fn learn(&mut self, game: &RatedGame) {
        let teams: Vec<[TrueSkillRating; 1]> =
            game.players.iter().map(|&player| [self.rating(player)]).collect();
        let places = game.places.iter().map(|&place| MultiTeamOutcome::new(place.into()));
        let ranked: Vec<_> = teams.iter().map(|team| &team[..]).zip(places).collect();
        let ratings = trueskill_multi_team(&ranked, &TrueSkillConfig::new(), None)
            .expect("there are no weights that could be wrong");
        for (&player, team) in game.players.iter().zip(ratings) {
            self.ratings.insert(player, team[0]);
        }
    }

    fn elo(&self, player: PlayerNumber) -> Option<f64> {
        // A normal distribution is close to a logistic one that is 1.7 times as narrow.
        let unit = std::f64::consts::SQRT_2 * TrueSkillConfig::new().beta / 1.7;
        self.ratings.get(&player).map(|it| (it.rating - START) / unit * ELO_PER_LOGIT)
    }
}
