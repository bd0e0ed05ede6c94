//! The schedule of a tournament: its blocks, and the seats of the players in their games.
//!
//! # Blocks
//!
//! A block is the smallest set of games with one opening that treats its players alike: inside it
//! every player has every seat equally often.
//!
//! - Two players get every way of sharing the seats as evenly as they can be shared: 2 games at a
//!   table of two, 6 at three (one seat against two, and two against one), 6 at four, 20 at five
//!   and at six. So who sits next to whom cancels out as well.
//! - More players move round the table, one seat per game, which takes as many games as there are
//!   players. If seats are left over the order begins again: three players at four seats sit
//!   ABCA, BCAB, CABC. The order round the table changes from block to block, each order beside its
//!   reverse, so that no player always follows the same one.
//!
//! # Rounds
//!
//! A round is one block of every pairing, all with the same opening, so that pairings can be
//! compared and a tournament that is stopped early is balanced. Round robins follow the circle
//! method: even inside a round no player is more than two blocks ahead of another.

use serde::{Deserialize, Serialize};
use tilewright_core::{BySeat, MAX_SEATS, Seat};

use crate::Player;

/// The pairings of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tournament {
    /// All players at one table.
    Match,
    /// Every player against every other one, two at a table.
    RoundRobin,
    /// The first player against every other one, two at a table.
    Gauntlet,
    /// Every player against the next one and the one after that, two at a table: enough to rate
    /// players who are in order of strength already.
    Ladder,
}

/// The tournament makes no sense.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScheduleError {
    /// A player needs an opponent.
    #[error("a tournament needs at least two players, not {0}")]
    TooFewPlayers(u16),
    /// More players than a match can seat.
    #[error("{players} players do not fit at a table of {seats} seats; play a round robin instead")]
    TooManyPlayers {
        /// The number of players.
        players: u16,
        /// The number of seats.
        seats: usize,
    },
    /// The game is for one, or for more than anybody knows.
    #[error("a tournament needs a game of 2 to {MAX_SEATS} seats, not {0}")]
    Seats(usize),
}

/// An endless list of blocks, each computed when it is asked for.
///
/// The same arguments give the same blocks on every machine.
///
/// ```
/// use tilewright_arena::Player;
/// use tilewright_arena::schedule::{Schedule, Tournament};
///
/// let schedule = Schedule::new(Tournament::RoundRobin, 4, 2, 2026)?;
/// assert_eq!(schedule.n_pairings(), 6);
/// assert_eq!(schedule.games_per_block(), 2);
///
/// // The first and the second round: the same pairing, another opening.
/// let first = schedule.block(0);
/// let second = schedule.block(6);
/// assert_eq!(first.players(), second.players());
/// assert_ne!(first.opening_seed(), second.opening_seed());
///
/// // Inside the first round: another pairing, the same opening.
/// assert_eq!(first.opening_seed(), schedule.block(1).opening_seed());
/// # Ok::<(), tilewright_arena::schedule::ScheduleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    tournament: Tournament,
    n_players: u16,
    n_seats: usize,
    seed: u64,
}

impl Schedule {
    /// A tournament of `n_players` in a game of `n_seats`, with all chance taken from `seed`.
    pub fn new(
        tournament: Tournament,
        n_players: u16,
        n_seats: usize,
        seed: u64,
    ) -> Result<Schedule, ScheduleError> {
        if !(2..=MAX_SEATS).contains(&n_seats) {
            return Err(ScheduleError::Seats(n_seats));
        }
        if n_players < 2 {
            return Err(ScheduleError::TooFewPlayers(n_players));
        }
        if tournament == Tournament::Match && usize::from(n_players) > n_seats {
            return Err(ScheduleError::TooManyPlayers { players: n_players, seats: n_seats });
        }
        Ok(Schedule { tournament, n_players, n_seats, seed })
    }

    /// The pairings.
    pub const fn tournament(&self) -> Tournament {
        self.tournament
    }

    /// The number of players.
    pub const fn n_players(&self) -> u16 {
        self.n_players
    }

    /// The number of seats.
    pub const fn n_seats(&self) -> usize {
        self.n_seats
    }

    /// The number of blocks of a round.
    pub fn n_pairings(&self) -> u64 {
        let n_players = u64::from(self.n_players);
        match self.tournament {
            Tournament::Match => 1,
            Tournament::RoundRobin => n_players * (n_players - 1) / 2,
            Tournament::Gauntlet => n_players - 1,
            Tournament::Ladder => 2 * n_players - 3,
        }
    }

    /// The number of players at a table.
    pub fn players_per_table(&self) -> usize {
        match self.tournament {
            Tournament::Match => usize::from(self.n_players),
            Tournament::RoundRobin | Tournament::Gauntlet | Tournament::Ladder => 2,
        }
    }

    /// The number of games of every block.
    pub fn games_per_block(&self) -> usize {
        games_per_block(self.players_per_table(), self.n_seats)
    }

    /// The number of blocks that make whole rounds of at least `n_games` games.
    ///
    /// ```
    /// use tilewright_arena::schedule::{Schedule, Tournament};
    ///
    /// // A round has six pairings of two games.
    /// let schedule = Schedule::new(Tournament::RoundRobin, 4, 2, 1)?;
    /// assert_eq!(schedule.blocks_for_games(13), 12);
    /// # Ok::<(), tilewright_arena::schedule::ScheduleError>(())
    /// ```
    pub fn blocks_for_games(&self, n_games: u64) -> u64 {
        let games_per_round = self.n_pairings() * self.games_per_block() as u64;
        n_games.div_ceil(games_per_round) * self.n_pairings()
    }

    /// The block of this index, from 0.
    pub fn block(&self, index: u64) -> Block {
        let round = index / self.n_pairings();
        Block {
            index,
            round,
            players: self.table(index % self.n_pairings(), round),
            n_seats: self.n_seats,
            opening_seed: mixed(mixed(self.seed, 0), round),
            games_seed: mixed(mixed(self.seed, 1), index),
        }
    }

    /// All blocks from the first one, without end.
    pub fn blocks(&self) -> impl Iterator<Item = Block> + '_ {
        (0..).map(|index| self.block(index))
    }

    /// The players of one block, in their order round the table.
    fn table(&self, pairing: u64, round: u64) -> Vec<Player> {
        match self.tournament {
            Tournament::Match => order_round_the_table(self.n_players, round),
            Tournament::RoundRobin => circle_pairing(self.n_players, pairing).to_vec(),
            Tournament::Gauntlet => vec![Player(0), Player(pairing as u16 + 1)],
            Tournament::Ladder => {
                // Each but the last two has a turn with the next player and then with the one
                // after that.
                let lower = pairing as u16 / 2;
                let step = pairing as u16 % 2 + 1;
                vec![Player(lower), Player(lower + step)]
            }
        }
    }
}

/// Games with one opening, in which every player has every seat equally often.
///
/// ```
/// use tilewright_arena::schedule::{Schedule, Tournament};
///
/// let schedule = Schedule::new(Tournament::Match, 2, 4, 1)?;
/// let seats: Vec<String> = schedule.block(0).games().map(|game| game.letters()).collect();
/// assert_eq!(seats, ["AABB", "BBAA", "ABAB", "BABA", "ABBA", "BAAB"]);
/// # Ok::<(), tilewright_arena::schedule::ScheduleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    index: u64,
    round: u64,
    players: Vec<Player>,
    n_seats: usize,
    opening_seed: u64,
    games_seed: u64,
}

impl Block {
    /// The place of this block in the schedule, from 0.
    pub const fn index(&self) -> u64 {
        self.index
    }

    /// The round of this block, from 0; blocks of one round have one opening.
    pub const fn round(&self) -> u64 {
        self.round
    }

    /// The players, each once.
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// The seed of the opening or deal that all games of this block share.
    pub const fn opening_seed(&self) -> u64 {
        self.opening_seed
    }

    /// The number of games.
    pub fn n_games(&self) -> usize {
        games_per_block(self.players.len(), self.n_seats)
    }

    /// The games, each beside its mirror image where there is one.
    pub fn games(&self) -> impl Iterator<Item = ScheduledGame> + '_ {
        let seats: Vec<BySeat<Player>> = match self.players[..] {
            [first, second] => shared_seats(first, second, self.n_seats),
            _ => rotations(&self.players, self.n_seats),
        };
        let seed = |index| mixed(self.games_seed, index as u64);
        seats.into_iter().enumerate().map(move |(index, seats)| ScheduledGame {
            index,
            seats,
            seed: seed(index),
        })
    }
}

/// One game of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScheduledGame {
    /// The place of this game in its block, from 0.
    pub index: usize,
    /// The player of each seat.
    pub seats: BySeat<Player>,
    /// A seed for this game alone, for players that want chance.
    pub seed: u64,
}

impl ScheduledGame {
    /// The player of each seat as a letter: A for the first player.
    pub fn letters(&self) -> String {
        let letter = |player: &Player| char::from(b'A' + (player.0 % 26) as u8);
        self.seats.iter().map(letter).collect()
    }
}

fn games_per_block(n_players: usize, n_seats: usize) -> usize {
    match (n_players, n_seats) {
        (2, _) => shared_seats(Player(0), Player(1), n_seats).len(),
        _ => n_players,
    }
}

/// Every way in which two players share the seats as evenly as possible, each followed by the one
/// with the players exchanged.
fn shared_seats(first: Player, second: Player, n_seats: usize) -> Vec<BySeat<Player>> {
    let is_even = |set: &u32| set.count_ones().abs_diff(n_seats as u32 - set.count_ones()) <= 1;
    let with_first_seat = (0..1_u32 << n_seats).filter(|set| set & 1 == 1).filter(is_even);
    let is_in = |set: u32, seat: Seat| set >> seat.index() & 1 == 1;
    let mut all = Vec::new();
    for set in with_first_seat {
        for (inside, outside) in [(first, second), (second, first)] {
            let player = |seat| if is_in(set, seat) { inside } else { outside };
            all.push(BySeat::from_fn(n_seats, player));
        }
    }
    all
}

/// As many games as players, in each of which every player has moved on by one seat.
fn rotations(players: &[Player], n_seats: usize) -> Vec<BySeat<Player>> {
    let n_players = players.len();
    let player = |game: usize, seat: Seat| players[(game + seat.index()) % n_players];
    (0..n_players).map(|game| BySeat::from_fn(n_seats, |seat| player(game, seat))).collect()
}

/// All players, in an order that changes with the round: every order that differs round a table,
/// each followed by its reverse.
fn order_round_the_table(n_players: u16, round: u64) -> Vec<Player> {
    let mut rest: Vec<Player> = Player::first(n_players).skip(1).collect();
    // Two players are always opposite each other.
    if n_players == 2 {
        return vec![Player(0), rest[0]];
    }
    let mut number = round / 2;
    let mut order = Vec::with_capacity(usize::from(n_players));
    while !rest.is_empty() {
        let choice = number % rest.len() as u64;
        number /= rest.len() as u64;
        order.push(rest.remove(choice as usize));
    }
    if round % 2 == 1 {
        order.reverse();
    }
    order.insert(0, Player(0));
    order
}

/// A pairing of a round robin by the circle method: each day every player plays once, or, if they
/// are odd in number, all but one.
fn circle_pairing(n_players: u16, pairing: u64) -> [Player; 2] {
    let n_players = u64::from(n_players);
    // With an odd number the slot of the fixed player, 0, is where one has a rest.
    let is_even = n_players % 2 == 0;
    let n_turning = if is_even { n_players - 1 } else { n_players };
    let games_per_day = n_players / 2;
    let day = pairing / games_per_day;
    let slot = pairing % games_per_day;
    let slot = if is_even { slot } else { slot + 1 };
    let ahead = if slot == 0 { n_turning } else { (day + slot) % n_turning };
    let behind = (day + n_turning - slot) % n_turning;
    [ahead.min(behind), ahead.max(behind)].map(|player| Player(player as u16))
}

/// A seed that depends on both numbers and looks like neither (the finish of `SplitMix64`).
fn mixed(seed: u64, number: u64) -> u64 {
    const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut bits = seed.rotate_left(17) ^ number.wrapping_add(1).wrapping_mul(GOLDEN);
    bits = bits.wrapping_add(GOLDEN);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    fn letters(tournament: Tournament, n_players: u16, n_seats: usize, block: u64) -> Vec<String> {
        let schedule = Schedule::new(tournament, n_players, n_seats, 1).unwrap();
        schedule.block(block).games().map(|game| game.letters()).collect()
    }

    fn pairings(schedule: &Schedule, n_blocks: usize) -> Vec<(u16, u16)> {
        let pair = |block: Block| (block.players()[0].0, block.players()[1].0);
        schedule.blocks().take(n_blocks).map(pair).collect()
    }

    #[test]
    fn two_players_share_the_seats_in_every_even_way() {
        assert_eq!(letters(Tournament::Match, 2, 2, 5), ["AB", "BA"]);
        let three = letters(Tournament::Match, 2, 3, 0);
        assert_eq!(three, ["ABB", "BAA", "AAB", "BBA", "ABA", "BAB"]);
        assert_eq!(letters(Tournament::Match, 2, 5, 0).len(), 20);
        assert_eq!(letters(Tournament::Match, 2, 6, 0).len(), 20);
    }

    #[test]
    fn more_players_move_round_the_table() {
        assert_eq!(letters(Tournament::Match, 3, 3, 0), ["ABC", "BCA", "CAB"]);
        assert_eq!(letters(Tournament::Match, 3, 3, 1), ["ACB", "CBA", "BAC"]);
        assert_eq!(letters(Tournament::Match, 3, 4, 0), ["ABCA", "BCAB", "CABC"]);
        assert_eq!(letters(Tournament::Match, 3, 6, 0), ["ABCABC", "BCABCA", "CABCAB"]);
    }

    #[test]
    fn every_player_has_every_seat_equally_often_in_a_block() {
        for n_seats in 2..=MAX_SEATS {
            for n_players in 2..=n_seats as u16 {
                let schedule = Schedule::new(Tournament::Match, n_players, n_seats, 3).unwrap();
                let block = schedule.block(7);
                let mut counts = BTreeMap::new();
                for game in block.games() {
                    for seat in game.seats.seats() {
                        *counts.entry((game.seats[seat], seat)).or_insert(0) += 1;
                    }
                }
                let distinct: BTreeSet<i32> = counts.values().copied().collect();
                assert_eq!(distinct.len(), 1, "{n_players} at {n_seats}: {counts:?}");
                assert_eq!(counts.len(), usize::from(n_players) * n_seats);
                assert_eq!(block.games().count(), schedule.games_per_block());
                assert_eq!(block.n_games(), schedule.games_per_block());
            }
        }
    }

    #[test]
    fn everybody_follows_everybody_in_turn() {
        // Four players sit in 3! orders; with each order beside its reverse, 12 blocks hold each
        // order twice.
        let schedule = Schedule::new(Tournament::Match, 4, 4, 1).unwrap();
        let mut orders = BTreeMap::new();
        for block in schedule.blocks().take(12) {
            *orders.entry(block.players().to_vec()).or_insert(0) += 1;
        }
        assert_eq!(orders.len(), 6);
        assert!(orders.values().all(|&count| count == 2));
    }

    #[test]
    fn a_round_robin_plays_every_pairing_once_a_round() {
        for n_players in 2..=9 {
            let schedule = Schedule::new(Tournament::RoundRobin, n_players, 2, 1).unwrap();
            let n_pairings = schedule.n_pairings() as usize;
            let played = pairings(&schedule, n_pairings);
            let distinct: BTreeSet<_> = played.iter().collect();
            assert_eq!(distinct.len(), n_pairings, "{n_players} players: {played:?}");
            assert!(played.iter().all(|&(first, second)| first < second && second < n_players));
        }
    }

    #[test]
    fn a_round_robin_is_balanced_whenever_it_stops() {
        for n_players in 2..=9 {
            let schedule = Schedule::new(Tournament::RoundRobin, n_players, 2, 1).unwrap();
            let mut counts = vec![0; usize::from(n_players)];
            for (first, second) in pairings(&schedule, 100) {
                counts[usize::from(first)] += 1;
                counts[usize::from(second)] += 1;
                let least = counts.iter().min().unwrap();
                let most = counts.iter().max().unwrap();
                assert!(most - least <= 2, "{n_players} players: {counts:?}");
            }
        }
    }

    #[test]
    fn a_gauntlet_is_the_first_against_each_other() {
        let schedule = Schedule::new(Tournament::Gauntlet, 4, 2, 1).unwrap();
        assert_eq!(pairings(&schedule, 4), [(0, 1), (0, 2), (0, 3), (0, 1)]);
    }

    #[test]
    fn a_ladder_is_each_against_the_next_two() {
        let schedule = Schedule::new(Tournament::Ladder, 4, 2, 1).unwrap();
        assert_eq!(schedule.n_pairings(), 5);
        assert_eq!(pairings(&schedule, 5), [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3)]);
        let two = Schedule::new(Tournament::Ladder, 2, 4, 1).unwrap();
        assert_eq!((two.n_pairings(), pairings(&two, 1)), (1, vec![(0, 1)]));
    }

    #[test]
    fn blocks_of_a_round_share_their_opening_and_nothing_else() {
        let schedule = Schedule::new(Tournament::RoundRobin, 5, 4, 99).unwrap();
        let blocks: Vec<Block> = schedule.blocks().take(1_000).collect();
        let openings: BTreeSet<u64> = blocks.iter().map(Block::opening_seed).collect();
        assert_eq!(openings.len(), 100);
        let seeds: BTreeSet<u64> =
            blocks.iter().flat_map(Block::games).map(|game| game.seed).collect();
        assert_eq!(seeds.len(), 6_000);
        assert!(seeds.is_disjoint(&openings));
    }

    #[test]
    fn a_schedule_is_the_same_on_every_machine() {
        let block = Schedule::new(Tournament::Match, 2, 2, 1).unwrap().block(u64::MAX / 2);
        assert_eq!(block.opening_seed(), 17_874_471_739_883_774_104);
        assert_eq!(block.games().next().unwrap().seed, 17_811_484_439_225_139_243);
    }

    #[test]
    fn another_seed_gives_other_openings() {
        let opening = |seed| Schedule::new(Tournament::Match, 2, 2, seed).unwrap().block(0);
        assert_ne!(opening(1).opening_seed(), opening(2).opening_seed());
    }

    #[test]
    fn what_makes_no_sense_is_refused_with_a_sentence() {
        let refusal = |tournament, n_players, n_seats| {
            Schedule::new(tournament, n_players, n_seats, 1).unwrap_err().to_string()
        };
        assert_eq!(
            refusal(Tournament::Match, 5, 4),
            "5 players do not fit at a table of 4 seats; play a round robin instead",
        );
        assert_eq!(
            refusal(Tournament::Gauntlet, 1, 4),
            "a tournament needs at least two players, not 1",
        );
        assert_eq!(
            refusal(Tournament::Match, 2, 1),
            "a tournament needs a game of 2 to 6 seats, not 1",
        );
    }

    #[test]
    fn games_are_rounded_up_to_whole_rounds() {
        let schedule = Schedule::new(Tournament::Gauntlet, 3, 4, 1).unwrap();
        assert_eq!(schedule.blocks_for_games(0), 0);
        assert_eq!(schedule.blocks_for_games(12), 2);
        assert_eq!(schedule.blocks_for_games(13), 4);
    }
}
