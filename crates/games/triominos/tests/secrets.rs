//! A view does not change when only hidden tiles change: tiles that a viewer cannot see are
//! exchanged in thousands of positions.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tilewright_core::{
    Game, Illegal, Observed, Position as _, Viewer, parse_options, random_index,
};
use tilewright_triominos::{Phase, Position, Tile, TileSet, Triominos, View};

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
fn shown(position: &Position, viewer: Viewer) -> [String; 2] {
    let view = Triominos::view(position, viewer);
    [view.to_string(), serde_json::to_string(&view).unwrap()]
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

#[test]
fn who_is_to_move_sees_all_its_moves_and_nobody_else_sees_any() {
    let mut rng = Generator::seed_from_u64(3);
    let shared: &[_] = &[("hands", "shared")];
    for pairs in SETUPS.iter().chain([&shared]) {
        let options = parse_options(pairs.iter().copied()).unwrap();
        let mut position = Triominos::start(&options).unwrap();
        while let Some(m) = position.random_move(&mut rng) {
            let mover = position.turn().seat().map(Viewer::Seat);
            for viewer in Viewer::all(position.n_seats()) {
                let view = Triominos::view(&position, viewer);
                let mut seen = Vec::new();
                view.legal_moves(&mut seen);
                let mut legal = Vec::new();
                if mover == Some(viewer) {
                    position.legal_moves(&mut legal);
                }
                assert_eq!(seen, legal, "{view}");
                let choice = view.random_move(&mut rng);
                assert!(choice.map_or(legal.is_empty(), |m| legal.contains(&m)), "{view}");
            }
            position.play_unchecked(m);
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
                let text = Triominos::view(&position, viewer).to_string();
                for tile in hidden(&position, viewer).iter().map(|tile| tile.to_string()) {
                    assert!(!text.contains(&tile), "{viewer:?} sees {tile}:\n{text}");
                }
            }
        }
    }
}

/// The view of seat 1 after it has opened the round.
const OPENED: &str = "viewer=1 seats=2 round=1 scores=25/0 \
    held=1-1-2,1-2-2,2-2-3,2-3-3,3-3-4,3-4-4,4-4-5,4-5-5/?9 drew=-/- opener=1 5-5-5:ABC@0,0";

fn read(text: &str) -> View {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn follow(view: &View, look: &str, revealed: Option<&str>) -> Result<View, Illegal> {
    Triominos::follow(view, look.parse().unwrap(), revealed)
}

fn refusal(view: &View, look: &str, revealed: Option<&str>) -> String {
    follow(view, look, revealed).unwrap_err().to_string()
}

/// The view of seat 1 when seat 2 has drawn three tiles and passed.
fn second_turn() -> View {
    let drawn = ["draw", "drawn:?", "draw", "drawn:?", "draw", "drawn:?", "pass"];
    drawn.iter().fold(read(OPENED), |view, look| follow(&view, look, None).unwrap())
}

#[test]
fn a_view_follows_nobody_who_places_a_tile_that_another_has() {
    let opened = read(OPENED);
    assert!(follow(&opened, "3-5-5:CBA@1,0", None).is_ok());
    assert_eq!(refusal(&opened, "4-5-5:CBA@1,0", None), "seat 2 does not have 4-5-5");
    let own_turn = second_turn();
    assert!(follow(&own_turn, "4-5-5:CBA@1,0", None).is_ok());
    assert_eq!(refusal(&own_turn, "3-5-5:CBA@1,0", None), "seat 1 does not have 3-5-5");
}

#[test]
fn a_tile_that_the_viewer_has_seen_is_not_in_the_pile() {
    let drawing = follow(&second_turn(), "draw", None).unwrap();
    assert!(follow(&drawing, "drawn:3-3-3", None).is_ok());
    for seen in ["5-5-5", "4-5-5"] {
        let sentence = format!("{seen} is not in the pile");
        assert_eq!(refusal(&drawing, &format!("drawn:{seen}"), None), sentence);
    }
}

#[test]
fn who_opens_the_round_sits_at_the_table() {
    let dealing = read("viewer=2 held=?9/0-0-1,0-0-2,0-0-3,0-0-4,0-0-5,0-1-1,0-1-2,0-1-3");
    assert!(follow(&dealing, "deal:0-1-4", Some("opener=1")).is_ok());
    let sentence = "it must be told who opens the round, as in opener=2";
    for wrong in [None, Some("opener=3"), Some("opener=0")] {
        assert_eq!(refusal(&dealing, "deal:0-1-4", wrong), sentence, "{wrong:?}");
    }
}

#[test]
fn nothing_is_revealed_but_who_opens_and_what_was_held() {
    for word in ["opener=1", "held=-/-"] {
        assert_eq!(refusal(&read(OPENED), "draw", Some(word)), "nothing is revealed now");
    }
}

#[test]
fn nothing_follows_the_end_of_a_game() {
    let options = parse_options([("single-round", "on")]).unwrap();
    let mut position = Triominos::start(&options).unwrap();
    position.play_out(&mut Generator::seed_from_u64(1));
    for viewer in Viewer::all(2) {
        let view = Triominos::view(&position, viewer);
        for look in ["draw", "pass", "deal:?", "5-5-5:ABC@0,0"] {
            assert_eq!(refusal(&view, look, None), "the game is over");
        }
    }
}

#[test]
fn views_differ_by_what_is_seen_and_by_who_sees_it() {
    let opened = read(OPENED);
    assert_ne!(follow(&opened, "draw", None).unwrap(), opened);
    let options = parse_options([("hands", "shared")]).unwrap();
    let start = Triominos::start(&options).unwrap();
    let mut views = Viewer::all(2).map(|viewer| Triominos::view(&start, viewer));
    assert_ne!(views.next(), views.next());
}
