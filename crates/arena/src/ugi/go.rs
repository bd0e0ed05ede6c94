//! How long an engine may think.

use std::fmt;
use std::time::Duration;

use tilewright_core::{BySeat, MAX_SEATS, Seat};
use tilewright_engines::Limits;

use super::command::ParseCommandError;

/// What an engine may spend on a move.
///
/// ```
/// use std::time::Duration;
/// use tilewright_arena::ugi::{Command, Go};
/// use tilewright_core::Seat;
///
/// let Command::Go(go) = "go p1time 60000 p1inc 1000".parse()? else { panic!() };
/// assert_eq!(go.limits_of(Seat::new(0).unwrap()).time, Some(Duration::from_millis(2_750)));
/// assert_eq!(go.limits_of(Seat::new(1).unwrap()).time, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Go {
    /// `movetime`, `nodes` and `depth`.
    pub limits: Limits,
    /// What is on the clock of each seat.
    pub clocks: BySeat<Clock>,
    /// `infinite`: until it is stopped.
    pub is_infinite: bool,
}

/// What is on the clock of a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// `p1time`: what is left of its time.
    pub time: Option<Duration>,
    /// `p1inc`: what it gains with every move.
    pub gain: Duration,
}

impl Default for Go {
    fn default() -> Go {
        let clocks = BySeat::from_fn(MAX_SEATS, |_| Clock::default());
        Go { limits: Limits::NONE, clocks, is_infinite: false }
    }
}

impl From<Limits> for Go {
    fn from(limits: Limits) -> Go {
        Go { limits, ..Go::default() }
    }
}

impl Go {
    /// What this seat may spend on its move: of its clock a part of what is left and most of what
    /// it gains, and never more than half of all.
    pub fn limits_of(&self, seat: Seat) -> Limits {
        if self.is_infinite {
            // Each is given, so that no bot takes its own instead.
            let (time, nodes, depth) = (Some(Duration::MAX), Some(u64::MAX), Some(usize::MAX));
            return Limits { time, nodes, depth };
        }
        let Clock { time, gain } = self.clocks[seat];
        let share = time.map(|left| (left / 30 + gain * 3 / 4).min(left / 2));
        self.limits.or(Limits { time: share, ..Limits::NONE })
    }

    pub(crate) fn read(words: &[&str]) -> Result<Go, ParseCommandError> {
        let mut go = Go::default();
        let mut words = words.iter();
        while let Some(&name) = words.next() {
            if name == "infinite" {
                go.is_infinite = true;
                continue;
            }
            let mut number = || -> Result<u64, ParseCommandError> {
                let value = *words.next().unwrap_or(&"");
                let error = || ParseCommandError::Number { name: name.into(), value: value.into() };
                value.parse().map_err(|_| error())
            };
            match (name, clock(name)) {
                ("movetime", _) => go.limits.time = Some(Duration::from_millis(number()?)),
                ("nodes", _) => go.limits.nodes = Some(number()?),
                ("depth", _) => go.limits.depth = Some(number()? as usize),
                (_, Some((seat, "time"))) => {
                    go.clocks[seat].time = Some(Duration::from_millis(number()?));
                }
                (_, Some((seat, "inc"))) => {
                    // More than a day changes nothing, and must not overflow.
                    go.clocks[seat].gain = Duration::from_millis(number()?.min(86_400_000));
                }
                _ => return Err(ParseCommandError::Word { command: "go", word: name.to_owned() }),
            }
        }
        Ok(go)
    }
}

/// The seat and the rest of a word such as `p1time`.
fn clock(name: &str) -> Option<(Seat, &str)> {
    let (number, what) = name.strip_prefix('p')?.split_at_checked(1)?;
    Some((number.parse().ok()?, what))
}

/// With a space before each word.
impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_infinite {
            f.write_str(" infinite")?;
        }
        let Limits { time, nodes, depth } = self.limits;
        nodes.iter().try_for_each(|nodes| write!(f, " nodes {nodes}"))?;
        depth.iter().try_for_each(|depth| write!(f, " depth {depth}"))?;
        time.iter().try_for_each(|time| write!(f, " movetime {}", time.as_millis()))?;
        for seat in self.clocks.seats() {
            let time = self.clocks[seat].time;
            time.iter().try_for_each(|time| write!(f, " p{seat}time {}", time.as_millis()))?;
        }
        for seat in self.clocks.seats() {
            let gain = self.clocks[seat].gain;
            if !gain.is_zero() {
                write!(f, " p{seat}inc {}", gain.as_millis())?;
            }
        }
        Ok(())
    }
}
