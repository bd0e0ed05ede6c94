//! `tilewright show`

use std::io::Write;

use anyhow::Result;
use clap::Args;
use serde_json::{Value, json};
use tilewright_core::{Ink, Seat, Turn, Viewer};
use tilewright_games::{GameId, Table};

use crate::opening::Opening;
use crate::standings;
use crate::usage::usage;

/// Show the board, whose turn it is, and the scores
#[derive(Args)]
#[command(after_help = "\
Examples:
  tilewright show blokus
  tilewright show blokus --variant duo --moves \"F5e@d9 O1n@j5\"
  tilewright show blokus --variant duo --json
  tilewright show --record game.record --ply 12")]
pub(crate) struct Arguments {
    /// Which game
    #[arg(required_unless_present = "record")]
    game: Option<GameId>,

    #[command(flatten)]
    opening: Opening,

    /// Through the eyes of this seat, instead of a spectator's
    #[arg(long, value_name = "SEAT", allow_negative_numbers = true)]
    viewer: Option<Seat>,

    /// As JSON: the game, the text of the position, the number of legal moves, and the view, which
    /// is all that the viewer may know; a game with secrets has only the game and the view
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments, ink: Ink, out: &mut dyn Write) -> Result<()> {
    let table = arguments.opening.open(arguments.game)?;
    let viewer = arguments.viewer.map_or(Viewer::Spectator, Viewer::Seat);
    if let Viewer::Seat(seat) = viewer {
        let n_seats = table.n_seats();
        if seat.index() >= n_seats {
            return Err(usage(format!("there is no seat {seat} at a table for {n_seats}")));
        }
    }
    if arguments.json {
        writeln!(out, "{}", json(&*table, viewer))?;
        return Ok(());
    }
    writeln!(out, "{}", table.draw(viewer, ink))?;
    let choice = table.draw_choice(viewer, ink);
    if !choice.is_empty() {
        writeln!(out, "{choice}")?;
    }
    // A position tells all.
    if !table.game().has_secrets() {
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

/// What the viewer may know, for programs. A position tells all, and the number of moves may tell
/// what a seat holds, so games with secrets have neither.
pub(crate) fn json(table: &dyn Table, viewer: Viewer) -> Value {
    let (game, view) = (table.game(), table.view(viewer));
    if game.has_secrets() {
        return json!({ "game": game, "view": view });
    }
    json!({
        "game": game,
        "position": table.position_text(),
        "n_legal_moves": table.n_legal_moves(),
        "view": view,
    })
}
