//! `tilewright games`

use std::io::Write;

use anyhow::Result;
use clap::Args;
use tilewright_bots::Bots;
use tilewright_table::GameId;

use crate::levels;
use crate::text::{WIDTH, wrapped};

/// The columns beside names and help texts: an indentation, and a gap.
const MARGIN: usize = 4;

/// List the games with their options, notation, bots and levels
#[derive(Args)]
#[command(after_help = "\
Examples:
  tilewright games
  tilewright games coerceo")]
pub(crate) struct Arguments {
    /// Only this game
    game: Option<GameId>,
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<()> {
    let is_asked_for = |game: &GameId| arguments.game.is_none_or(|only| only == *game);
    for (i, game) in GameId::ALL.into_iter().filter(is_asked_for).enumerate() {
        if i > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{game} ({})", game.name())?;
        let width = game.options().iter().map(|option| option.name.len()).max().unwrap_or_default();
        for option in game.options() {
            let room = WIDTH - MARGIN - width;
            let mut name = option.name;
            for line in wrapped(option.values, room).iter().chain(&wrapped(option.help, room)) {
                writeln!(out, "  {name:width$}  {line}")?;
                name = "";
            }
        }
        let counted = game.perft_options();
        if !counted.is_empty() {
            let options: Vec<String> =
                counted.iter().map(|(name, value)| format!("{name}={value}")).collect();
            writeln!(out, "  perft counts with {}", options.join(" "))?;
        }
        writeln!(out)?;
        for line in game.notation().lines() {
            writeln!(out, "{}", format!("  {line}").trim_end())?;
        }
        list_bots(game, out)?;
    }
    Ok(())
}

/// The bots, each with its settings.
fn list_bots(game: GameId, out: &mut dyn Write) -> Result<()> {
    let bots = Bots::of(game);
    writeln!(out, "\n  bots, written kind or kind:key=value,key=value")?;
    let width = bots.kinds().map(|kind| kind.name.len()).max().unwrap_or_default();
    for kind in bots.kinds() {
        let mut name = kind.name;
        for line in wrapped(kind.help, WIDTH - MARGIN - width) {
            writeln!(out, "  {name:width$}  {line}")?;
            name = "";
        }
        for key in kind.keys {
            let text = format!("{}: {}, {}", key.name, key.help, key.values);
            for (i, line) in wrapped(&text, WIDTH - MARGIN - 4 - width).iter().enumerate() {
                let indent = if i == 0 { 2 } else { 4 };
                writeln!(out, "  {:width$}  {:indent$}{line}", "", "")?;
            }
        }
    }
    writeln!(out, "\n  levels")?;
    for (i, level) in bots.levels().iter().enumerate() {
        for (row, line) in wrapped(&level.to_string(), WIDTH - MARGIN - 1).iter().enumerate() {
            let number = if row == 0 { (i + 1).to_string() } else { String::new() };
            writeln!(out, "  {number:1}  {line}")?;
        }
    }
    if let Some(table) = levels::elo_table(Some(game)) {
        write!(
            out,
            "\n  the Elo of each level, where level 1 has 0 and ? was not measured\n{table}"
        )?;
    }
    Ok(())
}
