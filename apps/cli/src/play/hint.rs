//! The move that a bot would play instead of the human, from what the human sees.

use std::time::Duration;

use anyhow::{Context, Result};
use tilewright_bots::{Analysis, AnyBot, Bots, Limits, Question};
use tilewright_core::{Seat, Viewer};
use tilewright_table::{AnyMove, Table};

use crate::analyze::{ask, told};

/// The time that a hint takes, and the number of moves that it names.
const TIME: Duration = Duration::from_secs(1);
const N_MOVES: usize = 3;

/// The best moves of the seat to move, by the best bot there is, from the perspective of that seat:
/// so a hint reveals no secrets.
pub(crate) fn hint(table: &dyn Table, seat: Seat, seed: u64) -> Result<Analysis<AnyMove>> {
    let perspective = table.perspective(Viewer::Seat(seat));
    let analysis = ask(&mut *best(table)?, &perspective, &question(seed), seat);
    analysis.context("there is nothing to choose from")
}

/// The same without a spinner; `show` hears of the best move so far.
pub(crate) fn hint_in_silence(
    table: &dyn Table,
    seat: Seat,
    seed: u64,
    show: &mut dyn FnMut(&str),
) -> Result<Analysis<AnyMove>> {
    let perspective = table.perspective(Viewer::Seat(seat));
    let mut listen = |analysis: &Analysis<AnyMove>| {
        if let Some(best) = analysis.best() {
            show(&told(best, seat));
        }
    };
    let mut question = Question { listener: Some(&mut listen), ..question(seed) };
    let analysis = best(table)?.analyze(&perspective, &mut question);
    analysis.context("there is nothing to choose from")
}

fn best(table: &dyn Table) -> Result<Box<dyn AnyBot>> {
    let bots = Bots::of(table.game());
    Ok(bots.bot(&bots.best(table.n_seats()))?)
}

fn question<'a>(seed: u64) -> Question<'a, AnyMove> {
    let limits = Limits { time: Some(TIME), ..Limits::NONE };
    Question { limits, seed, n_moves: N_MOVES, ..Question::default() }
}
