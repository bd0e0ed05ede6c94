//! The folder for data.

use std::path::PathBuf;

use etcetera::BaseStrategy;

/// The folder for the user's games, tablebases and memories, where the system wants it: on Linux
/// below `XDG_DATA_HOME` or `~/.local/share`. None if there is no home.
pub fn data_folder() -> Option<PathBuf> {
    let folders = etcetera::base_strategy::choose_native_strategy().ok()?;
    Some(folders.data_dir().join("tilewright"))
}
