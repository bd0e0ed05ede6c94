//! Tables as clients see them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tilewright_core::{BySeat, Seat, Turn};
use tilewright_table::{Ending, GameId};
use ts_rs::TS;
use utoipa::ToSchema;

use super::{ActionAck, Offer};
use crate::error::ApiError;

/// A table to open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// Which game, as `/api/games` lists them.
    #[ts(as = "String")]
    #[schema(value_type = String, example = "blokus")]
    pub game: GameId,
    /// The options by name, such as `variant`; the others are as usual.
    #[serde(default)]
    #[ts(as = "Option<BTreeMap<String, String>>", optional)]
    pub options: BTreeMap<String, String>,
    /// Who plays, in the order of the seats before it is decided who is first. Seats beyond are open.
    #[schema(max_items = 6)]
    pub players: Vec<SeatRequest>,
    /// How it is decided who takes the first seat; without it the first player does.
    #[serde(default)]
    #[ts(optional)]
    pub first: Option<FirstSeatRequest>,
    /// Whether only those who have the link find it.
    #[serde(default)]
    #[ts(as = "Option<bool>", optional)]
    pub is_private: bool,
    /// Whether players may ask for hints.
    #[serde(default = "yes")]
    #[ts(as = "Option<bool>", optional)]
    pub has_hints: bool,
}

const fn yes() -> bool {
    true
}

/// Who shall sit somewhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SeatRequest {
    /// Who opens the table, or another person at the same device.
    Me,
    /// Whoever comes first.
    Open,
    /// Whoever has the link.
    Invited,
    /// A bot, such as `level:3` or `greedy`.
    Bot(String),
}

/// How it is decided who takes the first seat; the others follow in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FirstSeatRequest {
    /// The player of this number, from 1.
    Player(usize),
    /// A coin, for two.
    Coin,
    /// Dice, for any number.
    Dice,
}

/// A table was opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct OpenedTable {
    /// Its name.
    pub id: String,
    /// What a link to it must carry as `key` if it is private or somebody is invited.
    pub key: String,
}

/// What does not change at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct TableInfo {
    /// Its name.
    pub id: String,
    /// Which game.
    #[ts(as = "String")]
    #[schema(value_type = String)]
    pub game: GameId,
    /// The options by name, all of them.
    pub options: BTreeMap<String, String>,
    /// Whether only those who have the link find it.
    pub is_private: bool,
    /// What invites others, for those who may invite.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub key: Option<String>,
    /// Whether players may ask for hints.
    pub has_hints: bool,
    /// Whether the viewer opened it, and so may end it while seats are free.
    pub is_yours: bool,
    /// How it was decided who takes the first seat, if it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub first: Option<FirstSeat>,
}

/// How it was decided who takes the first seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct FirstSeat {
    /// The player who takes the first seat, by the number that it had before.
    pub player: usize,
    /// How, as the beginning of a sentence: the sides of the coin, the eyes of the dice.
    #[serde(alias = "told")]
    pub text: String,
}

/// How far a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Seats are free.
    Waiting,
    /// The game is going on.
    Playing,
    /// The game has a result.
    Over,
    /// It ended without one.
    Aborted,
}

/// Everything that can change at a table, as one viewer sees it now.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct State {
    /// The number of the last event.
    pub number: u64,
    /// How far the table is.
    pub status: Status,
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
    /// Who plays where.
    pub players: Vec<PlayerInfo>,
    /// The seats that ended, and how.
    #[ts(as = "BTreeMap<u8, String>")]
    #[schema(value_type = BTreeMap<String, String>)]
    pub endings: BTreeMap<Seat, Ending>,
    /// What was offered, with the numbers of the seats that agree.
    #[ts(as = "BTreeMap<String, Vec<u8>>")]
    #[schema(value_type = BTreeMap<String, Vec<u8>>)]
    pub offers: BTreeMap<&'static str, Vec<Seat>>,
    /// The seat through whose eyes this is seen; a spectator has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, as = "Option<u8>")]
    #[schema(value_type = Option<u8>)]
    pub viewer: Option<Seat>,
    /// What the viewer may know of the game: the view that the rules define.
    #[ts(type = "unknown")]
    #[schema(value_type = Object)]
    pub view: Box<RawValue>,
    /// The legal moves, for who is to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub choices: Option<ChoicesByHead>,
}

/// Legal moves in a compact form: a move is a key followed by one of the words of its value.
///
/// `{"F5e@": "d9 e9"}` stands for `F5e@d9` and `F5e@e9`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(transparent)]
pub struct ChoicesByHead(pub BTreeMap<String, String>);

/// Whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum TurnInfo {
    /// A seat's.
    Seat {
        /// Its number.
        #[ts(as = "u8")]
        #[schema(value_type = u8)]
        seat: Seat,
    },
    /// That of chance: only for a moment, or until the game begins.
    Chance,
    /// Nobody's: the game is over.
    Over {
        /// The place of every seat, from 1.
        #[ts(as = "Vec<u8>")]
        #[schema(value_type = Vec<u8>)]
        places: BySeat<u8>,
        /// The points of every seat.
        #[ts(as = "Vec<i32>")]
        #[schema(value_type = Vec<i32>)]
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

/// Who sits somewhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum PlayerInfo {
    /// Nobody yet.
    Open,
    /// Nobody yet: for who has the link.
    Invited,
    /// A person.
    Person {
        /// The name for people.
        name: String,
        /// Whether it is who looks.
        is_you: bool,
        /// Whether it looks now.
        is_here: bool,
    },
    /// A bot.
    Bot {
        /// Which one.
        bot: String,
    },
}

/// Something that happened at a table, as one viewer saw it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct EventEnvelope {
    /// Events are numbered from 1.
    pub number: u64,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// What.
    #[serde(flatten)]
    pub event: PublicEvent,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum PublicEvent {
    /// Somebody took a seat.
    Sat {
        /// Which one.
        #[ts(as = "u8")]
        #[schema(value_type = u8)]
        seat: Seat,
        /// Who.
        name: String,
    },
    /// Somebody gave up a seat.
    Left {
        /// Which one.
        #[ts(as = "u8")]
        #[schema(value_type = u8)]
        seat: Seat,
    },
    /// A move was played.
    Move {
        /// Which move of the game it is, from 1.
        ply: usize,
        /// Whose it is; chance has no seat.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional, as = "Option<u8>")]
        #[schema(value_type = Option<u8>)]
        seat: Option<Seat>,
        /// The move, as far as the viewer saw it.
        #[serde(rename = "move")]
        m: String,
        /// What it did besides, in a few words.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        effect: Option<String>,
        /// What the rules laid open to everybody then.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        revealed: Option<String>,
    },
    /// Moves were taken back.
    TakenBack {
        /// How many are left.
        ply: usize,
    },
    /// A seat ended.
    Ended {
        /// Which one.
        #[ts(as = "u8")]
        #[schema(value_type = u8)]
        seat: Seat,
        /// How.
        #[ts(as = "String")]
        #[schema(value_type = String)]
        ending: Ending,
    },
    /// Somebody offered something, or agreed.
    Offered {
        /// From which seat.
        #[ts(as = "u8")]
        #[schema(value_type = u8)]
        seat: Seat,
        /// What.
        what: Offer,
    },
    /// An offer is no more.
    Declined {
        /// From which seat.
        #[ts(as = "u8")]
        #[schema(value_type = u8)]
        seat: Seat,
        /// What.
        what: Offer,
    },
    /// The game was ended without a result.
    Aborted,
    /// The same people play again.
    Rematch {
        /// At this table.
        table: String,
    },
    /// Somebody said something.
    Chat {
        /// Who.
        name: String,
        /// What.
        text: String,
    },
}

/// News of a table: what happened, and how it is now.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct Update {
    /// What happened since the last news, in order.
    pub events: Vec<EventEnvelope>,
    /// How it is now.
    pub state: State,
}

/// A table, what happened there, and how it is now.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct TableSnapshot {
    /// What does not change.
    pub table: TableInfo,
    /// What happened, and how it is now.
    #[serde(flatten)]
    pub update: Update,
}

/// What the server sends over the socket.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ServerMessage {
    /// First of all: the table.
    Table(TableInfo),
    /// News, first those that were missed.
    Update(Box<Update>),
    /// Who is there now, by seat, and how many look on.
    Presence {
        /// Whether the person of each seat is there.
        is_here: Vec<bool>,
        /// How many others look on.
        n_spectators: usize,
    },
    /// What was asked was done.
    Done {
        /// The number of the question.
        id: u64,
        /// What came of it.
        #[serde(flatten)]
        ack: ActionAck,
    },
    /// What was asked was refused.
    Refused {
        /// The number of the question, if it could be read.
        id: Option<u64>,
        /// Why.
        #[serde(flatten)]
        error: ApiError,
    },
}

/// Why moves cannot be played: a question about many at once, for previews.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ExplainRequest {
    /// The moves.
    #[schema(max_items = 512)]
    pub moves: Vec<String>,
}

/// A reason, and the moves that it stands against.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct MoveExplanation {
    /// The reason; legal moves have none.
    pub reason: Option<String>,
    /// The moves, as they were asked.
    pub moves: Vec<String>,
}

/// A table in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct TableSummary {
    /// Its name.
    pub id: String,
    /// Which game.
    #[ts(as = "String")]
    #[schema(value_type = String)]
    pub game: GameId,
    /// The variant, in a game that has some.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub variant: Option<String>,
    /// How far it is.
    pub status: Status,
    /// The names of the players; nobody sits where there is none.
    pub players: Vec<Option<String>>,
    /// When something happened last, in milliseconds since 1970.
    pub changed_at: u64,
}
