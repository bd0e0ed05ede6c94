//! How long engines are waited for.

use std::time::Duration;

/// How long an engine is waited for before it is at fault.
///
/// ```
/// use std::time::Duration;
/// use tilewright_protocol::engine::Patience;
///
/// let strict = Patience { over_time: Duration::from_millis(50), ..Patience::default() };
/// assert!(strict.over_time < Patience::default().over_time);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// For a new process to say who it is, and to get ready.
    pub start: Duration,
    /// For an answer that needs no thinking.
    pub answer: Duration,
    /// Beyond the time for a move, because machines are busy.
    pub over_time: Duration,
    /// For a move without a limit of time.
    pub thinking: Duration,
    /// For a move after it was told to stop.
    pub stop: Duration,
    /// For the process to end when it is told to; then it is killed.
    pub quit: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            start: Duration::from_secs(10),
            answer: Duration::from_secs(10),
            over_time: Duration::from_millis(500),
            thinking: Duration::from_mins(1),
            stop: Duration::from_secs(1),
            quit: Duration::from_millis(500),
        }
    }
}

impl Patience {
    /// Until when a move is waited for that may take this long.
    pub(crate) fn for_a_move(&self, time: Option<Duration>) -> Duration {
        time.map_or(self.thinking, |time| time.saturating_add(self.over_time))
    }
}
