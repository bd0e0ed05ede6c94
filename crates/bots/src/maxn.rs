//! Max^n as a bot.

use tilewright_core::{Game, MoveOf};
use tilewright_search::{Choice, Evaluate, Limits, MaxN, Thinking};

use crate::bot::{Bot, KindInfo, Made};
use crate::chance::tie_breaker;
use crate::endgame::ExactEndgame;
use crate::playable::Playable;
use crate::spec::{BotSpec, DEPTH, NODES, SEED, TIME, WIDTH};

/// Looks ahead, and takes every seat for one that plays for itself.
pub(crate) struct MaxNBot<G: Game, E> {
    search: MaxN<G::Position, E>,
    finish: ExactEndgame<G::Position>,
    limits: Limits,
    seed: Option<u64>,
}

pub(crate) const INFO: KindInfo = KindInfo {
    name: "maxn",
    help: "max^n search: every player plays for themselves; 100,000 nodes by default",
    keys: &[DEPTH, NODES, TIME, SEED, WIDTH],
};

/// The usual limits: a fraction of a second, and the same on every machine.
const USUAL: Limits = Limits { nodes: Some(100_000), ..Limits::NONE };

/// The usual number of moves that it searches in a position.
const USUAL_WIDTH: usize = 12;

impl<G, E> MaxNBot<G, E>
where
    G: Playable<Known = <G as Game>::Position>,
    E: Evaluate<G::Position> + Send + 'static,
{
    /// The bot of a spec.
    pub(crate) fn make(spec: &BotSpec, evaluator: E, finish: ExactEndgame<G::Position>) -> Made<G> {
        let limits = spec.limits()?;
        let seed = spec.seed()?;
        let width = spec.width()?.unwrap_or(USUAL_WIDTH);
        let search = MaxN::new(evaluator).with_width(width);
        Ok(Box::new(MaxNBot::<G, E> { search, finish, limits, seed }))
    }
}

impl<G, E> Bot<G> for MaxNBot<G, E>
where
    G: Playable<Known = <G as Game>::Position>,
    E: Evaluate<G::Position> + Send,
{
    fn choose(
        &mut self,
        known: &G::Position,
        thinking: &mut Thinking<'_, MoveOf<G>>,
    ) -> Choice<MoveOf<G>> {
        let mut rng = tie_breaker(self.seed.unwrap_or(thinking.seed));
        let asked = thinking.limits.or(self.limits);
        let limits = if asked == Limits::NONE { USUAL } else { asked };
        match self.finish.choice(known, limits, thinking.stop) {
            Ok(choice) => choice,
            Err(left) => self.search.search(known, left, thinking, &mut rng),
        }
    }
}
