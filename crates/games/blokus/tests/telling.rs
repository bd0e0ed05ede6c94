//! The color to move, keys, and the corners that a placement would change.

use rand::SeedableRng;
use rand::rngs::SmallRng;
use tilewright_blokus::{Blokus, Options, Position, Variant};
use tilewright_core::{Game, Position as _, Viewer};

fn duo(moves: &str) -> Position {
    let options = Options { variant: Variant::Duo, ..Options::default() };
    let mut position = Blokus::start(&options).unwrap();
    for m in moves.split_whitespace() {
        position.play(m.parse().unwrap()).unwrap();
    }
    position
}

#[test]
fn the_color_to_move_is_named() {
    let mover = |moves| Blokus::mover(&Blokus::view(&duo(moves), Viewer::Spectator));
    assert_eq!(mover("").as_deref(), Some("purple"));
    assert_eq!(mover("V5w@e8").as_deref(), Some("orange"));
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
