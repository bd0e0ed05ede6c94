//! The faults of external engines.

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
    /// It did not answer in time.
    #[error("did not answer in time: {what}")]
    TimedOut {
        /// The answer that did not come, and the timeout.
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
            Fault::TimedOut { .. } => Ending::LostOnTime,
            _ => Ending::Forfeited,
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
