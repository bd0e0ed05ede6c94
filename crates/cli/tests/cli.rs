//! The real program: what it prints, what it refuses, what it leaves behind.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;

/// A folder of its own for each test, gone when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static N_FOLDERS: AtomicUsize = AtomicUsize::new(0);
        let number = N_FOLDERS.fetch_add(1, Ordering::Relaxed);
        let name = format!("{}-{number}", std::process::id());
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    /// The games that `play` has kept here by itself.
    fn kept(&self) -> Vec<PathBuf> {
        let games = fs::read_dir(self.0.join("tilewright/games"));
        games.map_or(Vec::new(), |games| games.map(|game| game.unwrap().path()).collect())
    }

    /// Runs the program with this as the folder for the user's data.
    fn run(&self, arguments: &[&str], input: &str) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tilewright"));
        command.args(arguments).env("XDG_DATA_HOME", &self.0).env_remove("NO_COLOR");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // A program that does not want its input closes it, which is no error here.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        child.wait_with_output().unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// What the program prints if all is well.
fn told(output: &Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn run(arguments: &[&str]) -> String {
    told(&Folder::new().run(arguments, ""))
}

/// The one sentence with which the program fails.
fn complaint(arguments: &[&str]) -> String {
    complaint_of(&Folder::new().run(arguments, ""))
}

fn complaint_of(output: &Output) -> String {
    assert!(!output.status.success() && output.stdout.is_empty(), "{output:?}");
    let text = String::from_utf8(output.stderr.clone()).unwrap();
    let sentence = text.strip_prefix("error: ").and_then(|text| text.strip_suffix('\n'));
    let sentence = sentence.unwrap_or_else(|| panic!("{text}"));
    assert!(!sentence.contains('\n') && !sentence.ends_with('.'), "{sentence}");
    sentence.to_owned()
}

const DUO: [&str; 3] = ["blokus", "--variant", "duo"];

fn with<'a>(command: &'a str, rest: &[&'a str]) -> Vec<&'a str> {
    [command].into_iter().chain(DUO).chain(rest.iter().copied()).collect()
}

#[test]
fn without_arguments_it_helps() {
    let help = run(&[]);
    assert!(help.contains("Usage: tilewright") && help.contains("Examples:"), "{help}");
    for command in ["games", "play", "show", "legal", "replay", "perft", "bench"] {
        assert!(help.contains(&format!("\n  {command} ")), "{command}");
        assert!(run(&[command, "--help"]).contains("Usage: tilewright"), "{command}");
    }
    assert!(run(&["--version"]).starts_with("tilewright "));
}

#[test]
fn games_are_listed_with_their_options() {
    let games = run(&["games"]);
    assert!(games.starts_with("blokus (Blokus)\n"), "{games}");
    assert!(games.contains("\n  variant     classic | classic-2 | classic-3 | duo | tilewe\n"));
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
    assert!(!text.contains('\u{1b}'), "a pipe gets no colours");
    let painted = run(&with("show", &["--color", "always"]));
    assert!(painted.contains('\u{1b}'));
    let position = text.lines().find_map(|line| line.strip_prefix("position: ")).unwrap();
    let again = run(&["show", "blokus", "--position", position]);
    assert!(again.contains(position) && again.contains("scores: -84 -88\n"), "{again}");

    let view: Value =
        serde_json::from_str(&run(&with("show", &["--json", "--viewer", "2"]))).unwrap();
    assert!(view.is_object());
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
fn bench_has_names_and_numbers() {
    let list = run(&["bench", "blokus", "--list"]);
    assert!(list.lines().any(|name| name == "duo/random-games"), "{list}");
    assert!(run(&["bench", "--list"]).contains("blokus duo/undo\n"));
    let fixed = run(&["bench", "blokus", "--only", "duo/undo", "--fixed", "5000"]);
    assert_eq!(fixed, "5000\n");
    let json = run(&["bench", "blokus", "--only", "duo/undo", "--json"]);
    let rows: Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&rows[0]["workload"], &rows[0]["unit"]), (&"duo/undo".into(), &"moves".into()));
    assert!(rows[0]["median_per_second"].as_u64().unwrap() > 1_000);
    let table = run(&["bench", "--only", "duo/undo"]);
    assert_eq!(table.lines().count(), 2, "{table}");
    assert!(table.contains(" moves/s "), "{table}");
}

#[test]
fn bad_arguments_get_one_sentence() {
    let choose = "there is no game 'chess': choose blokus";
    assert!(complaint(&["show", "chess"]).contains(choose));
    assert!(
        complaint(&["show", "blokus", "--variant", "nope"]).contains("'nope' is none of classic")
    );
    assert_eq!(complaint(&with("show", &["--seats", "5"])), "duo is for 2 seats, not 5");
    assert!(
        complaint(&with("show", &["--seats", "many"])).contains("'many' is not a whole number")
    );
    assert!(complaint(&with("show", &["--option", "x=1"])).starts_with("there is no option 'x'"));
    assert!(
        complaint(&with("show", &["--option", "x"])).contains("an option is written name=value")
    );
    assert_eq!(
        complaint(&with("show", &["--option", "variant=duo"])),
        "option variant is given twice"
    );
    assert!(
        complaint(&with("legal", &["--moves", "hello"]))
            .starts_with("move 1: 'hello' is not a move")
    );
    let twice = ["--moves", "O1n@e10 O1n@e10"];
    assert_eq!(complaint(&with("legal", &twice)), "move 2: e10 is occupied");
    assert!(
        complaint(&["legal", "blokus", "--position", "x"]).starts_with("this is not a position")
    );
    assert_eq!(complaint(&with("show", &["--viewer", "3"])), "there is no seat 3 at a table for 2");
    assert!(complaint(&with("perft", &["--depth", "deep"])).contains("'deep'"));
    assert!(complaint(&with("perft", &["--depth", "-1"])).contains("'-1'"));
    assert!(complaint(&with("perft", &["--depth", "1000"])).contains("1000 is not in 0..=255"));
    assert!(complaint(&["perft", "blokus"]).contains("--depth <D>"));
    assert!(complaint(&["dance"]).contains("'dance'"));
    assert!(complaint(&["bench", "--only", "x"]).starts_with("there is no workload 'x'"));
    assert!(complaint(&["bench", "--fixed", "5"]).contains("--only <NAME>"));
    assert!(complaint(&with("play", &["--seat", "robot"])).contains("a player is human or random"));
    assert_eq!(
        complaint(&with("play", &["--seat", "human", "--seat", "human", "--seat", "human"])),
        "3 players are too many for 2 seats"
    );
    assert!(complaint(&["play"]).contains("<GAME>"));
    assert!(complaint(&["replay", "/no/such/file"]).starts_with("cannot read /no/such/file: "));
}

#[test]
fn a_reader_who_has_seen_enough_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tilewright"))
        .args(with("perft", &["--depth", "2", "--divide"]))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}

#[test]
fn play_in_a_pipe() {
    let folder = Folder::new();
    let input =
        "help\nmoves O1\nmoves zzz\nundo\nhello\nO1n@a1\n\u{1b}[A\nsave\nO1n@e10\nshow\nquit\n";
    let text = told(&folder.run(&with("play", &["--seed", "1"]), input));
    assert!(
        text.starts_with("Blokus: seat 1 human, seat 2 random\nthe game is kept in "),
        "{text}"
    );
    for expected in [
        "resign         give up",
        "> moves O1\nO1n@e10\n1 move\n",
        "> moves zzz\n0 moves\n",
        "> undo\nthere is nothing to take back\n",
        "> hello\n'hello' is not a move",
        "> O1n@a1\npurple's first piece must cover e10\n",
        "> \\u{1b}[A\n",
        "> save\nsay where: save FILE\n",
        "> O1n@e10\n1. seat 1: O1n@e10\n2. seat 2: ",
        "> quit\ngo on with: tilewright play --resume ",
    ] {
        assert!(text.contains(expected), "{expected}\n---\n{text}");
    }
    let [file] = &folder.kept()[..] else { panic!("one file is kept: {:?}", folder.kept()) };
    let record = fs::read_to_string(file).unwrap();
    assert!(record.contains("\nseat 1: human\nseat 2: random\ndate: 2"), "{record}");
    assert!(record.contains("\nresult: *\n") && record.contains("\n1. O1n@e10\n2. "), "{record}");
}

#[test]
fn a_game_without_moves_leaves_no_file() {
    let folder = Folder::new();
    told(&folder.run(&["play", "blokus"], ""));
    told(&folder.run(&["play", "blokus"], "quit\n"));
    assert!(folder.kept().is_empty());
}

#[test]
fn a_game_goes_on_where_it_stopped() {
    let folder = Folder::new();
    let file = folder.file("game.record");
    told(&folder.run(&with("play", &["--save", &file, "--seed", "1"]), "O1n@e10\n"));
    let before = fs::read_to_string(&file).unwrap();
    assert_eq!(before.lines().filter(|line| line.contains(". ")).count(), 2);
    // What somebody adds to the record stays.
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

#[test]
fn notes_survive_a_resumed_game() {
    let folder = Folder::new();
    let file = folder.file("game.record");
    told(&folder.run(&with("play", &["--save", &file]), "O1n@e10\n"));
    let before = fs::read_to_string(&file).unwrap();
    fs::write(&file, before.replace("1. O1n@e10", "1. e10  clock=1:00  # tiny")).unwrap();
    told(&folder.run(&["play", "--resume", &file], "quit\n"));
    let after = fs::read_to_string(&file).unwrap();
    assert_eq!(after, before.replace("1. O1n@e10", "1. O1n@e10  clock=1:00  # tiny"));
}

#[test]
fn no_game_is_overwritten() {
    let folder = Folder::new();
    let file = folder.file("game.record");
    fs::write(&file, "precious").unwrap();
    let output = folder.run(&with("play", &["--save", &file]), "quit\n");
    assert!(complaint_of(&output).contains("exists already"));
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
    assert!(text.lines().filter(|line| line.contains(". seat 1: ")).count() > 5, "{text}");
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
    assert!(lines.any(|line| line.unwrap().starts_with("2. seat 2: ")));
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
    assert_eq!(complaint(&record.replace("j5", "e10")), "FILE: line 6: e10 is occupied");
    assert_eq!(
        complaint(&record.replace("2. ", "3. ")),
        "FILE: line 6: here should be move 2, not 3"
    );
    assert_eq!(
        complaint(record.trim_end()),
        "FILE: line 6: the record is cut off: its last line has no end"
    );
    assert_eq!(complaint(""), "FILE: line 1: a record begins with the line 'tilewright record 1'");
    fs::write(&file, b"\xff\xfe").unwrap();
    assert_eq!(complaint_of(&folder.run(&["replay", &file], "")), format!("{file} is not text"));
}
