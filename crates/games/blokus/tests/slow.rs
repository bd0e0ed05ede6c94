//! What takes minutes: `cargo xtask test slow` runs it before a release.

mod comparison;
mod reference;

use comparison::{Setup, compare_games};
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

#[test]
fn games_of_classic() {
    check_games(Variant::Classic);
}

#[test]
fn games_of_classic_2() {
    check_games(Variant::Classic2);
}

#[test]
fn games_of_classic_3() {
    check_games(Variant::Classic3);
}

#[test]
fn games_of_duo() {
    check_games(Variant::Duo);
}

#[test]
fn games_of_tilewe() {
    check_games(Variant::Tilewe);
}

/// The comparison with the reference and the laws, on other games than those of every day and on
/// many more.
fn check_games(variant: Variant) {
    for setup in setups(variant) {
        compare_games(setup, 1_000..1_500);
        let Setup { variant, n_seats, free_start } = setup;
        let seats = Some(n_seats as u8);
        let options = Options { variant, seats, free_start, ..Options::default() };
        check_laws::<Blokus>(&options, 1_000, 1_000);
        check_symmetries::<Blokus>(&options, 1_000, 50);
    }
}

/// Every seat count and start rule of a variant.
fn setups(variant: Variant) -> Vec<Setup> {
    let setup = |n_seats, free_start| Setup { variant, n_seats, free_start };
    let either_start = |n_seats| vec![setup(n_seats, false), setup(n_seats, true)];
    match variant {
        Variant::Classic => either_start(4),
        Variant::Classic2 | Variant::Duo => either_start(2),
        Variant::Classic3 => either_start(3),
        Variant::Tilewe => (1..=4).map(|n_seats| setup(n_seats, false)).collect(),
    }
}
