//! The games, with their variants, options and bots.

use std::collections::BTreeMap;

use serde::Serialize;
use tilewright_core::{OrientedShape, PieceShape};
use ts_rs::TS;
use utoipa::ToSchema;

/// A game, with all that a form needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct GameInfo {
    /// Its name in addresses.
    pub game: &'static str,
    /// Its name for people.
    pub name: &'static str,
    /// The variants, the usual one first; the only one of a game without variants has no name.
    pub variants: Vec<GameVariant>,
    /// The options it takes.
    pub options: Vec<GameOption>,
    /// The shapes of its pieces, where they are made of squares.
    pub pieces: Option<Vec<Piece>>,
    /// The notation of moves, for people.
    pub notation: &'static str,
    /// True if some information is hidden from some viewer.
    pub has_secrets: bool,
    /// True if players may agree to a draw.
    pub has_draw_offers: bool,
    /// The levels of its bots, the weakest first.
    pub levels: Vec<LevelInfo>,
    /// The measured strength of the levels, for each setup that was measured.
    pub strengths: Vec<LevelStrengths>,
    /// All kinds of bots.
    pub bots: Vec<BotKindInfo>,
}

/// The strength of the levels in one setup of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct LevelStrengths {
    /// The options that differ from the usual ones.
    #[ts(as = "BTreeMap<String, String>")]
    pub options: BTreeMap<&'static str, &'static str>,
    /// The Elo of each level, where level 1 has 0; the highest ones may be missing.
    pub elos: Vec<i32>,
}

/// A variant of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct GameVariant {
    /// Its name, as the option `variant` takes it; empty in a game without variants.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// The difference from other variants.
    pub help: &'static str,
    /// The fewest seats.
    pub min_seats: u8,
    /// The most seats; other numbers than the usual one are chosen by the option `seats`.
    pub max_seats: u8,
    /// The options whose usual value is another one in this variant, with that value.
    #[ts(as = "BTreeMap<String, String>")]
    pub options: BTreeMap<&'static str, String>,
}

/// An option of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct GameOption {
    /// Its name.
    pub name: &'static str,
    /// The values it takes, for people.
    pub values: &'static str,
    /// The effect of the option.
    pub help: &'static str,
    /// Its usual value, in the usual variant.
    pub default: String,
    /// The values one by one, if it is not a range.
    pub choices: Option<Vec<String>>,
    /// The smallest and the largest value, if it is a whole number.
    pub range: Option<(i64, i64)>,
}

/// A piece made of squares.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Piece {
    /// Its name.
    pub piece: String,
    /// Its orientations as moves name them; those that look the same are one.
    pub orientations: Vec<PieceOrientation>,
}

/// A piece, turned and mirrored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct PieceOrientation {
    /// The name of the orientation.
    pub name: String,
    /// Columns and rows of its squares from the lower left corner of their box, rows upward.
    pub cells: Vec<(u8, u8)>,
    /// The orientation after a quarter turn clockwise.
    pub clockwise: String,
    /// The orientation after a mirroring left to right.
    pub mirrored: String,
}

impl From<PieceShape> for Piece {
    fn from(shape: PieceShape) -> Piece {
        let orientations = shape.orientations.into_iter().map(PieceOrientation::from);
        Piece { piece: shape.name, orientations: orientations.collect() }
    }
}

impl From<OrientedShape> for PieceOrientation {
    fn from(shape: OrientedShape) -> PieceOrientation {
        let OrientedShape { name, squares, clockwise, mirrored } = shape;
        let cells = squares.iter().map(|square| (square.x(), square.y())).collect();
        PieceOrientation { name, cells, clockwise, mirrored }
    }
}

/// A level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct LevelInfo {
    /// Its spec, such as `level:3`.
    pub bot: String,
    /// The style of play.
    pub help: String,
}

/// A kind of bot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct BotKindInfo {
    /// Its name.
    pub name: &'static str,
    /// The style of play.
    pub help: &'static str,
}
