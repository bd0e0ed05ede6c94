//! Requests and answers about tables.

use serde::{Deserialize, Serialize};
use tilewright_room::Status;
use tilewright_table::GameId;
use ts_rs::TS;
use utoipa::ToSchema;

/// A table that was opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct OpenedTable {
    /// The id of the table.
    pub id: String,
    /// The `key` that a link must carry if the table is private or somebody is invited.
    pub key: String,
}

/// A question about moves that cannot be played: many at once, for previews.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ExplainRequest {
    /// The moves.
    #[schema(max_items = 512)]
    pub moves: Vec<String>,
}

/// A table in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct TableSummary {
    /// The id of the table.
    pub id: String,
    /// The game.
    #[ts(as = "String")]
    #[schema(value_type = String)]
    pub game: GameId,
    /// The variant, in a game with variants.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub variant: Option<String>,
    /// The progress of the table.
    pub status: Status,
    /// The names of the players; free seats have none.
    pub players: Vec<Option<String>>,
    /// The time of the last change of status, in milliseconds since 1970.
    pub changed_at: u64,
}
