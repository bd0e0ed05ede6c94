//! What engines do wrong.

use thiserror::Error;
use tilewright_core::shortened;
use tilewright_table::Ending;

/// Why an engine has no move, in a sentence that follows its name.
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
        /// How it ended, and what it said last.
        how: String,
    },
    /// It did not answer in time.
    #[error("did not answer in time: {what}")]
    TimedOut {
        /// What was waited for, and how long.
        what: String,
    },
    /// It wants to play what is no move, or not legal now.
    #[error("plays {m}, which is not legal: {reason}")]
    Illegal {
        /// What it said.
        m: String,
        /// The reason.
        reason: String,
    },
    /// It is to move and says that it does not, and why if it says that too.
    #[error("has no move{}{why}", if .why.is_empty() { "" } else { ": " })]
    NoMove {
        /// Its reason, which may be empty.
        why: String,
    },
    /// It writes without end.
    #[error("floods its output")]
    Flooded,
    /// It says what the protocol does not allow.
    #[error("breaks the protocol: {what}")]
    Protocol {
        /// What it said or did.
        what: String,
    },
    /// It was told to stop and could not say a move first. That is not its fault.
    #[error("was stopped before it had a move")]
    Stopped,
}

impl Fault {
    /// A move that the rules refuse, for this reason.
    pub fn illegal(m: &str, reason: &(impl ToString + ?Sized)) -> Fault {
        Fault::Illegal { m: shortened(m), reason: reason.to_string() }
    }

    /// How its game ends by this.
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

    /// The engine is asked for a move in a game that it does not know, or no longer after a fault.
    pub(crate) fn no_game() -> Fault {
        Fault::not_started("it has no game")
    }

    pub(crate) fn protocol(what: impl Into<String>) -> Fault {
        Fault::Protocol { what: what.into() }
    }
}
