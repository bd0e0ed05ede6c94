//! `tilewright solve`, the real program.

mod program;

use std::fs;

use serde_json::Value;

use crate::program::{Folder, told};

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn the_small_board_is_solved_once_and_its_table_is_used() {
    let folder = Folder::new();
    let solved = told(&folder.run(&["solve", "aquapipe"], ""));
    assert!(solved.contains("\nwon          207,341,172,108\n"), "{solved}");
    let table = folder.0.join("tilewright/tables/aquapipe-3x3-each.table");
    assert!(table.is_file());
    let again = json(&told(&folder.run(&["solve", "aquapipe", "--json"], "")));
    assert_eq!(again["n_drawn"], 263_572_535_u64);
    assert_eq!(again["is_verified"], false);

    let judged = told(&folder.run(&["solve", "aquapipe", "--from", "S@a1 M@a2"], ""));
    assert!(judged.starts_with("blue: win in 11, from the table\nbest: M@c1 "), "{judged}");

    // Damaged, it is refused for play and solved again when asked.
    let mut bytes = fs::read(&table).unwrap();
    bytes[7_000_000] ^= 1;
    fs::write(&table, &bytes).unwrap();
    let refused = folder.run(&["solve", "aquapipe", "--from", "S@a1"], "");
    assert_eq!(refused.status.code(), Some(1), "{refused:?}");
    let sentence = String::from_utf8_lossy(&refused.stderr);
    assert!(sentence.contains("the table is damaged: solve again"), "{sentence}");
    let output = folder.run(&["solve", "aquapipe", "--verify", "--json"], "");
    assert_eq!(json(&String::from_utf8_lossy(&output.stdout))["is_verified"], true);
    assert!(String::from_utf8_lossy(&output.stderr).ends_with(" is damaged and is solved again\n"));
}

#[test]
fn a_position_is_judged_without_a_table() {
    let folder = Folder::new();
    let judge = |arguments: &[&str]| {
        let all = [&["solve", "aquapipe", "--json", "--time", "20s"], arguments].concat();
        json(&told(&folder.run(&all, "")))
    };
    let judged = judge(&["--mode", "4x4", "--from", "S@a1 L@a1"]);
    assert_eq!((judged["value"].as_str(), judged["plies"].as_u64()), (Some("win"), Some(5)));
    assert_eq!(judged["best"], serde_json::json!(["S@d4"]));
    assert_eq!(judged["is_from_table"], false);
    let text = ".../.../...|.rb/.../...|.../..r/..b b";
    let judged = judge(&["--position", text]);
    assert_eq!((judged["value"].as_str(), judged["plies"].as_u64()), (Some("win"), Some(9)));
    assert_eq!(judged["moves"].as_array().unwrap().len(), 23);
}

#[test]
fn what_is_not_proved_is_said() {
    let output = Folder::new().run(&["solve", "aquapipe", "--mode", "4x4", "--time", "50ms"], "");
    let told = told(&output);
    assert!(told.starts_with("blue: open: nobody can force a win within "), "{told}");
    assert!(told.contains("\nnot known to lose: S@a1 "), "{told}");
}

#[test]
fn what_cannot_be_solved_is_refused() {
    let refusal = |arguments: &[&str]| {
        let output = Folder::new().run(&[&["solve"], arguments].concat(), "");
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    assert_eq!(refusal(&["blokus"]), "error: blokus has no solver: aquapipe has\n");
    let over = ["aquapipe", "--from", "S@a1 M@a1 S@b1 M@b1 S@c1"];
    assert_eq!(refusal(&over), "error: this game is over: there is nothing to solve\n");
    let whole = ["aquapipe", "--verify", "--from", "S@a1"];
    assert!(
        refusal(&whole).contains("--verify checks the table of the small board, not one position")
    );
    assert!(refusal(&["aquapipe", "--time", "soon"]).contains("a time is a number with its unit"));
    let other = Folder::new();
    let file = other.0.join("other");
    fs::write(&file, "hello").unwrap();
    let output = other.run(&["solve", "aquapipe", "--table", file.to_str().unwrap()], "");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(fs::read(&file).unwrap(), b"hello", "nothing is overwritten");
}
