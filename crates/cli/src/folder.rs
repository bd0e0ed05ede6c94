//! Folders that are made when they are needed.

use std::fs;
use std::path::Path;

use anyhow::{Result, anyhow};

/// Makes a folder with all that it lies in, or says why not, and which option names another place.
pub(crate) fn create_folder(folder: &Path, option: &str) -> Result<()> {
    fs::create_dir_all(folder).map_err(|error| {
        anyhow!("cannot create {}: {error}; choose another place by {option}", folder.display())
    })
}
