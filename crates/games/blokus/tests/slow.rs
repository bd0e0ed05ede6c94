//! Tests that take minutes: `cargo xtask test slow` runs them before a release.

use tilewright_blokus::{Blokus, Options, Variant};
use tilewright_testkit::{check_laws, check_symmetries, perft_file};

#[test]
fn perft_of_classic() {
    perft_file::<Blokus>("tests/data/classic.perft", u64::MAX);
}

#[test]
fn perft_of_duo() {
    perft_file::<Blokus>("tests/data/duo.perft", u64::MAX);
}

#[test]
fn perft_of_tilewe() {
    perft_file::<Blokus>("tests/data/tilewe.perft", u64::MAX);
}

/// The laws on other games than those of every day, and on many more.
#[test]
fn many_games() {
    for variant in Variant::ALL {
        for seats in if variant == Variant::Tilewe { 1..=4 } else { 0..=0 } {
            for free_start in [false, variant != Variant::Tilewe] {
                let seats = Some(seats).filter(|&seats| seats > 0);
                let options = Options { variant, seats, free_start, ..Options::default() };
                check_laws::<Blokus>(&options, 1_000, 1_000);
                check_symmetries::<Blokus>(&options, 1_000, 50);
            }
        }
    }
}
