//! Folders that are made when they are needed.

use std::fs;
use std::path::Path;

use anyhow::{Result, anyhow};

use crate::usage::usage;

/// Makes a folder with all that it lies in, or says why not, and which option names another place.
pub(crate) fn create_folder(folder: &Path, option: &str) -> Result<()> {
    fs::create_dir_all(folder).map_err(|error| {
        anyhow!("cannot create {}: {error}; choose another place by {option}", folder.display())
    })
}

/// Refuses a file whose folder is not there, before something is done that takes long.
pub(crate) fn check_folder_of(file: &Path) -> Result<()> {
    match file.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.is_dir()) {
        None => Ok(()),
        Some(folder) => {
            let name = file.display();
            let folder = folder.display();
            Err(usage(format!("cannot write {name}: there is no folder {folder}")))
        }
    }
}
