//! Records that are replayed.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tilewright_core::Seat;
use tilewright_table::GameId;
use ts_rs::TS;
use utoipa::ToSchema;

use super::{GameSnapshot, TurnInfo};

/// A record to replay.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReplayRequest {
    /// The text of the record, or of a game file of Pentobi (`.blksgf`).
    pub record: String,
    /// After how many moves the game is shown; usually after all.
    #[serde(default)]
    #[ts(optional)]
    pub ply: Option<usize>,
    /// Moves of a variation that are played from there, before the game is shown.
    #[serde(default)]
    #[ts(as = "Option<Vec<String>>", optional)]
    #[schema(max_items = 64)]
    pub line: Vec<String>,
}

/// The game of a record.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct ReplayResponse {
    /// The text of the record, also of one that was another program's file.
    pub record: String,
    /// Which game.
    #[ts(as = "String")]
    #[schema(value_type = String)]
    pub game: GameId,
    /// The options by name, all of them.
    pub options: BTreeMap<String, String>,
    /// The names of the players, as far as the record tells them.
    pub players: Vec<Option<String>>,
    /// The moves in order.
    pub moves: Vec<ReplayedMove>,
    /// Whose turn it is at the end of the record, or the result.
    pub turn: TurnInfo,
    /// The game after as many moves as were asked for: through the eyes of whose record it is, and
    /// else of a spectator.
    pub snapshot: GameSnapshot,
}

/// A move of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct ReplayedMove {
    /// Whose it is; chance has no seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, as = "Option<u8>")]
    #[schema(value_type = Option<u8>)]
    pub seat: Option<Seat>,
    /// The move, as far as the record tells it.
    #[serde(rename = "move")]
    pub m: String,
    /// The effects of the move that its text does not say, in a few words.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub effect: Option<String>,
    /// Information that the rules revealed to everybody then.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub revealed: Option<String>,
    /// The comment in the record.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub comment: Option<String>,
}
