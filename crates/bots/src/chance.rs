//! The random generators of bots.

pub use tilewright_table::{Generator, generator};

/// The generator that breaks ties. It is the same for every move of a game, so that a repeated
/// position gets the same choice, and the game is soon drawn by repetition. New randomness at every
/// move would let two careful bots shuffle for thousands of moves.
pub(crate) fn tie_breaker(seed: u64) -> Generator {
    generator(seed, 0)
}
