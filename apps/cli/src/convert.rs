//! `tilewright convert`

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use tilewright_protocol::blksgf;
use tilewright_table::{Record, Records};

use crate::replay::{name, read_bytes};
use crate::text::counted;
use crate::usage::usage;

/// Convert records to Pentobi's format, or back: one file, or a whole folder
///
/// The names of the files show their formats: `.record` is a record, `.blksgf` a game of Blokus as
/// Pentobi saves it. Variations, names, comments and the board on which a game began are converted
/// too, and so are all games of a file with several. Notes on the standard error list the parts
/// that are left out.
///
/// In a folder every game file is converted, including those in subfolders. Files that cannot be
/// converted are reported, and the others are converted nevertheless.
#[derive(Args)]
#[command(after_help = "\
Examples:
  tilewright convert game.blksgf game.record
  tilewright convert game.record game.blksgf --force
  tilewright convert pentobi-games/ records/
  tilewright convert records/ games/ --to blksgf
  tilewright convert --from blksgf - --to record - < game.blksgf")]
pub(crate) struct Arguments {
    /// The file or the folder to read, or - for standard input
    #[arg(value_name = "IN")]
    input: PathBuf,

    /// The file or the folder to write, or - for standard output
    #[arg(value_name = "OUT")]
    output: PathBuf,

    /// The format of IN, if its name does not show it
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,

    /// The format of OUT, if its name does not show it; of a folder, `record` by default
    #[arg(long, value_name = "FORMAT")]
    to: Option<Format>,

    /// Replace files that are there already
    #[arg(long)]
    force: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Record,
    Blksgf,
}

impl Format {
    const fn extension(self) -> &'static str {
        match self {
            Format::Record => "record",
            Format::Blksgf => "blksgf",
        }
    }

    const fn other(self) -> Format {
        match self {
            Format::Record => Format::Blksgf,
            Format::Blksgf => Format::Record,
        }
    }

    /// The format that the name of a file shows. Files with several records are named `.records`.
    fn of(file: &Path) -> Option<Format> {
        let extension = file.extension().map(|it| it.to_string_lossy().to_ascii_lowercase());
        match extension.as_deref() {
            Some("record" | "records") => Some(Format::Record),
            Some("blksgf") => Some(Format::Blksgf),
            _ => None,
        }
    }
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<()> {
    let Arguments { input, output, from, to, force } = arguments;
    if input.is_dir() {
        return convert_folder(arguments);
    }
    let from = from.map_or_else(|| format_of(input, "--from"), Ok)?;
    let to = to.map_or_else(|| format_of(output, "--to"), Ok)?;
    if from == to {
        return Err(usage("both files are in the same format, so there is nothing to convert"));
    }
    let (text, notes) = converted(input, to)?;
    if output == "-" {
        out.write_all(text.as_bytes())?;
    } else {
        write_file(output, &text, *force)?;
    }
    for note in notes {
        say(&format!("note: {note}"));
    }
    Ok(())
}

fn format_of(file: &Path, option: &str) -> Result<Format> {
    Format::of(file).ok_or_else(|| {
        usage(format!(
            "the name '{}' does not show the format: give {option} record or {option} blksgf",
            file.display()
        ))
    })
}

/// Writes a line to the standard error. The conversion is done, even if this cannot be written.
fn say(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Converts the files of a folder, and reports those that cannot be converted.
fn convert_folder(arguments: &Arguments) -> Result<()> {
    let Arguments { input, output, from, to, force } = arguments;
    let to = to.or_else(|| from.map(Format::other)).unwrap_or(Format::Record);
    if *from == Some(to) {
        return Err(usage("both formats are the same, so there is nothing to convert"));
    }
    let mut files = Vec::new();
    list_files(input, to.other(), &mut files)?;
    if files.is_empty() {
        let folder = input.display();
        bail!("{folder} has no file whose name ends with .{}", to.other().extension());
    }
    let mut n_failed = 0;
    for file in &files {
        let inside = file.strip_prefix(input).expect("the folder was searched for its files");
        let target = output.join(inside).with_extension(to.extension());
        match convert_file(file, &target, to, *force) {
            Ok(notes) => {
                for note in notes {
                    say(&format!("note: {}: {note}", file.display()));
                }
            }
            Err(error) => {
                n_failed += 1;
                say(&format!("not converted: {error:#}"));
            }
        }
    }
    say(&format!("{} converted", counted(files.len() - n_failed, "file")));
    if n_failed > 0 {
        bail!("{n_failed} of {} could not be converted", counted(files.len(), "file"));
    }
    Ok(())
}

/// Lists the files of a format in a folder and in its subfolders, sorted.
fn list_files(folder: &Path, format: Format, files: &mut Vec<PathBuf>) -> Result<()> {
    let cannot = || format!("cannot read {}", folder.display());
    let entries = fs::read_dir(folder).with_context(cannot)?;
    let mut entries = entries.collect::<io::Result<Vec<_>>>().with_context(cannot)?;
    entries.sort_by_key(fs::DirEntry::path);
    for entry in entries {
        let path = entry.path();
        // A link to a folder is not followed, because it may lead back here.
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            list_files(&path, format, files)?;
        } else if Format::of(&path) == Some(format) {
            files.push(path);
        }
    }
    Ok(())
}

/// Converts a file of a folder, and returns the notes.
fn convert_file(file: &Path, target: &Path, to: Format, force: bool) -> Result<Vec<String>> {
    let (text, notes) = converted(file, to)?;
    if let Some(folder) = target.parent() {
        let cannot = || format!("cannot create {}", folder.display());
        fs::create_dir_all(folder).with_context(cannot)?;
    }
    write_file(target, &text, force)?;
    Ok(notes)
}

/// The games of a file as text in the other format, with notes.
fn converted(input: &Path, to: Format) -> Result<(String, Vec<String>)> {
    match to {
        Format::Blksgf => records_to_blksgf(input),
        Format::Record => blksgf_to_records(input),
    }
}

fn records_to_blksgf(input: &Path) -> Result<(String, Vec<String>)> {
    let bytes = read_bytes(input)?;
    let mut texts = Vec::new();
    let mut notes = Vec::new();
    let records = Records::new(bytes.as_slice()).collect::<Result<Vec<_>, _>>();
    let records = records.with_context(|| name(input))?;
    for record in &records {
        let written = blksgf::write(record).with_context(|| name(input))?;
        texts.push(written.text);
        notes.extend(numbered(written.notes, texts.len(), records.len()));
    }
    Ok((texts.concat(), notes))
}

fn blksgf_to_records(input: &Path) -> Result<(String, Vec<String>)> {
    let text = blksgf::decode(read_bytes(input)?).with_context(|| name(input))?;
    let games = blksgf::read_all(&text).with_context(|| name(input))?;
    let n_games = games.len();
    let mut texts = Vec::new();
    let mut notes = Vec::new();
    for game in games {
        texts.push(Record::to_string(&game.record));
        notes.extend(numbered(game.notes, texts.len(), n_games));
    }
    Ok((texts.join("\n"), notes))
}

/// The notes on a game, with its number if there are several.
fn numbered(notes: Vec<String>, number: usize, n_games: usize) -> impl Iterator<Item = String> {
    let add = move |note| if n_games > 1 { format!("game {number}: {note}") } else { note };
    notes.into_iter().map(add)
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
    // The target of a link is replaced, not the link.
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
