//! Messages over the socket of a table.

use serde::{Deserialize, Serialize};
use tilewright_room::{Action, TableInfo, Update};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::error::ApiError;

/// A message of a client: an action, with a number for the answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ClientMessage {
    /// The number that comes back in the answer.
    pub id: u64,
    /// The action.
    #[serde(flatten)]
    pub action: Action,
}

impl ClientMessage {
    /// Reads a message. An unreadable one is refused, with the number for the answer if that can be
    /// read.
    ///
    /// ```
    /// use tilewright_server::wire::{Action, ClientMessage};
    ///
    /// let message = ClientMessage::read(r#"{"id": 7, "type": "leave"}"#).unwrap();
    /// assert_eq!(message, ClientMessage { id: 7, action: Action::Leave {} });
    /// let (id, error) = ClientMessage::read(r#"{"id": 8, "type": "cheat"}"#).unwrap_err();
    /// assert_eq!(id, Some(8));
    /// assert!(error.message.starts_with("unknown variant `cheat`"));
    /// ```
    pub fn read(text: &str) -> Result<ClientMessage, (Option<u64>, ApiError)> {
        let message = serde_json::from_str(text);
        message.map_err(|error| (Self::id_of(text), ApiError::bad_request(error.to_string())))
    }

    /// The number of a message that cannot be read otherwise.
    pub(crate) fn id_of(text: &str) -> Option<u64> {
        serde_json::from_str::<serde_json::Value>(text).ok()?.get("id")?.as_u64()
    }
}

/// The acknowledgment of an action: its events are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct ActionAck {
    /// The number of the last event.
    pub number: u64,
}

/// A message of the server.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ServerMessage {
    /// The table, first of all.
    Table(TableInfo),
    /// New events and the state after them; first the events that were missed.
    Update(Box<Update>),
    /// The people who are connected.
    Presence {
        /// For each seat, whether its player is there.
        is_here: Vec<bool>,
        /// The number of other viewers.
        n_spectators: usize,
    },
    /// An action was carried out.
    Done {
        /// The number of the client's message.
        id: u64,
        /// The acknowledgment.
        #[serde(flatten)]
        ack: ActionAck,
    },
    /// A message was refused.
    Refused {
        /// The number of the client's message, if it could be read.
        id: Option<u64>,
        /// The reason.
        #[serde(flatten)]
        error: ApiError,
    },
}
