//! Alpha-beta as a bot.

#[cfg(test)]
mod tests;

use tilewright_core::{Game, MoveOf};
use tilewright_search::{AlphaBeta, Choice, Evaluate, Limits, Thinking};

use crate::bot::{Bot, KindInfo, Made};
use crate::chance::tie_breaker;
use crate::playable::Playable;
use crate::spec::{BotSpec, DEPTH, MEMORY, NODES, SEED, THREADS, TIME};

/// Looks ahead for one seat against the others.
pub(crate) struct Minimax<G: Game, E> {
    search: AlphaBeta<G::Position, E>,
    limits: Limits,
    seed: Option<u64>,
}

pub(crate) const INFO: KindInfo = KindInfo {
    name: "minimax",
    help: "looks ahead (alpha-beta), at 300,000 positions unless told otherwise",
    keys: &[DEPTH, NODES, TIME, SEED, THREADS, MEMORY],
};

/// What it spends if nobody says anything: a fraction of a second, and the same on every machine.
const USUAL: Limits = Limits { nodes: Some(300_000), ..Limits::NONE };

impl<G, E> Minimax<G, E>
where
    G: Playable<Known = <G as Game>::Position>,
    E: Evaluate<G::Position> + Send + Sync + 'static,
{
    /// What a spec describes.
    pub(crate) fn make(spec: &BotSpec, evaluator: E) -> Made<G> {
        let (limits, seed) = (spec.limits()?, spec.seed()?);
        let mut search = AlphaBeta::new(evaluator).selective().with_threads(spec.threads()?);
        if let Some(n_bytes) = spec.memory()? {
            search = search.with_memory(n_bytes);
        }
        Ok(Box::new(Minimax::<G, E> { search, limits, seed }))
    }
}

impl<G, E> Bot<G> for Minimax<G, E>
where
    G: Playable<Known = <G as Game>::Position>,
    E: Evaluate<G::Position> + Send + Sync,
{
    fn choose(
        &mut self,
        known: &G::Position,
        thinking: &mut Thinking<'_, MoveOf<G>>,
    ) -> Choice<MoveOf<G>> {
        let mut rng = tie_breaker(self.seed.unwrap_or(thinking.seed));
        let asked = thinking.limits.or(self.limits);
        let limits = if asked == Limits::NONE { USUAL } else { asked };
        self.search.search(known, limits, thinking, &mut rng)
    }
}
