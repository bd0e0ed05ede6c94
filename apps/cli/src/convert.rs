//! `tilewright convert`

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use tilewright_protocol::blksgf;
use tilewright_table::Record;

use crate::replay::{self, name, read_bytes};
use crate::usage::usage;

/// Turn a record into a game file of Pentobi, or back
///
/// The names of the files show their formats: `.record` is a record, `.blksgf` a game of Blokus as
/// Pentobi saves it. Of a game file the main line is taken, with names, comments and the board it
/// began on. Notes on the standard error list the parts that are left out.
#[derive(Args)]
#[command(after_help = "\
Examples:
  tilewright convert game.blksgf game.record
  tilewright convert game.record game.blksgf --force
  tilewright convert --from blksgf - --to record - < game.blksgf")]
pub(crate) struct Arguments {
    /// The file to read, or - for the standard input
    #[arg(value_name = "IN")]
    input: PathBuf,

    /// The file to write, or - for the standard output
    #[arg(value_name = "OUT")]
    output: PathBuf,

    /// The format of IN, if its name does not show it
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,

    /// The format of OUT, if its name does not show it
    #[arg(long, value_name = "FORMAT")]
    to: Option<Format>,

    /// Replace OUT if it is there already
    #[arg(long)]
    force: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Record,
    Blksgf,
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<()> {
    let Arguments { input, output, from, to, force } = arguments;
    let from = from.map_or_else(|| format_of(input, "--from"), Ok)?;
    let to = to.map_or_else(|| format_of(output, "--to"), Ok)?;
    let (text, notes) = match (from, to) {
        (Format::Record, Format::Blksgf) => record_to_blksgf(input)?,
        (Format::Blksgf, Format::Record) => blksgf_to_record(input)?,
        (Format::Record, Format::Record) | (Format::Blksgf, Format::Blksgf) => {
            return Err(usage("both files are in the same format, so there is nothing to convert"));
        }
    };
    if output == "-" {
        out.write_all(text.as_bytes())?;
    } else {
        write_file(output, &text, *force)?;
    }
    for note in notes {
        // The conversion is done, even if this cannot be written.
        let _ = writeln!(io::stderr(), "note: {note}");
    }
    Ok(())
}

fn format_of(file: &Path, option: &str) -> Result<Format> {
    let extension = file.extension().map(|it| it.to_string_lossy().to_ascii_lowercase());
    match extension.as_deref() {
        Some("record") => Ok(Format::Record),
        Some("blksgf") => Ok(Format::Blksgf),
        _ => Err(usage(format!(
            "the name '{}' does not tell the format: say {option} record or {option} blksgf",
            file.display()
        ))),
    }
}

fn record_to_blksgf(input: &Path) -> Result<(String, Vec<String>)> {
    let written = blksgf::write(&replay::read(input)?).with_context(|| name(input))?;
    Ok((written.text, written.notes))
}

fn blksgf_to_record(input: &Path) -> Result<(String, Vec<String>)> {
    let text = blksgf::decode(read_bytes(input)?).with_context(|| name(input))?;
    let blksgf::Read { record, notes } = blksgf::read(&text).with_context(|| name(input))?;
    Ok((Record::to_string(&record), notes))
}

/// Writes a new file, or replaces it as a whole if it may be replaced.
fn write_file(path: &Path, text: &str, force: bool) -> Result<()> {
    if path.is_dir() {
        bail!("{} is a folder: name a file", path.display());
    }
    let written = if force { replace(path, text) } else { create(path, text) };
    match written {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            bail!("{} exists already: replace it with --force", path.display())
        }
        written => written.with_context(|| format!("cannot write {}", path.display())),
    }
}

fn create(path: &Path, text: &str) -> io::Result<()> {
    let mut file = File::create_new(path)?;
    file.write_all(text.as_bytes()).inspect_err(|_| {
        // Half a file is of no use. If it stays, there is nothing more to do about it.
        let _ = fs::remove_file(path);
    })
}

/// Writes beside the file, and then gives it its name, so that the old one is lost only when the
/// new one is whole.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    // What a link leads to is replaced, not the link.
    let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let mut beside = OsString::from(".");
    beside.push(target.file_name().unwrap_or_default());
    beside.push(format!(".{}", std::process::id()));
    let beside = target.with_file_name(beside);
    let written = fs::write(&beside, text).and_then(|()| fs::rename(&beside, &target));
    written.inspect_err(|_| {
        let _ = fs::remove_file(&beside);
    })
}
