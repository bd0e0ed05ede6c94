//! Plays a random game of Blokus duo and prints the result.
//!
//!     cargo run -p tilewright-examples --example play_a_game

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tilewright_blokus::{Blokus, Options, Variant};
use tilewright_core::{Game, Position, Turn};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options { variant: Variant::Duo, ..Options::default() };
    let mut position = Blokus::start(&options)?;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut n_moves = 0;
    while let Some(m) = position.random_move(&mut rng) {
        position.play(m)?;
        n_moves += 1;
    }
    let Turn::Over(outcome) = position.turn() else { unreachable!("no move is left") };
    println!("{n_moves} moves, scores {:?}", position.scores());
    for seat in outcome.winners() {
        println!("seat {} wins", seat.number());
    }
    Ok(())
}
