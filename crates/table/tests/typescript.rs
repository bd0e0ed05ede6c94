//! The types of the boards in the web client are those of the views.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn the_committed_views_are_fresh() {
    let fresh = tempfile::tempdir().unwrap();
    tilewright_table::write_typescript(fresh.path()).unwrap();
    let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/board/src/views");
    let fresh = files(fresh.path(), fresh.path());
    assert!(fresh.len() > 20, "{} files", fresh.len());
    let message = "write them again: cargo run -p tilewright-table --example views";
    assert!(fresh == files(&committed, &committed), "{message}");
}

/// The texts of all files in a folder and below, by their paths from the root.
fn files(folder: &Path, root: &Path) -> BTreeMap<PathBuf, String> {
    let mut texts = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            texts.extend(files(&path, root));
        } else {
            let name = path.strip_prefix(root).unwrap().to_owned();
            texts.insert(name, fs::read_to_string(&path).unwrap());
        }
    }
    texts
}
