//! Requests and answers about tables.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tilewright_core::{Turn, Viewer};
use tilewright_room::{Status, TimeControl};
use tilewright_table::{GameId, GameView, Table};
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

/// A request for the reasons why moves are illegal: many at once, for previews.
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
    /// The options that were chosen, by name.
    pub options: BTreeMap<String, String>,
    /// The time that players have, at a table with clocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub clock: Option<TimeControl>,
    /// The progress of the table.
    pub status: Status,
    /// The turn and the points, or the result. Absent before the game begins, and in the later
    /// lines of a long list of games that are being played.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub standing: Option<Standing>,
    /// The numbers of the seats of the current person.
    pub your_seats: Vec<u8>,
    /// The names of the players; free seats have none.
    pub players: Vec<Option<String>>,
    /// The time of the last change of status, in milliseconds since 1970.
    pub changed_at: u64,
}

/// The public standing of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Standing {
    /// The number of the seat to move; absent when the game is over, and at a turn of chance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seat_to_move: Option<u8>,
    /// The place of every seat, from 1, when the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub places: Option<Vec<u8>>,
    /// The points of every seat as people count them: in Blokus the squares placed with the bonus.
    pub scores: Vec<i32>,
    /// The number of moves that have been played.
    pub ply: usize,
}

impl Standing {
    /// The present standing of a table.
    pub(crate) fn of(table: &dyn Table) -> Standing {
        let turn = table.turn();
        let places = match &turn {
            Turn::Over(outcome) => Some(outcome.places().as_slice().to_vec()),
            Turn::Player(_) | Turn::Chance => None,
        };
        Standing {
            seat_to_move: turn.seat().map(|seat| seat.number() as u8),
            places,
            scores: scores_for_people(table),
            ply: table.ply(),
        }
    }
}

fn scores_for_people(table: &dyn Table) -> Vec<i32> {
    let mut scores = table.scores().as_slice().to_vec();
    if let GameView::Blokus(view) = table.game_view(Viewer::Spectator) {
        scores.fill(0);
        for color in &view.colors {
            if let Some(owner) = color.owner {
                scores[owner.index()] += color.points_placed;
            }
        }
    }
    scores
}
