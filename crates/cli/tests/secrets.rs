//! Hidden hands at the real program: who is shown what.

mod program;

use std::fs;

use serde_json::Value;

use crate::program::{Folder, told};

/// Above the board of a round that is over.
const LAID_OPEN: &str = "how it stood then, with what was laid open:";

impl Folder {
    /// What the program prints if all is well.
    fn told(&self, arguments: &[&str], input: &str) -> String {
        told(&self.run(arguments, input))
    }

    /// Plays a game with these arguments, and returns what was shown and the record.
    fn play(&self, arguments: &[&str], input: &str) -> (String, String) {
        let file = self.file("game.record");
        let begin = ["play", "triominos", "--seed", "4", "--save", &file];
        let text = self.told(&[&begin[..], arguments].concat(), input);
        (text, fs::read_to_string(&file).unwrap())
    }
}

/// The moves of a record with their numbers.
fn moves(record: &str) -> impl Iterator<Item = (usize, &str)> {
    record.lines().filter_map(|line| {
        let (number, rest) = line.split_once(". ")?;
        Some((number.parse().ok()?, rest.split(' ').next()?))
    })
}

/// The tiles that the seats of a game for two got in the first deal.
fn first_hands(record: &str) -> [Vec<String>; 2] {
    let dealt: Vec<String> = moves(record).take(18).map(|(_, m)| m.to_owned()).collect();
    assert!(dealt.iter().all(|m| m.starts_with("deal:") && m != "deal:?"), "{dealt:?}");
    [dealt[..9].to_vec(), dealt[9..].to_vec()]
}

/// The tiles of a hand that nobody placed, so that they stand on no board.
fn unplaced<'a>(hand: &'a [String], record: &str) -> Vec<&'a str> {
    let tiles = hand.iter().filter_map(|m| m.strip_prefix("deal:"));
    tiles.filter(|tile| !record.contains(&format!(" {tile}:"))).collect()
}

#[test]
fn one_human_sees_its_own_hand_alone() {
    let (text, record) = Folder::new().play(&[], "draw\ndraw\nquit\n");
    let [own, other] = first_hands(&record);
    assert!(text.contains(&format!("\n1. to 18. chance: {}\n", own.join(" "))), "{text}");
    for tile in unplaced(&other, &record) {
        assert!(!text.contains(tile), "{tile}: {text}");
    }
    assert!(!text.contains(":?"), "{text}");
    let (_, drawn) = moves(&record).find(|(_, m)| m.starts_with("drawn:")).unwrap();
    assert!(text.contains(&format!(" chance: {drawn}\n")), "{text}");
}

#[test]
fn what_a_random_player_draws_is_not_told() {
    let (text, record) = Folder::new().play(&[], &"draw\npass\n".repeat(12));
    let mut mover = "";
    for (number, m) in moves(&record).skip(18) {
        if m.starts_with("drawn:") {
            let is_own = mover == "1";
            assert_eq!(text.contains(&format!("\n{number}. chance: {m}\n")), is_own, "{text}");
            assert_eq!(text.contains(&format!("\n{number}. chance: ")), is_own, "{text}");
        } else {
            let told = text.lines().find_map(|line| {
                line.strip_prefix(&format!("{number}. seat "))?.strip_suffix(&format!(": {m}"))
            });
            mover = told.unwrap_or_else(|| panic!("{number}. {m}: {text}"));
        }
    }
}

#[test]
fn two_humans_take_turns_alone_at_the_screen() {
    let humans = ["--seat", "human", "--seat", "human"];
    let input = "\n2-5-5:CAB@0,0\n\ndraw\ndraw\ndraw\npass\n\ndraw\nquit\n";
    let (text, record) = Folder::new().play(&humans, input);
    let hands = first_hands(&record);
    let turns: Vec<&str> = text.split(", press Enter when you are alone at the screen\n").collect();
    assert_eq!(turns.len(), 4, "{text}");
    for (pair, [own, other]) in turns.windows(2).zip([[1, 0], [0, 1], [1, 0]]) {
        assert!(pair[0].ends_with(&format!("\nseat {}", own + 1)), "{text}");
        for tile in unplaced(&hands[own], &record) {
            assert!(pair[1].contains(tile), "{tile} is not shown to its owner: {text}");
        }
        for tile in unplaced(&hands[other], &record) {
            assert!(!pair[1].contains(tile), "{tile} is shown to the other: {text}");
        }
    }
}

#[test]
fn a_round_is_shown_with_its_hands_before_the_next_deal() {
    let folder = Folder::new();
    let (text, record) = folder.play(&["--seat", "random"], "");
    let n_deals = moves(&record).filter(|(_, m)| m.starts_with("deal:")).count();
    assert!(n_deals > 18 && n_deals % 18 == 0, "{record}");
    assert_eq!(text.matches(LAID_OPEN).count(), n_deals / 18 - 1, "{text}");
    assert_eq!(text.matches("\nseat 1 has ").count(), n_deals / 18, "{text}");
}

#[test]
fn a_human_sees_the_last_round_before_its_next_turn() {
    let endless = ["--option", "target=100000"];
    let (text, record) = Folder::new().play(&endless, &"draw\npass\n".repeat(150));
    let n_deals = moves(&record).filter(|(_, m)| m.starts_with("deal:")).count();
    assert!(n_deals >= 36, "{record}");
    let (_, after) = text.split_once(LAID_OPEN).unwrap();
    let round_2 = after.find("round 2 of a game").unwrap();
    assert!(after[..round_2].contains("\nseat 2 has "), "{after}");
}

#[test]
fn a_record_for_one_seat_tells_and_shows_what_it_saw() {
    let folder = Folder::new();
    let (_, record) = folder.play(&["--seat", "random"], "");
    let full = folder.file("game.record");
    let [hidden, own] = first_hands(&record);
    let seen = folder.told(&["replay", &full, "--seen-by", "2"], "");
    assert!(seen.contains("\nviewer: seat 2\n") && !seen.contains("seed"), "{seen}");
    assert!(seen.contains("\n1. deal:?  hidden\n") && seen.contains(" shown="), "{seen}");
    let dealt: Vec<&str> = moves(&seen).take(18).map(|(_, m)| m).collect();
    assert!(own.iter().all(|m| dealt.contains(&m.as_str())), "{seen}");
    assert!(hidden.iter().all(|m| !dealt.contains(&m.as_str())), "{seen}");

    let file = folder.file("seen.record");
    fs::write(&file, &seen).unwrap();
    let shown = folder.told(&["replay", &file], "");
    let n_moves = moves(&record).count();
    assert!(shown.contains(&format!("\nas seat 2 saw it after {n_moves} moves\n")), "{shown}");
    for ply in ["0", "18", "40", &n_moves.to_string()] {
        let view = |arguments: &[&str]| -> Value {
            let json = [arguments, &["--ply", ply, "--json"]].concat();
            serde_json::from_str(&folder.told(&json, "")).unwrap()
        };
        let expected = view(&["show", "--record", &full, "--viewer", "2"]);
        assert_eq!(view(&["show", "--record", &file]), expected);
        assert_eq!(view(&["replay", &file]), expected);
    }
}

#[test]
fn a_record_for_one_seat_is_not_played_on() {
    let folder = Folder::new();
    folder.play(&["--seat", "random"], "");
    let file = folder.file("seen.record");
    let full = folder.file("game.record");
    fs::write(&file, folder.told(&["replay", &full, "--seen-by", "spectator"], "")).unwrap();
    for command in [
        &["legal", "--record", &file][..],
        &["perft", "--depth", "1", "--record", &file],
        &["play", "--resume", &file],
        &["replay", "--seen-by", "2", &file],
    ] {
        let output = folder.run(command, "");
        let errors = String::from_utf8_lossy(&output.stderr);
        let sentence = "only what a spectator saw, so it can be shown but not played on\n";
        assert!(!output.status.success() && errors.ends_with(sentence), "{output:?}");
    }
    let output = folder.run(&["show", "--record", &file, "--viewer", "1"], "");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(errors, "error: the record tells only what a spectator saw\n");
}

#[test]
fn perft_counts_without_hands_unless_told_otherwise() {
    let folder = Folder::new();
    let perft = |options: &[&str]| {
        folder.told(&[&["perft", "triominos", "--depth", "2"][..], options].concat(), "")
    };
    assert_eq!(perft(&[]), perft(&["--option", "hands=shared"]));
    assert_eq!(perft(&["--option", "hands=dealt"]), format!("{}\n", 56 * 55));
    let games = folder.told(&["games"], "");
    assert!(games.contains("\n  perft counts with hands=shared unless"), "{games}");
}
