//! The state of a table as one viewer sees it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tilewright_core::{BySeat, Seat, Turn, Viewer};
use tilewright_table::{Ending, GameId, GameView, Perspective, SeatEnding, Table};

use crate::{ClockState, EventEnvelope, FirstSeat, TimeControl};

/// The part of a table that never changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct TableInfo {
    /// The id of the table.
    pub id: String,
    /// The game.
    #[cfg_attr(feature = "schema", ts(as = "String"), schema(value_type = String))]
    pub game: GameId,
    /// All options by name.
    pub options: BTreeMap<String, String>,
    /// True if only people with the link find it.
    pub is_private: bool,
    /// The key of the link, for people who may invite others.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub key: Option<String>,
    /// True if players may ask for hints.
    pub has_hints: bool,
    /// The time that players have, at a table with clocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub clock: Option<TimeControl>,
    /// True if the viewer opened it, and so may abort it while seats are free.
    pub is_yours: bool,
    /// The player who takes the first seat, if that was decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub first: Option<FirstSeat>,
}

/// The progress of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Seats are free.
    Waiting,
    /// The game is in progress.
    Playing,
    /// The game has a result.
    Over,
    /// It ended without a result.
    Aborted,
}

/// A game at some ply, as one viewer sees it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct GameSnapshot {
    /// The number of moves that have been played.
    pub ply: usize,
    /// The turn, or the result.
    pub turn: TurnInfo,
    /// The mover in the words of the game, such as a color.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub mover: Option<String>,
    /// The points of every seat.
    #[cfg_attr(feature = "schema", ts(as = "Vec<i32>"), schema(value_type = Vec<i32>))]
    pub scores: BySeat<i32>,
    /// The endings of single seats.
    #[cfg_attr(
        feature = "schema",
        ts(as = "BTreeMap<u8, String>"),
        schema(value_type = BTreeMap<String, String>)
    )]
    pub endings: BTreeMap<Seat, Ending>,
    /// The seat whose view this is; a spectator has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(
        feature = "schema",
        ts(optional, as = "Option<u8>"),
        schema(value_type = Option<u8>)
    )]
    pub viewer: Option<Seat>,
    /// The knowledge of the viewer: the view that the rules of the game define.
    #[cfg_attr(feature = "schema", ts(type = "unknown"), schema(value_type = Object))]
    pub view: GameView,
}

impl GameSnapshot {
    /// The present position of a table.
    pub fn of(table: &dyn Table, viewer: Viewer) -> GameSnapshot {
        GameSnapshot {
            ply: table.ply(),
            turn: table.turn().into(),
            mover: table.mover(),
            scores: table.scores(),
            endings: by_seat(table.endings()),
            viewer: viewer.seat(),
            view: table.game_view(viewer),
        }
    }

    /// A position that one viewer has followed.
    pub fn seen(game: &Perspective) -> GameSnapshot {
        GameSnapshot {
            ply: game.ply(),
            turn: game.turn().into(),
            mover: game.mover(),
            scores: game.scores(),
            endings: by_seat(game.endings()),
            viewer: game.viewer().seat(),
            view: game.game_view(),
        }
    }
}

fn by_seat(endings: &[SeatEnding]) -> BTreeMap<Seat, Ending> {
    endings.iter().map(|it| (it.seat, it.ending)).collect()
}

/// The part of a table that changes, as one viewer sees it now.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct TableState {
    /// The number of the last event.
    pub number: u64,
    /// The progress of the table.
    pub status: Status,
    /// The game.
    #[serde(flatten)]
    pub game: GameSnapshot,
    /// The player of each seat.
    pub players: Vec<PlayerInfo>,
    /// The offers, with the numbers of the seats that agree.
    #[cfg_attr(
        feature = "schema",
        ts(as = "BTreeMap<String, Vec<u8>>"),
        schema(value_type = BTreeMap<String, Vec<u8>>)
    )]
    pub offers: BTreeMap<crate::Offer, Vec<Seat>>,
    /// Whether players may ask for hints now: alone they may, others only if all agree.
    pub may_hint: bool,
    /// The clocks, at a table with clocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub clocks: Option<ClockState>,
    /// The legal moves, if it is the viewer's turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub choices: Option<ChoicesByHead>,
}

/// Legal moves in a compact form: a move is a key followed by one of the words of its value.
///
/// `{"F5e@": "d9 e9"}` stands for `F5e@d9` and `F5e@e9`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(transparent)]
pub struct ChoicesByHead(pub BTreeMap<String, String>);

/// The turn, or the result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum TurnInfo {
    /// A seat is to move.
    Seat {
        /// The number of the seat.
        #[cfg_attr(feature = "schema", ts(as = "u8"), schema(value_type = u8))]
        seat: Seat,
    },
    /// Chance is to move: only for a moment, or until the game begins.
    Chance,
    /// The game is over.
    Over {
        /// The place of every seat, from 1.
        #[cfg_attr(feature = "schema", ts(as = "Vec<u8>"), schema(value_type = Vec<u8>))]
        places: BySeat<u8>,
        /// The points of every seat.
        #[cfg_attr(feature = "schema", ts(as = "Vec<i32>"), schema(value_type = Vec<i32>))]
        scores: BySeat<i32>,
    },
}

impl From<Turn> for TurnInfo {
    fn from(turn: Turn) -> TurnInfo {
        match turn {
            Turn::Player(seat) => TurnInfo::Seat { seat },
            Turn::Chance => TurnInfo::Chance,
            Turn::Over(outcome) => {
                TurnInfo::Over { places: *outcome.places(), scores: *outcome.scores() }
            }
        }
    }
}

/// The player of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum PlayerInfo {
    /// The seat is free.
    Open,
    /// The seat is reserved for a person with the link.
    Invited,
    /// A person.
    Person {
        /// The name for people.
        name: String,
        /// True for the viewer.
        is_you: bool,
        /// True while the person is connected.
        is_here: bool,
    },
    /// A bot.
    Bot {
        /// The name of the bot, such as `level:3`.
        bot: String,
    },
}

/// New events of a table, and the state after them.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Update {
    /// The events since the last update, in order.
    pub events: Vec<EventEnvelope>,
    /// The state after them.
    pub state: TableState,
}

/// A table with its events and its state.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct TableSnapshot {
    /// The part that never changes.
    pub table: TableInfo,
    /// The events, and the state.
    #[serde(flatten)]
    pub update: Update,
}

/// A reason, and the moves that cannot be played because of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct MoveExplanation {
    /// The reason; legal moves have none.
    pub reason: Option<String>,
    /// The moves, as they were written in the request.
    pub moves: Vec<String>,
}
