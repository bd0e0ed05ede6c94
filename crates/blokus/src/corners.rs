//! The placements of a colour, found by the corners they touch.
//!
//! A piece has at most five squares, so what can be placed on a corner depends on the 41 squares
//! within four steps of it. With these and the 21 pieces in one word, a tile of an oriented piece
//! may lie on the corner if none of its piece's bits is blocked: about a hundred comparisons for a
//! corner, without a branch, four at a time. A corner that has been looked at is blocked for those
//! after it, so that a placement that touches several is found once.
//!
//! (Two other ways were built and measured. Shifting whole boards, one operation for each square of
//! each orientation, costs the same for one corner as for thirty: 4,800 instructions to draw one of
//! all placements, against 2,350 here in games of four. Laying random tiles on random corners until one fits is quick in the
//! opening and hopeless later.)

use std::ops::Range;
use std::sync::LazyLock;

use tilewright_core::grid::Square;
use tilewright_core::{Rng, bits, random_index};

use crate::moves::Move;
use crate::piece::{Orientation, Piece};
use crate::rows::{PADDING, Rows, ones};

/// How far the squares of a piece can be from each other, in steps.
const REACH: i8 = 4;

/// The squares within reach, row by row from the bottom.
const N_WITHIN_REACH: usize = 41;

/// For each row within reach the place of its first square among those squares.
const FIRST_OF_ROW: [usize; 9] = [0, 1, 4, 9, 16, 25, 32, 37, 40];

/// What a colour may and must cover.
pub(crate) struct Corners {
    /// Every square of a placement must be one of these.
    free: Rows,
    /// At least one square of a placement must be one of these, which are free too.
    touching: Rows,
    /// The pieces it has, above the squares within reach.
    pieces: u64,
}

/// How often a placement that uses several corners is found.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Naming {
    /// With the first of them.
    Once,
    /// With each of them.
    EachCorner,
}

/// A square by its bit and row in a set.
#[derive(Clone, Copy)]
struct Corner {
    bit: usize,
    row: usize,
}

/// The placements of a list that are found with one corner: not listed, but counted and known.
#[derive(Clone, Copy)]
pub(crate) struct Section {
    /// How many placements of the list this section and those before it have.
    pub(crate) end: u32,
    corner: Corner,
    tiles: &'static Tiles,
    blocked: u64,
}

impl Section {
    /// The corner.
    pub(crate) fn square(&self) -> Square {
        let (x, y) = (self.corner.bit - PADDING, self.corner.row - PADDING);
        Square::new(x as u8, y as u8).expect("corners are on the board")
    }

    /// The `n`th placement: the oriented piece, and its tile that lies on the corner.
    #[inline]
    pub(crate) fn nth(&self, n: usize) -> Option<(Orientation, Square)> {
        self.tiles.nth_fitting(n, self.blocked).map(|index| self.tiles.placements[index])
    }

    /// All placements in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Orientation, Square)> {
        let Section { tiles, blocked, .. } = *self;
        let bits = tiles.bits.as_flattened().iter().zip(&tiles.placements);
        bits.filter(move |&(bits, _)| bits & blocked == 0).map(|(_, &placement)| placement)
    }
}

impl Corners {
    /// Every square of a placement must be in `free`, at least one in `touching`, which is part of
    /// `free`; pieces are bits.
    #[inline]
    pub(crate) fn new(free: Rows, touching: Rows, pieces: u32) -> Corners {
        Corners { free, touching, pieces: u64::from(pieces) << N_WITHIN_REACH }
    }

    /// How many placements there are, one that uses several corners counted as `naming` says.
    #[inline]
    pub(crate) fn count(&self, naming: Naming) -> usize {
        let mut total = 0;
        self.for_each_corner(naming, |_, tiles, blocked| {
            total += tiles.count(blocked);
            true
        });
        total
    }

    /// The corners that some placement uses, in order, each with its placements.
    #[inline]
    pub(crate) fn sections(&self, naming: Naming) -> Vec<Section> {
        let mut sections = Vec::with_capacity(self.touching.count() as usize);
        let mut n_before = 0;
        self.for_each_corner(naming, |corner, tiles, blocked| {
            let n_placements = tiles.count(blocked) as u32;
            if n_placements > 0 {
                n_before += n_placements;
                sections.push(Section { end: n_before, corner, tiles, blocked });
            }
            true
        });
        sections
    }

    /// How many corners some placement can use.
    pub(crate) fn n_usable(&self) -> usize {
        // A placement may use several corners, so none is blocked for those after it.
        let is_usable = |row: usize, bit: u32| {
            let corner = Corner { bit: bit as usize, row };
            let (tiles, blocked) = self.look(within_reach(&self.free, corner));
            tiles.bits.as_flattened().iter().any(|bits| bits & blocked == 0)
        };
        let usable_in = |row: usize| ones(self.touching.0[row]).filter(move |&b| is_usable(row, b));
        BOARD_ROWS.map(|row| usable_in(row).count()).sum()
    }

    /// Calls `visit` with each placement.
    #[inline]
    pub(crate) fn for_each(&self, mut visit: impl FnMut(Move)) {
        self.for_each_corner(Naming::Once, |corner, tiles, blocked| {
            tiles.for_each(blocked, corner, &mut visit);
            true
        });
    }

    /// Appends all placements.
    #[inline]
    pub(crate) fn list(&self, moves: &mut Vec<Move>) {
        self.for_each(|m| moves.push(m));
    }

    /// One of the placements, if there are any.
    #[inline]
    pub(crate) fn first(&self) -> Option<Move> {
        let mut first = None;
        self.for_each_corner(Naming::Once, |corner, tiles, blocked| {
            first = tiles.nth(0, blocked, corner);
            first.is_none()
        });
        first
    }

    /// One of the placements, all equally likely.
    #[inline]
    pub(crate) fn random<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Move> {
        let mut total = 0;
        let mut chosen = None;
        self.for_each_corner(Naming::Once, |corner, tiles, blocked| {
            let n_placements = tiles.count(blocked);
            total += n_placements;
            // Each corner is chosen in proportion to its placements.
            if n_placements > 0 && random_index(rng, total) < n_placements {
                chosen = Some((corner, tiles, blocked, n_placements));
            }
            true
        });
        let (corner, tiles, blocked, n_placements) = chosen?;
        tiles.nth(random_index(rng, n_placements), blocked, corner)
    }

    /// One of the placements: first one of the corners that can be used, all equally likely, then
    /// one of its placements. Most of the time the first corner that is tried can be used.
    #[inline]
    pub(crate) fn quick_random<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Move> {
        let mut untried = self.touching;
        for n_untried in (1..=untried.count()).rev() {
            let corner = nth_corner(&untried, random_index(rng, n_untried as usize) as u32)?;
            let (tiles, blocked) = self.look(within_reach(&self.free, corner));
            let n_placements = tiles.count(blocked);
            if n_placements > 0 {
                return tiles.nth(random_index(rng, n_placements), blocked, corner);
            }
            untried.remove(corner.row, corner.bit);
        }
        None
    }

    /// Calls `visit` with each corner, the tiles that may lie on it and the bits that are blocked,
    /// as long as it wants more.
    // A call would copy the boards.
    #[inline(always)]
    fn for_each_corner(
        &self,
        naming: Naming,
        mut visit: impl FnMut(Corner, &'static Tiles, u64) -> bool,
    ) {
        // One loop over all corners rather than one for each row, whose ends no processor foresees.
        let mut free = self.free;
        let mut unvisited = self.touching;
        let mut rows = unvisited.occupied_rows();
        while rows != 0 {
            let row = rows.trailing_zeros() as usize;
            let corner = Corner { bit: unvisited.0[row].trailing_zeros() as usize, row };
            unvisited.remove(row, corner.bit);
            rows ^= u32::from(unvisited.0[row] == 0) << row;
            let (tiles, blocked) = self.look(within_reach(&free, corner));
            if !visit(corner, tiles, blocked) {
                return;
            }
            if naming == Naming::Once {
                // The corners after this one must not find its placements again.
                free.remove(row, corner.bit);
            }
        }
    }

    /// The tiles that may lie on a corner, and the bits that are blocked, where these squares
    /// within reach are free.
    #[inline]
    fn look(&self, free: u64) -> (&'static Tiles, u64) {
        (&TILES[neighbors_among(free)], !(free | self.pieces))
    }
}

/// The squares of a set that are within reach of a corner.
#[inline]
fn within_reach(squares: &Rows, corner: Corner) -> u64 {
    let rows: &[u32; 9] = squares.0[corner.row - PADDING..=corner.row + PADDING]
        .try_into()
        .expect("the board has four rows of padding on either side");
    let seen = |i: usize| {
        let (first, width) = (REACH as usize - half_width(i), 2 * half_width(i) + 1);
        let row = rows[i] >> (corner.bit - PADDING) >> first;
        (u64::from(row) & ((1 << width) - 1)) << FIRST_OF_ROW[i]
    };
    let below = seen(0) | seen(1) | seen(2) | seen(3);
    below | seen(4) | seen(5) | seen(6) | seen(7) | seen(8)
}

/// The rows that can be on the board.
const BOARD_ROWS: Range<usize> = PADDING..PADDING + 20;

/// The `n`th square of a set, row by row from the bottom.
#[inline]
fn nth_corner(squares: &Rows, mut n: u32) -> Option<Corner> {
    for row in BOARD_ROWS {
        let n_squares = squares.0[row].count_ones();
        if n < n_squares {
            let bit = ones(squares.0[row]).nth(n as usize)?;
            return Some(Corner { bit: bit as usize, row });
        }
        n -= n_squares;
    }
    None
}

/// The tiles of oriented pieces that may lie on a corner, judging by its free neighbours. Round a
/// corner of the colour's own pieces at most two neighbours are free, at a right angle, and these
/// are all contacts; but a first piece may cover its start square with any of its tiles.
struct Tiles {
    /// For each tile the squares of its piece, seen from the tile, and the piece.
    bits: Vec<[u64; GROUP]>,
    /// For each tile the orientation and the tile in its bounding box.
    placements: Vec<(Orientation, Square)>,
}

/// So many tiles are compared together.
const GROUP: usize = 16;

/// By the free neighbours: north (1), east (2), south (4) and west (8).
static TILES: LazyLock<[Tiles; 16]> = LazyLock::new(|| std::array::from_fn(Tiles::new));

impl Tiles {
    fn new(free_neighbors: usize) -> Tiles {
        let mut bits = Vec::new();
        let mut placements = Vec::new();
        for orientation in Orientation::all() {
            for &tile in orientation.squares() {
                let squares = seen_from(tile, orientation);
                if neighbors_among(squares) & !free_neighbors == 0 {
                    bits.push(squares | 1 << (N_WITHIN_REACH + orientation.piece().index()));
                    placements.push((orientation, tile));
                }
            }
        }
        // The highest bit is always blocked, so that what fills up the last group never fits.
        bits.resize(bits.len().next_multiple_of(GROUP), 1 << 63);
        Tiles { bits: bits.as_chunks().0.to_vec(), placements }
    }

    #[inline]
    fn count(&self, blocked: u64) -> usize {
        let fits = |bits: &u64| u64::from(bits & blocked == 0);
        self.bits.as_flattened().iter().map(fits).sum::<u64>() as usize
    }

    #[inline]
    fn for_each(&self, blocked: u64, corner: Corner, visit: &mut impl FnMut(Move)) {
        for (i, group) in self.bits.iter().enumerate() {
            for bit in bits::ones(fitting(group, blocked)) {
                visit(self.lay(GROUP * i + bit - 1, corner));
            }
        }
    }

    /// The placement with the `n`th tile that fits on the corner.
    #[inline]
    fn nth(&self, n: usize, blocked: u64, corner: Corner) -> Option<Move> {
        self.nth_fitting(n, blocked).map(|index| self.lay(index, corner))
    }

    /// The index of the `n`th tile that fits.
    #[inline]
    fn nth_fitting(&self, mut n: usize, blocked: u64) -> Option<usize> {
        for (i, group) in self.bits.iter().enumerate() {
            let fitting = fitting(group, blocked);
            let n_fitting = fitting.count_ones() as usize;
            if n < n_fitting {
                return bits::ones(fitting).nth(n).map(|bit| GROUP * i + bit - 1);
            }
            n -= n_fitting;
        }
        None
    }

    /// The placement with the tile on the corner; it must fit.
    #[inline]
    fn lay(&self, index: usize, corner: Corner) -> Move {
        let (orientation, tile) = self.placements[index];
        let (x, y) = ((corner.bit - PADDING) as u8, (corner.row - PADDING) as u8);
        Move::on_board(orientation, x - tile.x(), y - tile.y())
    }
}

/// Bit i + 1: tile i of the group fits. With bit i the compiler would treat the first tile and then
/// others apart: twice the instructions.
// Not inlined: otherwise the compiler interleaves several groups, with a gather for each word.
#[inline(never)]
fn fitting(group: &[u64; GROUP], blocked: u64) -> u64 {
    let mut fitting = 0;
    for (i, bits) in group.iter().enumerate() {
        fitting |= if bits & blocked == 0 { 2 << i } else { 0 };
    }
    fitting
}

/// The squares of an orientation as seen from one of them.
fn seen_from(tile: Square, orientation: Orientation) -> u64 {
    let bit = |square: &Square| {
        let (dx, dy) = (square.x() as i8 - tile.x() as i8, square.y() as i8 - tile.y() as i8);
        1 << place(dx, dy)
    };
    orientation.squares().iter().map(bit).sum()
}

/// The place among the squares within reach.
const fn place(dx: i8, dy: i8) -> usize {
    let row = (dy + REACH) as usize;
    FIRST_OF_ROW[row] + (dx + half_width(row) as i8) as usize
}

/// How many columns a row within reach extends to either side.
const fn half_width(row: usize) -> usize {
    REACH as usize - row.abs_diff(REACH as usize)
}

/// The neighbours of the middle among some squares: north (1), east (2), south (4), west (8).
#[inline]
const fn neighbors_among(squares: u64) -> usize {
    let north = squares >> place(0, 1) & 1;
    let east = squares >> place(1, 0) & 1;
    let south = squares >> place(0, -1) & 1;
    let west = squares >> place(-1, 0) & 1;
    (north | east << 1 | south << 2 | west << 3) as usize
}

const _: () = assert!(N_WITHIN_REACH + Piece::ALL.len() < 64, "squares and pieces share a word");
