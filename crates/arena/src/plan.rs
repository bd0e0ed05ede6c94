//! The plan of a tournament: everything that its results depend on.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use tilewright_bots::{Bots, Clock, Limits};
use tilewright_core::{OptionsError, ParsePositionError, Seat, Turn, Viewer};
use tilewright_protocol::engine::{Fault, Timeouts};
use tilewright_table::{GameId, Table};

use crate::participant::{ParsePlayerError, PlayerSpec};
use crate::schedule::{Schedule, ScheduleError, Tournament};
use crate::sprt::{EloModel, Sprt, SprtError};

/// The plan of a tournament. The same plan gives the same games again, if no player goes by the
/// clock.
///
/// ```
/// use tilewright_arena::plan::Plan;
///
/// let plan = Plan::new("aquapipe".parse()?, &["greedy", "random"]);
/// let checked = plan.check()?;
/// assert_eq!(checked.schedule.games_per_block(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The game.
    pub game: GameId,
    /// Its options, by name and value.
    pub options: Vec<(String, String)>,
    /// The players, as [`PlayerSpec`] writes them.
    pub players: Vec<String>,
    /// The names of the players in reports and records, if these differ from `players`: one for
    /// each, or none at all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// The pairings.
    pub tournament: Tournament,
    /// The largest number of games, rounded up to whole rounds.
    pub n_games: u64,
    /// The seed of openings, deals and bots.
    pub seed: u64,
    /// The number of random moves at the beginning of each block; by default one for each seat, or
    /// none where chance deals.
    pub opening_plies: Option<usize>,
    /// Positions to begin in, one for each round in turn, instead of the start.
    pub openings: Vec<String>,
    /// The time limit of a move.
    pub time_millis: Option<u64>,
    /// The clock of every seat when a game begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockPlan>,
    /// True if the times of moves and clocks are processor time, by which no player gains from a
    /// second core, and none loses where the machine is busy.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_cpu_time: bool,
    /// The node limit of a move.
    pub nodes: Option<u64>,
    /// The depth limit of a move.
    pub depth: Option<usize>,
    /// The time that an engine may take beyond its limit before it forfeits.
    pub over_time_millis: u64,
    /// The timeout of an engine for a move without a time limit, and for its start if that is more
    /// than the usual ten seconds.
    pub patience_millis: u64,
    /// A game that is longer is a draw.
    pub max_plies: usize,
    /// The test that ends it.
    pub sprt: Option<SprtPlan>,
    /// The date in the records.
    pub date: Option<String>,
}

/// A clock as a part of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockPlan {
    /// The time when a game begins.
    pub time_millis: u64,
    /// The gain with every move.
    pub gain_millis: u64,
}

impl From<ClockPlan> for Clock {
    fn from(plan: ClockPlan) -> Clock {
        let left = Duration::from_millis(plan.time_millis);
        Clock { left, gain: Duration::from_millis(plan.gain_millis) }
    }
}

/// A sequential test as a part of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SprtPlan {
    /// The first hypothesis.
    pub elo0: f64,
    /// The second one, which is above it.
    pub elo1: f64,
    /// The chance to accept the second where the first is true.
    pub alpha: f64,
    /// The chance to accept the first where the second is true.
    pub beta: f64,
    /// The scale of both.
    pub model: EloModel,
}

/// A plan that can be played.
#[derive(Debug)]
pub struct CheckedPlan {
    /// The schedule of blocks.
    pub schedule: Schedule,
    /// The largest number of blocks.
    pub n_blocks: u64,
    /// The players.
    pub players: Vec<PlayerSpec>,
    /// The test that ends it.
    pub sprt: Option<Sprt>,
    /// The tables at which games begin.
    pub tables: Vec<Box<dyn Table>>,
    /// The number of random moves at the beginning of each block.
    pub opening_plies: usize,
}

impl CheckedPlan {
    /// Returns the largest number of games.
    pub fn n_games(&self) -> u64 {
        self.n_blocks * self.schedule.games_per_block() as u64
    }
}

/// The plan cannot be played.
#[derive(Debug, Error)]
pub enum PlanError {
    /// The game has no such options.
    #[error(transparent)]
    Options(#[from] OptionsError),
    /// A player is unknown.
    #[error(transparent)]
    Player(#[from] ParsePlayerError),
    /// The pairings are impossible.
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    /// The test makes no sense.
    #[error(transparent)]
    Sprt(#[from] SprtError),
    /// A test is between two players.
    #[error("a test is between two players, not {0}")]
    SprtPlayers(usize),
    /// A number is too large.
    #[error("{name} is at most {max}")]
    TooLarge {
        /// The meaning of the number.
        name: &'static str,
        /// The largest.
        max: u64,
    },
    /// A clock without time.
    #[error("a clock begins with 1 ms at least")]
    EmptyClock,
    /// A time limit for moves and one for games.
    #[error("either a move has its time or a game has, by a clock")]
    TwoTimes,
    /// The number of names is not that of the players.
    #[error("there are {players} players but {names} names")]
    Names {
        /// The number of players.
        players: usize,
        /// The number of names.
        names: usize,
    },
    /// An engine cannot play this game.
    #[error("{player} {fault}")]
    Engine {
        /// The engine.
        player: String,
        /// The fault in the trial.
        fault: Fault,
    },
    /// An opening is no position of the game.
    #[error("opening {number}: {reason}")]
    Opening {
        /// The number of the opening, from 1.
        number: usize,
        /// The reason.
        reason: ParsePositionError,
    },
    /// An opening has another number of seats, or is over.
    #[error("opening {number} {reason}")]
    OtherOpening {
        /// The number of the opening, from 1.
        number: usize,
        /// The reason.
        reason: &'static str,
    },
}

/// The default length at which a game is a draw. The longest games that end by themselves are far
/// shorter.
const MAX_PLIES: usize = 5_000;

/// The most games that a tournament may have.
pub const MAX_GAMES: u64 = 1_000_000_000;
/// The most players that a tournament may have.
pub const MAX_PLAYERS: u64 = 1_000;
/// The most random moves that a block may begin with.
pub const MAX_OPENING_PLIES: u64 = 1_000;
/// The most moves after which a game may be called a draw.
pub const MAX_MAX_PLIES: u64 = 1_000_000;

impl Plan {
    /// Returns a match of 1,000 games with the default options.
    pub fn new(game: GameId, players: &[&str]) -> Plan {
        Plan {
            game,
            options: Vec::new(),
            players: players.iter().map(ToString::to_string).collect(),
            names: Vec::new(),
            tournament: Tournament::Match,
            n_games: 1_000,
            seed: 1,
            opening_plies: None,
            openings: Vec::new(),
            time_millis: None,
            clock: None,
            is_cpu_time: false,
            nodes: None,
            depth: None,
            over_time_millis: 500,
            patience_millis: 60_000,
            max_plies: MAX_PLIES,
            sprt: None,
            date: None,
        }
    }

    /// Checks that the plan can be played.
    pub fn check(&self) -> Result<CheckedPlan, PlanError> {
        self.check_numbers()?;
        let tables = self.tables()?;
        let players = self.players.iter().map(|text| self.player(text));
        let players = players.collect::<Result<Vec<_>, _>>()?;
        let n_players = u16::try_from(players.len()).unwrap_or(u16::MAX);
        let n_seats = tables[0].n_seats();
        let schedule = Schedule::new(self.tournament, n_players, n_seats, self.seed)?;
        let sprt = self.sprt.map(|plan| self.sprt(plan, &schedule)).transpose()?;
        // Where chance comes first, it makes the games of each block different from others.
        let has_chance = tables[0].turn() == Turn::Chance;
        let opening_plies = self.opening_plies.unwrap_or(if has_chance { 0 } else { n_seats });
        let n_blocks = schedule.blocks_for_games(self.n_games);
        Ok(CheckedPlan { schedule, n_blocks, players, sprt, tables, opening_plies })
    }

    /// Returns the names of the players, with a number behind equal names.
    ///
    /// ```
    /// use tilewright_arena::plan::Plan;
    ///
    /// let plan = Plan::new("aquapipe".parse()?, &["random", "random"]);
    /// assert_eq!(plan.player_names(), ["random", "random #2"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn player_names(&self) -> Vec<String> {
        let names = self.names();
        let mut numbered = Vec::new();
        for (i, name) in names.iter().enumerate() {
            let number = names[..=i].iter().filter(|other| *other == name).count();
            numbered.push(if number == 1 { name.clone() } else { format!("{name} #{number}") });
        }
        numbered
    }

    /// The names of the players in reports and records.
    pub(crate) fn names(&self) -> &[String] {
        if self.names.is_empty() { &self.players } else { &self.names }
    }

    /// Returns the limits of a move.
    pub fn limits(&self) -> Limits {
        let time = self.time_millis.map(Duration::from_millis);
        let is_cpu_time = self.is_cpu_time && time.is_some();
        Limits { time, nodes: self.nodes, depth: self.depth, is_cpu_time }
    }

    /// Returns true if the results depend on the clock, so that it is worth saying how much time
    /// each player used: by the limits of the plan, because of an engine, or by a bot's own limit.
    pub fn is_timed(&self) -> bool {
        let is_timed = |text: &String| match text.parse() {
            Ok(PlayerSpec::Bot(spec)) => spec.setting("time").is_some(),
            Ok(PlayerSpec::Engine(_)) => true,
            Err(_) => false,
        };
        let has_limit = self.time_millis.is_some() || self.clock.is_some();
        has_limit || self.players.iter().any(is_timed)
    }

    /// Returns the timeouts of engines.
    pub fn timeouts(&self) -> Timeouts {
        let margin = Duration::from_millis(self.over_time_millis);
        let search = Duration::from_millis(self.patience_millis);
        let usual = Timeouts::default();
        // An engine that may search long may load long, such as the weights of a network.
        Timeouts { margin, search, start: usual.start.max(search), ..usual }
    }

    /// Checks that every engine can be started and knows the game, because otherwise it would
    /// forfeit all games.
    pub fn check_engines(&self) -> Result<(), PlanError> {
        let CheckedPlan { players, tables, .. } = self.check()?;
        let seat = Seat::new(0).expect("there is a first seat");
        let table = &*tables[0];
        for (spec, text) in players.iter().zip(&self.players) {
            let PlayerSpec::Engine(spec) = spec else { continue };
            let start = if self.game.has_secrets() {
                table.view(Viewer::Seat(seat))["position"].as_str().unwrap_or_default().to_owned()
            } else {
                table.position_text()
            };
            let begun = spec.engine(self.timeouts()).begin(self.game, seat, &start);
            begun.map_err(|fault| PlanError::Engine { player: text.clone(), fault })?;
        }
        Ok(())
    }

    fn check_numbers(&self) -> Result<(), PlanError> {
        let players = self.players.len();
        let names = self.names.len();
        let n_plies = self.opening_plies.unwrap_or_default();
        let numbers = [
            ("the number of games", self.n_games, MAX_GAMES),
            ("the number of players", players as u64, MAX_PLAYERS),
            ("the number of random moves", n_plies as u64, MAX_OPENING_PLIES),
            ("the length of a game", self.max_plies as u64, MAX_MAX_PLIES),
        ];
        if let Some(&(name, _, max)) = numbers.iter().find(|(_, number, max)| number > max) {
            return Err(PlanError::TooLarge { name, max });
        }
        if self.clock.is_some_and(|clock| clock.time_millis == 0) {
            return Err(PlanError::EmptyClock);
        }
        if self.clock.is_some() && self.time_millis.is_some() {
            return Err(PlanError::TwoTimes);
        }
        if names != 0 && names != players {
            return Err(PlanError::Names { players, names });
        }
        Ok(())
    }

    fn player(&self, text: &str) -> Result<PlayerSpec, ParsePlayerError> {
        let player: PlayerSpec = text.parse()?;
        if let PlayerSpec::Bot(_) = player {
            Bots::of(self.game).read(text)?;
        }
        Ok(player)
    }

    fn sprt(&self, plan: SprtPlan, schedule: &Schedule) -> Result<Sprt, PlanError> {
        if self.players.len() != 2 {
            return Err(PlanError::SprtPlayers(self.players.len()));
        }
        let sprt = Sprt::new(plan.elo0, plan.elo1)?.with_model(plan.model);
        let sprt = sprt.with_chances(plan.alpha, plan.beta)?;
        sprt.check_blocks(schedule.games_per_block() as u32)?;
        Ok(sprt)
    }

    fn tables(&self) -> Result<Vec<Box<dyn Table>>, PlanError> {
        let options = self.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let start = self.game.open(&options.collect::<Vec<_>>())?;
        if self.openings.is_empty() {
            return Ok(vec![start]);
        }
        let mut tables = Vec::new();
        for (text, number) in self.openings.iter().zip(1..) {
            let opened = self.game.open_position(text);
            let table = opened.map_err(|reason| PlanError::Opening { number, reason })?;
            if table.n_seats() != start.n_seats() {
                let reason = "has another number of seats";
                return Err(PlanError::OtherOpening { number, reason });
            }
            if table.turn().is_over() {
                return Err(PlanError::OtherOpening { number, reason: "is over already" });
            }
            tables.push(table);
        }
        Ok(tables)
    }
}
