//! A view does not change when only hidden tiles change: tiles that a viewer cannot see are
//! exchanged in thousands of positions.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tilewright_core::{Game, Ink, Position as _, Viewer, parse_options, random_index};
use tilewright_triominos::{Phase, Position, Tile, TileSet, Triominos};

type Generator = Xoshiro256PlusPlus;

const SETUPS: &[&[(&str, &str)]] = &[
    &[("target", "100")],
    &[("seats", "3"), ("voluntary-draw", "off"), ("target", "100")],
    &[("seats", "4"), ("single-round", "on")],
    &[("seats", "5"), ("single-round", "on")],
    &[("seats", "6"), ("starter", "free"), ("single-round", "on")],
];

/// The tiles that the viewer cannot see: those in other hands and in the pile.
fn hidden(position: &Position, viewer: Viewer) -> TileSet {
    let others = position.scores().seats().filter(|&seat| viewer != Viewer::Seat(seat));
    others.map(|seat| position.hand(seat)).fold(position.pile(), TileSet::or)
}

/// The position with two unplaced tiles exchanged, if there is such a position: who opens a round
/// may not be the same then.
fn exchanged(position: &Position, left: Tile, right: Tile) -> Option<Position> {
    let words = position.to_string();
    let words = words.split(' ').map(|word| match word.split_once('=') {
        Some(("held" | "drew", _)) => word
            .replace(&left.to_string(), "*")
            .replace(&right.to_string(), &left.to_string())
            .replace('*', &right.to_string()),
        _ => word.to_owned(),
    });
    words.collect::<Vec<_>>().join(" ").parse().ok()
}

/// Everything that a viewer can be shown of a position.
fn shown(position: &Position, viewer: Viewer) -> [String; 4] {
    let view = Triominos::view(position, viewer);
    [
        view.to_string(),
        serde_json::to_string(&view).unwrap(),
        Triominos::draw(&view, Ink::Plain),
        Triominos::draw_choice(&view, Ink::Ansi),
    ]
}

#[test]
fn a_view_does_not_change_when_only_hidden_tiles_change() {
    let mut rng = Generator::seed_from_u64(1);
    let mut n_exchanged = 0;
    for pairs in SETUPS {
        let options = parse_options(pairs.iter().copied()).unwrap();
        for _ in 0..6 {
            let mut position = Triominos::start(&options).unwrap();
            while let Some(m) = position.random_move(&mut rng) {
                position.play_unchecked(m);
                for viewer in Viewer::all(position.n_seats()) {
                    n_exchanged += usize::from(check(&position, viewer, &mut rng));
                }
            }
        }
    }
    assert!(n_exchanged > 5_000, "only {n_exchanged} exchanges");
}

#[test]
fn a_position_knows_what_each_viewer_has_not_seen() {
    let mut rng = Generator::seed_from_u64(2);
    let shared: &[_] = &[("hands", "shared")];
    for pairs in SETUPS.iter().chain([&shared]) {
        let options = parse_options(pairs.iter().copied()).unwrap();
        let mut position = Triominos::start(&options).unwrap();
        while let Some(m) = position.random_move(&mut rng) {
            position.play_unchecked(m);
            for viewer in Viewer::all(position.n_seats()) {
                let view = Triominos::view(&position, viewer);
                assert_eq!(position.unseen(viewer), view.unseen(), "{position} {viewer:?}");
            }
        }
    }
}

/// Exchanges two tiles that the viewer cannot see, and says whether that was possible.
fn check(position: &Position, viewer: Viewer, rng: &mut Generator) -> bool {
    // Then all hands lie open.
    if position.is_round_over() {
        return false;
    }
    let hidden = hidden(position, viewer);
    let [left, right] = [(); 2].map(|()| hidden.nth(random_index(rng, hidden.len())));
    let Some((left, right)) = left.zip(right) else { return false };
    let Some(other) = exchanged(position, left, right) else { return false };
    assert_eq!(shown(position, viewer), shown(&other, viewer), "{viewer:?}: {left} and {right}");
    if position.turn().seat().map(Viewer::Seat) == Some(viewer) {
        assert_eq!(moves(position), moves(&other), "{viewer:?}: {left} and {right}");
    }
    other != *position
}

fn moves(position: &Position) -> Vec<String> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves.iter().map(ToString::to_string).collect()
}

#[test]
fn no_tile_of_another_hand_or_of_the_pile_is_named_in_a_view() {
    let mut rng = Generator::seed_from_u64(2);
    for pairs in SETUPS {
        let options = parse_options(pairs.iter().copied()).unwrap();
        let mut position = Triominos::start(&options).unwrap();
        while let Some(m) = position.random_move(&mut rng) {
            position.play_unchecked(m);
            if position.is_round_over() || position.phase() == Phase::Dealing {
                continue;
            }
            for viewer in Viewer::all(position.n_seats()) {
                let [text, _, drawing, choice] = shown(&position, viewer);
                for tile in hidden(&position, viewer).iter().map(|tile| tile.to_string()) {
                    for shown in [&text, &drawing, &choice] {
                        assert!(!shown.contains(&tile), "{viewer:?} sees {tile}:\n{shown}");
                    }
                }
            }
        }
    }
}
