//! Ratings of players at tables of two to six seats.
//!
//! A [`RatingModel`] predicts the result of a game from the games before it, and learns from it.
//! Four are here: Glicko-2, Weng–Lin and `TrueSkill` of the crate `skillratings`, and an online
//! Plackett–Luce model with exact ties and a seat term. [`LogLoss`] compares them: every game is
//! predicted before it is learned, so that all of them are held out.
//!
//! ```
//! use tilewright_core::BySeat;
//! use tilewright_ratings::{ModelKind, RatedGame};
//!
//! let mut model = ModelKind::PlackettLuce.start();
//! for _ in 0..20 {
//!     model.learn(&RatedGame { players: BySeat::from([7, 8]), places: BySeat::from([1, 2]) });
//! }
//! assert!(model.elo(7).unwrap() > model.elo(8).unwrap());
//! assert!(model.expected_score(&BySeat::from([7, 8]), 0, 1) > 0.8);
//! ```

#![allow(
    clippy::cast_precision_loss,
    reason = "counts of games become numbers for statistics, far below 2^53"
)]

mod compare;
mod glicko;
mod library;
mod plackett_luce;
mod simulate;

use tilewright_core::BySeat;

pub use crate::compare::{LogLoss, evaluate};
pub use crate::glicko::Glicko2Model;
pub use crate::library::{TrueSkillModel, WengLinModel};
pub use crate::plackett_luce::PlackettLuceModel;
pub use crate::simulate::League;

/// A player, by a number that the caller chooses.
pub type PlayerNumber = u32;

/// A finished game: the player and the place of each seat. Equal seats share a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatedGame {
    /// The player of each seat. One may have several.
    pub players: BySeat<PlayerNumber>,
    /// The place of each seat, from 1.
    pub places: BySeat<u8>,
}

/// A model of ratings, which predicts games and learns from them.
pub trait RatingModel {
    /// The chance that one seat, by its index, comes before another in a game of these players; a
    /// shared place counts half.
    fn expected_score(&self, players: &BySeat<PlayerNumber>, seat: usize, other: usize) -> f64;

    /// Learns the result of a game.
    fn learn(&mut self, game: &RatedGame);

    /// The rating of a player on the scale of Elo, where it has played. All start at 0.
    fn elo(&self, player: PlayerNumber) -> Option<f64>;
}

/// The models.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelKind {
    /// Every chance is a half.
    Coin,
    /// Glicko-2; with more than two seats every pair of players counts as a game.
    Glicko2,
    /// Weng–Lin, Bradley–Terry with full pairs, as in `OpenSkill`.
    WengLin,
    /// `TrueSkill` for free-for-all.
    TrueSkill,
    /// Online Plackett–Luce with exact ties.
    PlackettLuceWithoutSeats,
    /// The same with a seat term.
    PlackettLuce,
}

impl ModelKind {
    /// All models.
    pub const ALL: [ModelKind; 6] = [
        ModelKind::Coin,
        ModelKind::Glicko2,
        ModelKind::WengLin,
        ModelKind::TrueSkill,
        ModelKind::PlackettLuceWithoutSeats,
        ModelKind::PlackettLuce,
    ];

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            ModelKind::Coin => "coin",
            ModelKind::Glicko2 => "Glicko-2",
            ModelKind::WengLin => "Weng-Lin",
            ModelKind::TrueSkill => "TrueSkill",
            ModelKind::PlackettLuceWithoutSeats => "Plackett-Luce",
            ModelKind::PlackettLuce => "Plackett-Luce with seats",
        }
    }

    /// The model before the first game.
    pub fn start(self) -> Box<dyn RatingModel> {
        match self {
            ModelKind::Coin => Box::new(Coin),
            ModelKind::Glicko2 => Box::new(Glicko2Model::default()),
            ModelKind::WengLin => Box::new(WengLinModel::default()),
            ModelKind::TrueSkill => Box::new(TrueSkillModel::default()),
            ModelKind::PlackettLuceWithoutSeats => Box::new(PlackettLuceModel::without_seats()),
            ModelKind::PlackettLuce => Box::new(PlackettLuceModel::with_seats()),
        }
    }
}

/// Knows nothing.
struct Coin;

impl RatingModel for Coin {
    fn expected_score(&self, _: &BySeat<PlayerNumber>, _: usize, _: usize) -> f64 {
        0.5
    }

    fn learn(&mut self, _: &RatedGame) {}

    fn elo(&self, _: PlayerNumber) -> Option<f64> {
        None
    }
}

/// The points of Elo for one unit of the logistic scale: `400 / ln 10`.
pub(crate) const ELO_PER_LOGIT: f64 = 400.0 / std::f64::consts::LN_10;

/// The score of one place against another.
pub(crate) fn score(place: u8, other: u8) -> f64 {
    match place.cmp(&other) {
        std::cmp::Ordering::Less => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Greater => 0.0,
    }
}

pub(crate) fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}
