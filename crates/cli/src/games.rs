//! `tilewright games`

use std::io::Write;

use anyhow::Result;
use clap::Args;
use tilewright_engines::Bots;
use tilewright_games::GameId;

/// List the games, their options, how moves are written, and the bots
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
        list_bots(game, out)?;
    }
    Ok(())
}

/// The bots, each with its settings.
fn list_bots(game: GameId, out: &mut dyn Write) -> Result<()> {
    let bots = Bots::of(game.slug()).expect("every game has bots");
    writeln!(out, "\n  bots, written kind or kind:key=value,key=value")?;
    let width = bots.kinds().map(|kind| kind.name.len()).max().unwrap_or_default();
    for kind in bots.kinds() {
        writeln!(out, "  {:width$}  {}", kind.name, kind.help)?;
        for key in kind.keys {
            writeln!(out, "  {:width$}    {}: {}, {}", "", key.name, key.help, key.values)?;
        }
    }
    writeln!(out, "\n  levels")?;
    for (n, level) in (1..).zip(bots.levels()) {
        writeln!(out, "  {n}  {level}")?;
    }
    Ok(())
}
