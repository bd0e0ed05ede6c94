//! The standings of a tournament while it runs.

use std::collections::BTreeMap;

use tilewright_core::{BySeat, Outcome};

use crate::pairs::{PairStatistics, Sums};
use crate::ratings::Comparisons;
use crate::schedule::{Block, Schedule};
use crate::score::{FinishedGame, Score, UNITS, WrongSeats};
use crate::{Estimate, Player};

/// A block does not belong to this tournament, or its games are not all there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BlockError {
    /// Some games are missing, or there are too many.
    #[error("a block has {expected} games, not {found}")]
    Games {
        /// The number of games of a block.
        expected: usize,
        /// The number of outcomes.
        found: usize,
    },
    /// A game has another number of seats.
    #[error(transparent)]
    Seats(#[from] WrongSeats),
    /// A player that the tournament does not have.
    #[error("{0} does not take part")]
    Player(Player),
}

/// The sums of a tournament: whole blocks go in, statistics come out.
///
/// The size depends on the number of players and seats, and not on the number of games. Blocks may
/// come in any order: the result is the same to the last bit.
///
/// ```
/// use tilewright_arena::Player;
/// use tilewright_arena::schedule::{Schedule, Tournament};
/// use tilewright_arena::standings::Standings;
/// use tilewright_core::{BySeat, Outcome};
///
/// let schedule = Schedule::new(Tournament::Match, 2, 2, 7)?;
/// let mut standings = Standings::new(&schedule);
/// let draw = Outcome::by_score(BySeat::from([5, 5]));
/// standings.add_block(&schedule.block(0), &[draw, draw])?;
/// assert_eq!(standings.pair(Player(0), Player(1)).unwrap().draw_rate(), Some(1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standings {
    n_seats: usize,
    games_per_block: usize,
    n_blocks: u64,
    players: Vec<PlayerStatistics>,
    /// The lower player first.
    pairs: BTreeMap<(Player, Player), PairStatistics>,
    /// The points of each seat, a value for each round: its blocks share their opening.
    seats: BySeat<Sums>,
    /// The incomplete rounds: the number of blocks, and the points of each seat in them.
    rounds: BTreeMap<u64, (u64, BySeat<i64>)>,
    n_pairings: u64,
    comparisons: Comparisons,
}

impl Standings {
    /// Returns the standings before the first game.
    pub fn new(schedule: &Schedule) -> Standings {
        let n_seats = schedule.n_seats();
        Standings {
            n_seats,
            games_per_block: schedule.games_per_block(),
            n_blocks: 0,
            players: vec![PlayerStatistics::new(n_seats); usize::from(schedule.n_players())],
            pairs: BTreeMap::new(),
            seats: BySeat::from_fn(n_seats, |_| Sums::default()),
            rounds: BTreeMap::new(),
            n_pairings: schedule.n_pairings(),
            comparisons: Comparisons::new(schedule.n_players()),
        }
    }

    /// Counts a block with the outcomes of its games, in their order; unchanged on error.
    pub fn add_block(&mut self, block: &Block, outcomes: &[Outcome]) -> Result<(), BlockError> {
        let games = self.finished(block, outcomes)?;
        self.n_blocks += 1;
        for game in &games {
            self.comparisons.add(block.round(), game);
        }
        for (i, &one) in block.players().iter().enumerate() {
            self.players[one.index()].add(one, &games);
            for &other in &block.players()[i + 1..] {
                self.add_pair(one.min(other), one.max(other), &games);
            }
        }
        self.add_to_round(block.round(), &games);
        Ok(())
    }

    /// Adds the points of the seats in a block of a round.
    fn add_to_round(&mut self, round: u64, games: &[FinishedGame]) {
        let none = (0, BySeat::from_fn(self.n_seats, |_| 0));
        let (n_blocks, sums) = self.rounds.entry(round).or_insert(none);
        *n_blocks += 1;
        for seat in sums.seats() {
            let scores = games.iter().filter_map(|game| game.score_of_seat(seat));
            sums[seat] += scores.sum::<Score>().points;
        }
        if *n_blocks == self.n_pairings {
            for seat in sums.seats() {
                self.seats[seat].add(sums[seat]);
            }
            self.rounds.remove(&round);
        }
    }

    /// The number of seats.
    pub const fn n_seats(&self) -> usize {
        self.n_seats
    }

    /// The number of games of a block.
    pub const fn games_per_block(&self) -> usize {
        self.games_per_block
    }

    /// The number of blocks.
    pub const fn n_blocks(&self) -> u64 {
        self.n_blocks
    }

    /// The number of games.
    pub const fn n_games(&self) -> u64 {
        self.n_blocks * self.games_per_block as u64
    }

    /// The statistics of each player against all others.
    pub fn players(&self) -> &[PlayerStatistics] {
        &self.players
    }

    /// One player against another, from the side of the one with the lower number.
    pub fn pair(&self, first: Player, second: Player) -> Option<&PairStatistics> {
        self.pairs.get(&(first.min(second), first.max(second)))
    }

    /// The pairs of players that have met, the lower number first.
    pub fn pairs(&self) -> impl Iterator<Item = ((Player, Player), &PairStatistics)> {
        self.pairs.iter().map(|(&pair, statistics)| (pair, statistics))
    }

    /// The mean score of each seat against all others, ½ if seats are equal. Incomplete rounds do
    /// not count yet.
    pub fn seat_scores(&self) -> BySeat<Option<Estimate>> {
        let n_games = self.games_per_block as f64 * self.n_pairings as f64;
        self.seats.map(|sums| sums.estimate(1.0 / (UNITS as f64 * n_games)))
    }

    /// The comparisons for a fit of ratings.
    pub const fn comparisons(&self) -> &Comparisons {
        &self.comparisons
    }

    fn finished(
        &self,
        block: &Block,
        outcomes: &[Outcome],
    ) -> Result<Vec<FinishedGame>, BlockError> {
        let unknown = block.players().iter().find(|player| player.index() >= self.players.len());
        if let Some(&player) = unknown {
            return Err(BlockError::Player(player));
        }
        if block.n_games() != self.games_per_block || outcomes.len() != self.games_per_block {
            let found = outcomes.len().min(block.n_games());
            return Err(BlockError::Games { expected: self.games_per_block, found });
        }
        let games = block.games().zip(outcomes);
        games.map(|(game, &outcome)| Ok(FinishedGame::new(game.seats, outcome)?)).collect()
    }

    fn add_pair(&mut self, first: Player, second: Player, games: &[FinishedGame]) {
        let score: Score = games.iter().filter_map(|game| game.score(first, second)).sum();
        let games_per_block = self.games_per_block as u32;
        let pair = self.pairs.entry((first, second));
        pair.or_insert_with(|| PairStatistics::new(games_per_block)).add(&score);
    }
}

/// The statistics of one player against all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayerStatistics {
    n_games: u64,
    points: i64,
    ties: i64,
    /// Points and the number of games on each seat.
    by_seat: BySeat<(i64, u64)>,
}

impl PlayerStatistics {
    fn new(n_seats: usize) -> PlayerStatistics {
        let by_seat = BySeat::from_fn(n_seats, |_| (0, 0));
        PlayerStatistics { n_games: 0, points: 0, ties: 0, by_seat }
    }

    fn add(&mut self, player: Player, games: &[FinishedGame]) {
        for game in games {
            if let Some(score) = game.score_of(player) {
                self.n_games += 1;
                self.points += score.points;
                self.ties += score.ties;
            }
            for seat in game.seats().seats().filter(|&seat| game.seats()[seat] == player) {
                if let Some(score) = game.score_on(seat) {
                    let (points, n_games) = &mut self.by_seat[seat];
                    *points += score.points;
                    *n_games += 1;
                }
            }
        }
    }

    /// The number of games.
    pub const fn n_games(&self) -> u64 {
        self.n_games
    }

    /// The mean score against all others.
    pub fn score(&self) -> Option<f64> {
        per_game(self.points, self.n_games)
    }

    /// The share of comparisons with equal places.
    pub fn draw_rate(&self) -> Option<f64> {
        per_game(self.ties, self.n_games)
    }

    /// The mean score on each seat.
    pub fn seat_scores(&self) -> BySeat<Option<f64>> {
        self.by_seat.map(|&(points, n_games)| per_game(points, n_games))
    }
}

fn per_game(units: i64, n_games: u64) -> Option<f64> {
    (n_games > 0).then(|| units as f64 / (UNITS as f64 * n_games as f64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::Tournament;

    fn outcome<const N: usize>(scores: [i32; N]) -> Outcome {
        Outcome::by_score(BySeat::from(scores))
    }

    /// A tournament in which scores depend on the player, the seat and a number.
    fn played(schedule: &Schedule, blocks: impl Iterator<Item = u64>) -> Standings {
        let mut standings = Standings::new(schedule);
        for index in blocks {
            let block = schedule.block(index);
            let outcomes: Vec<Outcome> = block
                .games()
                .map(|game| {
                    let scores = BySeat::from_fn(schedule.n_seats(), |seat| {
                        let player = i32::from(game.seats[seat].0);
                        let chance = (game.seed >> (8 * seat.index())) % 8;
                        2 * player + chance as i32 - seat.index() as i32
                    });
                    Outcome::by_score(scores)
                })
                .collect();
            standings.add_block(&block, &outcomes).unwrap();
        }
        standings
    }

    #[test]
    fn seats_and_players_by_hand() {
        // Block of two: the first seat wins both games, 5:3 and 4:1.
        let schedule = Schedule::new(Tournament::Match, 2, 2, 1).unwrap();
        let mut standings = Standings::new(&schedule);
        standings.add_block(&schedule.block(0), &[outcome([5, 3]), outcome([4, 1])]).unwrap();
        let scores: Vec<f64> =
            standings.seat_scores().iter().map(|score| score.unwrap().value).collect();
        assert_eq!(scores, [1.0, 0.0]);
        let first = standings.players()[0];
        assert_eq!((first.n_games(), first.score(), first.draw_rate()), (2, Some(0.5), Some(0.0)));
        assert_eq!(first.seat_scores(), BySeat::from([Some(1.0), Some(0.0)]));
        // The first player has won by 2 and lost by 3.
        let pair = standings.pair(Player(1), Player(0)).unwrap();
        assert_eq!(pair.margin().unwrap().value, -0.5);
        assert_eq!((standings.n_blocks(), standings.n_games()), (1, 2));
    }

    #[test]
    fn the_order_of_blocks_does_not_matter() {
        for (tournament, n_players, n_seats) in [
            (Tournament::Match, 2, 4),
            (Tournament::Match, 3, 3),
            (Tournament::RoundRobin, 5, 2),
            (Tournament::Gauntlet, 4, 3),
        ] {
            let schedule = Schedule::new(tournament, n_players, n_seats, 5).unwrap();
            let whole = played(&schedule, 0..90);
            assert_eq!(played(&schedule, (0..90).rev()), whole);
            let odd_last = (0..90).step_by(2).chain((1..90).step_by(2));
            assert_eq!(played(&schedule, odd_last), whole);
        }
    }

    #[test]
    fn a_block_that_is_not_whole_is_refused() {
        let schedule = Schedule::new(Tournament::Match, 2, 2, 1).unwrap();
        let mut standings = Standings::new(&schedule);
        let before = standings.clone();
        let refusal = |error: BlockError| error.to_string();
        let error = standings.add_block(&schedule.block(0), &[outcome([5, 3])]).unwrap_err();
        assert_eq!(refusal(error), "a block has 2 games, not 1");
        let wrong = [outcome([5, 3]), outcome([1, 2, 3])];
        let error = standings.add_block(&schedule.block(0), &wrong).unwrap_err();
        assert_eq!(refusal(error), "players sat on 2 seats, but the outcome has 3");
        let foreign = Schedule::new(Tournament::Gauntlet, 3, 2, 1).unwrap().block(1);
        let error = standings.add_block(&foreign, &[outcome([5, 3]); 2]).unwrap_err();
        assert_eq!(refusal(error), "player 3 does not take part");
        assert_eq!(standings, before);
    }
}
