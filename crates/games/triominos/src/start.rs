//! The opening of a round: the seat and its tile.

use std::cmp::Reverse;

use tilewright_core::{BySeat, Seat};

use crate::tile::{Tile, TileSet};

/// The bonus for opening with a triple.
const TRIPLE_BONUS: i32 = 10;

/// The bonus for opening with 0-0-0, whose numbers score nothing.
const ZERO_BONUS: i32 = 40;

/// The six tiles with three equal numbers.
const TRIPLES: TileSet = {
    let mut triples = TileSet::EMPTY;
    let mut index = 0;
    while index < Tile::COUNT {
        let tile = Tile::from_index(index as u8);
        if tile.is_triple() {
            triples.insert(tile);
        }
        index += 1;
    }
    triples
};

/// The seat that opens a round with these hands: the one with the highest triple or, without any
/// triple, with the highest sum. Ties are broken by the next best tile, then by the lowest seat.
///
/// ```
/// use tilewright_core::BySeat;
/// use tilewright_triominos::{Tile, TileSet, starter_of};
///
/// let hand = |tiles: [&str; 2]| -> TileSet {
///     tiles.iter().map(|tile| tile.parse::<Tile>().unwrap()).collect()
/// };
/// let hands = BySeat::from([hand(["1-1-1", "4-5-5"]), hand(["3-3-3", "0-0-1"])]);
/// assert_eq!(starter_of(&hands).number(), 2);
/// ```
pub fn starter_of(hands: &BySeat<TileSet>) -> Seat {
    let highest = |seat: Seat| hands[seat].and(TRIPLES).last();
    let by_triple = hands.seats().max_by_key(|&seat| highest(seat));
    if let Some(seat) = by_triple.filter(|&seat| highest(seat).is_some()) {
        return seat;
    }
    let best = hands.seats().max_by_key(|&seat| (sums(hands[seat]), Reverse(seat)));
    best.expect("there is a seat")
}

/// The tiles with which this hand may open a round by its highest triple or sum, each with its
/// score.
///
/// ```
/// use tilewright_triominos::{Tile, TileSet, openings_of};
///
/// let hand: TileSet =
///     ["0-0-0", "5-5-5", "1-2-3"].iter().map(|tile| tile.parse::<Tile>().unwrap()).collect();
/// let openings: Vec<(String, i32)> =
///     openings_of(hand).iter().map(|&(tile, points)| (tile.to_string(), points)).collect();
/// assert_eq!(openings, [("0-0-0".to_owned(), 40), ("5-5-5".to_owned(), 25)]);
/// ```
pub fn openings_of(hand: TileSet) -> Vec<(Tile, i32)> {
    opening_tiles(hand).iter().map(|tile| (tile, tile.points() + opening_bonus(tile))).collect()
}

/// The tiles with which the holder of this hand may open a round.
pub(crate) fn opening_tiles(hand: TileSet) -> TileSet {
    let triples = hand.and(TRIPLES);
    if let Some(highest) = triples.last() {
        let zero = triples.iter().next().filter(|tile| tile.points() == 0);
        return zero.into_iter().chain([highest]).collect();
    }
    let most = hand.iter().map(Tile::points).max();
    hand.iter().filter(|tile| Some(tile.points()) == most).collect()
}

/// The bonus for opening with this tile.
pub(crate) const fn opening_bonus(tile: Tile) -> i32 {
    match (tile.is_triple(), tile.points()) {
        (false, _) => 0,
        (true, 0) => ZERO_BONUS,
        (true, _) => TRIPLE_BONUS,
    }
}

/// The tiles that nobody was dealt if this tile opened the round. 0-0-0 may have been chosen
/// instead of a higher triple, so it rules out nothing.
pub(crate) fn ruled_out_by_opening(tile: Tile) -> TileSet {
    let is_higher = |other: &Tile| match (tile.is_triple(), other.is_triple()) {
        (true, is_triple) => is_triple && tile.points() > 0 && other.points() > tile.points(),
        (false, is_triple) => is_triple || other.points() > tile.points(),
    };
    Tile::all().filter(is_higher).collect()
}

/// The counts of tiles by sum, four bits each: a number that compares hands by their best tile,
/// then by the next best.
fn sums(hand: TileSet) -> u64 {
    hand.iter().map(|tile| 1 << (4 * tile.points())).sum()
}
