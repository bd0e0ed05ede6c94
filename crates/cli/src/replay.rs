//! `tilewright replay`

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use tilewright_core::{Ink, Viewer};
use tilewright_games::{Record, Table};

use crate::standings::standings;

/// Check the record of a game, and show how it ended
#[derive(Args)]
#[command(after_help = "\
Examples:
  tilewright replay game.record
  tilewright replay - < game.record")]
pub(crate) struct Arguments {
    /// The record, or - for the standard input
    file: PathBuf,
}

pub(crate) fn run(arguments: &Arguments, ink: Ink, out: &mut dyn Write) -> Result<()> {
    let (record, table) = read(&arguments.file)?;
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
