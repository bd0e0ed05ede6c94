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
    /// The number of moves after which the game is shown; by default all.
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
    /// The game.
    #[ts(as = "String")]
    #[schema(value_type = String)]
    pub game: GameId,
    /// The options by name, all of them.
    pub options: BTreeMap<String, String>,
    /// The names of the players, as far as the record has them.
    pub players: Vec<Option<String>>,
    /// The moves in order.
    pub moves: Vec<ReplayedMove>,
    /// The turn at the end of the record, or the result.
    pub turn: TurnInfo,
    /// The game after the requested number of moves, as the viewer of the record sees it, or
    /// else a spectator.
    pub snapshot: GameSnapshot,
}

/// A move of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct ReplayedMove {
    /// The seat that played it; chance has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, as = "Option<u8>")]
    #[schema(value_type = Option<u8>)]
    pub seat: Option<Seat>,
    /// The move, as far as the record shows it.
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
