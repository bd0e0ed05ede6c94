//! The laws that every game obeys, on random games of Triominos.

use tilewright_core::parse_options;
use tilewright_testkit::{check_keys, check_laws, check_samples, check_symmetries};
use tilewright_triominos::{Options, Triominos};

/// Every number of seats and every option, most in games of a round or two: a whole game of random
/// moves is long.
const SETUPS: &[&[(&str, &str)]] = &[
    &[("target", "60")],
    &[("seats", "3"), ("target", "60")],
    &[("seats", "4"), ("single-round", "on")],
    &[("seats", "5"), ("target", "40")],
    &[("seats", "6"), ("max-draws", "1"), ("single-round", "on")],
    &[("max-draws", "0"), ("pass-penalty-empty-pile", "off"), ("target", "20")],
    &[("voluntary-draw", "off"), ("target", "100")],
    &[("voluntary-draw", "off"), ("seats", "4"), ("max-draws", "0"), ("single-round", "on")],
    &[("hexagon", "50/100/150"), ("bridge", "completed-only"), ("single-round", "on")],
    &[("bridge-with-hexagon", "on"), ("blocked-winner", "tiles"), ("single-round", "on")],
    &[("blocked-when", "passes"), ("target", "60")],
    &[("blocked-when", "passes"), ("seats", "5"), ("max-draws", "1"), ("target", "20")],
    &[("blocked-score", "sum-of-differences"), ("game-winner", "highest"), ("target", "30")],
    &[("blocked-score", "others"), ("seats", "3"), ("single-round", "on")],
    &[("blocked-score", "everyone-minus-own"), ("seats", "3"), ("single-round", "on")],
    &[("starter", "free"), ("seats", "3"), ("target", "50")],
    &[("hands", "shared"), ("seats", "3")],
];

fn setups() -> impl Iterator<Item = Options> {
    SETUPS.iter().map(|pairs| parse_options(pairs.iter().copied()).unwrap())
}

#[test]
fn the_laws_hold() {
    for options in setups() {
        check_laws::<Triominos>(&options, 1, 4);
    }
}

#[test]
fn rotations_of_the_board_are_symmetries() {
    for options in setups() {
        check_symmetries::<Triominos>(&options, 1, 2);
    }
}

#[test]
fn what_is_imagined_agrees_with_what_is_known() {
    for options in setups() {
        check_samples::<Triominos>(&options, 1, 2);
    }
}

#[test]
fn keys_tell_positions_apart_by_every_bit() {
    for options in setups() {
        check_keys::<Triominos>(&options, 1, 15);
    }
}
