//! Where the bots' chance comes from.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

/// The generator that bots use.
pub type Generator = Xoshiro256PlusPlus;

/// What decides by chance after `ply` moves of a game with this seed: the same again when the game
/// comes back there, on every machine.
///
/// ```
/// use tilewright_core::Rng;
/// use tilewright_engines::generator;
///
/// assert_eq!(generator(7, 3).next_u64(), generator(7, 3).next_u64());
/// assert_ne!(generator(7, 3).next_u64(), generator(7, 4).next_u64());
/// ```
pub fn generator(seed: u64, ply: usize) -> Generator {
    // Any odd factor but that of `seed_from_u64` itself, which would make neighbours alike.
    let ply = (ply as u64).wrapping_mul(0xd1b5_4a32_d192_ed03);
    Xoshiro256PlusPlus::seed_from_u64(seed ^ ply)
}

/// What decides among equals: the same in every move of a game, so that whoever comes back to a
/// position chooses the same again and the game is soon drawn by repetition. Chance at every move
/// would let two careful bots move to and fro for thousands of moves.
pub(crate) fn tie_breaker(seed: u64) -> Generator {
    generator(seed, 0)
}
