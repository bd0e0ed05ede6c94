//! The timeouts of external engines.

use std::time::Duration;

/// The time within which an engine must answer, before it is at fault.
///
/// ```
/// use std::time::Duration;
/// use tilewright_protocol::engine::Timeouts;
///
/// let strict = Timeouts { margin: Duration::from_millis(50), ..Timeouts::default() };
/// assert!(strict.margin < Timeouts::default().margin);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// For a new process to introduce itself and to get ready.
    pub start: Duration,
    /// For an answer that needs no search.
    pub answer: Duration,
    /// Beyond the time for a move, because machines are busy.
    pub margin: Duration,
    /// For a move without a time limit.
    pub search: Duration,
    /// For a move after `stop`.
    pub stop: Duration,
    /// For the process to end after `quit`; then it is killed.
    pub quit: Duration,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        Timeouts {
            start: Duration::from_secs(10),
            answer: Duration::from_secs(10),
            margin: Duration::from_millis(500),
            search: Duration::from_mins(1),
            stop: Duration::from_secs(1),
            quit: Duration::from_millis(500),
        }
    }
}

impl Timeouts {
    /// The timeout of a move that may take this long.
    pub(crate) fn for_move(&self, time: Option<Duration>) -> Duration {
        time.map_or(self.search, |time| time.saturating_add(self.margin))
    }
}
