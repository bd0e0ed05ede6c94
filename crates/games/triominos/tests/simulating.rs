//! Parts of simulated rounds: the move of a simple player, and copies of positions.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tilewright_core::{Game, Position as _, Rng as _, Turn, parse_options};
use tilewright_triominos::{Move, Position, Triominos};

/// A round from its beginning, by random moves.
fn start(seats: &str) -> Position {
    let options = parse_options([("seats", seats), ("single-round", "on")]).unwrap();
    Triominos::start(&options).unwrap()
}

/// The points of a placement; nothing for another move.
fn score(position: &Position, m: Move) -> Option<i32> {
    let Move::Place(placement) = m else { return None };
    Some(position.board().score(placement, &position.options().figures()))
}

#[test]
fn the_highest_move_is_a_placement_that_scores_most() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut n_placements = 0;
    let mut n_idle = 0;
    for seats in ["2", "3", "6"] {
        for _ in 0..60 {
            let mut position = start(seats);
            while !position.turn().is_over() {
                let m = position.highest_move(&mut rng).unwrap();
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                assert!(moves.contains(&m), "{m}\n{position:?}");
                if matches!(position.turn(), Turn::Player(_)) && !position.board().is_empty() {
                    let best = moves.iter().filter_map(|&it| score(&position, it)).max();
                    assert_eq!(score(&position, m), best, "{m}\n{position:?}");
                    n_placements += usize::from(best.is_some());
                    n_idle += usize::from(best.is_none());
                }
                // Random moves lead to more positions than the highest ones.
                let next = position.random_move(&mut rng).unwrap();
                position.play_unchecked(next);
            }
        }
    }
    assert!(n_placements > 1_000 && n_idle > 1_000, "{n_placements} and {n_idle}");
}

#[test]
fn among_equals_every_highest_move_is_played() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(6);
    let mut n_with_choice = 0;
    for _ in 0..40 {
        let mut position = start("2");
        while !position.turn().is_over() {
            if matches!(position.turn(), Turn::Player(_)) && !position.board().is_empty() {
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                let best = moves.iter().filter_map(|&it| score(&position, it)).max();
                moves.retain(|&it| best.is_some() && score(&position, it) == best);
                let mut played: Vec<Move> =
                    (0..100).map(|_| position.highest_move(&mut rng).unwrap()).collect();
                played.sort();
                played.dedup();
                moves.sort();
                if moves.len() > 1 {
                    n_with_choice += 1;
                    assert_eq!(played, moves, "{position:?}");
                }
            }
            let next = position.random_move(&mut rng).unwrap();
            position.play_unchecked(next);
        }
    }
    assert!(n_with_choice > 20, "{n_with_choice}");
}

#[test]
fn a_position_copied_over_another_is_the_same() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut copy = start("4");
    copy.play_out(&mut rng);
    let mut position = start("2");
    while !position.turn().is_over() {
        copy.clone_from(&position);
        assert!(copy == position && copy.key() == position.key());
        let mut there = Vec::new();
        let mut here = Vec::new();
        copy.legal_moves(&mut there);
        position.legal_moves(&mut here);
        assert_eq!(there, here);
        // Nothing of the other round is left.
        let mut end = position.clone();
        let seed = rng.next_u64();
        end.play_out(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
        copy.play_out(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
        assert!(copy == end);
        let m = position.random_move(&mut rng).unwrap();
        position.play_unchecked(m);
    }
}
