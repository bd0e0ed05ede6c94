//! The bots at the table.

use std::time::Duration;

use anyhow::{Context, Result};
use indicatif::ProgressBar;
use tilewright_core::{BySeat, Seat, Viewer};
use tilewright_engines::{Bots, Choice, Info, Opponent, Thinking};
use tilewright_games::Table;

use super::player::Player;

/// How often a terminal is told that a bot still thinks.
pub(crate) const TICK: Duration = Duration::from_millis(300);

/// The bots at the table, each told what its seat sees and nothing else.
pub(crate) struct Seated {
    opponents: BySeat<Option<Box<dyn Opponent>>>,
    seed: u64,
}

impl Seated {
    /// Seats the bots where the game began; what has happened since they are told before they choose.
    pub(crate) fn new(
        table: &dyn Table,
        bots: Bots,
        players: &BySeat<Player>,
        seed: u64,
    ) -> Result<Seated> {
        let mut opponents = BySeat::from_fn(players.len(), |_| None);
        for seat in players.seats() {
            if let Player::Bot(spec) = &players[seat] {
                let opponent = bots
                    .seat(spec, &table.start_known_to(seat))
                    .with_context(|| format!("cannot seat {spec}"))?;
                opponents[seat] = Some(opponent);
            }
        }
        Ok(Seated { opponents, seed })
    }

    /// What the bot on this seat plays now; nothing if none sits there.
    pub(crate) fn choose(
        &mut self,
        table: &dyn Table,
        seat: Seat,
    ) -> Result<Option<Choice<String>>> {
        let Some(opponent) = &mut self.opponents[seat] else { return Ok(None) };
        let looks = table.moves_seen_by(Viewer::Seat(seat));
        for look in &looks[opponent.ply()..] {
            opponent.follow(look, table.revealed(opponent.ply() + 1))?;
        }
        let spinner = ProgressBar::new_spinner().with_message(format!("seat {seat} thinks"));
        spinner.enable_steady_tick(TICK);
        let mut listen = |info: &Info<String>| {
            if let Some(sentence) = info.sentence.as_ref().filter(|_| !table.game().has_secrets()) {
                spinner.set_message(format!("seat {seat} thinks: {sentence}"));
            }
        };
        let mut thinking =
            Thinking { seed: self.seed, listener: Some(&mut listen), ..Thinking::default() };
        let choice = opponent.choose(&mut thinking);
        spinner.finish_and_clear();
        Ok(choice)
    }

    /// Forgets what came after so many moves.
    pub(crate) fn go_back_to(&mut self, ply: usize) {
        for seat in self.opponents.seats() {
            if let Some(opponent) = &mut self.opponents[seat] {
                opponent.go_back_to(ply);
            }
        }
    }
}
