//! Every command of the README and of the guide is run, and prints what the page shows.
//!
//! A block ```` ```sh ```` has commands, one on a line, which must succeed. A block ```` ```console
//! ```` has commands after `$` with their output. A comment before a block says how it is run, or
//! why it is not:
//!
//! | comment | meaning |
//! | --- | --- |
//! | `<!-- not run: REASON -->` | not run |
//! | `<!-- run: python … -->` | run by `python/tests/test_docs.py` |
//! | `<!-- run: server -->` | each command starts a server, which is then stopped |
//! | `<!-- run: quit -->` | each command is a game, in which `quit` is typed |
//! | `<!-- fails -->` | the command fails with the text that is shown |

mod program;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use rustix::process::{Pid, Signal, kill_process};

use crate::program::Folder;

/// Words with which the commands of a page begin.
const PROGRAMS: [&str; 6] = ["tilewright ", "cargo ", "pip ", "python ", "podman ", "$ "];

/// The README's two commands of a clone, of which the second runs this test.
const CLONE: [&str; 2] = ["cargo run --release ", "cargo xtask test "];

/// A fenced block of a page.
struct Block {
    page: String,
    line: usize,
    language: String,
    /// The comment before it, without its signs.
    mark: String,
    lines: Vec<String>,
}

/// A command with the output that a page shows.
struct Example {
    command: String,
    output: String,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The README and the pages of the guide, without those that programs write.
fn pages() -> Vec<String> {
    let entries = fs::read_dir(root().join("docs")).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut pages: Vec<String> =
        names.filter(|name| is_page(name)).map(|name| format!("docs/{name}")).collect();
    pages.push("README.md".to_owned());
    pages.sort();
    pages
}

fn is_page(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension == "md")
        && name != "python-api.md"
}

fn blocks(page: &str) -> Vec<Block> {
    let text = fs::read_to_string(root().join(page)).unwrap();
    let mut blocks: Vec<Block> = Vec::new();
    let mut mark = String::new();
    let mut is_open = false;
    for (i, line) in text.lines().enumerate() {
        let trimmed = line.trim_start();
        if let Some(language) = trimmed.strip_prefix("```") {
            is_open = !is_open;
            if is_open {
                let language = language.to_owned();
                let mark = std::mem::take(&mut mark);
                let page = page.to_owned();
                blocks.push(Block { page, line: i + 1, language, mark, lines: Vec::new() });
            }
        } else if is_open {
            blocks.last_mut().unwrap().lines.push(line.to_owned());
        } else if let Some(comment) = trimmed.strip_prefix("<!-- ") {
            comment.trim_end_matches(" -->").clone_into(&mut mark);
        } else if !trimmed.is_empty() {
            mark.clear();
        }
    }
    blocks
}

fn all_blocks() -> Vec<Block> {
    pages().iter().flat_map(|page| blocks(page)).collect()
}

impl Block {
    fn place(&self) -> String {
        format!("{}:{}", self.page, self.line)
    }

    /// The commands of a block of them.
    fn commands(&self) -> Vec<String> {
        let without_comment = |line: &String| match line.find(" #") {
            Some(at) => line[..at].trim().to_owned(),
            None => line.trim().to_owned(),
        };
        self.lines.iter().map(without_comment).filter(|line| !line.is_empty()).collect()
    }

    /// The commands of a block that shows their output.
    fn shown(&self) -> Vec<Example> {
        let mut shown: Vec<Example> = Vec::new();
        for line in &self.lines {
            if let Some(command) = line.strip_prefix("$ ") {
                shown.push(Example { command: command.to_owned(), output: String::new() });
            } else {
                let last = shown.last_mut().expect("a command comes first");
                last.output.push_str(line);
                last.output.push('\n');
            }
        }
        shown
    }
}

/// The data of all pages.
fn data_folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("guide")
}

/// A shell in which the program is on the path. It runs in a folder of the page; data, such as the
/// solution of a game, are those of all pages.
fn shell(folder: &Folder, command: &str) -> Command {
    let program = Path::new(env!("CARGO_BIN_EXE_tilewright")).parent().unwrap();
    let path = std::env::var("PATH").unwrap();
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).current_dir(&folder.0);
    shell.env("PATH", format!("{}:{path}", program.display()));
    shell.env("XDG_DATA_HOME", data_folder()).env("TMPDIR", &folder.0).env("HOME", &folder.0);
    shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    shell
}

fn output_of(folder: &Folder, command: &str, input: &str) -> Output {
    let mut child = shell(folder, command).spawn().unwrap();
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn run_and_succeed(folder: &Folder, block: &Block, command: &str, input: &str) -> String {
    let output = output_of(folder, command, input);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {command}\n{errors}", block.place());
    String::from_utf8(output.stdout).unwrap()
}

/// Starts a server at a free port, and stops it when it serves.
fn serve_and_end(folder: &Folder, block: &Block, command: &str) {
    // The ports of the pages may be taken.
    let elsewhere = command.replace("0.0.0.0:8080", "127.0.0.1:0");
    let mut shell = shell(folder, &format!("exec {elsewhere}"));
    let mut child = shell.env("TILEWRIGHT_ADDR", "127.0.0.1:0").spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let serves = line.starts_with("Tilewright serves at http://127.0.0.1:");
    terminate(&child);
    let status = child.wait().unwrap();
    assert!(serves && status.success(), "{}: {command}: {line}, {status}", block.place());
}

fn terminate(child: &Child) {
    let pid = Pid::from_raw(child.id().try_into().unwrap()).unwrap();
    kill_process(pid, Signal::TERM).unwrap();
}

fn run_commands(folder: &Folder, block: &Block) {
    for command in block.commands() {
        match block.mark.as_str() {
            "run: server" => serve_and_end(folder, block, &command),
            "run: quit" => {
                run_and_succeed(folder, block, &command, "quit\n");
            }
            "" => {
                run_and_succeed(folder, block, &command, "");
            }
            mark => panic!("{}: there is no mark '{mark}'", block.place()),
        }
    }
}

fn compare(folder: &Folder, block: &Block) {
    for Example { command, output } in block.shown() {
        let printed = if block.mark == "fails" {
            let failed = output_of(folder, &command, "");
            assert!(!failed.status.success(), "{}: {command} succeeds", block.place());
            String::from_utf8(failed.stderr).unwrap()
        } else {
            run_and_succeed(folder, block, &command, "")
        };
        let is_so = !output.is_empty() && (printed.starts_with(&output) || printed == output);
        assert!(is_so, "{}: {command}\nprints\n{printed}\nnot\n{output}", block.place());
    }
}

fn is_run(block: &Block) -> bool {
    !block.mark.starts_with("not run: ") && !block.mark.starts_with("run: python")
}

#[test]
fn the_commands_of_every_page_are_run() {
    // A study that an earlier build of the program has kept would be read and not played.
    let _ = fs::remove_dir_all(data_folder().join("tilewright/studies"));
    let mut n_run = 0;
    for page in pages() {
        let folder = Folder::new();
        make_a_record(&folder);
        for block in blocks(&page).iter().filter(|block| is_run(block)) {
            match block.language.as_str() {
                "sh" => run_commands(&folder, block),
                "console" => compare(&folder, block),
                _ => continue,
            }
            n_run += 1;
        }
    }
    assert!(n_run > 15, "{n_run} blocks were run");
}

/// The file that the pages call `game.record`, a game between bots.
fn make_a_record(folder: &Folder) {
    let command = "tilewright play blokus --variant duo --seat greedy --seat random --seed 1 \
                   --save game.record";
    assert!(output_of(folder, command, "").status.success());
}

#[test]
fn a_reason_stands_where_commands_are_not_run() {
    for block in all_blocks().iter().filter(|block| block.mark.starts_with("not run")) {
        let reason = block.mark.strip_prefix("not run: ").unwrap_or_default();
        assert!(reason.split(' ').count() > 3, "{} has no reason", block.place());
        assert!(["sh", "console"].contains(&&*block.language), "{}", block.place());
    }
}

#[test]
fn no_command_hides_in_another_block() {
    for block in all_blocks() {
        if ["sh", "console"].contains(&&*block.language) {
            continue;
        }
        // A test of the protocols holds the sessions.
        let is_session = block.page == "docs/protocols.md" && block.lines[0].starts_with("$ ");
        for line in block.lines.iter().filter(|_| !is_session) {
            let is_command = PROGRAMS.iter().any(|program| line.trim_start().starts_with(program));
            let is_of_a_clone = CLONE.iter().any(|command| line.starts_with(command));
            assert!(!is_command || is_of_a_clone, "{}: {line} is not run", block.place());
        }
    }
}

#[test]
fn the_two_commands_of_a_clone_are_in_the_readme() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    for command in CLONE {
        assert!(readme.lines().any(|line| line.starts_with(command)), "{command}");
    }
    let ci = fs::read_to_string(root().join(".ci/run")).unwrap();
    assert!(ci.ends_with(&format!("{}\n", CLONE[1].trim_end())), "{ci}");
}

#[test]
fn the_three_ways_to_write_a_move_are_one_move() {
    let page = fs::read_to_string(root().join("docs/play.md")).unwrap();
    let sentence = page.split("A move is a piece").nth(1).expect("moves are explained");
    let names: Vec<&str> = sentence.split('`').skip(1).step_by(2).take(3).collect();
    let folder = Folder::new();
    let show = |name: &&str| {
        let command = format!("tilewright show blokus --variant duo --moves {name}");
        output_of(&folder, &command, "").stdout
    };
    let positions: Vec<Vec<u8>> = names.iter().map(show).collect();
    assert!(positions.windows(2).all(|pair| pair[0] == pair[1]), "{names:?}");
}
