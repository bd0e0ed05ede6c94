//! The crate as the tests ask it: by texts and names.

#![allow(dead_code, reason = "each test file that includes this module needs a part of it")]

use tilewright_aquapipe::{AquaPipe, End as CrateEnd, Move, Options, Position, Variant};
use tilewright_core::{Game, Position as _, parse_options};
use tilewright_testkit::stories;

/// The winner, if there is one, and the reason.
pub(crate) type End = (Option<&'static str>, &'static str);

pub(crate) fn options(pairs: &[(&str, &str)]) -> Options {
    parse_options(pairs.iter().copied()).unwrap_or_else(|error| panic!("{pairs:?}: {error}"))
}

pub(crate) fn start(pairs: &[(&str, &str)]) -> Position {
    stories::start::<AquaPipe>(pairs)
}

/// A position that is not the start, as the page writes it.
pub(crate) fn resume(pairs: &[(&str, &str)], text: &str) -> Position {
    let text = position_text(pairs, text);
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// `4x4,move-after=never …`: the page's text behind the variant and the options that are not the
/// usual ones.
pub(crate) fn position_text(pairs: &[(&str, &str)], text: &str) -> String {
    const USUAL: [(&str, &str); 4] = [
        ("move-after", "each"),
        ("four-rows", "on"),
        ("u-pipes", "small-medium"),
        ("board-only", "off"),
    ];
    let value = |name| pairs.iter().find(|pair| pair.0 == name).map(|pair| pair.1);
    let mut words = vec![value("variant").unwrap_or("3x3").to_owned()];
    for (name, usual) in USUAL {
        let value = value(name).filter(|&value| value != usual);
        words.extend(value.map(|value| format!("{name}={value}")));
    }
    format!("{} {text}", words.join(","))
}

/// The position as the page writes it, without the options.
pub(crate) fn page_text(position: &Position) -> String {
    let text = position.to_string();
    text.split_once(' ').expect("the options come first").1.to_owned()
}

pub(crate) fn read(text: &str) -> Move {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Plays a legal move.
pub(crate) fn play(position: &mut Position, text: &str) {
    stories::play::<AquaPipe>(position, text);
}

/// The winner and the reason, once the game is over.
pub(crate) fn end(position: &Position) -> Option<End> {
    let turn = position.turn();
    assert_eq!(turn.is_over(), position.end().is_some(), "{position}");
    let reason = match position.end()? {
        CrateEnd::Row => row_reason(position),
        CrateEnd::NoMove => "no_action",
        CrateEnd::Repetition => "repetition",
    };
    let outcome = turn.outcome()?;
    let is_first = |seat: &str| outcome.place(seat.parse().expect("it is a seat")) == 1;
    let winner = match [is_first("1"), is_first("2")] {
        [true, false] => Some("blue"),
        [false, true] => Some("red"),
        _ => None,
    };
    Some((winner, reason))
}

/// Which rows won: only where four rows of three do not count, they do not end the game.
fn row_reason(position: &Position) -> &'static str {
    let options = AquaPipe::options(position);
    let pairs = [
        ("variant", options.variant.name()),
        ("move-after", options.move_after.name()),
        ("u-pipes", options.u_pipes.name()),
        ("four-rows", "off"),
    ];
    match options.variant {
        Variant::Small => "row3",
        Variant::Large => match resume(&pairs, &page_text(position)).end() {
            Some(CrateEnd::Row) => "row4",
            _ => "four_rows_of_3",
        },
    }
}
