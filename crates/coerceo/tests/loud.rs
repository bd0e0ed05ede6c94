//! Which moves capture or let tiles fall, and which pieces are in danger, told without playing.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tilewright_coerceo::{Coerceo, Color, MoveKind, Options, Triangle, Variant};
use tilewright_core::{Game, Position};

#[test]
fn loud_steps_are_those_that_change_more_than_one_place() {
    let mut n_loud = 0;
    for seed in 0..60 {
        let variant = if seed % 2 == 0 { Variant::Laurentius } else { Variant::Ocius };
        let mut position = Coerceo::start(&Options { variant, ..Options::default() }).unwrap();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        while let Some(m) = position.random_move(&mut rng) {
            n_loud += check(&position);
            position.play_unchecked(m);
        }
    }
    assert!(n_loud > 1_000, "only {n_loud}");
}

/// Compares what is said of the moves with what they do, and counts the loud ones.
fn check(position: &<Coerceo as Game>::Position) -> usize {
    let board = position.board();
    for color in Color::ALL {
        let pieces = board.pieces(color);
        let mut expected = [0; 4];
        for piece in pieces.iter() {
            let is_open = |side: &Triangle| {
                board.has_tile(side.tile()) && !board.pieces(color.other()).contains(*side)
            };
            expected[piece.edge_neighbors().filter(is_open).count()] += 1;
        }
        assert_eq!(board.n_by_open_sides(color), expected, "{position}");
    }
    let (mut moves, mut loud) = (Vec::new(), Vec::new());
    board.moves(&mut moves);
    moves.retain(|&m| {
        let effect = board.effect(m).unwrap();
        let is_quiet = effect.captured.is_empty() && effect.removed.is_empty();
        assert_eq!(board.is_quiet(m), is_quiet, "{position} {m}");
        !is_quiet && matches!(m.kind(), MoveKind::Step { .. })
    });
    board.loud_steps(&mut loud);
    moves.sort_unstable();
    loud.sort_unstable();
    assert_eq!(loud, moves, "{position}");
    loud.len()
}
