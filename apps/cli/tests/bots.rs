//! Bots at the real program: who plays, who plays first, and what the record says of it.

mod program;

use std::fs;

use crate::program::{Folder, told};

impl Folder {
    /// Plays a game with these arguments, and returns what was shown and the record.
    fn play(&self, arguments: &[&str], input: &str) -> (String, String) {
        let file = self.file("game.record");
        let begin = ["play", "--seed", "4", "--save", &file];
        let text = told(&self.run(&[&begin[..], arguments].concat(), input));
        (text, fs::read_to_string(&file).unwrap_or_default())
    }
}

/// The sentence with which the program refuses its arguments.
fn refusal(arguments: &[&str]) -> String {
    let output = Folder::new().run(arguments, "");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(output.stdout.is_empty(), "{output:?}");
    let text = String::from_utf8(output.stderr).unwrap();
    text.strip_prefix("error: ").unwrap().trim_end().to_owned()
}

fn header<'a>(record: &'a str, name: &str) -> Option<&'a str> {
    record.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
}

/// The moves of a record, without what is said about them.
fn moves(record: &str) -> Vec<&str> {
    let numbered = record.lines().filter_map(|line| line.split_once(". "));
    numbered.map(|(_, rest)| rest.split(' ').next().unwrap_or(rest)).collect()
}

#[test]
fn every_game_is_played_by_its_bots() {
    let games = [
        ("blokus", "greedy", "random"),
        ("triominos", "greedy", "random"),
        ("coerceo", "minimax:nodes=200", "greedy"),
        ("aquapipe", "minimax:depth=2", "greedy"),
    ];
    for (game, first, second) in games {
        let folder = Folder::new();
        let variant = if game == "blokus" { &["--mode", "duo"][..] } else { &[] };
        let seats = [&[game, "--seat", first, "--seat", second][..], variant].concat();
        let (text, record) = folder.play(&seats, "");
        assert!(text.contains(&format!(": seat 1 {first}, seat 2 {second}\n")), "{text}");
        assert_eq!(header(&record, "seat 1"), Some(first), "{record}");
        assert_eq!(header(&record, "seat 2"), Some(second), "{record}");
        assert_ne!(header(&record, "result"), Some("*"), "{record}");
        told(&folder.run(&["replay", &folder.file("game.record")], ""));
    }
}

/// An engine of a game, as somebody else would start it.
fn engine(game: &str, bot: &str) -> String {
    format!("ugi:{} engine {game} --bot {bot}", env!("CARGO_BIN_EXE_tilewright"))
}

#[test]
fn an_engine_plays_what_its_bot_plays() {
    for (game, bot) in [("aquapipe", "greedy"), ("triominos", "greedy"), ("blokus", "greedy")] {
        let options: &[&str] = match game {
            "blokus" => &["--variant", "duo"],
            "triominos" => &["--option", "single-round=on"],
            _ => &[],
        };
        let play = |player: &str| {
            let seats = [&[game, "--seat", "random", "--seat", player][..], options].concat();
            Folder::new().play(&seats, "").1
        };
        let engine = engine(game, bot);
        let by_engine = play(&engine);
        let by_bot = play(bot);
        assert_eq!(header(&by_engine, "seat 2"), Some(engine.as_str()));
        assert_eq!(moves(&by_engine), moves(&by_bot), "{game}");
        assert_ne!(header(&by_engine, "result"), Some("*"), "{game}");
    }
}

#[test]
fn an_engine_goes_back_with_who_takes_back() {
    let play = |player: &str| {
        let input = "S@b2\nundo\nM@a1\nundo\nS@b2\nquit\n";
        Folder::new().play(&["aquapipe", "--seat", "human", "--seat", player], input).1
    };
    let by_engine = play(&engine("aquapipe", "greedy"));
    assert_eq!(moves(&by_engine).len(), 2, "{by_engine}");
    assert_eq!(moves(&by_engine), moves(&play("greedy")));
}

#[test]
fn an_engine_that_cannot_play_forfeits() {
    let arguments = ["aquapipe", "--seat", "human", "--seat", "ugi:false"];
    let (text, record) = Folder::new().play(&arguments, "S@b2\n");
    assert!(text.contains("seat 2 forfeits: it crashed: "), "{text}");
    assert_eq!(header(&record, "result"), Some("1 2"), "{record}");
    let wrong = engine("coerceo", "greedy");
    let (text, _) =
        Folder::new().play(&["aquapipe", "--seat", "human", "--seat", &wrong], "S@b2\n");
    assert!(text.contains("seat 2 forfeits: it "), "{text}");
}

#[test]
fn a_record_starts_no_programs() {
    let folder = Folder::new();
    let proof = folder.file("proof");
    let engine = format!("ugi:touch {proof}");
    let record = format!(
        "tilewright record 1\ngame: aquapipe\nseat 1: human\nseat 2: {engine}\n\n1. S@b2\n"
    );
    let file = folder.file("other.record");
    fs::write(&file, record).unwrap();
    let output = folder.run(&["play", "--resume", &file], "");
    let refused = String::from_utf8(output.stderr).unwrap();
    assert!(refused.contains("a record does not start programs"), "{refused}");
    assert!(fs::metadata(&proof).is_err());
}

#[test]
fn people_and_bots_sit_in_any_order() {
    let first = "S@b2\n";
    for (seats, input, is_asked) in [
        (["human", "human"], "S@b2\nM@b2\nquit\n", [true, true]),
        (["human", "greedy"], first, [true, false]),
        (["greedy", "human"], "quit\n", [false, true]),
        (["greedy", "random"], "", [false, false]),
    ] {
        let arguments = ["aquapipe", "--seat", seats[0], "--seat", seats[1]];
        let (text, record) = Folder::new().play(&arguments, input);
        assert_eq!(text.contains("blue (seat 1) has "), is_asked[0], "{text}");
        assert_eq!(text.contains("red (seat 2) has "), is_asked[1], "{text}");
        assert!(!moves(&record).is_empty(), "{record}");
    }
}

#[test]
fn a_bot_says_what_it_knows() {
    let (text, _) = Folder::new().play(&["aquapipe", "--seat", "minimax", "--seat", "random"], "");
    let last = text.lines().rfind(|line| line.contains(". blue (seat 1): ")).unwrap();
    assert!(last.ends_with("; proved: wins in 1"), "{text}");
    let (text, _) = Folder::new().play(&["aquapipe", "--seat", "random", "--seat", "greedy"], "");
    assert!(!text.contains("; "), "{text}");
}

#[test]
fn a_bot_chooses_the_same_after_undo_and_resume() {
    for (arguments, input) in [
        (&["aquapipe", "--seat", "human", "--seat", "minimax:nodes=500"][..], ["S@b2", "M@a1"]),
        (&["coerceo", "--seat", "human", "--seat", "greedy"], ["0B:W1-0D:W5", "00:W1-00:W3"]),
        (
            &["blokus", "--mode", "duo", "--seat", "human", "--seat", "greedy"],
            ["O1n@e10", "I2n@e10"],
        ),
        (&["triominos", "--seat", "greedy", "--seat", "human"], ["draw", "draw"]),
    ] {
        let folder = Folder::new();
        let file = folder.file("game.record");
        let (_, before) = folder.play(arguments, &format!("{}\nquit\n", input[0]));
        let again = format!("undo\n{}\nundo\n{}\nquit\n", input[1], input[0]);
        told(&folder.run(&["play", "--resume", &file], &again));
        assert_eq!(fs::read_to_string(&file).unwrap(), before, "{arguments:?}");
    }
}

#[test]
fn a_record_names_who_plays_on() {
    let folder = Folder::new();
    let file = folder.file("game.record");
    let arguments = ["aquapipe", "--seat", "human", "--seat", "minimax:depth=3", "--first", "2"];
    let (_, record) = folder.play(&arguments, "quit\n");
    assert_eq!(header(&record, "seat 1"), Some("minimax:depth=3"));
    let named = record.replace("seat 2: human", "seat 2: Ada");
    fs::write(&file, &named).unwrap();
    let text = told(&folder.run(&["play", "--resume", &file], "quit\n"));
    assert!(text.contains(": seat 1 minimax:depth=3, seat 2 Ada\n"), "{text}");
    assert!(text.contains("red (seat 2) has "), "{text}");
    assert_eq!(fs::read_to_string(&file).unwrap(), named, "how it was decided is kept too");
    // Somebody else takes over.
    let other = ["play", "--resume", &file, "--seat", "greedy", "--seat", "random"];
    told(&folder.run(&other, ""));
    let record = fs::read_to_string(&file).unwrap();
    assert_eq!(header(&record, "seat 2"), Some("random"), "{record}");
    assert_eq!(header(&record, "first"), Some("choice, 2"), "{record}");
}

#[test]
fn who_plays_first_is_chosen_tossed_or_rolled() {
    let seats = ["aquapipe", "--seat", "human", "--seat", "greedy"];
    let decided = |first: &str, seed: &str| {
        let folder = Folder::new();
        let file = folder.file("game.record");
        let more = ["--first", first, "--seed", seed];
        let arguments = [&["play", "--save", &file], &seats[..], &more].concat();
        let text = told(&folder.run(&arguments, "S@b2\nM@b2\nquit\n"));
        let record = fs::read_to_string(&file).unwrap();
        let seat = header(&record, "seat 1").unwrap().to_owned();
        (text, header(&record, "first").unwrap().to_owned(), seat)
    };
    let (text, how, seat) = decided("1", "1");
    assert!(text.contains("\nas chosen: player 1 (human) plays blue\n"), "{text}");
    assert_eq!((how.as_str(), seat.as_str()), ("choice, 1", "human"));
    let (text, how, seat) = decided("2", "1");
    assert!(text.contains("\nas chosen: player 2 (greedy) plays blue\n"), "{text}");
    assert_eq!((how.as_str(), seat.as_str()), ("choice, 2", "greedy"));

    let mut sides = Vec::new();
    for seed in ["1", "2", "3", "4", "5", "6"] {
        let (text, how, seat) = decided("coin", seed);
        let side = how.strip_prefix("coin, ").unwrap();
        let expected = if side == "heads" { ("1", "human") } else { ("2", "greedy") };
        let (number, player) = expected;
        let sentence = format!("\nthe coin shows {side}: player {number} ({player}) plays blue\n");
        assert!(text.contains(&sentence), "{text}");
        assert_eq!(seat, player);
        sides.push(side.to_owned());
        assert_eq!(decided("coin", seed).1, how, "the same seed is the same toss");

        let (text, how, seat) = decided("dice", seed);
        let last = how.strip_prefix("dice, ").unwrap().rsplit(", ").next().unwrap();
        let (first, second) = last.split_once(' ').unwrap();
        assert_eq!(seat == "human", first > second, "{how}");
        assert!(text.contains("\nthe dice show ") && text.contains(&format!("{last}: player ")));
    }
    assert!(sides.contains(&"heads".to_owned()) && sides.contains(&"tails".to_owned()));
}

#[test]
fn the_others_follow_in_their_order() {
    let seats = ["--seat", "random", "--seat", "greedy", "--seat", "random:seed=1"];
    let arguments = [&["triominos", "--seats", "3", "--first", "2"], &seats[..]].concat();
    let (text, record) = Folder::new().play(&arguments, "");
    assert!(text.contains("\nas chosen: player 2 (greedy) takes seat 1\n"), "{text}");
    let names: Vec<&str> =
        ["seat 1", "seat 2", "seat 3"].iter().filter_map(|name| header(&record, name)).collect();
    assert_eq!(names, ["greedy", "random:seed=1", "random"]);
    let dice = [&["triominos", "--seats", "3", "--first", "dice"], &seats[..]].concat();
    let (_, record) = Folder::new().play(&dice, "");
    assert!(header(&record, "first").unwrap().starts_with("dice, "), "{record}");
}

#[test]
fn what_cannot_be_is_refused_in_a_sentence() {
    let seat = |game, player| refusal(&["play", game, "--seat", player]);
    let refused = seat("coerceo", "genius");
    let choice = "--seat genius: Coerceo has no bot 'genius': choose random, greedy, minimax";
    assert!(refused.starts_with(choice) && refused.ends_with(", or human"), "{refused}");
    assert_eq!(
        seat("blokus", "greedy:depth=2"),
        "--seat greedy:depth=2: greedy has no 'depth': choose seed"
    );
    assert_eq!(
        seat("aquapipe", "minimax:depth=deep"),
        "--seat minimax:depth=deep: minimax: depth is a whole number, not 'deep'"
    );
    assert_eq!(
        seat("aquapipe", "A B"),
        "--seat A B: 'A B' is not a bot: write kind or kind:key=value,key=value, or human"
    );
    assert_eq!(
        seat("coerceo", "gtp:engine"),
        "--seat gtp:engine: GTP is for Blokus, not for Coerceo"
    );
    let first = |game, how| refusal(&["play", game, "--first", how]);
    assert_eq!(first("blokus", "coin"), "--first: a coin is for two players, not 4: roll dice");
    assert_eq!(first("aquapipe", "3"), "--first: there is no player 3 among 2");
    for how in ["me", "0", "-1"] {
        let sentence = format!("--first {how}: this takes the number of a player, coin or dice");
        assert_eq!(first("aquapipe", how), sentence);
    }
    assert!(refusal(&["play", "--resume", "x", "--first", "1"]).contains("cannot be used with"));
}

#[test]
fn bots_are_listed_with_their_settings() {
    let games = told(&Folder::new().run(&["games"], ""));
    let (_, coerceo) = games.split_once("\ncoerceo (Coerceo)\n").unwrap();
    assert!(coerceo.contains("\n  minimax  alpha-beta search"), "{games}");
    assert!(coerceo.contains(" time: the time of a move, such as 2s or 300ms\n"), "{games}");
    assert_eq!(games.matches("\n  greedy ").count(), 4, "{games}");
}
