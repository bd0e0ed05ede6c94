//! Triominos.

use std::collections::{BTreeMap, BTreeSet};

use rand::SeedableRng;
use rand::rngs::SmallRng;
use tilewright_core::{BySeat, Position as _, Rng, Seat, parse_options, random_index};
use tilewright_reference::random_options;
use tilewright_reference::triominos::{self as reference, Left, Reference};
use tilewright_testkit::differential::{Comparison, Differential};
use tilewright_triominos::{
    HandLeft, Location, Options, Placement, Tile, TileSet, Triominos, openings_of, starter_of,
};

/// The rules of Triominos.
pub struct TriominosRules;

impl Differential for TriominosRules {
    type Game = Triominos;
    type Model = Reference;

    const GOES_ON_FROM_TEXT: bool = true;

    /// Compares the round, the hands, the pile and the table.
    fn check(comparison: &Comparison<Self>) {
        let Comparison { position, model, .. } = comparison;
        let context = comparison.context();
        assert_eq!(position.round(), model.round(), "{context}");
        assert_eq!(position.is_round_over(), model.is_round_over(), "{context}");
        assert_eq!(position.starter().map(Seat::index), model.starter(), "{context}");
        let hands: Vec<Vec<String>> =
            Seat::first(position.n_seats()).map(|seat| names(position.hand(seat))).collect();
        assert_eq!(hands, model.hands(), "{context}");
        assert_eq!(names(position.pile()), model.pile(), "{context}");
        let board = position.board();
        assert_eq!(board.placed().len(), model.table().cells().count(), "{context}");
        for ((x, y), numbers) in model.table().cells() {
            let location = Location::new(x as i8, y as i8).expect("the table is large enough");
            let there = board.at(location).map(Placement::numbers);
            assert_eq!(there, Some(numbers), "{location} in {context}");
        }
    }
}

/// Compares how rounds begin and end, with numbers that games do not often bring: equal ones
/// above all.
pub fn compare_starts_and_ends(seeds: impl IntoIterator<Item = u64>) {
    for seed in seeds {
        let mut rng = SmallRng::seed_from_u64(seed);
        let pairs = random_options::<Reference>(&mut |n| random_index(&mut rng, n));
        let n_seats = 2 + random_index(&mut rng, 5);
        compare_start(n_seats, &mut rng);
        compare_blocked(&pairs, n_seats, &mut rng);
        compare_game_end(&pairs, n_seats, &mut rng);
    }
}

/// Compares the starter with small hands, which are often alike, and its first tiles.
fn compare_start(n_seats: usize, rng: &mut SmallRng) {
    let mut tiles: Vec<Tile> = Tile::all().collect();
    // Half of the time without triples.
    if random_index(rng, 2) == 0 {
        tiles.retain(|tile| !tile.is_triple());
    }
    let hand_size = 1 + random_index(rng, 2);
    let mut any_tile = || tiles.swap_remove(random_index(rng, tiles.len()));
    let hands = BySeat::from_fn(n_seats, |_| (0..hand_size).map(|_| any_tile()).collect());
    let expected: Vec<BTreeSet<reference::Tile>> = hands.iter().copied().map(read).collect();
    assert_eq!(starter_of(&hands).index(), reference::starter(&expected), "{hands:?}");
    for (&hand, expected) in hands.iter().zip(&expected) {
        let named = |tile: String, points| (tile, points);
        let openings: BTreeMap<String, i32> =
            openings_of(hand).into_iter().map(|it| named(it.0.to_string(), it.1)).collect();
        let expected = reference::openings(expected).into_iter();
        let expected = expected.map(|it| named(it.0.to_string(), it.1)).collect();
        assert_eq!(openings, expected, "{hand:?}");
    }
}

fn read(hand: TileSet) -> BTreeSet<reference::Tile> {
    hand.iter().map(|tile| reference::Tile::read(&tile.to_string())).collect()
}

/// Compares the winners of a blocked round, and the gain of everybody.
fn compare_blocked(pairs: &[(&str, &str)], n_seats: usize, rng: &mut SmallRng) {
    let options = options(pairs);
    let expected = reference::Options::read(pairs);
    let hands = BySeat::from_fn(n_seats, |_| HandLeft {
        n_tiles: 1 + random_index(rng, 3),
        points: 10 + random_index(rng, 4) as i32,
    });
    let left = |hand: &HandLeft| Left { n_tiles: hand.n_tiles, points: hand.points };
    let left: Vec<Left> = hands.iter().map(left).collect();
    let winners: Vec<usize> =
        options.blocked_winners(&hands).into_iter().map(Seat::index).collect();
    assert_eq!(winners, reference::blocked_winners(&expected, &left), "{pairs:?} {hands:?}");
    let gains = options.blocked_gains(&hands);
    let expected_gains = reference::blocked_gains(&expected, &left);
    assert_eq!(gains.as_slice(), expected_gains, "{pairs:?} {hands:?}");
}

/// Compares whether the game is over with scores near the target, and everybody's place.
fn compare_game_end(pairs: &[(&str, &str)], n_seats: usize, rng: &mut SmallRng) {
    // Shared hands have no rounds but the first.
    let pairs: Vec<(&str, &str)> = pairs.iter().copied().filter(|it| it.0 != "hands").collect();
    let expected = reference::Options::read(&pairs);
    let scores = BySeat::from_fn(n_seats, |_| expected.target - 4 + random_index(rng, 7) as i32);
    let mut winners: Vec<Seat> = Seat::first(n_seats).collect();
    winners.retain(|_| rng.next_u64().is_multiple_of(2));
    let indices: Vec<usize> = winners.iter().map(|seat| seat.index()).collect();
    let outcome = options(&pairs).game_outcome(scores, &winners);
    let places = outcome.map(|outcome| outcome.places().as_slice().to_vec());
    let expected = reference::game_places(&expected, scores.as_slice(), &indices);
    assert_eq!(places, expected, "{pairs:?} {scores:?} {winners:?}");
}

fn options(pairs: &[(&str, &str)]) -> Options {
    parse_options(pairs.iter().copied()).expect("these are options")
}

/// Returns the tiles by name, in order.
fn names(tiles: TileSet) -> Vec<String> {
    let mut names: Vec<String> = tiles.iter().map(|tile| tile.to_string()).collect();
    names.sort_unstable();
    names
}
