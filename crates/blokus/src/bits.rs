//! Sets of squares as bits, with room around the board so that nothing wraps.

use tilewright_core::grid::Square;

/// Bits from one row to the next: 20 columns and 4 that are never on the board.
pub(crate) const STRIDE: usize = 24;

/// Rows of padding below the board; as many are above it.
pub(crate) const PADDING_ROWS: usize = 4;

/// The bit of the lower left square of the board.
pub(crate) const FIRST_BIT: usize = STRIDE * PADDING_ROWS;

const N_WORDS: usize = 12;

/// The bytes of a set.
pub(crate) const N_BYTES: usize = 8 * N_WORDS;

/// A set of squares of a board of up to 20 × 20.
///
/// Square (x, y) is bit `x + 24 (y + 4)`. The four columns and rows of padding let a piece, its
/// edges and its corners be shifted anywhere by whole-set operations without tests for borders.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bits(pub(crate) [u64; N_WORDS]);

/// A pattern of up to seven rows, to be laid somewhere on the board.
pub(crate) type Pattern = [u64; 3];

/// The words of the board under a pattern.
pub(crate) type Patch = [u64; 4];

impl Bits {
    pub(crate) const EMPTY: Bits = Bits([0; N_WORDS]);

    /// All squares of a board of `size` × `size`.
    pub(crate) const fn board(size: u8) -> Bits {
        let mut bits = Bits::EMPTY;
        let mut y = 0;
        while y < size {
            let mut x = 0;
            while x < size {
                let bit = bit_of(x, y);
                bits.0[bit / 64] |= 1 << (bit % 64);
                x += 1;
            }
            y += 1;
        }
        bits
    }

    pub(crate) fn of(squares: impl IntoIterator<Item = Square>) -> Bits {
        let mut bits = Bits::EMPTY;
        for square in squares {
            let bit = bit_of(square.x(), square.y());
            bits.0[bit / 64] |= 1 << (bit % 64);
        }
        bits
    }

    pub(crate) fn contains(&self, square: Square) -> bool {
        let bit = bit_of(square.x(), square.y());
        usize::from(square.x()) < STRIDE && self.0[bit / 64] & 1 << (bit % 64) != 0
    }

    pub(crate) fn and(&self, other: &Bits) -> Bits {
        Bits(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    pub(crate) fn or(&self, other: &Bits) -> Bits {
        Bits(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    pub(crate) fn without(&self, other: &Bits) -> Bits {
        Bits(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// The squares, row by row from the bottom. All must be on the board.
    pub(crate) fn squares(&self) -> impl Iterator<Item = Square> {
        self.0.into_iter().enumerate().flat_map(|(i, word)| {
            ones(word).map(move |bit| {
                let place = 64 * i + bit - FIRST_BIT;
                let square = Square::new((place % STRIDE) as u8, (place / STRIDE) as u8);
                square.expect("bits are on the board")
            })
        })
    }

    #[inline]
    pub(crate) fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The `n`th bit from the lowest.
    #[inline]
    pub(crate) fn nth(&self, mut n: usize) -> Option<usize> {
        for (i, &word) in self.0.iter().enumerate() {
            let n_ones = word.count_ones() as usize;
            if n < n_ones {
                return ones(word).nth(n).map(|bit| 64 * i + bit);
            }
            n -= n_ones;
        }
        None
    }

    #[inline]
    pub(crate) fn remove(&mut self, bit: usize) {
        self.0[bit / 64] &= !(1 << (bit % 64));
    }

    #[inline]
    pub(crate) fn to_bytes(self) -> [u8; N_BYTES] {
        let mut bytes = [0; N_BYTES];
        for (eight, word) in bytes.chunks_exact_mut(8).zip(self.0) {
            eight.copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }

    /// The words under a pattern that is laid at `place`.
    #[inline]
    pub(crate) fn patch(&self, place: Place) -> Patch {
        let words = self.under(place);
        [words[0], words[1], words[2], words[3]]
    }

    #[inline]
    pub(crate) fn set_patch(&mut self, place: Place, patch: Patch) {
        self.0[place.word..place.word + 4].copy_from_slice(&patch);
    }

    #[inline]
    fn under(&self, place: Place) -> &[u64; 4] {
        self.0[place.word..place.word + 4].try_into().expect("four words")
    }
}

/// Where the lowest bit of a pattern is laid.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    word: usize,
    shift: u32,
}

impl Place {
    /// A pattern whose lowest bit is a piece's anchor; `anchor` is `x + 24 y`.
    #[inline]
    pub(crate) fn at_anchor(anchor: usize) -> Place {
        Place::at_bit(anchor + FIRST_BIT)
    }

    /// A pattern whose lowest bit is one row and one column before a piece's anchor.
    #[inline]
    pub(crate) fn around_anchor(anchor: usize) -> Place {
        Place::at_bit(anchor + FIRST_BIT - STRIDE - 1)
    }

    #[inline]
    fn at_bit(bit: usize) -> Place {
        Place { word: bit / 64, shift: (bit % 64) as u32 }
    }

    /// The pattern moved to where it belongs in a patch.
    #[inline]
    pub(crate) fn lay(self, pattern: Pattern) -> Patch {
        let low = |word: u64| word << self.shift;
        // In two steps, because a shift by 64 is not one by zero.
        let high = |word: u64| (word >> 1) >> (63 - self.shift);
        let [first, second, third] = pattern;
        [low(first), low(second) | high(first), low(third) | high(second), high(third)]
    }
}

/// The positions of the set bits, from the lowest.
pub(crate) fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros() as usize;
        word &= word.wrapping_sub(1);
        (bit < 64).then_some(bit)
    })
}

const fn bit_of(x: u8, y: u8) -> usize {
    x as usize + STRIDE * (y as usize + PADDING_ROWS)
}
