//! Statistics of blocks: scores, margins and Elo, with intervals.
//!
//! Only blocks are counted as independent. With `N` blocks of `m` games, mean block score `s` and
//! variance of the block scores `v` (divided by `N − 1`):
//!
//! - **score**: `s ± q·√(v/N)`, where `q` is Student's 97.5 % quantile for `N − 1` degrees;
//! - **Elo** (logistic): `400·log₁₀(s / (1 − s))`, its interval the image of the score's;
//! - **normalized Elo**: `800/ln 10 · (s − ½)/σ`, where `σ = √(m·v)` is the deviation that one game
//!   would have if the games of a block were independent. For blocks of two it is the number of the
//!   same name of fishtest and fastchess. It measures how many games a proof takes: their number is
//!   proportional to 1/nElo². With `t = (s − ½)/√v`, the sampling variance of `t` is
//!   `(1 − t·skewness + t²·(kurtosis − 1)/4) / N` by the delta method, which gives the interval;
//! - **likelihood of superiority**: `Φ((s − ½)/√(v/N))`.
//!
//! If a number is not known (no blocks, one block, all blocks alike, everything won), the answer
//! is `None` or an [`Estimate`] that lacks a bound; nothing here is ever infinite or not a number.
//!
//! Every sum is of whole numbers, so that blocks can be counted in any order.

use std::collections::BTreeMap;

use crate::Estimate;
use crate::normal::{NORMALIZED_ELO_PER_DEVIATION, elo_of_score, normal_cdf, student_quantile};
use crate::score::{Score, UNITS};

/// Exact sums for mean and variance, which take the same space for any number of values.
///
/// ```
/// use tilewright_arena::pairs::Sums;
///
/// let mut sums = Sums::default();
/// for value in [2, 4, 9] {
///     sums.add(value);
/// }
/// assert_eq!(sums.mean(), Some(5.0));
/// assert_eq!(sums.variance(), Some(13.0)); // (9 + 1 + 16) / 2
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    n: u64,
    sum: i128,
    squares: i128,
}

impl Sums {
    /// Counts one more value.
    pub fn add(&mut self, value: i64) {
        self.n += 1;
        self.sum += i128::from(value);
        self.squares += i128::from(value) * i128::from(value);
    }

    /// The number of values.
    pub const fn n(&self) -> u64 {
        self.n
    }

    /// The mean, once there is a value.
    pub fn mean(&self) -> Option<f64> {
        (self.n > 0).then(|| self.sum as f64 / self.n as f64)
    }

    /// The variance, once there are two values: squared deviations over `n − 1`.
    pub fn variance(&self) -> Option<f64> {
        if self.n < 2 {
            return None;
        }
        // Squares around the whole number next to the mean are exact and small; what is left of
        // the mean is below one.
        let n = i128::from(self.n);
        let whole = self.sum.div_euclid(n);
        let rest = self.sum.rem_euclid(n);
        let around_whole = self.squares - 2 * whole * self.sum + n * whole * whole;
        let correction = rest as f64 * (rest as f64 / n as f64);
        Some((around_whole as f64 - correction).max(0.0) / (n - 1) as f64)
    }

    /// The mean with its interval, if there is any value, multiplied by a positive `scale`.
    pub fn estimate(&self, scale: f64) -> Option<Estimate> {
        let mean = self.mean()?;
        let estimate = match standard_error(self.variance(), self.n) {
            Some(error) => Estimate::symmetric(mean, student_quantile(self.n - 1) * error),
            None => Estimate::bare(mean),
        };
        Some(estimate.scaled(scale))
    }
}

/// The error of a mean, unless the values say nothing about it because they are all alike.
fn standard_error(variance: Option<f64>, n: u64) -> Option<f64> {
    variance.filter(|&variance| variance > 0.0).map(|variance| (variance / n as f64).sqrt())
}

/// The frequency of each block score.
///
/// The number of different scores is bounded by the shape of the block (361 for the largest), so
/// this takes the same space for any number of blocks.
///
/// ```
/// use tilewright_arena::pairs::BlockDistribution;
///
/// // Two-game blocks with 0, ½, 1, 1½ and 2 points: the pentanomial of other programs.
/// let blocks = BlockDistribution::pentanomial([1, 2, 5, 3, 1]);
/// assert_eq!(blocks.n_blocks(), 12);
/// assert_eq!(blocks.summary(), [1, 2, 5, 3, 1]);
/// assert_eq!(blocks.mean(), Some(12.5 / 24.0)); // ½·2 + 1·5 + 1½·3 + 2·1 of 24
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockDistribution {
    games_per_block: u32,
    /// Points of a block, in units, and the number of such blocks.
    counts: BTreeMap<i64, u64>,
}

impl BlockDistribution {
    /// No blocks yet, of this many games each (at least one).
    pub fn new(games_per_block: u32) -> BlockDistribution {
        BlockDistribution { games_per_block: games_per_block.max(1), counts: BTreeMap::new() }
    }

    /// The numbers of two-game blocks with 0, ½, 1, 1½ and 2 points.
    pub fn pentanomial(counts: [u64; 5]) -> BlockDistribution {
        let points = (0..).map(|half_points| half_points * UNITS / 2);
        let counts = points.zip(counts).filter(|&(_, count)| count > 0).collect();
        BlockDistribution { games_per_block: 2, counts }
    }

    /// Counts a block with these points, in [`UNITS`].
    pub fn add(&mut self, points: i64) {
        *self.counts.entry(points).or_default() += 1;
    }

    /// The number of games of a block.
    pub const fn games_per_block(&self) -> u32 {
        self.games_per_block
    }

    /// The number of blocks.
    pub fn n_blocks(&self) -> u64 {
        self.counts.values().sum()
    }

    /// Each block score that occurred, from 0 to 1 and ascending, with its number of blocks.
    pub fn scores(&self) -> impl Iterator<Item = (f64, u64)> + '_ {
        let whole = (UNITS * i64::from(self.games_per_block)) as f64;
        self.counts.iter().map(move |(&points, &count)| (points as f64 / whole, count))
    }

    /// The numbers of blocks that were lost in all games, lost, even, won, and won in all games.
    ///
    /// For two-game blocks at a table of two these are the blocks with 0, ½, 1, 1½ and 2 points.
    pub fn summary(&self) -> [u64; 5] {
        let whole = UNITS * i64::from(self.games_per_block);
        let mut summary = [0; 5];
        for (&points, &count) in &self.counts {
            let class = match 2 * points {
                twice if twice <= 0 => 0,
                twice if twice < whole => 1,
                twice if twice == whole => 2,
                twice if twice < 2 * whole => 3,
                _ => 4,
            };
            summary[class] += count;
        }
        summary
    }

    /// The mean block score.
    pub fn mean(&self) -> Option<f64> {
        let n_blocks = self.n_blocks();
        (n_blocks > 0).then(|| self.total(|score| score) / n_blocks as f64)
    }

    /// The variance of the block scores, once there are two: squared deviations over `N − 1`.
    pub fn variance(&self) -> Option<f64> {
        let n_blocks = self.n_blocks();
        if n_blocks < 2 {
            return None;
        }
        if self.counts.len() == 1 {
            return Some(0.0);
        }
        Some(self.central_moment(2)? * (n_blocks as f64 / (n_blocks - 1) as f64))
    }

    fn central_moment(&self, power: i32) -> Option<f64> {
        let mean = self.mean()?;
        Some(self.total(|score| (score - mean).powi(power)) / self.n_blocks() as f64)
    }

    fn total(&self, value: impl Fn(f64) -> f64) -> f64 {
        self.scores().map(|(score, count)| value(score) * count as f64).sum()
    }
}

/// The statistics of one player against another, from the side of the first.
///
/// ```
/// use tilewright_arena::score::{Score, UNITS};
/// use tilewright_arena::pairs::PairStatistics;
///
/// let mut pair = PairStatistics::new(2);
/// assert_eq!(pair.score(), None);
/// for points in [UNITS, 2 * UNITS, UNITS] {
///     pair.add(&Score { n_games: 2, points, ties: 0, margin: 5 * UNITS });
/// }
/// assert_eq!(pair.n_games(), 6);
/// assert!((pair.score().unwrap().value - 4.0 / 6.0).abs() < 1e-12);
/// assert_eq!(pair.margin().unwrap().value, 2.5);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairStatistics {
    blocks: BlockDistribution,
    margins: Sums,
    ties: i64,
}

impl PairStatistics {
    /// Nothing yet, of blocks with this many games (at least one).
    pub fn new(games_per_block: u32) -> PairStatistics {
        let blocks = BlockDistribution::new(games_per_block);
        PairStatistics { blocks, margins: Sums::default(), ties: 0 }
    }

    /// Counts the games of one block.
    pub fn add(&mut self, block: &Score) {
        self.blocks.add(block.points);
        self.margins.add(block.margin);
        self.ties += block.ties;
    }

    /// The frequency of each block score.
    pub const fn blocks(&self) -> &BlockDistribution {
        &self.blocks
    }

    /// The number of blocks.
    pub const fn n_blocks(&self) -> u64 {
        self.margins.n()
    }

    /// The number of games.
    pub fn n_games(&self) -> u64 {
        self.n_blocks() * u64::from(self.blocks.games_per_block)
    }

    /// The mean score, from 0 to 1.
    pub fn score(&self) -> Option<Estimate> {
        let mean = self.blocks.mean()?;
        let Some(error) = self.score_error() else {
            return Some(Estimate::bare(mean));
        };
        let half_width = student_quantile(self.n_blocks() - 1) * error;
        let low = Some((mean - half_width).max(0.0));
        Some(Estimate { value: mean, low, high: Some((mean + half_width).min(1.0)) })
    }

    /// The mean difference of the two scores in a game.
    pub fn margin(&self) -> Option<Estimate> {
        self.margins.estimate(1.0 / self.units_per_block())
    }

    /// The share of comparisons with equal places: at a table of two, of drawn games.
    pub fn draw_rate(&self) -> Option<f64> {
        (self.n_blocks() > 0)
            .then(|| self.ties as f64 / (self.n_blocks() as f64 * self.units_per_block()))
    }

    /// The Elo difference, unless everything was won or everything lost.
    pub fn elo(&self) -> Option<Estimate> {
        let score = self.score()?;
        Some(Estimate {
            value: elo_of_score(score.value)?,
            low: score.low.and_then(elo_of_score),
            high: score.high.and_then(elo_of_score),
        })
    }

    /// The normalized Elo difference, unless all blocks were alike.
    pub fn normalized_elo(&self) -> Option<Estimate> {
        let variance = self.blocks.variance().filter(|&variance| variance > 0.0)?;
        let n_blocks = self.n_blocks();
        let deviation = variance.sqrt();
        let t_value = (self.blocks.mean()? - 0.5) / deviation;
        let skewness = self.blocks.central_moment(3)? / deviation.powi(3);
        let kurtosis = self.blocks.central_moment(4)? / deviation.powi(4);
        let spread = 1.0 - t_value * skewness + t_value * t_value * (kurtosis - 1.0) / 4.0;
        let scale = NORMALIZED_ELO_PER_DEVIATION / f64::from(self.blocks.games_per_block).sqrt();
        if spread <= 0.0 {
            return Some(Estimate::bare(t_value * scale));
        }
        let error = (spread / n_blocks as f64).sqrt();
        Some(Estimate::symmetric(t_value, student_quantile(n_blocks - 1) * error).scaled(scale))
    }

    /// The chance that the first player is the better one, if nothing was known before; not known
    /// while all blocks are alike.
    pub fn superiority(&self) -> Option<f64> {
        Some(normal_cdf((self.blocks.mean()? - 0.5) / self.score_error()?))
    }

    fn score_error(&self) -> Option<f64> {
        standard_error(self.blocks.variance(), self.n_blocks())
    }

    fn units_per_block(&self) -> f64 {
        (UNITS * i64::from(self.blocks.games_per_block)) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pair that has played these two-game blocks.
    fn pentanomial(counts: [u64; 5]) -> PairStatistics {
        let mut pair = PairStatistics::new(2);
        for (half_points, count) in (0..).zip(counts) {
            for _ in 0..count {
                let points = half_points * UNITS / 2;
                pair.add(&Score { n_games: 2, points, ties: 0, margin: 0 });
            }
        }
        pair
    }

    fn assert_near(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() <= tolerance, "{found} is not {expected}");
    }

    #[test]
    fn score_and_elo_of_four_blocks_by_hand() {
        // Block scores ½, ½, 1, 1: mean ¾, variance 4·(¼)²/3 = 1/12, standard error
        // √(1/48) = 0.144338. Student's quantile for 3 degrees is 3.182: 0.75 ± 0.459, cut at 1.
        let pair = pentanomial([0, 0, 2, 0, 2]);
        let score = pair.score().unwrap();
        assert_eq!(score.value, 0.75);
        assert_near(score.low.unwrap(), 0.2907, 0.001);
        assert_eq!(score.high, Some(1.0));
        // 400·log10(3) = 190.85; log10(0.2907/0.7093)·400 = −155.0; a score of 1 has no Elo.
        let elo = pair.elo().unwrap();
        assert_near(elo.value, 190.85, 0.01);
        assert_near(elo.low.unwrap(), -155.0, 1.0);
        assert_eq!(elo.high, None);
        // Φ(0.25 / 0.144338) = Φ(1.7321) = 0.9584.
        assert_near(pair.superiority().unwrap(), 0.9584, 0.0001);
    }

    #[test]
    fn normalized_elo_of_four_blocks_by_hand() {
        // σ of a game = √(2/12) = 0.408248; 0.25 / 0.408248 · 347.4356 = 212.76.
        // t = 0.25/√(1/12) = 0.866025; skewness 0; the fourth moment is (¼)⁴ = 1/256, so the
        // kurtosis is 144/256 = 0.5625 and the spread 1 + 0.75·(−0.4375)/4 = 0.917969.
        // Half width 347.4356/√2 · 3.182 · √(0.917969/4) = 374.5.
        let elo = pentanomial([0, 0, 2, 0, 2]).normalized_elo().unwrap();
        assert_near(elo.value, 212.76, 0.01);
        assert_near(elo.half_width().unwrap(), 374.5, 1.0);
    }

    #[test]
    fn fastchess_says_the_same() {
        // From the tests of fastchess: pairs of games, Elo and normalized Elo with their errors.
        // It divides by N and has no Student, so the errors differ by a few per cent.
        for (counts, elo, elo_error, normalized, normalized_error) in [
            ([34, 54, 63, 64, 75], 55.58, 27.65, 57.94, 28.28),
            ([332, 433, 498, 333, 334], -8.64, 10.34, -9.17, 10.96),
        ] {
            let pair = pentanomial(counts);
            assert_near(pair.elo().unwrap().value, elo, 0.01);
            assert_near(pair.elo().unwrap().half_width().unwrap() / elo_error, 1.0, 0.02);
            assert_near(pair.normalized_elo().unwrap().value / normalized, 1.0, 0.003);
            let error = pair.normalized_elo().unwrap().half_width().unwrap();
            assert_near(error / normalized_error, 1.0, 0.05);
        }
    }

    #[test]
    fn margins_and_draws_by_hand() {
        // Two blocks of two games with margins 10 and 4: 5 and 2 a game. Mean 3.5, deviation
        // 3/√2 = 2.1213, error 1.5, Student's quantile for one degree 12.706: ± 19.06.
        let mut pair = PairStatistics::new(2);
        pair.add(&Score { n_games: 2, points: UNITS, ties: UNITS, margin: 10 * UNITS });
        pair.add(&Score { n_games: 2, points: UNITS, ties: 0, margin: 4 * UNITS });
        let margin = pair.margin().unwrap();
        assert_eq!(margin.value, 3.5);
        assert_near(margin.half_width().unwrap(), 19.06, 0.01);
        assert_eq!(pair.draw_rate(), Some(0.25));
        assert_eq!((pair.n_blocks(), pair.n_games()), (2, 4));
    }

    #[test]
    fn nothing_is_known_before_the_first_block() {
        let pair = PairStatistics::new(2);
        assert_eq!((pair.score(), pair.elo(), pair.margin()), (None, None, None));
        assert_eq!(
            (pair.normalized_elo(), pair.superiority(), pair.draw_rate()),
            (None, None, None)
        );
        assert_eq!(pair.blocks().variance(), None);
    }

    #[test]
    fn one_block_says_nothing_about_errors() {
        let pair = pentanomial([0, 0, 0, 1, 0]);
        assert_eq!(pair.score(), Some(Estimate::bare(0.75)));
        assert_eq!(pair.elo().unwrap().half_width(), None);
        assert_eq!(pair.margin(), Some(Estimate::bare(0.0)));
        assert_eq!((pair.normalized_elo(), pair.superiority()), (None, None));
    }

    #[test]
    fn blocks_that_are_all_alike_say_nothing_about_errors() {
        let pair = pentanomial([0, 0, 0, 50, 0]);
        assert_eq!(pair.score(), Some(Estimate::bare(0.75)));
        assert_eq!((pair.normalized_elo(), pair.superiority()), (None, None));
    }

    #[test]
    fn who_has_won_everything_has_no_elo_yet() {
        let pair = pentanomial([0, 0, 0, 0, 50]);
        assert_eq!(pair.score(), Some(Estimate::bare(1.0)));
        assert_eq!((pair.elo(), pair.normalized_elo(), pair.superiority()), (None, None, None));
    }

    #[test]
    fn variances_are_exact_far_from_zero() {
        // 10^12 + (1, 2, 3, 4): variance 5/3, where naive sums of squares lose everything.
        let mut sums = Sums::default();
        (1..=4).for_each(|value| sums.add(1_000_000_000_000 + value));
        assert_near(sums.variance().unwrap(), 5.0 / 3.0, 1e-12);
        let mut negative = Sums::default();
        for value in [-7, -8, -8] {
            negative.add(value);
        }
        assert_near(negative.variance().unwrap(), 1.0 / 3.0, 1e-12);
    }

    #[test]
    fn large_blocks_are_summed_up_in_five_classes() {
        let mut blocks = BlockDistribution::new(6);
        for points in [0, 1, 3 * UNITS - 1, 3 * UNITS, 3 * UNITS + 1, 6 * UNITS] {
            blocks.add(points);
        }
        assert_eq!(blocks.summary(), [1, 2, 1, 1, 1]);
    }
}
