//! `tilewright completions` and `tilewright manual`: files for packages, made from the arguments.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::{Args, Command};
use clap_complete::Shell;

/// Print the completions of a shell
///
/// Put the output where the shell looks for completions, for instance
/// `tilewright completions bash > ~/.local/share/bash-completion/completions/tilewright`.
#[derive(Args)]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

/// Write the man pages into a folder
///
/// One page for the program and one for each command: tilewright.1, tilewright-play.1 and so on.
#[derive(Args)]
pub(crate) struct Manual {
    /// The folder, made if it does not exist
    folder: PathBuf,
}

pub(crate) fn complete(
    arguments: &Completions,
    command: &mut Command,
    out: &mut dyn Write,
) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, command, "tilewright", &mut script);
    out.write_all(&script)?;
    Ok(())
}

pub(crate) fn write(arguments: &Manual, command: Command) -> Result<()> {
    let folder = &arguments.folder;
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let name = || format!("cannot write man pages to {}", folder.display());
    clap_mangen::generate_to(command, folder).with_context(name)
}
