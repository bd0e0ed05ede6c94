//! Information-set Monte Carlo tree search as a bot.

#![expect(clippy::cast_precision_loss, reason = "points have a few digits")]

#[cfg(test)]
mod tests;
pub(crate) mod triominos;

use tilewright_core::{Game, Imperfect, MoveOf};
use tilewright_search::{Choice, Guide, Ismcts, Mcts, Thinking};

use crate::analysis::Rated;
use crate::bot::{Bot, KindInfo, Made};
use crate::mcts::{KEYS, Settings};
use crate::playable::Playable;
use crate::spec::BotSpec;

/// Imagines what is hidden, and simulates games from there.
pub(crate) struct Imaginer<G: Imperfect, I> {
    search: Ismcts<G, I>,
    /// When nothing is hidden any more, this finds the truth.
    open_search: Mcts<G::Position, I>,
    is_open: fn(&G::View) -> bool,
    settings: Settings,
}

pub(crate) const INFO: KindInfo = KindInfo {
    name: "ismcts",
    help: "imagines what is hidden and simulates games from there, 5,000 unless told otherwise",
    keys: KEYS,
};

impl<G, I> Imaginer<G, I>
where
    G: Playable<Known = <G as Game>::View> + Imperfect,
    I: Guide<G::Position> + Copy + Send + Sync + 'static,
{
    /// What a spec describes; it explores as much as is good for this game unless told otherwise.
    /// The game says when a viewer knows everything.
    pub(crate) fn make(
        spec: &BotSpec,
        guide: I,
        exploration: f32,
        is_open: fn(&G::View) -> bool,
    ) -> Made<G> {
        let settings = Settings::read(spec)?;
        let (mut search, mut open_search) = (Ismcts::new(guide), Mcts::new(guide));
        search.exploration = settings.exploration.unwrap_or(exploration);
        open_search.exploration = search.exploration;
        Ok(Box::new(Imaginer::<G, I> { search, open_search, is_open, settings }))
    }
}

impl<G, I> Bot<G> for Imaginer<G, I>
where
    G: Playable<Known = <G as Game>::View> + Imperfect,
    I: Guide<G::Position> + Copy + Send + Sync,
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

    /// By the same search: the value of a move is the part of the simulated games that each seat won
    /// with it. Of a game of several rounds only this one is played, and the value is guessed from its
    /// scores; so is the margin.
    fn rate(
        &mut self,
        known: &G::View,
        about: Option<MoveOf<G>>,
        thinking: &mut Thinking<'_, MoveOf<G>>,
    ) -> Vec<Rated<MoveOf<G>>> {
        let limits = self.settings.limits(thinking.limits);
        let mut rngs = self.settings.generators(thinking.seed);
        let ratings = if (self.is_open)(known) {
            let position = G::sample(known, &mut rngs[0]);
            self.open_search.rate(&position, about, limits, thinking, &mut rngs)
        } else {
            self.search.rate(known, about, limits, thinking, &mut rngs)
        };
        ratings.into_iter().map(Rated::from).collect()
    }
}
