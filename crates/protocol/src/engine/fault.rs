//! The faults of external engines. A resignation is none.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use tilewright_core::shortened;
use tilewright_table::Ending;

/// The reason why an engine has no move, in a sentence that follows its name.
///
/// ```
/// use tilewright_protocol::engine::Fault;
///
/// let fault = Fault::illegal("S@b2", "b2 is occupied");
/// assert_eq!(fault.to_string(), "plays S@b2, which is not legal: b2 is occupied");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// It could not be started, or not for this game.
    #[error("cannot be started: {why}")]
    NotStarted {
        /// The reason.
        why: String,
    },
    /// Its process ended.
    #[error("crashed: {how}")]
    Crashed {
        /// The end of the process, and the last lines of its standard error.
        how: String,
    },
    /// It hangs, or is too slow: no answer came within the timeout.
    #[error("did not answer in time: {what}")]
    TimedOut {
        /// The answer that did not come, and the timeout.
        what: String,
    },
    /// It answered, or was about to, after its time was used up.
    #[error("used up its time: {what}")]
    OutOfTime {
        /// The time that it took, and the time that it had.
        what: String,
    },
    /// It plays text that is no move, or a move that is not legal now.
    #[error("plays {m}, which is not legal: {reason}")]
    Illegal {
        /// The move.
        m: String,
        /// The reason.
        reason: String,
    },
    /// It is to move and gives no move.
    #[error("has no move{}{why}", if .why.is_empty() { "" } else { ": " })]
    NoMove {
        /// Its own reason, which may be empty.
        why: String,
    },
    /// It writes without end.
    #[error("floods its output")]
    Flooded,
    /// It breaks the protocol.
    #[error("breaks the protocol: {what}")]
    Protocol {
        /// The breach.
        what: String,
    },
    /// It was stopped before it had a move. That is not its fault.
    #[error("was stopped before it had a move")]
    Stopped,
}

impl Fault {
    /// Returns the fault of a move that the rules refuse, for this reason.
    pub fn illegal(m: &str, reason: &(impl ToString + ?Sized)) -> Fault {
        Fault::Illegal { m: shortened(m), reason: reason.to_string() }
    }

    /// Returns the ending of its seat by this fault.
    ///
    /// ```
    /// use tilewright_protocol::engine::Fault;
    /// use tilewright_table::Ending;
    ///
    /// assert_eq!(Fault::Flooded.ending(), Ending::Forfeited);
    /// ```
    pub const fn ending(&self) -> Ending {
        match self {
            Fault::TimedOut { .. } | Fault::OutOfTime { .. } => Ending::LostOnTime,
            _ => Ending::Forfeited,
        }
    }

    /// Returns the kind, by which a report counts faults.
    pub const fn kind(&self) -> FaultKind {
        match self {
            Fault::NotStarted { .. } => FaultKind::NotStarted,
            Fault::Crashed { .. } => FaultKind::Crashed,
            Fault::TimedOut { .. } => FaultKind::TimedOut,
            Fault::OutOfTime { .. } => FaultKind::OutOfTime,
            Fault::Illegal { .. } => FaultKind::Illegal,
            Fault::NoMove { .. } | Fault::Flooded | Fault::Protocol { .. } => FaultKind::Protocol,
            Fault::Stopped => FaultKind::Stopped,
        }
    }

    pub(crate) fn not_started(why: &(impl ToString + ?Sized)) -> Fault {
        Fault::NotStarted { why: why.to_string() }
    }

    /// The fault of an engine without a game: none has begun, or a fault has ended it.
    pub(crate) fn no_game() -> Fault {
        Fault::not_started("it has no game")
    }

    pub(crate) fn protocol(what: impl Into<String>) -> Fault {
        Fault::Protocol { what: what.into() }
    }
}

/// The kind of a fault.
///
/// ```
/// use tilewright_protocol::engine::{Fault, FaultKind};
///
/// let fault = Fault::illegal("S@b2", "b2 is occupied");
/// assert_eq!(fault.kind(), FaultKind::Illegal);
/// assert_eq!(fault.kind().to_string(), "illegal moves");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// It could not be started, or not for this game.
    NotStarted,
    /// Its process ended.
    Crashed,
    /// It hung, or was too slow.
    TimedOut,
    /// It used up its time.
    OutOfTime,
    /// It played an illegal move.
    Illegal,
    /// It broke the protocol.
    Protocol,
    /// It was stopped, which is not its fault.
    Stopped,
}

/// In words that follow a number, as in `3 crashes`.
impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FaultKind::NotStarted => "failed starts",
            FaultKind::Crashed => "crashes",
            FaultKind::TimedOut => "timeouts",
            FaultKind::OutOfTime => "moves over time",
            FaultKind::Illegal => "illegal moves",
            FaultKind::Protocol => "breaches of the protocol",
            FaultKind::Stopped => "stops",
        })
    }
}

/// The reason why an engine chose no move: it resigned, which is an end of the game as good as
/// another, or it is at fault.
///
/// ```
/// use tilewright_protocol::engine::{Fault, NoChoice};
/// use tilewright_table::Ending;
///
/// assert_eq!(NoChoice::Resigned.ending(), Ending::Resigned);
/// assert_eq!(NoChoice::from(Fault::Flooded).ending(), Ending::Forfeited);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoChoice {
    /// It resigned.
    #[error("resigns")]
    Resigned,
    /// It is at fault.
    #[error(transparent)]
    Fault(#[from] Fault),
}

impl NoChoice {
    /// Returns the ending of its seat.
    pub const fn ending(&self) -> Ending {
        match self {
            NoChoice::Resigned => Ending::Resigned,
            NoChoice::Fault(fault) => fault.ending(),
        }
    }
}
