//! The placements of a colour, found by the corners they touch.
//!
//! A piece has at most five squares, so what can be placed on a corner depends on the 41 squares
//! within four steps of it. With these and the 21 pieces in one word, a tile of an oriented piece
//! may lie on the corner if none of its piece's bits is blocked: about a hundred comparisons for a
//! corner, without a branch, four at a time. A corner that has been looked at is blocked for those
//! after it, so that a placement that touches several is found once.
//!
//! (Two other ways were built and measured. Shifting whole boards, one operation for each square of
//! each orientation, costs the same for one corner as for thirty: 4,800 instructions to count,
//! against some 2,000 here. Laying random tiles on random corners until one fits is quick in the
//! opening and hopeless later.)

use std::sync::LazyLock;

use tilewright_core::grid::Square;
use tilewright_core::{Rng, random_index};

use crate::bits::{Bits, FIRST_BIT, PADDING_ROWS, STRIDE, ones};
use crate::moves::Move;
use crate::piece::{Orientation, Piece};

/// How far the squares of a piece can be from each other, in steps.
const REACH: i8 = 4;

/// The squares within reach, row by row from the bottom.
const N_WITHIN_REACH: usize = 41;

/// For each row within reach the place of its first square among those squares.
const FIRST_OF_ROW: [usize; 9] = [0, 1, 4, 9, 16, 25, 32, 37, 40];

const N_ROWS: usize = 28;

/// What a colour may and must cover.
pub(crate) struct Corners {
    /// The squares that it may cover, a row in each number, four columns further left.
    rows: [u32; N_ROWS],
    touching: Bits,
    /// The pieces it has, above the squares within reach.
    pieces: u64,
}

impl Corners {
    /// Every square of a placement must be in `free`, at least one in `touching`, which is part of
    /// `free`; pieces are bits.
    #[inline]
    pub(crate) fn new(free: &Bits, touching: &Bits, pieces: u32) -> Corners {
        let bytes = free.to_bytes();
        let row = |y: usize| {
            let three = [bytes[3 * y], bytes[3 * y + 1], bytes[3 * y + 2], 0];
            u32::from_le_bytes(three) << REACH
        };
        let pieces = u64::from(pieces) << N_WITHIN_REACH;
        Corners { rows: std::array::from_fn(row), touching: *touching, pieces }
    }

    /// How many placements there are.
    #[inline]
    pub(crate) fn count(mut self) -> usize {
        let mut total = 0;
        self.for_each_corner(|_, tiles, blocked| {
            total += tiles.count(blocked);
            true
        });
        total
    }

    /// Appends all placements.
    #[inline]
    pub(crate) fn list(mut self, moves: &mut Vec<Move>) {
        self.for_each_corner(|corner, tiles, blocked| {
            tiles.list(blocked, corner, moves);
            true
        });
    }

    /// One of the placements, if there are any.
    #[inline]
    pub(crate) fn first(mut self) -> Option<Move> {
        let mut first = None;
        self.for_each_corner(|corner, tiles, blocked| {
            first = tiles.nth(0, blocked, corner);
            first.is_none()
        });
        first
    }

    /// One of the placements, all equally likely.
    #[inline]
    pub(crate) fn random<R: Rng + ?Sized>(mut self, rng: &mut R) -> Option<Move> {
        let mut total = 0;
        let mut chosen = None;
        self.for_each_corner(|corner, tiles, blocked| {
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
    pub(crate) fn quick_random<R: Rng + ?Sized>(self, rng: &mut R) -> Option<Move> {
        let mut untried = self.touching;
        loop {
            let n_untried = untried.count();
            if n_untried == 0 {
                return None;
            }
            let corner = untried.nth(random_index(rng, n_untried))?;
            let (tiles, blocked) = self.look(corner);
            let n_placements = tiles.count(blocked);
            if n_placements > 0 {
                return tiles.nth(random_index(rng, n_placements), blocked, corner);
            }
            untried.remove(corner);
        }
    }

    /// Calls `visit` with each corner, the tiles that may lie on it and the bits that are blocked,
    /// as long as it wants more.
    #[inline]
    fn for_each_corner(&mut self, mut visit: impl FnMut(usize, &'static Tiles, u64) -> bool) {
        for i in 0..self.touching.0.len() {
            let mut word = self.touching.0[i];
            while word != 0 {
                let corner = 64 * i + word.trailing_zeros() as usize;
                word &= word - 1;
                let (tiles, blocked) = self.look(corner);
                if !visit(corner, tiles, blocked) {
                    return;
                }
                self.rows[corner / STRIDE] &= !(1 << (corner % STRIDE + REACH as usize));
            }
        }
    }

    /// The tiles that may lie on a corner, and the bits that are blocked round it.
    #[inline]
    fn look(&self, corner: usize) -> (&'static Tiles, u64) {
        let (x, row) = (corner % STRIDE, corner / STRIDE);
        let rows: &[u32; 9] = self.rows[row - PADDING_ROWS..=row + PADDING_ROWS]
            .try_into()
            .expect("the board has four rows of padding on either side");
        let seen = |i: usize| {
            let (first, width) = (REACH as usize - half_width(i), 2 * half_width(i) + 1);
            (u64::from(rows[i] >> x >> first) & ((1 << width) - 1)) << FIRST_OF_ROW[i]
        };
        let below = seen(0) | seen(1) | seen(2) | seen(3);
        let free = below | seen(4) | seen(5) | seen(6) | seen(7) | seen(8);
        (&TILES[neighbors_among(free)], !(free | self.pieces))
    }
}

/// The tiles of oriented pieces that may lie on a corner, judging by its free neighbours. Round a
/// corner of the colour's own pieces at most two neighbours are free, at a right angle, and these
/// are all contacts; but a first piece may cover its start square with any of its tiles.
struct Tiles {
    /// For each tile the squares of its piece, seen from the tile, and the piece.
    bits: Vec<[u64; GROUP]>,
    /// For each tile the orientation and the tile's place, x + 24 y in the bounding box.
    placements: Vec<(Orientation, u16)>,
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
                    let place = u16::from(tile.x()) + STRIDE as u16 * u16::from(tile.y());
                    placements.push((orientation, place));
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
    fn list(&self, blocked: u64, corner: usize, moves: &mut Vec<Move>) {
        for (i, group) in self.bits.iter().enumerate() {
            for bit in ones(fitting(group, blocked)) {
                moves.push(self.lay(GROUP * i + bit, corner));
            }
        }
    }

    /// The placement with the `n`th tile that fits on the corner.
    #[inline]
    fn nth(&self, mut n: usize, blocked: u64, corner: usize) -> Option<Move> {
        for (i, group) in self.bits.iter().enumerate() {
            let fitting = fitting(group, blocked);
            let n_fitting = fitting.count_ones() as usize;
            if n < n_fitting {
                return ones(fitting).nth(n).map(|bit| self.lay(GROUP * i + bit, corner));
            }
            n -= n_fitting;
        }
        None
    }

    /// The placement with the tile on the corner; it must fit.
    #[inline]
    fn lay(&self, index: usize, corner: usize) -> Move {
        let (orientation, place) = self.placements[index];
        Move::at_anchor(orientation, (corner - FIRST_BIT) as u16 - place)
    }
}

/// Bit i: tile i of the group fits.
// Not inlined: otherwise the compiler interleaves several groups, with a gather for each word.
#[inline(never)]
fn fitting(group: &[u64; GROUP], blocked: u64) -> u64 {
    let mut fitting = 0;
    for (i, bits) in group.iter().enumerate() {
        fitting |= u64::from(bits & blocked == 0) << i;
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
