//! What moves are worth. These come as lines of JSON, one after the other, while the search goes on.

use serde::{Deserialize, Serialize};
use tilewright_bots::Judged;
use tilewright_core::{BySeat, Seat};
use tilewright_table::AnyMove;
use ts_rs::TS;
use utoipa::ToSchema;

/// How much thought a hint shall cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HintRequest {
    /// How long it may think, up to 10,000 ms; usually 1,000.
    #[serde(default)]
    #[ts(optional)]
    pub time_millis: Option<u64>,
    /// How many moves it shall name, up to 200; usually 3.
    #[serde(default)]
    #[ts(optional)]
    pub n_moves: Option<usize>,
}

/// What is known of the position so far; the last line is the best.
#[derive(Clone, Debug, PartialEq, Serialize, TS, ToSchema)]
pub struct HintUpdate {
    /// How many moves were played before.
    pub ply: usize,
    /// The moves, the best first.
    pub moves: Vec<MoveValue>,
    /// How many positions were looked at, or games played out.
    pub nodes: u64,
}

/// A move, and what is known of it.
#[derive(Clone, Debug, PartialEq, Serialize, TS, ToSchema)]
pub struct MoveValue {
    /// The move.
    #[serde(rename = "move")]
    pub m: String,
    /// What each seat can expect of the result: 1 is a win and 0 a loss.
    #[ts(as = "Option<Vec<f64>>")]
    #[schema(value_type = Option<Vec<f64>>)]
    pub value: Option<BySeat<f64>>,
    /// By how many points each seat is expected to be ahead of the best of the others.
    #[ts(as = "Option<Vec<f64>>")]
    #[schema(value_type = Option<Vec<f64>>)]
    pub margin: Option<BySeat<f64>>,
    /// What is expected to be played, this move first.
    pub line: Vec<String>,
    /// How many moves it looked ahead.
    pub depth: usize,
    /// How often it was tried.
    pub visits: Option<u64>,
    /// Whether the value is certain.
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
    /// What each seat could expect of the result after it.
    #[ts(as = "Option<Vec<f64>>")]
    #[schema(value_type = Option<Vec<f64>>)]
    pub value: Option<BySeat<f64>>,
    /// How much less its seat could expect after it than after the best move.
    pub loss: Option<f64>,
    /// What would have been best.
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
