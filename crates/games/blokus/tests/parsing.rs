//! Texts from anywhere are read or refused.

use tilewright_blokus::{
    Blokus, Color, Move, Options, Orientation, Piece, Position, Scoring, Variant, tilewe,
};
use tilewright_core::grid::Symmetry;
use tilewright_core::{Game, Position as _};
use tilewright_testkit::parsing::{Texts, check_error, check_value, for_any, regex};
use tilewright_testkit::stories::random_position;

const SETUPS: &[&[(&str, &str)]] = &[
    &[("variant", "classic")],
    &[("variant", "classic-2")],
    &[("variant", "classic-3")],
    &[("variant", "duo")],
    &[("variant", "tilewe")],
];

#[test]
fn any_text_is_read_or_refused() {
    Texts::<Blokus> {
        moves: vec![
            "[FILNOPTUVWXYZ][1-5][nesw]{0,2}f?@?[a-zA-Z]{1,2}[0-9]{0,3}".to_owned(),
            "([a-eE][0-5]{1,2},?){1,7}".to_owned(),
        ],
        check_other,
        check_position: check_setup,
        ..Texts::new(SETUPS, " /,")
    }
    .check();
}

fn check_other(text: &str) {
    check_value::<Piece>(text);
    check_value::<Orientation>(text);
    let Some(m) = check_value::<Move>(text) else { return };
    // A piece that leaves the largest board has no list of squares.
    if m.squares().all(|square| square.x() < 20 && square.y() < 20) {
        let squares: Vec<String> = m.squares().map(|square| square.to_string()).collect();
        assert_eq!(squares.join(",").parse(), Ok(m));
    }
}

/// The same position, set up from its pieces in another order. Which was the last is not known.
fn check_setup(position: &Position) {
    let of = |&color: &Color| position.placed(color).map(move |(m, _)| (color, m));
    let mut pieces: Vec<(Color, Move)> = position.colors().iter().flat_map(of).collect();
    pieces.reverse();
    let options = Blokus::options(position);
    let to_move = position.color_to_move().unwrap_or(position.colors()[0]);
    let again = Position::set_up(&options, &pieces, to_move).unwrap();
    if position.colors().iter().all(|&color| position.squares_left(color) > 0) {
        assert_eq!(&again, position);
    }
}

#[test]
fn almost_a_tilewe_name_is_read_or_refused() {
    let name = regex("[FILNOPTUVWXYZ][1-5][nesw]f?-[a-e][1-5][a-tT][0-9]{1,2}|[\\PC-]{0,12}");
    for_any((proptest::prelude::any::<u64>(), name), |(seed, text)| {
        let setup = SETUPS[seed as usize % SETUPS.len()];
        check_tilewe_name(&random_position::<Blokus>(setup, seed, seed as usize % 12), &text);
    });
}

fn check_tilewe_name(position: &Position, text: &str) {
    match position.parse_tilewe(text) {
        Ok(m) if position.is_legal(m) => {
            let names = position.tilewe_names(m);
            assert!(!names.is_empty(), "{m}");
            assert!(names.iter().all(|name| position.parse_tilewe(name) == Ok(m)), "{m}");
        }
        // Read with a position at hand, but not legal there: `play` says why.
        Ok(_) => {}
        Err(error) => check_error(&error),
    }
    if let Err(error) = Blokus::parse_move(position, text) {
        check_error(&error);
    }
}

#[test]
fn a_board_is_set_up_from_pieces_that_were_placed_by_the_rules() {
    let options = Options { variant: Variant::Duo, ..Options::default() };
    let error_of = |pieces: &[(Color, &str)], to_move| {
        let pieces: Vec<_> = pieces.iter().map(|&(color, m)| (color, m.parse().unwrap())).collect();
        Position::set_up(&options, &pieces, to_move).unwrap_err().to_string()
    };
    let far = error_of(&[(Color::Purple, "O1n@e10"), (Color::Purple, "I2n@a1")], Color::Orange);
    assert!(
        far.ends_with(
            "purple cannot have placed I2n@a1: it touches no purple piece corner to corner"
        ),
        "{far}"
    );
    let twice = error_of(&[(Color::Purple, "O1n@e10"), (Color::Purple, "O1n@f11")], Color::Orange);
    assert!(twice.ends_with("purple has placed its O1 already"), "{twice}");
    assert!(error_of(&[(Color::Red, "O1n@e10")], Color::Orange).ends_with("red does not play duo"));
    assert!(error_of(&[], Color::Blue).ends_with("blue does not play duo"));
}

#[test]
fn a_study_may_be_read_whose_colors_did_not_take_turns() {
    // Red has two pieces, the others none.
    let rows = [["20"; 17].join("/"), "18r1".into(), "18r1".into(), "19r".into()].join("/");
    let position: Position = format!("classic {rows} b -").parse().unwrap();
    assert_eq!(position.ply(), 2);
    assert_eq!(position.remaining(Color::Red).count(), 19);
    assert_eq!(position.color_to_move(), Some(Color::Blue));
}

#[test]
fn a_text_tells_who_placed_everything_and_the_single_square_last() {
    let options = Options {
        variant: Variant::Tilewe,
        seats: Some(1),
        scoring: Some(Scoring::Advanced),
        ..Options::default()
    };
    let pieces = "O1n@a1 L3s@a2 L4nf@c1 Y5wf@a4 L5s@e1 P5e@d6 T4n@a7 I3e@d9 N5wf@a10 F5n@a12 \
        V5w@d11 I5n@d15 W5s@a18 Z4e@a15 Z5n@e18 T5e@f15 I2e@h19 I4n@j15 U5n@k19 X5n@h12 O4n@j10";
    let mut position = Blokus::start(&options).unwrap();
    for m in pieces.split_whitespace() {
        position.play(m.parse().unwrap()).unwrap();
    }
    let text = position.to_string();
    let last: Position = format!("{}b", text.strip_suffix('-').unwrap()).parse().unwrap();
    assert_eq!((position.bonus(Color::Blue), last.bonus(Color::Blue)), (15, 20));
    assert!(last != position && last.key() != position.key());
    assert_eq!(last.to_string().parse().as_ref(), Ok(&last));
    let error = format!("{last}b").parse::<Position>().unwrap_err().to_string();
    assert!(error.ends_with("blue ended with the single square only once"), "{error}");
}

#[test]
fn the_board_ends_at_t20_in_both_directions() {
    assert_eq!("t20".parse::<Move>().unwrap().to_string(), "O1n@t20");
    for beyond in ["u1", "a21", "u20,t20", "t21,t20"] {
        let error = beyond.parse::<Move>().unwrap_err().to_string();
        assert!(error.ends_with("the board ends at t20"), "{error}");
    }
}

#[test]
fn programmers_are_shown_the_text() {
    let m: Move = "F5e@e9".parse().unwrap();
    assert_eq!(format!("{m:?} {:?}", m.orientation()), "F5e@e9 F5e");
    let contact = "a2".parse().unwrap();
    let corner = "e10".parse().unwrap();
    let m = tilewe::Move::new(Piece::F5, Symmetry::CLOCKWISE, contact, corner).unwrap();
    assert_eq!(format!("{m:?}"), "F5e-a2e10");
    let start = Blokus::start(&Options::default()).unwrap();
    assert_eq!(format!("{start:?}"), format!("Position({start})"));
}
