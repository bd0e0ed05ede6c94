//! What happened at a table, as it is kept.

use serde::{Deserialize, Serialize};
use tilewright_core::Seat;
use tilewright_table::Ending;

use crate::people::PersonId;
use crate::wire::Offer;

/// Something that happened. A table is its plan and its events in order; all else follows from them.
///
/// People are kept by their ids, so that nothing is left of a name when an account is deleted. Moves
/// are whole and may tell secrets: an event never leaves the server as it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub(crate) enum Event {
    Sat {
        seat: Seat,
        person: PersonId,
    },
    Left {
        seat: Seat,
    },
    Move {
        #[serde(rename = "move")]
        m: String,
    },
    TakenBack {
        /// How many moves are left.
        ply: usize,
    },
    Ended {
        seat: Seat,
        ending: Ending,
    },
    Offered {
        seat: Seat,
        what: Offer,
    },
    Declined {
        seat: Seat,
        what: Offer,
    },
    Aborted,
    Rematch {
        table: String,
    },
    Chat {
        person: PersonId,
        text: String,
    },
}

impl Event {
    /// Who sat down or said something.
    pub(crate) const fn person(&self) -> Option<&PersonId> {
        match self {
            Event::Sat { person, .. } | Event::Chat { person, .. } => Some(person),
            _ => None,
        }
    }
}
