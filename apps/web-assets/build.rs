//! Lists the files of the built client, so that each new one is embedded.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("dist");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files = Vec::new();
    for entry in fs::read_dir(&folder)? {
        files.push(entry?.path());
    }
    files.sort();
    let mut list = String::from("[\n");
    for file in &files {
        let name = file.file_name().expect("an entry has a name").to_string_lossy();
        let path = file.to_string_lossy();
        writeln!(list, "    Asset {{ path: {name:?}, bytes: include_bytes!({path:?}) }},")
            .expect("a string takes all text");
    }
    list.push(']');
    let out = env::var("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&out).join("assets.rs"), list)
}
