//! Placements and their notation.

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use tilewright_core::ParseMoveError;
use tilewright_core::grid::Square;

use crate::piece::{Orientation, ParseOrientationError, Piece};
use crate::tables::{recognize, to_lower_left};

/// A placement: an oriented piece with the lower left square of its bounding box, its anchor, on a
/// square of the board.
///
/// The text names the orientation and the anchor. A list of squares is read too.
///
/// ```
/// use tilewright_blokus::{Move, Piece};
///
/// let m: Move = "F5e@d8".parse()?;
/// assert_eq!(m.piece(), Piece::F5);
/// assert_eq!(m.anchor().to_string(), "d8");
/// assert_eq!("f8,d9,e9,f9,e10".parse::<Move>()?, m);
/// assert_eq!("a1,c3".parse::<Move>().unwrap_err().to_string(),
///     "'a1,c3' is not a move: these squares are no piece");
/// # Ok::<(), tilewright_core::ParseMoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(as = "String"))]
pub struct Move {
    orientation: Orientation,
    y: u8,
    x: u8,
}

const MAX_SIDE: u8 = 20;

impl Move {
    /// The placement with its lower left corner on `anchor`. The anchor must be on the 20 × 20
    /// board, but the rest of the piece need not be.
    pub fn new(orientation: Orientation, anchor: Square) -> Option<Move> {
        let x = anchor.x();
        let y = anchor.y();
        (x < MAX_SIDE && y < MAX_SIDE).then_some(Move { orientation, y, x })
    }

    /// The placement that covers exactly these squares, if they form a piece.
    ///
    /// ```
    /// use tilewright_blokus::Move;
    ///
    /// let squares = ["b1", "a1", "a2"].map(|square| square.parse().unwrap());
    /// assert_eq!(Move::from_squares(&squares).unwrap().to_string(), "L3n@a1");
    /// ```
    pub fn from_squares(squares: &[Square]) -> Option<Move> {
        let (corner, mut normal) = to_lower_left(squares);
        normal.sort_unstable();
        Move::new(recognize(&normal)?, corner)
    }

    /// The oriented piece.
    pub const fn orientation(self) -> Orientation {
        self.orientation
    }

    /// The piece.
    pub fn piece(self) -> Piece {
        self.orientation().piece()
    }

    /// The lower left square of the bounding box; it need not be part of the piece.
    pub fn anchor(self) -> Square {
        Square::new(self.x, self.y).expect("anchors are on the board")
    }

    /// The squares it covers, sorted row by row.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        self.orientation.squares().iter().map(move |&square| self.square_at(square))
    }

    /// The square of the board for a square of the bounding box, whose lower left one is a1.
    ///
    /// ```
    /// use tilewright_blokus::Move;
    ///
    /// let m: Move = "F5e@d8".parse()?;
    /// assert_eq!(m.square_at("b1".parse().unwrap()).to_string(), "e8");
    /// # Ok::<(), tilewright_core::ParseMoveError>(())
    /// ```
    pub fn square_at(self, in_box: Square) -> Square {
        let moved = in_box.offset(self.x as i8, self.y as i8);
        moved.expect("a piece on the largest board stays within the alphabet")
    }

    /// A placement that must lie on the board.
    #[inline]
    pub(crate) const fn on_board(orientation: Orientation, x: u8, y: u8) -> Move {
        Move { orientation, y, x }
    }

    /// The move as a number: the orientation, y and x, a byte each.
    #[inline]
    pub(crate) const fn bits(self) -> u32 {
        u32::from_le_bytes([self.orientation.0, self.y, self.x, 0])
    }

    /// The move of these [bits](Move::bits).
    #[inline]
    pub(crate) const fn of_bits(bits: u32) -> Move {
        let [orientation, y, x, _] = bits.to_le_bytes();
        Move { orientation: Orientation(orientation), y, x }
    }

    /// The column of the anchor, from 0.
    #[inline]
    pub const fn x(self) -> u8 {
        self.x
    }

    /// The row of the anchor, from 0 at the bottom.
    #[inline]
    pub const fn y(self) -> u8 {
        self.y
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.orientation(), self.anchor())
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
        let wrong = |reason: &str| ParseMoveError::new(text, reason);
        let Some((name, anchor)) = text.split_once('@') else { return parse_squares(text) };
        let orientation: Orientation =
            name.parse().map_err(|error: ParseOrientationError| wrong(&error.to_string()))?;
        let anchor: Square =
            anchor.parse().map_err(|_| wrong("after the @ stands a square, such as d3"))?;
        Move::new(orientation, anchor).ok_or_else(|| wrong("the board ends at t20"))
    }
}

fn parse_squares(text: &str) -> Result<Move, ParseMoveError> {
    let wrong =
        || ParseMoveError::new(text, "write a placement like F5e@d3 or its squares like a1,a2,b2");
    // `F5` is the name of a piece before it is the square f5.
    if text.contains(|c: char| c.is_ascii_uppercase()) {
        return Err(wrong());
    }
    let mut squares = Vec::new();
    for name in text.split(',') {
        let square: Square = name.parse().map_err(|_| wrong())?;
        squares.push(square);
        if squares.len() > 5 {
            return Err(ParseMoveError::new(text, "a piece has at most five squares"));
        }
    }
    let beyond = squares.iter().any(|square| square.x() >= MAX_SIDE || square.y() >= MAX_SIDE);
    if beyond {
        return Err(ParseMoveError::new(text, "the board ends at t20"));
    }
    Move::from_squares(&squares)
        .ok_or_else(|| ParseMoveError::new(text, "these squares are no piece"))
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
