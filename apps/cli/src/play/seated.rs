//! The bots at the table, and engines of others.

use std::time::Duration;

use anyhow::{Context, Result};
use indicatif::ProgressBar;
use tilewright_bots::{Bots, Choice, Opponent, SearchInfo, Thinking};
use tilewright_core::{BySeat, Seat, Viewer};
use tilewright_protocol::engine::{ExternalEngine, Fault, Timeouts};
use tilewright_table::Table;

use super::player::Player;

/// How often a terminal is told that a bot still thinks.
pub(crate) const TICK: Duration = Duration::from_millis(300);

/// How long an engine may think: who plays against it can end the game sooner.
const ENGINE_TIMEOUT: Duration = Duration::from_mins(10);

/// Whoever plays and is no human, each told what its seat sees and nothing else.
pub(crate) struct Seated {
    sitting: BySeat<Option<Sitting>>,
    seed: u64,
}

enum Sitting {
    Bot(Box<dyn Opponent>),
    Engine(Guest),
}

/// An engine, and how many moves of this game it was told; none before it knows of the game.
struct Guest {
    engine: Box<dyn ExternalEngine>,
    start: String,
    n_told: Option<usize>,
}

impl Seated {
    /// Seats them where the game began; what has happened since they are told before they choose.
    pub(crate) fn new(
        table: &dyn Table,
        bots: Bots,
        players: &BySeat<Player>,
        seed: u64,
    ) -> Result<Seated> {
        let mut sitting = BySeat::from_fn(players.len(), |_| None);
        for seat in players.seats() {
            let start = table.start_known_to(seat);
            sitting[seat] = match &players[seat] {
                Player::Human => None,
                Player::Bot(spec) => {
                    let opponent = bots.seat(spec, &start);
                    Some(Sitting::Bot(opponent.with_context(|| format!("cannot seat {spec}"))?))
                }
                Player::Engine(spec) => {
                    let timeouts = Timeouts { search: ENGINE_TIMEOUT, ..Timeouts::default() };
                    let engine = spec.engine(timeouts);
                    Some(Sitting::Engine(Guest { engine, start, n_told: None }))
                }
            };
        }
        Ok(Seated { sitting, seed })
    }

    /// What the bot or engine on this seat plays now, or why it plays nothing; nothing if a human sits
    /// there.
    pub(crate) fn choose(
        &mut self,
        table: &dyn Table,
        seat: Seat,
    ) -> Result<Option<Result<Choice<String>, Fault>>> {
        let Some(sitting) = &mut self.sitting[seat] else { return Ok(None) };
        let looks = table.moves_seen_by(Viewer::Seat(seat));
        let spinner = ProgressBar::new_spinner().with_message(format!("seat {seat} thinks"));
        spinner.enable_steady_tick(TICK);
        let mut listen = |info: &SearchInfo<String>| {
            if let Some(sentence) = info.sentence.as_ref().filter(|_| !table.game().has_secrets()) {
                spinner.set_message(format!("seat {seat} thinks: {sentence}"));
            }
        };
        let mut thinking =
            Thinking { seed: self.seed, listener: Some(&mut listen), ..Thinking::default() };
        let choice = match sitting {
            Sitting::Bot(opponent) => {
                for look in &looks[opponent.ply()..] {
                    opponent.follow(look, table.revealed(opponent.ply() + 1))?;
                }
                opponent.choose(&mut thinking).map(Ok)
            }
            Sitting::Engine(guest) => Some(guest.choose(table, seat, &looks, &mut thinking)),
        };
        spinner.finish_and_clear();
        Ok(choice)
    }

    /// Forgets what came after so many moves.
    pub(crate) fn go_back_to(&mut self, ply: usize) {
        for seat in self.sitting.seats() {
            match &mut self.sitting[seat] {
                Some(Sitting::Bot(opponent)) => opponent.go_back_to(ply),
                // It is told the game from its beginning.
                Some(Sitting::Engine(guest)) => guest.n_told = None,
                None => {}
            }
        }
    }
}

impl Guest {
    fn choose(
        &mut self,
        table: &dyn Table,
        seat: Seat,
        looks: &[String],
        thinking: &mut Thinking<'_, String>,
    ) -> Result<Choice<String>, Fault> {
        if self.n_told.is_none() {
            self.engine.begin(table.game(), seat, &self.start)?;
        }
        for (look, ply) in looks.iter().zip(1..).skip(self.n_told.unwrap_or_default()) {
            self.engine.follow(look, table.revealed(ply));
        }
        self.n_told = Some(looks.len());
        let choice = self.engine.choose(None, thinking)?;
        let is_legal = table.explain(&choice.m);
        is_legal.map_err(|error| Fault::illegal(&choice.m, &error))?;
        Ok(choice)
    }
}
