//! Random games in the rules of each crate and in their slow second implementation.

mod games;

use std::collections::BTreeSet;

use games::{ModelOf, any_games, any_options, changed_games, games, late_games};
use tilewright_differential::{
    AquaPipeRules, BlokusRules, CoerceoRules, TriominosRules, compare_recognition,
    compare_starts_and_ends,
};
use tilewright_reference::Explore;

mod aquapipe {
    use super::*;

    #[test]
    fn three_in_a_row() {
        let ends = games::<AquaPipeRules>(&[("variant", "3x3")], 0..60);
        assert_eq!(ends, BTreeSet::from(["row3", "repetition"]));
    }

    #[test]
    fn four_in_a_row() {
        let ends = games::<AquaPipeRules>(&[("variant", "4x4")], 165..181);
        assert_eq!(ends, BTreeSet::from(["row4", "four_rows_of_3", "repetition"]));
    }

    /// Any pipes on the board: every end is near.
    #[test]
    fn late_positions() {
        let ends = late_games::<AquaPipeRules>(&[("variant", "3x3")], 200..260);
        assert_eq!(ends, BTreeSet::from(["row3", "repetition"]));
        let ends = late_games::<AquaPipeRules>(&[("variant", "4x4")], 200..230);
        assert_eq!(ends, BTreeSet::from(["row4", "four_rows_of_3", "repetition"]));
    }

    #[test]
    fn pipes_that_never_move() {
        for (variant, row) in [("3x3", "row3"), ("4x4", "row4")] {
            let options = [("variant", variant), ("move-after", "never")];
            let mut ends = games::<AquaPipeRules>(&options, 300..330);
            ends.extend(late_games::<AquaPipeRules>(&options, 300..330));
            assert!(ends.is_superset(&BTreeSet::from([row, "no_action"])), "{ends:?}");
            assert!(!ends.contains("repetition"), "{ends:?}");
        }
    }

    #[test]
    fn each_option_changed() {
        changed_games::<AquaPipeRules>(1_000, 8, 8);
    }

    #[test]
    fn many_options_changed() {
        any_games::<AquaPipeRules>(2_000..2_024, 2);
    }
}

mod blokus {
    use super::*;

    /// Plays games in one setup, with each scoring in turn.
    fn compare(setup: usize) {
        for seed in 0..24 {
            let scoring = ["advanced", "basic", "tilewe"][seed as usize % 3];
            let setup = ModelOf::<BlokusRules>::SETUPS[setup];
            games::<BlokusRules>(&[setup, &[("scoring", scoring)]].concat(), [seed]);
        }
    }

    /// A test for each setup, so that they run side by side.
    macro_rules! setups {
        ($($name:ident: $setup:literal,)*) => {
            $(
                #[test]
                fn $name() {
                    compare($setup);
                }
            )*

            #[test]
            fn every_setup_has_a_test() {
                let n_setups = ModelOf::<BlokusRules>::SETUPS.len();
                assert!((0..n_setups).eq([$($setup),*]));
            }
        };
    }

    setups! {
        classic: 0,
        classic_with_free_start: 1,
        classic_2: 2,
        classic_2_with_free_start: 3,
        classic_3: 4,
        classic_3_with_free_start: 5,
        duo: 6,
        duo_with_free_start: 7,
        tilewe_for_one: 8,
        tilewe_for_two: 9,
        tilewe_for_three: 10,
        tilewe_for_four: 11,
    }

    #[test]
    fn every_placement_is_recognized_from_its_squares() {
        compare_recognition();
    }
}

mod coerceo {
    use super::*;

    #[test]
    fn the_usual_game() {
        let ends = games::<CoerceoRules>(&[], 0..8);
        assert!(ends.contains("elimination"), "{ends:?}");
    }

    #[test]
    fn the_short_game() {
        let ends = games::<CoerceoRules>(&[("variant", "ocius")], 340..380);
        let expected = BTreeSet::from(["elimination", "repetition", "dead"]);
        assert!(ends.is_superset(&expected), "{ends:?}");
    }

    /// Few tiles and any pieces on them: every end is near.
    #[test]
    fn late_positions() {
        for variant in ["laurentius", "ocius"] {
            let ends = late_games::<CoerceoRules>(&[("variant", variant)], 200..400);
            let every = BTreeSet::from(["elimination", "stalemate", "repetition", "dead"]);
            assert_eq!(ends, every);
        }
    }

    #[test]
    fn each_option_changed() {
        changed_games::<CoerceoRules>(1_000, 4, 50);
    }

    #[test]
    fn many_options_changed() {
        any_games::<CoerceoRules>(2_000..2_024, 10);
    }
}

mod triominos {
    use super::*;

    const SEATS: [&str; 5] = ["2", "3", "4", "5", "6"];

    #[test]
    fn the_usual_game() {
        for (seats, seed) in SEATS.into_iter().zip([0, 4, 8, 12, 16]) {
            let ends = games::<TriominosRules>(&[("seats", seats)], seed..seed + 4);
            assert!(!ends.is_empty(), "no game of {seats} seats came to its end");
        }
    }

    /// One round, so that there are many of them.
    #[test]
    fn single_rounds() {
        for seats in SEATS {
            let options = [("seats", seats), ("single-round", "on")];
            for seed in 100..112 {
                assert_eq!(games::<TriominosRules>(&options, [seed]).len(), 1);
            }
        }
    }

    /// All tiles are there for a player who places for the most points: there are many hexagons.
    #[test]
    fn shared_hands() {
        for hexagon in ["50/60/70", "50/100/150"] {
            let options = [("hands", "shared"), ("hexagon", hexagon)];
            games::<TriominosRules>(&options, (201..).step_by(4).take(12));
        }
    }

    /// Blocked rounds that several win, and what comes after them.
    #[test]
    fn several_round_winners() {
        for seats in SEATS {
            for target in ["1", "400"] {
                let options = [
                    ("seats", seats),
                    ("target", target),
                    ("max-draws", "1"),
                    ("blocked-winner", "tiles"),
                    ("blocked-score", "others"),
                    ("starter", "free"),
                ];
                games::<TriominosRules>(&options, [303, 307, 311, 315]);
            }
        }
    }

    #[test]
    fn each_option_changed() {
        for (index, setup) in ModelOf::<TriominosRules>::SETUPS.iter().enumerate() {
            let changes = ModelOf::<TriominosRules>::changes(setup).iter();
            for (seed, &(name, value, _)) in (1_000 + index as u64..).step_by(4).zip(changes) {
                // A low target, so that games of several rounds end soon.
                let usual = [setup[0], ("target", "120")];
                let usual = usual.into_iter().filter(|option| option.0 != name);
                let options: Vec<(&str, &str)> = usual.chain([(name, value)]).collect();
                games::<TriominosRules>(&options, [seed]);
            }
        }
    }

    #[test]
    fn many_options_changed() {
        for seed in 2_000..2_060 {
            games::<TriominosRules>(&any_options::<TriominosRules>(seed), [seed]);
        }
    }

    #[test]
    fn starts_and_ends() {
        compare_starts_and_ends(3_000..6_000);
    }
}
