//! `cargo xtask web`: builds the web client into the crate that embeds it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::workspace;

/// The files of the built client, whose names are fixed.
const FILES: [&str; 4] = ["app.css", "app.js", "icon.svg", "index.html"];

/// The client may have so many bytes in all when it is compressed.
const MAX_COMPRESSED: u64 = 200_000;

/// The command that installs packages: as the lock file says. `npm ci` would refuse a lock file
/// that lacks what only other platforms need, and registries do not always have that.
pub(crate) const INSTALL: &[&str] = &["install", "--no-save"];

/// Node of this version, or a later one, builds and tests the client.
const OLDEST_NODE: u32 = 20;

/// Builds the client; or builds it elsewhere, and fails if what is committed differs.
pub(crate) fn run(is_check: bool) -> Result<()> {
    ensure_packages()?;
    let built = workspace::metadata()?.target_directory.into_std_path_buf().join("web");
    succeed(npm()?.args(["run", "build", "--silent"]).env("TILEWRIGHT_WEB_OUT", &built))?;
    check_size(&built)?;
    let embedded = workspace::root().join("apps/web-assets/dist");
    if is_check {
        return check_fresh(&built, &embedded);
    }
    for name in FILES {
        fs::copy(built.join(name), embedded.join(name))
            .with_context(|| format!("the built client has no {name}"))?;
    }
    Ok(())
}

/// Installs the packages of the client if there are none.
pub(crate) fn ensure_packages() -> Result<()> {
    if web_dir().join("node_modules").is_dir() { Ok(()) } else { succeed(npm()?.args(INSTALL)) }
}

/// npm in the directory of the web client, if Node is there and not too old.
pub(crate) fn npm() -> Result<Command> {
    let version = Command::new("node").arg("--version").output();
    let version = version.ok().map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    if version.as_deref().and_then(major).is_none_or(|major| major < OLDEST_NODE) {
        bail!("the web client needs Node {OLDEST_NODE} or later with npm: install them first");
    }
    let mut command = Command::new("npm");
    command.current_dir(web_dir());
    Ok(command)
}

pub(crate) fn web_dir() -> PathBuf {
    workspace::root().join("web")
}

/// The first number of a version such as `v20.20.2`.
fn major(version: &str) -> Option<u32> {
    version.trim().strip_prefix('v')?.split('.').next()?.parse().ok()
}

fn check_fresh(built: &Path, embedded: &Path) -> Result<()> {
    for name in FILES {
        let new = fs::read(built.join(name)).with_context(|| format!("{name} was not built"))?;
        let is_same = fs::read(embedded.join(name)).is_ok_and(|old| old == new);
        ensure!(is_same, "apps/web-assets/dist/{name} is stale: run `cargo xtask web`");
    }
    for entry in fs::read_dir(built)? {
        let name = entry?.file_name();
        let is_known = FILES.iter().any(|known| name == *known);
        ensure!(is_known, "the build has a file that nobody embeds: {}", name.display());
    }
    Ok(())
}

fn check_size(built: &Path) -> Result<()> {
    let size = compressed_size(built)?;
    eprintln!("web: the client has {size} bytes compressed");
    ensure!(size <= MAX_COMPRESSED, "the client has more than {MAX_COMPRESSED} bytes compressed");
    Ok(())
}

/// The size of the built client in this folder, compressed, in bytes.
pub(crate) fn compressed_size(built: &Path) -> Result<u64> {
    let mut size = 0;
    for name in FILES {
        let output = Command::new("gzip").args(["-9", "-c"]).arg(built.join(name)).output()?;
        ensure!(output.status.success(), "{name} cannot be compressed");
        size += output.stdout.len() as u64;
    }
    Ok(size)
}

/// Runs npm with its output shown, and fails if it does.
pub(crate) fn succeed(command: &mut Command) -> Result<()> {
    let status = command.status().context("npm did not start")?;
    ensure!(status.success(), "npm failed ({status})");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_of_node_is_read() {
        assert_eq!(major("v20.20.2\n"), Some(20));
        assert_eq!(major("20.1"), None);
        assert_eq!(major(""), None);
    }

    #[test]
    fn what_differs_from_the_build_is_stale() {
        let root = std::env::temp_dir().join(format!("xtask-web-{}", std::process::id()));
        let [built, embedded] = ["built", "embedded"].map(|name| root.join(name));
        for directory in [&built, &embedded] {
            fs::create_dir_all(directory).unwrap();
            for name in FILES {
                fs::write(directory.join(name), name).unwrap();
            }
        }
        check_fresh(&built, &embedded).unwrap();
        fs::write(built.join("extra.js"), "").unwrap();
        let extra = check_fresh(&built, &embedded).unwrap_err().to_string();
        fs::write(embedded.join("app.js"), "other").unwrap();
        let stale = check_fresh(&built, &embedded).unwrap_err().to_string();
        fs::remove_dir_all(&root).unwrap();
        assert!(extra.ends_with("nobody embeds: extra.js"), "{extra}");
        assert!(stale.ends_with("app.js is stale: run `cargo xtask web`"), "{stale}");
    }
}
