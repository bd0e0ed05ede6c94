//! `tilewright legal`

use std::io::Write;

use anyhow::Result;
use clap::Args;
use tilewright_games::GameId;

use crate::opening::Opening;

/// List the legal moves, one per line
#[derive(Args)]
#[command(after_help = "\
Examples:
  tilewright legal blokus --variant duo | wc -l
  tilewright legal blokus --variant duo --moves \"F5e@d9\" --json")]
pub(crate) struct Arguments {
    /// Which game
    game: GameId,

    #[command(flatten)]
    opening: Opening,

    /// The parts of each move, as one JSON array
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<()> {
    let table = arguments.opening.open(arguments.game)?;
    if arguments.json {
        serde_json::to_writer(&mut *out, &table.legal_move_views())?;
        writeln!(out)?;
    } else {
        for m in table.legal_moves() {
            writeln!(out, "{m}")?;
        }
    }
    Ok(())
}
