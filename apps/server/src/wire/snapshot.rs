//! A game after so many moves.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use tilewright_core::{BySeat, Seat, Viewer};
use tilewright_table::{Ending, SeatEnding, SeenGame, Table};
use ts_rs::TS;
use utoipa::ToSchema;

use super::TurnInfo;

/// A game after so many moves, as one viewer sees it.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct GameSnapshot {
    /// How many moves have been played.
    pub ply: usize,
    /// Whose turn it is.
    pub turn: TurnInfo,
    /// What moves next, in the words of the game, such as a color.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub mover: Option<String>,
    /// The points of every seat.
    #[ts(as = "Vec<i32>")]
    #[schema(value_type = Vec<i32>)]
    pub scores: BySeat<i32>,
    /// The seats that ended, and how.
    #[ts(as = "BTreeMap<u8, String>")]
    #[schema(value_type = BTreeMap<String, String>)]
    pub endings: BTreeMap<Seat, Ending>,
    /// The seat through whose eyes this is seen; a spectator has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, as = "Option<u8>")]
    #[schema(value_type = Option<u8>)]
    pub viewer: Option<Seat>,
    /// What the viewer may know of the game: the view that the rules define.
    #[ts(type = "unknown")]
    #[schema(value_type = Object)]
    pub view: Box<RawValue>,
}

impl GameSnapshot {
    /// The game at a table as it is now.
    pub(crate) fn of(table: &dyn Table, viewer: Viewer) -> GameSnapshot {
        GameSnapshot {
            ply: table.ply(),
            turn: table.turn().into(),
            mover: table.mover(),
            scores: table.scores(),
            endings: by_seat(table.endings()),
            viewer: viewer.seat(),
            view: RawValue::from_string(table.view_text(viewer)).expect("a view is JSON"),
        }
    }

    /// A game as far as one viewer saw it.
    pub(crate) fn seen(game: &SeenGame) -> GameSnapshot {
        GameSnapshot {
            ply: game.ply(),
            turn: game.turn().into(),
            mover: game.mover(),
            scores: game.scores(),
            endings: by_seat(game.endings()),
            viewer: game.viewer().seat(),
            view: to_raw_value(&game.view()).expect("a view is plain data"),
        }
    }
}

fn by_seat(endings: &[SeatEnding]) -> BTreeMap<Seat, Ending> {
    endings.iter().map(|it| (it.seat, it.ending)).collect()
}
