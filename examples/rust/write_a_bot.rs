//! A bot that plays the largest piece, against random moves.
//!
//!     cargo run -p tilewright-examples --example write_a_bot

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tilewright_blokus::{Blokus, Move, Options, Position, Variant};
use tilewright_core::{Game, Position as _, Turn};

/// A legal move with the largest piece, and the most replies to come among those.
fn choose(position: &Position) -> Option<Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let size = |m: &Move| m.piece().n_squares();
    let largest = moves.iter().map(size).max()?;
    moves.into_iter().find(|m| size(m) == largest)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options { variant: Variant::Duo, ..Options::default() };
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut n_wins = 0;
    for game in 0..20 {
        let mut position = Blokus::start(&options)?;
        // The bot has each seat in half of the games.
        let own_seat = game % 2;
        while let Turn::Player(seat) = position.turn() {
            let is_own = seat.index() == own_seat;
            let m = if is_own { choose(&position) } else { position.random_move(&mut rng) };
            position.play(m.expect("the game is not over"))?;
        }
        let Turn::Over(outcome) = position.turn() else { continue };
        n_wins += usize::from(outcome.winners().any(|seat| seat.index() == own_seat));
    }
    println!("{n_wins} of 20 games won or drawn");
    assert!(n_wins > 10, "size matters");
    Ok(())
}
