//! Move generation: the placements of a color, by the corners that they touch.
//!
//! A piece has at most five squares. So the placements on a corner depend only on the 41 squares
//! within four steps of it and on the 21 pieces. Together these are the bits of one word, the
//! corner's neighborhood, which is cut into nine parts. For each part and each value of its bits, a
//! lookup table has the set of tiles (squares of oriented pieces) that fit; tiles in all nine sets
//! fit on the corner. That takes a dozen operations for 128 tiles, and the set can be counted and
//! listed by its bits. A visited corner is blocked for those after it, so that a placement that
//! touches several corners is found once.
//!
//! Three alternatives were built and measured. Comparing each tile with the blocked squares, four
//! at a time, lists placements at three fifths of the speed. Shifting whole bitboards, one
//! operation for each square of each orientation, costs the same for one corner as for thirty, and
//! twice as much as comparing in games of four. Trying random tiles on random corners until one
//! fits is quick in the opening but much too slow later.

use std::cmp::Ordering;
use std::sync::LazyLock;

use tilewright_core::grid::Square;
use tilewright_core::{Rng, bits, random_index};

use crate::moves::Move;
use crate::piece::{Orientation, Piece};
use crate::rows::{PADDING, Pairs, Rows};
use crate::tilewe::contact_number;

/// The greatest distance between squares of a piece, in steps.
const REACH: i8 = 4;

/// The number of squares within reach. They are numbered row by row from the bottom.
const N_WITHIN_REACH: usize = 41;

/// By row within reach: the number of its first square.
const FIRST_OF_ROW: [usize; 9] = [0, 1, 4, 9, 16, 25, 32, 37, 40];

/// A move generator for one color: the squares that it may cover and its corners.
pub(crate) struct Corners {
    /// Every square of a placement must be one of these.
    free: Rows,
    /// At least one square of a placement must be one of these, which are free too.
    touching: Rows,
    /// The remaining pieces, as bits above those of the squares within reach.
    pieces: u64,
}

/// The counting of placements that touch several corners.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Naming {
    /// Once, with the first of the corners.
    Once,
    /// Once with each of the corners.
    EachCorner,
}

/// A corner by its bit and row in a set.
#[derive(Clone, Copy)]
struct Corner {
    bit: usize,
    row: usize,
}

impl Corner {
    /// The placement with this tile of the orientation on the corner; it must fit.
    #[inline]
    fn lay(self, (orientation, tile): (Orientation, Square)) -> Move {
        Move::on_board(orientation, self.x() - tile.x(), self.y() - tile.y())
    }

    /// The bits of a move with this square as its anchor, to which an [offset](Table::offsets) is
    /// added.
    #[inline]
    fn base(self) -> u32 {
        Move::on_board(Orientation(0), self.x(), self.y()).bits()
    }

    #[inline]
    const fn x(self) -> u8 {
        (self.bit - PADDING) as u8
    }

    #[inline]
    const fn y(self) -> u8 {
        (self.row - PADDING) as u8
    }
}

/// The placements of a list at one corner: counted, but listed only when asked for.
#[derive(Clone, Copy)]
pub(crate) struct Section {
    /// The number of placements in this section and those before it.
    pub(crate) end: u32,
    corner: Corner,
    look: Look,
}

impl Section {
    /// The corner.
    pub(crate) fn square(&self) -> Square {
        let x = self.corner.bit - PADDING;
        let y = self.corner.row - PADDING;
        Square::new(x as u8, y as u8).expect("corners are on the board")
    }

    /// The `n`th placement: the oriented piece and its tile on the corner.
    #[inline]
    pub(crate) fn nth(&self, n: usize) -> Option<(Orientation, Square)> {
        self.look.nth(n)
    }

    /// Calls `visit` with the [number](crate::tilewe) of each placement's contact, in order.
    #[inline]
    pub(crate) fn for_each_contact(&self, mut visit: impl FnMut(u16)) {
        for table in self.look.tables() {
            ones(table.fitting(self.look)).for_each(|tile| visit(table.contacts[tile]));
        }
    }

    /// All placements in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Orientation, Square)> {
        let sets = self.look.tables().iter().map(|table| (table, table.fitting(self.look)));
        sets.flat_map(|(table, fitting)| ones(fitting).map(|tile| table.tiles[tile]))
    }
}

impl Corners {
    /// Makes the generator. Every square of a placement must be in `free` and at least one in
    /// `touching`, a subset of `free`; `pieces` are bits.
    #[inline]
    pub(crate) fn new(free: Rows, touching: Rows, pieces: u32) -> Corners {
        Corners { free, touching, pieces: u64::from(pieces) << N_WITHIN_REACH }
    }

    /// The number of placements, counted as `naming` says.
    #[inline]
    pub(crate) fn count(&self, naming: Naming) -> usize {
        let mut total = 0;
        self.for_each_corner(naming, |_, look| {
            total += look.count();
            true
        });
        total
    }

    /// The corners that some placement uses, in order, each with its placements.
    #[inline]
    pub(crate) fn sections(&self, naming: Naming) -> Vec<Section> {
        let mut sections = Vec::with_capacity(self.touching.count() as usize);
        let mut n_before = 0;
        self.for_each_corner(naming, |corner, look| {
            let n_placements = look.count() as u32;
            if n_placements > 0 {
                n_before += n_placements;
                sections.push(Section { end: n_before, corner, look });
            }
            true
        });
        sections
    }

    /// The number of corners that some placement can use.
    pub(crate) fn n_usable(&self) -> usize {
        let mut n_usable = 0;
        self.for_each_corner(Naming::EachCorner, |_, look| {
            n_usable += usize::from(look.count() > 0);
            true
        });
        n_usable
    }

    /// Calls `visit` with each placement.
    #[inline]
    pub(crate) fn for_each(&self, mut visit: impl FnMut(Move)) {
        self.for_each_corner(Naming::Once, |corner, look| {
            for table in look.tables() {
                ones(table.fitting(look)).for_each(|tile| visit(corner.lay(table.tiles[tile])));
            }
            true
        });
    }

    /// Appends all placements.
    #[inline]
    pub(crate) fn list(&self, moves: &mut Vec<Move>) {
        self.for_each_corner(Naming::Once, |corner, look| {
            for table in look.tables() {
                let halves = table.offsets.iter().zip(table.fitting(look));
                halves.for_each(|(offsets, set)| list_half(corner, offsets, set, moves));
            }
            true
        });
    }

    /// The first placement, if there is one.
    #[inline]
    pub(crate) fn first(&self) -> Option<Move> {
        let mut first = None;
        self.for_each_corner(Naming::Once, |corner, look| {
            first = look.nth(0).map(|placement| corner.lay(placement));
            first.is_none()
        });
        first
    }

    /// A random placement, all equally likely.
    #[inline]
    pub(crate) fn random<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Move> {
        let mut total = 0;
        let mut chosen = None;
        self.for_each_corner(Naming::Once, |corner, look| {
            let n_placements = look.count();
            total += n_placements;
            // Reservoir sampling: each corner is chosen in proportion to its placements.
            if n_placements > 0 && random_index(rng, total) < n_placements {
                chosen = Some((corner, n_placements));
            }
            true
        });
        let (corner, n_placements) = chosen?;
        // Looking again is cheaper than storing every look that may be chosen.
        let look = self.look(corner, &self.free_before(Naming::Once));
        look.nth(random_index(rng, n_placements)).map(|placement| corner.lay(placement))
    }

    /// A random placement: one of the usable corners, all equally likely, then one of its
    /// placements. Most of the time the first corner that is tried is usable. Unusable ones are
    /// remembered.
    #[inline]
    pub(crate) fn quick_random<R: Rng + ?Sized>(
        &self,
        useless: &mut Pairs,
        rng: &mut R,
    ) -> Option<Move> {
        let mut untried = self.touching.pairs();
        let n_corners = untried.iter().map(|pair| pair.count_ones()).sum::<u32>();
        for n_untried in (1..=n_corners as usize).rev() {
            let (pair, bit) = nth_square(&untried, random_index(rng, n_untried))?;
            untried[pair] ^= 1 << bit;
            if useless[pair] >> bit & 1 != 0 {
                // The draw is not saved, so that a seed gives the same moves as without this
                // memory.
                continue;
            }
            let corner = Corner { bit: bit % 32, row: PADDING + 2 * pair + bit / 32 };
            if let Some(placement) = self.look(corner, &self.free).random(rng) {
                return Some(corner.lay(placement));
            }
            useless[pair] |= 1 << bit;
        }
        None
    }

    /// Calls `visit` with each corner and its neighborhood until it returns false.
    // A call would copy the bitboards.
    #[inline(always)]
    fn for_each_corner(&self, naming: Naming, mut visit: impl FnMut(Corner, Look) -> bool) {
        // One loop over all corners: the ends of one loop per row could not be predicted.
        let mut unvisited = self.touching;
        let mut rows = unvisited.occupied_rows();
        let free_before = self.free_before(naming);
        while rows != 0 {
            let row = rows.trailing_zeros() as usize;
            let corner = Corner { bit: unvisited.0[row].trailing_zeros() as usize, row };
            unvisited.remove(row, corner.bit);
            rows ^= u32::from(unvisited.0[row] == 0) << row;
            if !visit(corner, self.look(corner, &free_before)) {
                return;
            }
        }
    }

    /// The squares that are free for a corner after them.
    #[inline]
    fn free_before(&self, naming: Naming) -> Rows {
        match naming {
            // The corners after a corner must not find its placements again.
            Naming::Once => self.free.without(&self.touching),
            Naming::EachCorner => self.free,
        }
    }

    /// The neighborhood of a corner, if these squares before it are free.
    #[inline]
    fn look(&self, corner: Corner, free_before: &Rows) -> Look {
        let around = |rows: &Rows| -> [u32; 9] {
            rows.0[corner.row - PADDING..=corner.row + PADDING]
                .try_into()
                .expect("the board has four rows of padding on either side")
        };
        let before = around(free_before);
        let after = around(&self.free);
        let left = (1 << corner.bit) - 1;
        let seen = |i: usize| {
            let row = match i.cmp(&PADDING) {
                Ordering::Less => before[i],
                Ordering::Equal => before[i] & left | after[i] & !left,
                Ordering::Greater => after[i],
            };
            let first = REACH as usize - half_width(i);
            let width = 2 * half_width(i) + 1;
            let row = row >> (corner.bit - PADDING) >> first;
            (u64::from(row) & ((1 << width) - 1)) << FIRST_OF_ROW[i]
        };
        let below = seen(0) | seen(1) | seen(2) | seen(3);
        Look(self.pieces | below | seen(4) | seen(5) | seen(6) | seen(7) | seen(8))
    }
}

/// Appends the placements of these tiles at a corner.
#[inline]
fn list_half(corner: Corner, offsets: &[u32; 64], tiles: u64, moves: &mut Vec<Move>) {
    let base = corner.base();
    let at = |tile: usize| Move::of_bits(base.wrapping_add(offsets[tile % 64]));
    bits::extend_by_ones(moves, tiles, at);
}

/// The pair of rows and the bit of the `n`th square of a set, in row order from the bottom.
#[inline]
fn nth_square(squares: &Pairs, mut n: usize) -> Option<(usize, usize)> {
    for (i, &pair) in squares.iter().enumerate() {
        let n_squares = pair.count_ones() as usize;
        if n < n_squares {
            return bits::ones(pair).nth(n).map(|bit| (i, bit));
        }
        n -= n_squares;
    }
    None
}

/// The neighborhood of a corner, which decides the tiles that fit: the free squares within reach,
/// and above them the remaining pieces.
#[derive(Clone, Copy)]
struct Look(u64);

impl Look {
    /// The tables of the tiles that may fit. At a corner of the color's own pieces at most two
    /// neighbors are free, at a right angle.
    // A call costs as much as the lookup.
    #[inline(always)]
    fn tables(self) -> &'static [Table] {
        let tables: &Tables = &TABLES;
        match tables.angles.get(usize::from(ANGLES[neighbors_among(self.0)])) {
            Some(angle) => std::slice::from_ref(angle),
            None => &tables.all,
        }
    }

    /// The number of placements that fit.
    #[inline]
    fn count(self) -> usize {
        self.tables().iter().map(|table| n_tiles(table.fitting(self))).sum()
    }

    /// A random placement that fits, all equally likely.
    #[inline]
    fn random<R: Rng + ?Sized>(self, rng: &mut R) -> Option<(Orientation, Square)> {
        // Nearly always there is one table, and its set need be found only once.
        if let [table] = self.tables() {
            let fitting = table.fitting(self);
            let n_fitting = n_tiles(fitting);
            return if n_fitting > 0 {
                table.nth(fitting, random_index(rng, n_fitting))
            } else {
                None
            };
        }
        let n_fitting = self.count();
        if n_fitting > 0 { self.nth(random_index(rng, n_fitting)) } else { None }
    }

    /// The `n`th placement that fits: the orientation and its tile on the corner.
    #[inline]
    fn nth(self, mut n: usize) -> Option<(Orientation, Square)> {
        for table in self.tables() {
            let fitting = table.fitting(self);
            let n_fitting = n_tiles(fitting);
            if n < n_fitting {
                return table.nth(fitting, n);
            }
            n -= n_fitting;
        }
        None
    }

    /// The nine parts, the indexes of the lookup.
    #[inline]
    fn parts(self) -> [usize; N_PARTS] {
        std::array::from_fn(|i| (self.0 >> (i * PART)) as usize % (1 << PART))
    }
}

/// The number of bits in a part.
const PART: usize = 7;
const N_PARTS: usize = 9;

/// A lookup table for up to 128 tiles of oriented pieces.
struct Table {
    /// The tiles that each part allows, by its bits.
    sets: [[TileSet; 1 << PART]; N_PARTS],
    /// For each tile its orientation and its square in the bounding box.
    tiles: [(Orientation, Square); 128],
    /// For each tile the bits of its move on a1. The bits of any other square are added to them,
    /// because no byte of the sum overflows. By halves, as sets are.
    offsets: [[u32; 64]; 2],
    /// For each tile its number among the contacts of all orientations, if it is one.
    contacts: [u16; 128],
}

/// A set of up to 128 tiles: the lower and the higher half of the bits.
type TileSet = [u64; 2];

/// All tables.
struct Tables {
    /// For each right angle: the tiles that need no neighbors but its two. These are 127, all
    /// contacts.
    angles: [Table; 4],
    /// All tiles, for the first piece, which may cover its start square with any of them.
    all: Vec<Table>,
}

static TABLES: LazyLock<Box<Tables>> = LazyLock::new(|| Box::new(all_tables()));

fn all_tables() -> Tables {
    let angle = |neighbors| tables(neighbors).pop().expect("an angle has tiles");
    let angles = [0b0011, 0b0110, 0b1100, 0b1001].map(angle);
    Tables { angles, all: tables(0b1111) }
}

/// By the free [neighbors](neighbors_among) of a corner: the angle that has them all, 4 if none
/// has.
const ANGLES: [u8; 16] = [0, 0, 0, 0, 1, 4, 1, 4, 2, 3, 4, 4, 2, 4, 4, 4];

/// The tables of the tiles that need no other neighbors than these.
fn tables(neighbors: usize) -> Vec<Table> {
    let mut tiles = Vec::new();
    for orientation in Orientation::all() {
        for &tile in orientation.squares() {
            let look = seen_from(tile, orientation);
            if neighbors_among(look.0) & !neighbors == 0 {
                tiles.push(((orientation, tile), look.parts()));
            }
        }
    }
    tiles.chunks(128).map(Table::new).collect()
}

impl Table {
    /// Makes a table from tiles and the parts that each needs.
    #[expect(clippy::large_stack_arrays, reason = "18 kB, once for each table")]
    fn new(tiles: &[((Orientation, Square), [usize; N_PARTS])]) -> Table {
        let mut sets = [[tile_set(0..tiles.len()); 1 << PART]; N_PARTS];
        for (part, sets) in sets.iter_mut().enumerate() {
            for bit in (0..PART).map(|i| 1 << i) {
                let without = (0..tiles.len()).filter(|&i| tiles[i].1[part] & bit == 0);
                let without = tile_set(without);
                for (_, set) in sets.iter_mut().enumerate().filter(|(bits, _)| bits & bit == 0) {
                    *set = both(*set, without);
                }
            }
        }
        // Entries that fill up the last table are in no set.
        let tiles: [_; 128] = std::array::from_fn(|i| tiles[i.min(tiles.len() - 1)].0);
        let contacts = tiles.map(|(orientation, tile)| contact_number(orientation, tile));
        let contacts = contacts.map(|number| number.unwrap_or(u16::MAX));
        let offsets = [0, 64].map(|first| std::array::from_fn(|i| offset_of(tiles[first + i])));
        Table { sets, tiles, offsets, contacts }
    }

    /// The `n`th tile of a set, if there is one.
    #[inline]
    fn nth(&self, [low, high]: TileSet, n: usize) -> Option<(Orientation, Square)> {
        let n_low = low.count_ones() as usize;
        let (word, n, first) = if n < n_low { (low, n, 0) } else { (high, n - n_low, 64) };
        bits::ones(word).nth(n).map(|bit| self.tiles[first + bit])
    }

    /// The tiles that all parts allow.
    // Not inlined: otherwise the compiler spills to memory what the tables of a corner share,
    // though there is mostly one table.
    #[inline(never)]
    fn fitting(&self, look: Look) -> TileSet {
        let allowed = self.sets.iter().zip(look.parts()).map(|(sets, part)| sets[part]);
        allowed.fold([u64::MAX; 2], both)
    }
}

/// The bits of the move that puts a tile on a1; its anchor may be off the board.
const fn offset_of((orientation, tile): (Orientation, Square)) -> u32 {
    let anchor = Move::on_board(Orientation(0), tile.x(), tile.y()).bits();
    (orientation.0 as u32).wrapping_sub(anchor)
}

fn tile_set(tiles: impl Iterator<Item = usize>) -> TileSet {
    let mut set = TileSet::default();
    for i in tiles {
        set[i / 64] |= 1 << (i % 64);
    }
    set
}

#[inline]
fn n_tiles([low, high]: TileSet) -> usize {
    (low.count_ones() + high.count_ones()) as usize
}

/// The tiles of a set, in order.
#[inline]
fn ones(set: TileSet) -> impl Iterator<Item = usize> {
    bits::ones(set[0]).chain(bits::ones(set[1]).map(|bit| 64 + bit))
}

/// The neighbors of the middle among the squares within reach: south (1), west (2), north (4) and
/// east (8).
#[inline]
const fn neighbors_among(squares: u64) -> usize {
    let south = squares >> place(0, -1) & 0b0001;
    let beside = squares >> (place(-1, 0) - 1) & 0b1010;
    let north = squares >> (place(0, 1) - 2) & 0b0100;
    (south | beside | north) as usize
}

#[inline]
const fn both(one: TileSet, other: TileSet) -> TileSet {
    [one[0] & other[0], one[1] & other[1]]
}

/// The squares and the piece that a tile of an orientation needs, as seen from the tile.
fn seen_from(tile: Square, orientation: Orientation) -> Look {
    let mut squares = 0;
    for square in orientation.squares() {
        let dx = square.x() as i8 - tile.x() as i8;
        let dy = square.y() as i8 - tile.y() as i8;
        squares |= 1 << place(dx, dy);
    }
    Look(squares | 1 << (N_WITHIN_REACH + orientation.piece().index()))
}

/// The number of a square within reach.
const fn place(dx: i8, dy: i8) -> usize {
    let row = (dy + REACH) as usize;
    FIRST_OF_ROW[row] + (dx + half_width(row) as i8) as usize
}

/// The number of columns to either side in a row within reach.
const fn half_width(row: usize) -> usize {
    REACH as usize - row.abs_diff(REACH as usize)
}

const _: () =
    assert!(N_WITHIN_REACH + Piece::ALL.len() < PART * N_PARTS, "a look has room for all");
