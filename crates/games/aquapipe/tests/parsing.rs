//! Texts from anywhere are read or refused.

use tilewright_aquapipe::{AquaPipe, Move, Options, Place};
use tilewright_core::Game;
use tilewright_testkit::parsing::{Texts, check_json, check_value};

const SETUPS: &[&[(&str, &str)]] = &[
    &[],
    &[("variant", "4x4")],
    &[("move-after", "never"), ("board-only", "on")],
    &[("variant", "4x4"), ("move-after", "any-time"), ("u-pipes", "medium-large")],
];

/// Almost always the options of a position, and so on.
const OPTIONS: &str = "(3x3|4x4|3X3|)(,(move-after=(each|any-time|never|often)|four-rows=(on|off)|\
    u-pipes=(small-medium|medium-large|none)|board-only=(on|off)|seats=2|u-pipes)){0,3}";
const LAYER: &str =
    "((([.br]{3}|[.brBR]{3,4}|\\.{3})/){2}[.br]{3}|(([.brBR]{4}|\\.{4})/){3}[.b]{4})";
const PLACE: &str = "[a-eA][0-5]([a-e][0-5])?";

#[test]
fn any_text_is_read_or_refused() {
    let layers = format!("{LAYER}(\\|{LAYER}){{1,3}}");
    // Whole boards: with nothing wrong but how many pipes there are and where.
    let small = board_of("([.]{2}[.br]|[.br][.]{2}|[.][.br]{2})", 3);
    let large = board_of("([.br]{2}[.]{2}|[.]{2}[.br]{2}|[.]{4}|BB[.r]{2}|RR..)", 4);
    Texts::<AquaPipe> {
        moves: vec![
            format!("(U|u|)[SMLX]?{PLACE}[-@]?{PLACE}"),
            format!("(U|u|)[SMLX]?[-@]?{PLACE}"),
            "[SML](@|[a-d][1-4]-)[a-d][1-4]".to_owned(),
            "U[SML](@|(a1a2|b2c2|c1d1|c3c4)-)(a1a2|a1b1|b2c2|b3b4|c2c3|d1d2)".to_owned(),
        ],
        positions: vec![format!("({OPTIONS} )?{layers} ([br]|B|)"), small, large],
        others: vec!["[ +0-9a-fA-F]{0,5}|[a-d][1-4][a-d][1-4]".to_owned()],
        check_other,
        ..Texts::new(SETUPS, " /|,")
    }
    .check();
}

fn board_of(rank: &str, size: usize) -> String {
    let layer = vec![rank; size].join("/");
    format!("{} [br]", vec![layer; 3].join("\\|"))
}

fn check_other(text: &str) {
    if let Some(place) = check_value::<Place>(text) {
        // The letters of spaces may be large.
        assert_eq!(place.to_string(), text.to_ascii_lowercase());
        let names: Vec<String> = place.spaces().map(|space| space.to_string()).collect();
        assert_eq!(names.concat(), place.to_string());
    }
    if let Some(m) = check_value::<Move>(text) {
        assert!(m.to_string().eq_ignore_ascii_case(text), "{m}, not {text}");
        check_json(&m);
        let built = match m.from() {
            None => Some(Move::place(m.diameter(), m.to())),
            Some(from) => Move::shift(m.diameter(), from, m.to()),
        };
        assert_eq!(built, Some(m));
    }
}

#[test]
fn programmers_are_shown_the_text() {
    for text in ["S@b2", "Sb2-c3", "UM@a1a2"] {
        assert_eq!(format!("{:?}", text.parse::<Move>().unwrap()), text);
    }
    assert_eq!(format!("{:?}", "a1a2".parse::<Place>().unwrap()), "a1a2");
    let start = AquaPipe::start(&Options::default()).unwrap();
    assert_eq!(format!("{start:?}"), start.to_string());
}
