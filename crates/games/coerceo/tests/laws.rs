//! The laws that every game obeys, on random games of Coerceo.

use tilewright_coerceo::{Coerceo, Options};
use tilewright_core::parse_options;
use tilewright_testkit::{check_keys, check_laws, check_symmetries};

/// Both variants, and every option.
const SETUPS: &[&[(&str, &str)]] = &[
    &[],
    &[("variant", "ocius")],
    &[("variant", "ocius"), ("cost", "1")],
    &[("variant", "ocius"), ("stalemate", "loss"), ("exchange-collects", "on"), ("cost", "1")],
    &[("variant", "ocius"), ("win-captures", "3")],
    &[("cost", "1"), ("win-captures", "9")],
];

/// Without an end by repetition random moves may go on for ever, so that no law about whole games
/// can be checked.
const ENDLESS: &[(&str, &str)] = &[("variant", "ocius"), ("board-only", "on")];

fn setups() -> impl Iterator<Item = Options> {
    SETUPS.iter().map(|pairs| parse_options(pairs.iter().copied()).unwrap())
}

#[test]
fn the_laws_hold() {
    for options in setups() {
        check_laws::<Coerceo>(&options, 1, 6);
    }
}

#[test]
fn the_board_is_symmetric() {
    for options in setups() {
        check_symmetries::<Coerceo>(&options, 1, 5);
    }
    check_symmetries::<Coerceo>(&parse_options(ENDLESS.iter().copied()).unwrap(), 1, 5);
}

#[test]
fn keys_tell_positions_apart_by_every_bit() {
    for options in setups() {
        check_keys::<Coerceo>(&options, 1, 30);
    }
}
