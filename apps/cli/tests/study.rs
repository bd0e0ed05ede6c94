//! `tilewright study`, the real program.

mod program;

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use crate::program::Folder;

const SMALL: [&str; 8] =
    ["study", "triominos", "--games", "40", "--ismcts-games", "6", "--nodes", "5"];

/// The arguments of a small study that is kept and written up by these names.
fn arguments<'a>(results: &'a str, page: &'a str, threads: &'a str) -> Vec<&'a str> {
    let rest = ["--results", results, "--write", page, "--threads", threads];
    [&SMALL[..], &rest].concat()
}

fn texts(page: &str) -> (String, String) {
    let read = |path: &Path| fs::read_to_string(path).unwrap();
    (read(page.as_ref()), read(&Path::new(page).with_extension("svg")))
}

/// The titles of a page, the heads of its tables and the names of the strategies in the first: all
/// that does not depend on the numbers.
fn form(page: &str) -> Vec<&str> {
    let is_fixed = |line: &&str| ["#", "| draw", "| players"].iter().any(|it| line.starts_with(it));
    let strategies = page.lines().skip_while(|line| !line.starts_with("| draw"));
    let strategies = strategies.skip(2).take_while(|line| !line.is_empty());
    page.lines()
        .filter(is_fixed)
        .chain(strategies.filter_map(|line| line.split('|').nth(1)))
        .collect()
}

/// Makes a study to its end.
fn make(folder: &Folder, arguments: &[&str]) {
    let output = folder.run(arguments, "");
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn a_study_that_was_killed_goes_on_to_the_same_page() {
    let folder = Folder::new();
    let whole = folder.file("whole.md");
    let killed = folder.file("killed.md");
    make(&folder, &arguments(&folder.file("whole"), &whole, "1"));
    let kept = folder.file("killed");
    let mut child = folder.begin(&arguments(&kept, &killed, "2"));
    let begin = Instant::now();
    let finals = Path::new(&kept).join("3-finals.results");
    while fs::metadata(&finals).map_or(0, |file| file.len()) < 1_000 {
        assert!(begin.elapsed() < Duration::from_mins(2));
        thread::sleep(Duration::from_millis(1));
    }
    // On unix this is SIGKILL.
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!Path::new(&killed).exists(), "it was killed too late");
    // One was killed before it had written anything.
    fs::write(Path::new(&kept).join("6-ismcts.results"), "").unwrap();
    make(&folder, &arguments(&kept, &killed, "2"));
    let ((page, picture), (again, picture_again)) = (texts(&whole), texts(&killed));
    assert_eq!(page.replace("whole.svg", "killed.svg"), again);
    assert_eq!(picture, picture_again);
    // A study that is complete is only written up again.
    make(&folder, &arguments(&kept, &killed, "1"));
    assert_eq!(texts(&killed).0, again);
}

#[test]
fn the_page_in_the_documentation_is_what_the_command_writes() {
    let folder = Folder::new();
    let page = folder.file("triominos.md");
    make(&folder, &arguments(&folder.file("games"), &page, "2"));
    let (page, picture) = texts(&page);
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../lab/2026-11-18-triominos.md");
    let (written, drawn) = texts(docs.to_str().unwrap());
    assert_eq!(form(&page), form(&written));
    for drawing in [&picture, &drawn] {
        assert!(drawing.starts_with("<svg ") && drawing.ends_with("</svg>\n"), "{drawing}");
        // Twelve lines, each with an interval for 2 to 6 players and one that leads to its name.
        assert_eq!(drawing.matches("class=\"line\"").count(), 12);
        assert_eq!(drawing.matches("class=\"error\"").count(), 12 * 6);
    }
}

#[test]
fn what_makes_no_sense_is_refused_with_a_sentence() {
    let folder = Folder::new();
    let page = folder.file("a.md");
    let refusal = |arguments: &[&str]| {
        let output = folder.run(&[arguments, &["--write", &page]].concat(), "");
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    assert_eq!(
        refusal(&["study", "blokus"]),
        "error: there is no study of blokus: there is one of triominos\n"
    );
    assert_eq!(
        refusal(&["study", "triominos", "--games", "0"]),
        "error: --games 0: a study needs at least one\n"
    );
    let many = refusal(&["study", "triominos", "--nodes", "many"]);
    assert!(many.starts_with("error: --nodes many: this takes a whole number"), "{many}");
    // A folder with the games of another study is left alone.
    let kept = folder.file("games");
    fs::create_dir(&kept).unwrap();
    let other = Path::new(&kept).join("2-matrix.results");
    let arena = ["arena", "triominos", "--player", "greedy", "--player", "random", "--games", "2"];
    let files = ["--no-records", "--results", other.to_str().unwrap()];
    make(&folder, &[&arena[..], &files].concat());
    let refused = refusal(&["study", "triominos", "--results", &kept]);
    assert!(refused.contains("holds games of another study: choose another folder"), "{refused}");
}
