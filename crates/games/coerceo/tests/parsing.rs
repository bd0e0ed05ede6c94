//! Text from anywhere: nothing panics, every error is one sentence, and what is read is written
//! back the same.

mod engine;

use std::fmt::Display;

use proptest::prelude::*;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use tilewright_coerceo::{Coerceo, Move, Options, Position, Tile, TileSet, Triangle, TriangleSet};
use tilewright_core::{Game, Position as _};

/// An error is one short line in lower case (but for names) without a full stop.
fn check_error(error: &impl Display) {
    let text = error.to_string();
    assert!(!text.is_empty() && !text.ends_with('.'), "{text:?}");
    assert!(!text.chars().any(char::is_control), "{text:?}");
    assert!(text.chars().count() < 250, "{text:?}");
    assert!(text.contains(' ') && !text.starts_with(char::is_uppercase), "{text:?}");
}

fn check_tile(text: &str) {
    match text.parse::<Tile>() {
        Ok(tile) => {
            assert_eq!(tile.to_string(), text.to_ascii_uppercase());
            assert_eq!(tile.to_string().parse(), Ok(tile));
        }
        Err(error) => check_error(&error),
    }
}

/// In any case, and perhaps without the letters that the numbers imply.
fn check_name(name: &str, text: &str) {
    if name.len() == text.len() {
        assert_eq!(name, text.to_ascii_uppercase());
    } else {
        assert!(text.len() < name.len(), "{text} is read as {name}");
    }
}

fn check_triangle(text: &str) {
    match text.parse::<Triangle>() {
        Ok(triangle) => {
            check_name(&triangle.to_string(), text);
            assert_eq!(triangle.to_string().parse(), Ok(triangle));
        }
        Err(error) => check_error(&error),
    }
}

fn check_move(text: &str) {
    match text.parse::<Move>() {
        Ok(m) => {
            check_name(&m.to_string(), text);
            assert_eq!(m.to_string().parse(), Ok(m));
            let json = serde_json::to_value(m).unwrap();
            assert_eq!(json, m.to_string());
            assert_eq!(serde_json::from_value::<Move>(json).unwrap(), m);
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
            position.play_out(&mut SmallRng::seed_from_u64(1));
        }
        Err(error) => check_error(&error),
    }
}

/// A move that everybody can read, against any position.
fn check_explanation(position: &Position, text: &str) {
    if let Ok(m) = text.parse::<Move>() {
        assert_eq!(position.explain(m).is_ok(), position.is_legal(m));
        if let Err(illegal) = position.explain(m) {
            check_error(&illegal);
        }
    }
}

/// What almost always is an option of a position, a tile, and so on.
const OPTIONS: &str = "(laurentius|ocius|Ocius|)(,(cost=[0-3]|stalemate=(draw|loss|win)|\
    win-captures=(off|[0-9]{1,3})|exchange-collects=(on|off)|board-only=(on|off)|seats=2|cost)){0,3}";
const TILE: &str = "x|-|0|[0-5]|0?1?2?3?4?5?|[0-6]{1,3}";
const HELD: &str = "[0-9]{1,2}/[0-9]{1,2}|-?[0-9]{0,4}/?\\+?[0-9]{0,4}";

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

const SETUPS: [&[(&str, &str)]; 3] = [
    &[],
    &[("variant", "ocius")],
    &[("variant", "ocius"), ("cost", "1"), ("stalemate", "loss"), ("win-captures", "7")],
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        check_tile(&text);
        check_triangle(&text);
        check_move(&text);
        check_position(&text);
    }

    #[test]
    fn long_texts_have_short_errors(text in "[a-zA-Z0-9:/=,\\-\t\r\n\u{7f} é]{300,900}") {
        check_tile(&text);
        check_triangle(&text);
        check_move(&text);
        check_position(&text);
        check_position(&format!("laurentius {text}"));
        check_position(&text.replacen(' ', "/", 30));
    }

    #[test]
    fn almost_a_tile_is_read_or_refused(text in "[ +0-9a-fA-F]{0,3}") {
        check_tile(&text);
    }

    #[test]
    fn almost_a_triangle_is_read_or_refused(text in "[01][0-9A-Ga-f]:?[BWbw]?[-+0-7]{0,2}") {
        check_triangle(&text);
    }

    #[test]
    fn almost_a_move_is_read_or_refused(
        text in "(X|x|)[01][0-9A-F]:[BW][0-6](-|--|:|)([01][0-9A-F]:[BW][0-6])?",
    ) {
        check_move(&text);
        for options in SETUPS {
            check_explanation(&random_position(options, 1, 30), &text);
        }
    }

    #[test]
    fn a_move_in_any_position_is_legal_or_refused(
        numbers in (0..114_usize, 0..114_usize),
        is_exchange in any::<bool>(),
        seed in any::<u64>(),
        n_moves in 0..150_usize,
    ) {
        let triangle = |number: usize| Triangle::all().nth(number).unwrap();
        let (from, to) = (triangle(numbers.0), triangle(numbers.1));
        let text = if is_exchange { format!("X{from}") } else { format!("{from}-{to}") };
        check_move(&text);
        for options in SETUPS {
            check_explanation(&random_position(options, seed, n_moves), &text);
        }
    }

    #[test]
    fn some_words_are_a_position_or_refused(
        options in OPTIONS,
        tiles in prop::collection::vec(TILE, 18..=20),
        turn in "[wb]|W|",
        held in HELD,
    ) {
        check_position(&format!("{options} {} {turn} {held}", tiles.join("/")));
    }

    /// Whole tables: with nothing wrong but how many pieces and tiles there are.
    #[test]
    fn any_table_is_a_position_or_refused(
        variant in "laurentius|ocius",
        tiles in prop::collection::vec("x|-|[024]|[135]|0?1?2?3?4?5?x?", 19),
        turn in "[wb]",
        held in "[0-4]/[0-4]",
    ) {
        let tiles: Vec<&str> = tiles
            .iter()
            .map(|tile| if tile.len() > 1 { tile.trim_end_matches('x') } else { tile })
            .map(|tile| if tile.is_empty() { "x" } else { tile })
            .collect();
        check_position(&format!("{variant} {} {turn} {held}", tiles.join("/")));
        // The same without the tiles that the short game lacks.
        let short: Vec<&str> = (0..19)
            .map(|i| if [4, 6, 7, 9, 11, 12, 14].contains(&i) { tiles[i] } else { "x" })
            .collect();
        check_position(&format!("ocius,cost=1 {} {turn} {held}", short.join("/")));
    }

    #[test]
    fn a_damaged_position_is_read_or_refused(
        setup in 0..SETUPS.len(),
        seed in any::<u64>(),
        n_moves in 0..150_usize,
        damages in prop::collection::vec((any::<prop::sample::Index>(), "[-0-9,/=+: a-z]", 0..3), 0..3),
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
    fn words_and_tiles_may_be_dropped_or_exchanged(
        setup in 0..SETUPS.len(),
        seed in any::<u64>(),
        n_moves in 0..150_usize,
        separator in "[ /,]",
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
            let text = random_position(options, seed, 10 * seed as usize).to_string();
            assert_eq!(text.parse::<Position>().unwrap().to_string(), text);
        }
    }
}

#[test]
fn programmers_are_shown_the_text() {
    for text in ["0E:W1-0B:W5", "X0B:B0"] {
        assert_eq!(format!("{:?}", text.parse::<Move>().unwrap()), text);
    }
    let triangle: Triangle = "0B:B0".parse().unwrap();
    assert_eq!(format!("{triangle:?} {:?}", triangle.tile()), "0B:B0 0B");
    assert_eq!(format!("{:?}", TriangleSet::from_iter([triangle])), "{0B:B0}");
    assert_eq!(format!("{:?}", TileSet::from_iter([triangle.tile()])), "{0B}");
    let start = Coerceo::start(&Options::default()).unwrap();
    assert_eq!(format!("{start:?}"), start.to_string());
    assert_eq!(format!("{:?}", start.board()), start.board().to_string());
}
