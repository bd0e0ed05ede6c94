//! What people are told beside the rules: which color is to move, what a drawing shows, and what a
//! placement would change.

use rand::SeedableRng;
use rand::rngs::SmallRng;
use tilewright_blokus::{Blokus, Options, Position, Variant};
use tilewright_core::{Game, Ink, Position as _, Viewer};

fn duo(moves: &str) -> Position {
    let options = Options { variant: Variant::Duo, ..Options::default() };
    let mut position = Blokus::start(&options).unwrap();
    for m in moves.split_whitespace() {
        position.play(m.parse().unwrap()).unwrap();
    }
    position
}

fn drawn(position: &Position, ink: Ink) -> String {
    Blokus::draw(&Blokus::view(position, Viewer::Spectator), ink)
}

#[test]
fn the_color_to_move_is_named() {
    let mover = |moves| Blokus::mover(&Blokus::view(&duo(moves), Viewer::Spectator));
    assert_eq!(mover("").as_deref(), Some("purple"));
    assert_eq!(mover("V5w@e8").as_deref(), Some("orange"));
}

#[test]
fn a_drawing_is_that_of_the_first_page() {
    let moves = "V5w@e8 W5e@h5 W5w@e5 Z5n@h8 N5w@g11 U5e@g2 Y5nf@c6 F5s@k7";
    let drawing = drawn(&duo(moves), Ink::Plain);
    let page = include_str!("../../../../README.md");
    assert!(page.contains(drawing.trim_end()), "{drawing}");
}

#[test]
fn colors_are_painted_and_what_matters_is_bold() {
    let position = duo("V5w@e8 W5e@h5 W5w@e5");
    let (plain, painted) = (drawn(&position, Ink::Plain), drawn(&position, Ink::Ansi));
    let mut unpainted = String::new();
    for (i, part) in painted.split("\u{1b}[").enumerate() {
        unpainted += if i == 0 { part } else { part.split_once('m').unwrap().1 };
    }
    assert_eq!(unpainted, plain);
    for shown in [
        "\u{1b}[1;38;5;135mpurple\u{1b}[0m (seat 1)\n",
        "\u{1b}[1;38;5;208morange\u{1b}[0m (seat 2), to move\n",
        // Placed before, and last; an open corner, and an empty square.
        "\u{1b}[38;5;16;48;5;208moo",
        "\u{1b}[1;38;5;16;48;5;135mPP",
        "\u{1b}[1;38;5;208m+ ",
        "\u{1b}[38;5;240m· ",
    ] {
        assert!(painted.contains(shown), "{shown:?} is not in {painted:?}");
    }
}

#[test]
fn positions_and_their_keys_differ_by_rules_and_placements() {
    let others = [duo(""), duo("V5w@e8"), duo("V5w@e8 W5e@h5"), duo("F5e@e9")];
    let classic = Blokus::start(&Options::default()).unwrap();
    for (i, position) in others.iter().enumerate() {
        assert!(others[..i].iter().chain([&classic]).all(|other| other != position), "{position}");
        assert!(others[..i].iter().chain([&classic]).all(|other| other.key() != position.key()));
    }
    assert_eq!(duo("V5w@e8 W5e@h5"), others[2]);
}

#[test]
fn corners_with_a_placement_are_those_after_it() {
    for variant in Variant::ALL {
        let mut position = Blokus::start(&Options { variant, ..Options::default() }).unwrap();
        let mut rng = SmallRng::seed_from_u64(4);
        while let Some(m) = position.random_move(&mut rng) {
            let color = position.color_to_move().unwrap();
            let others = position.colors().iter().filter(|&&other| other != color);
            let n_of_others = |position: &Position| {
                others.clone().map(|&it| position.n_corners(it)).sum::<usize>()
            };
            let told = position.n_corners_with(color, m);
            let mut after = position.clone();
            after.play(m).unwrap();
            let n_covered = n_of_others(&position) - n_of_others(&after);
            assert_eq!(told, (after.n_corners(color), n_covered), "{position} {m}");
            position = after;
        }
    }
}
