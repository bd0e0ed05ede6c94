//! Squares in rows and columns, and the eight symmetries of a square.
//!
//! Columns are letters from the left, rows are numbers from the bottom: `a1` is the lower left
//! corner.

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

/// The greatest width and height of a board: columns are letters of the alphabet.
pub const MAX_SIDE: u8 = 26;

/// A square by its column and row, both from 0.
///
/// ```
/// use tilewright_core::grid::Square;
///
/// let square: Square = "d10".parse().unwrap();
/// assert_eq!((square.x(), square.y()), (3, 9));
/// assert_eq!(square.to_string(), "d10");
/// assert!("d0".parse::<Square>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(as = "String"))]
pub struct Square {
    x: u8,
    y: u8,
}

impl Square {
    /// The square in column `x` and row `y`, both below 26.
    pub const fn new(x: u8, y: u8) -> Option<Square> {
        if x < MAX_SIDE && y < MAX_SIDE { Some(Square { x, y }) } else { None }
    }

    /// The column, 0 at the left.
    pub const fn x(self) -> u8 {
        self.x
    }

    /// The row, 0 at the bottom.
    pub const fn y(self) -> u8 {
        self.y
    }

    /// The square `dx` columns to the right and `dy` rows up, if there is one.
    ///
    /// ```
    /// use tilewright_core::grid::Square;
    ///
    /// let b2: Square = "b2".parse().unwrap();
    /// assert_eq!(b2.offset(-1, 2).unwrap().to_string(), "a4");
    /// assert_eq!(b2.offset(-2, 0), None);
    /// ```
    pub fn offset(self, dx: i8, dy: i8) -> Option<Square> {
        Square::new(self.x.checked_add_signed(dx)?, self.y.checked_add_signed(dy)?)
    }
}

/// Orders squares by row from the bottom, then by column from the left.
impl Ord for Square {
    fn cmp(&self, other: &Square) -> std::cmp::Ordering {
        (self.y, self.x).cmp(&(other.y, other.x))
    }
}

impl PartialOrd for Square {
    fn partial_cmp(&self, other: &Square) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.x), self.y + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// An error for text that is not a square.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("a square is a letter and a number from 1 to {MAX_SIDE}, such as d4")]
pub struct ParseSquareError;

/// Parses `a1`; capital letters and leading zeros (`A01`) are read too.
impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        let (&[letter], digits) = text.as_bytes().split_at_checked(1).ok_or(ParseSquareError)?
        else {
            return Err(ParseSquareError);
        };
        if !(1..=2).contains(&digits.len()) || !digits.iter().all(u8::is_ascii_digit) {
            return Err(ParseSquareError);
        }
        let row = digits.iter().fold(0, |row, digit| 10 * row + (digit - b'0'));
        let x = letter.to_ascii_lowercase().checked_sub(b'a').ok_or(ParseSquareError)?;
        let y = row.checked_sub(1).ok_or(ParseSquareError)?;
        Square::new(x, y).ok_or(ParseSquareError)
    }
}

impl Serialize for Square {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Square {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Square, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// One of the eight symmetries of the square (the dihedral group): some quarter turns clockwise,
/// then perhaps a reflection left to right.
///
/// The names are `n e s w` for the rotations and `nf ef sf wf` for the reflections.
///
/// ```
/// use tilewright_core::grid::{Square, Symmetry};
///
/// let east: Symmetry = "e".parse().unwrap();
/// let top_left: Square = "a3".parse().unwrap();
/// assert_eq!(east.apply(top_left, (3, 3)).to_string(), "c3");
/// assert_eq!(east.then(east.inverse()), Symmetry::IDENTITY);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symmetry {
    // Declared first, so that the derived order is that of `ALL`.
    flipped: bool,
    quarter_turns: u8,
}

impl Symmetry {
    /// The identity.
    pub const IDENTITY: Symmetry = Symmetry { flipped: false, quarter_turns: 0 };

    /// A quarter turn clockwise.
    pub const CLOCKWISE: Symmetry = Symmetry { flipped: false, quarter_turns: 1 };

    /// A reflection left to right.
    pub const MIRRORED: Symmetry = Symmetry { flipped: true, quarter_turns: 0 };

    /// All eight, in the order `n e s w nf ef sf wf`.
    pub const ALL: [Symmetry; 8] = {
        let mut all = [Symmetry::IDENTITY; 8];
        let mut i = 0;
        while i < 8 {
            all[i] = Symmetry { flipped: i >= 4, quarter_turns: (i % 4) as u8 };
            i += 1;
        }
        all
    };

    const NAMES: [&str; 8] = ["n", "e", "s", "w", "nf", "ef", "sf", "wf"];

    /// The index in [`ALL`](Symmetry::ALL).
    pub const fn index(self) -> usize {
        self.quarter_turns as usize + 4 * self.flipped as usize
    }

    /// The name: `n`, `e`, … `wf`.
    pub const fn name(self) -> &'static str {
        Symmetry::NAMES[self.index()]
    }

    /// The width and height of a rectangle after the symmetry.
    pub const fn apply_size(self, (width, height): (u8, u8)) -> (u8, u8) {
        if self.quarter_turns.is_multiple_of(2) { (width, height) } else { (height, width) }
    }

    /// The image of a square in a rectangle of this width and height.
    ///
    /// # Panics
    /// If the square lies outside the rectangle.
    pub fn apply(self, square: Square, (width, height): (u8, u8)) -> Square {
        assert!(square.x < width && square.y < height, "{square} is outside {width}×{height}");
        let Square { x, y } = square;
        let (x, y) = match self.quarter_turns {
            0 => (x, y),
            1 => (y, width - 1 - x),
            2 => (width - 1 - x, height - 1 - y),
            _ => (height - 1 - y, x),
        };
        let new_width = self.apply_size((width, height)).0;
        Square { x: if self.flipped { new_width - 1 - x } else { x }, y }
    }

    /// The composition: first `self`, then `next`.
    pub const fn then(self, next: Symmetry) -> Symmetry {
        // A clockwise turn after a reflection equals a counterclockwise turn before it.
        let turns = if self.flipped { 4 - next.quarter_turns } else { next.quarter_turns };
        Symmetry {
            flipped: self.flipped != next.flipped,
            quarter_turns: (self.quarter_turns + turns) % 4,
        }
    }

    /// The inverse symmetry.
    pub const fn inverse(self) -> Symmetry {
        if self.flipped {
            self
        } else {
            Symmetry { flipped: false, quarter_turns: (4 - self.quarter_turns) % 4 }
        }
    }
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Debug for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// An error for text that is not a symmetry.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("an orientation is one of n, e, s, w, nf, ef, sf and wf")]
pub struct ParseSymmetryError;

impl FromStr for Symmetry {
    type Err = ParseSymmetryError;

    fn from_str(text: &str) -> Result<Symmetry, ParseSymmetryError> {
        let index = Symmetry::NAMES.iter().position(|&name| name == text);
        index.map(|index| Symmetry::ALL[index]).ok_or(ParseSymmetryError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(width: u8, height: u8) -> impl Iterator<Item = Square> {
        (0..height).flat_map(move |y| (0..width).map(move |x| Square { x, y }))
    }

    #[test]
    fn squares_are_text() {
        for square in squares(MAX_SIDE, MAX_SIDE) {
            assert_eq!(square.to_string().parse(), Ok(square));
        }
        for bad in ["", "a", "a0", "a27", "a+1", "a1 ", "1a", "aa1", "a001", "é1", "a²", "{1", "@1"]
        {
            assert_eq!(bad.parse::<Square>(), Err(ParseSquareError), "{bad:?}");
        }
        assert_eq!("T07".parse::<Square>().unwrap().to_string(), "t7");
    }

    #[test]
    fn composition_is_application_in_order() {
        let size = (3, 5);
        for first in Symmetry::ALL {
            for second in Symmetry::ALL {
                for square in squares(size.0, size.1) {
                    let in_order = second.apply(first.apply(square, size), first.apply_size(size));
                    assert_eq!(
                        first.then(second).apply(square, size),
                        in_order,
                        "{first} {second}"
                    );
                }
            }
            assert_eq!(first.then(first.inverse()), Symmetry::IDENTITY);
            assert_eq!(first.name().parse(), Ok(first));
            assert_eq!(Symmetry::ALL[first.index()], first);
        }
    }

    #[test]
    fn a_clockwise_turn_takes_the_top_to_the_right() {
        let top = Square { x: 0, y: 3 };
        assert_eq!(Symmetry::ALL[1].apply(top, (2, 4)), Square { x: 3, y: 1 });
    }
}
