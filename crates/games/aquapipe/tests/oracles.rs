//! The page's counts, and every number of the games, cases and counts that independent programs
//! produced.

mod engine;
mod records;

use std::collections::BTreeSet;

use records::{
    CaseRecord, check_case, check_solved, count_midgame, count_starts, read, replay_games,
};
use tilewright_aquapipe::{AquaPipe, Position};
use tilewright_reference::aquapipe::Reference;
use tilewright_testkit::differential::Replay;

// ---------------------------------------------------------------------------------------------
// Games and counts

#[test]
fn games_of_three_in_a_row() {
    replay_games::<Replay<AquaPipe>>("3x3");
}

#[test]
fn games_of_four_in_a_row() {
    replay_games::<Replay<AquaPipe>>("4x4");
}

/// The larger ones are in `slow.rs`.
#[test]
fn counts_from_the_start() {
    count_starts::<Replay<AquaPipe>>(|count| count < 4_000_000);
}

#[test]
fn counts_from_the_middle_of_games() {
    count_midgame::<Replay<AquaPipe>>(|_| true);
}

#[test]
fn solved_positions() {
    check_solved::<Replay<AquaPipe>>();
}

/// The reference, so that it can be trusted where the oracles say nothing.
mod reference {
    use super::*;

    #[test]
    fn games() {
        replay_games::<Reference>("3x3");
        replay_games::<Reference>("4x4");
    }

    #[test]
    fn cases() {
        for case in read::<Vec<CaseRecord>>("cases.json") {
            check_case::<Reference>(&case.id);
        }
    }

    #[test]
    fn counts() {
        count_starts::<Reference>(|count| count < 30_000);
        count_midgame::<Reference>(|count| count < 30_000);
    }

    #[test]
    fn solved_positions() {
        check_solved::<Reference>();
    }
}

// ---------------------------------------------------------------------------------------------
// Cases

/// A test for each case of the file, and nothing forgotten.
macro_rules! cases {
    ($($test:ident: $case:literal,)*) => {
        $(
            #[test]
            fn $test() {
                check_case::<Replay<AquaPipe>>($case);
            }
        )*

        #[test]
        fn every_case_has_a_test() {
            let cases = read::<Vec<CaseRecord>>("cases.json");
            let cases: BTreeSet<&str> = cases.iter().map(|case| case.id.as_str()).collect();
            assert_eq!(cases, BTreeSet::from([$($case),*]));
        }

        /// The page's own texts have no options before them.
        #[test]
        fn every_case_is_read_as_the_page_writes_it() {
            for case in read::<Vec<CaseRecord>>("cases.json") {
                let position: Position = case.fen.parse().expect("it is a position");
                assert_eq!(engine::page_text(&position), case.fen, "{}", case.id);
            }
        }
    };
}

cases! {
    a_pipe_goes_into_any_of_27_slots_first: "3-start",
    nothing_moves_before_each_diameter_is_placed: "3-no-move-yet",
    a_pipe_moves_to_any_free_slot_of_its_diameter: "3-move-enabled",
    three_diameters_of_both_colors_share_a_space: "3-stack",
    who_has_no_pipe_of_a_diameter_left_only_moves_it: "3-hand-empty",
    a_diagonal_of_three_wins: "3-diag",
    two_colors_are_no_row: "3-mixed-color",
    two_diameters_are_no_row: "3-mixed-size",
    a_u_pipe_goes_into_any_of_24_pairs_first: "4-start",
    a_u_pipe_needs_both_slots_free: "4-u-blocked",
    a_u_pipe_may_shift_by_one: "4-u-shift",
    a_u_pipe_counts_for_its_diameter_before_moves: "4-u-is-size",
    a_u_pipe_counts_in_both_spaces_of_a_row: "4-row4-with-u",
    a_u_pipe_completes_a_row: "4-u-completes",
    one_row_of_three_does_not_win: "4-one-row-of-3",
    three_rows_of_three_do_not_win: "4-3triples",
    four_rows_of_three_win: "4-4triples",
    every_action_that_completes_a_fourth_row_wins: "4-4triples-wins",
    a_short_diagonal_is_a_row_of_three: "4-short-diag",
    a_row_with_a_gap_is_no_row: "4-gap",
}
