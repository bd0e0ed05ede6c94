//! Counts of move sequences, and random indices, in the toy game.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tilewright_core::{Game, Position, perft, perft_divide, perft_up_to, random_index};
use tilewright_testkit::toy::{CardOptions, Cards, Deck};

fn start() -> Deck {
    Cards::start(&CardOptions { limit: None, ..CardOptions::default() }).unwrap()
}

#[test]
fn counts_by_the_first_move_add_up() {
    let mut start = start();
    let mut moves = Vec::new();
    let mut total = 0;
    let sum = perft_divide(&mut start, 3, |m, count| {
        moves.push(m);
        total += count;
        assert_eq!(count, 2 * 5);
    });
    assert_eq!((sum, total, moves.len()), (6 * 2 * 5, 6 * 2 * 5, 6));
    assert!(moves.is_sorted());
    assert_eq!(perft(&mut start, 3), sum);
    assert_eq!(perft_divide(&mut start, 0, |_, _| panic!("there is no move")), 1);
}

#[test]
fn a_count_stops_as_soon_as_it_is_enough() {
    let mut start = start();
    let mut n_leaves = 0;
    let mut count = |enough, depth| {
        n_leaves = 0;
        let total = perft_up_to(&mut start, depth, enough, &mut |_| {
            n_leaves += 1;
            1
        });
        (total, n_leaves)
    };
    assert_eq!(count(10, 3), (10, 10));
    assert_eq!(count(2 * 5, 3), (10, 10));
    assert_eq!(count(2 * 5 + 1, 3), (11, 11));
    assert_eq!(count(1_000, 3), (60, 60));
    assert_eq!(start, self::start());
}

#[test]
fn every_index_is_drawn_about_as_often() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut counts = [0; 5];
    for _ in 0..5_000 {
        counts[random_index(&mut rng, 5)] += 1;
    }
    assert!(counts.iter().all(|count| (850..1_150).contains(count)), "{counts:?}");
    let first = start();
    assert!((0..20).all(|_| first.random_move(&mut rng).is_some_and(|m| first.is_legal(m))));
}
