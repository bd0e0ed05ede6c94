//! Text from anywhere: nothing panics, every error is one sentence, and what is read is written
//! back the same.

mod engine;

use std::fmt::Display;

use proptest::prelude::*;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use tilewright_aquapipe::{AquaPipe, Move, Options, Place, Position};
use tilewright_core::{Game, Position as _};

/// An error is one short line in lower case (but for names) without a full stop.
fn check_error(error: &impl Display) {
    let text = error.to_string();
    assert!(!text.is_empty() && !text.ends_with('.'), "{text:?}");
    assert!(!text.chars().any(char::is_control), "{text:?}");
    assert!(text.chars().count() < 250, "{text:?}");
    assert!(text.contains(' ') && !text.starts_with(char::is_uppercase), "{text:?}");
}

fn check_place(text: &str) {
    match text.parse::<Place>() {
        Ok(place) => {
            // The letters of spaces may be large.
            assert_eq!(place.to_string(), text.to_ascii_lowercase());
            let names: Vec<String> = place.spaces().map(|space| space.to_string()).collect();
            assert_eq!(names.concat(), place.to_string());
        }
        Err(error) => check_error(&error),
    }
}

fn check_move(text: &str) {
    match text.parse::<Move>() {
        Ok(m) => {
            assert!(m.to_string().eq_ignore_ascii_case(text), "{m}, not {text}");
            assert_eq!(m.to_string().parse(), Ok(m));
            let json = serde_json::to_value(m).unwrap();
            assert_eq!(json, m.to_string());
            assert_eq!(serde_json::from_value::<Move>(json).unwrap(), m);
            let built = match m.from() {
                None => Some(Move::place(m.diameter(), m.to())),
                Some(from) => Move::shift(m.diameter(), from, m.to()),
            };
            assert_eq!(built, Some(m));
        }
        Err(error) => check_error(&error),
    }
}

fn check_position(text: &str) {
    match text.parse::<Position>() {
        Ok(mut position) => {
            assert_eq!(position.to_string().parse().as_ref(), Ok(&position), "{text}");
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            assert_eq!(moves.len(), position.n_legal_moves());
            assert_eq!(moves.is_empty(), position.turn().is_over());
            assert!(moves.iter().all(|&m| position.explain(m).is_ok()));
            // With the board alone it might never end.
            let mut rng = SmallRng::seed_from_u64(1);
            for _ in 0..200 {
                let Some(m) = position.random_move(&mut rng) else { break };
                position.play(m).unwrap();
            }
        }
        Err(error) => check_error(&error),
    }
}

/// A move that everybody can read, against any position.
fn check_explanation(position: &Position, text: &str) {
    if let Ok(m) = text.parse::<Move>() {
        assert_eq!(position.explain(m).is_ok(), position.is_legal(m));
        assert_eq!(position.is_legal(m), engine::legal(position).contains(&m.to_string()));
        if let Err(illegal) = position.explain(m) {
            check_error(&illegal);
        }
    }
}

/// What almost always are options of a position, a rank, and so on.
const OPTIONS: &str = "(3x3|4x4|3X3|)(,(move-after=(each|any-time|never|often)|four-rows=(on|off)|\
    u-pipes=(small-medium|medium-large|none)|board-only=(on|off)|seats=2|u-pipes)){0,3}";
const LAYER: &str = "(([.br]{3}|[.brBR]{3,4}|\\.{3})/){2}[.br]{3}|(([.brBR]{4}|\\.{4})/){3}[.b]{4}";
const DAMAGE: &str = "[-0-9,/=|. brBRa-z]";
const PLACE: &str = "[a-eA][0-5]([a-e][0-5])?";

/// A position some random moves from the start of a game.
fn random_position(options: &[(&str, &str)], seed: u64, n_moves: usize) -> Position {
    let mut position = engine::start(options);
    let mut rng = SmallRng::seed_from_u64(seed);
    for _ in 0..n_moves {
        let Some(m) = position.random_move(&mut rng) else { break };
        position.play(m).unwrap();
    }
    position
}

const SETUPS: [&[(&str, &str)]; 4] = [
    &[],
    &[("variant", "4x4")],
    &[("move-after", "never"), ("board-only", "on")],
    &[("variant", "4x4"), ("move-after", "any-time"), ("u-pipes", "medium-large")],
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        check_place(&text);
        check_move(&text);
        check_position(&text);
    }

    #[test]
    fn long_texts_have_short_errors(text in "[a-zA-Z0-9:/|=,.@\\-\t\r\n\u{7f} é]{300,900}") {
        check_place(&text);
        check_move(&text);
        check_move(&format!("S@{text}"));
        check_position(&text);
        check_position(&format!("4x4 {text}"));
        let word = text.replace(char::is_whitespace, "/");
        check_position(&format!("{word} b"));
        check_position(&format!("4x4 {word} b"));
        check_position(&format!("4x4 ..../..../..../....|{word}|{word} {word}"));
    }

    #[test]
    fn almost_a_place_is_read_or_refused(text in "[ +0-9a-fA-F]{0,5}|[a-d][1-4][a-d][1-4]") {
        check_place(&text);
    }

    #[test]
    fn almost_a_move_is_read_or_refused(
        kind in "(U|u|)[SMLX]?",
        from in PLACE,
        between in "[-@]?",
        to in PLACE,
    ) {
        for text in [format!("{kind}{from}{between}{to}"), format!("{kind}{between}{to}")] {
            check_move(&text);
            for options in SETUPS {
                check_explanation(&random_position(options, 1, 12), &text);
            }
        }
    }

    #[test]
    fn a_move_in_any_position_is_legal_or_refused(
        kind in "U?[SML]",
        spaces in prop::collection::vec((0..4_usize, 0..3_usize, any::<bool>()), 2),
        is_placed in any::<bool>(),
        seed in any::<u64>(),
        n_moves in 0..60_usize,
    ) {
        let name = |x: usize, y: usize| format!("{}{}", ["a", "b", "c", "d"][x], y + 1);
        let place = |(long, short, is_upright): (usize, usize, bool)| {
            let [first, second] = if is_upright {
                [name(long, short), name(long, short + 1)]
            } else {
                [name(short, long), name(short + 1, long)]
            };
            if kind.starts_with('U') { first + &second } else { first }
        };
        let (from, to) = (place(spaces[0]), place(spaces[1]));
        let text = if is_placed { format!("{kind}@{to}") } else { format!("{kind}{from}-{to}") };
        prop_assert!(text.parse::<Move>().is_ok());
        check_move(&text);
        for options in SETUPS {
            check_explanation(&random_position(options, seed, n_moves), &text);
        }
    }

    #[test]
    fn some_words_are_a_position_or_refused(
        options in OPTIONS,
        layers in prop::collection::vec(LAYER, 2..=4),
        side in "[br]|B|",
    ) {
        check_position(&format!("{options} {} {side}", layers.join("|")));
        check_position(&format!("{} {side}", layers.join("|")));
    }

    /// Whole boards: with nothing wrong but how many pipes there are and where.
    #[test]
    fn any_board_is_a_position_or_refused(
        small in prop::collection::vec("[.]{2}[.br]|[.br][.]{2}|[.][.br]{2}", 9),
        large in prop::collection::vec("[.br]{2}[.]{2}|[.]{2}[.br]{2}|[.]{4}|BB[.r]{2}|RR..", 12),
        side in "[br]",
    ) {
        for (ranks, size) in [(small, 3), (large, 4)] {
            let layers: Vec<String> = ranks.chunks(size).map(|layer| layer.join("/")).collect();
            check_position(&format!("{} {side}", layers.join("|")));
        }
    }

    #[test]
    fn a_damaged_position_is_read_or_refused(
        setup in 0..SETUPS.len(),
        seed in any::<u64>(),
        n_moves in 0..60_usize,
        damages in prop::collection::vec((any::<prop::sample::Index>(), DAMAGE, 0..3), 0..3),
    ) {
        let text = random_position(SETUPS[setup], seed, n_moves).to_string();
        let mut chars: Vec<char> = text.chars().collect();
        for (index, with, kind) in damages {
            let index = index.index(chars.len());
            let with = with.chars().next().unwrap();
            match kind {
                0 => chars[index] = with,
                1 => chars.insert(index, with),
                _ => drop(chars.remove(index)),
            }
        }
        check_position(&chars.into_iter().collect::<String>());
    }

    #[test]
    fn words_and_ranks_may_be_dropped_or_exchanged(
        setup in 0..SETUPS.len(),
        seed in any::<u64>(),
        n_moves in 0..60_usize,
        separator in "[ /|,]",
        first in any::<prop::sample::Index>(),
        second in any::<prop::sample::Index>(),
    ) {
        let text = random_position(SETUPS[setup], seed, n_moves).to_string();
        let mut words: Vec<&str> = text.split(separator.as_str()).collect();
        let (first, second) = (first.index(words.len()), second.index(words.len()));
        words.swap(first, second);
        check_position(&words.join(&separator));
        words.remove(first);
        check_position(&words.join(&separator));
    }
}

#[test]
fn a_position_of_a_game_is_written_as_it_was_read() {
    for options in SETUPS {
        for seed in 0..20 {
            let text = random_position(options, seed, 5 * seed as usize).to_string();
            assert_eq!(text.parse::<Position>().unwrap().to_string(), text);
        }
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
