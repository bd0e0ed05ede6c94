//! The timeouts of external engines.

use std::time::Duration;

use tilewright_bots::Limits;

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

/// The timeout of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MoveTimeout {
    /// The time on the clock on the wall.
    pub(crate) time: Duration,
    /// The processor time, if that is limited.
    pub(crate) cpu_time: Option<Duration>,
}

impl MoveTimeout {
    pub(crate) const fn of(time: Duration) -> MoveTimeout {
        MoveTimeout { time, cpu_time: None }
    }
}

impl Timeouts {
    /// The timeout of a move within limits and with so much time on its clock. Where processor time
    /// is limited, machines may be as busy as they like: then the time is that of a search without
    /// a limit.
    pub(crate) fn for_limits(&self, limits: Limits, clock: Option<Duration>) -> MoveTimeout {
        let with_margin = |time: Duration| time.saturating_add(self.margin);
        if limits.is_cpu_time {
            let cpu_time = limits.time.or(clock).map(with_margin);
            return MoveTimeout { time: self.search, cpu_time };
        }
        MoveTimeout::of(limits.time.or(clock).map_or(self.search, with_margin))
    }
}
