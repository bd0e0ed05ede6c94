//! What can be played.

use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

/// A game, for those who choose one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct GameInfo {
    /// Its name in addresses.
    pub game: &'static str,
    /// Its name for people.
    pub name: &'static str,
    /// The options it takes.
    pub options: Vec<GameOption>,
    /// How moves are written, for people.
    pub notation: &'static str,
    /// Whether something is hidden from somebody.
    pub has_secrets: bool,
    /// Whether players may agree to a draw.
    pub has_draw_offers: bool,
    /// The levels of its bots, the weakest first.
    pub levels: Vec<LevelInfo>,
    /// All kinds of bots.
    pub bots: Vec<BotKindInfo>,
}

/// An option of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct GameOption {
    /// Its name.
    pub name: &'static str,
    /// The values it takes, for people.
    pub values: &'static str,
    /// What it changes.
    pub help: &'static str,
}

/// A level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct LevelInfo {
    /// As it is asked for, such as `level:3`.
    pub bot: String,
    /// How it plays.
    pub help: String,
}

/// A kind of bot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct BotKindInfo {
    /// Its name.
    pub name: &'static str,
    /// How it plays.
    pub help: &'static str,
}
