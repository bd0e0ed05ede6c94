//! Where the bots' chance comes from.

pub use tilewright_table::{Generator, generator};

/// What decides among equals: the same in every move of a game, so that whoever comes back to a
/// position chooses the same again and the game is soon drawn by repetition. Chance at every move
/// would let two careful bots move to and fro for thousands of moves.
pub(crate) fn tie_breaker(seed: u64) -> Generator {
    generator(seed, 0)
}
