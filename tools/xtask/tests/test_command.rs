//! `cargo xtask test`, with a script in place of cargo.
#![cfg(unix)]

use std::process::Command;

/// The output and the status of one run of xtask.
struct Run {
    success: bool,
    stdout: String,
    stderr: String,
}

fn xtask(arguments: &[&str], environment: &[(&str, &str)]) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(arguments)
        .env("CARGO", concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/cargo"))
        .env_remove("RUSTDOCFLAGS")
        .envs(environment.iter().copied())
        .output()
        .unwrap();
    Run {
        success: output.status.success(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

#[test]
fn the_rust_part_is_five_steps() {
    let run = xtask(&["test", "rust"], &[]);
    assert!(run.success, "{}", run.stderr);
    let expected = "\
cargo fmt --all --check
cargo clippy --workspace --all-targets -- -D warnings
cargo test --workspace
cargo doc --workspace --no-deps
RUSTDOCFLAGS=-D warnings
cargo deny check bans licenses sources
";
    assert_eq!(run.stdout, expected);
    for announcement in
        ["rust: formatting …\n", "rust: clippy passed in ", "\nall steps passed in "]
    {
        assert!(run.stderr.contains(announcement), "{announcement:?} not in {}", run.stderr);
    }
}

#[test]
fn the_first_failure_stops_and_is_the_last_line() {
    let run = xtask(&["test", "rust"], &[("FAIL", "clippy")]);
    assert!(!run.success);
    assert!(!run.stdout.contains("cargo test"), "{}", run.stdout);
    let last = run.stderr.lines().next_back().unwrap();
    assert!(last.starts_with("error: rust: clippy failed after "), "{last}");
}

#[test]
fn a_missing_tool_comes_with_its_installation() {
    for missing in ["fmt", "clippy"] {
        let run = xtask(&["test", "rust"], &[("MISSING", missing)]);
        assert!(!run.success && run.stdout.is_empty());
        assert_eq!(
            run.stderr,
            "error: the Rust part needs rustfmt and clippy: install them with \
             `rustup component add rustfmt clippy`\n"
        );
    }
}

#[test]
fn an_unknown_part_is_refused_with_the_known_ones() {
    let run = xtask(&["test", "cobol"], &[]);
    assert!(!run.success);
    assert!(run.stderr.contains("rust, guide, python, web, slow"), "{}", run.stderr);
}
