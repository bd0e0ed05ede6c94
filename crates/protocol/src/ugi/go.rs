//! The limits of a search: the command `go`.

use std::fmt;
use std::time::Duration;

use tilewright_bots::{Clock, Limits};
use tilewright_core::{BySeat, MAX_SEATS, Seat};

use super::command::ParseCommandError;

/// The limits of a search.
///
/// ```
/// use std::time::Duration;
/// use tilewright_protocol::ugi::{Command, Go};
/// use tilewright_core::Seat;
///
/// let Command::Go(go) = "go p1time 60000 p1inc 1000".parse()? else { panic!() };
/// assert_eq!(go.limits_of(Seat::new(0).unwrap(), 30).time, Some(Duration::from_millis(2_750)));
/// assert_eq!(go.limits_of(Seat::new(1).unwrap(), 30).time, None);
///
/// let Command::Go(go) = "go p1time 60000 movetime 5000 p2time 200000".parse()? else { panic!() };
/// assert_eq!(go.limits_of(Seat::new(0).unwrap(), 30).time, Some(Duration::from_secs(2)));
/// assert_eq!(go.limits_of(Seat::new(1).unwrap(), 30).time, Some(Duration::from_secs(5)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Go {
    /// `movetime`, `nodes` and `depth`.
    pub limits: Limits,
    /// The clock of each seat: `p1time`, and `p1inc` for its gain with every move.
    pub clocks: BySeat<Option<Clock>>,
    /// `infinite`: until it is stopped.
    pub is_infinite: bool,
}

impl Default for Go {
    fn default() -> Go {
        let clocks = BySeat::from_fn(MAX_SEATS, |_| None);
        Go { limits: Limits::NONE, clocks, is_infinite: false }
    }
}

impl From<Limits> for Go {
    fn from(limits: Limits) -> Go {
        Go { limits, ..Go::default() }
    }
}

impl Go {
    /// Returns the limits of a move of this seat, with about so many moves to come.
    pub fn limits_of(&self, seat: Seat, n_moves: usize) -> Limits {
        if self.is_infinite {
            // Each is given, so that no bot takes its own instead.
            let time = Some(Duration::MAX);
            return Limits { time, nodes: Some(u64::MAX), depth: Some(usize::MAX), ..self.limits };
        }
        // Of two times the shorter one counts.
        let by_clock = self.clocks[seat].and_then(|clock| clock.limits(n_moves).time);
        Limits { time: self.limits.time.into_iter().chain(by_clock).min(), ..self.limits }
    }

    /// The longest time of a move of this seat, if it is limited.
    pub(crate) fn max_time_of(&self, seat: Seat) -> Option<Duration> {
        let left = self.clocks[seat].map(|clock| clock.left);
        self.limits.time.into_iter().chain(left).min()
    }

    pub(crate) fn read(words: &[&str]) -> Result<Go, ParseCommandError> {
        let mut go = Go::default();
        let mut gains = BySeat::from_fn(MAX_SEATS, |_| Duration::ZERO);
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
                    let left = Duration::from_millis(number()?);
                    go.clocks[seat] = Some(Clock { left, gain: Duration::ZERO });
                }
                (_, Some((seat, "inc"))) => {
                    // More than a day changes nothing, and must not overflow.
                    gains[seat] = Duration::from_millis(number()?.min(86_400_000));
                }
                _ => return Err(ParseCommandError::Word { command: "go", word: name.to_owned() }),
            }
        }
        for seat in gains.seats() {
            go.clocks[seat] = go.clocks[seat].map(|clock| Clock { gain: gains[seat], ..clock });
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
        let Limits { time, nodes, depth, .. } = self.limits;
        nodes.iter().try_for_each(|nodes| write!(f, " nodes {nodes}"))?;
        depth.iter().try_for_each(|depth| write!(f, " depth {depth}"))?;
        time.iter().try_for_each(|time| write!(f, " movetime {}", time.as_millis()))?;
        let clocks = || self.clocks.seats().filter_map(|seat| Some((seat, self.clocks[seat]?)));
        for (seat, clock) in clocks() {
            write!(f, " p{seat}time {}", clock.left.as_millis())?;
        }
        for (seat, clock) in clocks().filter(|(_, clock)| !clock.gain.is_zero()) {
            write!(f, " p{seat}inc {}", clock.gain.as_millis())?;
        }
        Ok(())
    }
}
