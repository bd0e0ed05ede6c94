//! The statistics of a tournament, from the results of its games.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use thiserror::Error;
use tilewright_core::Outcome;
use tilewright_protocol::engine::FaultKind;

use crate::Player;
use crate::plan::{CheckedPlan, Plan, PlanError};
use crate::results::{GameResult, Usage};
use crate::schedule::Schedule;
use crate::sprt::{Decision, Sprt, SprtState};
use crate::standings::Standings;

/// The faults of a player, by which it forfeited seats.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Faults {
    /// The number of forfeited seats.
    pub n_times: u64,
    /// The last game with a fault, in the order of the schedule.
    pub last_game: u64,
    /// The reason in that game.
    pub reason: String,
    /// The number of forfeited seats by the kind of the fault.
    pub by_kind: BTreeMap<FaultKind, u64>,
}

/// The result belongs to no game of the plan.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WrongResult {
    /// There is no such game.
    #[error("there is no game {0}")]
    Game(u64),
    /// The game has another number of seats.
    #[error("the game has {0} seats")]
    Seats(usize),
}

/// The statistics of a tournament: counts games as they come, each once.
///
/// Blocks count in the order of the schedule. Short games end first, and a test that counted them
/// first would count more of the games that are lost quickly; so early results wait for those
/// before them. The end is the same in whatever order the games come.
#[derive(Clone, Debug)]
pub struct Statistics {
    schedule: Schedule,
    n_games: u64,
    standings: Standings,
    test: Option<Sprt>,
    sprt: Option<SprtState>,
    /// The games of blocks that are incomplete, or that come after an incomplete block.
    waiting: BTreeMap<u64, Vec<Option<Outcome>>>,
    n_played: u64,
    faults: BTreeMap<Player, Faults>,
    resignations: BTreeMap<Player, u64>,
    usage: BTreeMap<Player, Usage>,
}

impl Statistics {
    /// Returns the statistics of a plan before its first game.
    pub fn new(plan: &Plan) -> Result<Statistics, PlanError> {
        Ok(Statistics::of(&plan.check()?))
    }

    pub(crate) fn of(checked: &CheckedPlan) -> Statistics {
        let schedule = checked.schedule.clone();
        Statistics {
            n_games: checked.n_games(),
            standings: Standings::new(&schedule),
            schedule,
            test: checked.sprt,
            sprt: None,
            waiting: BTreeMap::new(),
            n_played: 0,
            faults: BTreeMap::new(),
            resignations: BTreeMap::new(),
            usage: BTreeMap::new(),
        }
    }

    /// Counts a game unless it is counted already, and returns whether it was new.
    pub fn add(&mut self, result: &GameResult) -> Result<bool, WrongResult> {
        self.check(result)?;
        let games_per_block = self.games_per_block();
        let block = result.game / games_per_block;
        let game = (result.game % games_per_block) as usize;
        if block < self.standings.n_blocks() {
            return Ok(false);
        }
        let none = vec![None; games_per_block as usize];
        let games = self.waiting.entry(block).or_insert(none);
        if games[game].replace(result.outcome).is_some() {
            return Ok(false);
        }
        self.n_played += 1;
        self.add_by_player(block, game, result);
        while !self.is_decided()
            && let Some(outcomes) = self.next_complete_block()
        {
            let block = self.schedule.block(self.standings.n_blocks());
            self.standings.add_block(&block, &outcomes).expect("a block of this schedule");
            self.waiting.remove(&block.index());
            self.sprt = self.sprt_state();
        }
        Ok(true)
    }

    /// The largest number of games.
    pub const fn n_games(&self) -> u64 {
        self.n_games
    }

    /// The number of games so far, with those that wait for others.
    pub const fn n_played(&self) -> u64 {
        self.n_played
    }

    /// The standings after all complete blocks.
    pub const fn standings(&self) -> &Standings {
        &self.standings
    }

    /// The state of the test, if there is one.
    pub const fn sprt(&self) -> Option<SprtState> {
        self.sprt
    }

    /// The faults of each player that had any.
    pub const fn faults(&self) -> &BTreeMap<Player, Faults> {
        &self.faults
    }

    /// The number of seats that each player resigned, if there are any.
    pub const fn resignations(&self) -> &BTreeMap<Player, u64> {
        &self.resignations
    }

    /// The time that each player used, where it was measured.
    pub const fn usage(&self) -> &BTreeMap<Player, Usage> {
        &self.usage
    }

    /// The number of forfeited seats.
    pub fn n_faults(&self) -> u64 {
        self.faults.values().map(|faults| faults.n_times).sum()
    }

    /// Returns whether all games are played, or the test is decided.
    pub fn is_complete(&self) -> bool {
        self.is_decided() || self.standings.n_games() >= self.n_games
    }

    pub(crate) fn is_decided(&self) -> bool {
        self.sprt.is_some_and(|state| state.decision != Decision::Continue)
    }

    /// The number of games before the first that is not played.
    pub(crate) fn n_in_order(&self) -> u64 {
        let n_blocks = self.standings.n_blocks();
        let games = self.waiting.get(&n_blocks).into_iter().flatten();
        let n_first = games.take_while(|game| game.is_some()).count() as u64;
        n_blocks * self.games_per_block() + n_first
    }

    /// The games that are played and wait for others.
    pub(crate) fn waiting_games(&self) -> BTreeSet<u64> {
        let mut numbers = BTreeSet::new();
        for (block, games) in &self.waiting {
            let first = block * self.games_per_block();
            let played = (first..).zip(games).filter(|(_, game)| game.is_some());
            numbers.extend(played.map(|(number, _)| number));
        }
        numbers
    }

    fn check(&self, result: &GameResult) -> Result<(), WrongResult> {
        let n_seats = self.schedule.n_seats();
        if result.game >= self.n_games {
            return Err(WrongResult::Game(result.game));
        }
        let seats = result.faults.iter().map(|(seat, _)| seat).chain(&result.resigned);
        let are_seats = seats.map(|seat| seat.index()).all(|index| index < n_seats)
            && (result.usage.is_empty() || result.usage.len() == n_seats);
        if result.outcome.places().len() != n_seats || !are_seats {
            return Err(WrongResult::Seats(n_seats));
        }
        Ok(())
    }

    fn games_per_block(&self) -> u64 {
        self.schedule.games_per_block() as u64
    }

    fn next_complete_block(&self) -> Option<Vec<Outcome>> {
        let games = self.waiting.get(&self.standings.n_blocks())?;
        games.iter().copied().collect()
    }

    /// Adds what a result says of each player besides places and scores.
    fn add_by_player(&mut self, block: u64, game: usize, result: &GameResult) {
        if result.faults.is_empty() && result.resigned.is_empty() && result.usage.is_empty() {
            return;
        }
        let block = self.schedule.block(block);
        let game = block.games().nth(game).expect("a block has so many games");
        for &seat in &result.resigned {
            *self.resignations.entry(game.seats[seat]).or_default() += 1;
        }
        for (seat, &usage) in game.seats.seats().zip(&result.usage) {
            self.usage.entry(game.seats[seat]).or_default().add(usage);
        }
        for (i, (seat, reason)) in result.faults.iter().enumerate() {
            let faults = self.faults.entry(game.seats[*seat]).or_default();
            faults.n_times += 1;
            if let Some(&kind) = result.fault_kinds.get(i) {
                *faults.by_kind.entry(kind).or_default() += 1;
            }
            if result.game >= faults.last_game {
                faults.last_game = result.game;
                faults.reason.clone_from(reason);
            }
        }
    }

    fn sprt_state(&self) -> Option<SprtState> {
        let pair = self.standings.pair(Player(0), Player(1))?;
        Some(self.test?.state(pair.blocks()))
    }
}
