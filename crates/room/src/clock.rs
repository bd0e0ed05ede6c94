//! Clocks: time controls, and the time that is left to each seat.
//!
//! Times come in as milliseconds. A clock runs for the seat that is to move, if a person plays
//! there: bots of the house have their own limits, and chance takes no time. Every move ends a turn
//! of the clock, also if the same seat moves again, as after a draw in Triominos.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use tilewright_core::{BySeat, Seat};

use crate::ActionError;

/// The time that players have.
///
/// ```
/// use tilewright_room::TimeControl;
///
/// let blitz = TimeControl::Total { seconds: 300, increment: 3, delay: 0 };
/// assert_eq!(blitz.to_string(), "300 s + 3 s a move");
/// let text = r#"{"type": "total", "seconds": 300, "increment": 3}"#;
/// assert_eq!(serde_json::from_str::<TimeControl>(text).unwrap(), blitz);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum TimeControl {
    /// The same time for each move.
    PerMove {
        /// The time, in seconds.
        seconds: u32,
    },
    /// A time for all moves of the game.
    Total {
        /// The time at the beginning, in seconds.
        seconds: u32,
        /// The seconds that a player gets for each move but the first (Fischer).
        #[serde(default)]
        #[cfg_attr(feature = "schema", ts(as = "Option<u32>", optional))]
        increment: u32,
        /// The seconds of each move that do not count (simple delay).
        #[serde(default)]
        #[cfg_attr(feature = "schema", ts(as = "Option<u32>", optional))]
        delay: u32,
    },
    /// Days for each move. Players need not stay at the table.
    Correspondence {
        /// The number of days.
        days: u32,
    },
}

/// The clocks of a table, and of all its pauses: pure data about times that come in.
#[derive(Clone, Debug)]
pub(crate) struct Clocks {
    control: TimeControl,
    seats: BySeat<SeatClock>,
    running: Option<Running>,
    /// The time at which a clock ran for the first time.
    began_at: Option<u64>,
}

#[derive(Clone, Copy, Debug, Default)]
struct SeatClock {
    left_millis: u64,
    /// The lag that can still be given back.
    lag_quota_millis: u64,
    /// Before its first move a seat has a time of its own, which is not taken from the clock.
    has_moved: bool,
}

#[derive(Clone, Copy, Debug)]
struct Running {
    seat: Seat,
    since: u64,
    /// The time of this turn before `since`, without what was given back.
    spent_millis: u64,
}

/// The running clock as people see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct RunningClock {
    /// The number of the seat.
    #[cfg_attr(feature = "schema", ts(as = "u8"), schema(value_type = u8))]
    pub seat: Seat,
    /// The time before the clock begins to count, in milliseconds: the rest of a delay.
    pub delay_millis: u64,
    /// The time that is left for the first move of the seat, in milliseconds. After it the game is
    /// aborted. The clock of the seat itself does not count yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub first_move_millis: Option<u64>,
}

/// The clocks of a table when they were sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ClockState {
    /// The time that is left to each seat, in milliseconds.
    #[cfg_attr(feature = "schema", ts(as = "Vec<u64>"), schema(value_type = Vec<u64>))]
    pub left_millis: BySeat<u64>,
    /// The clock that runs; none runs while a bot is to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub running: Option<RunningClock>,
    /// The seats whose players are away while others wait, with the time in milliseconds after
    /// which they have left.
    #[cfg_attr(
        feature = "schema",
        ts(as = "BTreeMap<u8, u64>"),
        schema(value_type = BTreeMap<String, u64>)
    )]
    pub gone_millis: BTreeMap<Seat, u64>,
}

/// The time for the first move of a seat, unless moves take days.
pub const FIRST_MOVE_MILLIS: u64 = 30_000;

/// The lag that a seat can have saved, and has at the beginning. A connection that stalls once is
/// not punished; somebody who pretends to have a slow one gains a second, and then the refill.
pub const LAG_QUOTA_MILLIS: u64 = 1_000;

/// The lag that a seat can save with each move: the whole of it on most connections of the world.
pub const LAG_REFILL_MILLIS: u64 = 200;

const MILLIS_OF_DAY: u64 = 24 * 60 * 60 * 1_000;

/// The longest times, so that no table is open for ever by mistake.
const MAX_SECONDS: u32 = 3 * 60 * 60;
const MAX_SECONDS_OF_MOVE: u32 = 60 * 60;
const MAX_INCREMENT: u32 = 180;
const MAX_DAYS: u32 = 14;

impl TimeControl {
    /// Returns true if moves take days: nobody has to stay at the table, and lag does not matter.
    pub const fn is_correspondence(self) -> bool {
        matches!(self, TimeControl::Correspondence { .. })
    }

    /// Refuses times that nobody can play with.
    pub(crate) fn check(self) -> Result<(), ActionError> {
        let sentence = match self {
            TimeControl::PerMove { seconds } => {
                let is_right = (1..=MAX_SECONDS_OF_MOVE).contains(&seconds);
                (!is_right).then_some("a move has 1 to 3600 seconds")
            }
            TimeControl::Total { seconds, increment, delay } => {
                let sum = u64::from(seconds) + u64::from(increment) + u64::from(delay);
                if seconds > MAX_SECONDS {
                    Some("a game has up to 10800 seconds for each player")
                } else if increment > MAX_INCREMENT || delay > MAX_INCREMENT {
                    Some("an increment or a delay has up to 180 seconds")
                } else if increment > 0 && delay > 0 {
                    Some("a clock has an increment or a delay, not both")
                } else {
                    (sum == 0).then_some("a clock needs time")
                }
            }
            TimeControl::Correspondence { days } => {
                (!(1..=MAX_DAYS).contains(&days)).then_some("a move has 1 to 14 days")
            }
        };
        sentence.map_or(Ok(()), |sentence| Err(ActionError::bad_request(sentence)))
    }

    /// The time of a seat before its first move.
    const fn initial_millis(self) -> u64 {
        match self {
            // Without any time at the beginning, the first clock that runs must not be empty.
            TimeControl::Total { seconds: 0, increment, .. } => increment as u64 * 1_000,
            TimeControl::PerMove { seconds } | TimeControl::Total { seconds, .. } => {
                seconds as u64 * 1_000
            }
            TimeControl::Correspondence { days } => days as u64 * MILLIS_OF_DAY,
        }
    }

    /// The time of each move that does not count.
    const fn delay_millis(self) -> u64 {
        match self {
            TimeControl::Total { delay, .. } => delay as u64 * 1_000,
            TimeControl::PerMove { .. } | TimeControl::Correspondence { .. } => 0,
        }
    }

    /// The time for the first move of a seat.
    const fn first_move_millis(self) -> u64 {
        if self.is_correspondence() { self.initial_millis() } else { FIRST_MOVE_MILLIS }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeControl::PerMove { seconds } => write!(f, "{seconds} s a move"),
            TimeControl::Total { seconds, increment: 0, delay: 0 } => write!(f, "{seconds} s"),
            TimeControl::Total { seconds, increment, delay: 0 } => {
                write!(f, "{seconds} s + {increment} s a move")
            }
            TimeControl::Total { seconds, delay, .. } => {
                write!(f, "{seconds} s with a delay of {delay} s")
            }
            TimeControl::Correspondence { days: 1 } => f.write_str("1 day a move"),
            TimeControl::Correspondence { days } => write!(f, "{days} days a move"),
        }
    }
}

impl Clocks {
    pub(crate) fn new(control: TimeControl, n_seats: usize) -> Clocks {
        let full = SeatClock {
            left_millis: control.initial_millis(),
            lag_quota_millis: LAG_QUOTA_MILLIS,
            has_moved: false,
        };
        let seats = BySeat::from_fn(n_seats, |_| full);
        Clocks { control, seats, running: None, began_at: None }
    }

    pub(crate) const fn control(&self) -> TimeControl {
        self.control
    }

    /// The time at which a clock ran for the first time.
    pub(crate) const fn began_at(&self) -> Option<u64> {
        self.began_at
    }

    /// The seat whose clock runs, and the time since which it does.
    pub(crate) fn running_since(&self) -> Option<(Seat, u64)> {
        self.running.map(|running| (running.seat, running.since))
    }

    /// Lets the clock of this seat run, and no other. One that runs already goes on.
    pub(crate) fn run(&mut self, seat: Option<Seat>, at: u64) {
        if self.running.map(|running| running.seat) == seat {
            return;
        }
        self.running = seat.map(|seat| Running { seat, since: at, spent_millis: 0 });
        if seat.is_some() {
            self.began_at.get_or_insert(at);
        }
    }

    /// Ends the turn of the running clock by a move, of which so much lag is given back. Returns
    /// the time that is left to the seat.
    pub(crate) fn end_turn(&mut self, at: u64, lag_millis: u64) -> Option<u64> {
        let running = self.running.take()?;
        let clock = &mut self.seats[running.seat];
        if clock.has_moved {
            let free_millis = self.control.delay_millis() + lag_millis;
            let used_millis = running.turn_millis(at).saturating_sub(free_millis);
            clock.left_millis = clock.left_millis.saturating_sub(used_millis);
            clock.left_millis = match self.control {
                TimeControl::Total { increment, .. } => {
                    clock.left_millis + u64::from(increment) * 1_000
                }
                TimeControl::PerMove { .. } | TimeControl::Correspondence { .. } => {
                    self.control.initial_millis()
                }
            };
            let quota_millis = clock.lag_quota_millis.saturating_sub(lag_millis);
            clock.lag_quota_millis = LAG_QUOTA_MILLIS.min(quota_millis + LAG_REFILL_MILLIS);
        }
        clock.has_moved = true;
        Some(clock.left_millis)
    }

    /// Lets the running clock go on from `at`, as if no time had passed since `last`.
    pub(crate) fn give_back(&mut self, last: u64, at: u64) {
        if let Some(running) = &mut self.running {
            running.spent_millis = running.turn_millis(last);
            running.since = at;
        }
    }

    /// The lag that is given back if the seat moves now, of what its connection has.
    pub(crate) fn lag_given_back(&self, lag_millis: u64, now: u64) -> u64 {
        let Some(running) = self.running else { return 0 };
        running.turn_millis(now).min(self.possible_lag(running.seat, lag_millis))
    }

    /// The time at which the running clock has run out, if the connection has this lag: before
    /// that, a move may be on its way. For a first move it is the time to abort the game.
    pub(crate) fn deadline(&self, lag_millis: u64) -> Option<u64> {
        let running = self.running?;
        let clock = self.seats[running.seat];
        let allowed_millis = if clock.has_moved {
            let lag_millis = self.possible_lag(running.seat, lag_millis);
            clock.left_millis + self.control.delay_millis() + lag_millis
        } else {
            self.control.first_move_millis()
        };
        Some(running.since + allowed_millis.saturating_sub(running.spent_millis))
    }

    /// Returns true if the seat has moved.
    pub(crate) fn has_moved(&self, seat: Seat) -> bool {
        self.seats[seat].has_moved
    }

    /// The clocks as people see them; nobody counts as away.
    pub(crate) fn state(&self, now: u64) -> ClockState {
        let mut left_millis = self.seats.map(|clock| clock.left_millis);
        let running = self.running.map(|running| self.running_state(running, now));
        if let Some(running) = self.running.filter(|it| self.seats[it.seat].has_moved) {
            let counted = running.turn_millis(now).saturating_sub(self.control.delay_millis());
            left_millis[running.seat] = left_millis[running.seat].saturating_sub(counted);
        }
        ClockState { left_millis, running, gone_millis: BTreeMap::new() }
    }

    fn running_state(&self, running: Running, now: u64) -> RunningClock {
        let turn_millis = running.turn_millis(now);
        let is_first = !self.seats[running.seat].has_moved;
        let first_move_millis = self.control.first_move_millis().saturating_sub(turn_millis);
        RunningClock {
            seat: running.seat,
            delay_millis: self.control.delay_millis().saturating_sub(turn_millis),
            first_move_millis: is_first.then_some(first_move_millis),
        }
    }

    fn possible_lag(&self, seat: Seat, lag_millis: u64) -> u64 {
        let clock = self.seats[seat];
        let has_lag = clock.has_moved && !self.control.is_correspondence();
        if has_lag { lag_millis.min(clock.lag_quota_millis) } else { 0 }
    }
}

impl Running {
    /// The time of the turn so far. Clocks of machines may go back; a turn never does.
    fn turn_millis(self, now: u64) -> u64 {
        self.spent_millis + now.saturating_sub(self.since)
    }
}
