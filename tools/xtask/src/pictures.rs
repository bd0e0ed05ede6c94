//! `cargo xtask pictures`: takes the pictures of the README, in a browser.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::{web, workspace};

/// A picture may have so many bytes: a README is read over slow lines too.
const MAX_BYTES: u64 = 150_000;

/// Starts the server that is built here, opens the recorded games and the first page, and writes a
/// picture of each into `docs/pictures`.
pub(crate) fn run() -> Result<()> {
    web::ensure_packages()?;
    let status = workspace::cargo().args(["build", "-p", "tilewright"]).status()?;
    ensure!(status.success(), "the server could not be built ({status})");
    let server = workspace::metadata()?.target_directory.join("debug/tilewright");
    let words =
        ["exec", "--", "playwright", "test", "--config", "app/pictures/playwright.config.ts"];
    web::succeed(web::npm()?.args(words).env("TILEWRIGHT", server))?;
    check_sizes(&workspace::root().join("docs/pictures"))
}

fn check_sizes(folder: &Path) -> Result<()> {
    for entry in fs::read_dir(folder).context("docs/pictures is not there")? {
        let entry = entry?;
        let name = entry.file_name();
        let size = entry.metadata()?.len();
        ensure!(size <= MAX_BYTES, "{} has {size} bytes, more than {MAX_BYTES}", name.display());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_that_is_too_large_is_named() {
        let folder = std::env::temp_dir().join(format!("xtask-pictures-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("small.png"), "small").unwrap();
        let small = check_sizes(&folder);
        fs::write(folder.join("large.png"), vec![0; 150_001]).unwrap();
        let large = check_sizes(&folder).unwrap_err().to_string();
        fs::remove_dir_all(&folder).unwrap();
        assert!(small.is_ok());
        assert_eq!(large, "large.png has 150001 bytes, more than 150000");
    }
}
