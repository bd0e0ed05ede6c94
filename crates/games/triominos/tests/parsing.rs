//! Text from anywhere: nothing panics, every error is one sentence, and what is read is written
//! back the same.

use std::fmt::Display;

use proptest::prelude::*;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tilewright_core::{Game, Imperfect, Position as _, Viewer, parse_options};
use tilewright_triominos::{
    Location, Move, Neighbor, Options, Orientation, Placement, Position, Tile, TileSet, Triominos,
    View,
};

/// An error is one line in lower case (but for names) without a full stop.
fn check_error(error: &impl Display) {
    let text = error.to_string();
    assert!(!text.is_empty() && !text.ends_with('.'), "{text:?}");
    assert!(!text.chars().any(char::is_control), "{text:?}");
    assert!(text.chars().count() < 400, "{text:?}");
}

fn check_move(text: &str) {
    match text.parse::<Move>() {
        Ok(m) => assert_eq!(m.to_string().parse(), Ok(m)),
        Err(error) => check_error(&error),
    }
}

fn check_position(text: &str) {
    match text.parse::<Position>() {
        Ok(mut position) => {
            assert_eq!(position.to_string().parse().as_ref(), Ok(&position));
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            assert_eq!(moves.is_empty(), position.turn().is_over());
            assert!(moves.iter().all(|&m| position.explain(m).is_ok()));
            for viewer in Viewer::all(position.n_seats()) {
                check_view(&Triominos::view(&position, viewer).to_string());
            }
            position.play_out(&mut Xoshiro256PlusPlus::seed_from_u64(1));
        }
        Err(error) => check_error(&error),
    }
}

fn check_view(text: &str) {
    match text.parse::<View>() {
        Ok(view) => {
            assert_eq!(view.to_string().parse().as_ref(), Ok(&view));
            let json = serde_json::to_value(&view).unwrap();
            assert_eq!(serde_json::from_value::<View>(json).unwrap(), view);
            let sample = Triominos::sample(&view, &mut Xoshiro256PlusPlus::seed_from_u64(1));
            assert_eq!(Triominos::view(&sample, view.viewer()), view);
        }
        Err(error) => check_error(&error),
    }
}

/// What almost always is a word of a position.
const WORDS: &str = "(draw|pass|1-1-2:ABC@0,0|1-1-3:CBA@-1,0|5-5-5:ACB@1,0|opener=[1-3]|round=[0-3]|\
    scores=-?[0-9]{1,3}/[0-9]{1,7}|held=(-|\\?9|0-0-1,0-0-2)/(-|\\?8|1-2-3)|drew=(-|\\?1)/-|\
    seats=[1-7]|hands=(shared|dealt)|starter=free|single-round=on|max-draws=[0-9]|viewer=[1-3])";

/// A position some random moves from the start of a game for so many.
fn random_position(seats: u8, seed: u64, n_moves: usize) -> Position {
    let seats = seats.to_string();
    let options = parse_options([("seats", seats.as_str()), ("target", "50")]).unwrap();
    let mut position = Triominos::start(&options).unwrap();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    for _ in 0..n_moves {
        let Some(m) = position.random_move(&mut rng) else { break };
        position.play(m).unwrap();
    }
    position
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        check_move(&text);
        check_position(&text);
        check_view(&text);
        for error in [
            text.parse::<Tile>().err().map(|error| error.to_string()),
            text.parse::<Orientation>().err().map(|error| error.to_string()),
            text.parse::<Location>().err().map(|error| error.to_string()),
            text.parse::<Placement>().err().map(|error| error.to_string()),
        ].into_iter().flatten() {
            check_error(&error);
        }
    }

    #[test]
    fn almost_a_move_is_read_or_refused(
        text in "(deal:|drawn:)?[0-6]-[0-6]-[0-6?](:[ABC]{2,3})?@?-?[0-9]{0,3},?-?[0-9]{0,3}",
    ) {
        check_move(&text);
        let board = random_position(2, 1, 30);
        if let Err(error) = Triominos::parse_move(&board, &text) {
            check_error(&error);
        }
    }

    #[test]
    fn some_words_are_a_position_or_refused(words in prop::collection::vec(WORDS, 0..9)) {
        check_position(&words.join(" "));
        check_view(&format!("viewer=1 {}", words.join(" ")));
        check_view(&format!("viewer=spectator {}", words.join(" ")));
    }

    #[test]
    fn a_damaged_position_is_read_or_refused(
        seats in 2..=6_u8,
        seed in any::<u64>(),
        n_moves in 0..150_usize,
        damages in prop::collection::vec((any::<prop::sample::Index>(), "[-0-9,/=?@: A-Ca-z]", 0..3), 0..3),
    ) {
        let position = random_position(seats, seed, n_moves);
        for text in [position.to_string(), Triominos::view(&position, Viewer::Spectator).to_string()] {
            let mut chars: Vec<char> = text.chars().collect();
            for (index, with, kind) in &damages {
                let index = index.index(chars.len());
                let with = with.chars().next().unwrap();
                match kind {
                    0 => chars[index] = with,
                    1 => chars.insert(index, with),
                    _ => drop(chars.remove(index)),
                }
            }
            let text: String = chars.into_iter().collect();
            check_position(&text);
            check_view(&text);
        }
    }

    #[test]
    fn words_may_be_dropped_or_exchanged(
        seed in any::<u64>(),
        n_moves in 15..80_usize,
        first in any::<prop::sample::Index>(),
        second in any::<prop::sample::Index>(),
    ) {
        let text = random_position(2, seed, n_moves).to_string();
        let mut words: Vec<&str> = text.split(' ').collect();
        let (first, second) = (first.index(words.len()), second.index(words.len()));
        words.swap(first, second);
        check_position(&words.join(" "));
        words.remove(first);
        check_position(&words.join(" "));
    }

    #[test]
    fn what_was_seen_wrongly_is_refused(seed in any::<u64>(), n_moves in 0..120_usize, other in any::<u64>()) {
        let position = random_position(3, seed, n_moves);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(other);
        let stranger = random_position(3, other, n_moves / 2 + 20);
        let looks = [stranger.random_move(&mut rng), position.random_move(&mut rng)];
        let words = ["opener=1", "opener=9", "held=-/-/-", "held=?1/1-2-3", "x"];
        for viewer in Viewer::all(3) {
            let view = Triominos::view(&position, viewer);
            for look in looks.into_iter().flatten() {
                for look in [look, Triominos::redact(&position, look, viewer)] {
                    for revealed in words.into_iter().map(Some).chain([None]) {
                        if let Err(error) = Triominos::follow(&view, look, revealed) {
                            check_error(&error);
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn a_view_is_not_a_position_and_a_position_is_not_a_view() {
    let position = random_position(2, 1, 40);
    let view = Triominos::view(&position, Viewer::Spectator).to_string();
    assert_eq!(
        view.parse::<Position>().unwrap_err().to_string(),
        "this is not a position: it tells only what one viewer knows"
    );
    assert_eq!(
        position.to_string().parse::<View>().unwrap_err().to_string(),
        "this is not a position: a view begins with its viewer, such as viewer=2"
    );
}

#[test]
fn a_move_is_its_text_in_json() {
    for text in ["1-2-3:ACB@-2,1", "draw", "pass", "deal:1-2-3", "drawn:?"] {
        let m: Move = text.parse().unwrap();
        let json = serde_json::to_string(&m).unwrap();
        assert_eq!(json, format!("\"{text}\""));
        assert_eq!(serde_json::from_str::<Move>(&json).unwrap(), m);
    }
}

#[test]
fn the_text_of_a_position_tells_each_option_that_is_not_usual() {
    for option in [
        "seats=3",
        "target=60",
        "single-round=on",
        "max-draws=1",
        "pass-penalty-empty-pile=off",
        "voluntary-draw=off",
        "hexagon=50/100/150",
        "bridge=completed-only",
        "bridge-with-hexagon=on",
        "blocked-winner=tiles",
        "blocked-score=others",
        "starter=free",
        "game-winner=highest",
        "hands=shared",
    ] {
        let options: Options = parse_options([option.split_once('=').unwrap()]).unwrap();
        let position = Triominos::start(&options).unwrap();
        let text = position.to_string();
        assert!(text.split(' ').any(|word| word == option), "{option} is not in {text}");
        assert_eq!(text.parse().as_ref(), Ok(&position));
    }
}

#[test]
fn programmers_are_shown_the_text() {
    for text in ["1-2-3:ACB@-2,1", "draw", "pass", "deal:1-2-3", "drawn:?"] {
        assert_eq!(format!("{:?}", text.parse::<Move>().unwrap()), text);
    }
    let placement: Placement = "1-2-3:ACB@-2,1".parse().unwrap();
    assert_eq!(format!("{placement:?}"), "1-2-3:ACB@-2,1");
    assert_eq!(format!("{:?} {:?}", placement.tile, placement.orientation), "1-2-3 ACB");
    assert_eq!(format!("{:?}", placement.location), "(-2,1)");
    assert_eq!(format!("{:?}", TileSet::from_iter([placement.tile])), "{1-2-3}");
    let start = Triominos::start(&Options::default()).unwrap();
    assert_eq!(format!("{start:?}"), start.to_string());
    let view = Triominos::view(&start, Viewer::Spectator);
    assert_eq!(format!("{view:?}"), view.to_string());
    assert_eq!(format!("{:>6}", Neighbor::Right), " right");
}
