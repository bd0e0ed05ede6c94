//! Tiles, their orientations, and sets of tiles.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;
use tilewright_core::bits;

/// A tile: three numbers from 0 to 5, read clockwise, the smallest first.
///
/// There are 56 of them, one each of all a ≤ b ≤ c.
///
/// ```
/// use tilewright_triominos::Tile;
///
/// let tile: Tile = "1-2-3".parse().unwrap();
/// assert_eq!(tile.numbers(), [1, 2, 3]);
/// assert_eq!(tile.points(), 6);
/// assert!(!tile.is_triple());
/// assert_eq!(Tile::all().count(), 56);
/// assert!("1-3-2".parse::<Tile>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(as = "String"))]
pub struct Tile(u8);

const NUMBERS: [[u8; 3]; Tile::COUNT] = {
    let mut all = [[0; 3]; Tile::COUNT];
    let mut index = 0;
    let mut a = 0;
    let mut b = 0;
    let mut c = 0;
    while index < Tile::COUNT {
        all[index] = [a, b, c];
        index += 1;
        c += 1;
        if c > 5 {
            b += 1;
            if b > 5 {
                a += 1;
                b = a;
            }
            c = b;
        }
    }
    all
};

impl Tile {
    /// The number of tiles.
    pub const COUNT: usize = 56;

    /// The tile with these numbers, if they are from 0 to 5 and in order.
    pub fn new(numbers: [u8; 3]) -> Option<Tile> {
        NUMBERS.iter().position(|&other| other == numbers).map(|index| Tile(index as u8))
    }

    /// All tiles, in order.
    pub fn all() -> impl DoubleEndedIterator<Item = Tile> {
        (0..Tile::COUNT as u8).map(Tile)
    }

    /// The index in [`all`](Tile::all).
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The three numbers, clockwise: A, B and C of the orientations.
    pub const fn numbers(self) -> [u8; 3] {
        NUMBERS[self.0 as usize]
    }

    /// The sum of the numbers.
    pub const fn points(self) -> i32 {
        let [a, b, c] = self.numbers();
        a as i32 + b as i32 + c as i32
    }

    /// Returns true if all three numbers are the same.
    pub const fn is_triple(self) -> bool {
        let [a, b, c] = self.numbers();
        a == b && b == c
    }

    pub(crate) const fn from_index(index: u8) -> Tile {
        assert!((index as usize) < Tile::COUNT, "there are 56 tiles");
        Tile(index)
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c] = self.numbers();
        write!(f, "{a}-{b}-{c}")
    }
}

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// An error for text that is not a tile.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("a tile is three numbers from 0 to 5 in order, such as 1-2-3")]
pub struct ParseTileError;

impl FromStr for Tile {
    type Err = ParseTileError;

    fn from_str(text: &str) -> Result<Tile, ParseTileError> {
        let &[a, b'-', b, b'-', c] = text.as_bytes() else { return Err(ParseTileError) };
        let numbers = [a, b, c].map(|digit| digit.wrapping_sub(b'0'));
        Tile::new(numbers).ok_or(ParseTileError)
    }
}

/// A set of tiles: a hand, a pile, or the placed tiles.
///
/// ```
/// use tilewright_triominos::{Tile, TileSet};
///
/// let names = ["0-0-0", "1-2-3"];
/// let hand: TileSet = names.iter().map(|name| name.parse::<Tile>().unwrap()).collect();
/// assert_eq!(hand.len(), 2);
/// assert_eq!(hand.points(), 6);
/// assert!(TileSet::ALL.contains("5-5-5".parse().unwrap()));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct TileSet(pub(crate) u64);

impl TileSet {
    /// The empty set.
    pub const EMPTY: TileSet = TileSet(0);

    /// All 56 tiles.
    pub const ALL: TileSet = TileSet((1 << Tile::COUNT) - 1);

    /// Returns true if the tile is in the set.
    pub const fn contains(self, tile: Tile) -> bool {
        self.0 >> tile.0 & 1 != 0
    }

    /// The number of tiles in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns true if no tile is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Adds a tile.
    pub const fn insert(&mut self, tile: Tile) {
        self.0 |= 1 << tile.0;
    }

    /// Removes a tile.
    pub const fn remove(&mut self, tile: Tile) {
        self.0 &= !(1 << tile.0);
    }

    /// The tiles of this set that are not in the other.
    pub const fn without(self, other: TileSet) -> TileSet {
        TileSet(self.0 & !other.0)
    }

    /// The tiles that are in both sets.
    pub const fn and(self, other: TileSet) -> TileSet {
        TileSet(self.0 & other.0)
    }

    /// The tiles, in order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Tile> {
        bits::ones(self.0).map(|index| Tile(index as u8))
    }

    /// The `n`th tile in order, if there is one.
    ///
    /// ```
    /// use tilewright_triominos::TileSet;
    ///
    /// assert_eq!(TileSet::ALL.nth(1).unwrap().to_string(), "0-0-1");
    /// assert_eq!(TileSet::ALL.nth(56), None);
    /// ```
    #[inline]
    pub fn nth(self, n: usize) -> Option<Tile> {
        // Binary search: skip the lower half of the bits if the tile is not in it.
        let mut rest = self.0;
        let mut n = n as u32;
        let mut index = 0;
        if n >= rest.count_ones() {
            return None;
        }
        for width in [32, 16, 8, 4, 2, 1] {
            let n_lower = (rest & ((1 << width) - 1)).count_ones();
            if n >= n_lower {
                n -= n_lower;
                rest >>= width;
                index += width;
            }
        }
        Some(Tile(index as u8))
    }

    /// The last tile in order, if there is one.
    pub const fn last(self) -> Option<Tile> {
        match self.0.checked_ilog2() {
            Some(index) => Some(Tile(index as u8)),
            None => None,
        }
    }

    /// The union of both sets.
    pub const fn or(self, other: TileSet) -> TileSet {
        TileSet(self.0 | other.0)
    }

    /// The sum of all numbers.
    pub fn points(self) -> i32 {
        self.iter().map(Tile::points).sum()
    }
}

impl FromIterator<Tile> for TileSet {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> TileSet {
        tiles.into_iter().fold(TileSet::EMPTY, |mut set, tile| {
            set.insert(tile);
            set
        })
    }
}

impl fmt::Debug for TileSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// A corner of a tile that lies on the table.
///
/// Facing up, the middle is at the top and the others at the bottom; facing down it is the other
/// way round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "a corner is its name")]
pub enum Corner {
    Left,
    Middle,
    Right,
}

impl Corner {
    /// Left, middle and right.
    pub const ALL: [Corner; 3] = [Corner::Left, Corner::Middle, Corner::Right];

    /// The index in [`ALL`](Corner::ALL).
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The name, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Corner::Left => "left",
            Corner::Middle => "middle",
            Corner::Right => "right",
        }
    }
}

/// The facing of a triangle: it stands on a side or on a corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Facing {
    /// On a side.
    Up,
    /// On a corner.
    Down,
}

impl fmt::Display for Facing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Facing::Up => "up",
            Facing::Down => "down",
        })
    }
}

/// The orientation of a tile: the order of its numbers A, B, C at left, middle and right.
///
/// ```
/// use tilewright_triominos::{Facing, Orientation, Tile};
///
/// let tile: Tile = "1-2-3".parse().unwrap();
/// let orientation: Orientation = "ACB".parse().unwrap();
/// assert_eq!(orientation.corners(tile), [1, 3, 2]);
/// assert_eq!(orientation.facing(), Facing::Down);
/// assert_eq!(orientation.clockwise().to_string(), "CAB");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "an orientation is its name")]
pub enum Orientation {
    Abc,
    Acb,
    Cab,
    Cba,
    Bca,
    Bac,
}

impl Orientation {
    /// All six, each turned clockwise by 60 degrees from the one before.
    pub const ALL: [Orientation; 6] = [
        Orientation::Abc,
        Orientation::Acb,
        Orientation::Cab,
        Orientation::Cba,
        Orientation::Bca,
        Orientation::Bac,
    ];

    /// The orientation after another 60 degrees clockwise.
    pub const fn clockwise(self) -> Orientation {
        Orientation::ALL[(self as usize + 1) % 6]
    }

    /// The facing of a tile in this orientation.
    pub const fn facing(self) -> Facing {
        if (self as usize).is_multiple_of(2) { Facing::Up } else { Facing::Down }
    }

    /// The numbers at left, middle and right.
    pub const fn corners(self, tile: Tile) -> [u8; 3] {
        let [a, b, c] = tile.numbers();
        match self {
            Orientation::Abc => [a, b, c],
            Orientation::Acb => [a, c, b],
            Orientation::Cab => [c, a, b],
            Orientation::Cba => [c, b, a],
            Orientation::Bca => [b, c, a],
            Orientation::Bac => [b, a, c],
        }
    }

    /// The first orientation that shows these numbers at left, middle and right, if one does. A
    /// triple looks the same in three orientations; other tiles differ in all.
    ///
    /// ```
    /// use tilewright_triominos::{Facing, Orientation};
    ///
    /// let tile = "0-0-5".parse().unwrap();
    /// assert_eq!(Orientation::showing(tile, [5, 0, 0], Facing::Up), Some(Orientation::Cab));
    /// assert_eq!(Orientation::showing(tile, [5, 5, 0], Facing::Up), None);
    /// ```
    pub fn showing(tile: Tile, corners: [u8; 3], facing: Facing) -> Option<Orientation> {
        let shows = |it: &Orientation| it.facing() == facing && it.corners(tile) == corners;
        Orientation::ALL.into_iter().find(shows)
    }

    const fn name(self) -> &'static str {
        match self {
            Orientation::Abc => "ABC",
            Orientation::Acb => "ACB",
            Orientation::Cab => "CAB",
            Orientation::Cba => "CBA",
            Orientation::Bca => "BCA",
            Orientation::Bac => "BAC",
        }
    }
}

impl fmt::Display for Orientation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Debug for Orientation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Orientation {
    type Err = ParseTileError;

    fn from_str(text: &str) -> Result<Orientation, ParseTileError> {
        Orientation::ALL.into_iter().find(|it| it.name() == text).ok_or(ParseTileError)
    }
}
