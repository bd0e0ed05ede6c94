//! What takes minutes: `cargo xtask test slow` runs it before a release.

mod comparison;
mod engine;
#[path = "engine/playable.rs"]
mod playable;
mod records;
mod reference;

use comparison::{CHANGES, VARIANTS, compare_games, compare_late_games, random_options};
use records::{count_midgame, count_starts};
use tilewright_coerceo::Position;

#[test]
fn counts_from_the_start() {
    count_starts::<Position>(|count| count >= 10_000_000);
}

#[test]
fn counts_from_the_middle_of_games() {
    count_midgame::<Position>(|count| count >= 3_000_000);
}

#[test]
fn whole_games() {
    compare_games(&[], 10_000..10_300);
    compare_games(&[("variant", "ocius")], 20_000..21_000);
}

#[test]
fn late_games() {
    for variant in VARIANTS {
        compare_late_games(&[("variant", variant)], 30_000..40_000);
    }
}

#[test]
fn each_option_changed() {
    for change in CHANGES {
        for variant in VARIANTS {
            compare_games(&[("variant", variant), change], 40_000..40_040);
            compare_late_games(&[("variant", variant), change], 50_000..52_000);
        }
    }
}

#[test]
fn many_options_changed() {
    for seed in 60_000..60_500 {
        let options = random_options(seed);
        compare_games(&options, [seed]);
        compare_late_games(&options, 10 * seed..10 * seed + 20);
    }
}
