//! Events at a table: as they are stored, and as one viewer sees them.

use serde::{Deserialize, Serialize};
use tilewright_core::Seat;
use tilewright_table::Ending;

use crate::{Offer, PersonId};

/// An event as it is stored. A table is its plan and its events in order; all else follows from
/// them.
///
/// People are stored by their ids, so that nothing is left of a name when an account is deleted.
/// Moves are whole and may contain secrets: only a [`PublicEvent`] is shown to people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Event {
    /// A person took a seat.
    Sat {
        /// The seat.
        seat: Seat,
        /// The person.
        person: PersonId,
    },
    /// A seat became free.
    Left {
        /// The seat.
        seat: Seat,
    },
    /// The host removed the player of a seat, which became free.
    Removed {
        /// The seat.
        seat: Seat,
    },
    /// A move was played.
    Move {
        /// Its own text.
        #[serde(rename = "move")]
        m: String,
        /// The lag that is not taken from the clock, in milliseconds.
        #[serde(default, skip_serializing_if = "is_zero")]
        lag_millis: u64,
    },
    /// Moves were taken back.
    TakenBack {
        /// The number of moves that are left.
        ply: usize,
    },
    /// The game ended for a seat.
    Ended {
        /// The seat.
        seat: Seat,
        /// The way it ended.
        ending: Ending,
    },
    /// A seat offered something, or agreed.
    Offered {
        /// The seat.
        seat: Seat,
        /// The kind of offer.
        what: Offer,
    },
    /// An offer was declined or withdrawn.
    Declined {
        /// The seat.
        seat: Seat,
        /// The kind of offer.
        what: Offer,
    },
    /// The clock of the seat to move started: in a new game without earlier events, or again after
    /// the server was away. The time since the event before does not count.
    ClockStarted,
    /// The game was ended without a result.
    Aborted,
    /// The same players continue at another table.
    Rematch {
        /// The id of that table.
        table: String,
    },
    /// A person wrote a line of chat.
    Chat {
        /// The person.
        person: PersonId,
        /// The line.
        text: String,
    },
}

impl Event {
    /// The person who sat down or wrote something.
    pub const fn person(&self) -> Option<&PersonId> {
        match self {
            Event::Sat { person, .. } | Event::Chat { person, .. } => Some(person),
            _ => None,
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it so")]
const fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// An event as one viewer sees it, with its number and time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct EventEnvelope {
    /// The number of the event, from 1.
    pub number: u64,
    /// The time, in milliseconds since 1970.
    pub at: u64,
    /// The event.
    #[serde(flatten)]
    pub event: PublicEvent,
}

/// An event as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum PublicEvent {
    /// A person took a seat.
    Sat {
        /// The number of the seat.
        #[cfg_attr(feature = "schema", ts(as = "u8"), schema(value_type = u8))]
        seat: Seat,
        /// The name of the person.
        name: String,
    },
    /// A seat became free.
    Left {
        /// The number of the seat.
        #[cfg_attr(feature = "schema", ts(as = "u8"), schema(value_type = u8))]
        seat: Seat,
    },
    /// The host removed the player of a seat, which became free.
    Removed {
        /// The number of the seat.
        #[cfg_attr(feature = "schema", ts(as = "u8"), schema(value_type = u8))]
        seat: Seat,
    },
    /// A move was played.
    Move {
        /// The number of the move in the game, from 1.
        ply: usize,
        /// The seat that moved; chance has no seat.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(
            feature = "schema",
            ts(optional, as = "Option<u8>"),
            schema(value_type = Option<u8>)
        )]
        seat: Option<Seat>,
        /// The move, as far as the viewer saw it.
        #[serde(rename = "move")]
        m: String,
        /// The effect that the move's text does not show, in a few words.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", ts(optional))]
        effect: Option<String>,
        /// Information that the rules revealed to everybody then.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", ts(optional))]
        revealed: Option<String>,
    },
    /// Moves were taken back.
    TakenBack {
        /// The number of moves that are left.
        ply: usize,
    },
    /// The game ended for a seat.
    Ended {
        /// The number of the seat.
        #[cfg_attr(feature = "schema", ts(as = "u8"), schema(value_type = u8))]
        seat: Seat,
        /// The way it ended.
        #[cfg_attr(feature = "schema", ts(as = "String"), schema(value_type = String))]
        ending: Ending,
    },
    /// A seat offered something, or agreed.
    Offered {
        /// The number of the seat.
        #[cfg_attr(feature = "schema", ts(as = "u8"), schema(value_type = u8))]
        seat: Seat,
        /// The kind of offer.
        what: Offer,
    },
    /// An offer was declined or withdrawn.
    Declined {
        /// The number of the seat.
        #[cfg_attr(feature = "schema", ts(as = "u8"), schema(value_type = u8))]
        seat: Seat,
        /// The kind of offer.
        what: Offer,
    },
    /// The clock of the seat to move started, or started again after the server was away.
    ClockStarted,
    /// The game was ended without a result.
    Aborted,
    /// The same players continue at another table.
    Rematch {
        /// The id of that table.
        table: String,
    },
    /// A person wrote a line of chat.
    Chat {
        /// The name of the person.
        name: String,
        /// The line.
        text: String,
    },
}
