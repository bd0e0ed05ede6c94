//! `tilewright completions` and `tilewright manual`: files for packages, made from the arguments.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;

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

pub(crate) fn write(arguments: &Manual, command: &Command) -> Result<()> {
    let folder = &arguments.folder;
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let pages = command.get_subcommands().filter(|sub| !sub.is_hide_set()).map(page_of);
    for page in std::iter::once(command.clone()).chain(pages) {
        let path = folder.join(format!("{}.1", page.get_name()));
        let mut text = Vec::new();
        Man::new(page).render(&mut text)?;
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

/// A command under the name of its page: `tilewright-play`.
fn page_of(command: &Command) -> Command {
    let name = format!("tilewright-{}", command.get_name());
    command.clone().name(name)
}
