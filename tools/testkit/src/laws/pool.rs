//! Moves of other positions, to be tried where they may be illegal.

use tilewright_core::{Game, MoveOf, random_index};

use crate::laws::{Generator, some_moves};

const MAX_MOVES: usize = 512;
/// With about 30 positions until a move is replaced, most are of the same game and nearly legal.
const MOVES_GATHERED_PER_POSITION: usize = 16;
const MOVES_DRAWN_PER_POSITION: usize = 64;

/// Some moves of the positions visited lately.
///
/// It has its own generator, because what it holds depends on the games before.
pub(super) struct Pool<G: Game> {
    moves: Vec<MoveOf<G>>,
    rng: Generator,
}

impl<G: Game> Pool<G> {
    pub(super) fn new(rng: Generator) -> Pool<G> {
        Pool { moves: Vec::new(), rng }
    }

    /// Some of the moves gathered before.
    pub(super) fn draw(&mut self) -> Vec<MoveOf<G>> {
        some_moves(&self.moves, MOVES_DRAWN_PER_POSITION, &mut self.rng)
    }

    /// Remembers some of a position's moves, and of what others see of them.
    pub(super) fn gather(&mut self, moves: &[MoveOf<G>], looks: &[MoveOf<G>]) {
        let legal = some_moves(moves, MOVES_GATHERED_PER_POSITION, &mut self.rng);
        let seen = some_moves(looks, 1, &mut self.rng);
        for m in legal.into_iter().chain(seen) {
            if self.moves.len() < MAX_MOVES {
                self.moves.push(m);
            } else {
                let i = random_index(&mut self.rng, MAX_MOVES);
                self.moves[i] = m;
            }
        }
    }
}
