//! What goes over the wire. The same types make the OpenAPI document and, by `ts-rs`, the TypeScript
//! of the web client.

mod action;
mod analysis;
mod game;
mod moment;
mod people;
mod replay;
mod table;

use std::path::Path;

use ts_rs::{Config, ExportError, TS};

use crate::refusal::Refusal;

pub use self::action::{Action, Asked, Happened, Offer};
pub use self::analysis::{HintLine, HintRequest, JudgedLine, MoveValue};
pub use self::game::{
    BotKindInfo, GameInfo, GameOption, GameVariant, LevelInfo, Piece, PieceOrientation,
};
pub use self::moment::Moment;
pub use self::people::{Credentials, Me, NewPassword, Password, PlayedGame, Profile};
pub use self::replay::{ReplayRequest, Replayed, ReplayedMove};
pub use self::table::{
    Chair, ChoicesByHead, Decided, First, Greeting, Happening, NewTable, Opened, PlayerInfo,
    Reason, State, Status, TableInfo, TableLine, TableLook, Told, TurnInfo, Update, Why,
};

/// Writes the types as TypeScript, a file for each, into a folder.
pub fn write_typescript(folder: &Path) -> Result<(), ExportError> {
    let config = Config::new().with_out_dir(folder).with_large_int("number");
    Asked::export_all(&config)?;
    Action::export_all(&config)?;
    Happened::export_all(&config)?;
    Refusal::export_all(&config)?;
    Greeting::export_all(&config)?;
    NewTable::export_all(&config)?;
    Opened::export_all(&config)?;
    TableLook::export_all(&config)?;
    Moment::export_all(&config)?;
    TableLine::export_all(&config)?;
    Why::export_all(&config)?;
    Reason::export_all(&config)?;
    GameInfo::export_all(&config)?;
    Credentials::export_all(&config)?;
    NewPassword::export_all(&config)?;
    Password::export_all(&config)?;
    Me::export_all(&config)?;
    Profile::export_all(&config)?;
    ReplayRequest::export_all(&config)?;
    Replayed::export_all(&config)?;
    HintRequest::export_all(&config)?;
    HintLine::export_all(&config)?;
    JudgedLine::export_all(&config)
}
