//! Random games, compared ply by ply with the slow, obvious implementation in `reference/`.

mod comparison;
mod reference;

use comparison::{Setup, cell, compare_games, move_of};
use reference::Placement;
use tilewright_blokus::{Move, Variant};
use tilewright_core::grid::Square;

/// Games of each variant, seat count and start rule.
const N_GAMES: u64 = 24;

#[test]
fn classic() {
    compare(Variant::Classic, 4, false);
}

#[test]
fn classic_with_free_start() {
    compare(Variant::Classic, 4, true);
}

#[test]
fn classic_2() {
    compare(Variant::Classic2, 2, false);
}

#[test]
fn classic_2_with_free_start() {
    compare(Variant::Classic2, 2, true);
}

#[test]
fn classic_3() {
    compare(Variant::Classic3, 3, false);
}

#[test]
fn classic_3_with_free_start() {
    compare(Variant::Classic3, 3, true);
}

#[test]
fn duo() {
    compare(Variant::Duo, 2, false);
}

#[test]
fn duo_with_free_start() {
    compare(Variant::Duo, 2, true);
}

#[test]
fn tilewe_for_one() {
    compare(Variant::Tilewe, 1, false);
}

#[test]
fn tilewe_for_two() {
    compare(Variant::Tilewe, 2, false);
}

#[test]
fn tilewe_for_three() {
    compare(Variant::Tilewe, 3, false);
}

#[test]
fn tilewe_for_four() {
    compare(Variant::Tilewe, 4, false);
}

fn compare(variant: Variant, n_seats: usize, free_start: bool) {
    compare_games(Setup { variant, n_seats, free_start }, 0..N_GAMES);
}

#[test]
fn every_placement_is_recognized_from_its_squares() {
    for placement in Placement::all(20) {
        let m = move_of(&placement);
        let squares: Vec<Square> = m.squares().collect();
        assert!(squares.iter().map(|&square| cell(square)).eq(placement.cells.iter().copied()));
        assert_eq!(Move::from_squares(&squares), Some(m));
        let reversed: Vec<Square> = squares.into_iter().rev().collect();
        assert_eq!(Move::from_squares(&reversed), Some(m));
    }
}
