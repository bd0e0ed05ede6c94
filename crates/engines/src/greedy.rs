//! The move that looks best at once.

use tilewright_core::{MoveOf, random_index};
use tilewright_search::{Choice, Info, Thinking};

use crate::bot::{Bot, Made};
use crate::chance::tie_breaker;
use crate::playable::Playable;
use crate::spec::BotSpec;

/// The move of the highest rank; among equals chance decides.
pub(crate) struct Greedy<G: Playable, K> {
    rank: Rank<G, K>,
    seed: Option<u64>,
    moves: Vec<MoveOf<G>>,
}

/// How good a move looks. It may be tried out if it is taken back.
type Rank<G, K> = fn(&mut <G as Playable>::Known, MoveOf<G>) -> K;

impl<G: Playable, K: Ord + 'static> Greedy<G, K> {
    /// What a spec without other settings than the seed describes.
    pub(crate) fn make(spec: &BotSpec, rank: Rank<G, K>) -> Made<G> {
        Ok(Box::new(Greedy { rank, seed: spec.seed()?, moves: Vec::new() }))
    }
}

impl<G: Playable, K: Ord> Bot<G> for Greedy<G, K> {
    fn choose(
        &mut self,
        known: &G::Known,
        thinking: &mut Thinking<'_, MoveOf<G>>,
    ) -> Choice<MoveOf<G>> {
        self.moves.clear();
        G::legal_moves(known, &mut self.moves);
        let mut known = known.clone();
        let mut best = None;
        let mut n_best = 0;
        for i in 0..self.moves.len() {
            let m = self.moves[i];
            let rank = Some((self.rank)(&mut known, m));
            // The best so far stand at the beginning.
            if rank > best {
                (best, n_best) = (rank, 1);
                self.moves.swap(0, i);
            } else if rank == best {
                self.moves.swap(n_best, i);
                n_best += 1;
            }
        }
        assert!(n_best > 0, "who is asked has a move");
        let mut rng = tie_breaker(self.seed.unwrap_or(thinking.seed));
        Choice { m: self.moves[random_index(&mut rng, n_best)], info: Info::default() }
    }
}
