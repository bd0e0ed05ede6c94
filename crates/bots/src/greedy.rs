//! The move that looks best at once.

use std::marker::PhantomData;

use tilewright_core::{MoveOf, Rng, random_index};
use tilewright_search::{Choice, SearchInfo, Thinking};

use crate::bot::{Bot, Made};
use crate::chance::tie_breaker;
use crate::playable::Playable;
use crate::spec::BotSpec;

/// The move of the highest rank; among equals chance decides.
pub(crate) struct Greedy<G: Playable, F> {
    /// The rank of a move. It may be tried out if it is taken back.
    rank: F,
    seed: Option<u64>,
    moves: Vec<MoveOf<G>>,
    game: PhantomData<fn() -> G>,
}

impl<G, F, K> Greedy<G, F>
where
    G: Playable,
    F: Fn(&mut G::Known, MoveOf<G>) -> K + Send + 'static,
    K: Ord,
{
    /// The bot of a spec, whose other settings, if any, are in the rank.
    pub(crate) fn make(spec: &BotSpec, rank: F) -> Made<G> {
        Ok(Box::new(Greedy { rank, seed: spec.seed()?, moves: Vec::new(), game: PhantomData }))
    }
}

impl<G, F, K> Bot<G> for Greedy<G, F>
where
    G: Playable,
    F: Fn(&mut G::Known, MoveOf<G>) -> K + Send,
    K: Ord,
{
    fn choose(
        &mut self,
        known: &G::Known,
        thinking: &mut Thinking<'_, MoveOf<G>>,
    ) -> Choice<MoveOf<G>> {
        self.moves.clear();
        G::legal_moves(known, &mut self.moves);
        let mut known = known.clone();
        let mut rng = tie_breaker(self.seed.unwrap_or(thinking.seed));
        let m = highest(&mut self.moves, |m| (self.rank)(&mut known, m), &mut rng);
        Choice { m, info: SearchInfo::default() }
    }
}

/// One of the moves of the highest rank, all equally likely. They are left in another order.
///
/// # Panics
/// If there is no move.
pub(crate) fn highest<M: Copy, K: Ord>(
    moves: &mut [M],
    mut rank: impl FnMut(M) -> K,
    rng: &mut impl Rng,
) -> M {
    let mut best = None;
    let mut n_best = 0;
    for i in 0..moves.len() {
        let rank = Some(rank(moves[i]));
        // The best so far stand at the beginning.
        if rank > best {
            (best, n_best) = (rank, 1);
            moves.swap(0, i);
        } else if rank == best {
            moves.swap(n_best, i);
            n_best += 1;
        }
    }
    assert!(n_best > 0, "who is asked has a move");
    moves[random_index(rng, n_best)]
}
