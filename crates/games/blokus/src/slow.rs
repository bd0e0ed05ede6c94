//! A slow reference for features of squares, used by tests of the fast code.

use std::collections::BTreeMap;

use tilewright_core::grid::Square;

use crate::position::Position;
use crate::setup::Color;

/// A position, examined square by square.
pub(crate) struct Slow<'a>(pub(crate) &'a Position);

impl Slow<'_> {
    pub(crate) fn squares(&self) -> impl Iterator<Item = Square> {
        let size = self.0.size();
        (0..size).flat_map(move |y| (0..size).filter_map(move |x| Square::new(x, y)))
    }

    pub(crate) fn near(&self, square: Square, offsets: &[(i8, i8)]) -> Vec<Square> {
        let near = offsets.iter().filter_map(|&(dx, dy)| square.offset(dx, dy));
        near.filter(|near| near.x() < self.0.size() && near.y() < self.0.size()).collect()
    }

    pub(crate) fn has(&self, color: Color, squares: &[Square]) -> bool {
        squares.iter().any(|&square| self.0.color_at(square) == Some(color))
    }

    pub(crate) fn is_free(&self, color: Color, square: Square) -> bool {
        self.0.color_at(square).is_none() && !self.has(color, &self.near(square, EDGES))
    }

    pub(crate) fn is_corner(&self, color: Color, square: Square) -> bool {
        let touches = match self.0.placed(color).next() {
            Some(_) => self.has(color, &self.near(square, DIAGONALS)),
            None => self.0.start_squares(color).any(|start| start == square),
        };
        touches && self.is_free(color, square)
    }

    /// The distance of each square from a corner of the color, in steps.
    pub(crate) fn steps(&self, color: Color) -> BTreeMap<Square, usize> {
        let corners = self.squares().filter(|&square| self.is_corner(color, square));
        let mut steps: BTreeMap<Square, usize> = corners.map(|square| (square, 0)).collect();
        for n_steps in 1..=4 {
            let before: Vec<Square> = steps.keys().copied().collect();
            for square in before.into_iter().flat_map(|square| self.near(square, EDGES)) {
                if self.is_free(color, square) {
                    steps.entry(square).or_insert(n_steps);
                }
            }
        }
        steps
    }

    pub(crate) fn n_free(&self, color: Color, square: Square, offsets: &[(i8, i8)]) -> usize {
        let near = self.near(square, offsets);
        near.into_iter().filter(|&near| self.is_free(color, near)).count()
    }
}

pub(crate) const EDGES: &[(i8, i8)] = &[(0, 1), (1, 0), (0, -1), (-1, 0)];
pub(crate) const DIAGONALS: &[(i8, i8)] = &[(1, 1), (1, -1), (-1, -1), (-1, 1)];
