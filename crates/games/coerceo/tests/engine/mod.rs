//! The crate as the tests ask it: by texts and names.

#![allow(dead_code, reason = "each test file that includes this module needs a part of it")]

use tilewright_coerceo::{Coerceo, Color, End as CrateEnd, Move, Options, Position};
use tilewright_core::{Position as _, parse_options};
use tilewright_testkit::stories;

/// Captures and removals, by name and in order, and the number of tiles that are collected.
pub(crate) type Effect = (Vec<String>, Vec<String>, usize);

/// The winner, if there is one, and the reason.
pub(crate) type End = (Option<&'static str>, &'static str);

pub(crate) fn options(pairs: &[(&str, &str)]) -> Options {
    parse_options(pairs.iter().copied()).unwrap_or_else(|error| panic!("{pairs:?}: {error}"))
}

pub(crate) fn start(pairs: &[(&str, &str)]) -> Position {
    stories::start::<Coerceo>(pairs)
}

/// A position that is not the start: `tiles` and `pieces` are names, `turn` is `W` or `B`.
pub(crate) fn resume(
    pairs: &[(&str, &str)],
    tiles: &str,
    pieces: &str,
    turn: &str,
    held: [usize; 2],
) -> Position {
    let text = position_text(pairs, tiles, pieces, turn, held);
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// `laurentius,cost=1 15/25/… w 0/0`.
pub(crate) fn position_text(
    pairs: &[(&str, &str)],
    tiles: &str,
    pieces: &str,
    turn: &str,
    [white_held, black_held]: [usize; 2],
) -> String {
    let of_tile = |index: usize| {
        let tile = format!("{index:02X}");
        let names = pieces.split_whitespace().filter(|name| name.starts_with(&tile));
        let mut numbers: Vec<&str> = names.map(|name| &name[4..]).collect();
        numbers.sort_unstable();
        match tiles.split_whitespace().any(|name| name == tile) {
            false => "x".to_owned(),
            true if numbers.is_empty() => "-".to_owned(),
            true => numbers.concat(),
        }
    };
    let table: Vec<String> = (0..19).map(of_tile).collect();
    let game = game_text(pairs);
    let turn = turn.to_lowercase();
    format!("{game} {} {turn} {white_held}/{black_held}", table.join("/"))
}

/// The variant, and the options that are not the usual ones.
fn game_text(pairs: &[(&str, &str)]) -> String {
    const USUAL: [(&str, &str); 5] = [
        ("cost", "2"),
        ("stalemate", "draw"),
        ("win-captures", "off"),
        ("exchange-collects", "off"),
        ("board-only", "off"),
    ];
    let value = |name| pairs.iter().find(|pair| pair.0 == name).map(|pair| pair.1);
    let mut words = vec![value("variant").unwrap_or("laurentius").to_owned()];
    for (name, usual) in USUAL {
        let value = value(name).filter(|&value| value != usual);
        words.extend(value.map(|value| format!("{name}={value}")));
    }
    words.join(",")
}

pub(crate) fn read(text: &str) -> Move {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

pub(crate) fn effect(position: &Position, text: &str) -> Effect {
    let effect = position.board().effect(read(text)).unwrap();
    (names(effect.captured.iter()), names(effect.removed.iter()), usize::from(effect.collected))
}

/// Plays a legal move.
pub(crate) fn play(position: &mut Position, text: &str) -> Effect {
    let effect = effect(position, text);
    stories::play::<Coerceo>(position, text);
    effect
}

/// Names in order.
pub(crate) fn names<T: ToString>(things: impl Iterator<Item = T>) -> Vec<String> {
    let mut names: Vec<String> = things.map(|thing| thing.to_string()).collect();
    names.sort_unstable();
    names
}

/// The pieces of a color, by name and in order.
pub(crate) fn pieces(position: &Position, color: Color) -> Vec<String> {
    names(position.board().pieces(color).iter())
}

/// The tiles on the table, by name and in order.
pub(crate) fn tiles(position: &Position) -> Vec<String> {
    names(position.board().tiles().iter())
}

/// The number of tiles that White and Black hold.
pub(crate) fn held(position: &Position) -> [usize; 2] {
    Color::ALL.map(|color| usize::from(position.board().held(color)))
}

pub(crate) fn letter(color: Color) -> &'static str {
    match color {
        Color::White => "W",
        Color::Black => "B",
    }
}

/// The winner and the reason, once the game is over.
pub(crate) fn end(position: &Position) -> Option<End> {
    let turn = position.turn();
    assert_eq!(turn.is_over(), position.end().is_some(), "{position}");
    let reason = match position.end()? {
        CrateEnd::Elimination => "elimination",
        CrateEnd::Captures => "captures",
        CrateEnd::Stalemate => "stalemate",
        CrateEnd::Repetition => "repetition",
        CrateEnd::Dead => "dead",
    };
    let outcome = turn.outcome()?;
    let is_first = |seat: &str| outcome.place(seat.parse().expect("it is a seat")) == 1;
    let winner = match [is_first("1"), is_first("2")] {
        [true, false] => Some("W"),
        [false, true] => Some("B"),
        _ => None,
    };
    Some((winner, reason))
}
