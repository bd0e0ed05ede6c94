//! What takes minutes: `cargo xtask test slow` runs it before a release.

mod comparison;
mod reference;

use comparison::{CHANGES, SEATS, compare_games, compare_starts_and_ends, random_options};

#[test]
fn the_usual_game() {
    for seats in SEATS {
        compare_games(&[("seats", seats)], 10_000..10_200);
    }
}

#[test]
fn single_rounds() {
    for seats in SEATS {
        compare_games(&[("seats", seats), ("single-round", "on")], 20_000..20_500);
    }
}

#[test]
fn shared_hands() {
    for hexagon in ["50/60/70", "50/100/150"] {
        compare_games(&[("hands", "shared"), ("hexagon", hexagon)], 25_000..26_000);
    }
}

#[test]
fn each_option_changed() {
    for change in CHANGES {
        for seats in SEATS {
            compare_games(&[("seats", seats), change], 30_000..30_020);
        }
    }
}

#[test]
fn many_options_changed() {
    for seed in 40_000..42_000 {
        compare_games(&random_options(seed), [seed]);
    }
}

#[test]
fn starts_and_ends() {
    compare_starts_and_ends(50_000..1_050_000);
}
