//! Monte Carlo tree search (MCTS) as a bot.

#![expect(clippy::cast_precision_loss, reason = "points and squares have a few digits")]

pub(crate) mod aquapipe;
pub(crate) mod blokus;
pub(crate) mod coerceo;
#[cfg(test)]
pub(crate) mod tests;

use tilewright_core::{Game, MoveOf};
use tilewright_search::{Choice, Limits, Mcts, MoveValue, Policy, Thinking};

use crate::bot::{Bot, KeyInfo, KindInfo, Made};
use crate::chance::{Generator, generator};
use crate::playable::Playable;
use crate::spec::{BotSpec, SEED, SpecError, THREADS, TIME};

/// Simulates games, for any seat.
pub(crate) struct MctsBot<G: Game, I> {
    search: Mcts<G::Position, I>,
    settings: Settings,
}

pub(crate) const INFO: KindInfo = KindInfo {
    name: "mcts",
    help: "Monte Carlo tree search; 5,000 simulations by default",
    keys: KEYS,
};

/// The settings of a bot that simulates games.
pub(crate) const KEYS: &[KeyInfo] = &[NODES, TIME, THREADS, EXPLORATION, SEED];

const NODES: KeyInfo =
    KeyInfo { name: "nodes", values: "a whole number", help: "the number of simulations" };
const EXPLORATION: KeyInfo = KeyInfo {
    name: "exploration",
    values: "a number such as 0.7",
    help: "c_puct: higher values explore more",
};

/// The usual limit: a fraction of a second, and the same on every machine.
const USUAL_NODES: u64 = 5_000;

/// The settings of such a bot.
pub(crate) struct Settings {
    limits: Limits,
    n_threads: usize,
    pub(crate) c_puct: Option<f32>,
    seed: Option<u64>,
}

impl Settings {
    pub(crate) fn read(spec: &BotSpec) -> Result<Settings, SpecError> {
        let is_plain = |number: &f32| number.is_finite() && *number >= 0.0;
        Ok(Settings {
            limits: spec.limits()?,
            n_threads: spec.threads()?,
            c_puct: spec.read(EXPLORATION, |it| it.parse().ok().filter(is_plain))?,
            seed: spec.seed()?,
        })
    }

    /// The limits: those asked for, or else those of the settings.
    pub(crate) fn limits(&self, asked: Limits) -> Limits {
        let limits = asked.or(self.limits);
        let is_limited = limits.time.is_some() || limits.nodes.is_some();
        if is_limited { limits } else { Limits { nodes: Some(USUAL_NODES), ..limits } }
    }

    /// The chance of each thread: the same throughout a game, so that a bot that returns to a
    /// position chooses the same again.
    pub(crate) fn generators(&self, seed: u64) -> Vec<Generator> {
        let seed = self.seed.unwrap_or(seed);
        (0..self.n_threads).map(|thread| generator(seed, thread)).collect()
    }
}

impl<G, I> MctsBot<G, I>
where
    G: Playable<Known = <G as Game>::Position>,
    I: Policy<G::Position> + Send + Sync + 'static,
{
    /// The bot of a spec, with the exploration constant of the game as a default.
    pub(crate) fn make(spec: &BotSpec, policy: I, c_puct: f32) -> Made<G> {
        let settings = Settings::read(spec)?;
        let mut search = Mcts::new(policy);
        search.c_puct = settings.c_puct.unwrap_or(c_puct);
        Ok(Box::new(MctsBot::<G, I> { search, settings }))
    }
}

impl<G, I> Bot<G> for MctsBot<G, I>
where
    G: Playable<Known = <G as Game>::Position>,
    I: Policy<G::Position> + Send + Sync,
{
    fn choose(
        &mut self,
        known: &G::Position,
        thinking: &mut Thinking<'_, MoveOf<G>>,
    ) -> Choice<MoveOf<G>> {
        let limits = self.settings.limits(thinking.limits);
        let mut rngs = self.settings.generators(thinking.seed);
        self.search.search(known, limits, thinking, &mut rngs)
    }

    /// By the same search: the value of a move is the part of the simulated games that each seat
    /// won with it, without the points that count in a choice.
    fn rate(
        &mut self,
        known: &G::Position,
        about: Option<MoveOf<G>>,
        thinking: &mut Thinking<'_, MoveOf<G>>,
    ) -> Vec<MoveValue<MoveOf<G>>> {
        let limits = self.settings.limits(thinking.limits);
        let mut rngs = self.settings.generators(thinking.seed);

        self.search.rate(known, about, limits, thinking, &mut rngs)
    }
}

/// The prior weight of a move by its gain, beside one that gains nothing: as much more likely as
/// another one that loses it is less.
fn weight_of_gain(gain: f32) -> f32 {
    if gain >= 0.0 { 1.0 + gain } else { 1.0 / (1.0 - gain) }
}
