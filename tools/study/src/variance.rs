//! Variance components: the shares of a result that the players, the deal and the rest explain.
//!
//! Two players share the seats of a table in every even way with the same deal: that is a block.
//! The excess of a seat in a game is its score less the mean score of the table. The mean square of
//! all excesses has three parts:
//!
//! - **the players**: the square of the mean excess of one player, which is the mean loss of the
//!   other;
//! - **the deal**: the hand, the seat and the order of the pile. If it alone decided, both players
//!   would make the same in the same place. So its part is the covariance of the excesses of the
//!   two players in the same place in different games of the block;
//! - **the rest**: the other players' moves, the fit of a strategy to its tiles, ties.
//!
//! All three are shares of the mean square, and sum to 1.

use tilewright_arena::Player;
use tilewright_arena::schedule::Block;
use tilewright_core::{BySeat, Outcome, Seat};

/// The variance components of the results of two players, as shares of 1.
///
/// ```
/// use tilewright_arena::schedule::{Schedule, Tournament};
/// use tilewright_core::{BySeat, Outcome};
/// use tilewright_study::VarianceShares;
///
/// // The first seat always wins by ten points: it is all in the deal.
/// let schedule = Schedule::new(Tournament::Match, 2, 2, 1)?;
/// let outcomes = [Outcome::by_score(BySeat::from([30, 20])); 2];
/// let shares = VarianceShares::of([(schedule.block(0), &outcomes[..])].into_iter()).unwrap();
/// assert_eq!((shares.player, shares.deal, shares.rest), (0.0, 1.0, 0.0));
/// # Ok::<(), tilewright_arena::schedule::ScheduleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VarianceShares {
    /// The share of the players.
    pub player: f64,
    /// The share of the deal.
    pub deal: f64,
    /// The share of everything else.
    pub rest: f64,
    /// Half of a 95 % interval of the share of the deal.
    pub deal_error: f64,
    /// The number of rounds after which the better player has more points than one of the others
    /// with a chance of 95 %, if it is better.
    pub n_rounds: Option<u64>,
}

impl VarianceShares {
    /// Computes the shares from blocks of two players with the outcomes of their games; nothing
    /// without any.
    pub fn of<'a>(blocks: impl Iterator<Item = (Block, &'a [Outcome])>) -> Option<VarianceShares> {
        let blocks: Vec<BlockMeans> =
            blocks.map(|(block, games)| BlockMeans::of(&block, games)).collect();
        let total = mean(&blocks, |it| it.square);
        if blocks.is_empty() || total == 0.0 {
            return None;
        }
        let n_blocks = blocks.len() as f64;
        let excess = mean(&blocks, |it| it.first);
        // The square of a mean is too large by the square of its error.
        let variance = mean(&blocks, |it| (it.first - excess).powi(2)) / (n_blocks - 1.0).max(1.0);
        let player = (excess * excess - variance).max(0.0) / total;
        let covariance = |it: &BlockMeans| it.product + excess * excess;
        let deal = mean(&blocks, covariance) / total;
        // The error of a ratio of means (the delta method).
        let square = mean(&blocks, |it| (covariance(it) - deal * it.square).powi(2));
        let deal_error = 1.96 * (square / n_blocks).sqrt() / total;
        let n_rounds = n_rounds(mean(&blocks, |it| it.lead), mean(&blocks, |it| it.lead_square));
        Some(VarianceShares { player, deal, rest: 1.0 - player - deal, deal_error, n_rounds })
    }
}

fn mean(blocks: &[BlockMeans], value: impl Fn(&BlockMeans) -> f64) -> f64 {
    blocks.iter().map(value).sum::<f64>() / blocks.len() as f64
}

/// The number of rounds until the sum of the leads is above zero with a chance of 95 %.
fn n_rounds(lead: f64, square: f64) -> Option<u64> {
    const QUANTILE: f64 = 1.645;
    let n_rounds = (QUANTILE * QUANTILE * (square - lead * lead) / (lead * lead)).ceil();
    // More is as good as never.
    (n_rounds.is_finite() && n_rounds < 1e5).then_some(n_rounds.max(1.0) as u64)
}

/// Means over the games and seats of a block.
struct BlockMeans {
    /// The square of a seat's excess.
    square: f64,
    /// The excess of a seat of the first player.
    first: f64,
    /// The mean excess of the first player in a place times that of the second in the same place.
    product: f64,
    /// The lead of a seat of the first player over one of the second, and its square.
    lead: f64,
    lead_square: f64,
}

/// A game of a block: whether each seat is the first player's, and its excess.
type Game = BySeat<(bool, f64)>;

impl BlockMeans {
    fn of(block: &Block, outcomes: &[Outcome]) -> BlockMeans {
        let first = block.players()[0];
        let games = block.games().zip(outcomes);
        let games: Vec<Game> = games.map(|(game, it)| excesses(&game.seats, it, first)).collect();
        let seats: Vec<Seat> = games[0].seats().collect();
        let n_results = (games.len() * seats.len()) as f64;
        let results = || games.iter().flat_map(|game| game.iter());
        let of_first = results().filter(|it| it.0).map(|it| it.1).sum::<f64>();
        let product = |&seat: &Seat| mean_at(&games, seat, true) * mean_at(&games, seat, false);
        let leads: Vec<f64> = games.iter().flat_map(leads).collect();
        let n_leads = leads.len() as f64;
        BlockMeans {
            square: results().map(|it| it.1 * it.1).sum::<f64>() / n_results,
            first: of_first / (n_results / 2.0),
            product: seats.iter().map(product).sum::<f64>() / seats.len() as f64,
            lead: leads.iter().sum::<f64>() / n_leads,
            lead_square: leads.iter().map(|lead| lead * lead).sum::<f64>() / n_leads,
        }
    }
}

/// The excess of each seat: its score less the mean score of the table.
fn excesses(players: &BySeat<Player>, outcome: &Outcome, first: Player) -> Game {
    let scores = outcome.scores();
    let mean = f64::from(scores.iter().sum::<i32>()) / scores.len() as f64;
    let excess = |seat| (players[seat] == first, f64::from(scores[seat]) - mean);
    BySeat::from_fn(scores.len(), excess)
}

/// The mean excess at a seat in the games in which it is the first player's, or is not.
fn mean_at(games: &[Game], seat: Seat, is_first: bool) -> f64 {
    let there = games.iter().map(|game| game[seat]).filter(|it| it.0 == is_first);
    // Each player has every place in half of the games.
    there.map(|it| it.1).sum::<f64>() / (games.len() as f64 / 2.0)
}

/// The leads of each seat of the first player over each of the other.
fn leads(game: &Game) -> impl Iterator<Item = f64> + '_ {
    let of = |is_first| game.iter().filter(move |it| it.0 == is_first).map(|it| it.1);
    of(true).flat_map(move |one| of(false).map(move |other| one - other))
}

#[cfg(test)]
mod tests {
    use tilewright_arena::schedule::{Schedule, Tournament};

    use super::*;

    /// The largest parts of a score.
    #[derive(Clone, Copy)]
    struct Parts {
        skill: i32,
        tiles: i32,
        chance: i32,
    }

    fn random(seed: u64, seat: Seat, range: i32) -> i32 {
        let factor = 0x9e37_79b9_7f4a_7c15 + 2 * seat.index() as u64;
        let bits = (seed ^ seed >> 31).wrapping_mul(factor);
        (bits >> 40) as i32 % (range + 1)
    }

    /// A block whose scores are the sums of the parts.
    fn outcomes(block: &Block, parts: Parts) -> Vec<Outcome> {
        let outcome = |seats: BySeat<Player>, seed: u64| {
            Outcome::by_score(BySeat::from_fn(seats.len(), |seat| {
                let skill = if seats[seat] == Player(0) { parts.skill } else { 0 };
                let tiles = random(block.opening_seed(), seat, parts.tiles);
                skill + tiles + random(seed, seat, parts.chance)
            }))
        };
        block.games().map(|game| outcome(game.seats, game.seed)).collect()
    }

    fn shares(n_seats: usize, skill: i32, tiles: i32, chance: i32) -> VarianceShares {
        let schedule = Schedule::new(Tournament::Match, 2, n_seats, 3).unwrap();
        let blocks: Vec<Block> = schedule.blocks().take(4_000).collect();
        let parts = Parts { skill, tiles, chance };
        let games: Vec<Vec<Outcome>> = blocks.iter().map(|it| outcomes(it, parts)).collect();
        let games = games.iter().map(Vec::as_slice);
        VarianceShares::of(blocks.into_iter().zip(games)).unwrap()
    }

    #[test]
    fn shares_are_those_that_the_results_were_made_of() {
        for n_seats in [2, 3, 4] {
            let only_chance = shares(n_seats, 0, 0, 100);
            assert!(only_chance.player < 0.01 && only_chance.deal.abs() < 0.03, "{only_chance:?}");
            // As much by the deal as by chance.
            let half = shares(n_seats, 0, 100, 100);
            assert!((half.deal - 0.5).abs() < 0.03 && half.player < 0.01, "{half:?}");
            assert!(half.deal_error < 0.03, "{half:?}");
            let sum = half.player + half.deal + half.rest;
            assert!((sum - 1.0).abs() < 1e-9);
        }
        // A lead of 50 between two is 25 more than the mean, and uniform numbers up to 100 have a
        // variance of 850: half of that is left of the difference of two.
        let skilled = shares(2, 50, 100, 0);
        assert!((skilled.player - 625.0 / (625.0 + 425.0)).abs() < 0.03, "{skilled:?}");
        assert!(skilled.rest.abs() < 0.03, "{skilled:?}");
    }

    #[test]
    fn the_better_one_is_ahead_after_some_rounds() {
        // A lead of 10 with a deviation of 41: (1.645 · 41 / 10)².
        let n_rounds = shares(2, 10, 0, 100).n_rounds.unwrap();
        assert!((40..52).contains(&n_rounds), "{n_rounds}");
        assert_eq!(shares(2, 200, 0, 10).n_rounds, Some(1));
    }
}
