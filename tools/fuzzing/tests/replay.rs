//! Tries again what fuzzing found worth keeping.

use std::collections::BTreeSet;
use std::fs;
use std::panic;
use std::path::{Path, PathBuf};

use tilewright_fuzzing::{TARGETS, Target};

/// A folder of bytes is read and tried in moments, and cloned by everybody.
const MAX_FILES: usize = 120;
const MAX_BYTES: usize = 200_000;

/// The folder of the fuzzer.
fn fuzz() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz")
}

/// The names in a folder, in order, without their extensions.
fn names_in(folder: &Path) -> BTreeSet<String> {
    let entries =
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let name = |path: PathBuf| path.file_stem().unwrap().to_str().unwrap().to_owned();
    entries.map(|entry| name(entry.unwrap().path())).collect()
}

/// The bytes that are kept for a target, each with the name of its file.
fn corpus_of(target: &Target) -> Vec<(String, Vec<u8>)> {
    let folder = fuzz().join("corpus").join(target.name);
    let files = names_in(&folder).into_iter();
    files.map(|name| (name.clone(), fs::read(folder.join(name)).unwrap())).collect()
}

fn check(name: &str) {
    let target = Target::named(name).unwrap();
    let corpus = corpus_of(&target);
    assert!(!corpus.is_empty(), "tools/fuzzing/fuzz/corpus/{name} is empty");
    for (file, bytes) in corpus {
        // The panic has said what is wrong; this says with which bytes.
        let tried = panic::catch_unwind(|| (target.run)(&bytes));
        assert!(tried.is_ok(), "tools/fuzzing/fuzz/corpus/{name}/{file} shows a mistake");
    }
}

#[test]
fn every_target_has_its_bytes_and_its_program() {
    let names: BTreeSet<String> = TARGETS.iter().map(|target| target.name.to_owned()).collect();
    assert_eq!(names.len(), TARGETS.len());
    assert_eq!(names_in(&fuzz().join("corpus")), names);
    assert_eq!(names_in(&fuzz().join("fuzz_targets")), names);
    let manifest = fs::read_to_string(fuzz().join("Cargo.toml")).unwrap();
    let page = fs::read_to_string(fuzz().join("../../../tools/fuzzing/README.md")).unwrap();
    for name in names {
        assert!(manifest.contains(&format!("name = \"{name}\"")), "{name}");
        let source = fuzz().join("fuzz_targets").join(format!("{name}.rs"));
        let source = fs::read_to_string(source).unwrap();
        assert!(source.contains(&format!("tilewright_fuzzing::{name}(data)")), "{name}");
        assert!(
            page.contains(&format!("| `{name}` |")),
            "tools/fuzzing/README.md does not tell of {name}"
        );
    }
}

#[test]
fn the_bytes_are_few() {
    for target in TARGETS {
        let corpus = corpus_of(target);
        let n_bytes: usize = corpus.iter().map(|(_, bytes)| bytes.len()).sum();
        let size = format!("{} has {} files, {n_bytes} bytes", target.name, corpus.len());
        assert!(corpus.len() <= MAX_FILES && n_bytes <= MAX_BYTES, "{size}");
    }
}

/// A test for each, so that they run side by side and say which one failed.
macro_rules! replay {
    ($($name:ident),*) => {
        $(
            #[test]
            fn $name() {
                check(stringify!($name));
            }
        )*

        #[test]
        fn every_target_is_replayed() {
            let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
            assert_eq!(names, [$(stringify!($name)),*]);
        }
    };
}

replay!(
    answers,
    blksgf,
    board_bytes,
    differential_aquapipe,
    differential_blokus,
    differential_coerceo,
    differential_triominos,
    gtp,
    laws,
    memory,
    messages,
    moves,
    positions,
    records,
    results,
    settings,
    ugi
);
