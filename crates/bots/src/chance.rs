//! Random generators of bots.

pub use tilewright_table::{Generator, generator};

/// The generator that decides among equals: the same in every move of a game, so that a bot that
/// comes back to a position chooses the same again and the game is soon drawn by repetition. Chance
/// at every move would let two careful bots move to and fro for thousands of moves.
pub(crate) fn tie_breaker(seed: u64) -> Generator {
    generator(seed, 0)
}
