//! Texts from anywhere are read or refused, those of views too.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tilewright_core::{Game, Observed, Position as _, Viewer, parse_options};
use tilewright_testkit::parsing::{Texts, check_error, check_json, check_value, for_any};
use tilewright_testkit::stories::random_position;
use tilewright_triominos::{
    Location, Move, Neighbor, Options, Orientation, Placement, Position, Tile, TileSet, Triominos,
    View,
};

const SETUPS: &[&[(&str, &str)]] = &[
    &[("seats", "2"), ("target", "50")],
    &[("seats", "3"), ("target", "50")],
    &[("seats", "4"), ("target", "50")],
    &[("seats", "5"), ("target", "50")],
    &[("seats", "6"), ("target", "50")],
];

/// Almost always a word of a position.
const WORDS: &str = "(draw|pass|1-1-2:ABC@0,0|1-1-3:CBA@-1,0|5-5-5:ACB@1,0|\
    opener=[1-3]|round=[0-3]|\
    scores=-?[0-9]{1,3}/[0-9]{1,7}|held=(-|\\?9|0-0-1,0-0-2)/(-|\\?8|1-2-3)|drew=(-|\\?1)/-|\
    seats=[1-7]|hands=(shared|dealt)|starter=free|single-round=on|max-draws=[0-9]|viewer=[1-3])";

#[test]
fn any_text_is_read_or_refused() {
    let words = format!("({WORDS}( {WORDS}){{0,8}})?");
    Texts::<Triominos> {
        moves: vec![
            "(deal:|drawn:)?[0-6]-[0-6]-[0-6?](:[ABC]{2,3})?@?-?[0-9]{0,3},?-?[0-9]{0,3}"
                .to_owned(),
        ],
        positions: vec![words.clone(), format!("viewer=(1|spectator) {words}")],
        check_other,
        written,
        check_position: check_views,
        ..Texts::new(SETUPS, " ")
    }
    .check();
}

fn check_other(text: &str) {
    check_value::<Tile>(text);
    check_value::<Orientation>(text);
    check_value::<Location>(text);
    check_value::<Placement>(text);
    if let Some(m) = check_value::<Move>(text) {
        check_json(&m);
    }
    if let Some(view) = check_value::<View>(text) {
        let json = serde_json::to_value(&view).unwrap();
        assert_eq!(serde_json::from_value::<View>(json).unwrap(), view);
        let sample = Triominos::sample(&view, &mut Xoshiro256PlusPlus::seed_from_u64(1));
        assert_eq!(Triominos::view(&sample, view.viewer()), view);
    }
}

/// The text of a position, and those of all its views.
fn written(position: &Position) -> Vec<String> {
    let views = Viewer::all(position.n_seats()).map(|viewer| Triominos::view(position, viewer));
    [position.to_string()].into_iter().chain(views.map(|view| view.to_string())).collect()
}

fn check_views(position: &Position) {
    for text in &written(position)[1..] {
        assert!(text.parse::<View>().is_ok(), "{text}");
        check_other(text);
    }
}

#[test]
fn a_wrong_look_is_refused() {
    for_any(proptest::prelude::any::<(u64, u64)>(), |(seed, other)| {
        let position = random_position::<Triominos>(SETUPS[1], seed, seed as usize % 120);
        let stranger = random_position::<Triominos>(SETUPS[1], other, other as usize % 80);
        check_wrong_looks(&position, &stranger);
    });
}

fn check_wrong_looks(position: &Position, stranger: &Position) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let looks = [stranger.random_move(&mut rng), position.random_move(&mut rng)];
    let words = ["opener=1", "opener=9", "held=-/-/-", "held=?1/1-2-3", "x"];
    for viewer in Viewer::all(3) {
        let view = Triominos::view(position, viewer);
        for look in looks.into_iter().flatten() {
            for look in [look, Triominos::redact(position, look, viewer)] {
                for revealed in words.into_iter().map(Some).chain([None]) {
                    if let Err(error) = Triominos::follow(&view, look, revealed) {
                        check_error(&error);
                    }
                }
            }
        }
    }
}

#[test]
fn a_view_is_not_a_position_and_a_position_is_not_a_view() {
    let position = random_position::<Triominos>(SETUPS[0], 1, 40);
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
