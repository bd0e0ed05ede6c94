//! How the games of a block begin, and what chance does in them.

use thiserror::Error;
use tilewright_bots::{Playable, generator};
use tilewright_core::{Position, Turn};

use crate::schedule::Block;

/// Where games begin: in a position, after a few random moves.
pub(crate) struct Openings<G: Playable> {
    /// The start, or the positions of a file, one for each round in turn.
    pub(crate) positions: Vec<G::Position>,
    /// How many random moves are played from there.
    pub(crate) n_plies: usize,
}

/// A game that has begun.
pub(crate) struct Begun<G: Playable> {
    pub(crate) start: G::Position,
    pub(crate) position: G::Position,
    pub(crate) moves: Vec<tilewright_core::MoveOf<G>>,
    pub(crate) chance: Chance,
}

/// Nobody can begin so.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("after {n_plies} random moves the game is mostly over: choose fewer")]
pub struct NoOpening {
    n_plies: usize,
}

/// How often an opening is drawn anew because it ended the game.
const MAX_ATTEMPTS: u64 = 200;

impl<G: Playable> Openings<G> {
    /// The opening of a block, the same for all of its games.
    pub(crate) fn of(&self, block: &Block) -> Result<Begun<G>, NoOpening> {
        let start = &self.positions[(block.round() % self.positions.len() as u64) as usize];
        let seed = block.opening_seed();
        let attempts = (0..MAX_ATTEMPTS).map(|attempt| self.attempt(start, seed, attempt));
        let first = attempts.flatten().next();
        first.ok_or(NoOpening { n_plies: self.n_plies })
    }

    /// Plays the random moves, unless the game ends with them.
    fn attempt(&self, start: &G::Position, seed: u64, attempt: u64) -> Option<Begun<G>> {
        let mut begun = Begun::<G> {
            start: start.clone(),
            position: start.clone(),
            moves: Vec::new(),
            chance: Chance::new(seed),
        };
        let mut n_left = self.n_plies;
        while n_left > 0 {
            let m = match begun.position.turn() {
                Turn::Over(_) => return None,
                Turn::Chance => begun.chance.draw(&begun.position)?,
                Turn::Player(_) => {
                    n_left -= 1;
                    let seed = seed.wrapping_add(attempt.wrapping_mul(0xd6e8_feb8_6659_fd93));
                    begun.position.random_move(&mut generator(seed, begun.moves.len()))?
                }
            };
            begun.position.play_unchecked(m);
            begun.moves.push(m);
        }
        (!begun.position.turn().is_over()).then_some(begun)
    }
}

/// What chance does in the games of a block: the same in all of them, as far as they are alike.
///
/// Tiles are drawn in an order that is fixed in advance, as from a shuffled deck, whoever draws and
/// whenever. When more is there to draw than before, the deck was shuffled anew.
#[derive(Clone, Debug)]
pub(crate) struct Chance {
    seed: u64,
    n_shuffled: u64,
    n_drawn: usize,
    n_left: usize,
}

impl Chance {
    fn new(seed: u64) -> Chance {
        Chance { seed, n_shuffled: 0, n_drawn: 0, n_left: 0 }
    }

    /// What chance plays here.
    pub(crate) fn draw<P: Position>(&mut self, position: &P) -> Option<P::Move> {
        let n_moves = position.n_legal_moves();
        if n_moves > self.n_left {
            self.n_shuffled += 1;
            self.n_drawn = 0;
        }
        self.n_left = n_moves;
        self.n_drawn += 1;
        let seed = self.seed.wrapping_add(self.n_shuffled.wrapping_mul(0xa076_1d64_78bd_642f));
        position.random_move(&mut generator(seed, self.n_drawn))
    }
}
