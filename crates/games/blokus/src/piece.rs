//! The 21 pieces and their 91 orientations.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use tilewright_core::grid::{Square, Symmetry};
use tilewright_core::{OrientedShape, PieceShape, shortened};

use crate::tables::{SHAPES, Shape, orientation_index};

/// A polyomino of one to five squares; every color has one of each.
///
/// Names and order are Tilewe's. Pentobi's names are read too.
///
/// ```
/// use tilewright_blokus::Piece;
///
/// assert_eq!(Piece::ALL.len(), 21);
/// assert_eq!("F5".parse(), Ok(Piece::F5));
/// assert_eq!("V3".parse(), Ok(Piece::L3));
/// assert_eq!(Piece::X5.n_corners(), 8);
/// assert_eq!(Piece::X5.orientations().count(), 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[allow(missing_docs, reason = "the names are the pieces' own, drawn in RULES.md")]
pub enum Piece {
    O1,
    I2,
    I3,
    L3,
    O4,
    I4,
    L4,
    Z4,
    T4,
    F5,
    I5,
    L5,
    N5,
    P5,
    T5,
    U5,
    V5,
    W5,
    X5,
    Y5,
    Z5,
}

impl Piece {
    /// All pieces, in order.
    pub const ALL: [Piece; 21] = [
        Piece::O1,
        Piece::I2,
        Piece::I3,
        Piece::L3,
        Piece::O4,
        Piece::I4,
        Piece::L4,
        Piece::Z4,
        Piece::T4,
        Piece::F5,
        Piece::I5,
        Piece::L5,
        Piece::N5,
        Piece::P5,
        Piece::T5,
        Piece::U5,
        Piece::V5,
        Piece::W5,
        Piece::X5,
        Piece::Y5,
        Piece::Z5,
    ];

    /// The number of squares of all pieces together.
    pub const N_SQUARES_OF_ALL: u32 = 89;

    /// The index in [`ALL`](Piece::ALL).
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Tilewe's name.
    pub fn name(self) -> &'static str {
        SPECS[self.index()].name
    }

    /// Pentobi's name.
    pub fn pentobi_name(self) -> &'static str {
        SPECS[self.index()].pentobi_name
    }

    /// The number of squares.
    pub fn n_squares(self) -> usize {
        self.oriented(Symmetry::IDENTITY).squares().len()
    }

    /// The number of contacts: squares with fewer than two neighbors in the piece, or with two at a
    /// right angle.
    pub fn n_contacts(self) -> usize {
        self.oriented(Symmetry::IDENTITY).contacts().count()
    }

    /// The number of squares around the lone piece that touch it diagonally and not by an edge.
    pub fn n_corners(self) -> usize {
        self.oriented(Symmetry::IDENTITY).shape().n_corners()
    }

    /// Its distinct orientations: one to eight.
    pub fn orientations(self) -> impl Iterator<Item = Orientation> {
        Orientation::all().filter(move |orientation| orientation.piece() == self)
    }

    /// The piece rotated and reflected. Equal pictures are one orientation.
    ///
    /// ```
    /// use tilewright_blokus::Piece;
    ///
    /// let flipped = Piece::W5.oriented("ef".parse().unwrap());
    /// assert_eq!(flipped.to_string(), "W5n");
    /// ```
    pub fn oriented(self, symmetry: Symmetry) -> Orientation {
        Orientation(orientation_index(self, symmetry))
    }

    /// Its orientations as data.
    pub(crate) fn shape(self) -> PieceShape {
        let orientations = self.orientations().map(Orientation::as_shape).collect();
        PieceShape { name: self.name().to_owned(), orientations }
    }

    /// The picture of the north orientation, rows from the top, `X` for a square.
    pub fn picture(self) -> &'static [&'static str] {
        SPECS[self.index()].picture
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// An error for text that is not the name of a piece.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no such piece: choose one of O1, I2, I3, L3, O4, I4, L4, Z4, T4, F5 … Z5")]
pub struct ParsePieceError;

impl FromStr for Piece {
    type Err = ParsePieceError;

    fn from_str(text: &str) -> Result<Piece, ParsePieceError> {
        let named = |piece: &Piece| piece.name() == text || piece.pentobi_name() == text;
        Piece::ALL.into_iter().find(named).ok_or(ParsePieceError)
    }
}

/// An oriented piece: one of 91 pictures of the rotated and reflected pieces.
///
/// ```
/// use tilewright_blokus::{Orientation, Piece};
///
/// assert_eq!(Orientation::all().count(), 91);
/// let orientation: Orientation = "F5e".parse().unwrap();
/// assert_eq!(orientation.piece(), Piece::F5);
/// assert_eq!((orientation.width(), orientation.height()), (3, 3));
/// let squares: Vec<String> = orientation.squares().iter().map(ToString::to_string).collect();
/// assert_eq!(squares, ["c1", "a2", "b2", "c2", "b3"]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Orientation(pub(crate) u8);

impl Orientation {
    /// The number of orientations.
    pub const COUNT: usize = 91;

    /// All orientations, by piece and then in the order `n e s w nf ef sf wf`.
    pub fn all() -> impl Iterator<Item = Orientation> {
        (0..Orientation::COUNT as u8).map(Orientation)
    }

    /// The index in [`all`](Orientation::all).
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The piece.
    pub fn piece(self) -> Piece {
        self.shape().piece
    }

    /// The symmetry that gives this picture, the first if there are several.
    pub fn symmetry(self) -> Symmetry {
        self.shape().symmetry
    }

    /// The width of its bounding box.
    pub fn width(self) -> u8 {
        self.shape().width
    }

    /// The height of its bounding box.
    pub fn height(self) -> u8 {
        self.shape().height
    }

    /// Its squares in the bounding box, whose lower left one is a1, sorted row by row.
    pub fn squares(self) -> &'static [Square] {
        &self.shape().squares
    }

    /// The contacts: the squares that can touch a corner of the own color.
    ///
    /// ```
    /// use tilewright_blokus::Orientation;
    ///
    /// let v5: Orientation = "V5n".parse().unwrap();
    /// let contacts: Vec<String> = v5.contacts().map(|square| square.to_string()).collect();
    /// assert_eq!(contacts, ["a1", "c1", "c3"]);
    /// ```
    pub fn contacts(self) -> impl Iterator<Item = Square> {
        let shape = self.shape();
        let is_contact = |&(i, _): &(usize, &Square)| shape.contacts & 1 << i != 0;
        shape.squares.iter().enumerate().filter(is_contact).map(|(_, &square)| square)
    }

    /// The orientation, rotated or reflected once more.
    fn then(self, next: Symmetry) -> Orientation {
        self.piece().oriented(self.symmetry().then(next))
    }

    fn as_shape(self) -> OrientedShape {
        let name = |orientation: Orientation| orientation.symmetry().name().to_owned();
        OrientedShape {
            name: name(self),
            squares: self.squares().to_vec(),
            clockwise: name(self.then(Symmetry::CLOCKWISE)),
            mirrored: name(self.then(Symmetry::MIRRORED)),
        }
    }

    pub(crate) fn shape(self) -> &'static Shape {
        &SHAPES[self.index()]
    }
}

impl fmt::Display for Orientation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.piece(), self.symmetry())
    }
}

impl fmt::Debug for Orientation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// An error for text that is not the name of an oriented piece.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseOrientationError {
    /// The text before the orientation is not a piece.
    #[error("there is no piece '{0}'")]
    Piece(String),
    /// The text after the piece is not an orientation.
    #[error("'{0}' is no orientation: choose n, e, s, w, nf, ef, sf or wf")]
    Symmetry(String),
}

/// Parses the name of a piece and of an orientation, such as `F5e`, or any other name of the same
/// picture.
impl FromStr for Orientation {
    type Err = ParseOrientationError;

    fn from_str(text: &str) -> Result<Orientation, ParseOrientationError> {
        let n_after = text.chars().rev().take_while(char::is_ascii_lowercase).count();
        let (piece, symmetry) = text.split_at(text.len() - n_after);
        let parsed = piece.parse::<Piece>();
        let piece = parsed.map_err(|_| ParseOrientationError::Piece(shortened(piece)))?;
        let symmetry: Symmetry =
            symmetry.parse().map_err(|_| ParseOrientationError::Symmetry(shortened(symmetry)))?;
        Ok(piece.oriented(symmetry))
    }
}

struct Spec {
    name: &'static str,
    pentobi_name: &'static str,
    picture: &'static [&'static str],
}

const fn spec(
    name: &'static str,
    pentobi_name: &'static str,
    picture: &'static [&'static str],
) -> Spec {
    Spec { name, pentobi_name, picture }
}

static SPECS: [Spec; 21] = [
    spec("O1", "1", &["X"]),
    spec("I2", "2", &["X", "X"]),
    spec("I3", "I3", &["X", "X", "X"]),
    spec("L3", "V3", &["X.", "XX"]),
    spec("O4", "O", &["XX", "XX"]),
    spec("I4", "I4", &["X", "X", "X", "X"]),
    spec("L4", "L4", &["X.", "X.", "XX"]),
    spec("Z4", "Z4", &["XX.", ".XX"]),
    spec("T4", "T4", &["XXX", ".X."]),
    spec("F5", "F", &[".XX", "XX.", ".X."]),
    spec("I5", "I5", &["X", "X", "X", "X", "X"]),
    spec("L5", "L5", &["X.", "X.", "X.", "XX"]),
    spec("N5", "N", &[".X", "XX", "X.", "X."]),
    spec("P5", "P", &["XX", "XX", "X."]),
    spec("T5", "T5", &["XXX", ".X.", ".X."]),
    spec("U5", "U", &["X.X", "XXX"]),
    spec("V5", "V5", &["..X", "..X", "XXX"]),
    spec("W5", "W", &["..X", ".XX", "XX."]),
    spec("X5", "X", &[".X.", "XXX", ".X."]),
    spec("Y5", "Y", &[".X", "XX", ".X", ".X"]),
    spec("Z5", "Z5", &["XX.", ".X.", ".XX"]),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn names_are_read_back() {
        for piece in Piece::ALL {
            assert_eq!(piece.name().parse(), Ok(piece));
            assert_eq!(piece.pentobi_name().parse(), Ok(piece));
            assert_eq!(Piece::ALL[piece.index()], piece);
        }
        for orientation in Orientation::all() {
            assert_eq!(orientation.to_string().parse(), Ok(orientation));
        }
        for bad in ["", "n", "F5", "F5x", "F5é", "é", "Fn5", "F5nn", "5n", "fn"] {
            assert!(bad.parse::<Orientation>().is_err(), "{bad:?}");
        }
    }

    #[test]
    fn turning_by_the_data_is_turning_the_squares() {
        let cells = |shape: &OrientedShape| -> BTreeSet<(u8, u8)> {
            shape.squares.iter().map(|square| (square.x(), square.y())).collect()
        };
        for piece in Piece::ALL.map(Piece::shape) {
            let named = |name: &str| piece.orientations.iter().find(|it| it.name == name).unwrap();
            let pictures: BTreeSet<_> = piece.orientations.iter().map(cells).collect();
            assert_eq!(pictures.len(), piece.orientations.len(), "{}", piece.name);
            for shape in &piece.orientations {
                let own = cells(shape);
                let width = own.iter().map(|(x, _)| x + 1).max().unwrap();
                let turned = own.iter().map(|(x, y)| (*y, width - 1 - x)).collect();
                let mirrored = own.iter().map(|(x, y)| (width - 1 - x, *y)).collect();
                assert_eq!(cells(named(&shape.clockwise)), turned, "{}{}", piece.name, shape.name);
                assert_eq!(cells(named(&shape.mirrored)), mirrored, "{}{}", piece.name, shape.name);
            }
        }
    }

    #[test]
    fn pieces_have_89_squares_in_all() {
        let sizes = Piece::ALL.map(Piece::n_squares);
        assert_eq!(sizes.iter().sum::<usize>(), Piece::N_SQUARES_OF_ALL as usize);
        assert_eq!(
            (1..=5).map(|n| sizes.iter().filter(|&&size| size == n).count()).collect::<Vec<_>>(),
            [1, 1, 2, 5, 12]
        );
    }
}
