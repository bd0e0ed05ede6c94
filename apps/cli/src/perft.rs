//! `tilewright perft`

use std::io::Write;

use anyhow::Result;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use tilewright_table::{GameId, Table};

use crate::opening::Opening;
use crate::usage::up_to;

/// Count the move sequences of a length; the last line is the count
///
/// Chance, hidden hands and repetitions are left out: `tilewright games` shows with which options.
#[derive(Args)]
#[command(after_help = "\
Examples:
  tilewright perft blokus --variant duo --depth 3
  tilewright perft blokus --depth 2 --moves \"O1n@a20\" --divide")]
pub(crate) struct Arguments {
    /// The game
    #[arg(required_unless_present = "record")]
    game: Option<GameId>,

    #[command(flatten)]
    opening: Opening,

    /// The number of moves
    #[arg(long, value_name = "D", value_parser = up_to(255), allow_negative_numbers = true)]
    depth: u64,

    /// Also print the count of each first move
    #[arg(long)]
    divide: bool,
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<()> {
    let table = arguments.opening.open_to_count(arguments.game)?;
    let depth = arguments.depth as usize;
    let count = if arguments.divide { divide(&*table, depth, out)? } else { count(&*table, depth) };
    writeln!(out, "{count}")?;
    Ok(())
}

/// Prints the part of each first move as soon as it is known.
fn divide(table: &dyn Table, depth: usize, out: &mut dyn Write) -> Result<u64> {
    let mut written = Ok(());
    let count = table.perft_divide(depth, &mut |m, n_sequences| {
        if written.is_ok() {
            written = writeln!(out, "{m} {n_sequences}");
        }
    });
    written?;
    Ok(count)
}

/// Shows how far it is on a terminal, and nothing in a pipe.
fn count(table: &dyn Table, depth: usize) -> u64 {
    let bar = ProgressBar::new(table.n_legal_moves() as u64);
    bar.set_style(
        ProgressStyle::with_template("{wide_bar} {pos}/{len} first moves, {eta} left")
            .expect("the template is right"),
    );
    let count = table.perft_divide(depth, &mut |_, _| bar.inc(1));
    bar.finish_and_clear();
    count
}
