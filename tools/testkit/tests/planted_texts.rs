//! A game that reads and writes its texts well passes the battery, and each planted bug is found.

use tilewright_core::Position;
use tilewright_testkit::parsing::{Texts, check_error, check_value};
use tilewright_testkit::toy::{Bug, CardMove, Cards, Deck, message_with};

const SETUPS: &[&[(&str, &str)]] =
    &[&[], &[("n-cards", "3"), ("returns", "3")], &[("seats", "3"), ("limit", "off")]];

fn texts() -> Texts<Cards> {
    let moves = vec!["(keep|pass|deal:[0-9?]{1,3})[a-z]{0,2}".to_owned()];
    let cards = "( ([1-9]|[0-9]{1,3})[kp]){0,4}( [1-9])?";
    let positions = vec![format!("seats=[0-7] n-cards=[0-9] limit=[0-3](,)?(  )?:{cards}")];
    Texts { moves, positions, ..Texts::new(SETUPS, " =") }
}

fn check() {
    texts().check();
}

#[test]
fn a_sound_game_passes() {
    check();
}

#[test]
fn every_bug_is_found() {
    for bug in [
        Bug::MoveReadWithAnySuffix,
        Bug::TextForgetsAnOption,
        Bug::TextWithAnyCardsRead,
        Bug::ErrorIsASentence,
        Bug::ErrorRepeatsTheText,
        Bug::ParserPanicsAtOtherLetters,
        Bug::CountOneTooMany,
        Bug::LegalMoveMissing,
        Bug::ExplainForgetsARule,
        Bug::ExplainGivesNoReason,
    ] {
        let message = message_with(bug, check);
        assert!(message.contains("minimal failing input"), "{bug:?}: {message}");
    }
}

#[test]
fn what_a_game_reads_beside_moves_and_positions_is_checked_too() {
    fn short(text: &str) {
        assert!(text.len() < 40, "it is long");
    }
    fn has_cards(position: &Deck) {
        assert!(position.n_legal_moves() > 0, "it is over");
    }
    let long = || Texts { check_other: short, ..texts() }.check();
    assert!(message_with(Bug::None, long).contains("it is long"));
    let over = || Texts { check_position: has_cards, ..texts() }.check();
    assert!(message_with(Bug::None, over).contains("it is over"));
    let others = vec!["x{50}".to_owned()];
    let other =
        || Texts { others, check_other: |text| assert!(text != "x".repeat(50)), ..texts() }.check();
    assert!(message_with(Bug::None, other).contains("xxxxx"));
}

#[test]
fn an_error_is_one_short_sentence() {
    check_error(&"this is one");
    for wrong in ["", "this ends.", "This begins", "word", "two\nlines"] {
        let message = message_with(Bug::None, || check_error(&wrong));
        assert_eq!(message, format!("{wrong:?}"));
    }
    check_error(&"ABC is a name");
    let long = "so long ".repeat(60);
    assert!(message_with(Bug::None, || check_error(&long)).contains("so long"));
}

#[test]
fn a_value_is_read_as_it_was_written() {
    assert_eq!(check_value::<CardMove>("deal:3"), Some(CardMove::Deal(3)));
    assert_eq!(check_value::<CardMove>("deal:x"), None);
}
