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

/// A move, and what is known of it.
#[derive(Clone, Debug, PartialEq, Serialize, TS, ToSchema)]
pub struct MoveValue {
    /// The move.
    #[serde(rename = "move")]
    pub m: String,
    /// The expected result of each seat: 1 is a win and 0 a loss.
    #[ts(as = "Option<Vec<f64>>")]
    #[schema(value_type = Option<Vec<f64>>)]
    pub value: Option<BySeat<f64>>,
    /// By how many points each seat is expected to be ahead of the best of the others.
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
    /// With how many moves, this one included, the game is over if all play as well as can be; only
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

/// A move of a game that was judged.
#[derive(Clone, Debug, PartialEq, Serialize, TS, ToSchema)]
pub struct JudgedMove {
    /// Which move of the game it is, from 1.
    pub ply: usize,
    /// Whose it was.
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
