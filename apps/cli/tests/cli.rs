//! The real program: what it prints, what it refuses, what it leaves behind.

mod program;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use crate::program::{Folder, told};

impl Folder {
    /// The games that `play` has kept here by itself.
    fn kept(&self) -> Vec<PathBuf> {
        let games = fs::read_dir(self.0.join("tilewright/games"));
        games.map_or(Vec::new(), |games| games.map(|game| game.unwrap().path()).collect())
    }
}

fn run(arguments: &[&str]) -> String {
    told(&Folder::new().run(arguments, ""))
}

/// The sentence with which the program refuses its arguments.
fn refusal(arguments: &[&str]) -> String {
    refusal_of(&Folder::new().run(arguments, ""))
}

fn refusal_of(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    complaint_of(output)
}

/// The one sentence with which the program fails.
fn complaint_of(output: &Output) -> String {
    assert!(!output.status.success() && output.stdout.is_empty(), "{output:?}");
    let text = String::from_utf8(output.stderr.clone()).unwrap();
    let sentence = text.strip_prefix("error: ").and_then(|text| text.strip_suffix('\n'));
    let sentence = sentence.unwrap_or_else(|| panic!("{text}"));
    assert!(!sentence.contains('\n') && !sentence.ends_with('.'), "{sentence}");
    sentence.to_owned()
}

const COMMANDS: [&str; 13] = [
    "games",
    "play",
    "show",
    "legal",
    "replay",
    "convert",
    "perft",
    "solve",
    "engine",
    "arena",
    "protocol-check",
    "bench",
    "serve",
];

const DUO: [&str; 3] = ["blokus", "--variant", "duo"];

fn with<'a>(command: &'a str, rest: &[&'a str]) -> Vec<&'a str> {
    [command].into_iter().chain(DUO).chain(rest.iter().copied()).collect()
}

#[test]
fn it_helps() {
    let help = run(&["--help"]);
    assert!(help.contains("Usage: tilewright") && help.contains("Examples:"), "{help}");
    for command in COMMANDS {
        assert!(help.contains(&format!("\n  {command} ")), "{command}");
        assert!(run(&[command, "--help"]).contains("Usage: tilewright"), "{command}");
    }
    assert!(run(&["--version"]).starts_with("tilewright "));
}

#[test]
fn games_are_listed_with_their_options() {
    let games = run(&["games"]);
    assert!(games.starts_with("blokus (Blokus)\n"), "{games}");
    assert!(games.contains("\n\n  F5e@e9  "), "{games}");
    assert!(games.contains("\n  variant     classic | classic-2 | classic-3 | duo | tilewe\n"));
    let one = run(&["games", "coerceo"]);
    assert!(one.starts_with("coerceo (Coerceo)\n") && games.contains(&one), "{one}");
    assert!(!one.contains("aquapipe"), "{one}");
    assert!(refusal(&["games", "chess"]).starts_with("there is no game 'chess'"));
}

#[test]
fn perft_counts() {
    assert_eq!(run(&with("perft", &["--depth", "0"])), "1\n");
    assert_eq!(run(&with("perft", &["--depth", "2"])), "171396\n");
    let after = ["perft", "blokus", "--depth", "1", "--moves", "O1n@a20 O1n@t20"];
    assert_eq!(run(&after), "58\n");
    let tilewe = ["perft", "blokus", "--variant", "tilewe", "--seats", "1", "--depth", "2"];
    assert_eq!(run(&tilewe), "38916\n");
}

#[test]
fn perft_divides() {
    let text = run(&with("perft", &["--depth", "2", "--divide"]));
    let mut lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.pop(), Some("171396"));
    assert_eq!(lines.len(), 414);
    let parts = lines.iter().map(|line| line.split_once(' ').unwrap().1.parse::<u64>().unwrap());
    assert_eq!(parts.sum::<u64>(), 171_396);
}

#[test]
fn legal_moves_are_lines_or_json() {
    let text = run(&with("legal", &[]));
    assert_eq!(text.lines().count(), 414);
    assert!(text.lines().any(|line| line == "F5e@d9"));
    let json: Value = serde_json::from_str(&run(&with("legal", &["--json"]))).unwrap();
    assert_eq!(json.as_array().unwrap().len(), 414);
    assert!(json[0]["squares"].is_array(), "{}", json[0]);
}

#[test]
fn any_notation_sets_a_position_up() {
    let position = |moves| {
        let shown = run(&with("show", &["--moves", moves]));
        shown.lines().find(|line| line.starts_with("position: ")).unwrap().to_owned()
    };
    let expected = position("F5e@d9 O1n@j5");
    assert_eq!(position(" F5e@d9\n O1n-a1j5 "), expected);
    assert_eq!(position("e11,d10,e10,f10,f9 j5"), expected);
}

#[test]
fn show_draws_the_board_and_says_how_things_stand() {
    let text = run(&with("show", &["--moves", "F5e@d9 O1n@j5"]));
    assert!(text.contains("\nturn: seat 1\nscores: -84 -88\n"), "{text}");
    assert!(!text.contains('\u{1b}'), "a pipe gets no colors");
    let painted = run(&with("show", &["--color", "always"]));
    assert!(painted.contains('\u{1b}'));
    let position = text.lines().find_map(|line| line.strip_prefix("position: ")).unwrap();
    let again = run(&["show", "blokus", "--position", position]);
    assert!(again.contains(position) && again.contains("scores: -84 -88\n"), "{again}");

    let shown: Value =
        serde_json::from_str(&run(&with("show", &["--json", "--viewer", "2"]))).unwrap();
    assert_eq!((&shown["game"], &shown["n_legal_moves"]), (&"blokus".into(), &414.into()));
    assert!(shown["position"].as_str().unwrap().starts_with("duo 14/14/"), "{shown}");
    assert!(shown["view"].is_object());
}

#[test]
fn show_tells_the_places_at_the_end() {
    let folder = Folder::new();
    let file = folder.file("end.record");
    let random = ["--seat", "random", "--seed", "5", "--save", &file];
    told(&folder.run(&with("play", &random), ""));
    let record = fs::read_to_string(&file).unwrap();
    let moves: Vec<&str> =
        record.lines().filter_map(|line| Some(line.split_once(". ")?.1)).collect();
    let text = run(&with("show", &["--moves", &moves.join(" ")]));
    let result = record.lines().find_map(|line| line.strip_prefix("result: ")).unwrap();
    assert!(text.contains(&format!("turn: over\nplaces: {result}\n")), "{text}");
}

#[test]
fn show_draws_a_picture() {
    let folder = Folder::new();
    let file = folder.file("board.svg");
    let moves = ["--moves", "F5e@d9 O1n@j5"];
    let arguments = [&with("show", &moves)[..], &["--svg", &file]].concat();
    assert_eq!(told(&folder.run(&arguments, "")), "");
    let picture = fs::read_to_string(&file).unwrap();
    assert!(picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"), "{picture}");
    let nowhere = folder.file("nowhere/board.svg");
    let arguments = [&with("show", &moves)[..], &["--svg", &nowhere]].concat();
    let output = folder.run(&arguments, "");
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(error.starts_with(&format!("error: cannot write {nowhere}: ")), "{error}");
}

#[test]
fn bench_has_names_and_numbers() {
    let list = run(&["bench", "blokus", "--list"]);
    assert!(list.lines().any(|name| name == "duo/random-games"), "{list}");
    assert!(run(&["bench", "--list"]).contains("blokus duo/undo\n"));
    let fixed = run(&["bench", "blokus", "--only", "duo/undo", "--fixed", "5000"]);
    assert_eq!(fixed, "5000\n");
    let games = run(&["bench", "blokus", "--only", "duo/whole-games", "--fixed", "20"]);
    assert_eq!(games, "20\n");
    let json = run(&["bench", "blokus", "--only", "duo/undo", "--json"]);
    let rows: Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&rows[0]["workload"], &rows[0]["unit"]), (&"duo/undo".into(), &"moves".into()));
    assert!(rows[0]["median_per_second"].as_u64().unwrap() > 1_000);
    let table = run(&["bench", "--only", "duo/undo"]);
    assert_eq!(table.lines().count(), 2, "{table}");
    assert!(table.contains(" moves/s "), "{table}");
}

#[test]
fn bench_measures_chosen_workloads_rules_and_runs() {
    let two = ["--only", "duo/undo", "--only", "duo/keys", "--runs", "2", "--json"];
    let rows: Value =
        serde_json::from_str(&run(&[&["bench", "blokus"], &two[..]].concat())).unwrap();
    let names: Vec<&str> =
        rows.as_array().unwrap().iter().filter_map(|it| it["workload"].as_str()).collect();
    assert_eq!(names, ["duo/undo", "duo/keys"]);
    assert_eq!(rows[0]["runs"], 2);
    let five = ["bench", "triominos", "--seats", "5", "--option", "single-round=on"];
    let list = run(&[&five[..], &["--list"]].concat());
    assert!(list.lines().all(|name| name.starts_with("seats=5,single-round=on/")), "{list}");
    let work = "seats=5,single-round=on/whole-games";
    assert_eq!(run(&[&five[..], &["--only", work, "--fixed", "7"]].concat()), "7\n");
}

#[test]
fn bad_arguments_get_one_sentence() {
    let choose = "there is no game 'chess': choose blokus";
    assert!(refusal(&["show", "chess"]).starts_with(choose));
    assert!(
        refusal(&["show", "blokus", "--variant", "nope"]).contains("'nope' is none of classic")
    );
    assert_eq!(refusal(&with("show", &["--seats", "5"])), "duo is for 2 seats, not 5");
    for seats in ["many", "-1"] {
        let not_whole = format!("'{seats}' is not a whole number");
        assert!(refusal(&with("show", &["--seats", seats])).contains(&not_whole));
    }
    assert!(refusal(&with("show", &["--option", "x=1"])).starts_with("there is no option 'x'"));
    assert_eq!(
        refusal(&with("show", &["--option", "x"])),
        "--option x: an option is written name=value"
    );
    let twice = ["--option", "variant=duo"];
    assert_eq!(refusal(&with("show", &twice)), "option variant is given twice");
    assert!(
        refusal(&with("legal", &["--moves", "hello"])).starts_with("move 1: 'hello' is not a move")
    );
    let twice = ["--moves", "O1n@e10 O1n@e10"];
    assert_eq!(refusal(&with("legal", &twice)), "move 2: e10 is occupied");
    assert!(refusal(&["legal", "blokus", "--position", "x"]).starts_with("this is not a position"));
    assert_eq!(refusal(&with("show", &["--viewer", "3"])), "there is no seat 3 at a table for 2");
    assert_eq!(
        refusal(&with("show", &["--viewer", "-1"])),
        "--viewer -1: this takes a seat from 1 to 6, or spectator"
    );
    assert!(refusal(&["perft", "blokus"]).contains("--depth <D>"));
    assert!(refusal(&["bench", "--only", "x"]).starts_with("there is no workload 'x'"));
    assert!(refusal(&["bench", "--fixed", "5"]).contains("--only <NAME>"));
    let from_one = "this takes a whole number from 1 to ";
    assert_eq!(refusal(&["bench", "--runs", "0"]), format!("--runs 0: {from_one}1000"));
    let none = refusal(&["arena", "blokus", "--player", "x", "--player", "y", "--games", "0"]);
    assert!(none.starts_with(&format!("--games 0: {from_one}")), "{none}");
    let none = refusal(&["analyze", "x.record", "--nodes", "0"]);
    assert!(none.starts_with(&format!("--nodes 0: {from_one}")), "{none}");
    assert_eq!(refusal(&["bench", "--seats", "5"]), "name the game that has these rules");
    assert!(refusal(&["bench", "blokus", "--variant", "duo", "--seats", "5"]).contains("2 seats"));
    let refused = refusal(&with("play", &["--seat", "robot"]));
    let choice = "--seat robot: Blokus has no bot 'robot': choose random, greedy, largest, ";
    assert!(refused.starts_with(choice) && refused.ends_with(", or human"), "{refused}");
    assert_eq!(
        refusal(&with("play", &["--seat", "human", "--seat", "human", "--seat", "human"])),
        "3 players are too many for 2 seats"
    );
    assert_eq!(
        refusal(&[
            "play",
            "blokus",
            "--variant",
            "tilewe",
            "--seats",
            "1",
            "--seat",
            "human",
            "--seat",
            "human",
        ]),
        "2 players are too many for 1 seat"
    );
    let missing = Folder::new().run(&["replay", "/no/such/file"], "");
    assert_eq!(missing.status.code(), Some(1));
    assert!(complaint_of(&missing).starts_with("cannot read /no/such/file: "));
}

#[test]
fn numbers_are_refused_with_their_range() {
    for depth in ["-1", "deep", "1000", "1.5", ""] {
        let sentence = format!("--depth {depth}: this takes a whole number from 0 to 255");
        assert_eq!(refusal(&with("perft", &["--depth", depth])), sentence);
    }
    for seed in ["-1", "18446744073709551616"] {
        let sentence =
            format!("--seed {seed}: this takes a whole number from 0 to 18446744073709551615");
        assert_eq!(refusal(&with("play", &["--seed", seed])), sentence);
    }
    let long = "9".repeat(1_000);
    assert!(refusal(&with("perft", &["--depth", &long])).chars().count() < 120);
}

#[test]
fn whoever_does_not_know_what_there_is_gets_the_choice() {
    let sentence = refusal(&["dance"]);
    assert!(
        sentence.starts_with("there is no command 'dance': choose games, play, "),
        "{sentence}"
    );
    assert!(sentence.ends_with(", manual"), "{sentence}");
    for command in ["play", "show", "legal", "perft"] {
        let sentence = refusal(&[command]);
        assert!(sentence.contains("; the games are blokus"), "{sentence}");
    }
    assert!(refusal(&["solve"]).ends_with("; the game is aquapipe"));
    assert!(refusal(&["study"]).ends_with("; the game is triominos"));
}

#[test]
fn an_argument_that_does_not_exist_is_told_with_what_does() {
    assert_eq!(
        refusal(&["play", "blokus", "--sead", "1"]),
        "there is no option '--sead': did you mean --seed?"
    );
    assert_eq!(
        refusal(&["play", "blokus", "--quickly"]),
        "there is no option '--quickly': see `tilewright play --help`"
    );
    assert_eq!(
        refusal(&["--data-dir", "games"]),
        "there is no option '--data-dir' without a command: serve has it"
    );
    assert_eq!(
        refusal(&["play", "blokus", "now"]),
        "'now' is one word too many: see `tilewright play --help`"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_an_error() {
    let json = with("legal", &["--json"]);
    for arguments in [&["--help"][..], &["games"], &["play", "--help"], &json] {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_tilewright"));
        let output = command.args(arguments).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        let sentence = complaint_of(&output);
        assert!(sentence.starts_with("cannot write the output: No space"), "{sentence}");
    }
}

#[test]
fn a_reader_who_has_seen_enough_is_no_error() {
    // The JSON is larger than a pipe, which is thus sure to break.
    for arguments in [
        with("perft", &["--depth", "2", "--divide"]),
        with("legal", &[]),
        vec!["legal", "blokus", "--variant", "tilewe", "--json"],
        vec!["--help"],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tilewright"))
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    }
}

#[test]
fn play_in_a_pipe() {
    let folder = Folder::new();
    let input =
        "help\nmoves O1\nmoves zzz\nundo\nhello\nO1n@a1\n\u{1b}[A\nsave\nO1n@e10\nshow\nquit\n";
    let text = told(&folder.run(&with("play", &["--seed", "1"]), input));
    assert!(
        text.starts_with("Blokus: seat 1 human, seat 2 random\nthe game is saved in "),
        "{text}"
    );
    for expected in [
        "\n\npurple (seat 1) has 414 moves; type one, or `help`\n> help\n",
        "resign         give up",
        "\nF5e@e9  ",
        "> moves O1\nO1n@e10\n1 move\n",
        "> moves zzz\nno legal move begins with or covers 'zzz'\n",
        "> undo\nthere is no move to take back\n",
        "> hello\n'hello' is not a move",
        " (or type `help`)\n> O1n@a1\npurple's first piece must cover e10\n",
        "> \\u{1b}[A\n",
        "> save\nname a file: save FILE\n",
        "\n\n1. purple (seat 1): O1n@e10\n2. orange (seat 2): ",
        "> quit\ncontinue with: tilewright play --resume ",
    ] {
        assert!(text.contains(expected), "{expected}\n---\n{text}");
    }
    // `show` repeats all that stood above the prompt.
    let (before, after) = text.split_once("> show\n").unwrap();
    let (shown, _) = after.split_once("> quit").unwrap();
    assert!(before.ends_with(shown) && shown.contains("\npurple (seat 1) has "), "{text}");

    let [file] = &folder.kept()[..] else { panic!("one file is kept: {:?}", folder.kept()) };
    let record = fs::read_to_string(file).unwrap();
    assert!(record.contains("\nseat 1: human\nseat 2: random\ndate: 2"), "{record}");
    assert!(record.contains("\nseed: 1\nresult: *\n"), "{record}");
    assert!(record.contains("\n1. O1n@e10\n2. "), "{record}");
}

#[test]
fn commands_have_short_names_in_any_case() {
    let folder = Folder::new();
    for (long, short) in [("help", "?"), ("help", "H"), ("show", "SHOW"), ("moves F5", "Moves F5")]
    {
        let answer = |word: &str| {
            let text = told(&folder.run(&with("play", &[]), &format!("{word}\nquit\n")));
            text.split_once(&format!("> {word}\n")).unwrap().1.to_owned()
        };
        assert_eq!(answer(short), answer(long));
    }
    for quit in ["q", "exit", "QUIT"] {
        let text = told(&folder.run(&with("play", &[]), &format!("{quit}\nresign\n")));
        assert!(!text.contains("resign"), "{text}");
    }
}

#[test]
fn a_line_too_long_is_dropped_as_a_whole() {
    let folder = Folder::new();
    let input = format!("{0}resign\n{1}\nquit\n", "x".repeat(10_000), "y".repeat(1_000));
    let text = told(&folder.run(&with("play", &[]), &input));
    assert_eq!(text.matches("this line is too long").count(), 1, "{text}");
    assert!(!text.contains("resign") && !text.contains("xx"), "{text}");
    assert!(text.contains(&"y".repeat(39)) && !text.contains(&"y".repeat(41)), "{text}");
    assert!(text.ends_with("> quit\nno move was played, so nothing is saved\n"), "{text}");
}

#[test]
fn moves_are_found_by_square_or_beginning() {
    let folder = Folder::new();
    let listed = |parts: &str| -> Vec<String> {
        let text = told(&folder.run(&with("play", &[]), &format!("moves {parts}\nquit\n")));
        let answer = text.split_once(&format!("> moves {parts}\n")).unwrap().1;
        let list = answer.split_once("\n> ").unwrap().0;
        let (moves, count) = list.rsplit_once('\n').unwrap();
        let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
        assert_eq!(count, format!("{} moves", moves.len()));
        moves
    };
    let pieces = listed("F5");
    assert!(pieces.iter().all(|m| m.starts_with("F5")) && pieces.len() == 40, "{pieces:?}");
    let turned = listed("F5e");
    assert!(turned.iter().all(|m| m.starts_with("F5e@")) && turned.len() == 5, "{turned:?}");
    let legal: Value = serde_json::from_str(&run(&with("legal", &["--json"]))).unwrap();
    let covers = |m: &&Value| m["squares"].as_array().unwrap().contains(&"e11".into());
    let covering: Vec<&str> = legal
        .as_array()
        .unwrap()
        .iter()
        .filter(covers)
        .map(|m| m["move"].as_str().unwrap())
        .collect();
    assert_eq!(listed("e11"), covering);
    assert!(listed("F5 e11").len() < pieces.len());
}

#[test]
fn pieces_are_pictured_when_asked_for() {
    let folder = Folder::new();
    let shown = run(&with("show", &[]));
    let text = told(&folder.run(&with("play", &[]), "pieces\nquit\n"));
    let (before, after) = text.split_once("> pieces\n").unwrap();
    let pictures = after.split_once("> quit").unwrap().0;
    assert!(pictures.contains("W5") && pictures.lines().count() > 3, "{text}");
    assert!(!before.contains(pictures) && shown.contains(pictures), "{shown}");
}

#[test]
fn a_game_without_moves_leaves_no_file() {
    let folder = Folder::new();
    for (arguments, input) in [
        (&["play", "blokus"][..], ""),
        (&["play", "blokus"], "quit\n"),
        (&["play", "blokus", "--variant", "duo", "--moves", "O1n@e10 O1n@j5"], "quit\n"),
        (&["play", "blokus"], "O1n@a20\nundo\nquit\n"),
    ] {
        let text = told(&folder.run(arguments, input));
        assert!(text.ends_with("\nno move was played, so nothing is saved\n"), "{text}");
        assert!(folder.kept().is_empty());
    }
}

#[test]
fn a_game_goes_on_where_it_stopped() {
    let folder = Folder::new();
    let file = folder.file("game.record");
    told(&folder.run(&with("play", &["--save", &file, "--seed", "1"]), "O1n@e10\n"));
    let before = fs::read_to_string(&file).unwrap();
    assert_eq!(before.lines().filter(|line| line.contains(". ")).count(), 2);
    // Additions to the record stay.
    let noted = before
        .replace("date: ", "event: a walk\ndate: ")
        .replace("O1n@e10", "e10  clock=1:00  # tiny");
    fs::write(&file, noted).unwrap();

    let output = folder.run(&["play", "--resume", &file, "--seed", "2"], "moves\nquit\n");
    assert!(told(&output).contains("seat 1 human, seat 2 random"));
    let input = "undo\nundo\nI2n@e10\nresign\n";
    let text = told(&folder.run(&["play", "blokus", "--resume", &file, "--seed", "2"], input));
    assert!(text.contains("took back 2 moves"), "{text}");
    assert!(text.contains("seat 1 resigns\n"), "{text}");
    assert!(
        text.contains("1. seat 2, random") && text.contains("resigns\nthe record is in"),
        "{text}"
    );

    let record = fs::read_to_string(&file).unwrap();
    assert!(record.contains("\nevent: a walk\n") && record.contains("\nresult: 2 1\n"), "{record}");
    assert!(
        record.contains("\n1. I2n@e10\n") && record.ends_with("\nseat 1 resigns\n"),
        "{record}"
    );
    let shown = told(&folder.run(&["replay", &file], ""));
    assert!(shown.contains("the game is over after 2 moves\n1. seat 2, random"), "{shown}");
    assert!(folder.kept().is_empty());

    let other = ["play", "--resume", &file, "--variant", "duo"];
    assert!(complaint_of(&folder.run(&other, "")).contains("cannot be used with"));
}

#[cfg(unix)]
#[test]
fn who_is_interrupted_hears_how_to_go_on() {
    use rustix::process::{Pid, Signal, kill_process};

    let folder = Folder::new();
    let file = folder.file("game.record");
    let interrupted = |input: &str, n_prompts: usize| {
        let mut child = folder.begin(&with("play", &["--seed", "1", "--save", &file]));
        let mut typed = child.stdin.take().unwrap();
        typed.write_all(input.as_bytes()).unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut text = String::new();
        while text.matches("type one, or `help`").count() < n_prompts {
            assert_ne!(out.read_line(&mut text).unwrap(), 0, "{text}");
        }
        kill_process(Pid::from_child(&child), Signal::INT).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    assert_eq!(interrupted("", 1), "\n", "a game without moves is not kept");
    let told = interrupted("O1n@e10\n", 2);
    assert_eq!(told, format!("\ncontinue with: tilewright play --resume {file}\n"));
    assert!(fs::read_to_string(&file).unwrap().contains("\n1. O1n@e10\n2. "));
}

#[test]
fn notes_survive_a_resumed_game() {
    let folder = Folder::new();
    let file = folder.file("game.record");
    told(&folder.run(&with("play", &["--save", &file]), "O1n@e10\n"));
    let before = fs::read_to_string(&file).unwrap();
    fs::write(&file, before.replace("1. O1n@e10", "1. e10  clock=1:00  # tiny")).unwrap();
    told(&folder.run(&["play", "--resume", &file], "undo\nmoves\nO1n@e10\nquit\n"));
    assert_eq!(
        fs::read_to_string(&file).unwrap(),
        before,
        "a move that was taken back has no notes"
    );

    let noted = before.replace("date: ", "event: a walk\ndate: ");
    fs::write(&file, noted.replace("1. O1n@e10", "1. e10  clock=1:00  # tiny")).unwrap();
    told(&folder.run(&["play", "--resume", &file], "resign\n"));
    let after = fs::read_to_string(&file).unwrap();
    assert!(after.contains("\nevent: a walk\n"), "{after}");
    assert!(after.contains("\n1. O1n@e10  clock=1:00  # tiny\n"), "{after}");
}

#[test]
fn a_game_that_is_looked_at_is_not_written() {
    let folder = Folder::new();
    let file = folder.file("game.record");
    // Words that the program itself would choose otherwise, and no names.
    let record = "tilewright record 1\ngame: blokus\nvariant: duo\n\n1. e10\n2. j5\n";
    for ending in ["", "seat 2 leaves\n"] {
        fs::write(&file, format!("{record}{ending}")).unwrap();
        let text = told(&folder.run(&["play", "--resume", &file], "quit\n"));
        assert_eq!(text.contains("the game is over"), !ending.is_empty(), "{text}");
        assert_eq!(fs::read_to_string(&file).unwrap(), format!("{record}{ending}"));
    }
}

#[test]
fn the_last_game_is_resumed_without_its_name() {
    let folder = Folder::new();
    assert!(
        complaint_of(&folder.run(&["play", "--resume"], ""))
            .starts_with("there is no game to resume")
    );
    told(&folder.run(&with("play", &[]), "O1n@e10\nquit\n"));
    let text = told(&folder.run(&["play", "--resume"], "quit\n"));
    assert!(text.contains(folder.kept()[0].to_str().unwrap()), "{text}");
    assert!(text.contains("purple (seat 1) has "), "{text}");
    // With the name of a game it is the last one of that.
    let none = complaint_of(&folder.run(&["play", "coerceo", "--resume"], ""));
    assert!(none.starts_with("there is no game of coerceo to resume in "), "{none}");
    told(&folder.run(&["play", "aquapipe"], "S@b2\nquit\n"));
    let text = told(&folder.run(&["play", "blokus", "--resume"], "quit\n"));
    assert!(text.contains("purple (seat 1) has "), "{text}");
}

#[test]
fn a_folder_that_cannot_be_made_is_told_with_another_way() {
    let folder = Folder::new();
    // A file stands where the folder for the user's data would be.
    let file = folder.file("tilewright");
    fs::write(&file, "").unwrap();
    let told_by = |arguments: &[&str]| complaint_of(&folder.run(arguments, ""));
    let match_of_two = ["arena", "aquapipe", "--player", "random", "--player", "greedy"];
    for (arguments, option) in [
        (&["play", "blokus"][..], "--save FILE"),
        (&match_of_two, "--results FILE"),
        (&["study", "triominos", "--write", "study.md"], "--results FOLDER"),
    ] {
        let sentence = told_by(arguments);
        assert!(sentence.starts_with(&format!("cannot create {file}/")), "{sentence}");
        assert!(sentence.ends_with(&format!("; choose another place by {option}")), "{sentence}");
    }
}

#[test]
fn what_cannot_hold_a_game_is_refused() {
    let folder = Folder::new();
    assert_eq!(
        refusal_of(&folder.run(&["play", "--resume", "-"], "")),
        "--resume needs a file: the standard input is where you play"
    );
    assert_eq!(
        refusal_of(&folder.run(&["play", "--record", "-"], "")),
        "--record needs a file: the standard input is where you play"
    );
    let name = folder.file("");
    let is_folder = format!("{name} is a folder: name a file");
    assert_eq!(refusal_of(&folder.run(&with("play", &["--save", &name]), "")), is_folder);
    let text = told(&folder.run(&with("play", &[]), &format!("save {name}\nquit\n")));
    assert!(text.contains(&format!("\n{is_folder}\n")), "{text}");
    let lost = folder.file("no/such/game.record");
    let sentence = refusal_of(&folder.run(&with("play", &["--save", &lost]), ""));
    assert!(sentence.contains(": there is no folder "), "{sentence}");
}

#[test]
fn the_way_back_is_fit_for_a_shell() {
    let folder = Folder::new();
    let file = folder.file("it's mine.record");
    let text = told(&folder.run(&with("play", &["--save", &file]), "O1n@e10\nquit\n"));
    let word = format!("'{}'", file.replace('\'', r"'\''"));
    assert!(text.ends_with(&format!("--resume {word}\n")), "{text}");
}

#[cfg(unix)]
#[test]
fn saving_follows_links_and_keeps_permissions() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let folder = Folder::new();
    let file = folder.file("game.record");
    let link = folder.file("link.record");
    told(&folder.run(&with("play", &["--save", &file]), "O1n@e10\nquit\n"));
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
    symlink(&file, &link).unwrap();
    told(&folder.run(&["play", "--resume", &link], "resign\n"));
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(fs::read_to_string(&file).unwrap().ends_with("seat 1 resigns\n"));
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);

    let dangling = folder.file("dangling.record");
    symlink(folder.file("nothing"), &dangling).unwrap();
    let output = folder.run(&with("play", &["--save", &dangling]), "");
    assert!(refusal_of(&output).contains("exists already"));
}

#[test]
fn a_game_that_cannot_be_saved_goes_on() {
    let folder = Folder::new();
    let copy = folder.file("copy.record");
    let input = format!("O1n@e10\nsave {copy}\nundo\nI2n@e10\nquit\n");
    let text = told(&folder.play_without_a_folder(&DUO, &input));
    assert!(text.contains("\nnot saved: cannot write "), "{text}");
    assert!(text.contains("`save FILE` saves it elsewhere\n"), "{text}");
    assert!(text.contains(", and from now on there\n"), "{text}");
    assert!(text.ends_with(&format!("--resume {copy}\n")), "{text}");
    assert!(fs::read_to_string(&copy).unwrap().contains("\n1. I2n@e10\n2. "));
}

#[test]
fn a_game_that_was_never_saved_is_printed_at_the_end() {
    for input in ["O1n@e10\nquit\n", "O1n@e10\nresign\n"] {
        let output = Folder::new().play_without_a_folder(&DUO, input);
        assert_eq!(output.status.code(), Some(1));
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.starts_with("error: the game is not saved: cannot write "), "{errors}");
        let text = String::from_utf8_lossy(&output.stdout);
        let record = &text[text.find("tilewright record 1\n").unwrap()..];
        told(&Folder::new().run(&["replay", "-"], record));
    }
}

#[test]
fn no_game_is_overwritten() {
    let folder = Folder::new();
    let file = folder.file("game.record");
    fs::write(&file, "precious").unwrap();
    let output = folder.run(&with("play", &["--save", &file]), "quit\n");
    assert!(refusal_of(&output).contains("exists already"));
    let input = format!("save {file}\nsave {}\nquit\n", folder.file("copy.record"));
    let text = told(&folder.run(&with("play", &["--moves", "O1n@e10 O1n@j5"]), &input));
    assert!(text.contains("exists already") && text.contains("saved in "), "{text}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "precious");
    told(&folder.run(&["replay", &folder.file("copy.record")], ""));
}

#[test]
fn who_resigns_among_many_is_played_on_and_ranks_last() {
    let folder = Folder::new();
    let text = told(&folder.run(&["play", "blokus", "--seed", "3"], "resign\n"));
    let last = text.lines().rev().nth(1).unwrap();
    assert!(last.starts_with("4. seat 1, human") && last.ends_with("  resigns"), "{text}");
    assert!(text.lines().filter(|line| line.contains(". blue (seat 1): ")).count() > 5, "{text}");
}

#[test]
fn the_same_seed_is_the_same_game() {
    let game = |seed| {
        let folder = Folder::new();
        let file = folder.file("game.record");
        let arguments = ["play", "blokus", "--seat", "random", "--seed", seed, "--save", &file];
        told(&folder.run(&arguments, ""));
        fs::read_to_string(&file).unwrap()
    };
    assert_eq!(game("8"), game("8"));
    assert_ne!(game("8"), game("9"));
}

#[test]
fn chance_repeats_itself_after_undo_and_resume() {
    let folder = Folder::new();
    let file = folder.file("game.record");
    told(&folder.run(&with("play", &["--save", &file]), "O1n@e10\nquit\n"));
    let before = fs::read_to_string(&file).unwrap();
    assert!(before.contains("\nseed: "), "{before}");
    told(&folder.run(&["play", "--resume", &file], "undo\nI2n@e10\nundo\nO1n@e10\nquit\n"));
    assert_eq!(fs::read_to_string(&file).unwrap(), before);
}

#[test]
fn a_record_sets_a_position_up() {
    let folder = Folder::new();
    let file = folder.file("game.record");
    let moves = "1. F5e@d9\n2. O1n@j5\nseat 2 resigns\n";
    fs::write(&file, format!("tilewright record 1\ngame: blokus\nvariant: duo\n\n{moves}"))
        .unwrap();
    let run = |arguments: &[&str]| told(&folder.run(arguments, ""));
    let position = |moves| run(&with("show", &["--moves", moves]));
    assert_eq!(run(&["show", "--record", &file, "--ply", "1"]), position("F5e@d9"));
    assert_eq!(run(&["show", "blokus", "--record", &file, "--ply", "0"]), position(""));
    assert!(run(&["show", "--record", &file]).contains("turn: over\n"));
    let legal = run(&["legal", "--record", &file, "--ply", "1"]);
    assert_eq!(legal, run(&with("legal", &["--moves", "F5e@d9"])));
    let perft = run(&["perft", "--record", &file, "--ply", "0", "--depth", "1"]);
    assert_eq!(perft, "414\n");

    let replayed = run(&["replay", &file, "--ply", "1"]);
    assert!(replayed.ends_with("seat 2 is to move after 1 move; scores -84 -89\n"), "{replayed}");
    let json = run(&["replay", &file, "--ply", "1", "--json"]);
    assert_eq!(json, run(&with("show", &["--moves", "F5e@d9", "--json"])));

    assert_eq!(
        refusal_of(&folder.run(&["show", "--record", &file, "--ply", "3"], "")),
        "--ply 3: the record has only 2 moves"
    );
    let both = ["show", "blokus", "--record", &file, "--variant", "duo"];
    assert!(refusal_of(&folder.run(&both, "")).contains("cannot be used with"));
    let text = told(&folder.run(&["play", "--record", &file, "--ply", "0"], "quit\n"));
    assert!(text.contains("purple (seat 1) has 414 moves"), "{text}");
}

#[test]
fn a_record_without_secrets_is_for_everybody() {
    let folder = Folder::new();
    let file = folder.file("game.record");
    let record = "tilewright record 1\ngame: blokus\nvariant: duo\nseed: 7\n\n1. e10  # tiny\n";
    fs::write(&file, record).unwrap();
    let seen_by = |viewer: &str| folder.run(&["replay", &file, "--seen-by", viewer], "");
    assert_eq!(told(&seen_by("2")), record);
    assert_eq!(told(&seen_by("spectator")), record);
    assert_eq!(refusal_of(&seen_by("3")), "there is no seat 3 at a table for 2");
    for nobody in ["0", "7", "-1", "Ada", "seat 1"] {
        let sentence = format!("--seen-by {nobody}: this takes a seat from 1 to 6, or spectator");
        assert_eq!(refusal_of(&seen_by(nobody)), sentence);
    }
    let both = ["replay", &file, "--seen-by", "1", "--json"];
    assert!(refusal_of(&folder.run(&both, "")).contains("cannot be used with"));

    fs::write(&file, record.replace("variant", "viewer: seat 1\nvariant")).unwrap();
    let open = "line 3: Blokus has no secrets, so nobody sees only a part";
    for command in [&["replay", &file][..], &["show", "--record", &file]] {
        assert_eq!(complaint_of(&folder.run(command, "")), format!("{file}: {open}"));
    }
    for command in [
        &["legal", "--record", &file][..],
        &["perft", "--depth", "1", "--record", &file],
        &["play", "--resume", &file],
        &["replay", "--seen-by", "2", &file],
    ] {
        let sentence = complaint_of(&folder.run(command, ""));
        let shown = "this record holds only what seat 1 saw, so it can be shown but not played on";
        assert_eq!(sentence, format!("{file}: line 3: {shown}"));
    }
}

#[test]
fn who_has_ended_is_told_while_the_others_play_on() {
    let record = "tilewright record 1\ngame: blokus\n\n1. O1n@a20\nseat 3 leaves\n";
    let text = told(&Folder::new().run(&["replay", "-"], record));
    let standings = "\nseat 2 is to move after 1 move; scores -88 -89 -89 -89\nseat 3 leaves\n";
    assert!(text.ends_with(standings), "{text}");
}

#[test]
fn a_killed_game_is_not_lost() {
    use std::io::{BufRead, BufReader};

    let folder = Folder::new();
    let file = folder.file("game.record");
    let mut child = Command::new(env!("CARGO_BIN_EXE_tilewright"))
        .args(with("play", &["--save", &file]))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.as_mut().unwrap().write_all(b"O1n@e10\n").unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().starts_with("2. orange (seat 2): ")));
    child.kill().unwrap();
    child.wait().unwrap();
    let shown = told(&folder.run(&["replay", &file], ""));
    assert!(shown.contains("seat 1, human is to move after 2 moves"), "{shown}");
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1, "nothing but the game is there");
}

#[test]
fn a_damaged_record_is_refused_with_its_line() {
    let folder = Folder::new();
    let file = folder.file("game.record");
    let record = "tilewright record 1\ngame: blokus\nvariant: duo\n\n1. O1n@e10\n2. O1n@j5\n";
    let replay = |text: &str| {
        fs::write(&file, text).unwrap();
        folder.run(&["replay", &file], "")
    };
    assert!(told(&replay(record)).ends_with("seat 1 is to move after 2 moves; scores -88 -88\n"));
    assert!(told(&folder.run(&["replay", "-"], record)).contains("scores -88 -88"));
    let complaint = |text: &str| complaint_of(&replay(text)).replace(&file, "FILE");
    assert_eq!(
        complaint(&record.replace("j5", "e10")),
        "FILE: line 6: 2. O1n@e10: e10 is occupied"
    );
    assert_eq!(
        complaint(&record.replace("2. ", "3. ")),
        "FILE: line 6: here should be move 2, not 3"
    );
    assert_eq!(
        complaint(record.trim_end()),
        "FILE: line 6: the last line has no end, so the record may be cut off; if it is whole, end \
         it with a line break"
    );
    assert_eq!(complaint(""), "FILE: line 1: a record begins with the line 'tilewright record 1'");
    fs::write(&file, b"\xff\xfe").unwrap();
    assert_eq!(complaint_of(&folder.run(&["replay", &file], "")), format!("{file} is not text"));
}

#[test]
fn what_is_explained_fits_on_a_terminal() {
    let mut texts = vec![run(&["games"])];
    for game in ["blokus", "triominos", "coerceo", "aquapipe"] {
        let folder = Folder::new();
        let text = told(&folder.run(&["play", game, "--seed", "1"], "help\nhint\nquit\n"));
        // The paths of the record are as long as they are.
        let lines = text.lines().filter(|line| !line.contains(".record"));
        texts.push(lines.collect::<Vec<_>>().join("\n"));
    }
    for text in texts {
        for line in text.lines() {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }
}
