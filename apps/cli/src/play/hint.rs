//! The move that a bot would play instead of the human, from what the human sees.

use std::time::Duration;

use anyhow::{Context, Result};
use tilewright_bots::{Analysis, Bots, Limits, Question};
use tilewright_core::{Seat, Viewer};
use tilewright_table::{AnyMove, Table};

use crate::analyze::ask;

/// The time that a hint takes, and the number of moves that it names.
const TIME: Duration = Duration::from_secs(1);
const N_MOVES: usize = 3;

/// The best moves of the seat to move, by the best bot there is, from the perspective of that seat:
/// so a hint reveals no secrets.
pub(crate) fn hint(table: &dyn Table, seat: Seat, seed: u64) -> Result<Analysis<AnyMove>> {
    let bots = Bots::of(table.game());
    let mut best = bots.bot(&bots.best(table.n_seats()))?;
    let limits = Limits { time: Some(TIME), ..Limits::NONE };
    let question = Question { limits, seed, n_moves: N_MOVES, ..Question::default() };
    let perspective = table.perspective(Viewer::Seat(seat));
    ask(&mut *best, &perspective, &question, seat).context("there is nothing to choose from")
}
