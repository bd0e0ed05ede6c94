//! The nineteen tiles and sets of them.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::tables::{N_TILES, NEIGHBORS, NO_TILE};

/// A hexagonal tile of the table, `00` to `12` in hexadecimal digits, numbered row by row.
///
/// ```
/// use tilewright_coerceo::Tile;
///
/// let tile: Tile = "0D".parse().unwrap();
/// assert_eq!(tile.index(), 13);
/// let north = tile.neighbor(0).unwrap();
/// assert_eq!(north.to_string(), "08");
/// assert_eq!(tile.neighbor(1), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(u8);

impl Tile {
    /// The number of tiles.
    pub const COUNT: usize = N_TILES;

    /// All tiles, those that are likeliest to stay on the table first.
    pub const BY_SURVIVAL: [Tile; Tile::COUNT] = [
        Tile(0x09),
        Tile(0x04),
        Tile(0x06),
        Tile(0x0B),
        Tile(0x0E),
        Tile(0x0C),
        Tile(0x07),
        Tile(0x08),
        Tile(0x10),
        Tile(0x11),
        Tile(0x0A),
        Tile(0x02),
        Tile(0x01),
        Tile(0x00),
        Tile(0x03),
        Tile(0x0D),
        Tile(0x12),
        Tile(0x0F),
        Tile(0x05),
    ];

    /// The tile with this number, if there is one.
    pub const fn new(index: usize) -> Option<Tile> {
        if index < Tile::COUNT { Some(Tile(index as u8)) } else { None }
    }

    /// All tiles, in order.
    pub fn all() -> impl DoubleEndedIterator<Item = Tile> + Clone {
        (0..Tile::COUNT as u8).map(Tile)
    }

    /// The number.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The tile on a side: 0 north, 1 north-west and so on, counter-clockwise to 5 north-east.
    ///
    /// # Panics
    /// If the side is not below 6.
    pub const fn neighbor(self, side: usize) -> Option<Tile> {
        match NEIGHBORS[self.index()][side] {
            NO_TILE => None,
            index => Some(Tile(index)),
        }
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02X}", self.0)
    }
}

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// An error for text that is not a tile.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("a tile is two digits from 00 to 12, hexadecimal, such as 0D")]
pub struct ParseTileError;

impl FromStr for Tile {
    type Err = ParseTileError;

    fn from_str(text: &str) -> Result<Tile, ParseTileError> {
        let is_plain = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let index = usize::from_str_radix(text, 16).ok().filter(|_| is_plain);
        index.and_then(Tile::new).ok_or(ParseTileError)
    }
}

/// A set of tiles.
///
/// ```
/// use tilewright_coerceo::{Tile, TileSet};
///
/// let tiles: TileSet = Tile::all().take(3).collect();
/// assert_eq!(tiles.len(), 3);
/// assert!(tiles.iter().eq(Tile::all().take(3)));
/// assert!(!tiles.contains("09".parse().unwrap()));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct TileSet(u32);

impl TileSet {
    /// The empty set.
    pub const EMPTY: TileSet = TileSet(0);

    /// All tiles.
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
    #[must_use]
    pub const fn without(self, other: TileSet) -> TileSet {
        TileSet(self.0 & !other.0)
    }

    /// The tiles, in order.
    pub fn iter(self) -> impl Iterator<Item = Tile> {
        Tile::all().filter(move |&tile| self.contains(tile))
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
