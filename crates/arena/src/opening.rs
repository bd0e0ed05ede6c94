//! The openings of blocks, and the order in which chance draws in their games.

use thiserror::Error;
use tilewright_bots::{Playable, generator};
use tilewright_core::{MoveOf, Position, Turn};

use crate::schedule::Block;

/// The starts of games: positions with a few random moves after them.
pub(crate) struct Openings<G: Playable> {
    /// The start, or the positions of a file, one for each round in turn.
    pub(crate) positions: Vec<G::Position>,
    /// The number of random moves.
    pub(crate) n_plies: usize,
}

/// A game at the end of its opening.
pub(crate) struct Opening<G: Playable> {
    pub(crate) start: G::Position,
    pub(crate) position: G::Position,
    pub(crate) moves: Vec<MoveOf<G>>,
    pub(crate) deck: Deck,
}

/// Games mostly end within the opening.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("after {n_plies} random moves the game is mostly over: choose fewer")]
pub struct NoOpening {
    n_plies: usize,
}

/// The number of attempts at an opening that does not end the game.
const MAX_ATTEMPTS: u64 = 200;

impl<G: Playable> Openings<G> {
    /// The opening of a block, the same for all of its games.
    pub(crate) fn of(&self, block: &Block) -> Result<Opening<G>, NoOpening> {
        let start = &self.positions[(block.round() % self.positions.len() as u64) as usize];
        let seed = block.opening_seed();
        let mut openings = (0..MAX_ATTEMPTS).filter_map(|i| self.attempt(start, seed, i));
        openings.next().ok_or(NoOpening { n_plies: self.n_plies })
    }

    /// Plays the random moves, unless the game ends with them.
    fn attempt(&self, start: &G::Position, seed: u64, attempt: u64) -> Option<Opening<G>> {
        let mut opening = Opening::<G> {
            start: start.clone(),
            position: start.clone(),
            moves: Vec::new(),
            deck: Deck::new(seed),
        };
        // Chance draws alike in all attempts; the random moves of the seats differ.
        let moves_seed = seed.wrapping_add(attempt.wrapping_mul(0xd6e8_feb8_6659_fd93));
        let mut n_left = self.n_plies;
        while n_left > 0 {
            let m = match opening.position.turn() {
                Turn::Over(_) => return None,
                Turn::Chance => opening.deck.draw(&opening.position)?,
                Turn::Player(_) => {
                    n_left -= 1;
                    let mut rng = generator(moves_seed, opening.moves.len());
                    opening.position.random_move(&mut rng)?
                }
            };
            opening.position.play_unchecked(m);
            opening.moves.push(m);
        }
        (!opening.position.turn().is_over()).then_some(opening)
    }
}

/// A shuffled deck: the moves of chance, the same in all games of a block as far as these are
/// alike.
///
/// Tiles are drawn in an order that is fixed in advance, whichever seat draws. When there is
/// more to draw than before, the deck is shuffled again.
#[derive(Clone, Debug)]
pub(crate) struct Deck {
    seed: u64,
    n_shuffled: u64,
    n_drawn: usize,
    n_left: usize,
}

impl Deck {
    const fn new(seed: u64) -> Deck {
        Deck { seed, n_shuffled: 0, n_drawn: 0, n_left: 0 }
    }

    /// The move of chance in this position.
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
