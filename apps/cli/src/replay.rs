//! `tilewright replay`

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use clap::Args;
use tilewright_core::{Seat, Viewer};
use tilewright_render::{Ink, text};
use tilewright_table::{
    Perspective, ReadRecordError, Record, Records, ReplayError, Table, check_viewer, in_a_sentence,
};

use crate::show;
use crate::standings::Standings;
use crate::text::counted;
use crate::usage::{parse_viewer, up_to, usage};

/// No record has more moves: it has no more lines.
pub(crate) const MAX_PLY: u64 = 100_000;

/// Check a record and show the final position
///
/// The record of one viewer is checked as far as that viewer knows, and shown from its view. In a
/// file with several records, such as an arena's, all are checked; --number shows one.
#[derive(Args)]
#[command(after_help = "\
Examples:
  tilewright replay game.record
  tilewright replay game.record --ply 12
  tilewright replay game.record --seen-by 2 > for-seat-2.record
  tilewright replay - < game.record
  tilewright replay arena.records --number 17")]
pub(crate) struct Arguments {
    /// The record, or - for standard input
    file: PathBuf,

    /// The number of a record in a file with several, from 1
    #[arg(long, value_name = "N", value_parser = up_to(u64::MAX), allow_negative_numbers = true)]
    number: Option<u64>,

    /// Show the position after N moves; all moves are checked
    #[arg(long, value_name = "N")]
    #[arg(value_parser = up_to(MAX_PLY), allow_negative_numbers = true)]
    ply: Option<u64>,

    /// Print the view as JSON, like `tilewright show`
    #[arg(long)]
    json: bool,

    /// Print the record as this seat or a spectator saw it, without the secrets of others
    #[arg(long, value_name = "SEAT|spectator", value_parser = parse_viewer)]
    #[arg(allow_negative_numbers = true, conflicts_with_all = ["ply", "json"])]
    seen_by: Option<Viewer>,
}

pub(crate) fn run(arguments: &Arguments, ink: Ink, out: &mut dyn Write) -> Result<()> {
    let file = &arguments.file;
    let record = match choose(file, arguments.number)? {
        Chosen::One(record) => *record,
        Chosen::Checked { n_records } => {
            writeln!(out, "{n_records} records, all correct")?;
            return Ok(());
        }
    };
    if let Some(viewer) = arguments.seen_by {
        check_viewer(viewer, table(file, &record, None)?.n_seats()).map_err(usage)?;
        let redacted = record.redacted(viewer).with_context(|| name(file))?;
        write!(out, "{redacted}")?;
        return Ok(());
    }
    if record.viewer().is_some() {
        return show_seen(&record, &seen(file, &record, arguments.ply)?, arguments.json, ink, out);
    }
    let table = table(file, &record, arguments.ply)?;
    if arguments.json {
        writeln!(out, "{}", show::json(&*table, Viewer::Spectator))?;
        return Ok(());
    }
    writeln!(out, "{}", text(&table.game_view(Viewer::Spectator), ink))?;
    write!(out, "{}", Standings::of_table(&*table).told(|seat| name_of(&record, seat)))?;
    Ok(())
}

/// The content of a file.
enum Chosen {
    /// The only record, or the one that was asked for.
    One(Box<Record>),
    /// Several, which replay.
    Checked { n_records: u64 },
}

fn choose(file: &Path, number: Option<u64>) -> Result<Chosen> {
    let name = name(file);
    let reader: Box<dyn BufRead> = if file == "-" {
        Box::new(io::stdin().lock())
    } else {
        let file = File::open(file).with_context(|| format!("cannot read {name}"))?;
        Box::new(BufReader::new(file))
    };
    let mut records = Records::new(reader);
    if let Some(number) = number {
        let index = number.checked_sub(1).ok_or_else(|| usage("records are numbered from 1"))?;
        let skipped = records.by_ref().take(index as usize).count();
        let there = || format!("{name} has only {}", counted(skipped, "record"));
        let record = records.next().with_context(there)?.with_context(|| name.clone())?;
        return Ok(Chosen::One(Box::new(record)));
    }
    // A mistake in the only record, or a missing record, is reported without a number.
    let first = records.next().unwrap_or_else(|| {
        "".parse().map_err(|error| ReadRecordError::Record { number: 1, error })
    });
    let first = first.map_err(|error| match error {
        ReadRecordError::Record { error, .. } => anyhow!(error).context(name.clone()),
        ReadRecordError::NotText { .. } => anyhow!("{name} is not text"),
        ReadRecordError::Io(error) => anyhow!(error).context(format!("cannot read {name}")),
    })?;
    let Some(second) = records.next() else { return Ok(Chosen::One(Box::new(first))) };
    let mut n_records = 0;
    for record in [Ok(first), second].into_iter().chain(records) {
        n_records += 1;
        let record = record.with_context(|| name.clone())?;
        check(&record).with_context(|| format!("{name}: record {n_records}"))?;
    }
    Ok(Chosen::Checked { n_records })
}

/// Replays a record as far as it can be.
fn check(record: &Record) -> Result<(), ReplayError> {
    match record.viewer() {
        Some(_) => record.replay_view().map(drop),
        None => record.replay().map(drop),
    }
}

/// The name of the player in a seat, if the record has it.
fn name_of(record: &Record, seat: Seat) -> Option<String> {
    record.name(seat).filter(|name| !name.is_empty()).map(str::to_owned)
}

/// Shows how the game ended, or how far it came, through the eyes of the viewer.
fn show_seen(
    record: &Record,
    seen: &Perspective,
    is_json: bool,
    ink: Ink,
    out: &mut dyn Write,
) -> Result<()> {
    if is_json {
        writeln!(out, "{}", show::seen_json(seen))?;
        return Ok(());
    }
    writeln!(out, "{}", text(&seen.game_view(), ink))?;
    writeln!(out, "as {} saw it", in_a_sentence(seen.viewer()))?;
    write!(out, "{}", Standings::of_seen(seen).told(|seat| name_of(record, seat)))?;
    Ok(())
}

/// Reads a record.
pub(crate) fn read(file: &Path) -> Result<Record> {
    let name = name(file);
    let bytes = read_bytes(file)?;
    let text = String::from_utf8(bytes).ok().with_context(|| format!("{name} is not text"))?;
    text.parse().context(name)
}

/// Replays a record, and goes back to the position after so many moves if a number is given.
pub(crate) fn table(file: &Path, record: &Record, ply: Option<u64>) -> Result<Box<dyn Table>> {
    let mut table = record.replay().with_context(|| name(file))?;
    for _ in 0..n_moves_after(ply, table.ply())? {
        table.undo();
    }
    Ok(table)
}

/// The same for the record of what one viewer saw.
pub(crate) fn seen(file: &Path, record: &Record, ply: Option<u64>) -> Result<Perspective> {
    let mut seen = record.replay_view().with_context(|| name(file))?;
    let n_moves = seen.ply();
    seen.rewind(n_moves - n_moves_after(ply, n_moves)?);
    Ok(seen)
}

/// The number of moves after the chosen one.
fn n_moves_after(ply: Option<u64>, n_moves: usize) -> Result<usize> {
    let ply = ply.map_or(n_moves, |ply| ply as usize);
    n_moves.checked_sub(ply).ok_or_else(|| {
        usage(format!("--ply {ply}: the record has only {}", counted(n_moves, "move")))
    })
}

/// The name of the file for a sentence.
pub(crate) fn name(file: &Path) -> String {
    if file == "-" { "the standard input".to_owned() } else { file.display().to_string() }
}

/// Reads a file or the standard input, up to more than a record may have, so that an endless file
/// is refused as too long.
pub(crate) fn read_bytes(file: &Path) -> Result<Vec<u8>> {
    const LIMIT: u64 = 32 << 20;
    let mut bytes = Vec::new();
    let read = if file == "-" {
        io::stdin().lock().take(LIMIT).read_to_end(&mut bytes)
    } else {
        File::open(file).and_then(|file| file.take(LIMIT).read_to_end(&mut bytes))
    };
    read.with_context(|| format!("cannot read {}", name(file)))?;
    Ok(bytes)
}
