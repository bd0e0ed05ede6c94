//! The laws that every game obeys, on random games of Aqua Pipe.

use tilewright_aquapipe::{AquaPipe, Options};
use tilewright_core::parse_options;
use tilewright_testkit::{check_keys, check_laws, check_symmetries};

/// Both variants, and every option.
const SETUPS: &[&[(&str, &str)]] = &[
    &[],
    &[("move-after", "any-time")],
    &[("move-after", "never")],
    &[("variant", "4x4")],
    &[("variant", "4x4"), ("four-rows", "off"), ("u-pipes", "medium-large")],
    &[("variant", "4x4"), ("move-after", "never")],
    &[("variant", "4x4"), ("move-after", "any-time")],
];

fn setups() -> impl Iterator<Item = Options> {
    SETUPS.iter().map(|pairs| parse_options(pairs.iter().copied()).unwrap())
}

#[test]
fn the_laws_hold() {
    for options in setups() {
        check_laws::<AquaPipe>(&options, 1, 40);
    }
}

#[test]
fn the_board_is_symmetric() {
    for options in setups() {
        check_symmetries::<AquaPipe>(&options, 1, 10);
    }
}

#[test]
fn keys_tell_positions_apart_by_every_bit() {
    for options in setups() {
        check_keys::<AquaPipe>(&options, 1, 100);
    }
}
