//! The players that are not human: our bots, and engines of others.

use std::time::Duration;

use anyhow::{Context, Result};
use tilewright_bots::{AnyBot, Bots, SearchInfo, Thinking};
use tilewright_core::{BySeat, Seat, Viewer};
use tilewright_protocol::engine::{ExternalEngine, Fault, NoChoice, Timeouts};
use tilewright_table::{AnyMove, Perspective, SeenMove, Table};

use super::player::Player;

/// The time between two frames of the spinner that shows that a bot still thinks.
pub(crate) const TICK: Duration = Duration::from_millis(300);

/// The time that an engine may think: its human opponent can end the game sooner.
const ENGINE_TIMEOUT: Duration = Duration::from_mins(10);

/// The players that are not human, each of which learns what its seat sees and nothing else.
pub(crate) struct Opponents {
    by_seat: BySeat<Option<Opponent>>,
    seed: u64,
}

enum Opponent {
    Bot(Box<dyn AnyBot>),
    Engine(EnginePlayer),
}

/// An engine, and the number of moves of this game that it has received; none before it knows of
/// the game.
struct EnginePlayer {
    engine: Box<dyn ExternalEngine>,
    n_received: Option<usize>,
}

/// A move that was chosen, and what was said about it.
pub(crate) struct Chosen {
    pub(crate) m: AnyMove,
    pub(crate) sentence: Option<String>,
}

impl Opponents {
    pub(crate) fn new(bots: Bots, players: &BySeat<Player>, seed: u64) -> Result<Opponents> {
        let mut by_seat = BySeat::from_fn(players.len(), |_| None);
        for seat in players.seats() {
            by_seat[seat] = match &players[seat] {
                Player::Human => None,
                Player::Bot(spec) => {
                    let bot = bots.bot(spec).with_context(|| format!("cannot seat {spec}"))?;
                    Some(Opponent::Bot(bot))
                }
                Player::Engine(spec) => {
                    let timeouts = Timeouts { search: ENGINE_TIMEOUT, ..Timeouts::default() };
                    let engine = spec.engine(timeouts);
                    Some(Opponent::Engine(EnginePlayer { engine, n_received: None }))
                }
            };
        }
        Ok(Opponents { by_seat, seed })
    }

    /// The move of the bot or engine on this seat, or the reason why it plays nothing; nothing if a
    /// human sits there. `show` gets its progress in sentences, which may betray a hidden hand.
    pub(crate) fn choose(
        &mut self,
        table: &dyn Table,
        seat: Seat,
        show: &mut dyn FnMut(&str),
    ) -> Option<Result<Chosen, NoChoice>> {
        let opponent = self.by_seat[seat].as_mut()?;
        let perspective = table.perspective(Viewer::Seat(seat));
        match opponent {
            Opponent::Bot(bot) => choose_by_bot(&mut **bot, &perspective, self.seed, show).map(Ok),
            Opponent::Engine(player) => Some(player.choose(table, &perspective, self.seed, show)),
        }
    }

    /// Takes note that moves were taken back: engines receive the game from its beginning.
    pub(crate) fn rewind(&mut self) {
        for seat in self.by_seat.seats() {
            if let Some(Opponent::Engine(player)) = &mut self.by_seat[seat] {
                player.n_received = None;
            }
        }
    }
}

fn choose_by_bot(
    bot: &mut dyn AnyBot,
    perspective: &Perspective,
    seed: u64,
    show: &mut dyn FnMut(&str),
) -> Option<Chosen> {
    let mut listen = |info: &SearchInfo<AnyMove>| info.sentence.iter().for_each(|it| show(it));
    let mut thinking = Thinking { seed, listener: Some(&mut listen), ..Thinking::default() };
    let choice = bot.choose(perspective, &mut thinking)?;
    Some(Chosen { m: choice.m, sentence: choice.info.sentence })
}

impl EnginePlayer {
    fn choose(
        &mut self,
        table: &dyn Table,
        perspective: &Perspective,
        seed: u64,
        show: &mut dyn FnMut(&str),
    ) -> Result<Chosen, NoChoice> {
        if let (None, Some(seat)) = (self.n_received, perspective.viewer().seat()) {
            self.engine.begin(table.game(), seat, &perspective.start_text())?;
        }
        let seen = perspective.seen_moves();
        for SeenMove { m, revealed } in &seen[self.n_received.unwrap_or_default()..] {
            self.engine.follow(&m.to_string(), revealed.as_deref());
        }
        self.n_received = Some(seen.len());
        let mut listen = |info: &SearchInfo<String>| info.sentence.iter().for_each(|it| show(it));
        let mut thinking = Thinking { seed, listener: Some(&mut listen), ..Thinking::default() };
        let choice = self.engine.choose(None, &mut thinking)?;
        let m = table.parse_move(&choice.m).map_err(|error| Fault::illegal(&choice.m, &error))?;
        table.explain_move(&m).map_err(|error| Fault::illegal(&choice.m, &error))?;
        Ok(Chosen { m, sentence: choice.info.sentence })
    }
}
