//! Writes the wire types of the web client: `cargo run -p tilewright-server --example wire`.

use std::path::Path;
use std::{fs, io};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/app/src/wire");
    match fs::remove_dir_all(&folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error.into()),
        _ => Ok(tilewright_server::wire::write_typescript(&folder)?),
    }
}
