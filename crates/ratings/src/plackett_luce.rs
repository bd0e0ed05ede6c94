//! Online Plackett–Luce with exact ties and a seat term.
//!
//! The strength of a seat is that of its player plus that of the seat, which is the same for all
//! games. Both are normal distributions with a mean and a variance. A game moves them by one step
//! of Newton's method on the logarithm of the posterior, with the diagonal of the curvature: what
//! is little known moves much. Before a game the variance of its players grows a little, because
//! people change.
//!
//! Ties count as every order of the tied seats in equal parts, as in the fit of the arena.

use std::collections::HashMap;

use tilewright_core::{BySeat, MAX_SEATS};

use crate::{ELO_PER_LOGIT, PlayerNumber, RatedGame, RatingModel, logistic};

/// The standard deviation of a player about whom nothing is known, in Elo.
const START_DEVIATION: f64 = 300.0;

/// The standard deviation by which a player changes from game to game, in Elo.
const DRIFT: f64 = 4.0;

/// The standard deviation of the worth of a seat before the first game, in Elo.
const SEAT_DEVIATION: f64 = 100.0;

/// The online Plackett–Luce model. Tables of different numbers of seats have own seat terms.
#[derive(Clone, Debug)]
pub struct PlackettLuceModel {
    players: HashMap<PlayerNumber, Belief>,
    /// By the number of seats, and the seat.
    seats: [[Belief; MAX_SEATS]; MAX_SEATS + 1],
    /// Players whose ratings are known, such as bots that were measured: they do not change.
    fixed: HashMap<PlayerNumber, f64>,
}

/// A normal distribution.
#[derive(Clone, Copy, Debug)]
struct Belief {
    mean: f64,
    variance: f64,
}

impl Belief {
    const fn of_deviation(elo: f64) -> Belief {
        let deviation = elo / ELO_PER_LOGIT;
        Belief { mean: 0.0, variance: deviation * deviation }
    }

    /// The belief after a game with this slope and curvature of the logarithm of its likelihood.
    fn moved(self, slope: f64, curvature: f64) -> Belief {
        let variance = self.variance / (1.0 + self.variance * curvature);
        Belief { mean: self.mean + variance * slope, variance }
    }
}

impl PlackettLuceModel {
    /// A model with a seat term.
    pub fn with_seats() -> PlackettLuceModel {
        PlackettLuceModel::new(Belief::of_deviation(SEAT_DEVIATION))
    }

    /// A model in which all seats are alike.
    pub fn without_seats() -> PlackettLuceModel {
        PlackettLuceModel::new(Belief { mean: 0.0, variance: 0.0 })
    }

    fn new(seat: Belief) -> PlackettLuceModel {
        let seats = [[seat; MAX_SEATS]; MAX_SEATS + 1];
        PlackettLuceModel { players: HashMap::new(), seats, fixed: HashMap::new() }
    }

    /// Fixes the rating of a player, which no game changes: an anchor of the scale.
    pub fn fix(&mut self, player: PlayerNumber, elo: f64) {
        self.fixed.insert(player, elo / ELO_PER_LOGIT);
    }

    /// The worth of each seat at a table of so many, in Elo; their mean is 0.
    pub fn seat_terms(&self, n_seats: usize) -> Vec<f64> {
        let means: Vec<f64> = self.seats[n_seats][..n_seats].iter().map(|it| it.mean).collect();
        let mean = means.iter().sum::<f64>() / n_seats as f64;
        means.iter().map(|it| (it - mean) * ELO_PER_LOGIT).collect()
    }

    /// The standard deviation of a rating in Elo. A rating is provisional while it is large.
    pub fn deviation(&self, player: PlayerNumber) -> f64 {
        self.belief(player).variance.sqrt() * ELO_PER_LOGIT
    }

    fn belief(&self, player: PlayerNumber) -> Belief {
        if let Some(&mean) = self.fixed.get(&player) {
            return Belief { mean, variance: 0.0 };
        }
        let unknown = Belief::of_deviation(START_DEVIATION);
        self.players.get(&player).copied().unwrap_or(unknown)
    }

    fn strengths(&self, players: &BySeat<PlayerNumber>) -> BySeat<f64> {
        let seats = &self.seats[players.len()];
        BySeat::from_fn(players.len(), |seat| {
            self.belief(players[seat]).mean + seats[seat.index()].mean
        })
    }
}

impl RatingModel for PlackettLuceModel {
    fn expected_score(&self, players: &BySeat<PlayerNumber>, seat: usize, other: usize) -> f64 {
        let strengths = self.strengths(players);
        let difference = strengths.as_slice()[seat] - strengths.as_slice()[other];
        let seats = &self.seats[players.len()];
        let variance =
            |index: usize| self.belief(players.as_slice()[index]).variance + seats[index].variance;
        // The mean of a logistic function over a normal distribution (MacKay 1992).
        let spread = std::f64::consts::PI * (variance(seat) + variance(other)) / 8.0;
        logistic(difference / (1.0 + spread).sqrt())
    }

    fn learn(&mut self, game: &RatedGame) {
        let slopes = Slopes::of(game, &self.strengths(&game.players));
        let drift = DRIFT / ELO_PER_LOGIT;
        let mut of_players: HashMap<PlayerNumber, (f64, f64)> = HashMap::new();
        let n_seats = game.players.len();
        for seat in game.players.seats() {
            let slope = slopes.first[seat.index()];
            let curvature = slopes.second[seat.index()];
            let sums = of_players.entry(game.players[seat]).or_default();
            sums.0 += slope;
            sums.1 += curvature;
            let belief = &mut self.seats[n_seats][seat.index()];
            *belief = belief.moved(slope, curvature);
        }
        for (player, (slope, curvature)) in of_players {
            if !self.fixed.contains_key(&player) {
                let Belief { mean, variance } = self.belief(player);
                let before = Belief { mean, variance: variance + drift * drift };
                self.players.insert(player, before.moved(slope, curvature));
            }
        }
    }

    fn elo(&self, player: PlayerNumber) -> Option<f64> {
        let is_known = self.players.contains_key(&player) || self.fixed.contains_key(&player);
        is_known.then(|| self.belief(player).mean * ELO_PER_LOGIT)
    }
}

/// The slope and the curvature downwards of the logarithm of the likelihood, by seat.
struct Slopes {
    first: Vec<f64>,
    second: Vec<f64>,
}

impl Slopes {
    fn of(game: &RatedGame, strengths: &BySeat<f64>) -> Slopes {
        let n_seats = strengths.len();
        let mut slopes = Slopes { first: vec![0.0; n_seats], second: vec![0.0; n_seats] };
        let mut places: Vec<u8> = game.places.as_slice().to_vec();
        places.sort_unstable();
        places.dedup();
        for place in places {
            let indices = 0..n_seats;
            let (tied, others): (Vec<usize>, Vec<usize>) = indices
                .filter(|&index| game.places.as_slice()[index] >= place)
                .partition(|&index| game.places.as_slice()[index] == place);
            slopes.add_place(&tied, &others, strengths);
        }
        slopes
    }

    /// Adds the choices of the seats of one place before those of worse ones. In a random order of
    /// the tied seats, every subset of one size is equally likely to be left.
    fn add_place(&mut self, tied: &[usize], worse: &[usize], strengths: &BySeat<f64>) {
        for &index in tied {
            self.first[index] += 1.0;
        }
        for subset in 1..1_u32 << tied.len() {
            let left = (0..tied.len()).filter(|i| subset >> i & 1 == 1).map(|i| tied[i]);
            let among: Vec<usize> = left.chain(worse.iter().copied()).collect();
            let n_alike = binomial(tied.len() as u32, subset.count_ones());
            self.add_choice(&among, 1.0 / f64::from(n_alike), strengths);
        }
    }

    fn add_choice(&mut self, among: &[usize], weight: f64, strengths: &BySeat<f64>) {
        let most = among.iter().map(|&i| strengths.as_slice()[i]).fold(f64::MIN, f64::max);
        let share = |i: usize| (strengths.as_slice()[i] - most).exp();
        let sum: f64 = among.iter().map(|&i| share(i)).sum();
        for &i in among {
            let chance = share(i) / sum;
            self.first[i] -= weight * chance;
            self.second[i] += weight * chance * (1.0 - chance);
        }
    }
}

fn binomial(n: u32, k: u32) -> u32 {
    (0..k).fold(1, |product, i| product * (n - i) / (i + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game<const N: usize>(players: [PlayerNumber; N], places: [u8; N]) -> RatedGame {
        RatedGame { players: BySeat::from(players), places: BySeat::from(places) }
    }

    #[test]
    fn slopes_are_those_of_the_likelihood() {
        let strengths = BySeat::from([0.3, -0.2, 0.9, 0.1]);
        // The likelihood with a tie of the first places, by hand: both orders in equal parts.
        let log_likelihood = |s: [f64; 4]| {
            let all: f64 = s.iter().map(|it| it.exp()).sum();
            let one = |first: usize| {
                let rest = all - s[first].exp();
                let second = 2 - first;
                s[first] - all.ln() + s[second] - rest.ln()
            };
            let last = (s[1].exp() + s[3].exp()).ln();
            0.5 * (one(0) + one(2)) + s[3] - last
        };
        let slopes = Slopes::of(&game([1, 2, 3, 4], [1, 4, 1, 3]), &strengths);
        for i in 0..4 {
            let moved = |by: f64| {
                let mut s = [0.3, -0.2, 0.9, 0.1];
                s[i] += by;
                log_likelihood(s)
            };
            let first = (moved(1e-4) - moved(-1e-4)) / 2e-4;
            let second = (2.0 * moved(0.0) - moved(1e-4) - moved(-1e-4)) / 1e-8;
            assert!((slopes.first[i] - first).abs() < 1e-6, "{i}");
            assert!((slopes.second[i] - second).abs() < 1e-4, "{i}");
        }
    }

    #[test]
    fn an_anchor_does_not_move_and_holds_the_scale() {
        let mut model = PlackettLuceModel::with_seats();
        model.fix(1, 800.0);
        for round in 0..400 {
            // Player 2 scores one in four against the anchor, on both seats alike.
            let wins = round % 8 < 2;
            let places = if wins { [2, 1] } else { [1, 2] };
            let seats = if round % 2 == 0 { [1, 2] } else { [2, 1] };
            let places = if round % 2 == 0 { places } else { [places[1], places[0]] };
            model.learn(&game(seats, places));
        }
        // Elo are kept in units of the model, and rounded on the way back.
        assert!((model.elo(1).unwrap() - 800.0).abs() < 1e-9);
        let elo = model.elo(2).unwrap();
        assert!((elo - (800.0 - 191.0)).abs() < 50.0, "{elo}");
        assert!(model.deviation(2) < 60.0);
        assert!((model.deviation(3) - START_DEVIATION).abs() < 1e-9);
    }

    #[test]
    fn the_seat_that_wins_is_worth_more() {
        let mut model = PlackettLuceModel::with_seats();
        for round in 0..300_u32 {
            let players = [round % 5, 5 + round % 7, 12 + round % 3];
            let places = if round % 3 == 0 { [3, 2, 1] } else { [1, 2, 3] };
            model.learn(&game(players, places));
        }
        let terms = model.seat_terms(3);
        assert!(terms[0] > 30.0 && terms[2] < -30.0, "{terms:?}");
        assert!(terms.iter().sum::<f64>().abs() < 1e-9);
        assert_eq!(model.seat_terms(2), [0.0, 0.0]);
    }
}
