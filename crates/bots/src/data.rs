//! The folder for data.

use std::env;
use std::path::PathBuf;

/// The folder for what the user keeps: games, tables, memories. None if there is no home.
pub fn data_folder() -> Option<PathBuf> {
    let folder = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let data = folder("XDG_DATA_HOME").filter(|path| path.is_absolute());
    let data = data.or_else(|| folder("HOME").map(|home| home.join(".local/share")));
    data.map(|data| data.join("tilewright"))
}
