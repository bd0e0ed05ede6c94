//! How much of a result is luck.
//!
//! Two players share the seats of a table in every even way with the same deal: that is a block.
//! What a seat makes in a game is its score less the mean score of the table. Take two things that
//! may explain it:
//!
//! - **who plays**: how much the one makes on average, and the other less. The square of that is its
//!   part of the mean square of all results;
//! - **the deal**: the hand, the seat and the order of the pile. If it alone decided, the two players
//!   would make the same in the same place. So the part of the deal is the covariance of what the one
//!   makes in a place and what the other makes there in other games of the block, with the mean of
//!   each taken off.
//!
//! What is left is how the round goes: what the others do, which strategy suits which tiles, and how
//! ties are broken. All three are shares of the mean square, and sum to 1.

use tilewright_core::{BySeat, Outcome, Seat};

use crate::Player;
use crate::schedule::Block;

/// What explains the results of two players, as shares of 1.
///
/// ```
/// use tilewright_arena::Player;
/// use tilewright_arena::schedule::{Schedule, Tournament};
/// use tilewright_arena::study::luck::Luck;
/// use tilewright_core::{BySeat, Outcome};
///
/// // The first seat always wins by ten points, whoever has it: it is all in the deal.
/// let schedule = Schedule::new(Tournament::Match, 2, 2, 1)?;
/// let block = schedule.block(0);
/// let outcomes = [Outcome::by_score(BySeat::from([30, 20])); 2];
/// let luck = Luck::of([(block, &outcomes[..])].into_iter()).unwrap();
/// assert_eq!((luck.player, luck.deal, luck.rest), (0.0, 1.0, 0.0));
/// # Ok::<(), tilewright_arena::schedule::ScheduleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Luck {
    /// The share of who plays.
    pub player: f64,
    /// The share of the deal.
    pub deal: f64,
    /// What is left.
    pub rest: f64,
    /// Half of a 95 % interval of the share of the deal.
    pub deal_error: f64,
    /// How many rounds it takes until the better one has more points than one of the others with a
    /// chance of 95 %, if it is better.
    pub n_rounds: Option<u64>,
}

impl Luck {
    /// What blocks of two players say, each with the outcomes of its games; nothing without any.
    pub fn of<'a>(blocks: impl Iterator<Item = (Block, &'a [Outcome])>) -> Option<Luck> {
        let blocks: Vec<Results> =
            blocks.map(|(block, games)| Results::of(&block, games)).collect();
        let n_blocks = blocks.len() as f64;
        let mean =
            |value: &dyn Fn(&Results) -> f64| blocks.iter().map(value).sum::<f64>() / n_blocks;
        let total = mean(&|it| it.square);
        if blocks.is_empty() || total == 0.0 {
            return None;
        }
        let made = mean(&|it| it.first);
        // The square of a mean is too large by the square of its error.
        let variance = mean(&|it| (it.first - made).powi(2)) / (n_blocks - 1.0).max(1.0);
        let player = (made * made - variance).max(0.0) / total;
        let covariance = |it: &Results| it.product + made * made;
        let deal = mean(&covariance) / total;
        // The error of a ratio of means (the delta method).
        let square = mean(&|it| (covariance(it) - deal * it.square).powi(2));
        let deal_error = 1.96 * (square / n_blocks).sqrt() / total;
        let (lead, lead_square) = (mean(&|it| it.lead), mean(&|it| it.lead_square));
        let rest = 1.0 - player - deal;
        Some(Luck { player, deal, rest, deal_error, n_rounds: n_rounds(lead, lead_square) })
    }
}

/// How many rounds it takes until the sum of the leads is above zero with a chance of 95 %.
fn n_rounds(lead: f64, square: f64) -> Option<u64> {
    const QUANTILE: f64 = 1.645;
    let n_rounds = (QUANTILE * QUANTILE * (square - lead * lead) / (lead * lead)).ceil();
    // More is as good as never.
    (n_rounds.is_finite() && n_rounds < 1e5).then_some(n_rounds.max(1.0) as u64)
}

/// Means over the games and seats of a block.
struct Results {
    /// The square of what a seat made.
    square: f64,
    /// What a seat of the first player made.
    first: f64,
    /// What the one made in a place times what the other made there.
    product: f64,
    /// By how much a seat of the first player was ahead of one of the second, and its square.
    lead: f64,
    lead_square: f64,
}

impl Results {
    fn of(block: &Block, outcomes: &[Outcome]) -> Results {
        let first = block.players()[0];
        let games: Vec<(BySeat<Player>, BySeat<f64>)> =
            block.games().zip(outcomes).map(|(game, it)| (game.seats, made(it))).collect();
        let seats: Vec<Seat> = games[0].0.seats().collect();
        let n_results = (games.len() * seats.len()) as f64;
        let results = || {
            games.iter().flat_map(|(players, made)| {
                made.seats().map(|seat| (players[seat] == first, made[seat]))
            })
        };
        let of_first = |seat: Seat, is_first: bool| {
            let there = games.iter().filter(|(players, _)| (players[seat] == first) == is_first);
            // Each has every place in half of the games.
            there.map(|(_, made)| made[seat]).sum::<f64>() / (games.len() as f64 / 2.0)
        };
        let product = |&seat: &Seat| of_first(seat, true) * of_first(seat, false);
        let (n_leads, lead, lead_square) = leads(&games, first);
        Results {
            square: results().map(|(_, made)| made * made).sum::<f64>() / n_results,
            first: results().filter(|it| it.0).map(|it| it.1).sum::<f64>() / (n_results / 2.0),
            product: seats.iter().map(product).sum::<f64>() / seats.len() as f64,
            lead: lead / n_leads,
            lead_square: lead_square / n_leads,
        }
    }
}

/// What each seat made: its score less the mean of the table.
fn made(outcome: &Outcome) -> BySeat<f64> {
    let scores = outcome.scores();
    let mean = f64::from(scores.iter().sum::<i32>()) / scores.len() as f64;
    scores.map(|&score| f64::from(score) - mean)
}

/// How many pairs of a seat of the first player and one of the other there are, and the sums of the
/// leads of the first and of their squares.
fn leads(games: &[(BySeat<Player>, BySeat<f64>)], first: Player) -> (f64, f64, f64) {
    let (mut n_leads, mut sum, mut squares) = (0.0, 0.0, 0.0);
    for (players, made) in games {
        for one in players.seats().filter(|&seat| players[seat] == first) {
            for other in players.seats().filter(|&seat| players[seat] != first) {
                let lead = made[one] - made[other];
                n_leads += 1.0;
                sum += lead;
                squares += lead * lead;
            }
        }
    }
    (n_leads, sum, squares)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::{Schedule, Tournament};

    /// Blocks whose scores are what the player, the place and chance give.
    fn luck(n_seats: usize, skill: i32, tiles: i32, chance: i32) -> Luck {
        let schedule = Schedule::new(Tournament::Match, 2, n_seats, 3).unwrap();
        let random = |seed: u64, seat: Seat, range: i32| {
            let bits =
                (seed ^ seed >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15 + 2 * seat.index() as u64);
            (bits >> 40) as i32 % (range + 1)
        };
        let played: Vec<(Block, Vec<Outcome>)> = schedule
            .blocks()
            .take(4_000)
            .map(|block| {
                let outcome = |seats: BySeat<Player>, seed: u64| {
                    Outcome::by_score(BySeat::from_fn(n_seats, |seat| {
                        let player = if seats[seat] == Player(0) { skill } else { 0 };
                        player
                            + random(block.opening_seed(), seat, tiles)
                            + random(seed, seat, chance)
                    }))
                };
                let games: Vec<Outcome> =
                    block.games().map(|game| outcome(game.seats, game.seed)).collect();
                (block, games)
            })
            .collect();
        Luck::of(played.iter().map(|(block, games)| (block.clone(), &games[..]))).unwrap()
    }

    #[test]
    fn shares_are_those_that_the_results_were_made_of() {
        for n_seats in [2, 3, 4] {
            let only_chance = luck(n_seats, 0, 0, 100);
            assert!(only_chance.player < 0.01 && only_chance.deal.abs() < 0.03, "{only_chance:?}");
            // As much by the deal as by chance.
            let half = luck(n_seats, 0, 100, 100);
            assert!((half.deal - 0.5).abs() < 0.03 && half.player < 0.01, "{half:?}");
            assert!(half.deal_error < 0.03, "{half:?}");
            let sum = half.player + half.deal + half.rest;
            assert!((sum - 1.0).abs() < 1e-9);
        }
        // A lead of 50 between two is 25 more than the mean, and uniform numbers up to 100 have a
        // variance of 850: half of that is left of the difference of two.
        let skilled = luck(2, 50, 100, 0);
        assert!((skilled.player - 625.0 / (625.0 + 425.0)).abs() < 0.03, "{skilled:?}");
        assert!(skilled.rest.abs() < 0.03, "{skilled:?}");
    }

    #[test]
    fn the_better_one_is_ahead_after_some_rounds() {
        // A lead of 10 with a deviation of 41: (1.645 · 41 / 10)².
        let n_rounds = luck(2, 10, 0, 100).n_rounds.unwrap();
        assert!((40..52).contains(&n_rounds), "{n_rounds}");
        assert_eq!(luck(2, 200, 0, 10).n_rounds, Some(1));
    }
}
