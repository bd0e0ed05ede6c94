//! Random games, compared move by move with the slow, obvious implementation in `reference/`.

mod comparison;
mod reference;

use comparison::{CHANGES, SEATS, compare_games, compare_starts_and_ends, random_options};

#[test]
fn the_usual_game() {
    for (seats, seed) in SEATS.into_iter().zip([0, 4, 8, 12, 16]) {
        let n_ended = compare_games(&[("seats", seats)], seed..seed + 4);
        assert!(n_ended > 0, "no game of {seats} seats came to its end");
    }
}

/// One round, so that there are many of them.
#[test]
fn single_rounds() {
    for seats in SEATS {
        let n_ended = compare_games(&[("seats", seats), ("single-round", "on")], 100..112);
        assert_eq!(n_ended, 12);
    }
}

/// All tiles are there for the one who places for the most points, so there are many hexagons.
#[test]
fn shared_hands() {
    for hexagon in ["50/60/70", "50/100/150"] {
        let seeds = (201..).step_by(4).take(12);
        compare_games(&[("hands", "shared"), ("hexagon", hexagon)], seeds);
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
            compare_games(&options, [303, 307, 311, 315]);
        }
    }
}

#[test]
fn each_option_changed() {
    for (i, change) in CHANGES.into_iter().enumerate() {
        let first_seed = 1_000 + 4 * i as u64;
        for (seats, seed) in SEATS.into_iter().zip(first_seed..) {
            // A low target, so that games of several rounds end soon.
            let usual = [("seats", seats), ("target", "120")];
            let usual = usual.into_iter().filter(|option| option.0 != change.0);
            let options: Vec<(&str, &str)> = usual.chain([change]).collect();
            compare_games(&options, [seed]);
        }
    }
}

#[test]
fn many_options_changed() {
    for seed in 2_000..2_060 {
        compare_games(&random_options(seed), [seed]);
    }
}

#[test]
fn starts_and_ends() {
    compare_starts_and_ends(3_000..6_000);
}
