//! Bitboards: sets of squares as rows of bits, padded so that shifts do not wrap.

use tilewright_core::grid::Square;

/// Columns and rows of padding on each side: the greatest distance between squares of a piece.
pub(crate) const PADDING: usize = 4;

pub(crate) const N_ROWS: usize = 32;

/// A bitboard: a set of squares of a board of up to 20 × 20.
///
/// Square (x, y) is bit `x + 4` of row `y + 4`. Four vector registers hold a set, any eight
/// adjacent rows fit one register, and moving sideways is a shift that loses only padding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rows(pub(crate) [u32; N_ROWS]);

/// A bitboard without padding, two rows in a word, which halves the words of a loop.
pub(crate) type Pairs = [u64; 10];

/// A pattern of up to eight rows, to be placed anywhere on the board.
pub(crate) type Pattern = [u32; 8];

/// The place of a pattern's lowest bit.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    row: usize,
    shift: u32,
}

impl Place {
    /// The place of a pattern whose lower left corner is the square (x, y).
    #[inline]
    pub(crate) const fn at(x: u8, y: u8) -> Place {
        Place { row: y as usize + PADDING, shift: x as u32 + PADDING as u32 }
    }

    /// The place of a pattern whose lower left corner is one row below and one column left of (x,
    /// y).
    #[inline]
    pub(crate) const fn around(x: u8, y: u8) -> Place {
        Place { row: y as usize + PADDING - 1, shift: x as u32 + PADDING as u32 - 1 }
    }

    /// The lowest bit among all bits of a set, row by row.
    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.row * 32 + self.shift as usize
    }
}

impl Rows {
    pub(crate) const EMPTY: Rows = Rows([0; N_ROWS]);

    /// All squares of a board of `size` × `size`.
    pub(crate) const fn board(size: u8) -> Rows {
        let mut rows = Rows::EMPTY;
        let mut y = 0;
        while y < size as usize {
            rows.0[y + PADDING] = ((1 << size) - 1) << PADDING;
            y += 1;
        }
        rows
    }

    pub(crate) fn of(squares: impl IntoIterator<Item = Square>) -> Rows {
        let mut rows = Rows::EMPTY;
        for square in squares {
            rows.0[usize::from(square.y()) + PADDING] |= 1 << (usize::from(square.x()) + PADDING);
        }
        rows
    }

    pub(crate) fn contains(&self, square: Square) -> bool {
        self.0[usize::from(square.y()) + PADDING] >> (usize::from(square.x()) + PADDING) & 1 != 0
    }

    /// Returns true if a square of the set touches this one diagonally.
    #[inline]
    pub(crate) fn has_diagonal_neighbor(&self, square: Square) -> bool {
        let row = usize::from(square.y()) + PADDING;
        let beside = 0b101 << (usize::from(square.x()) + PADDING - 1);
        (self.0[row - 1] | self.0[row + 1]) & beside != 0
    }

    /// The squares, row by row from the bottom. All must be on the board.
    pub(crate) fn squares(&self) -> impl Iterator<Item = Square> {
        (0..).zip(&self.0[PADDING..]).flat_map(|(y, &row)| {
            let x = |bit: u32| bit as u8 - PADDING as u8;
            ones(row).map(move |bit| Square::new(x(bit), y).expect("the set is on the board"))
        })
    }

    #[inline]
    pub(crate) fn remove(&mut self, row: usize, bit: usize) {
        self.0[row] &= !(1 << bit);
    }

    #[inline]
    pub(crate) fn count(&self) -> u32 {
        self.0.iter().map(|row| row.count_ones()).sum()
    }

    /// The squares of the board, two rows in a word, the lower one in the lower half.
    #[inline]
    pub(crate) fn pairs(&self) -> Pairs {
        let row = |i: usize| u64::from(self.0[PADDING + i]);
        std::array::from_fn(|i| row(2 * i) | row(2 * i + 1) << 32)
    }

    /// Bit i: row i is not empty.
    #[inline]
    pub(crate) fn occupied_rows(&self) -> u32 {
        (0..N_ROWS).fold(0, |rows, i| rows | u32::from(self.0[i] != 0) << i)
    }

    #[inline]
    pub(crate) fn and(&self, other: &Rows) -> Rows {
        Rows(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    #[inline]
    pub(crate) fn or(&self, other: &Rows) -> Rows {
        Rows(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    #[inline]
    pub(crate) fn without(&self, other: &Rows) -> Rows {
        Rows(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// The set after half a turn of a board of `size` × `size`.
    pub(crate) fn turned(&self, size: u8) -> Rows {
        let last = usize::from(size) + 2 * PADDING - 1;
        // A reversed row begins with the bits beyond the board and its padding.
        let beyond = 31 - last as u32;
        Rows(std::array::from_fn(|i| match last.checked_sub(i) {
            Some(row) => self.0[row].reverse_bits() >> beyond,
            None => 0,
        }))
    }

    /// The squares that share an edge with one of these, and those that touch one diagonally; they
    /// may lie off the board.
    // A call would copy the bitboards.
    #[inline(always)]
    pub(crate) fn neighbors(&self) -> (Rows, Rows) {
        let beside = self.beside();
        let above_and_below = self.above_and_below();
        (beside.or(&above_and_below), above_and_below.beside())
    }

    /// The squares and those that share an edge with one of them.
    #[inline]
    pub(crate) fn grown(&self) -> Rows {
        Rows(self.0.map(|row| row | row << 1 | row >> 1)).or(&self.above_and_below())
    }

    /// The squares and those that share an edge or a corner with one of them.
    #[inline]
    pub(crate) fn boxed(&self) -> Rows {
        let wide = Rows(self.0.map(|row| row | row << 1 | row >> 1));
        wide.or(&wide.above_and_below())
    }

    /// The squares with two or more neighbors in the set.
    #[inline]
    pub(crate) fn with_two_neighbors(&self) -> Rows {
        let row = |i: usize| self.0.get(i).copied().unwrap_or(0);
        Rows(std::array::from_fn(|i| {
            let above = row(i + 1);
            let below = row(i.wrapping_sub(1));
            let left = self.0[i] << 1;
            let right = self.0[i] >> 1;
            above & below | left & right | (above | below) & (left | right)
        }))
    }

    /// The squares of the set whose four neighbors are all in it, and those whose eight are.
    #[inline]
    pub(crate) fn surrounded(&self) -> (Rows, Rows) {
        let row = |rows: &Rows, i: usize| rows.0.get(i).copied().unwrap_or(0);
        let between = |rows: &Rows, i: usize| row(rows, i.wrapping_sub(1)) & row(rows, i + 1);
        let wide = Rows(self.0.map(|row| row & row << 1 & row >> 1));
        let four = Rows(std::array::from_fn(|i| wide.0[i] & between(self, i)));
        (four, Rows(std::array::from_fn(|i| wide.0[i] & between(&wide, i))))
    }

    #[inline(always)]
    fn beside(&self) -> Rows {
        Rows(self.0.map(|row| row << 1 | row >> 1))
    }

    /// The union of the rows above and below. The first and the last row stay empty: they are too
    /// far from the board to matter.
    // A call would copy the bitboards.
    #[inline(always)]
    fn above_and_below(&self) -> Rows {
        let mut rows = Rows::EMPTY;
        for (row, near) in rows.0[1..N_ROWS - 1].iter_mut().zip(self.0.array_windows::<3>()) {
            *row = near[0] | near[2];
        }
        rows
    }

    /// Returns true if no square of the pattern is in the set.
    #[inline]
    pub(crate) fn is_disjoint(&self, pattern: &Pattern, place: Place) -> bool {
        let rows = &self.0[place.row..place.row + 8];
        rows.iter().zip(pattern).fold(0, |all, (row, laid)| all | row & laid << place.shift) == 0
    }

    /// Adds the squares of the pattern that are not in the set, and removes those that are.
    #[inline]
    pub(crate) fn toggle(&mut self, pattern: &Pattern, place: Place) {
        for (row, laid) in self.0[place.row..place.row + 8].iter_mut().zip(pattern) {
            *row ^= laid << place.shift;
        }
    }
}

/// The indexes of the set bits, from the lowest.
#[inline]
pub(crate) fn ones(mut word: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros();
        word &= word.wrapping_sub(1);
        (bit < 32).then_some(bit)
    })
}
