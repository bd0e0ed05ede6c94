//! `tilewright show`

use std::io::Write;

use anyhow::Result;
use clap::Args;
use serde_json::{Value, json};
use tilewright_core::{Ink, Seat, Turn, Viewer};
use tilewright_games::{GameId, SeenGame, Table};

use crate::opening::{Opened, Opening};
use crate::standings;
use crate::text::named;
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

    /// Through the eyes of this seat, instead of a spectator's; a record of what one viewer saw has
    /// its own
    #[arg(long, value_name = "SEAT", allow_negative_numbers = true)]
    viewer: Option<Seat>,

    /// As JSON: the game, the text of the position, the number of legal moves, and the view, which
    /// is all that the viewer may know; a game with secrets has only the game and the view
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments, ink: Ink, out: &mut dyn Write) -> Result<()> {
    match arguments.opening.open_to_show(arguments.game)? {
        Opened::Table(table) => show(arguments, &*table, ink, out),
        Opened::Seen(seen) => show_seen(arguments, &seen, ink, out),
    }
}

fn show(arguments: &Arguments, table: &dyn Table, ink: Ink, out: &mut dyn Write) -> Result<()> {
    let viewer = arguments.viewer.map_or(Viewer::Spectator, Viewer::Seat);
    check_viewer(viewer, table)?;
    if arguments.json {
        writeln!(out, "{}", json(table, viewer))?;
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

/// Checks that somebody can look at the table from there.
pub(crate) fn check_viewer(viewer: Viewer, table: &dyn Table) -> Result<()> {
    let n_seats = table.n_seats();
    match viewer {
        Viewer::Seat(seat) if seat.index() >= n_seats => {
            Err(usage(format!("there is no seat {seat} at a table for {n_seats}")))
        }
        _ => Ok(()),
    }
}

/// Shows what the viewer of a record saw: the view says all that it knows of turn and scores.
fn show_seen(arguments: &Arguments, seen: &SeenGame, ink: Ink, out: &mut dyn Write) -> Result<()> {
    let own = seen.viewer();
    if arguments.viewer.is_some_and(|seat| own != Viewer::Seat(seat)) {
        return Err(usage(format!("the record tells only what {} saw", named(own))));
    }
    if arguments.json {
        writeln!(out, "{}", seen_json(seen))?;
    } else {
        writeln!(out, "{}\nviewer: {own}", seen.draw(ink))?;
    }
    Ok(())
}

/// What the viewer of a record saw, for programs, as [`json`] has it for games with secrets.
pub(crate) fn seen_json(seen: &SeenGame) -> Value {
    json!({ "game": seen.game(), "view": seen.view() })
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
