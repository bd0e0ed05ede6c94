//! Actions of people at a table.

use serde::{Deserialize, Serialize};
use tilewright_core::Seat;

/// An action at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Action {
    /// Takes a seat: the one named, or any that is free.
    Sit {
        /// The number of the seat, from 1.
        #[serde(default)]
        #[cfg_attr(
            feature = "schema",
            ts(optional, as = "Option<u8>"),
            schema(value_type = Option<u8>)
        )]
        seat: Option<Seat>,
    },
    /// Gives up all seats of the caller, before the game begins.
    Leave {},
    /// Plays a move. It may be sent again, and counts once.
    Move {
        /// The number of moves that were played before: the position that the move answers.
        ply: usize,
        /// The move, in any notation that the game reads.
        #[serde(rename = "move")]
        m: String,
    },
    /// Resigns.
    Resign {
        /// The seat that resigns, for people with several.
        #[serde(default)]
        #[cfg_attr(
            feature = "schema",
            ts(optional, as = "Option<u8>"),
            schema(value_type = Option<u8>)
        )]
        seat: Option<Seat>,
    },
    /// Offers something, or accepts an offer.
    Offer {
        /// The kind of offer.
        what: Offer,
    },
    /// Declines an offer, or withdraws one.
    Decline {
        /// The kind of offer.
        what: Offer,
    },
    /// Removes a player who has not moved yet; for the person who opened the table.
    Remove {
        /// The number of the seat.
        #[cfg_attr(feature = "schema", ts(as = "u8"), schema(value_type = u8))]
        seat: Seat,
    },
    /// Ends a game that has hardly begun, for everybody and without a result.
    Abort {},
    /// Sends a line of chat to everybody at the table.
    Chat {
        /// One line of text.
        text: String,
    },
}

/// A change to which all people at the table must agree. Bots agree to a takeback and a rematch,
/// but not to a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Offer {
    /// Takes back the last move of the person who offers, and every move after it.
    Takeback,
    /// Ends the game as a draw.
    Draw,
    /// Opens another table for the same players, each one seat further.
    Rematch,
    /// Lets everybody ask for hints, at a table with several people.
    Hints,
    /// Waits for a seat that is out of time or away, as long as all others do. A seat whose player
    /// agrees can withdraw at any time; the late seat then loses at once.
    Wait,
}

impl Offer {
    pub(crate) const ALL: [Offer; 5] =
        [Offer::Takeback, Offer::Draw, Offer::Rematch, Offer::Hints, Offer::Wait];
}
