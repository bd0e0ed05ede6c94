//! Hidden hands at the real program: who is shown what.

mod program;

use std::fs;

use serde_json::Value;

use crate::program::{Folder, told};

/// Above the board of a round that is over.
const LAID_OPEN: &str = "the board then, with everything revealed:";

impl Folder {
    /// The output of the program, which must succeed.
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
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains(&format!(" 1. to 18. chance: {} ", own.join(" "))), "{text}");
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
    let (_, standings) = shown.split_once("\nas seat 2 saw it\n").unwrap();
    assert!(standings.starts_with(&format!("the game is over after {n_moves} moves\n1. seat ")));
    let full_shown = folder.told(&["replay", &full], "");
    assert!(full_shown.ends_with(standings), "{full_shown} {standings}");
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
    assert_eq!(errors, "error: this holds only what a spectator saw\n");
}

#[test]
fn a_record_for_one_seat_cannot_claim_another_end() {
    let folder = Folder::new();
    folder.play(&["--seat", "random"], "");
    let seen = folder.told(&["replay", &folder.file("game.record"), "--seen-by", "2"], "");
    let complaint = |record: &str| {
        let output = folder.run(&["replay", "-"], record);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let claim = |name| seen.lines().find(|line| line.starts_with(name)).unwrap();
    let result = complaint(&seen.replace(claim("result: "), "result: *"));
    assert!(result.contains(": result should be '"), "{result}");
    let scores = complaint(&seen.replace(claim("scores: "), "scores: 999 -7"));
    assert!(scores.ends_with(", not '999 -7'\n"), "{scores}");
    let ended = complaint(&format!("{seen}seat 1 resigns\n"));
    assert!(ended.ends_with(": the game is over\n"), "{ended}");
}

/// The last line of what is shown, which is the text of a view.
fn last_text(shown: &str) -> &str {
    shown.lines().last().unwrap().strip_prefix("position: ").unwrap()
}

#[test]
fn the_text_that_is_shown_is_that_of_the_view() {
    let folder = Folder::new();
    let (_, record) = folder.play(&[], "draw\ndraw\nquit\n");
    let [hidden, own] = first_hands(&record);
    let full = folder.file("game.record");
    let show = |more: &[&str]| folder.told(&[&["show", "triominos"], more].concat(), "");
    for viewer in ["1", "2", "spectator"] {
        let shown = show(&["--record", &full, "--viewer", viewer]);
        let text = last_text(&shown);
        assert!(text.starts_with(&format!("viewer={viewer} ")), "{text}");
        for (seat, hand) in [("1", &hidden), ("2", &own)] {
            for tile in unplaced(hand, &record) {
                assert_eq!(text.contains(tile), seat == viewer, "{tile}: {text}");
            }
        }
        // The text shows the same again, and says whose it is.
        let again = show(&["--position", text]);
        let (viewers, others): (Vec<&str>, Vec<&str>) =
            again.lines().partition(|line| line.starts_with("viewer: "));
        assert_eq!(others, shown.lines().collect::<Vec<_>>());
        assert!(viewers.len() == 1 && viewers[0].ends_with(viewer), "{again}");
    }
    let spectator = show(&["--record", &full]);
    assert_eq!(spectator, show(&["--record", &full, "--viewer", "spectator"]));
}

#[test]
fn the_text_of_a_view_is_not_played_on() {
    let folder = Folder::new();
    let text = "viewer=1 seats=2 round=1 scores=0/0 held=1-2-3/?0";
    let refusal = |arguments: &[&str]| {
        let output = folder.run(&[arguments, &["--position", text]].concat(), "");
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    for arguments in [
        &["legal", "triominos"][..],
        &["perft", "triominos", "--depth", "1"],
        &["play", "triominos"],
        &["show", "triominos", "--moves", "deal:0-0-0"],
    ] {
        let sentence =
            "error: this text holds only what seat 1 saw, so it can be shown but not played on\n";
        assert_eq!(refusal(arguments), sentence);
    }
    let other = refusal(&["show", "triominos", "--viewer", "2"]);
    assert_eq!(other, "error: this holds only what seat 1 saw\n");
    let open = refusal(&["show", "blokus"]);
    assert_eq!(open, "error: Blokus has no secrets, so nobody sees only a part\n");
    let stranger = text.replace("viewer=1", "viewer=2");
    let output = folder.run(&["show", "triominos", "--position", &stranger], "");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        errors.starts_with("error: this is not a position: the hand of seat 1 is "),
        "{errors}"
    );
}

#[test]
fn hidden_hands_are_not_printed_when_the_game_cannot_be_saved() {
    for input in ["quit\n", "draw\nresign\n"] {
        let folder = Folder::new();
        let output = folder.play_without_a_folder(&["triominos"], &format!("draw\n{input}"));
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let errors = String::from_utf8_lossy(&output.stderr);
        let sentence = "error: the game is not saved where it should be: cannot write ";
        assert!(errors.starts_with(sentence), "{errors}");

        let text = String::from_utf8_lossy(&output.stdout);
        let (_, rest) = text.split_once("the record, with all hands, is in ").unwrap();
        let (file, _) = rest.split_once(": move it, ").unwrap();
        let record = fs::read_to_string(file).unwrap();
        told(&folder.run(&["replay", file], ""));
        assert!(!text.contains("tilewright record 1"), "{text}");
        let [_, other] = first_hands(&record);
        for tile in unplaced(&other, &record) {
            assert!(!text.contains(tile), "{tile}: {text}");
        }
        let is_over = record.ends_with("seat 1 resigns\n");
        assert_eq!(text.contains(&format!("--resume {file}\n")), !is_over, "{text}");
    }
}

#[test]
fn perft_counts_without_hands() {
    let folder = Folder::new();
    let perft = |options: &[&str]| {
        folder.told(&[&["perft", "triominos", "--depth", "2"][..], options].concat(), "")
    };
    assert_eq!(perft(&[]), perft(&["--option", "hands=shared"]));
    assert_eq!(perft(&[]), perft(&["--option", "hands=dealt"]));
    // The board of a game that is under way, whatever is in the hands.
    let (_, record) = folder.play(&["--seat", "random"], "");
    let full = folder.file("game.record");
    let first = moves(&record).nth(18).unwrap().1;
    let count = ["perft", "triominos", "--depth", "2"];
    let from_record = [&count[..], &["--record", &full, "--ply", "19"]].concat();
    let from_moves = [&count[..], &["--moves", first]].concat();
    assert_eq!(folder.told(&from_record, ""), folder.told(&from_moves, ""));
    let games = folder.told(&["games"], "");
    assert!(games.contains("\n  perft counts with hands=shared\n"), "{games}");
}

#[test]
fn the_whole_position_is_shown_to_who_asks_for_it() {
    let folder = Folder::new();
    folder.play(&["--seat", "random"], "");
    let full = folder.file("game.record");
    let at = ["--record", &full, "--ply", "30"];
    let shown = folder.told(&[&["show", "--full"][..], &at].concat(), "");
    let (_, text) = shown.trim_end().rsplit_once("position: ").unwrap();
    assert!(!text.contains('?') && !text.contains("viewer"), "{shown}");
    let legal = folder.told(&["legal", "triominos", "--position", text], "");
    assert_eq!(legal, folder.told(&[&["legal"][..], &at].concat(), ""));
    let hidden = folder.told(&[&["show"][..], &at].concat(), "");
    assert!(hidden.contains("position: viewer=spectator"), "{hidden}");
}
