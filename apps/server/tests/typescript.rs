//! The TypeScript of the web client is that of the server.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use tilewright_server::wire::write_typescript;

#[test]
fn the_committed_types_are_fresh() {
    let fresh = tempfile::tempdir().unwrap();
    write_typescript(fresh.path()).unwrap();
    let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/app/src/wire");
    let fresh = files(fresh.path());
    let committed = files(&committed);
    assert!(fresh.len() > 20, "{} files", fresh.len());
    assert!(fresh == committed, "write them anew: cargo run -p tilewright-server --example wire");
}

/// The texts of all files by name.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let mut texts = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        if entry.file_type().unwrap().is_dir() {
            texts.extend(files(&entry.path()));
        } else {
            let name = entry.file_name().into_string().unwrap();
            texts.insert(name, fs::read_to_string(entry.path()).unwrap());
        }
    }
    texts
}
