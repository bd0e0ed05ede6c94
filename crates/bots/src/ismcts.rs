//! Information-set Monte Carlo tree search (ISMCTS) as a bot.

#![expect(clippy::cast_precision_loss, reason = "points have a few digits")]

#[cfg(test)]
mod tests;
pub(crate) mod triominos;

use tilewright_core::{Imperfect, MoveOf};
use tilewright_search::{Choice, Ismcts, Mcts, MoveValue, Policy, Thinking};

use crate::bot::{Bot, KindInfo, Made};
use crate::mcts::{KEYS, Settings};
use crate::playable::Playable;
use crate::spec::BotSpec;

/// A bot that determinizes what is hidden, and simulates games from there.
pub(crate) struct IsmctsBot<G: Imperfect, I> {
    search: Ismcts<G, I>,
    /// The search when nothing is hidden any more.
    open_search: Mcts<G::Position, I>,
    is_open: fn(&G::View) -> bool,
    settings: Settings,
}

pub(crate) const INFO: KindInfo = KindInfo {
    name: "ismcts",
    help: "information set Monte Carlo tree search; 5,000 simulations by default",
    keys: KEYS,
};

impl<G, I> IsmctsBot<G, I>
where
    G: Playable + Imperfect,
    I: Policy<G::Position> + Copy + Send + Sync + 'static,
{
    /// The bot of a spec, with the exploration constant of the game as a default.
    /// The game says when a viewer knows everything.
    pub(crate) fn make(
        spec: &BotSpec,
        policy: I,
        c_puct: f32,
        is_open: fn(&G::View) -> bool,
    ) -> Made<G> {
        let settings = Settings::read(spec)?;
        let mut search = Ismcts::new(policy);
        let mut open_search = Mcts::new(policy);
        search.c_puct = settings.c_puct.unwrap_or(c_puct);
        open_search.c_puct = search.c_puct;
        Ok(Box::new(IsmctsBot::<G, I> { search, open_search, is_open, settings }))
    }
}

impl<G, I> Bot<G> for IsmctsBot<G, I>
where
    G: Playable + Imperfect,
    I: Policy<G::Position> + Copy + Send + Sync,
{
    fn choose(
        &mut self,
        known: &G::View,
        thinking: &mut Thinking<'_, MoveOf<G>>,
    ) -> Choice<MoveOf<G>> {
        let limits = self.settings.limits(thinking.limits);
        let mut rngs = self.settings.generators(thinking.seed);
        if (self.is_open)(known) {
            let position = G::sample(known, &mut rngs[0]);
            return self.open_search.search(&position, limits, thinking, &mut rngs);
        }
        self.search.search(known, limits, thinking, &mut rngs)
    }

    /// By the same search: the value of a move is the part of the simulated games that each seat
    /// won with it. Of a game of several rounds only this one is played, and the value is guessed
    /// from its scores; so is the margin.
    fn rate(
        &mut self,
        known: &G::View,
        about: Option<MoveOf<G>>,
        thinking: &mut Thinking<'_, MoveOf<G>>,
    ) -> Vec<MoveValue<MoveOf<G>>> {
        let limits = self.settings.limits(thinking.limits);
        let mut rngs = self.settings.generators(thinking.seed);

        if (self.is_open)(known) {
            let position = G::sample(known, &mut rngs[0]);
            self.open_search.rate(&position, about, limits, thinking, &mut rngs)
        } else {
            self.search.rate(known, about, limits, thinking, &mut rngs)
        }
    }
}
