//! `tilewright show`

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use serde_json::{Value, json};
use tilewright_core::Viewer;
use tilewright_render::{GameView, Ink, Style, choice, svg, text};
use tilewright_table::{AnyMove, GameId, Perspective, Table, check_viewer, in_a_sentence};

use crate::opening::{Opened, Opening};
use crate::standings::Standings;
use crate::usage::{parse_viewer, usage};

/// Show the board, the turn, the scores, and the position as text
///
/// With hidden hands the last line is the view of the viewer, unless --full is given. --position
/// accepts it and shows the same again.
#[derive(Args)]
#[command(after_help = "\
Examples:
  tilewright show blokus
  tilewright show blokus --variant duo --moves \"F5e@d9 O1n@j5\"
  tilewright show blokus --variant duo --json
  tilewright show triominos --position \"viewer=1 seats=2 round=1 scores=0/0 held=1-2-3/?0\"
  tilewright show --record game.record --ply 12
  tilewright show --record game.record --ply 12 --svg board.svg")]
pub(crate) struct Arguments {
    /// The game
    #[arg(required_unless_present = "record")]
    game: Option<GameId>,

    #[command(flatten)]
    opening: Opening,

    /// Show the view of this seat, instead of a spectator's
    #[arg(long, value_name = "SEAT|spectator", value_parser = parse_viewer)]
    #[arg(allow_negative_numbers = true)]
    viewer: Option<Viewer>,

    /// Print the whole position as the last line, with everything hidden
    #[arg(long, conflicts_with_all = ["viewer", "json"])]
    full: bool,

    /// Print JSON: the game, the position as text, the number of legal moves, and the view; with
    /// hidden hands only the game and the view
    #[arg(long)]
    json: bool,

    /// Draw the board into this file, as an SVG picture
    #[arg(long, value_name = "FILE", conflicts_with_all = ["full", "json"])]
    svg: Option<PathBuf>,

    /// Draw the board into this file, as a PNG picture
    #[cfg(feature = "png")]
    #[arg(long, value_name = "FILE", conflicts_with_all = ["full", "json"])]
    png: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments, ink: Ink, out: &mut dyn Write) -> Result<()> {
    match arguments.opening.open_to_show(arguments.game)? {
        Opened::Table(table) => show(arguments, &*table, ink, out),
        Opened::Seen(seen) => show_seen(arguments, &seen, ink, out),
    }
}

fn show(arguments: &Arguments, table: &dyn Table, ink: Ink, out: &mut dyn Write) -> Result<()> {
    let viewer = arguments.viewer.unwrap_or(Viewer::Spectator);
    check_viewer(viewer, table.n_seats()).map_err(usage)?;
    if arguments.wants_picture() {
        let last_move = table.move_at(table.ply()).filter(|_| !table.game().has_secrets());
        return write_pictures(arguments, &table.game_view(viewer), last_move);
    }
    if arguments.json {
        writeln!(out, "{}", json(table, viewer))?;
        return Ok(());
    }
    write_drawing(&table.game_view(viewer), ink, out)?;
    write!(out, "{}", Standings::of_table(table).lines())?;
    if table.game().has_secrets() && !arguments.full {
        write_view_text(&table.view(viewer), out)
    } else {
        Ok(writeln!(out, "position: {}", table.position_text())?)
    }
}

/// Shows what one viewer saw, which is all that is known.
fn show_seen(
    arguments: &Arguments,
    seen: &Perspective,
    ink: Ink,
    out: &mut dyn Write,
) -> Result<()> {
    let own = seen.viewer();
    if arguments.full {
        return Err(usage(format!("this holds only what {} saw", in_a_sentence(own))));
    }
    if arguments.viewer.is_some_and(|viewer| viewer != own) {
        return Err(usage(format!("this holds only what {} saw", in_a_sentence(own))));
    }
    if arguments.wants_picture() {
        return write_pictures(arguments, &seen.game_view(), None);
    }
    if arguments.json {
        return Ok(writeln!(out, "{}", seen_json(seen))?);
    }
    write_drawing(&seen.game_view(), ink, out)?;
    writeln!(out, "viewer: {own}")?;
    write!(out, "{}", Standings::of_seen(seen).lines())?;
    write_view_text(&seen.view(), out)
}

impl Arguments {
    #[cfg(feature = "png")]
    const fn wants_picture(&self) -> bool {
        self.svg.is_some() || self.png.is_some()
    }

    #[cfg(not(feature = "png"))]
    const fn wants_picture(&self) -> bool {
        self.svg.is_some()
    }
}

/// Writes the pictures that the arguments ask for.
fn write_pictures(
    arguments: &Arguments,
    view: &GameView,
    last_move: Option<AnyMove>,
) -> Result<()> {
    let style = Style { last_move, ..Style::default() };
    if let Some(file) = &arguments.svg {
        write_file(file, svg(view, &style).as_bytes())?;
    }
    #[cfg(feature = "png")]
    if let Some(file) = &arguments.png {
        write_file(file, &tilewright_render::png(view, &style))?;
    }
    Ok(())
}

fn write_file(file: &Path, bytes: &[u8]) -> Result<()> {
    fs::write(file, bytes).with_context(|| format!("cannot write {}", file.display()))
}

fn write_drawing(view: &GameView, ink: Ink, out: &mut dyn Write) -> Result<()> {
    let drawings = [text(view, ink), choice(view, ink)];
    for drawing in drawings.iter().filter(|drawing| !drawing.is_empty()) {
        writeln!(out, "{drawing}")?;
    }
    Ok(())
}

/// The whole position has all secrets, so a game with secrets has only the text of the view, if its
/// views have one.
fn write_view_text(view: &Value, out: &mut dyn Write) -> Result<()> {
    if let Some(text) = view["position"].as_str() {
        writeln!(out, "position: {text}")?;
    }
    Ok(())
}

/// The knowledge of the viewer of a record, for programs, as [`json()`] has it for games with
/// secrets.
pub(crate) fn seen_json(seen: &Perspective) -> Value {
    json!({ "game": seen.game(), "view": seen.view() })
}

/// The knowledge of the viewer, for programs. A position has all secrets, and the number of moves
/// may reveal a hand, so games with secrets have neither.
pub(crate) fn json(table: &dyn Table, viewer: Viewer) -> Value {
    let game = table.game();
    let view = table.view(viewer);
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
