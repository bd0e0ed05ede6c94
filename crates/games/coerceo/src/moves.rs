//! Moves: steps and exchanges.

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use tilewright_core::ParseMoveError;

use crate::triangle::Triangle;

/// A move: a piece steps, or tiles are exchanged for an enemy piece.
///
/// ```
/// use tilewright_coerceo::{Move, MoveKind};
///
/// let m: Move = "0D:W1-08:W3".parse()?;
/// assert!(matches!(m.kind(), MoveKind::Step { .. }));
/// let m: Move = "X08:B0".parse()?;
/// assert_eq!(m.kind(), MoveKind::Exchange("08:B0".parse().unwrap()));
/// assert_eq!(m.to_string(), "X08:B0");
/// # Ok::<(), tilewright_core::ParseMoveError>(())
/// ```
// The numbers of both triangles, the first in the lower byte. An exchange is stored as a step
// from its target to itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(as = "String"))]
pub struct Move(u16);

/// The kind of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveKind {
    /// A piece moves.
    Step {
        /// The origin.
        from: Triangle,
        /// The target.
        to: Triangle,
    },
    /// An enemy piece is taken in exchange for tiles in hand.
    Exchange(Triangle),
}

impl Move {
    /// A step from one triangle to another; `None` if they are the same.
    pub fn step(from: Triangle, to: Triangle) -> Option<Move> {
        (from != to).then_some(Move::new(from, to))
    }

    /// An exchange of tiles in hand for the piece on this triangle.
    pub const fn exchange(target: Triangle) -> Move {
        Move::new(target, target)
    }

    /// The kind of the move.
    pub fn kind(self) -> MoveKind {
        let from = self.from();
        let to = self.to();
        if from == to { MoveKind::Exchange(to) } else { MoveKind::Step { from, to } }
    }

    /// A step between two triangles, or an exchange if they are the same.
    #[inline]
    pub(crate) const fn new(from: Triangle, to: Triangle) -> Move {
        Move(from.code() as u16 | (to.code() as u16) << 8)
    }

    /// The origin of a step, or the piece that is exchanged.
    #[inline]
    pub(crate) const fn from(self) -> Triangle {
        Triangle::of_code(self.0 as u8)
    }

    /// The target of a step, or the piece that is exchanged.
    #[inline]
    pub(crate) const fn to(self) -> Triangle {
        Triangle::of_code((self.0 >> 8) as u8)
    }
}

/// Orders moves by origin, then by target.
impl Ord for Move {
    fn cmp(&self, other: &Move) -> std::cmp::Ordering {
        (self.from(), self.to()).cmp(&(other.from(), other.to()))
    }
}

impl PartialOrd for Move {
    fn partial_cmp(&self, other: &Move) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            MoveKind::Step { from, to } => write!(f, "{from}-{to}"),
            MoveKind::Exchange(target) => write!(f, "X{target}"),
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
        let wrong = |reason: &dyn fmt::Display| ParseMoveError::new(text, reason.to_string());
        let triangle = |name: &str| name.parse::<Triangle>().map_err(|error| wrong(&error));
        if let Some(target) = text.strip_prefix(['X', 'x']) {
            return Ok(Move::exchange(triangle(target)?));
        }
        if text == "resign" {
            return Err(wrong(&"resigning ends a game but is no move in it"));
        }
        let (from, to) = text
            .split_once('-')
            .ok_or_else(|| wrong(&"write 0B:W1-0B:W5 for a move or X07:B0 for an exchange"))?;
        let m = Move::step(triangle(from)?, triangle(to)?);
        m.ok_or_else(|| wrong(&"a piece moves to another triangle"))
    }
}

impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Move {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Move, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}
