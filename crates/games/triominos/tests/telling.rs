//! The position that counts sequences of moves.

use rand::SeedableRng;
use rand::rngs::SmallRng;
use tilewright_core::{Game, Position as _, parse_options};
use tilewright_triominos::{Hands, Move, Position, Tile, TileSet, Triominos};

fn start(options: &[(&str, &str)]) -> Position {
    Triominos::start(&parse_options(options.iter().copied()).unwrap()).unwrap()
}

/// Seat 1 opened with 5-5-5, and seat 2 has drawn once and may still place.
fn after_a_draw() -> Position {
    let mut position = start(&[]);
    let is_named = |name: &str| ["5-5-5", "0-5-5"].contains(&name);
    let mut dull = Tile::all().filter(|tile| !tile.is_triple() && !is_named(&tile.to_string()));
    for first in ["5-5-5", "0-5-5"] {
        let hand = [first.parse().unwrap()].into_iter().chain(dull.by_ref().take(8));
        for tile in hand.collect::<Vec<Tile>>() {
            position.play(Move::Deal(Some(tile))).unwrap();
        }
    }
    play(&mut position, "5-5-5:ABC@0,0");
    play(&mut position, "draw");
    let drawn = position.pile().nth(0);
    position.play(Move::Drawn(drawn)).unwrap();
    position
}

fn play(position: &mut Position, m: &str) {
    position.play(m.parse().unwrap()).unwrap();
}

#[test]
fn sequences_of_moves_are_counted_with_the_tiles_on_the_table_and_open_hands() {
    let position = after_a_draw();
    let counted = Triominos::counted(position.clone());
    assert_eq!(counted.options().hands, Hands::Shared);
    assert_eq!(counted.board().placed(), position.board().placed());
    assert_eq!(counted.pile(), TileSet::ALL.without(position.board().placed()));
    // Nothing lies on the table of the next round.
    let mut position = start(&[]);
    let mut rng = SmallRng::seed_from_u64(1);
    while !position.is_round_over() {
        let m = position.random_move(&mut rng).unwrap();
        position.play(m).unwrap();
    }
    assert!(!position.board().is_empty() && Triominos::counted(position).board().is_empty());
}
