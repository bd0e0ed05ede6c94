//! Random games, compared move by move with the slow, obvious implementation in `reference/`.

mod comparison;
mod engine;
mod reference;

use std::collections::BTreeSet;

use comparison::{changes, compare_games, compare_late_games, random_options};

#[test]
fn three_in_a_row() {
    let ends = compare_games(&[("variant", "3x3")], 0..60);
    assert_eq!(ends, BTreeSet::from(["row3", "repetition"]));
}

#[test]
fn four_in_a_row() {
    let ends = compare_games(&[("variant", "4x4")], 100..116);
    assert_eq!(ends, BTreeSet::from(["row4", "four_rows_of_3", "repetition"]));
}

/// Any pipes on the board: every end is near.
#[test]
fn late_games() {
    let ends = compare_late_games(&[("variant", "3x3")], 200..260);
    assert_eq!(ends, BTreeSet::from(["row3", "repetition"]));
    let ends = compare_late_games(&[("variant", "4x4")], 200..230);
    assert_eq!(ends, BTreeSet::from(["row4", "four_rows_of_3", "repetition"]));
}

#[test]
fn pipes_that_never_move() {
    for (variant, row) in [("3x3", "row3"), ("4x4", "row4")] {
        let options = [("variant", variant), ("move-after", "never")];
        let mut ends = compare_games(&options, 300..330);
        ends.extend(compare_late_games(&options, 300..330));
        assert!(ends.is_superset(&BTreeSet::from([row, "no_action"])), "{ends:?}");
        assert!(!ends.contains("repetition"), "{ends:?}");
    }
}

#[test]
fn each_option_changed() {
    for variant in ["3x3", "4x4"] {
        for (i, change) in changes(variant).enumerate() {
            let first_seed = 1_000 + 8 * i as u64;
            let n_games = if variant == "3x3" { 16 } else { 5 };
            compare_games(&[("variant", variant), change], first_seed..first_seed + n_games);
            compare_late_games(&[("variant", variant), change], first_seed..first_seed + n_games);
        }
    }
}

#[test]
fn many_options_changed() {
    for seed in 2_000..2_024 {
        let options = random_options(seed);
        compare_games(&options, [seed]);
        compare_late_games(&options, [seed, seed + 1]);
    }
}
