//! What a bot would play instead of the human, from what the human sees.

use std::time::Duration;

use anyhow::{Context, Result};
use tilewright_bots::{Analysis, Bots, Limits, Question};
use tilewright_core::Seat;
use tilewright_table::Table;

use crate::analyse::ask;

/// How long it thinks, and how many moves it names.
const TIME: Duration = Duration::from_secs(1);
const N_MOVES: usize = 3;

/// The best moves of the seat to move, by the best bot there is. It is told what the seat sees and
/// nothing else, so that a hint tells no secrets.
pub(crate) fn hint(table: &dyn Table, seat: Seat, seed: u64) -> Result<Analysis<String>> {
    let bots = Bots::of(table.game());
    let mut helper = bots.seat_at(&bots.best(table.n_seats()), table, seat)?;
    let limits = Limits { time: Some(TIME), ..Limits::NONE };
    let question = Question { limits, seed, n_moves: N_MOVES, ..Question::default() };
    ask(&mut *helper, question, seat).context("there is nothing to choose from")
}
