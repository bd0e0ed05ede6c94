//! The generalized sequential probability ratio test (GSPRT), on blocks.
//!
//! Two hypotheses say that the first player is `elo0` or `elo1` better. After each block the
//! logarithm of the likelihood ratio, LLR, is compared with two bounds: below
//! `ln(β / (1 − α))` the first hypothesis is accepted, above `ln((1 − β) / α)` the second one. With
//! the usual α = β = 0.05 these are ∓2.94.
//!
//! Nothing is assumed about the distribution of block scores. Under each hypothesis it is the one
//! that makes what was seen most likely among all distributions with the mean (for logistic Elo) or
//! the ratio of mean and deviation (for normalized Elo) that the hypothesis demands. Such a
//! distribution is `pᵢ = p̂ᵢ / (1 + λ·gᵢ)`, where `gᵢ` is by how much the score `i` exceeds the
//! demand, and `λ` makes the mean of `g` zero. This is the test of fishtest and fastchess, for
//! blocks of any size. As there, a hint of a block ([`HINT`]) is added to the scores 0 and 1 if
//! they have not occurred, so that every mean is possible.
//!
//! With normalized Elo and blocks of `m` games the demand is `(mean − ½) / deviation = nElo · √m ·
//! ln 10 / 800`: see [`pairs`](crate::pairs).

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::normal::{NORMALIZED_ELO_PER_DEVIATION, score_of_elo};
use crate::pairs::BlockDistribution;

/// The part of a block that is added to an extreme score that has not occurred.
pub const HINT: f64 = 1e-3;

/// The scale in which hypotheses are given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EloModel {
    /// Elo by the score alone.
    #[default]
    Logistic,
    /// Elo by the score in units of its deviation: a proof of it takes the same number of games
    /// whatever the game, its draws and its openings.
    #[serde(alias = "normalised")] // As results of old tournaments spell it.
    Normalized,
}

impl fmt::Display for EloModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EloModel::Logistic => "logistic",
            EloModel::Normalized => "normalized",
        })
    }
}

/// The test makes no sense.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// There is nothing between the hypotheses.
    #[error("the second hypothesis must be above the first, but {elo1} is not above {elo0}")]
    Hypotheses {
        /// The first hypothesis.
        elo0: f64,
        /// The second hypothesis.
        elo1: f64,
    },
    /// A difference that no test can measure.
    #[error("a hypothesis lies between -{MAX_ELO} and {MAX_ELO} Elo, not at {0}")]
    Elo(f64),
    /// A difference that cannot be tested on blocks of this size.
    #[error(
        "on blocks of {games_per_block} games a normalized hypothesis lies between \
             -{limit:.0} and {limit:.0} Elo, not at {elo}"
    )]
    Normalized {
        /// The number of games of a block.
        games_per_block: u32,
        /// No hypothesis is as far from equality as this.
        limit: f64,
        /// The hypothesis.
        elo: f64,
    },
    /// The chance of a mistake is none.
    #[error("the chance of a mistake lies above 0 and below a half, not at {0}")]
    Chance(f64),
}

/// No hypothesis is further from equality than this.
pub const MAX_ELO: f64 = 400.0;

/// The decision of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decision {
    /// Play on.
    Continue,
    /// The first hypothesis: the difference is not as large as hoped.
    AcceptFirst,
    /// The second hypothesis: the difference is there.
    AcceptSecond,
}

/// A test of two hypotheses about the difference of two players.
///
/// ```
/// use tilewright_arena::sprt::{Decision, Sprt};
/// use tilewright_arena::pairs::BlockDistribution;
///
/// let sprt = Sprt::new(0.0, 10.0)?;
/// let few = BlockDistribution::pentanomial([10, 20, 40, 22, 12]);
/// assert_eq!(sprt.state(&few).decision, Decision::Continue);
///
/// let many = BlockDistribution::pentanomial([1000, 2000, 4000, 2200, 1200]);
/// assert_eq!(sprt.state(&many).decision, Decision::AcceptSecond);
/// # Ok::<(), tilewright_arena::sprt::SprtError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: EloModel,
}

impl Sprt {
    /// Logistic Elo `elo0` against `elo1`, with a chance of 5 % for each mistake.
    pub fn new(elo0: f64, elo1: f64) -> Result<Sprt, SprtError> {
        for elo in [elo0, elo1] {
            if !(-MAX_ELO..=MAX_ELO).contains(&elo) {
                return Err(SprtError::Elo(elo));
            }
        }
        if elo0 >= elo1 {
            return Err(SprtError::Hypotheses { elo0, elo1 });
        }
        Ok(Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model: EloModel::Logistic })
    }

    /// The same test in another scale of Elo.
    pub fn with_model(self, model: EloModel) -> Sprt {
        Sprt { model, ..self }
    }

    /// The same test with other chances: `alpha` to accept the second hypothesis where the first is
    /// true, `beta` to accept the first where the second is true.
    pub fn with_chances(self, alpha: f64, beta: f64) -> Result<Sprt, SprtError> {
        for chance in [alpha, beta] {
            if !(chance > 0.0 && chance < 0.5) {
                return Err(SprtError::Chance(chance));
            }
        }
        Ok(Sprt { alpha, beta, ..self })
    }

    /// Checks that the test can be made on blocks of so many games.
    ///
    /// With normalized Elo the demanded mean must be less than one deviation of a block from ½, so
    /// that distributions near the seen one have it: 245 Elo for blocks of two games, 77 for
    /// twenty.
    pub fn check_blocks(&self, games_per_block: u32) -> Result<(), SprtError> {
        let limit = NORMALIZED_ELO_PER_DEVIATION / f64::from(games_per_block.max(1)).sqrt();
        let too_far = [self.elo0, self.elo1].into_iter().find(|elo| elo.abs() >= limit);
        match (self.model, too_far) {
            (EloModel::Normalized, Some(elo)) => {
                Err(SprtError::Normalized { games_per_block, limit, elo })
            }
            _ => Ok(()),
        }
    }

    /// The two hypotheses.
    pub const fn hypotheses(&self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }

    /// The scale of the hypotheses.
    pub const fn model(&self) -> EloModel {
        self.model
    }

    /// Returns the lower and the upper bound of the LLR, at which the test ends.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The logarithm of the likelihood ratio.
    ///
    /// Not known before the first block, nor where [`check_blocks`](Sprt::check_blocks) refuses.
    pub fn llr(&self, blocks: &BlockDistribution) -> Option<f64> {
        let seen = Distribution::of(blocks)?;
        let first = self.divisors(&seen, blocks, self.elo0)?;
        let second = self.divisors(&seen, blocks, self.elo1)?;
        let ratios = first.iter().zip(&second).map(|(first, second)| (first / second).ln());
        Some(seen.cells.iter().zip(ratios).map(|(cell, ratio)| cell.weight * ratio).sum())
    }

    /// The factors by which the most likely distribution of this strength differs from the one
    /// seen.
    fn divisors(
        &self,
        seen: &Distribution,
        blocks: &BlockDistribution,
        elo: f64,
    ) -> Option<Vec<f64>> {
        match self.model {
            EloModel::Logistic => seen.with_mean(score_of_elo(elo)),
            EloModel::Normalized => {
                // Normalized Elo is in standard deviations of a game, a t-value in those of a
                // block.
                let games_per_block = f64::from(blocks.games_per_block());
                seen.with_t_value(elo * games_per_block.sqrt() / NORMALIZED_ELO_PER_DEVIATION)
            }
        }
    }

    /// Returns the state of the test.
    pub fn state(&self, blocks: &BlockDistribution) -> SprtState {
        let (lower, upper) = self.bounds();
        let llr = self.llr(blocks);
        let decision = match llr {
            Some(llr) if llr >= upper => Decision::AcceptSecond,
            Some(llr) if llr <= lower => Decision::AcceptFirst,
            _ => Decision::Continue,
        };
        SprtState { test: *self, llr, lower, upper, decision }
    }
}

/// The state of a test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SprtState {
    /// The test.
    pub test: Sprt,
    /// The logarithm of the likelihood ratio, if it is known.
    pub llr: Option<f64>,
    /// The bound at which the first hypothesis is accepted.
    pub lower: f64,
    /// The bound at which the second hypothesis is accepted.
    pub upper: f64,
    /// The decision.
    pub decision: Decision,
}

/// A score of blocks, and the number of blocks that had it.
#[derive(Clone, Copy)]
struct Cell {
    score: f64,
    weight: f64,
}

impl Cell {
    /// The excess over the demanded t value, made linear around a distribution with these moments.
    fn excess(&self, mean: f64, deviation: f64, t_value: f64) -> f64 {
        let away = (self.score - mean) / deviation;
        self.score - 0.5 - t_value * deviation * (1.0 + away * away) / 2.0
    }
}

/// The observed distribution, with a hint of the extremes.
struct Distribution {
    cells: Vec<Cell>,
    n_blocks: f64,
}

impl Distribution {
    /// The distribution of these blocks, if there are any.
    fn of(blocks: &BlockDistribution) -> Option<Distribution> {
        let mut cells: Vec<Cell> =
            blocks.scores().map(|(score, count)| Cell { score, weight: count as f64 }).collect();
        if cells.first()?.score > 0.0 {
            cells.insert(0, Cell { score: 0.0, weight: HINT });
        }
        if cells.last()?.score < 1.0 {
            cells.push(Cell { score: 1.0, weight: HINT });
        }
        let n_blocks = cells.iter().map(|cell| cell.weight).sum();
        Some(Distribution { cells, n_blocks })
    }

    /// The divisors of the probabilities for which the mean is `mean`, between 0 and 1.
    fn with_mean(&self, mean: f64) -> Option<Vec<f64>> {
        let excess: Vec<f64> = self.cells.iter().map(|cell| cell.score - mean).collect();
        self.divisors(&excess)
    }

    /// The divisors of the probabilities for which the mean is `t_value` deviations above ½.
    ///
    /// The demand is not linear in the probabilities. Each step makes it so around the
    /// distribution of the step before, as fishtest does.
    fn with_t_value(&self, t_value: f64) -> Option<Vec<f64>> {
        const MAX_STEPS: usize = 50;
        const PRECISION: f64 = 1e-9;
        let even = 1.0 / self.cells.len() as f64;
        let (mut mean, mut deviation) = self.moments(|_| even);
        for _ in 0..MAX_STEPS {
            let excess = self.cells.iter().map(|cell| cell.excess(mean, deviation, t_value));
            let excess: Vec<f64> = excess.collect();
            let divisors = self.divisors(&excess)?;
            (mean, deviation) =
                self.moments(|i| self.cells[i].weight / self.n_blocks / divisors[i]);
            if ((mean - 0.5) - t_value * deviation).abs() < PRECISION * deviation {
                return Some(divisors);
            }
        }
        None
    }

    fn moments(&self, chance: impl Fn(usize) -> f64) -> (f64, f64) {
        let total = |value: &dyn Fn(f64) -> f64| -> f64 {
            self.cells.iter().enumerate().map(|(i, cell)| chance(i) * value(cell.score)).sum()
        };
        let mean = total(&|score| score);
        (mean, total(&|score| (score - mean).powi(2)).sqrt())
    }

    /// The divisors `1 + λ·excess` that make the mean of the excess zero; none if the excess is of
    /// one sign, so that nothing can.
    fn divisors(&self, excess: &[f64]) -> Option<Vec<f64>> {
        let least = excess.iter().copied().fold(f64::INFINITY, f64::min);
        let most = excess.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if least >= 0.0 || most <= 0.0 {
            return None;
        }
        let lambda = self.root(excess, -1.0 / most, -1.0 / least);
        Some(excess.iter().map(|excess| 1.0 + lambda * excess).collect())
    }

    /// The λ between the bounds at which the mean of `excess / (1 + λ·excess)`, which falls with
    /// λ, is zero: Newton's method, and a step to the middle where that leaves the bounds.
    fn root(&self, excess: &[f64], mut low: f64, mut high: f64) -> f64 {
        const MAX_STEPS: usize = 200;
        let mut lambda = 0.0;
        for _ in 0..MAX_STEPS {
            let mut mean = 0.0;
            let mut slope = 0.0;
            for (cell, excess) in self.cells.iter().zip(excess) {
                let part = excess / (1.0 + lambda * excess);
                mean += cell.weight * part;
                slope += cell.weight * part * part;
            }
            if mean > 0.0 {
                low = lambda;
            } else {
                high = lambda;
            }
            let newton = lambda + mean / slope;
            let next =
                if newton > low && newton < high { newton } else { f64::midpoint(low, high) };
            let step = (next - lambda).abs();
            lambda = next;
            if step <= 1e-13 * (1.0 + lambda.abs()) {
                break;
            }
        }
        lambda
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::UNITS;

    fn llr(elo0: f64, elo1: f64, model: EloModel, counts: [u64; 5]) -> f64 {
        let sprt = Sprt::new(elo0, elo1).unwrap().with_model(model);
        sprt.llr(&BlockDistribution::pentanomial(counts)).unwrap()
    }

    fn assert_near(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() <= tolerance, "{found} is not {expected}");
    }

    #[test]
    fn bounds_are_the_usual_ones() {
        let (lower, upper) = Sprt::new(0.0, 5.0).unwrap().bounds();
        // ln(0.95 / 0.05) = ln 19.
        assert_near(upper, 2.944_439, 1e-6);
        assert_near(lower, -2.944_439, 1e-6);
        // α = 0.1, β = 0.2: ln(0.2/0.9) and ln(0.8/0.1).
        let (lower, upper) = Sprt::new(0.0, 5.0).unwrap().with_chances(0.1, 0.2).unwrap().bounds();
        assert_near(lower, -1.504_077, 1e-6);
        assert_near(upper, 2.079_442, 1e-6);
    }

    #[test]
    fn two_outcomes_give_the_classical_ratio() {
        // Only blocks won and lost altogether: nothing is left to estimate, and the ratio is that
        // of Wald's binomial test, W·ln(s₁/s₀) + L·ln((1 − s₁)/(1 − s₀)).
        let first = score_of_elo(0.0);
        let second = score_of_elo(20.0);
        let expected = 60.0 * (second / first).ln() + 40.0 * ((1.0 - second) / (1.0 - first)).ln();
        assert_near(llr(0.0, 20.0, EloModel::Logistic, [40, 0, 0, 0, 60]), expected, 1e-9);
    }

    #[test]
    fn fastchess_says_the_same() {
        // From the tests of fastchess, rounded there to two digits.
        let normalized = EloModel::Normalized;
        assert_near(llr(0.0, 2.0, normalized, [365, 16618, 36229, 16974, 390]), 2.25, 0.02);
        assert_near(llr(-1.75, 0.25, normalized, [127, 4883, 10712, 5150, 104]), 3.01, 0.02);
        assert_near(llr(0.0, 5.0, normalized, [0, 0, 0, 0, 5550]), 111.82, 0.2);
        let logistic = EloModel::Logistic;
        assert_near(llr(0.5, 2.5, logistic, [223, 9863, 21279, 10037, 246]), -3.07, 0.02);
    }

    #[test]
    fn the_ratio_is_near_its_normal_approximation() {
        // For small differences LLR ≈ N·(s₁ − s₀)·(2s − s₀ − s₁) / 2v.
        let blocks = BlockDistribution::pentanomial([150, 200, 300, 220, 160]);
        let first = score_of_elo(0.0);
        let second = score_of_elo(10.0);
        let mean = blocks.mean().unwrap();
        let variance = blocks.variance().unwrap();
        let approximation =
            1030.0 * (second - first) * (2.0 * mean - first - second) / (2.0 * variance);
        let found = Sprt::new(0.0, 10.0).unwrap().llr(&blocks).unwrap();
        assert_near(found / approximation, 1.0, 0.02);
    }

    #[test]
    fn without_blocks_there_is_no_ratio_and_no_decision() {
        let state = Sprt::new(0.0, 5.0).unwrap().state(&BlockDistribution::new(2));
        assert_eq!((state.llr, state.decision), (None, Decision::Continue));
    }

    #[test]
    fn blocks_that_are_all_alike_give_a_ratio() {
        for counts in [[9, 0, 0, 0, 0], [0, 9, 0, 0, 0], [0, 0, 9, 0, 0], [0, 0, 0, 0, 9]] {
            for model in [EloModel::Logistic, EloModel::Normalized] {
                assert!(llr(0.0, 10.0, model, counts).is_finite(), "{counts:?}");
            }
        }
    }

    #[test]
    fn the_ratio_is_known_for_every_size_of_block() {
        for games_per_block in [2, 3, 4, 6, 20] {
            for counts in [[1, 1, 1], [0, 10, 0], [10, 3, 0], [0, 0, 10]] {
                let mut blocks = BlockDistribution::new(games_per_block);
                for (i, count) in (0_i64..).zip(counts) {
                    let points = i * UNITS * i64::from(games_per_block) / 2;
                    (0..count).for_each(|_| blocks.add(points));
                }
                for elo in [-75.0, -10.0, 0.0, 70.0] {
                    let sprt = Sprt::new(elo, elo + 5.0).unwrap().with_model(EloModel::Normalized);
                    assert_eq!(sprt.check_blocks(games_per_block), Ok(()));
                    let llr = sprt.llr(&blocks);
                    assert!(
                        llr.is_some_and(f64::is_finite),
                        "{games_per_block} games, {counts:?}, {elo}: {llr:?}",
                    );
                }
            }
        }
    }

    #[test]
    fn what_makes_no_sense_is_refused_with_a_sentence() {
        let sentence = |result: Result<Sprt, SprtError>| result.unwrap_err().to_string();
        assert_eq!(
            sentence(Sprt::new(5.0, 5.0)),
            "the second hypothesis must be above the first, but 5 is not above 5",
        );
        assert_eq!(
            sentence(Sprt::new(f64::NAN, 5.0)),
            "a hypothesis lies between -400 and 400 Elo, not at NaN",
        );
        assert_eq!(
            sentence(Sprt::new(0.0, 5.0).and_then(|sprt| sprt.with_chances(0.05, 0.5))),
            "the chance of a mistake lies above 0 and below a half, not at 0.5",
        );
        let far = Sprt::new(0.0, 80.0).unwrap().with_model(EloModel::Normalized);
        assert_eq!(
            far.check_blocks(20).unwrap_err().to_string(),
            "on blocks of 20 games a normalized hypothesis lies between -78 and 78 Elo, not at 80",
        );
    }
}
