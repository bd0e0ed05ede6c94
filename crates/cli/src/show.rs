//! `tilewright show`

use std::io::Write;

use anyhow::{Result, ensure};
use clap::Args;
use tilewright_core::{Ink, Seat, Turn, Viewer};
use tilewright_games::GameId;

use crate::opening::Opening;
use crate::standings;

/// Show the board, whose turn it is, and the scores
#[derive(Args)]
#[command(after_help = "\
Examples:
  tilewright show blokus
  tilewright show blokus --variant duo --moves \"F5e@d9 O1n@j5\"
  tilewright show blokus --variant duo --json")]
pub(crate) struct Arguments {
    /// Which game
    game: GameId,

    #[command(flatten)]
    opening: Opening,

    /// Through the eyes of this seat, instead of a spectator's
    #[arg(long, value_name = "SEAT")]
    viewer: Option<Seat>,

    /// What the viewer may know, as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments, ink: Ink, out: &mut dyn Write) -> Result<()> {
    let table = arguments.opening.open(arguments.game)?;
    let viewer = arguments.viewer.map_or(Viewer::Spectator, Viewer::Seat);
    if let Viewer::Seat(seat) = viewer {
        let n_seats = table.n_seats();
        ensure!(seat.index() < n_seats, "there is no seat {seat} at a table for {n_seats}");
    }
    if arguments.json {
        serde_json::to_writer(&mut *out, &table.view(viewer))?;
        writeln!(out)?;
        return Ok(());
    }
    writeln!(out, "{}", table.draw(viewer, ink))?;
    // A position tells all, and whoever looks through a seat's eyes wants to see no more than it.
    if arguments.viewer.is_none() || !table.game().has_secrets() {
        writeln!(out, "position: {}", table.position_text())?;
    }
    match table.turn() {
        Turn::Player(seat) => writeln!(out, "turn: seat {seat}")?,
        Turn::Chance => writeln!(out, "turn: chance")?,
        Turn::Over(outcome) => {
            writeln!(out, "turn: over\nplaces: {}", standings::joined(outcome.places()))?;
        }
    }
    writeln!(out, "scores: {}", standings::joined(&table.scores()))?;
    Ok(())
}
