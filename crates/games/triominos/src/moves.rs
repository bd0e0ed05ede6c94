//! Moves of players and of chance.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use tilewright_core::ParseMoveError;

use crate::placement::Placement;
use crate::tile::Tile;

/// A move of a player or of chance. A tile that the viewer may not know is `None`.
///
/// ```
/// use tilewright_triominos::Move;
///
/// let m: Move = "1-2-3:ACB@-2,1".parse()?;
/// assert!(matches!(m, Move::Place(_)));
/// assert_eq!("deal:?".parse::<Move>()?, Move::Deal(None));
/// // A triple looks the same in three orientations and goes by the first of them.
/// assert_eq!("5-5-5:CAB@0,0".parse::<Move>()?.to_string(), "5-5-5:ABC@0,0");
/// # Ok::<(), tilewright_core::ParseMoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(as = "String"))]
#[serde(into = "String", try_from = "String")]
pub enum Move {
    /// A tile is placed on the table.
    Place(Placement),
    /// A player asks for a tile from the pile.
    Draw,
    /// A player ends the turn without placing.
    Pass,
    /// Chance deals a tile to the next hand that is not full.
    Deal(Option<Tile>),
    /// Chance gives the tile that a player drew.
    Drawn(Option<Tile>),
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place(placement) => fmt::Display::fmt(placement, f),
            Move::Draw => f.write_str("draw"),
            Move::Pass => f.write_str("pass"),
            Move::Deal(Some(tile)) => write!(f, "deal:{tile}"),
            Move::Deal(None) => f.write_str("deal:?"),
            Move::Drawn(Some(tile)) => write!(f, "drawn:{tile}"),
            Move::Drawn(None) => f.write_str("drawn:?"),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        let wrong = |error: &dyn fmt::Display| ParseMoveError::new(text, error.to_string());
        let tile = |name: &str| match name {
            "?" => Ok(None),
            _ => name.parse().map(Some).map_err(|error| wrong(&error)),
        };
        if let Some(name) = text.strip_prefix("deal:") {
            return Ok(Move::Deal(tile(name)?));
        }
        if let Some(name) = text.strip_prefix("drawn:") {
            return Ok(Move::Drawn(tile(name)?));
        }
        match text {
            "draw" => Ok(Move::Draw),
            "pass" => Ok(Move::Pass),
            _ if text.contains([':', '@']) => {
                let placement: Placement = text.parse().map_err(|error| wrong(&error))?;
                Ok(Move::Place(placement.canonical()))
            }
            _ => Err(wrong(&"write draw, pass, or a tile with its place such as 1-2-3:ACB@-2,1")),
        }
    }
}

impl From<Move> for String {
    fn from(m: Move) -> String {
        m.to_string()
    }
}

impl TryFrom<String> for Move {
    type Error = ParseMoveError;

    fn try_from(text: String) -> Result<Move, ParseMoveError> {
        text.parse()
    }
}
