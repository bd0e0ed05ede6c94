//! Which moves capture or let tiles fall, told without playing them.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tilewright_coerceo::{Coerceo, MoveKind, Options, Variant};
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
