//! What has come of a tournament so far, whoever played it.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use thiserror::Error;
use tilewright_core::Outcome;

use crate::Player;
use crate::plan::{Checked, Plan, PlanError};
use crate::results::GameResult;
use crate::schedule::Schedule;
use crate::sprt::{Decision, Sprt, SprtState};
use crate::standings::Standings;

/// How far a tournament is.
#[derive(Debug)]
pub struct Progress<'a> {
    /// How many games are played.
    pub n_played: u64,
    /// How many there are at most.
    pub n_games: u64,
    /// What whole blocks say so far.
    pub standings: &'a Standings,
    /// How the test stands, if there is one.
    pub sprt: Option<SprtState>,
    /// How many seats were forfeited.
    pub n_faults: u64,
    /// The games that were played since this was last told.
    pub games: &'a [GameResult],
}

/// What came of a tournament.
#[derive(Clone, Debug)]
pub struct Finished {
    /// What the blocks say.
    pub standings: Standings,
    /// How the test stands, if there is one.
    pub sprt: Option<SprtState>,
    /// Whether all was played, or the test is decided; otherwise it was stopped.
    pub is_complete: bool,
    /// How the players forfeited seats.
    pub faults: BTreeMap<Player, Faults>,
}

/// How a player forfeited seats.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Faults {
    /// How often.
    pub n_times: u64,
    /// The last game, in the order of the schedule, in which it did.
    pub last_game: u64,
    /// The reason then.
    pub reason: String,
}

/// This is not the result of a game of the plan.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WrongResult {
    /// There is no such game.
    #[error("there is no game {0}")]
    Game(u64),
    /// It was played at another table.
    #[error("the game has {0} seats")]
    Seats(usize),
}

/// Counts the games of a plan as they come, each once.
///
/// Blocks count in the order of the schedule: short games end first, and a test that saw them first
/// would see more of those that are lost quickly. What comes early waits for what was to come before
/// it. So the end is the same in whatever order the games came.
#[derive(Clone, Debug)]
pub struct Tally {
    schedule: Schedule,
    n_games: u64,
    standings: Standings,
    sprt: Option<Sprt>,
    state: Option<SprtState>,
    /// The games of blocks that are not whole, or that come after one that is not.
    waiting: BTreeMap<u64, Vec<Option<Outcome>>>,
    n_played: u64,
    n_faults: u64,
    faults: BTreeMap<Player, Faults>,
}

impl Tally {
    /// Before the first game of a plan.
    pub fn new(plan: &Plan) -> Result<Tally, PlanError> {
        Ok(Tally::of(&plan.check()?))
    }

    pub(crate) fn of(checked: &Checked) -> Tally {
        let schedule = checked.schedule.clone();
        Tally {
            n_games: checked.n_blocks * schedule.games_per_block() as u64,
            standings: Standings::new(&schedule),
            schedule,
            sprt: checked.sprt,
            state: None,
            waiting: BTreeMap::new(),
            n_played: 0,
            n_faults: 0,
            faults: BTreeMap::new(),
        }
    }

    /// Counts a game, unless it is counted already, and says whether it was new.
    pub fn add(&mut self, result: &GameResult) -> Result<bool, WrongResult> {
        self.check(result)?;
        let games_per_block = self.games_per_block();
        let (block, game) = (result.game / games_per_block, result.game % games_per_block);
        if block < self.standings.n_blocks() {
            return Ok(false);
        }
        let games = vec![None; games_per_block as usize];
        let games = self.waiting.entry(block).or_insert(games);
        if games[game as usize].replace(result.outcome).is_some() {
            return Ok(false);
        }
        self.n_played += 1;
        self.note_faults(block, game as usize, result);
        while !self.is_decided()
            && let Some(outcomes) = self.next_whole_block()
        {
            let block = self.schedule.block(self.standings.n_blocks());
            self.standings.add_block(&block, &outcomes).expect("a block of this schedule");
            self.waiting.remove(&block.index());
            self.state = self.sprt_state();
        }
        Ok(true)
    }

    /// How many games there are at most.
    pub const fn n_games(&self) -> u64 {
        self.n_games
    }

    /// How many games are counted, those that wait for others included.
    pub const fn n_played(&self) -> u64 {
        self.n_played
    }

    /// Whether nothing more needs to be played: there is nothing, or the test is decided.
    pub fn is_complete(&self) -> bool {
        self.is_decided() || self.standings.n_games() >= self.n_games
    }

    /// How far it is, with the games that were played since this was last told.
    pub fn progress<'a>(&'a self, games: &'a [GameResult]) -> Progress<'a> {
        let Tally { n_played, n_games, standings, state, n_faults, .. } = self;
        let (n_played, n_games, sprt, n_faults) = (*n_played, *n_games, *state, *n_faults);
        Progress { n_played, n_games, standings, sprt, n_faults, games }
    }

    /// What has come of it.
    pub fn finish(self) -> Finished {
        let is_complete = self.is_complete();
        let Tally { standings, state, faults, .. } = self;
        Finished { standings, sprt: state, is_complete, faults }
    }

    pub(crate) fn is_decided(&self) -> bool {
        self.state.is_some_and(|state| state.decision != Decision::Continue)
    }

    /// How many games there are before the first that is not played.
    pub(crate) fn n_in_order(&self) -> u64 {
        let n_whole = self.standings.n_blocks();
        let games = self.waiting.get(&n_whole).into_iter().flatten();
        let n_first = games.take_while(|game| game.is_some()).count() as u64;
        n_whole * self.games_per_block() + n_first
    }

    /// The games after that which are played.
    pub(crate) fn beyond(&self) -> BTreeSet<u64> {
        let numbered = |(block, games): (&u64, &Vec<Option<Outcome>>)| {
            let first = block * self.games_per_block();
            let played = (first..).zip(games.clone()).filter(|(_, game)| game.is_some());
            played.map(|(number, _)| number).collect::<Vec<_>>()
        };
        self.waiting.iter().flat_map(numbered).collect()
    }

    /// Whether this can be the result of a game of the schedule.
    fn check(&self, result: &GameResult) -> Result<(), WrongResult> {
        let n_seats = self.schedule.n_seats();
        if result.game >= self.n_games {
            return Err(WrongResult::Game(result.game));
        }
        let are_seats = result.faults.iter().all(|(seat, _)| seat.index() < n_seats);
        if result.outcome.places().len() != n_seats || !are_seats {
            return Err(WrongResult::Seats(n_seats));
        }
        Ok(())
    }

    fn games_per_block(&self) -> u64 {
        self.schedule.games_per_block() as u64
    }

    fn next_whole_block(&self) -> Option<Vec<Outcome>> {
        let games = self.waiting.get(&self.standings.n_blocks())?;
        games.iter().copied().collect()
    }

    fn note_faults(&mut self, block: u64, game: usize, result: &GameResult) {
        if result.faults.is_empty() {
            return;
        }
        let block = self.schedule.block(block);
        let game = block.games().nth(game).expect("a block has so many games");
        for (seat, reason) in &result.faults {
            self.n_faults += 1;
            let faults = self.faults.entry(game.seats[*seat]).or_default();
            faults.n_times += 1;
            if result.game >= faults.last_game {
                (faults.last_game, faults.reason) = (result.game, reason.clone());
            }
        }
    }

    fn sprt_state(&self) -> Option<SprtState> {
        let pair = self.standings.pair(Player(0), Player(1))?;
        Some(self.sprt?.state(pair.blocks()))
    }
}
