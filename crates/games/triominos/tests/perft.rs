//! Numbers of placement sequences, as independent programs count them: with all unplayed tiles and
//! no hands.

mod records;

use records::{PerftFile, read};
use tilewright_core::{Game, Position as _, parse_options, perft, perft_bulk};
use tilewright_triominos::{Options, Triominos};

#[test]
fn sequences_after_the_first_placement() {
    let options: Options = parse_options([("hands", "shared")]).expect("it is an option");
    for case in read::<PerftFile>("perft.json").cases {
        let first = case.first.text();
        let mut position = Triominos::start(&options).expect("these options are a game");
        position.play(first.parse().expect(&first)).expect(&first);
        for (depth, &count) in (1..).zip(&case.distinct) {
            assert_eq!(perft(&mut position, depth), count, "{first} depth {depth}");
            assert_eq!(perft_bulk(&mut position, depth), count, "{first} depth {depth}");
        }
    }
}

/// The same, counted from the empty table: every tile in every way it can be laid.
#[test]
fn sequences_from_the_start() {
    let options: Options = parse_options([("hands", "shared")]).expect("it is an option");
    let mut position = Triominos::start(&options).expect("these options are a game");
    assert_eq!(perft(&mut position, 1), 50 * 6 + 6 * 2);
    assert_eq!(perft(&mut position, 3), perft_bulk(&mut position, 3));
}
