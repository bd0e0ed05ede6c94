//! Follows a round of Triominos as one seat sees it: the hands of the others stay hidden.
//!
//!     cargo run -p tilewright-examples --example hidden_hands

use tilewright_core::{Seat, Viewer};
use tilewright_table::{GameId, decide_chance};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut table = GameId::Triominos.open(&[("single-round", "on")])?;
    // Chance deals by a seed, so that the round can be repeated.
    let seed = 7;
    decide_chance(&mut *table, seed);
    while !table.turn().is_over() {
        let first = table.legal_moves().remove(0);
        table.play(&first)?;
        decide_chance(&mut *table, seed);
    }
    let seat = Seat::new(0).expect("there is a first seat");
    let seen = table.perspective(Viewer::Seat(seat));
    for m in seen.moves().iter().take(12) {
        println!("{m}");
    }
    println!("… {} moves, scores {:?}", seen.ply(), seen.scores());
    let hidden = seen.moves().iter().filter(|m| m.to_string() == "deal:?").count();
    assert_eq!(hidden, 9, "the other hand was dealt face down");
    Ok(())
}
