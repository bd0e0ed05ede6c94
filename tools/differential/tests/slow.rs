//! Comparisons that take minutes: `cargo xtask test slow` runs them before a release.

mod games;

use games::{ModelOf, any_games, any_options, changed_games, games, late_games};
use tilewright_differential::{
    AquaPipeRules, BlokusRules, CoerceoRules, TriominosRules, compare_starts_and_ends,
};
use tilewright_reference::Explore;

#[test]
fn whole_games_of_aquapipe() {
    games::<AquaPipeRules>(&[("variant", "3x3")], 10_000..11_000);
    games::<AquaPipeRules>(&[("variant", "4x4")], 20_000..20_300);
}

#[test]
fn late_games_of_aquapipe() {
    for setup in ModelOf::<AquaPipeRules>::SETUPS {
        late_games::<AquaPipeRules>(setup, 30_000..31_000);
    }
}

#[test]
fn each_option_of_aquapipe_changed() {
    changed_games::<AquaPipeRules>(40_000, 100, 200);
}

#[test]
fn many_options_of_aquapipe_changed() {
    any_games::<AquaPipeRules>(60_000..60_300, 2);
}

#[test]
fn games_of_blokus() {
    for setup in ModelOf::<BlokusRules>::SETUPS {
        for scoring in ["advanced", "basic", "tilewe"] {
            let options = [setup, &[("scoring", scoring)][..]].concat();
            games::<BlokusRules>(&options, 1_000..1_170);
        }
    }
}

#[test]
fn whole_games_of_coerceo() {
    games::<CoerceoRules>(&[], 10_000..10_300);
    games::<CoerceoRules>(&[("variant", "ocius")], 20_000..21_000);
}

#[test]
fn late_games_of_coerceo() {
    for setup in ModelOf::<CoerceoRules>::SETUPS {
        late_games::<CoerceoRules>(setup, 30_000..40_000);
    }
}

#[test]
fn each_option_of_coerceo_changed() {
    changed_games::<CoerceoRules>(40_000, 40, 2_000);
}

#[test]
fn many_options_of_coerceo_changed() {
    any_games::<CoerceoRules>(60_000..60_500, 20);
}

#[test]
fn the_usual_game_of_triominos() {
    for setup in ModelOf::<TriominosRules>::SETUPS {
        games::<TriominosRules>(setup, 10_000..10_200);
    }
}

#[test]
fn single_rounds_of_triominos() {
    for setup in ModelOf::<TriominosRules>::SETUPS {
        let options = [setup, &[("single-round", "on")][..]].concat();
        games::<TriominosRules>(&options, 20_000..20_500);
    }
}

#[test]
fn shared_hands_of_triominos() {
    for hexagon in ["50/60/70", "50/100/150"] {
        games::<TriominosRules>(&[("hands", "shared"), ("hexagon", hexagon)], 25_000..26_000);
    }
}

#[test]
fn each_option_of_triominos_changed() {
    changed_games::<TriominosRules>(30_000, 20, 0);
}

#[test]
fn many_options_of_triominos_changed() {
    for seed in 40_000..42_000 {
        games::<TriominosRules>(&any_options::<TriominosRules>(seed), [seed]);
    }
}

#[test]
fn starts_and_ends_of_triominos() {
    compare_starts_and_ends(50_000..1_050_000);
}
