//! Keeps code for Unix behind `cfg(unix)`, so that the program compiles for Windows.

use std::fs;
use std::path::{Path, PathBuf};

/// Names that exist on Unix only.
const UNIX_ONLY: [&str; 5] =
    ["std::os::unix", "rustix::", "tokio::signal::unix", "std::os::fd", "libc::"];

/// The attributes that keep an item or a statement to Unix.
const GATES: [&str; 3] = ["#[cfg(unix)]", "#![cfg(unix)]", "#[cfg(target_os = \"linux\")]"];

/// The lines that name something of Unix outside of what a gate keeps to it.
fn ungated_lines(source: &str) -> Vec<usize> {
    let mut found = Vec::new();
    let mut gate = Gate::Open;
    for (i, line) in source.lines().enumerate() {
        let code = line.trim();
        if code.starts_with("#![cfg(unix)]") {
            return Vec::new();
        }
        if GATES.contains(&code) {
            gate = Gate::Begins;
            continue;
        }
        let is_comment = code.starts_with("//");
        let names_unix = UNIX_ONLY.iter().any(|name| code.contains(name));
        if names_unix && !is_comment && gate == Gate::Open {
            found.push(i + 1);
        }
        if !is_comment {
            gate = gate.after(code);
        }
    }
    found
}

/// The state of a gate, line by line.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Gate {
    /// Nothing is kept to Unix.
    Open,
    /// The next item is.
    Begins,
    /// An item is, with this many brackets open.
    Within(i32),
}

impl Gate {
    fn after(self, code: &str) -> Gate {
        let opened = code.matches(['(', '[', '{']).count() as i32;
        let opened = opened - code.matches([')', ']', '}']).count() as i32;
        let depth = match self {
            Gate::Open => return Gate::Open,
            Gate::Begins if code.starts_with("#[") => return Gate::Begins,
            Gate::Begins => opened,
            Gate::Within(depth) => depth + opened,
        };
        let is_over = depth <= 0 && code.ends_with([';', '}', ',']);
        match (is_over, self) {
            (true, _) => Gate::Open,
            (false, Gate::Begins) if depth == 0 => Gate::Within(0),
            (false, _) => Gate::Within(depth),
        }
    }
}

/// The sources of libraries and programs, without tests.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            if !["target", "tests", "node_modules", "fuzz", "dist"].contains(&&*name) {
                found.extend(sources(&path));
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}

#[test]
fn code_for_unix_is_behind_cfg() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut problems = Vec::new();
    let mut n_files = 0;
    for folder in ["crates", "apps"] {
        for path in sources(&root.join(folder)) {
            let lines = ungated_lines(&fs::read_to_string(&path).unwrap());
            problems.extend(lines.iter().map(|line| format!("{}:{line}", path.display())));
            n_files += 1;
        }
    }
    assert!(n_files > 200, "{n_files}");
    assert!(problems.is_empty(), "not behind #[cfg(unix)]:\n{}", problems.join("\n"));
}

#[test]
fn an_item_behind_a_gate_may_name_unix() {
    let source = "\
use std::fs;
use rustix::time;
#[cfg(unix)]
use rustix::process;
use rustix::io;
// rustix::fs is named in a comment.
#[cfg(unix)]
#[must_use]
fn f(
    n: u8,
) {
    if n > 0 {
        rustix::process::f();
    }
}
fn g() { libc::f() }
";
    assert_eq!(ungated_lines(source), [2, 5, 16]);
    assert!(ungated_lines("#![cfg(unix)]\nuse rustix::io;\n").is_empty());
}
