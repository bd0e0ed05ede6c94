//! Hints, reviews and the measuring of levels at the real program.

mod program;

use std::fs;
use std::process::{Command, Output};

use serde_json::Value;

use crate::program::{Folder, told};

/// Blue completes a row in the outermost ring with L@c3, and nothing else wins at once.
const ROWS: &str = "3x3 .../.../...|.../.../...|bb./.../rr. b";

/// The sentence with which the program refuses its arguments.
fn refused(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let text = String::from_utf8_lossy(&output.stderr);
    text.lines().last().unwrap().strip_prefix("error: ").unwrap().to_owned()
}

impl Folder {
    /// Plays a whole game between bots, and returns the file of its record.
    fn record(&self, arguments: &[&str]) -> String {
        let file = self.file("game.record");
        let begin = ["play", "--seed", "4", "--save", &file];
        told(&self.run(&[&begin[..], arguments].concat(), ""));
        file
    }
}

#[test]
fn a_hint_names_the_winning_move() {
    let folder = Folder::new();
    let file = folder.file("game.record");
    let arguments = ["play", "aquapipe", "--position", ROWS, "--save", &file];
    let text = told(&folder.run(&arguments, "hint\nhelp\nL@c3\n"));
    assert!(text.contains("> hint\nL@c3  100 %, proved"), "{text}");
    assert!(text.contains("\nhint           what a bot would play"), "{text}");
    assert!(text.contains("the game is over"), "{text}");
}

#[test]
fn a_hint_is_given_where_hands_are_hidden() {
    let folder = Folder::new();
    let copy = folder.file("copy.record");
    let input = format!("hint\nmoves\nsave {copy}\nquit\n");
    let arguments = ["play", "triominos", "--seats", "3", "--seed", "4", "--first", "1"];
    let text = told(&folder.run(&arguments, &input));
    let (_, rest) = text.split_once("> hint\n").unwrap();
    let (hints, rest) = rest.split_once("> moves\n").unwrap();
    let legal = rest.split("> ").next().unwrap();
    // The rest of a long line stands on the next one, indented.
    for hint in hints.lines().filter(|line| !line.starts_with(' ')) {
        let (m, said) = hint.split_once("  ").unwrap();
        let is_told = said.contains(" games tried") || said.contains(" 1 game tried");
        assert!(legal.contains(m) && is_told, "{hint}\n{legal}");
    }
    assert!(fs::read_to_string(copy).unwrap().starts_with("tilewright record 1\n"));
}

#[test]
fn every_move_of_a_game_is_judged() {
    let folder = Folder::new();
    let file = folder.record(&["aquapipe", "--seat", "random", "--seat", "level:4"]);
    let record = fs::read_to_string(&file).unwrap();
    let n_moves = record.lines().filter(|line| line.contains(". ")).count();
    let bot = ["--bot", "minimax", "--nodes", "3000"];
    let text = told(&folder.run(&[&["analyze", &file][..], &bot].concat(), ""));
    assert!(text.starts_with("Aqua Pipe, analyzed by minimax\n"), "{text}");
    assert_eq!(text.lines().filter(|line| line.contains(" %")).count(), n_moves + 2, "{text}");
    assert!(text.contains("seat 1 lost ") && text.contains("seat 2 lost "), "{text}");

    let arguments = [&["analyze", &file, "--json"][..], &bot].concat();
    let lines = told(&folder.run(&arguments, ""));
    let judged: Vec<Value> =
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(judged.len(), n_moves);
    // The last move completes a row.
    let last = &judged[n_moves - 1];
    let before = &judged[n_moves - 2];
    assert_eq!((last["seat"].as_u64(), last["loss"].as_f64()), (Some(2), Some(0.0)), "{last}");
    assert_eq!(last["best"]["proved"], true);
    assert_eq!(last["value"][1].as_f64(), Some(1.0));
    assert_eq!(before["ply"].as_u64(), Some(n_moves as u64 - 1));

    let last_ply = (n_moves - 1).to_string();
    let arguments = [&["analyze", &file, "--ply", &last_ply][..], &bot].concat();
    let best = told(&folder.run(&arguments, ""));
    assert!(best.lines().next().unwrap().contains("100 %, proved"), "{best}");
}

#[test]
fn evaluations_are_written_into_a_copy() {
    let folder = Folder::new();
    let file = folder.record(&["coerceo", "--variant", "ocius", "--seat", "greedy"]);
    let copy = folder.file("judged.record");
    let output = folder.run(&["analyze", &file, "--nodes", "200", "--write", &copy], "");
    assert!(output.status.success(), "{output:?}");
    let judged = fs::read_to_string(&copy).unwrap();
    let moves = judged.lines().filter(|line| line.contains(". "));
    assert!(moves.clone().count() > 10 && moves.clone().all(|line| line.contains("eval=")));
    told(&folder.run(&["replay", &copy], ""));
    let again = folder.run(&["analyze", &file, "--nodes", "200", "--write", &copy], "");
    assert!(refused(&again).contains("exists already"));
    let nowhere = folder.file("nowhere/judged.record");
    let nowhere = folder.run(&["analyze", &file, "--nodes", "200", "--write", &nowhere], "");
    assert!(nowhere.stdout.is_empty(), "it is refused before anything is judged");
    assert!(refused(&nowhere).contains("/judged.record: there is no folder "));
}

#[test]
fn a_viewer_is_judged_by_what_it_saw() {
    let folder = Folder::new();
    let game = ["triominos", "--option", "single-round=on", "--seat", "greedy", "--seat", "random"];
    let file = folder.record(&game);
    let seen = told(&folder.run(&["replay", &file, "--seen-by", "2"], ""));
    let seen_file = folder.file("seen.record");
    fs::write(&seen_file, seen).unwrap();
    let judged = |file: &str| {
        let lines = told(&folder.run(&["analyze", file, "--nodes", "60", "--json"], ""));
        let lines = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        lines.filter(|it| it["seat"].as_u64() == Some(2)).collect::<Vec<_>>()
    };
    let from_all = judged(&file);
    assert!(from_all.len() > 5 && from_all == judged(&seen_file), "the same from less");

    let seen = told(&folder.run(&["replay", &file, "--seen-by", "spectator"], ""));
    fs::write(&seen_file, seen).unwrap();
    let refusal = refused(&folder.run(&["analyze", &seen_file], ""));
    assert_eq!(refusal, "a spectator sees no hands, so no move can be analyzed");
}

#[test]
fn what_cannot_be_judged_is_refused_in_a_sentence() {
    let folder = Folder::new();
    let file = folder.record(&["aquapipe", "--seat", "greedy", "--seat", "greedy"]);
    let refusal = |arguments: &[&str]| {
        refused(&folder.run(&[&["analyze", &file][..], arguments].concat(), ""))
    };
    assert!(refusal(&["--bot", "genius"]).starts_with("--bot genius: Aqua Pipe has no bot"));
    assert!(refusal(&["--ply", "9999"]).starts_with("--ply 9999: the record has only "));
    assert!(refusal(&["--time", "2"]).starts_with("--time 2: a time is a number with its unit"));
    let n_moves = fs::read_to_string(&file).unwrap().lines().filter(|it| it.contains(". ")).count();
    let over = refusal(&["--ply", &n_moves.to_string()]);
    assert_eq!(over, format!("after {n_moves} moves there is no move to analyze"));
}

#[test]
fn levels_are_measured_and_written_down() {
    let folder = Folder::new();
    let page = folder.file("LEVELS.md");
    let results = folder.file("levels.results");
    let begin = ["calibrate", "aquapipe", "--games", "4", "--highest", "3"];
    let files = ["--results", &results, "--write", &page];
    let output = folder.run(&[&begin[..], &files].concat(), "");
    assert!(output.status.success(), "{output:?}");
    let table = String::from_utf8(output.stdout).unwrap();
    assert!(
        table.starts_with("## aquapipe\n\n`tilewright calibrate aquapipe --highest 3 --games 4 "),
        "{table}"
    );
    let rows: Vec<&str> = table.lines().filter(|line| line.starts_with("| ")).collect();
    assert_eq!(rows.len(), 5, "{table}");
    assert!(rows[2].starts_with("| 1 | 0 |  | the best of "), "{table}");
    assert!(rows[4].starts_with("| 3 | "), "{table}");
    assert_eq!(fs::read_to_string(&page).unwrap(), format!("# Levels\n\n{table}"));
    // All games are played, so continuing reports the same.
    let again = folder.run(&["calibrate", "--resume", &results], "");
    assert_eq!(String::from_utf8(again.stdout).unwrap(), table);
    let twice = folder.run(&[&begin[..], &files].concat(), "");
    assert!(refused(&twice).contains("exists already"));
    // Where the table cannot be written is said before anything is played.
    let nowhere = folder.run(&[&begin[..], &["--write", "/no/such/folder/page.md"]].concat(), "");
    assert!(refused(&nowhere).contains("there is no folder /no/such/folder"), "{nowhere:?}");
    assert!(nowhere.stdout.is_empty(), "{nowhere:?}");
    let alone = folder.run(&["calibrate", "aquapipe", "--highest", "1"], "");
    assert!(refused(&alone).contains("this takes a whole number from 2 to 9"), "{alone:?}");
}

#[test]
fn levels_are_listed_with_their_game() {
    let text = told(&Folder::new().run(&["games"], ""));
    for game in text.split("\n\n  levels").skip(1) {
        let numbered = game.lines().skip(1).take(9).zip(1..);
        for (line, n) in numbered {
            assert!(line.starts_with(&format!("  {n}  ")), "{line}");
        }
    }
    assert_eq!(text.matches("\n\n  levels").count(), 4, "{text}");
}

#[test]
fn the_elo_of_each_level_is_told_where_levels_are_chosen() {
    let folder = Folder::new();
    let cells = |line: &'static str| line.split('|').map(str::trim).collect::<Vec<_>>();
    for section in include_str!("../../../crates/bots/LEVELS.md").split("\n## ").skip(1) {
        let (title, table) = section.split_once('\n').unwrap();
        let rows = table.lines().map(cells).filter(|row| row.len() == 6).skip(2);
        let elos: Vec<&str> = rows.map(|row| row[2].split(' ').next().unwrap()).collect();
        assert!(elos.len() > 1 && elos[0] == "0", "{title} {elos:?}");
        let game = title.split(' ').next().unwrap();
        for arguments in [["play", "--help"], ["calibrate", "-h"], ["games", game]] {
            let text = told(&folder.run(&arguments, ""));
            let is_of_setup = |line: &&str| line.starts_with(&format!("  {title}   "));
            let line = text.lines().find(is_of_setup).unwrap_or_else(|| panic!("{title}: {text}"));
            let told: Vec<&str> = line[2 + title.len()..].split_whitespace().collect();
            assert!(told.len() == 9 && told.starts_with(&elos), "{line} {elos:?}");
        }
    }
}

#[test]
fn memory_that_is_not_there_is_refused() {
    let folder = Folder::new();
    let file = folder.record(&["aquapipe", "--seat", "random", "--seat", "random"]);
    let program = env!("CARGO_BIN_EXE_tilewright");
    let script = "ulimit -v 4000000; exec \"$0\" analyze \"$1\" --bot minimax:memory=65536";
    let output = Command::new("sh").args(["-c", script, program, &file]).output().unwrap();
    let said = "--bot minimax:memory=65536: minimax: there are no 65536 MB of memory to be had: \
                ask for less";
    assert_eq!(refused(&output), said);
}
