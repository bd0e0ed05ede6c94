//! The laws of every game, on random games of every variant.

use tilewright_blokus::{Blokus, Options, Scoring, Variant};
use tilewright_testkit::{check_keys, check_laws, check_symmetries};

/// Games of each variant, seat count and start rule for the laws of play. The slow tier has many
/// more.
const N_GAMES: usize = 200;

/// The same for the laws of symmetry, which play each position once for each symmetry.
const N_SYMMETRIC_GAMES: usize = 4;

#[test]
fn classic() {
    check(Options { variant: Variant::Classic, ..Options::default() });
    check(Options { variant: Variant::Classic, free_start: true, ..Options::default() });
}

#[test]
fn classic_2() {
    check(Options { variant: Variant::Classic2, ..Options::default() });
    check(Options { variant: Variant::Classic2, free_start: true, ..Options::default() });
}

#[test]
fn classic_3() {
    check(Options { variant: Variant::Classic3, ..Options::default() });
    check(Options { variant: Variant::Classic3, free_start: true, ..Options::default() });
}

#[test]
fn duo() {
    check(Options { variant: Variant::Duo, ..Options::default() });
    check(Options { variant: Variant::Duo, free_start: true, ..Options::default() });
}

#[test]
fn tilewe() {
    for seats in 1..=4 {
        check(Options { variant: Variant::Tilewe, seats: Some(seats), ..Options::default() });
    }
}

#[test]
fn every_scoring() {
    for scoring in [Scoring::Advanced, Scoring::Basic, Scoring::Tilewe] {
        // One color alone often places everything, so that the bonus counts.
        let variant = Variant::Tilewe;
        let seats = Some(1);
        check(Options { variant, seats, scoring: Some(scoring), ..Options::default() });
        check(Options { variant: Variant::Duo, scoring: Some(scoring), ..Options::default() });
    }
}

#[test]
fn keys_tell_positions_apart_by_every_bit() {
    for variant in Variant::ALL {
        check_keys::<Blokus>(&Options { variant, ..Options::default() }, 1, 40);
    }
}

fn check(options: Options) {
    check_laws::<Blokus>(&options, 1, N_GAMES);
    check_symmetries::<Blokus>(&options, 1, N_SYMMETRIC_GAMES);
}
