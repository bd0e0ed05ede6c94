//! Locations on the table, and their neighbors.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::tile::Facing;

/// A location for a tile: x to the right, y downwards. It faces up if x + y is even.
///
/// A game begins at (0,0) or (1,0) and has 56 tiles, which bounds the coordinates.
///
/// ```
/// use tilewright_triominos::{Facing, Location, Neighbor};
///
/// let start = Location::new(0, 0).unwrap();
/// assert_eq!(start.facing(), Facing::Up);
/// assert_eq!(start.neighbor(Neighbor::Middle), Location::new(0, 1));
/// assert_eq!(Location::new(57, 0), None);
/// assert_eq!("-2,1".parse(), Ok(Location::new(-2, 1).unwrap()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location {
    y: i8,
    x: i8,
}

impl Location {
    /// The location (x, y), with x from -55 to 56 and y from -28 to 28.
    pub const fn new(x: i8, y: i8) -> Option<Location> {
        let is_inside = -55 <= x && x <= 56 && -28 <= y && y <= 28;
        if is_inside { Some(Location { y, x }) } else { None }
    }

    /// The column, from the start to the right.
    pub const fn x(self) -> i8 {
        self.x
    }

    /// The row, from the start downwards.
    pub const fn y(self) -> i8 {
        self.y
    }

    /// The facing of a tile here.
    pub const fn facing(self) -> Facing {
        if (self.x + self.y) & 1 == 0 { Facing::Up } else { Facing::Down }
    }

    /// The neighbor of this name, unless it is out of reach.
    pub const fn neighbor(self, neighbor: Neighbor) -> Option<Location> {
        let (dx, dy) = neighbor.offset(self.facing());
        Location::new(self.x + dx, self.y + dy)
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

impl fmt::Debug for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({self})")
    }
}

/// An error for text that is not a location.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("a location is x,y with x from -55 to 56 and y from -28 to 28, such as -2,1")]
pub struct ParseLocationError;

impl FromStr for Location {
    type Err = ParseLocationError;

    fn from_str(text: &str) -> Result<Location, ParseLocationError> {
        let (x, y) = text.split_once(',').ok_or(ParseLocationError)?;
        let x = parse_coordinate(x)?;
        let y = parse_coordinate(y)?;
        Location::new(x, y).ok_or(ParseLocationError)
    }
}

/// Parses a coordinate, without the plus sign that the standard library allows.
fn parse_coordinate(text: &str) -> Result<i8, ParseLocationError> {
    if text.starts_with('+') {
        Err(ParseLocationError)
    } else {
        text.parse().map_err(|_| ParseLocationError)
    }
}

/// The twelve locations that touch a location. Left, right and middle share an edge with it, the
/// others a corner.
///
/// ```
/// use tilewright_triominos::{Facing, Neighbor};
///
/// assert_eq!(Neighbor::Opposite.offset(Facing::Up), (0, -1));
/// assert_eq!(Neighbor::Opposite.offset(Facing::Down), (0, 1));
/// assert!(Neighbor::Left.shares_edge() && !Neighbor::FarLeft.shares_edge());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "a neighbor is its name")]
pub enum Neighbor {
    Left,
    Right,
    Middle,
    FarLeft,
    FarRight,
    LeftToMiddle,
    FarLeftToMiddle,
    FarRightToMiddle,
    RightToMiddle,
    Opposite,
    LeftToOpposite,
    RightToOpposite,
}

impl Neighbor {
    /// The neighbors that share an edge.
    pub const EDGES: [Neighbor; 3] = [Neighbor::Left, Neighbor::Right, Neighbor::Middle];

    /// All twelve neighbors.
    pub const ALL: [Neighbor; 12] = [
        Neighbor::Left,
        Neighbor::Right,
        Neighbor::Middle,
        Neighbor::FarLeft,
        Neighbor::FarRight,
        Neighbor::LeftToMiddle,
        Neighbor::FarLeftToMiddle,
        Neighbor::FarRightToMiddle,
        Neighbor::RightToMiddle,
        Neighbor::Opposite,
        Neighbor::LeftToOpposite,
        Neighbor::RightToOpposite,
    ];

    /// The offset in x and y from a location that faces this way.
    pub const fn offset(self, facing: Facing) -> (i8, i8) {
        let (dx, dy) = match self {
            Neighbor::Left => (-1, 0),
            Neighbor::Right => (1, 0),
            Neighbor::Middle => (0, 1),
            Neighbor::FarLeft => (-2, 0),
            Neighbor::FarRight => (2, 0),
            Neighbor::LeftToMiddle => (-1, 1),
            Neighbor::FarLeftToMiddle => (-2, 1),
            Neighbor::FarRightToMiddle => (2, 1),
            Neighbor::RightToMiddle => (1, 1),
            Neighbor::Opposite => (0, -1),
            Neighbor::LeftToOpposite => (-1, -1),
            Neighbor::RightToOpposite => (1, -1),
        };
        match facing {
            Facing::Up => (dx, dy),
            Facing::Down => (dx, -dy),
        }
    }

    /// Returns true if it shares an edge rather than a corner.
    pub const fn shares_edge(self) -> bool {
        matches!(self, Neighbor::Left | Neighbor::Right | Neighbor::Middle)
    }

    /// The name, as in `far-left-to-middle`.
    pub const fn name(self) -> &'static str {
        match self {
            Neighbor::Left => "left",
            Neighbor::Right => "right",
            Neighbor::Middle => "middle",
            Neighbor::FarLeft => "far-left",
            Neighbor::FarRight => "far-right",
            Neighbor::LeftToMiddle => "left-to-middle",
            Neighbor::FarLeftToMiddle => "far-left-to-middle",
            Neighbor::FarRightToMiddle => "far-right-to-middle",
            Neighbor::RightToMiddle => "right-to-middle",
            Neighbor::Opposite => "opposite",
            Neighbor::LeftToOpposite => "left-to-opposite",
            Neighbor::RightToOpposite => "right-to-opposite",
        }
    }
}

impl fmt::Display for Neighbor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
