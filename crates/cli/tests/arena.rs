//! `tilewright arena`, the real program.

mod program;

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::program::{Folder, told};

const DUO: [&str; 7] = ["arena", "blokus", "--variant", "duo", "--player", "greedy", "--player"];

fn stdout(folder: &Folder, arguments: &[&str]) -> String {
    let output = folder.run(arguments, "");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_match_is_reported_and_kept() {
    let folder = Folder::new();
    let results = folder.file("a.results");
    let arguments = [&DUO[..], &["random", "--games", "20", "--results", &results]].concat();
    let report = stdout(&folder, &arguments);
    assert!(report.starts_with("Rank Name "), "{report}");
    assert!(report.contains("20 games: 10 blocks of 2 games"), "{report}");
    let checked = told(&folder.run(&["replay", &folder.file("a.records")], ""));
    assert_eq!(checked, "20 records, all of them right\n");
    let third = told(&folder.run(&["replay", &folder.file("a.records"), "--number", "3"], ""));
    assert!(third.contains("greedy") && third.contains("random"), "{third}");
    // The same again, and nothing is overwritten.
    let again = folder.run(&arguments, "");
    assert_eq!(again.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&again.stderr).contains("exists already"), "{again:?}");
    let resumed = stdout(&folder, &["arena", "--resume", &results]);
    assert_eq!(resumed, report);
}

#[test]
fn a_report_for_programs() {
    let folder = Folder::new();
    let arguments = ["random", "--games", "20", "--no-files", "--json"];
    let output = told(&folder.run(&[&DUO[..], &arguments].concat(), ""));
    let report: Value = serde_json::from_str(&output).unwrap();
    assert_eq!((&report["n_games"], &report["is_complete"]), (&20.into(), &true.into()));
    assert_eq!(report["players"][0]["name"], "greedy");
}

#[test]
fn whatever_is_killed_goes_on() {
    let folder = Folder::new();
    let results = folder.file("a.results");
    let games = ["random", "--games", "6000"];
    let whole = told(&folder.run(&[&DUO[..], &games, &["--no-files"]].concat(), ""));
    let mut child = folder.begin(&[&DUO[..], &games, &["--results", &results]].concat());
    let begin = Instant::now();
    while fs::metadata(&results).map_or(0, |file| file.len()) < 20_000 {
        assert!(begin.elapsed() < Duration::from_mins(1));
        thread::sleep(Duration::from_millis(1));
    }
    // On unix this is SIGKILL.
    child.kill().unwrap();
    child.wait().unwrap();
    let report = stdout(&folder, &["arena", "--resume", &results]);
    assert_eq!(report, whole);
    let checked = told(&folder.run(&["replay", &folder.file("a.records")], ""));
    assert_eq!(checked, "6000 records, all of them right\n");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let folder = Folder::new();
    let refusal = |arguments: &[&str]| {
        let output = folder.run(arguments, "");
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(refusal(&["arena", "blokus"]).contains("--player"));
    let genius = refusal(&[&DUO[..], &["genius", "--no-files"]].concat());
    assert!(genius.contains("Blokus has no bot 'genius'"), "{genius}");
    let elo = refusal(&[&DUO[..], &["random", "--sprt", "10"]].concat());
    assert!(elo.contains("write two numbers of Elo"), "{elo}");
    let swapped = refusal(&[&DUO[..], &["random", "--sprt", "10,0"]].concat());
    assert!(swapped.contains("the second hypothesis must be above the first"), "{swapped}");
    let missing = refusal(&["arena", "--resume", "nowhere.results"]);
    assert!(missing.contains("nowhere.results"), "{missing}");
}
