//! The limits of a search, clocks, and the stop flag.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The limits of a search for a move. The first that is reached ends it; without any it ends when
/// the value is proved, or when it is stopped.
///
/// ```
/// use tilewright_search::Limits;
///
/// let asked = Limits { nodes: Some(10_000), ..Limits::NONE };
/// let own = Limits { nodes: Some(500), depth: Some(4), ..Limits::NONE };
/// assert_eq!(asked.or(own), Limits { nodes: Some(10_000), depth: Some(4), ..Limits::NONE });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The time.
    pub time: Option<Duration>,
    /// The number of nodes: positions, or simulated games.
    pub nodes: Option<u64>,
    /// The depth in plies.
    pub depth: Option<usize>,
    /// True if the time is processor time, of all threads together.
    pub is_cpu_time: bool,
}

impl Limits {
    /// No limit.
    pub const NONE: Limits = Limits { time: None, nodes: None, depth: None, is_cpu_time: false };

    /// These limits, and for what they leave open the `others`.
    pub fn or(self, others: Limits) -> Limits {
        Limits {
            time: self.time.or(others.time),
            nodes: self.nodes.or(others.nodes),
            depth: self.depth.or(others.depth),
            is_cpu_time: if self.time.is_some() { self.is_cpu_time } else { others.is_cpu_time },
        }
    }

    /// The same with the part of one of several threads, if the time is processor time.
    pub(crate) fn of_one_thread(self, n_threads: usize) -> Limits {
        let n_threads = u32::try_from(n_threads).unwrap_or(u32::MAX).max(1);
        let divided = |time: Duration| if self.is_cpu_time { time / n_threads } else { time };
        Limits { time: self.time.map(divided), ..self }
    }

    /// The rest of these limits after so much time.
    pub(crate) fn after(self, spent: Duration) -> Limits {
        Limits { time: self.time.map(|time| time.saturating_sub(spent)), ..self }
    }
}

/// The clock of a player, which runs while that player is to move.
///
/// ```
/// use std::time::Duration;
/// use tilewright_search::Clock;
///
/// let clock = Clock { left: Duration::from_secs(60), gain: Duration::from_secs(1) };
/// assert_eq!(clock.limits(20).time, Some(Duration::from_millis(3_750)));
/// assert_eq!(clock.limits(1).time, Some(Duration::from_secs(30)));
/// assert_eq!(clock.after(Duration::from_secs(21)).map(|clock| clock.left.as_secs()), Some(40));
/// assert_eq!(clock.after(Duration::from_secs(61)), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// The time that is left.
    pub left: Duration,
    /// The increment for every move.
    pub gain: Duration,
}

impl Clock {
    /// The limits for a move, if there are about so many to come with it: an equal part of the time
    /// left and most of the increment, but never more than half of all.
    pub fn limits(self, n_moves: usize) -> Limits {
        let n_moves = u32::try_from(n_moves).unwrap_or(u32::MAX).max(1);
        let time = (self.left / n_moves).saturating_add(self.gain / 4 * 3).min(self.left / 2);
        Limits { time: Some(time), ..Limits::NONE }
    }

    /// The clock after a move that took so long, if it was not too long.
    pub fn after(self, spent: Duration) -> Option<Clock> {
        let left = self.left.checked_sub(spent)?;
        Some(Clock { left: left.saturating_add(self.gain), ..self })
    }
}

/// A flag that stops a search at once, from any thread: all clones are one.
///
/// ```
/// use tilewright_search::Stop;
///
/// let stop = Stop::new();
/// let elsewhere = stop.clone();
/// elsewhere.stop();
/// assert!(stop.is_stopped());
/// ```
#[derive(Clone, Debug)]
pub struct Stop(Option<Arc<AtomicBool>>);

/// A flag that nobody sets.
pub(crate) static NEVER: Stop = Stop(None);

impl Stop {
    /// Nothing is stopped yet.
    pub fn new() -> Stop {
        Stop(Some(Arc::default()))
    }

    /// Ends the search, and every later one that is handed the same.
    pub fn stop(&self) {
        if let Some(flag) = &self.0 {
            flag.store(true, Ordering::Relaxed);
        }
    }

    /// True after it was stopped.
    pub fn is_stopped(&self) -> bool {
        self.0.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

impl Default for Stop {
    fn default() -> Stop {
        Stop::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_gone_of_the_time_is_not_spent_again() {
        let limits = Limits { time: Some(Duration::from_secs(2)), nodes: Some(7), ..Limits::NONE };
        let left = |millis| limits.after(Duration::from_millis(millis)).time;
        assert_eq!(left(300), Some(Duration::from_millis(1_700)));
        assert_eq!(left(3_000), Some(Duration::ZERO));
        assert_eq!(Limits::NONE.after(Duration::from_secs(1)), Limits::NONE);
    }
}
