//! Writes the views of the games for the web client:
//! `cargo run -p tilewright-table --example views`.

use std::path::Path;
use std::{fs, io};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/board/src/views");
    // Everything is removed before, so that no type outlives its source.
    match fs::remove_dir_all(&folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error.into()),
        _ => Ok(tilewright_table::write_typescript(&folder)?),
    }
}
