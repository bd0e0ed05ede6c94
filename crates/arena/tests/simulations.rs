//! Statistics against worlds in which the truth is known.
//!
//! A simulated block has games whose seats and openings matter a great deal, as in the real ones.
//! Its distribution is computed exactly from the games, so the true score, Elo and normalized Elo
//! are known; then blocks are drawn from it. All seeds are fixed.

#![allow(clippy::cast_precision_loss, reason = "small counts, and 53 random bits on purpose")]

use std::f64::consts::LN_10;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tilewright_arena::pairs::{BlockDistribution, PairStatistics};
use tilewright_arena::ratings::{Anchor, Comparisons};
use tilewright_arena::schedule::{Schedule, Tournament};
use tilewright_arena::score::{FinishedGame, Score, UNITS};
use tilewright_arena::sprt::{Decision, EloModel, Sprt};
use tilewright_arena::{Estimate, Player};
use tilewright_core::{BySeat, Outcome, Rng, Seat};

/// A number from 0 to 1.
fn uniform(rng: &mut impl Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

fn score_of_elo(elo: f64) -> f64 {
    logistic(elo * LN_10 / 400.0)
}

/// A world in which two players play blocks.
#[derive(Clone, Copy)]
struct World {
    games_per_block: u32,
    /// The advantage of the better seat, as a logarithm of odds; the players have it in turn.
    seat_advantage: f64,
    /// The range that the opening adds to it or takes from it.
    opening: f64,
    /// The share of drawn games.
    draws: f64,
}

/// The exact distribution of the points of a block, in half points.
struct Truth {
    games_per_block: u32,
    chances: Vec<f64>,
}

impl World {
    /// The blocks of this world if the first player's logarithm of odds is `skill` in a game
    /// without advantage.
    fn with_skill(self, skill: f64) -> Truth {
        let n_games = self.games_per_block as usize;
        let mut chances = vec![0.0; 2 * n_games + 1];
        for opening in [-self.opening, self.opening] {
            let mut points = vec![0.5];
            for game in 0..n_games {
                let side = if game % 2 == 0 { 1.0 } else { -1.0 };
                let wins = logistic(skill + side * (self.seat_advantage + opening));
                points = self.after_game(&points, wins);
            }
            chances.iter_mut().zip(points).for_each(|(chance, more)| *chance += more);
        }
        Truth { games_per_block: self.games_per_block, chances }
    }

    fn after_game(self, points: &[f64], wins: f64) -> Vec<f64> {
        let mut after = vec![0.0; points.len() + 2];
        for (i, chance) in points.iter().enumerate() {
            after[i] += chance * (1.0 - self.draws) * (1.0 - wins);
            after[i + 1] += chance * self.draws;
            after[i + 2] += chance * (1.0 - self.draws) * wins;
        }
        after
    }

    /// The blocks of this world in which `measure` is `target`.
    fn with(self, measure: impl Fn(&Truth) -> f64, target: f64) -> Truth {
        let mut low = -5.0;
        let mut high = 5.0;
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            if measure(&self.with_skill(middle)) < target {
                low = middle;
            } else {
                high = middle;
            }
        }
        self.with_skill(low)
    }
}

impl Truth {
    fn mean(&self) -> f64 {
        self.moment(|score| score)
    }

    fn variance(&self) -> f64 {
        let mean = self.mean();
        self.moment(|score| (score - mean).powi(2))
    }

    fn normalized_elo(&self) -> f64 {
        let deviation = (self.variance() * f64::from(self.games_per_block)).sqrt();
        (self.mean() - 0.5) / deviation * 800.0 / LN_10
    }

    fn moment(&self, value: impl Fn(f64) -> f64) -> f64 {
        let most = (self.chances.len() - 1) as f64;
        self.chances.iter().enumerate().map(|(i, chance)| chance * value(i as f64 / most)).sum()
    }

    /// The points of a random block, in units.
    fn draw(&self, rng: &mut impl Rng) -> i64 {
        let mut rest = uniform(rng);
        for (i, chance) in (0..).zip(&self.chances) {
            rest -= chance;
            if rest < 0.0 {
                return i * UNITS / 2;
            }
        }
        i64::from(self.games_per_block) * UNITS
    }
}

/// Two games with an enormous advantage of the first seat, as in Blokus duo between equals.
const PAIRS: World = World { games_per_block: 2, seat_advantage: 1.5, opening: 1.0, draws: 0.1 };
const FOURS: World = World { games_per_block: 4, seat_advantage: 1.5, opening: 1.0, draws: 0.1 };
const SIXES: World = World { games_per_block: 6, seat_advantage: 1.5, opening: 1.0, draws: 0.1 };
/// No advantage and no draws: games as if of coins.
const COINS: World = World { games_per_block: 2, seat_advantage: 0.0, opening: 0.0, draws: 0.0 };

fn covers(estimate: Option<Estimate>, truth: f64) -> bool {
    estimate.is_some_and(|estimate| {
        estimate.low.is_none_or(|low| low <= truth)
            && estimate.high.is_none_or(|high| truth <= high)
    })
}

/// Asserts that a share of `n` trials is 95 % to within four standard errors and half a per cent
/// for the approximations.
fn assert_covers(n_covered: u32, n_trials: u32, what: &str) {
    let share = f64::from(n_covered) / f64::from(n_trials);
    let tolerance = 0.005 + 4.0 * (0.95 * 0.05 / f64::from(n_trials)).sqrt();
    assert!((share - 0.95).abs() < tolerance, "{what}: {share} of {n_trials}");
}

#[test]
fn intervals_of_scores_and_elo_hold_the_truth_in_95_of_100_matches() {
    const N_TRIALS: u32 = 4_000;
    for (world, n_blocks, elo) in [(PAIRS, 100, 30.0), (SIXES, 20, -40.0), (COINS, 400, 100.0)] {
        let truth = world.with(Truth::mean, score_of_elo(elo));
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut scores = 0;
        let mut elos = 0;
        let mut normalized = 0;
        for _ in 0..N_TRIALS {
            let mut pair = PairStatistics::new(world.games_per_block);
            for _ in 0..n_blocks {
                let points = truth.draw(&mut rng);
                pair.add(&Score {
                    n_games: world.games_per_block,
                    points,
                    ties: 0,
                    margin: points,
                });
            }
            scores += u32::from(covers(pair.score(), truth.mean()));
            elos += u32::from(covers(pair.elo(), elo));
            normalized += u32::from(covers(pair.normalized_elo(), truth.normalized_elo()));
        }
        assert_covers(scores, N_TRIALS, "score");
        assert_covers(elos, N_TRIALS, "Elo");
        assert_covers(normalized, N_TRIALS, "normalized Elo");
    }
}

#[test]
fn between_equals_superiority_is_uniform() {
    let truth = PAIRS.with(Truth::mean, 0.5);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut deciles = [0_u32; 10];
    for _ in 0..4_000 {
        let mut pair = PairStatistics::new(2);
        for _ in 0..300 {
            let points = truth.draw(&mut rng);
            pair.add(&Score { n_games: 2, points, ties: 0, margin: 0 });
        }
        deciles[(10.0 * pair.superiority().unwrap()) as usize] += 1;
    }
    // 400 each, with a deviation of 19; steps of the score add a little.
    assert!(deciles.iter().all(|&n| (320..480).contains(&n)), "{deciles:?}");
}

/// The share of tests that accept the second hypothesis, and the mean number of blocks.
fn run_tests(sprt: &Sprt, truth: &Truth, n_runs: u32, seed: u64) -> (f64, f64) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut n_passed = 0;
    let mut n_blocks = 0;
    for _ in 0..n_runs {
        let mut blocks = BlockDistribution::new(truth.games_per_block);
        loop {
            blocks.add(truth.draw(&mut rng));
            n_blocks += 1;
            match sprt.state(&blocks).decision {
                Decision::Continue => {}
                Decision::AcceptFirst => break,
                Decision::AcceptSecond => {
                    n_passed += 1;
                    break;
                }
            }
        }
    }
    (f64::from(n_passed) / f64::from(n_runs), f64::from(n_blocks) / f64::from(n_runs))
}

/// Wald's expected length of a test between two scores, in blocks, if the first is true.
fn expected_length(first: &Truth, second: &Truth) -> f64 {
    let bound = 19_f64.ln();
    let drift = (second.mean() - first.mean()).powi(2) / (2.0 * first.variance());
    0.9 * bound / drift
}

fn check_error_rates(world: World, model: EloModel, elo0: f64, elo1: f64, n_runs: u32) {
    let truth = |elo: f64| match model {
        EloModel::Logistic => world.with(Truth::mean, score_of_elo(elo)),
        EloModel::Normalized => world.with(Truth::normalized_elo, elo),
    };
    let first = truth(elo0);
    let second = truth(elo1);
    let sprt = Sprt::new(elo0, elo1).unwrap().with_model(model);
    let (passed, length) = run_tests(&sprt, &first, n_runs, 3);
    let (found, _) = run_tests(&sprt, &second, n_runs, 4);
    let what = format!(
        "{} games, {model} {elo0} or {elo1}: {passed} and {found} after {length} blocks",
        world.games_per_block
    );
    // 5 % with three standard errors; overshooting the bounds makes mistakes rarer, not more
    // frequent.
    let tolerance = 0.003 + 3.0 * (0.05 * 0.95 / f64::from(n_runs)).sqrt();
    assert!(passed > 0.02 && passed < 0.05 + tolerance, "{what}");
    assert!(found < 0.98 && found > 0.95 - tolerance, "{what}");
    let ratio = length / expected_length(&first, &second);
    assert!(ratio > 0.8 && ratio < 1.3, "{what}, {ratio} of what Wald expects");
}

#[test]
fn the_test_errs_in_5_of_100_runs_on_pairs_of_games() {
    check_error_rates(PAIRS, EloModel::Logistic, 0.0, 15.0, 1_000);
}

#[test]
fn the_test_errs_in_5_of_100_runs_on_blocks_of_four() {
    check_error_rates(FOURS, EloModel::Logistic, 0.0, 15.0, 1_000);
}

#[test]
fn the_test_errs_in_5_of_100_runs_on_blocks_of_six() {
    check_error_rates(SIXES, EloModel::Logistic, 0.0, 15.0, 1_000);
}

#[test]
fn the_test_errs_in_5_of_100_runs_without_draws_and_away_from_equality() {
    check_error_rates(COINS, EloModel::Logistic, -20.0, 5.0, 1_500);
}

#[test]
fn the_test_errs_in_5_of_100_runs_with_normalized_elo() {
    for world in [PAIRS, FOURS, SIXES] {
        check_error_rates(world, EloModel::Normalized, 0.0, 30.0, 1_000);
    }
}

/// A random ranking by the model of Plackett and Luce, as scores.
fn random_scores(strengths: &BySeat<f64>, rng: &mut impl Rng) -> BySeat<i32> {
    let mut scores = strengths.map(|_| 0);
    let mut left: Vec<Seat> = strengths.seats().collect();
    while !left.is_empty() {
        let total: f64 = left.iter().map(|&seat| strengths[seat]).sum();
        let mut rest = uniform(rng) * total;
        let is_chosen = |&seat: &Seat| {
            rest -= strengths[seat];
            rest < 0.0
        };
        let chosen = left.iter().position(is_chosen).unwrap_or(0);
        scores[left.remove(chosen)] = left.len() as i32;
    }
    scores
}

/// The dependence between the games of a block.
#[derive(Clone, Copy, Debug)]
enum Dependence {
    /// Not at all.
    None,
    /// All games of a block end alike, but for the seats: the opening decides who is better.
    Whole,
}

/// Plays a tournament between players of these ratings, whose mean is 0.
fn play(
    schedule: &Schedule,
    elos: &[f64],
    n_blocks: u64,
    dependence: Dependence,
    rng: &mut impl Rng,
) -> Comparisons {
    let mut comparisons = Comparisons::new(schedule.n_players());
    let strength = |player: Player| (elos[player.index()] * LN_10 / 400.0).exp();
    for block in schedule.blocks().take(n_blocks as usize) {
        let by_player =
            BySeat::from_fn(block.players().len(), |i| strength(block.players()[i.index()]));
        let order = random_scores(&by_player, rng);
        for game in block.games() {
            let scores = match dependence {
                Dependence::None => random_scores(&game.seats.map(|&player| strength(player)), rng),
                Dependence::Whole => game.seats.map(|player| {
                    let i = block.players().iter().position(|other| other == player);
                    order.as_slice()[i.unwrap()]
                }),
            };
            let outcome = Outcome::by_score(scores);
            comparisons.add(block.round(), &FinishedGame::new(game.seats, outcome).unwrap());
        }
    }
    comparisons
}

fn check_ratings(schedule: &Schedule, elos: &[f64], n_blocks: u64, dependence: Dependence) {
    const N_TRIALS: u32 = 400;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut covered = vec![0; elos.len()];
    let mut sums = vec![0.0; elos.len()];
    for _ in 0..N_TRIALS {
        let ratings = play(schedule, elos, n_blocks, dependence, &mut rng).fit(Anchor::Mean);
        for player in Player::first(schedule.n_players()) {
            let i = player.index();
            covered[i] += u32::from(covers(ratings.of(player), elos[i]));
            sums[i] += ratings.of(player).unwrap().value;
        }
    }
    for (i, &elo) in elos.iter().enumerate() {
        let what = format!("{schedule:?}, {dependence:?}, player of {elo} Elo");
        assert_covers(covered[i], N_TRIALS, &what);
        assert!((sums[i] / f64::from(N_TRIALS) - elo).abs() < 8.0, "{what}: {}", sums[i]);
    }
}

#[test]
fn intervals_of_ratings_hold_the_truth_in_95_of_100_round_robins() {
    let schedule = Schedule::new(Tournament::RoundRobin, 4, 2, 1).unwrap();
    for dependence in [Dependence::None, Dependence::Whole] {
        check_ratings(&schedule, &[120.0, 30.0, -40.0, -110.0], 6 * 80, dependence);
    }
}

#[test]
fn intervals_of_ratings_hold_the_truth_at_tables_of_three_and_five() {
    for (elos, n_blocks) in
        [(&[100.0, 0.0, -100.0][..], 150), (&[90.0, 40.0, 0.0, -30.0, -100.0], 80)]
    {
        let n_players = elos.len() as u16;
        let schedule = Schedule::new(Tournament::Match, n_players, elos.len(), 1).unwrap();
        for dependence in [Dependence::None, Dependence::Whole] {
            check_ratings(&schedule, elos, n_blocks, dependence);
        }
    }
}

#[test]
fn intervals_of_ratings_hold_the_truth_for_two_players_on_four_seats() {
    let schedule = Schedule::new(Tournament::Match, 2, 4, 1).unwrap();
    check_ratings(&schedule, &[30.0, -30.0], 60, Dependence::None);
}
