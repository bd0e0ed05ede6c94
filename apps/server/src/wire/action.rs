//! What people do at a table.

use serde::{Deserialize, Serialize};
use tilewright_core::Seat;
use ts_rs::TS;
use utoipa::ToSchema;

use crate::error::ApiError;

/// Something to do at a table, by REST or over the socket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Action {
    /// Takes a seat: the one named, or any that is free.
    Sit {
        /// Which one, from 1.
        #[serde(default)]
        #[ts(optional, as = "Option<u8>")]
        #[schema(value_type = Option<u8>)]
        seat: Option<Seat>,
    },
    /// Gives up all seats of who says so, while the game has not begun.
    Leave {},
    /// Plays a move. It may be sent again, and counts once.
    Move {
        /// How many moves were played before it: which position it answers.
        ply: usize,
        /// The move, in any notation that the game reads.
        #[serde(rename = "move")]
        m: String,
    },
    /// Gives up.
    Resign {
        /// Which seat, for who has several.
        #[serde(default)]
        #[ts(optional, as = "Option<u8>")]
        #[schema(value_type = Option<u8>)]
        seat: Option<Seat>,
    },
    /// Offers something, or agrees to what was offered.
    Offer {
        /// What.
        what: Offer,
    },
    /// Declines what was offered, or takes back an offer.
    Decline {
        /// What.
        what: Offer,
    },
    /// Ends a game that has hardly begun, for everybody and without a result.
    Abort {},
    /// Says something to everybody at the table.
    Chat {
        /// What: one line.
        text: String,
    },
}

/// What needs the consent of all people at the table. Bots agree to be taken back and to play again,
/// but not to draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Offer {
    /// To take back the last move of who offers, and all that followed.
    Takeback,
    /// To end the game as a draw.
    Draw,
    /// To play again, each one seat further.
    Rematch,
}

impl Offer {
    /// All of them.
    pub(crate) const ALL: [Offer; 3] = [Offer::Takeback, Offer::Draw, Offer::Rematch];
}

/// What a client sends over the socket: something to do or to ask, with a number for the answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ClientMessage {
    /// Comes back in the answer.
    pub id: u64,
    /// What to do.
    #[serde(flatten)]
    pub action: Action,
}

impl ClientMessage {
    /// Reads a message. What cannot be read is refused, with the number for the answer if that can be read.
    ///
    /// ```
    /// use tilewright_server::wire::{Action, ClientMessage};
    ///
    /// let asked = ClientMessage::read(r#"{"id": 7, "type": "leave"}"#).unwrap();
    /// assert_eq!(asked, ClientMessage { id: 7, action: Action::Leave {} });
    /// let (id, refusal) = ClientMessage::read(r#"{"id": 8, "type": "cheat"}"#).unwrap_err();
    /// assert_eq!(id, Some(8));
    /// assert!(refusal.message.starts_with("unknown variant `cheat`"));
    /// ```
    pub fn read(message: &str) -> Result<ClientMessage, (Option<u64>, ApiError)> {
        serde_json::from_str(message).map_err(|error| {
            (ClientMessage::id_of(message), ApiError::bad_request(error.to_string()))
        })
    }

    /// The number of a message that cannot be read otherwise.
    pub(crate) fn id_of(message: &str) -> Option<u64> {
        serde_json::from_str::<serde_json::Value>(message).ok()?.get("id")?.as_u64()
    }
}

/// It was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct ActionAck {
    /// The number of the last event, this one included.
    pub number: u64,
}
