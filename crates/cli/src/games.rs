//! `tilewright games`

use std::io::Write;

use anyhow::Result;
use clap::Args;
use tilewright_games::GameId;

/// List the games, their options, and how moves are written
#[derive(Args)]
pub(crate) struct Arguments {}

pub(crate) fn run(_: &Arguments, out: &mut dyn Write) -> Result<()> {
    for (i, game) in GameId::all().enumerate() {
        if i > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{game} ({})", game.name())?;
        let width = game.options().iter().map(|option| option.name.len()).max().unwrap_or_default();
        for option in game.options() {
            writeln!(out, "  {:width$}  {}", option.name, option.values)?;
            writeln!(out, "  {:width$}  {}", "", option.help)?;
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
    }
    Ok(())
}
