//! A sound game passes the battery, and each planted bug is caught by the law that it breaks.

use tilewright_core::Game;
use tilewright_testkit::toy::{Bug, CardOptions, Cards, CardsClaiming, message_with};
use tilewright_testkit::{
    check_keys, check_laws, check_laws_along, check_samples, check_symmetries,
};

const N_GAMES: usize = 30;

/// Asserts that `check_laws` finds the bug, and under which law.
fn assert_breaks(bug: Bug, law: &str) {
    assert_breaks_with(&all_cards(), bug, law);
}

fn assert_breaks_with(options: &CardOptions, bug: Bug, law: &str) {
    assert_finds(|| check_laws::<Cards>(options, 1, N_GAMES), bug, law);
}

fn assert_finds(check: impl FnOnce(), bug: Bug, law: &str) {
    let message = message_with(bug, check);
    assert!(message.starts_with(&format!("law broken: {law}\n")), "not {law}, but {message}");
}

/// A game that ends with its cards alone.
fn all_cards() -> CardOptions {
    CardOptions { limit: None, ..CardOptions::default() }
}

/// A game in which passed cards return, so that positions recur.
fn with_returns() -> CardOptions {
    CardOptions { n_cards: 3, returns: Some(3), ..all_cards() }
}

#[test]
fn a_sound_game_obeys_the_laws() {
    for seats in [1, 2, 3, 6] {
        for n_cards in [1, 5, 9] {
            for open in [false, true] {
                for limit in [None, Some(1), Some(2)] {
                    let options =
                        CardOptions { seats: Some(seats), n_cards, open, limit, ..all_cards() };
                    check_laws::<Cards>(&options, 1, N_GAMES);
                    check_symmetries::<Cards>(&options, 1, N_GAMES);
                    check_samples::<Cards>(&options, 1, N_GAMES);
                }
            }
        }
    }
}

/// The end by repetition is no part of the position's text, and of no symmetry.
#[test]
fn a_game_that_ends_by_repetition_obeys_the_laws() {
    for n_cards in 3..=5 {
        let options = CardOptions { n_cards, ..with_returns() };
        check_laws::<Cards>(&options, 1, 200);
        check_symmetries::<Cards>(&options, 1, 200);
    }
}

#[test]
fn the_message_tells_law_seed_moves_and_position() {
    let options = all_cards();
    let message = message_with(Bug::CountOneTooMany, || check_laws::<Cards>(&options, 5, 3));
    let lines: Vec<&str> = message.lines().collect();
    assert_eq!(lines[0], "law broken: n_legal_moves counts the legal moves");
    assert_eq!(lines[1], "3 are counted, 2 are listed");
    assert_eq!(lines[2], "seed: 5");
    let moves = lines[3].strip_prefix("moves: ").expect("the fourth line has the moves");
    assert!(moves.starts_with("deal:"), "{moves}");
    assert!(lines[4].starts_with("position: "), "{}", lines[4]);
}

#[test]
fn the_game_of_a_seed_does_not_depend_on_the_games_before() {
    let moves_of = |seed, n_games| {
        let check = || check_laws::<Cards>(&all_cards(), seed, n_games);
        message_with(Bug::CountOneTooMany, check).lines().nth(3).map(str::to_owned)
    };
    let [first, again, other] = [moves_of(8, 1), moves_of(8, 5), moves_of(9, 1)];
    assert_eq!(first, again);
    assert_ne!(first, other);
}

#[test]
fn wrong_ends_are_caught() {
    assert_breaks(Bug::OverTooEarly, "over if and only if no move");
    assert_breaks(Bug::OutcomeWithOtherScores, "outcome and scores are those of all seats");
    assert_breaks(Bug::PlayOutStopsEarly, "play_out ends the game");
    assert_breaks(Bug::PlayOutCountsWrong, "play_out ends the game");
}

#[test]
fn wrong_move_lists_are_caught() {
    assert_breaks(Bug::MoveListedTwice, "each legal move is listed once");
    assert_breaks(Bug::CountOneTooMany, "n_legal_moves counts the legal moves");
    assert_breaks(Bug::NoRandomMove, "random_move gives a legal move");
    assert_breaks(Bug::NoQuickMove, "quick_move gives a legal move");
    assert_breaks(Bug::IllegalMoveListed, "generated if and only if legal");
    assert_breaks(Bug::LegalMoveMissing, "generated if and only if legal");
}

#[test]
fn wrong_refusals_are_caught() {
    assert_breaks(Bug::ExplainForgetsARule, "explain agrees with is_legal");
    assert_breaks(Bug::ExplainGivesNoReason, "explain agrees with is_legal");
    assert_breaks(Bug::RefusalChangesThePosition, "an illegal move changes nothing");
}

#[test]
fn wrong_text_is_caught() {
    assert_breaks(Bug::ParseMoveReadsAnother, "move text round-trips");
    assert_breaks(Bug::TextForgetsACard, "position text round-trips");
    assert_breaks_with(&with_returns(), Bug::TextForgetsAnOption, "position text round-trips");
    assert_breaks(Bug::ViewUnreadable, "views can be written and read");
}

#[test]
fn wrong_keys_are_caught() {
    assert_breaks(Bug::KeyNotUpdated, "incremental key equals recomputed key");
    assert_breaks(Bug::KeyConstant, "different positions have different keys");
}

#[test]
fn keys_that_tell_too_little_apart_are_caught() {
    let check = || check_keys::<Cards>(&all_cards(), 1, 200);
    check();
    assert_finds(check, Bug::KeyConstant, "different openings have different keys");
    assert_finds(check, Bug::KeyOfFewBits, "every bit of a key tells positions apart");
    let few = || check_keys::<Cards>(&all_cards(), 1, 2);
    assert_finds(few, Bug::None, "every bit of a key tells positions apart");
}

#[test]
fn wrong_play_and_undo_are_caught() {
    assert_breaks(Bug::UndoForgetsACard, "undo restores the position");
    assert_breaks(Bug::PlayForgetsTheCard, "play does what play_unchecked does");
    assert_breaks_with(&with_returns(), Bug::UndoForgetsHistory, "undo restores the position");
}

/// No answer of the position that was taken back is wrong, but those of later ones are.
#[test]
fn what_undo_forgets_of_derived_state_is_caught() {
    assert_breaks(Bug::UndoForgetsTheCount, "undo restores the position");
    let law = "a game that was taken back can be played again";
    assert_breaks(Bug::UndoOfADealSpoilsTheCount, law);
}

#[test]
fn wrong_options_are_caught() {
    assert_breaks(Bug::OptionsForgotten, "options start the game again");
    assert_breaks(Bug::OptionUnwritten, "options start the game again");
}

#[test]
fn leaks_are_caught() {
    assert_breaks(Bug::ViewLeaksAtOnce, "moves that look the same lead to the same view");
    assert_breaks(Bug::ViewLeaksLater, "a view does not change with what is hidden");
    assert_breaks(Bug::LookLeaks, "how a move looks does not depend on what is hidden");
    assert_breaks(Bug::MovesLeak, "a seat's moves do not depend on what is hidden from it");
    assert_breaks(Bug::ScoresLeak, "moves that look the same lead to the same view");
}

#[test]
fn what_is_revealed_is_no_leak_and_the_rest_is() {
    let law = "a view does not change with what is hidden";
    assert_breaks(Bug::RevealSaysTooLittle, law);
    assert_breaks(Bug::RevealWithASpace, "what is revealed is one word");
    assert_breaks(Bug::RevealOfNothing, "what is revealed is one word");
}

#[test]
fn a_false_claim_to_have_no_secrets_is_caught() {
    let check = || check_laws::<CardsClaiming<false>>(&all_cards(), 1, N_GAMES);
    for (bug, how) in [
        (Bug::None, "seat 2) does not see deal:1"),
        (Bug::EverythingLooksAsItIs, "view.cards[1][0] is 1"),
    ] {
        let message = message_with(bug, check);
        let law = "law broken: a game without secrets shows the same to everybody\n";
        assert!(message.starts_with(law) && message.contains(how), "{message}");
    }
}

#[test]
fn wrong_symmetries_are_caught() {
    let check = || check_symmetries::<Cards>(&all_cards(), 1, N_GAMES);
    assert_finds(check, Bug::MirrorForgetsAMove, "symmetries commute with play");
    assert_finds(check, Bug::NoIdentity, "the identity is a symmetry");
}

#[test]
fn wrong_samples_are_caught() {
    let check = || check_samples::<Cards>(&all_cards(), 1, N_GAMES);
    let law = "an information set says viewer, turn, scores and own moves";
    assert_finds(check, Bug::KnownForgetsTheTurn, law);
    assert_finds(check, Bug::SampleOfAnotherView, "sample(view) has that view");
    assert_finds(check, Bug::SampleWithWrongKey, "incremental key equals recomputed key");
}

#[test]
fn wrong_ways_to_follow_a_view_are_caught() {
    let law = "a view can be followed";
    let check = || check_samples::<Cards>(&all_cards(), 1, N_GAMES);
    assert_finds(check, Bug::FollowForgetsAChoice, law);
    assert_finds(check, Bug::FollowForgetsWhatIsRevealed, law);
    assert_finds(check, Bug::FollowRefusesTheLastMove, law);
    assert_finds(check, Bug::RevealSaysTooLittle, law);
    let message = message_with(Bug::FollowPanicsAtTheFamiliar, check);
    assert!(message.contains("it was seen before"), "{message}");
}

#[test]
fn laws_are_checked_along_moves_that_bytes_choose() {
    let along = |choices: &[u8]| {
        let start = Cards::start(&all_cards()).unwrap();
        check_laws_along::<Cards>(start, choices);
    };
    let choices: Vec<u8> = (0..60_u8).map(|i| i.wrapping_mul(37)).collect();
    for n_bytes in 0..=choices.len() {
        along(&choices[..n_bytes]);
    }
    assert_finds(|| along(&choices), Bug::UndoForgetsACard, "undo restores the position");
    assert_finds(|| along(&choices), Bug::KeyNotUpdated, "incremental key equals recomputed key");
    let message = message_with(Bug::CountOneTooMany, || along(&choices));
    assert_eq!(message.lines().nth(2), Some("chosen by bytes"));
}
