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
    assert!(report.starts_with("blokus, variant=duo, match, seed 1\n\nRank Name "), "{report}");
    assert!(report.contains("20 games: 10 blocks of 2 games"), "{report}");
    let checked = told(&folder.run(&["replay", &folder.file("a.records")], ""));
    assert_eq!(checked, "20 records, all correct\n");
    let third = told(&folder.run(&["replay", &folder.file("a.records"), "--number", "3"], ""));
    assert!(third.contains("greedy") && third.contains("random"), "{third}");
    // The same again, and nothing is overwritten.
    let again = folder.run(&arguments, "");
    assert_eq!(again.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&again.stderr).contains("exists already"), "{again:?}");
    let resumed = stdout(&folder, &["arena", "--resume", &results]);
    assert_eq!(resumed, report);
}

/// The files were written by the program of the commit db6c587, whose records had no option
/// `blocked-when`. The tournament was interrupted after its first block.
#[test]
fn files_of_an_older_program_are_read() {
    let old = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/old");
    let folder = Folder::new();
    for game in ["aquapipe", "blokus", "coerceo", "triominos"] {
        let shown = told(&folder.run(&["replay", &format!("{old}/{game}.record")], ""));
        assert!(shown.contains("1. seat 1, greedy"), "{shown}");
    }
    for name in ["arena.results", "arena.records"] {
        fs::copy(format!("{old}/{name}"), folder.file(name)).unwrap();
    }
    let report = stdout(&folder, &["arena", "--resume", &folder.file("arena.results")]);
    assert!(report.contains("4 games: 2 blocks of 2 games"), "{report}");
    let checked = told(&folder.run(&["replay", &folder.file("arena.records")], ""));
    assert_eq!(checked, "4 records, all correct\n");
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
    assert_eq!(checked, "6000 records, all correct\n");
}

/// Returns a line of results without the time that the players used, which differs every time.
fn without_usage(line: &str) -> String {
    let game = line.split(",\"usage\":").next().unwrap();
    game.trim_end_matches('}').to_owned()
}

/// Our engine as a process plays what our bot plays: it receives the seed of every game.
#[test]
fn an_engine_plays_the_same_games_as_its_bot() {
    let folder = Folder::new();
    let games = |name: &str, players: [&str; 2]| -> Vec<String> {
        let results = folder.file(name);
        let rest =
            ["--player", players[0], "--player", players[1], "--games", "12", "--no-records"];
        let variant = ["arena", "blokus", "--variant", "duo", "--results", &results];
        stdout(&folder, &[&variant[..], &rest].concat());
        let text = fs::read_to_string(&results).unwrap();
        let mut lines: Vec<String> = text.lines().skip(1).map(without_usage).collect();
        lines.sort();
        lines
    };
    let program = env!("CARGO_BIN_EXE_tilewright");
    let engine = format!("ugi:{program} engine blokus --variant duo --bot random");
    let greedy = format!("ugi:{program} engine blokus --variant duo --bot greedy");
    let inside = games("inside.results", ["random", "greedy"]);
    assert_eq!(games("outside.results", [&engine, &greedy]), inside);
    assert_ne!(inside[0], inside[1]);
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
    let clock = refusal(&[&DUO[..], &["random", "--clock", "60"]].concat());
    assert!(clock.contains("a clock is a time, or two with a plus between them"), "{clock}");
    let both = refusal(&[&DUO[..], &["random", "--clock", "1s+5ms", "--time", "1s"]].concat());
    assert!(both.contains("cannot be used with"), "{both}");
    let elo = refusal(&[&DUO[..], &["random", "--sprt", "10"]].concat());
    assert!(elo.contains("write two numbers of Elo"), "{elo}");
    let swapped = refusal(&[&DUO[..], &["random", "--sprt", "10,0"]].concat());
    assert!(swapped.contains("the second hypothesis must be above the first"), "{swapped}");
    let typo = refusal(&[&DUO[..], &["ugi:./no-such-engine", "--results", "t.results"]].concat());
    assert!(typo.contains("./no-such-engine cannot be started"), "{typo}");
    let gtp = refusal(&["arena", "coerceo", "--player", "gtp:cat", "--player", "random"]);
    assert!(gtp.contains("gtp:cat"), "{gtp}");
    let plies =
        [&DUO[..], &["random", "--opening-plies", "900", "--results", "t.results"]].concat();
    assert!(refusal(&plies).contains("choose fewer"));
    assert!(!std::path::Path::new("t.results").exists());
    let ignored = refusal(&["arena", "--resume", "a.results", "--games", "5"]);
    assert!(ignored.contains("cannot be used with"), "{ignored}");
    let missing = refusal(&["arena", "--resume", "nowhere.results"]);
    assert!(missing.contains("nowhere.results"), "{missing}");
}

#[test]
fn models_of_ratings_are_compared_by_what_they_predict() {
    let folder = Folder::new();
    let leagues = told(&folder.run(&["ratings", "--simulate", "--games", "400"], ""));
    assert_eq!(leagues.matches(": 400 games of 60 players").count(), 6, "{leagues}");
    assert_eq!(leagues.matches("  coin                         0.6931      0.0 %").count(), 6);

    let players = ["arena", "coerceo", "--player", "greedy", "--player", "random"];
    let results = folder.file("a.results");
    let games = ["--games", "40", "--results", &results];
    stdout(&folder, &[&players[..], &games[..]].concat());
    let compared = told(&folder.run(&["ratings", &results, "--anchor", "random=100"], ""));
    let lines: Vec<&str> = compared.lines().map(str::trim).collect();
    assert!(lines[0].starts_with("coerceo: 40 games of 2 players"), "{compared}");
    assert!(compared.contains("100 ±   0  random"), "{compared}");
    let greedy = lines.iter().find(|line| line.ends_with("greedy")).unwrap();
    let elo: f64 = greedy.split_whitespace().next().unwrap().parse().unwrap();
    assert!(elo > 200.0, "{compared}");

    for wrong in ["nobody=100", "random", "random=much"] {
        let refused = folder.run(&["ratings", &results, "--anchor", wrong], "");
        let sentence = String::from_utf8_lossy(&refused.stderr);
        assert!(sentence.contains("is not a player and an Elo"), "{refused:?}");
    }
}
