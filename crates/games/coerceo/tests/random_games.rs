//! Random games, compared move by move with the slow, obvious implementation in `reference/`.

mod comparison;
mod engine;
mod reference;

use std::collections::BTreeSet;

use comparison::{CHANGES, VARIANTS, compare_games, compare_late_games, random_options};

#[test]
fn the_usual_game() {
    let ends = compare_games(&[], 0..8);
    assert!(ends.contains("elimination"), "{ends:?}");
}

#[test]
fn the_short_game() {
    let ends = compare_games(&[("variant", "ocius")], 100..140);
    assert!(ends.is_superset(&BTreeSet::from(["elimination", "repetition", "dead"])), "{ends:?}");
}

/// Few tiles and any pieces on them: every end is near.
#[test]
fn late_games() {
    for variant in VARIANTS {
        let ends = compare_late_games(&[("variant", variant)], 200..400);
        let every = BTreeSet::from(["elimination", "stalemate", "repetition", "dead"]);
        assert_eq!(ends, every);
    }
}

#[test]
fn each_option_changed() {
    for (i, change) in CHANGES.into_iter().enumerate() {
        let first_seed = 1_000 + 8 * i as u64;
        compare_games(&[change], first_seed..first_seed + 2);
        compare_games(&[("variant", "ocius"), change], first_seed..first_seed + 8);
        compare_late_games(&[("variant", "ocius"), change], first_seed..first_seed + 50);
    }
}

#[test]
fn many_options_changed() {
    for seed in 2_000..2_024 {
        let options = random_options(seed);
        compare_games(&options, [seed]);
        compare_late_games(&options, 10 * seed..10 * seed + 10);
    }
}
