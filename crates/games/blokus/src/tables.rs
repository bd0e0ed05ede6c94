//! Precomputed tables of all orientations, derived from the pictures at start-up (well under a
//! millisecond, 30 kB).

use std::sync::LazyLock;

use tilewright_core::grid::{Square, Symmetry};

use crate::piece::{Orientation, Piece};
use crate::rows::{N_ROWS, Pattern, ones};

/// The table of one orientation.
pub(crate) struct Shape {
    pub(crate) piece: Piece,
    pub(crate) symmetry: Symmetry,
    pub(crate) width: u8,
    pub(crate) height: u8,
    /// The squares in the bounding box, sorted.
    pub(crate) squares: Vec<Square>,
    /// Bit i: `squares[i]` is a contact.
    pub(crate) contacts: u8,
    /// The squares, laid at the anchor.
    pub(crate) body: Pattern,
    /// The squares that share an edge with the body, laid around the anchor.
    pub(crate) edges: Pattern,
    /// The squares that touch the body only by a corner, laid around the anchor.
    pub(crate) corners: Pattern,
    /// The same squares as bit indexes, counted from the lowest bit around the anchor: first the
    /// body, then corners and edges, each offset by the size of the sets before it.
    pub(crate) parts: Vec<u16>,
}

/// The tables, by orientation.
pub(crate) static SHAPES: LazyLock<[Shape; Orientation::COUNT]> = LazyLock::new(shapes);

/// The orientation by piece and symmetry.
static ORIENTATIONS: LazyLock<[[u8; 8]; 21]> =
    LazyLock::new(|| Piece::ALL.map(|piece| Symmetry::ALL.map(|it| find_orientation(piece, it))));

fn find_orientation(piece: Piece, symmetry: Symmetry) -> u8 {
    let (_, squares) = picture(piece, symmetry);
    find_shape(&*SHAPES, &squares).expect("every picture is an orientation")
}

pub(crate) fn orientation_index(piece: Piece, symmetry: Symmetry) -> u8 {
    ORIENTATIONS[piece.index()][symmetry.index()]
}

/// The orientation with these squares, which must be sorted, with the lower left of their bounding
/// box at a1.
pub(crate) fn recognize(squares: &[Square]) -> Option<Orientation> {
    find_shape(&*SHAPES, squares).map(Orientation)
}

impl Shape {
    pub(crate) fn n_corners(&self) -> usize {
        self.corners.iter().map(|row| row.count_ones() as usize).sum()
    }

    fn new(piece: Piece, symmetry: Symmetry) -> Shape {
        let ((width, height), squares) = picture(piece, symmetry);
        let mut body = Pattern::default();
        let mut framed = Pattern::default();
        for square in &squares {
            body[usize::from(square.y())] |= 1 << square.x();
            // One row up and one column to the right, so that there is room for all neighbors.
            framed[usize::from(square.y()) + 1] |= 1 << (square.x() + 1);
        }
        let edges = each_row(&framed, edge_neighbors);
        let corners = each_row(&framed, corner_neighbors);
        let contact_rows = each_row(&framed, contacts);
        let is_contact =
            |square: &Square| contact_rows[usize::from(square.y()) + 1] >> (square.x() + 1) & 1;
        let contacts = squares.iter().rev().fold(0, |bits, it| bits << 1 | is_contact(it) as u8);
        let parts = parts_of(&[framed, corners, edges]);
        Shape { piece, symmetry, width, height, squares, contacts, body, edges, corners, parts }
    }
}

/// Computes each row of a pattern from the row below, the row itself, and the row above.
fn each_row(pattern: &Pattern, compute: impl Fn(u32, u32, u32) -> u32) -> Pattern {
    let row = |i: usize| pattern.get(i).copied().unwrap_or(0);
    std::array::from_fn(|i| compute(row(i.wrapping_sub(1)), row(i), row(i + 1)))
}

/// The squares of a row that share an edge with the pattern and are not in it.
fn edge_neighbors(below: u32, row: u32, above: u32) -> u32 {
    (below | above | row << 1 | row >> 1) & !row
}

/// The squares of a row that touch the pattern by a corner only.
fn corner_neighbors(below: u32, row: u32, above: u32) -> u32 {
    let diagonal = (below | above) << 1 | (below | above) >> 1;
    diagonal & !row & !edge_neighbors(below, row, above)
}

/// The contacts of a row: squares without neighbors on opposite sides.
fn contacts(below: u32, row: u32, above: u32) -> u32 {
    row & !(row << 1 & row >> 1) & !(below & above)
}

/// The squares of several patterns as bit indexes, each pattern offset to a set of its own.
fn parts_of(patterns: &[Pattern]) -> Vec<u16> {
    let mut parts = Vec::new();
    for (set, pattern) in patterns.iter().enumerate() {
        for (row, &bits) in pattern.iter().enumerate() {
            parts.extend(ones(bits).map(|bit| (32 * (N_ROWS * set + row) + bit as usize) as u16));
        }
    }
    parts
}

fn shapes() -> [Shape; Orientation::COUNT] {
    let mut shapes: Vec<Shape> = Vec::with_capacity(Orientation::COUNT);
    for piece in Piece::ALL {
        for symmetry in Symmetry::ALL {
            let shape = Shape::new(piece, symmetry);
            if find_shape(&shapes, &shape.squares).is_none() {
                shapes.push(shape);
            }
        }
    }
    shapes.try_into().ok().expect("the pictures have 91 distinct orientations")
}

/// The size of the bounding box and the squares of a piece after a symmetry.
fn picture(piece: Piece, symmetry: Symmetry) -> ((u8, u8), Vec<Square>) {
    let rows = piece.picture();
    let size = (rows[0].len() as u8, rows.len() as u8);
    let mut squares = Vec::new();
    for (y, row) in (0..).zip(rows.iter().rev()) {
        for (x, _) in (0..).zip(row.bytes()).filter(|&(_, mark)| mark == b'X') {
            let square = Square::new(x, y).expect("pieces are small");
            squares.push(symmetry.apply(square, size));
        }
    }
    squares.sort_unstable();
    (symmetry.apply_size(size), squares)
}

/// The lower left square of the bounding box, and the squares relative to it.
pub(crate) fn to_lower_left(squares: &[Square]) -> (Square, Vec<Square>) {
    let left = squares.iter().map(|square| square.x()).min().unwrap_or(0);
    let bottom = squares.iter().map(|square| square.y()).min().unwrap_or(0);
    let corner = Square::new(left, bottom).expect("it is not beyond the squares");
    let moved =
        |square: &Square| square.offset(-(left as i8), -(bottom as i8)).expect("it is inside");
    (corner, squares.iter().map(moved).collect())
}

fn find_shape(shapes: &[Shape], squares: &[Square]) -> Option<u8> {
    shapes.iter().position(|shape| shape.squares == squares).map(|index| index as u8)
}
