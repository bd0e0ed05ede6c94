//! Placements, and the figures that they complete.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::location::Location;
use crate::tile::{Corner, Orientation, Tile};

/// A placement: a tile in an orientation at a location, `1-2-3:ACB@-2,1`.
///
/// ```
/// use tilewright_triominos::Placement;
///
/// let placement: Placement = "1-2-3:ACB@-2,1".parse().unwrap();
/// assert_eq!(placement.numbers(), [1, 3, 2]);
/// assert_eq!(placement.to_string(), "1-2-3:ACB@-2,1");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement {
    /// The tile.
    pub tile: Tile,
    /// The orientation.
    pub orientation: Orientation,
    /// The location.
    pub location: Location,
}

impl Placement {
    /// The numbers at its left, middle and right corner.
    pub const fn numbers(self) -> [u8; 3] {
        self.orientation.corners(self.tile)
    }

    /// Returns true if tile and location face the same way.
    pub fn faces_right(self) -> bool {
        self.orientation.facing() == self.location.facing()
    }

    /// The canonical form of the placement: a triple looks the same in three orientations.
    pub fn canonical(self) -> Placement {
        let facing = self.orientation.facing();
        let first = Orientation::showing(self.tile, self.numbers(), facing);
        Placement { orientation: first.unwrap_or(self.orientation), ..self }
    }
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}@{}", self.tile, self.orientation, self.location)
    }
}

impl fmt::Debug for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// An error for text that is not a placement.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("a placement is a tile, its orientation and a location, such as 1-2-3:ACB@-2,1")]
pub struct ParsePlacementError;

impl FromStr for Placement {
    type Err = ParsePlacementError;

    fn from_str(text: &str) -> Result<Placement, ParsePlacementError> {
        let (tile, rest) = text.split_once(':').ok_or(ParsePlacementError)?;
        let (orientation, location) = rest.split_once('@').ok_or(ParsePlacementError)?;
        Ok(Placement {
            tile: tile.parse().map_err(|_| ParsePlacementError)?,
            orientation: orientation.parse().map_err(|_| ParsePlacementError)?,
            location: location.parse().map_err(|_| ParsePlacementError)?,
        })
    }
}

/// A figure that a placement can complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SpecialFigure {
    /// A hexagon: six tiles round this corner.
    Hexagon(Corner),
    /// A bridge: a corner touches a tile across from the only tile that shares an edge.
    BridgeCompleted,
    /// A bridge where two or three tiles share an edge.
    BridgeExtended,
}
