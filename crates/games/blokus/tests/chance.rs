//! Random moves are as likely as they should be, and random games as long as they are elsewhere;
//! who mirrors them draws.

use std::collections::{BTreeMap, BTreeSet};

use rand::SeedableRng;
use rand::rngs::SmallRng;
use tilewright_blokus::{Blokus, Move, Options, Position, Variant};
use tilewright_core::grid::Square;
use tilewright_core::{Game, Position as _, Symmetric, Turn};

fn start(variant: Variant) -> Position {
    Blokus::start(&Options { variant, ..Options::default() }).expect("variants are playable")
}

/// The position after some random moves.
fn position_at(variant: Variant, ply: usize, rng: &mut SmallRng) -> Position {
    let mut position = start(variant);
    while position.ply() < ply {
        let m = position.random_move(rng).expect("the game is not over yet");
        position.play(m).expect("it is legal");
    }
    position
}

fn legal_moves(position: &Position) -> BTreeSet<Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves.into_iter().collect()
}

#[test]
fn a_random_move_is_any_legal_move_with_equal_chance() {
    const N_DRAWS_PER_MOVE: u32 = 100;
    for variant in Variant::ALL {
        for ply in [0, 7, 20] {
            let mut rng = SmallRng::seed_from_u64(ply as u64);
            let position = position_at(variant, ply, &mut rng);
            let mut n_drawn: BTreeMap<Move, u32> =
                legal_moves(&position).into_iter().map(|m| (m, 0)).collect();
            let n_moves = n_drawn.len() as u32;
            for _ in 0..n_moves * N_DRAWS_PER_MOVE {
                let m = position.random_move(&mut rng).expect("the game is not over");
                *n_drawn.get_mut(&m).expect("a random move is legal") += 1;
            }
            // The chi-squared statistic has the mean n - 1 and the variance 2 (n - 1).
            let square = |&n: &u32| f64::from(n.abs_diff(N_DRAWS_PER_MOVE).pow(2));
            let statistic = n_drawn.values().map(square).sum::<f64>() / f64::from(N_DRAWS_PER_MOVE);
            let mean = f64::from(n_moves - 1);
            let deviations = (statistic - mean) / (2.0 * mean).sqrt();
            assert!(deviations.abs() < 5.0, "{variant} after {ply} plies: {deviations}");
        }
    }
}

#[test]
fn a_quick_game_may_begin_with_any_legal_move() {
    for variant in Variant::ALL {
        let mut rng = SmallRng::seed_from_u64(5);
        let position = position_at(variant, 20, &mut rng);
        let color = position.color_to_move().expect("the game is not over");
        let legal = legal_moves(&position);
        let mut first_moves = BTreeSet::new();
        for _ in 0..100 * legal.len() {
            let mut played_out = position.clone();
            let n_moves = played_out.play_out(&mut rng);
            assert_eq!(played_out.ply(), position.ply() + n_moves);
            let mut placed = played_out.placed(color);
            first_moves
                .extend(placed.find(|&(_, ply)| ply == Some(position.ply())).map(|(m, _)| m));
        }
        assert_eq!(first_moves, legal, "{variant}");
    }
}

/// Of five squares, then of four, then any; a color that found no place for so large a piece does
/// not look for one again.
#[test]
fn a_game_with_large_pieces_first_is_a_legal_game_of_such_pieces() {
    for variant in Variant::ALL {
        for (seed, ply) in [(1, 0), (2, 9), (3, 20)] {
            let mut rng = SmallRng::seed_from_u64(seed);
            let mut position = position_at(variant, ply, &mut rng);
            let mut played_out = position.clone();
            let n_moves = played_out.play_out_large_first(&mut rng);
            assert_eq!(played_out.ply(), ply + n_moves);
            let placed = |&color| played_out.placed(color).map(move |(m, at)| (at, color, m));
            let mut placed: Vec<_> = position.colors().iter().flat_map(placed).collect();
            placed.sort_unstable_by_key(|&(at, ..)| at);
            let mut least = BTreeMap::new();
            for (_, color, m) in placed.into_iter().skip(ply) {
                assert_eq!(position.color_to_move(), Some(color), "{position} {m}");
                let legal = legal_moves(&position);
                let least = least.entry(color.index()).or_insert(5);
                while legal.iter().all(|it| it.squares().count() < *least) {
                    *least = if *least == 5 { 4 } else { 1 };
                }
                assert!(legal.contains(&m) && m.squares().count() >= *least, "{position} {m}");
                position.play(m).unwrap();
            }
            assert!(position.turn().is_over() && position == played_out, "{position}");
            assert_eq!(played_out.play_out_large_first(&mut rng), 0);
        }
    }
}

/// The rules page: about 59 plies with about 195 moves to choose from. As in Tilewe these moves are
/// names, of which a placement may have several; there are about 180 placements.
#[test]
fn random_games_of_four_are_as_long_as_elsewhere() {
    const N_GAMES: u32 = 100;
    let mut rng = SmallRng::seed_from_u64(1);
    let mut n_plies = 0_u32;
    let mut n_placements = 0;
    let mut n_names = 0;
    for _ in 0..N_GAMES {
        let mut position = start(Variant::Tilewe);
        while let Some(m) = position.random_move(&mut rng) {
            let moves = legal_moves(&position);
            n_placements += moves.len() as u32;
            n_names += moves.iter().map(|&m| position.tilewe_names(m).len() as u32).sum::<u32>();
            n_plies += 1;
            position.play_unchecked(m);
        }
    }
    let per_ply = |n: u32| f64::from(n) / f64::from(n_plies);
    let mean_plies = f64::from(n_plies) / f64::from(N_GAMES);
    assert!((57.0..61.0).contains(&mean_plies), "{mean_plies}");
    assert!((187.0..203.0).contains(&per_ply(n_names)), "{}", per_ply(n_names));
    assert!((174.0..190.0).contains(&per_ply(n_placements)), "{}", per_ply(n_placements));
}

/// Returns true if a square of duo and the one half a turn away can both be covered by the first
/// seat and are no more than four steps apart, so that one piece may cover both.
fn is_center_open(position: &Position) -> bool {
    let first = position.colors()[0];
    let is_free = |x: u8, y: u8| {
        let square = Square::new(x, y).unwrap();
        let near = [(0, 1), (1, 0), (0, -1), (-1, 0)].map(|(dx, dy)| square.offset(dx, dy));
        let is_own = |it: Square| position.color_at(it) == Some(first);
        position.color_at(square).is_none() && !near.into_iter().flatten().any(is_own)
    };
    let squares = (0..14).flat_map(|x: u8| (0..14).map(move |y: u8| (x, y)));
    let mut central = squares.filter(|&(x, y)| (13 - x).abs_diff(x) + (13 - y).abs_diff(y) <= 4);
    central.any(|(x, y)| is_free(x, y) && is_free(13 - x, 13 - y))
}

/// The second seat answers with the same placement half a turn away as long as it can.
#[test]
fn who_can_mirror_to_the_end_of_duo_gets_as_many_points() {
    let start = start(Variant::Duo);
    let half_turn = start
        .symmetries()
        .into_iter()
        .find(|symmetry| symmetry.board().name() == "s")
        .expect("duo looks the same after half a turn");
    let mut n_mirrored = 0;
    let mut n_broken = 0;
    let mut n_certain = 0;
    'games: for seed in 0..200 {
        let mut rng = SmallRng::seed_from_u64(seed);
        let mut position = start.clone();
        let mut is_certain = false;
        while let Some(m) = position.random_move(&mut rng) {
            let answer = position.transform_move(m, half_turn);
            position.play(m).unwrap();
            assert!(!position.can_be_mirrored_to_the_end(), "the second seat moves in {position}");
            if position.play(answer).is_err() {
                assert!(!is_certain, "{position}");
                n_broken += 1;
                continue 'games;
            }
            let mirrors = position.can_be_mirrored_to_the_end();
            assert!(mirrors || !is_certain || position.turn().is_over(), "{position}");
            assert_eq!(mirrors, !position.turn().is_over() && !is_center_open(&position));
            is_certain = mirrors;
            n_certain += usize::from(mirrors);
        }
        let Turn::Over(outcome) = position.turn() else { panic!("somebody can place: {position}") };
        assert!(outcome.is_draw(), "{position}");
        assert!(!position.can_be_mirrored_to_the_end(), "nobody moves in {position}");
        n_mirrored += 1;
    }
    let n_each = [n_mirrored, n_broken, n_certain];
    assert!(n_each.iter().all(|&n| n > 10), "{n_each:?}");
}
