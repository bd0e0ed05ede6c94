//! What takes minutes: `cargo xtask test slow` runs it before a release.

mod comparison;
mod engine;
#[path = "engine/playable.rs"]
mod playable;
mod records;
mod reference;

use comparison::{VARIANTS, changes, compare_games, compare_late_games, random_options};
use records::count_starts;
use tilewright_aquapipe::Position;

#[test]
fn counts_from_the_start() {
    count_starts::<Position>(|count| count >= 4_000_000);
}

#[test]
fn whole_games() {
    compare_games(&[("variant", "3x3")], 10_000..11_000);
    compare_games(&[("variant", "4x4")], 20_000..20_300);
}

#[test]
fn late_games() {
    for variant in VARIANTS {
        compare_late_games(&[("variant", variant)], 30_000..31_000);
    }
}

#[test]
fn each_option_changed() {
    for variant in VARIANTS {
        for change in changes(variant) {
            compare_games(&[("variant", variant), change], 40_000..40_100);
            compare_late_games(&[("variant", variant), change], 50_000..50_200);
        }
    }
}

#[test]
fn many_options_changed() {
    for seed in 60_000..60_300 {
        let options = random_options(seed);
        compare_games(&options, [seed]);
        compare_late_games(&options, [seed, seed + 1]);
    }
}
