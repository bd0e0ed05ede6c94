//! The program, run in a folder of its own.

#![allow(dead_code, reason = "each test file that includes this module needs a part of it")]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A folder of its own for each test, gone when the test is over.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new() -> Folder {
        static N_FOLDERS: AtomicUsize = AtomicUsize::new(0);
        let number = N_FOLDERS.fetch_add(1, Ordering::Relaxed);
        let name = format!("{}-{number}", std::process::id());
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub(crate) fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    /// Begins a game with these arguments, whose folder goes away before the first human moves.
    #[allow(dead_code, reason = "not all tests lose their folder")]
    pub(crate) fn play_without_a_folder(&self, arguments: &[&str], input: &str) -> Output {
        let gone = self.file("gone");
        fs::create_dir(&gone).unwrap();
        let mut child = self.command();
        child.args(["play", "--seed", "1", "--save", &self.file("gone/game.record")]);
        let mut child = child.args(arguments).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut stdout = String::new();
        while !stdout.contains("type one, or `help`") {
            assert_ne!(out.read_line(&mut stdout).unwrap(), 0, "{stdout}");
        }
        fs::remove_dir_all(&gone).unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        out.read_to_string(&mut stdout).unwrap();
        let output = child.wait_with_output().unwrap();
        Output { stdout: stdout.into_bytes(), ..output }
    }

    /// Runs the program with this as the folder for the user's data and for temporary files.
    pub(crate) fn run(&self, arguments: &[&str], input: &str) -> Output {
        let mut child = self.command().args(arguments).spawn().unwrap();
        // A program that does not want its input closes it, which is no error here.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        child.wait_with_output().unwrap()
    }

    /// Begins to run the program in the same way.
    pub(crate) fn begin(&self, arguments: &[&str]) -> Child {
        self.command().args(arguments).spawn().unwrap()
    }

    fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tilewright"));
        command.env("XDG_DATA_HOME", &self.0).env("TMPDIR", &self.0).env_remove("NO_COLOR");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The output of the program, which must succeed.
pub(crate) fn told(output: &Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}
