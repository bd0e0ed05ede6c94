//! Shapes of pieces made of squares, as data for clients that draw them.

use crate::grid::Square;

/// A piece made of squares, in all its orientations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceShape {
    /// The name of the piece.
    pub name: String,
    /// Its distinct orientations; equal pictures are one.
    pub orientations: Vec<OrientedShape>,
}

/// A piece in one orientation. It names its neighbors by rotation and reflection, so that clients
/// need no geometry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrientedShape {
    /// The name of the orientation.
    pub name: String,
    /// The squares in their box, whose lower left one is a1.
    pub squares: Vec<Square>,
    /// The name of the orientation after a quarter turn clockwise.
    pub clockwise: String,
    /// The name of the orientation after a mirroring left to right.
    pub mirrored: String,
}
