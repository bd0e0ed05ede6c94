//! The messages and bodies of the interface. The same types make the OpenAPI document and, by
//! `ts-rs`, the TypeScript of the web client.

mod analysis;
mod game;
mod people;
mod replay;
mod socket;
mod table;

use std::path::Path;

use ts_rs::{Config, ExportError, TS};

use crate::error::ApiError;

pub use tilewright_room::{
    Action, ChoicesByHead, ClockState, EventEnvelope, FirstSeat, FirstSeatRequest, GameSnapshot,
    MoveExplanation, NewTable, Offer, PlayerInfo, PublicEvent, RunningClock, SeatRequest, Status,
    TableInfo, TableSnapshot, TableState, TimeControl, TurnInfo, Update,
};

pub use self::analysis::{HintRequest, HintUpdate, JudgedMove, MoveValue};
pub use self::game::{
    BotKindInfo, GameInfo, GameOption, GameVariant, LevelInfo, LevelStrengths, Piece,
    PieceOrientation,
};
pub use self::people::{
    Credentials, HistoryEntry, Me, NewPasskey, NewPassword, PasskeyAnswer, PasskeyChallenge,
    PasskeyInfo, PasskeyName, Passkeys, Password, Profile, Recovery, RecoveryCodes, SignIn,
    SignInInfo,
};
pub use self::replay::{ReplayRequest, ReplayResponse, ReplayedMove};
pub use self::socket::{ActionAck, ClientMessage, ServerMessage};
pub use self::table::{ExplainRequest, OpenedTable, Standing, TableSummary};

/// Writes the types as TypeScript into a folder, each in a file of its own.
pub fn write_typescript(folder: &Path) -> Result<(), ExportError> {
    let config = Config::new().with_out_dir(folder).with_large_int("number");
    Action::export_all(&config)?;
    ActionAck::export_all(&config)?;
    ApiError::export_all(&config)?;
    ClientMessage::export_all(&config)?;
    Credentials::export_all(&config)?;
    ExplainRequest::export_all(&config)?;
    GameInfo::export_all(&config)?;
    GameSnapshot::export_all(&config)?;
    HintRequest::export_all(&config)?;
    HintUpdate::export_all(&config)?;
    JudgedMove::export_all(&config)?;
    Me::export_all(&config)?;
    MoveExplanation::export_all(&config)?;
    NewPassword::export_all(&config)?;
    NewTable::export_all(&config)?;
    OpenedTable::export_all(&config)?;
    NewPasskey::export_all(&config)?;
    PasskeyAnswer::export_all(&config)?;
    PasskeyChallenge::export_all(&config)?;
    PasskeyName::export_all(&config)?;
    Passkeys::export_all(&config)?;
    Password::export_all(&config)?;
    Profile::export_all(&config)?;
    Recovery::export_all(&config)?;
    RecoveryCodes::export_all(&config)?;
    ReplayRequest::export_all(&config)?;
    ReplayResponse::export_all(&config)?;
    ServerMessage::export_all(&config)?;
    SignIn::export_all(&config)?;
    SignInInfo::export_all(&config)?;
    TableSnapshot::export_all(&config)?;
    TableSummary::export_all(&config)
}
