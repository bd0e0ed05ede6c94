//! Colors, triangles, directions, and sets of triangles.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use tilewright_core::Seat;
use tilewright_core::bits::ones;

use crate::tables::{COLOR_SHIFT, EDGE, NO_TRIANGLE, STEP_TO, code};
use crate::tile::{ParseTileError, Tile};

/// A color of pieces and triangles: White begins and sits on seat 1.
///
/// ```
/// use tilewright_coerceo::Color;
///
/// assert_eq!(Color::White.other(), Color::Black);
/// assert_eq!(Color::Black.seat().number(), 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "a color is its name")]
pub enum Color {
    White,
    Black,
}

impl Color {
    /// White, then Black.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// The index: 0 for White, 1 for Black.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The opponent.
    #[inline]
    pub const fn other(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }

    /// The seat of the color.
    pub const fn seat(self) -> Seat {
        Seat::new(self.index()).expect("there are more than two seats")
    }

    /// The letter of its triangles.
    pub const fn letter(self) -> char {
        match self {
            Color::White => 'W',
            Color::Black => 'B',
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Color::White => "white",
            Color::Black => "black",
        })
    }
}

/// A triangle, `0D:W1`: its tile, its color, and its number, counterclockwise from north.
///
/// Even triangles are Black's, odd ones White's.
///
/// ```
/// use tilewright_coerceo::{Color, Direction, Triangle};
///
/// let triangle: Triangle = "0D:W1".parse().unwrap();
/// assert_eq!((triangle.tile().index(), triangle.number()), (13, 1));
/// assert_eq!(triangle.color(), Color::White);
/// // Five bits for the tile and three for the number.
/// assert_eq!(triangle.byte(), 0b01101_001);
/// assert_eq!(triangle.move_neighbor(Direction::UpRight).unwrap().to_string(), "08:W3");
/// assert_eq!(triangle.edge_neighbors().count(), 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Triangle(u8);

impl Triangle {
    /// The triangle of a tile with this number, if it is below 6.
    pub const fn new(tile: Tile, number: usize) -> Option<Triangle> {
        if number >= 6 {
            return None;
        }
        let color = if number.is_multiple_of(2) { Color::Black } else { Color::White };
        Some(Triangle::of_bit(color, 3 * tile.index() + number / 2))
    }

    /// All triangles, tile by tile.
    pub fn all() -> impl Iterator<Item = Triangle> {
        Tile::all().flat_map(|tile| (0..6).filter_map(move |number| Triangle::new(tile, number)))
    }

    /// The tile it lies on.
    pub const fn tile(self) -> Tile {
        Tile::new(self.bit() / 3).expect("a triangle lies on a tile")
    }

    /// Its number on the tile, from 0.
    pub const fn number(self) -> usize {
        match self.color() {
            Color::Black => 2 * (self.bit() % 3),
            Color::White => 2 * (self.bit() % 3) + 1,
        }
    }

    /// The color of the pieces that move on it.
    #[inline]
    pub const fn color(self) -> Color {
        if self.0 >> COLOR_SHIFT == 0 { Color::White } else { Color::Black }
    }

    /// Tile and number in one byte: five bits and three.
    pub const fn byte(self) -> u8 {
        (self.tile().index() as u8) << 3 | self.number() as u8
    }

    /// The triangle of this byte, if it is one.
    pub const fn from_byte(byte: u8) -> Option<Triangle> {
        match Tile::new(byte as usize >> 3) {
            Some(tile) => Triangle::new(tile, byte as usize & 7),
            None => None,
        }
    }

    /// The triangle of the same color in this direction, which shares a corner, if it exists.
    pub const fn move_neighbor(self, direction: Direction) -> Option<Triangle> {
        match STEP_TO[self.code()][direction.index()] {
            NO_TRIANGLE => None,
            bit => Some(Triangle::of_bit(self.color(), bit as usize)),
        }
    }

    /// The triangles of the other color that share an edge.
    pub fn edge_neighbors(self) -> impl Iterator<Item = Triangle> {
        ones(EDGE[self.code()]).map(move |bit| Triangle::of_bit(self.color().other(), bit))
    }

    /// The direction in which another triangle of the same color lies, if it shares a corner.
    pub fn direction_to(self, other: Triangle) -> Option<Direction> {
        Direction::ALL.into_iter().find(|&direction| self.move_neighbor(direction) == Some(other))
    }

    /// The index among the 57 triangles of its color, tile by tile.
    #[inline]
    pub const fn place(self) -> usize {
        self.bit()
    }

    /// The index among the triangles of its color.
    #[inline]
    pub(crate) const fn bit(self) -> usize {
        (self.0 & 63) as usize
    }

    /// The number of the triangle in tables.
    #[inline]
    pub(crate) const fn code(self) -> usize {
        self.0 as usize
    }

    #[inline]
    pub(crate) const fn of_code(code: u8) -> Triangle {
        Triangle(code)
    }

    #[inline]
    pub(crate) const fn of_bit(color: Color, bit: usize) -> Triangle {
        Triangle(code(color.index(), bit) as u8)
    }
}

/// Orders triangles by tile, then by number.
impl Ord for Triangle {
    fn cmp(&self, other: &Triangle) -> std::cmp::Ordering {
        self.byte().cmp(&other.byte())
    }
}

impl PartialOrd for Triangle {
    fn partial_cmp(&self, other: &Triangle) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Triangle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}{}", self.tile(), self.color().letter(), self.number())
    }
}

impl fmt::Debug for Triangle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// An error for text that is not a triangle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseTriangleError {
    /// It has no tile.
    #[error(transparent)]
    Tile(#[from] ParseTileError),
    /// It has a tile but no triangle of it.
    #[error("the triangles of a tile are B0 W1 B2 W3 B4 W5, as in 0B:W1")]
    Number,
}

impl FromStr for Triangle {
    type Err = ParseTriangleError;

    fn from_str(text: &str) -> Result<Triangle, ParseTriangleError> {
        let (tile, name) = text.split_once(':').ok_or(ParseTriangleError::Number)?;
        let tile: Tile = tile.parse()?;
        // The number determines the color, so the letter may be left out.
        let n_letters = usize::from(name.len() > 1);
        let (letter, number) = name.split_at_checked(n_letters).unwrap_or_default();
        let number: usize = match number.as_bytes() {
            [digit @ b'0'..=b'5'] => usize::from(digit - b'0'),
            _ => return Err(ParseTriangleError::Number),
        };
        let triangle = Triangle::new(tile, number).ok_or(ParseTriangleError::Number)?;
        let color = triangle.color().letter().to_string();
        let is_named = letter.is_empty() || letter.eq_ignore_ascii_case(&color);
        if is_named { Ok(triangle) } else { Err(ParseTriangleError::Number) }
    }
}

/// The direction of a step: six points of the compass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "a direction is its name")]
pub enum Direction {
    UpLeft,
    Left,
    DownLeft,
    DownRight,
    Right,
    UpRight,
}

impl Direction {
    /// All six, counterclockwise.
    pub const ALL: [Direction; 6] = [
        Direction::UpLeft,
        Direction::Left,
        Direction::DownLeft,
        Direction::DownRight,
        Direction::Right,
        Direction::UpRight,
    ];

    /// The index in [`ALL`](Direction::ALL).
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A set of triangles.
///
/// ```
/// use tilewright_coerceo::{Triangle, TriangleSet};
///
/// let names = ["0D:W1", "08:B0"];
/// let set: TriangleSet = names.iter().map(|name| name.parse::<Triangle>().unwrap()).collect();
/// assert_eq!(set.len(), 2);
/// assert_eq!(format!("{set:?}"), "{08:B0, 0D:W1}");
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct TriangleSet([u64; 2]);

impl TriangleSet {
    /// The empty set.
    pub const EMPTY: TriangleSet = TriangleSet([0; 2]);

    pub(crate) const fn of_bits(color: Color, bits: u64) -> TriangleSet {
        match color {
            Color::White => TriangleSet([bits, 0]),
            Color::Black => TriangleSet([0, bits]),
        }
    }

    pub(crate) const fn bits(self, color: Color) -> u64 {
        self.0[color.index()]
    }

    /// Returns true if the triangle is in the set.
    pub const fn contains(self, triangle: Triangle) -> bool {
        self.0[triangle.color().index()] >> triangle.bit() & 1 != 0
    }

    /// The number of triangles in the set.
    pub const fn len(self) -> usize {
        (self.0[0].count_ones() + self.0[1].count_ones()) as usize
    }

    /// The [indexes](Triangle::place) of the triangles of a color.
    #[inline]
    pub fn places(self, color: Color) -> impl Iterator<Item = usize> {
        ones(self.bits(color))
    }

    /// The number of triangles of a color in the set.
    pub const fn len_of(self, color: Color) -> usize {
        self.bits(color).count_ones() as usize
    }

    /// Returns true if no triangle is in the set.
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] == 0
    }

    /// Adds a triangle.
    pub const fn insert(&mut self, triangle: Triangle) {
        self.0[triangle.color().index()] |= 1 << triangle.bit();
    }

    /// The union of both sets.
    #[must_use]
    pub const fn or(self, other: TriangleSet) -> TriangleSet {
        TriangleSet([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }

    /// The triangles, tile by tile.
    pub fn iter(self) -> impl Iterator<Item = Triangle> {
        let of_color =
            |color: Color| ones(self.bits(color)).map(move |bit| Triangle::of_bit(color, bit));
        let [mut white, mut black] = Color::ALL.map(|color| of_color(color).peekable());
        std::iter::from_fn(move || match (white.peek(), black.peek()) {
            (Some(left), Some(right)) if left < right => white.next(),
            (Some(_), None) => white.next(),
            _ => black.next(),
        })
    }
}

impl FromIterator<Triangle> for TriangleSet {
    fn from_iter<I: IntoIterator<Item = Triangle>>(triangles: I) -> TriangleSet {
        triangles.into_iter().fold(TriangleSet::EMPTY, |mut set, triangle| {
            set.insert(triangle);
            set
        })
    }
}

impl fmt::Debug for TriangleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
