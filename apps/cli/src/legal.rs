//! `tilewright legal`

use std::io::Write;

use anyhow::Result;
use clap::Args;
use serde_json::Value;
use tilewright_table::GameId;

use crate::opening::Opening;

/// List the legal moves, one per line
#[derive(Args)]
#[command(after_help = "\
Examples:
  tilewright legal blokus --variant duo | wc -l
  tilewright legal blokus --variant duo --moves \"F5e@d9\" --json
  tilewright legal --record game.record --ply 12")]
pub(crate) struct Arguments {
    /// The game
    #[arg(required_unless_present = "record")]
    game: Option<GameId>,

    #[command(flatten)]
    opening: Opening,

    /// Print the parts of each move as one JSON array
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<()> {
    let table = arguments.opening.open(arguments.game)?;
    if arguments.json {
        writeln!(out, "{}", Value::Array(table.legal_move_views()))?;
    } else {
        for m in table.legal_moves() {
            writeln!(out, "{m}")?;
        }
    }
    Ok(())
}
