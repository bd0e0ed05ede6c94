//! Zobrist keys: pseudo-random numbers for tiles in hands and on the board.

use tilewright_core::Seat;

use crate::placement::Placement;
use crate::tile::Tile;

/// The Zobrist key of a tile in a hand.
pub(crate) fn hash_in_hand(seat: Seat, tile: Tile) -> u64 {
    mix(1 << 32 | (seat.index() as u64) << 8 | tile.index() as u64)
}

/// The Zobrist key of a tile on the table.
pub(crate) fn hash_on_board(placement: Placement) -> u64 {
    let Placement { tile, orientation, location } = placement;
    let place = u64::from(location.x() as u8) << 8 | u64::from(location.y() as u8);
    mix(2 << 32 | place << 16 | (orientation as u64) << 8 | tile.index() as u64)
}

/// Scatters the bits of a number (the last steps of `SplitMix64`).
pub(crate) const fn mix(number: u64) -> u64 {
    let mixed = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}
