//! Laws of the numbering of every game and variant, on random games.

use std::collections::BTreeSet;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tilewright_aquapipe::AquaPipe;
use tilewright_batch::{Numbered, Numbers};
use tilewright_blokus::Blokus;
use tilewright_coerceo::{Coerceo, Triangle, Variant};
use tilewright_core::{Game, MoveOf, Observed, Position, Seat, Turn, Viewer, parse_options};
use tilewright_triominos::{Move, Placement, Triominos};

fn start<G: Game>(options: &[(&str, &str)]) -> G::Position {
    G::start(&parse_options(options.iter().copied()).unwrap()).unwrap()
}

/// Plays random games and calls `visit` wherever a player is to move.
fn random_games<G: Numbered>(
    options: &[(&str, &str)],
    n_games: u64,
    mut visit: impl FnMut(&G::Position, Seat),
) {
    for seed in 0..n_games {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut position = start::<G>(options);
        // Random play of Coerceo may go on for long.
        for _ in 0..400 {
            if let Turn::Player(seat) = position.turn() {
                visit(&position, seat);
            }
            let Some(m) = position.random_move(&mut rng) else { break };
            position.play_unchecked(m);
        }
    }
}

/// Checks that every legal move has a number of its own, which maps back to the move.
fn check_numbers<G: Numbered>(options: &[(&str, &str)], n_games: u64) {
    let numbers = G::Numbers::new(&start::<G>(options));
    let mut moves = Vec::new();
    let mut room = Vec::new();
    let mut actions = Vec::new();
    random_games::<G>(options, n_games, |position, _| {
        moves.clear();
        position.legal_moves(&mut moves);
        actions.clear();
        numbers.legal_actions(position, &mut room, &mut actions);
        let listed: BTreeSet<u32> = actions.iter().copied().collect();
        assert_eq!(listed.len(), moves.len(), "{position}");
        for &m in &moves {
            let action = numbers.action_of(position, m).unwrap_or_else(|| panic!("{m} {position}"));
            assert!((action as usize) < numbers.n_actions());
            assert!(listed.contains(&action), "{m} {position}");
            assert_eq!(numbers.move_of(position, action), Some(m), "{position}");
        }
    });
}

/// Checks that every number is at most one move, which has this number and no other.
fn check_moves<G: Numbered>(options: &[(&str, &str)], n_actions: usize, n_moves: usize) {
    let position = start::<G>(options);
    let numbers = G::Numbers::new(&position);
    assert_eq!(numbers.n_actions(), n_actions);
    let mut moves: BTreeSet<MoveOf<G>> = BTreeSet::new();
    for action in 0..n_actions as u32 {
        let Some(m) = numbers.move_of(&position, action) else { continue };
        assert_eq!(numbers.action_of(&position, m), Some(action), "{m}");
        assert!(moves.insert(m), "{m}");
    }
    assert_eq!(moves.len(), n_moves);
    assert_eq!(numbers.move_of(&position, n_actions as u32), None);
    assert_eq!(numbers.move_of(&position, u32::MAX), None);
}

/// Checks that an observation has a value for each name, and returns it.
fn observation<G: Numbered>(
    numbers: &G::Numbers,
    position: &G::Position,
    seat: Seat,
) -> (Vec<u8>, Vec<f32>) {
    let (height, width) = numbers.plane_size();
    let mut planes = vec![0; numbers.plane_names().len() * height * width];
    let mut features = vec![f32::NAN; numbers.feature_names().len()];
    numbers.observe(position, seat, &mut planes, &mut features);
    assert!(features.iter().all(|it| !it.is_nan()), "a feature was not written");
    (planes, features)
}

fn check_observations<G: Numbered>(options: &[(&str, &str)], n_games: u64) {
    let numbers = G::Numbers::new(&start::<G>(options));
    let names: BTreeSet<String> = numbers.feature_names().into_iter().collect();
    assert_eq!(names.len(), numbers.feature_names().len(), "names are unique");
    random_games::<G>(options, n_games, |position, _| {
        for seat in Seat::first(position.n_seats()) {
            observation::<G>(&numbers, position, seat);
        }
    });
}

const BLOKUS: &[&[(&str, &str)]] = &[
    &[],
    &[("variant", "classic-2")],
    &[("variant", "classic-3")],
    &[("variant", "duo")],
    &[("variant", "duo"), ("free-start", "on")],
    &[("variant", "tilewe")],
    &[("variant", "tilewe"), ("seats", "1")],
    &[("variant", "tilewe"), ("seats", "3")],
];
const COERCEO: &[&[(&str, &str)]] = &[&[], &[("variant", "ocius"), ("cost", "1")]];
const AQUA_PIPE: &[&[(&str, &str)]] = &[
    &[],
    &[("move-after", "any-time")],
    &[("variant", "4x4")],
    &[("variant", "4x4"), ("u-pipes", "medium-large"), ("move-after", "any-time")],
];
const TRIOMINOS: &[&[(&str, &str)]] = &[
    &[],
    &[("seats", "6"), ("single-round", "on")],
    &[("seats", "3"), ("voluntary-draw", "off")],
    &[("starter", "free"), ("max-draws", "0")],
    &[("hands", "shared")],
];

#[test]
fn every_legal_move_has_one_number_and_comes_back_from_it() {
    for options in BLOKUS {
        check_numbers::<Blokus>(options, 6);
    }
    for options in COERCEO {
        check_numbers::<Coerceo>(options, 40);
    }
    for options in AQUA_PIPE {
        check_numbers::<AquaPipe>(options, 40);
    }
    for options in TRIOMINOS {
        check_numbers::<Triominos>(options, 60);
    }
}

#[test]
fn a_number_is_one_move_at_most() {
    check_moves::<Blokus>(&[("variant", "duo")], 13_729, 13_729);
    check_moves::<Blokus>(&[], 30_433, 30_433);
    check_moves::<Coerceo>(&[], 798, n_coerceo_moves(Variant::Laurentius));
    check_moves::<Coerceo>(&[("variant", "ocius")], 294, n_coerceo_moves(Variant::Ocius));
    check_moves::<AquaPipe>(&[], 243, 243);
    check_moves::<AquaPipe>(&[("variant", "4x4")], 1_920, 1_920);
    // The six triples have one turn, not three.
    check_moves::<Triominos>(&[], 107_522, 2 + (56 * 3 - 6 * 2) * 640);
}

/// The number of moves: steps between triangles of the variant that share a corner, and an exchange
/// for each triangle. On the border some of the six directions leave the board.
fn n_coerceo_moves(variant: Variant) -> usize {
    let tiles = variant.tiles();
    let here: Vec<Triangle> = Triangle::all().filter(|it| tiles.contains(it.tile())).collect();
    let n_steps =
        |from: &Triangle| here.iter().filter(|to| from.direction_to(**to).is_some()).count();
    here.len() + here.iter().map(n_steps).sum::<usize>()
}

#[test]
fn an_observation_fills_what_it_names() {
    for options in BLOKUS {
        check_observations::<Blokus>(options, 2);
    }
    for options in COERCEO {
        check_observations::<Coerceo>(options, 2);
    }
    for options in AQUA_PIPE {
        check_observations::<AquaPipe>(options, 2);
    }
    for options in TRIOMINOS {
        check_observations::<Triominos>(options, 2);
    }
}

#[test]
fn what_is_hidden_changes_no_observation() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut n_changed = 0;
    for options in TRIOMINOS {
        let numbers = <Triominos as Numbered>::Numbers::new(&start::<Triominos>(options));
        random_games::<Triominos>(options, 4, |position, _| {
            for seat in Seat::first(position.n_seats()) {
                let other =
                    Triominos::sample(&Triominos::view(position, Viewer::Seat(seat)), &mut rng);
                n_changed += usize::from(other != *position);
                assert_eq!(
                    observation::<Triominos>(&numbers, position, seat),
                    observation::<Triominos>(&numbers, &other, seat),
                    "{position}"
                );
            }
        });
    }
    assert!(n_changed > 1_000, "the samples differ in what is hidden");
}

#[test]
fn observations_are_seen_from_the_seat() {
    let mut position = start::<Blokus>(&[("variant", "duo")]);
    let numbers = <Blokus as Numbered>::Numbers::new(&position);
    position.play("O1n@e10".parse().unwrap()).unwrap();
    let [first, second] =
        [0, 1].map(|seat| observation::<Blokus>(&numbers, &position, Seat::new(seat).unwrap()));
    let square = 9 * 14 + 4;
    assert_eq!((first.0[square], first.0[196 + square]), (1, 0));
    assert_eq!((second.0[square], second.0[196 + square]), (0, 1));
    assert_eq!(first.0.iter().map(|&it| usize::from(it)).sum::<usize>(), 1);
    let names = numbers.feature_names();
    let feature = |(_, features): &(Vec<u8>, Vec<f32>), name: &str| {
        features[names.iter().position(|it| it == name).unwrap()] as i32
    };
    let own = ["own color has O1", "color next 1 has O1", "own color is number 2", "points own"];
    assert_eq!(own.map(|name| feature(&first, name)), [0, 1, 0, -88]);
    assert_eq!(own.map(|name| feature(&second, name)), [1, 0, 1, -89]);
}

/// Plays thousands of rounds with few and with many seats, all inside the window.
#[test]
fn the_window_of_triominos_holds_every_random_round() {
    let single_round = |seats| [("single-round", "on"), ("seats", seats)];
    for options in [&single_round("2")[..], &single_round("6"), &[("hands", "shared")]] {
        check_numbers::<Triominos>(options, 1_500);
    }
}

/// Builds the longest possible row, which leaves the window; there is always an action.
#[test]
fn play_beyond_the_window_never_leaves_a_player_without_an_action() {
    let mut n_hidden = 0;
    for seed in 0..200 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut position = start::<Triominos>(&[("hands", "shared")]);
        let numbers = <Triominos as Numbered>::Numbers::new(&position);
        let mut moves = Vec::new();
        let mut actions = Vec::new();
        while !position.turn().is_over() {
            actions.clear();
            numbers.legal_actions(&position, &mut moves, &mut actions);
            assert!(!actions.is_empty(), "{position}");
            for &action in &actions {
                let m = numbers.move_of(&position, action).unwrap();
                assert!(position.is_legal(m), "{m} {position}");
                assert_eq!(numbers.action_of(&position, m), Some(action));
            }
            n_hidden += moves.len() - actions.len();
            moves.sort_by_key(|m| placement(*m).map(|it| (it.location.x(), it.location.y())));
            // The rightmost, and in some games now and then another.
            let any = position.random_move(&mut rng).unwrap();
            let is_stray = seed % 2 == 1 && moves.len().is_multiple_of(7);
            position.play(if is_stray { any } else { *moves.last().unwrap() }).unwrap();
        }
    }
    assert!(n_hidden > 100, "some rows were longer than the window: {n_hidden}");
}

fn placement(m: Move) -> Option<Placement> {
    if let Move::Place(placement) = m { Some(placement) } else { None }
}
