//! Whole games on the full screen of a real terminal, by its keys.
#![cfg(unix)]

use std::io::{Read, Write};
use std::num::NonZero;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use tempfile::TempDir;

/// A program in a terminal of its own.
struct Session {
    child: Box<dyn Child + Send + Sync>,
    terminal: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    screen: Arc<Mutex<vt100::Parser>>,
    folder: TempDir,
}

/// Nothing here takes so long unless it hangs.
const SOON: Duration = Duration::from_mins(1);

impl Session {
    fn start(arguments: &[&str]) -> Session {
        let folder = tempfile::tempdir().unwrap();
        let size = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_tilewright"));
        command.args(["play"]);
        command.args(arguments);
        command.args(["--save", &file_in(folder.path())]);
        command.env("TERM", "xterm-256color");
        command.env("XDG_DATA_HOME", folder.path());
        let child = pair.slave.spawn_command(command).unwrap();
        let screen = Arc::new(Mutex::new(vt100::Parser::new(size_of(24), size_of(80), 0)));
        let mut output = pair.master.try_clone_reader().unwrap();
        let parser = Arc::clone(&screen);
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(n) = output.read(&mut bytes)
                && n > 0
            {
                parser.lock().unwrap().process(&bytes[..n]);
            }
        });
        let keys = pair.master.take_writer().unwrap();
        Session { child, terminal: pair.master, keys, screen, folder }
    }

    fn text(&self) -> String {
        self.screen.lock().unwrap().screen().contents()
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
    }

    /// Waits until the screen is as it should be.
    fn wait(&self, what: &str, is_so: impl Fn(&str) -> bool) -> String {
        let begin = Instant::now();
        loop {
            let text = self.text();
            if is_so(&text) {
                return text;
            }
            assert!(begin.elapsed() < SOON, "{what} does not come:\n{text}");
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Waits until the program ends, and returns its exit code and what is on the screen then.
    fn end(mut self) -> (u32, String, TempDir) {
        let begin = Instant::now();
        while self.child.try_wait().unwrap().is_none() {
            assert!(begin.elapsed() < SOON, "it does not end:\n{}", self.text());
            thread::sleep(Duration::from_millis(10));
        }
        let code = self.child.wait().unwrap().exit_code();
        // The last words may still be on their way.
        thread::sleep(Duration::from_millis(200));
        let is_full = self.screen.lock().unwrap().screen().alternate_screen();
        assert!(!is_full, "the terminal is given back");
        (code, self.text(), self.folder)
    }
}

fn size_of(n: u16) -> NonZero<u16> {
    NonZero::new(n).unwrap()
}

fn file_in(folder: &Path) -> String {
    folder.join("game.record").display().to_string()
}

/// The next thing that the program waits for.
fn is_ready(text: &str) -> bool {
    let is_asked = text.contains("pieces") && !text.contains("thinks");
    is_asked || text.contains("Enter goes on") || text.contains("Enter leaves")
}

/// The number of moves, from the headline.
fn n_moves(text: &str) -> Option<usize> {
    let words: Vec<&str> = text.lines().next()?.split_whitespace().collect();
    let at = words.iter().position(|word| word.starts_with("move"))?;
    words.get(at.checked_sub(1)?)?.parse().ok()
}

/// Plays the first move that the keys find, until the game is over.
fn play_to_the_end(arguments: &[&str]) {
    let mut session = Session::start(arguments);
    loop {
        let text = session.wait("a turn", is_ready);
        if text.contains("Enter leaves") {
            session.press("\r");
            break;
        }
        if text.contains("Enter goes on") {
            session.press("\r");
            session.wait("the next round", |text| !text.contains("Enter goes on"));
            continue;
        }
        let before = n_moves(&text);
        session.press("n");
        session.wait("a ghost", |text| text.contains("Enter plays it"));
        session.press("\r");
        session
            .wait("the next move", |text| n_moves(text) != before || text.contains("Enter leaves"));
    }
    let (code, text, folder) = session.end();
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("the game is over after"), "{text}");
    let record = std::fs::read_to_string(file_in(folder.path())).unwrap();
    let record: tilewright_table::Record = record.parse().unwrap();
    assert!(record.replay().unwrap().turn().is_over());
}

#[test]
fn blokus_is_played_by_keys() {
    play_to_the_end(&["blokus", "--variant", "duo", "--seat", "human", "--seat", "greedy"]);
}

#[test]
fn triominos_is_played_by_keys() {
    let options = ["--option", "single-round=on", "--seat", "human", "--seat", "greedy"];
    play_to_the_end(&[&["triominos"][..], &options].concat());
}

#[test]
fn coerceo_is_played_by_keys() {
    let players = ["--variant", "ocius", "--seat", "human", "--seat", "minimax:depth=2"];
    play_to_the_end(&[&["coerceo"][..], &players].concat());
}

#[test]
fn aquapipe_is_played_by_keys() {
    play_to_the_end(&["aquapipe", "--seat", "human", "--seat", "minimax:depth=2"]);
}

#[test]
fn ctrl_c_gives_the_terminal_back_and_loses_nothing() {
    let mut session = Session::start(&["blokus", "--variant", "duo", "--seat", "human"]);
    session.wait("the first turn", is_ready);
    session.press("n");
    session.wait("a ghost", |text| text.contains("Enter plays it"));
    session.press("\r");
    session.wait("an answer", |text| n_moves(text) == Some(2) && is_ready(text));
    session.press("\u{3}");
    let (code, text, folder) = session.end();
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("continue with: tilewright play --resume"), "{text}");
    let record = std::fs::read_to_string(file_in(folder.path())).unwrap();
    let record: tilewright_table::Record = record.parse().unwrap();
    assert_eq!(record.replay().unwrap().ply(), 2);
}

#[test]
fn a_signal_gives_the_terminal_back() {
    let session = Session::start(&["aquapipe"]);
    session.wait("the first turn", is_ready);
    let id = session.child.process_id().unwrap().to_string();
    let killed = std::process::Command::new("kill").args(["-TERM", &id]).status().unwrap();
    assert!(killed.success());
    let (code, _, _) = session.end();
    assert_eq!(code, 130);
}

#[test]
fn the_screen_follows_the_size_of_the_terminal() {
    let mut session = Session::start(&["coerceo", "--variant", "ocius"]);
    session.wait("the first turn", is_ready);
    for (rows, cols) in [(50, 140), (16, 60), (24, 80)] {
        session.screen.lock().unwrap().screen_mut().set_size(size_of(rows), size_of(cols));
        session.terminal.resize(PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }).unwrap();
        session.wait("the last line", |text| {
            text.lines().count() == usize::from(rows) && text.contains("? keys")
        });
    }
    session.press("q");
    let (code, text, _folder) = session.end();
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("no move was played"), "{text}");
}

#[test]
fn plain_asks_line_by_line() {
    let session = Session::start(&["aquapipe", "--plain"]);
    session.wait("the prompt", |text| text.contains("type one, or `help`"));
    assert!(!session.screen.lock().unwrap().screen().alternate_screen());
    let mut session = session;
    session.press("quit\r");
    session.end();
}
