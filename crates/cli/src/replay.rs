//! `tilewright replay`

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use tilewright_core::{Ink, Viewer};
use tilewright_games::{Record, Table};

use crate::show;
use crate::standings::standings;
use crate::usage::{up_to, usage};

/// No record has more moves: it has no more lines.
pub(crate) const MAX_PLY: u64 = 100_000;

/// Check the record of a game, and show how it ended
#[derive(Args)]
#[command(after_help = "\
Examples:
  tilewright replay game.record
  tilewright replay game.record --ply 12
  tilewright replay - < game.record")]
pub(crate) struct Arguments {
    /// The record, or - for the standard input
    file: PathBuf,

    /// Show how the game stood after N moves; all of it is checked nevertheless
    #[arg(long, value_name = "N")]
    #[arg(value_parser = up_to(MAX_PLY), allow_negative_numbers = true)]
    ply: Option<u64>,

    /// What a spectator may know, as JSON, like that of `tilewright show`
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments, ink: Ink, out: &mut dyn Write) -> Result<()> {
    let (record, mut table) = read(&arguments.file)?;
    rewind(&mut *table, arguments.ply)?;
    if arguments.json {
        writeln!(out, "{}", show::json(&*table, Viewer::Spectator))?;
        return Ok(());
    }
    writeln!(out, "{}", table.draw(Viewer::Spectator, ink))?;
    let name = |seat| record.name(seat).filter(|name| !name.is_empty()).map(str::to_owned);
    write!(out, "{}", standings(&*table, name))?;
    Ok(())
}

/// Reads a record and replays it.
pub(crate) fn read(file: &Path) -> Result<(Record, Box<dyn Table>)> {
    let name = if file == "-" { "the standard input".into() } else { file.to_string_lossy() };
    let bytes = read_bytes(file).with_context(|| format!("cannot read {name}"))?;
    let text = String::from_utf8(bytes).ok().with_context(|| format!("{name} is not text"))?;
    let record: Record = text.parse().with_context(|| name.clone().into_owned())?;
    let table = record.replay().with_context(|| name.into_owned())?;
    Ok((record, table))
}

/// Goes back to the position after so many moves, if a number is given.
pub(crate) fn rewind(table: &mut dyn Table, ply: Option<u64>) -> Result<()> {
    let n_moves = table.ply();
    let ply = ply.map_or(n_moves, |ply| ply as usize);
    if ply > n_moves {
        return Err(usage(format!("--ply {ply}: the record has only {n_moves} moves")));
    }
    for _ in ply..n_moves {
        table.undo();
    }
    Ok(())
}

fn read_bytes(file: &Path) -> io::Result<Vec<u8>> {
    // More than a record may have, so that an endless file is refused as too long.
    const LIMIT: u64 = 32 << 20;
    let mut bytes = Vec::new();
    if file == "-" {
        io::stdin().lock().take(LIMIT).read_to_end(&mut bytes)?;
    } else {
        File::open(file)?.take(LIMIT).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}
