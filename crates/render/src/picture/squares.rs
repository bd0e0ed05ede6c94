//! Boards of squares: their geometry and their coordinates.

use tilewright_core::grid::Square;

use crate::picture::geometry::{Point, point};
use crate::picture::svg::{Frame, Sheet};

/// The side of a square.
pub(super) const SIDE: f64 = 20.0;

/// A board of some squares a side, as it is turned.
#[derive(Clone, Copy)]
pub(super) struct Board {
    pub(super) size: u8,
    pub(super) is_turned: bool,
}

impl Board {
    /// The length of a side.
    pub(super) fn length(self) -> f64 {
        f64::from(self.size) * SIDE
    }

    /// The column from the left and the row from the top.
    fn place(self, square: Square) -> (u8, u8) {
        let last = self.size - 1;
        if self.is_turned {
            (last - square.x(), square.y())
        } else {
            (square.x(), last - square.y())
        }
    }

    /// The middle of a square.
    pub(super) fn middle(self, square: Square) -> Point {
        let (column, row) = self.place(square);
        point((f64::from(column) + 0.5) * SIDE, (f64::from(row) + 0.5) * SIDE)
    }

    /// The corners of a square, clockwise from the upper left one.
    pub(super) fn corners(self, square: Square) -> Vec<Point> {
        let half = SIDE / 2.0;
        let corners = [(-half, -half), (half, -half), (half, half), (-half, half)];
        corners.map(|(x, y)| self.middle(square) + point(x, y)).to_vec()
    }

    /// All squares, row by row.
    pub(super) fn squares(self) -> impl Iterator<Item = Square> {
        let n_squares = u16::from(self.size) * u16::from(self.size);
        let square = move |i: u16| {
            let size = u16::from(self.size);
            Square::new((i % size) as u8, (i / size) as u8).expect("boards are small")
        };
        (0..n_squares).map(square)
    }

    /// The board with a margin, and a rim for the coordinates at the left and below.
    pub(super) fn frame(self, margin: f64, rim: f64) -> Frame {
        let length = self.length() + rim + 2.0 * margin;
        Frame { left: -margin - rim, top: -margin, width: length, height: length }
    }

    /// The letters below the board and the numbers beside it, some way from its edge.
    pub(super) fn draw_coordinates(self, sheet: &mut Sheet<'_>, away: f64, size: f64) {
        for i in 0..self.size {
            let square = Square::new(i, i).expect("boards are small");
            let middle = self.middle(square);
            let letter = char::from(b'a' + i).to_string();
            sheet.coordinate(point(middle.x, self.length() + away), &letter, size);
            sheet.coordinate(point(-away, middle.y), &(i + 1).to_string(), size);
        }
    }
}
