//! The workspace's folder, and the cargo that builds it.

use std::env;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};
use cargo_metadata::{Metadata, MetadataCommand};

/// The directory of the root manifest.
pub(crate) fn root() -> &'static Path {
    let tools = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in tools");
    tools.parent().expect("tools lies in the root directory")
}

/// The cargo that runs this task, started in the root directory.
///
/// Only variables that a caller adds differ from the caller's environment, so that flags from
/// `.cargo/config.toml` hold here too.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

/// The crates of the workspace, without what they depend on: quick, and needs no network.
pub(crate) fn metadata() -> Result<Metadata> {
    MetadataCommand::new()
        .manifest_path(root().join("Cargo.toml"))
        .no_deps()
        .exec()
        .context("cargo metadata failed")
}
