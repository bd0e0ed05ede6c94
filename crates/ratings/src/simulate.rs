//! Simulated leagues, of which the truth is known.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use tilewright_core::BySeat;

use crate::{ELO_PER_LOGIT, PlayerNumber, RatedGame};

/// A league of players whose strengths are drawn once, and change slowly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct League {
    /// The kind of games it stands for.
    pub name: &'static str,
    /// The number of seats at each table.
    pub n_seats: usize,
    /// The number of players.
    pub n_players: u32,
    /// The standard deviation of their strengths, in Elo: small where luck decides.
    pub deviation: f64,
    /// The advantage of each seat over the next one, in Elo.
    pub seat_step: f64,
    /// Results that are closer than this, in Elo of performance, are ties.
    pub tie_width: f64,
}

/// The part of a strength that is left after a game. The rest is drawn again, so that strengths
/// change, but stay as far apart as they were.
const MEMORY: f64 = 0.9999;

impl League {
    /// Leagues like those of our games.
    pub const ALL: [League; 6] = [
        League { name: "2 seats", ..League::PLAIN },
        League { name: "2 seats, first move +80", seat_step: 80.0, ..League::PLAIN },
        League { name: "2 seats, mostly luck", deviation: 60.0, ..League::PLAIN },
        League { name: "3 seats", n_seats: 3, seat_step: 30.0, ..League::PLAIN },
        League { name: "4 seats", n_seats: 4, seat_step: 30.0, ..League::PLAIN },
        League { name: "6 seats, mostly luck", n_seats: 6, deviation: 60.0, ..League::PLAIN },
    ];

    const PLAIN: League = League {
        name: "",
        n_seats: 2,
        n_players: 60,
        deviation: 250.0,
        seat_step: 0.0,
        tie_width: 30.0,
    };

    /// The games of a league, in their order. Some players play much, most little.
    pub fn games(&self, n_games: usize, seed: u64) -> Vec<RatedGame> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let n_players = self.n_players as usize;
        let mut strengths: Vec<f64> =
            (0..n_players).map(|_| self.deviation * normal(&mut rng)).collect();
        (0..n_games).map(|_| self.game(&mut strengths, &mut rng)).collect()
    }

    fn game(&self, strengths: &mut [f64], rng: &mut Xoshiro256PlusPlus) -> RatedGame {
        let mut seated: Vec<PlayerNumber> = Vec::new();
        while seated.len() < self.n_seats {
            // The square prefers low numbers.
            let share = rng.random::<f64>().powi(2);
            let player = (share * f64::from(self.n_players)) as PlayerNumber;
            if !seated.contains(&player) {
                seated.push(player);
            }
        }
        let performances: Vec<f64> = seated
            .iter()
            .enumerate()
            .map(|(seat, &player)| {
                let strength = strengths[player as usize] - self.seat_step * seat as f64;
                strength + ELO_PER_LOGIT * gumbel(rng)
            })
            .collect();
        for &player in &seated {
            let strength = &mut strengths[player as usize];
            let change = (1.0 - MEMORY * MEMORY).sqrt() * self.deviation * normal(rng);
            *strength = MEMORY * *strength + change;
        }
        let place = |one: f64| {
            let is_better = |other: &&f64| **other > one + self.tie_width;
            performances.iter().filter(is_better).count() as u8 + 1
        };
        RatedGame {
            players: BySeat::from_fn(self.n_seats, |seat| seated[seat.index()]),
            places: BySeat::from_fn(self.n_seats, |seat| place(performances[seat.index()])),
        }
    }
}

/// A number of the standard normal distribution (Box and Muller).
fn normal(rng: &mut Xoshiro256PlusPlus) -> f64 {
    let radius = (-2.0 * (1.0 - rng.random::<f64>()).ln()).sqrt();
    radius * (std::f64::consts::TAU * rng.random::<f64>()).cos()
}

/// A number of the standard Gumbel distribution: the order of such numbers is Plackett–Luce.
fn gumbel(rng: &mut Xoshiro256PlusPlus) -> f64 {
    -(-(1.0 - rng.random::<f64>()).ln()).ln()
}
