//! Values of moves. They come as lines of JSON, one after the other, while the search goes on.

use serde::{Deserialize, Serialize};
use tilewright_bots::Judged;
use tilewright_core::{BySeat, Seat};
use tilewright_table::AnyMove;
use ts_rs::TS;
use utoipa::ToSchema;

/// The effort for a hint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HintRequest {
    /// Time to think, up to 10,000 ms; usually 1,000.
    #[serde(default)]
    #[ts(optional)]
    pub time_millis: Option<u64>,
    /// The number of moves to name, up to 200; usually 3.
    #[serde(default)]
    #[ts(optional)]
    pub n_moves: Option<usize>,
}

/// The result of the search so far; the last line is the best.
#[derive(Clone, Debug, PartialEq, Serialize, TS, ToSchema)]
pub struct HintUpdate {
    /// The number of moves played before.
    pub ply: usize,
    /// The moves, the best first.
    pub moves: Vec<MoveValue>,
    /// The number of positions searched, or games played out.
    pub nodes: u64,
}

/// A move and its evaluation.
#[derive(Clone, Debug, PartialEq, Serialize, TS, ToSchema)]
pub struct MoveValue {
    /// The move.
    #[serde(rename = "move")]
    pub m: String,
    /// The expected result of each seat: 1 is a win and 0 a loss.
    #[ts(as = "Option<Vec<f64>>")]
    #[schema(value_type = Option<Vec<f64>>)]
    pub value: Option<BySeat<f64>>,
    /// The expected lead of each seat over the best of the others, in points.
    #[ts(as = "Option<Vec<f64>>")]
    #[schema(value_type = Option<Vec<f64>>)]
    pub margin: Option<BySeat<f64>>,
    /// The principal variation, beginning with this move.
    pub line: Vec<String>,
    /// The depth of the search in moves.
    pub depth: usize,
    /// The number of visits of the move in the search.
    pub visits: Option<u64>,
    /// True if the value is proved.
    pub is_proved: bool,
    /// The number of moves to the end with best play, this one included; only
    /// where that is proved.
    pub plies: Option<usize>,
}

impl From<&tilewright_bots::MoveValue<AnyMove>> for MoveValue {
    fn from(rated: &tilewright_bots::MoveValue<AnyMove>) -> MoveValue {
        let tilewright_bots::MoveValue { m, info, margin, visits, plies } = rated;
        MoveValue {
            m: m.to_string(),
            value: info.value,
            margin: *margin,
            line: info.line.iter().map(AnyMove::to_string).collect(),
            depth: info.depth,
            visits: *visits,
            is_proved: info.is_proved,
            plies: *plies,
        }
    }
}

/// An analyzed move of a game.
#[derive(Clone, Debug, PartialEq, Serialize, TS, ToSchema)]
pub struct JudgedMove {
    /// The number of the move in the game, from 1.
    pub ply: usize,
    /// The seat that played it.
    #[ts(as = "u8")]
    #[schema(value_type = u8)]
    pub seat: Seat,
    /// The move.
    #[serde(rename = "move")]
    pub m: String,
    /// The expected result of each seat after the move.
    #[ts(as = "Option<Vec<f64>>")]
    #[schema(value_type = Option<Vec<f64>>)]
    pub value: Option<BySeat<f64>>,
    /// The expected result that its seat lost by it, compared with the best move.
    pub loss: Option<f64>,
    /// The best move.
    pub best: Option<MoveValue>,
}

impl From<&Judged> for JudgedMove {
    fn from(judged: &Judged) -> JudgedMove {
        JudgedMove {
            ply: judged.ply + 1,
            seat: judged.seat,
            m: judged.m.to_string(),
            value: judged.value(),
            loss: judged.loss(),
            best: judged.best().map(MoveValue::from),
        }
    }
}
