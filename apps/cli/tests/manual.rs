//! `tilewright completions` and `tilewright manual`.

mod program;

use std::fs;

use crate::program::{Folder, told};

#[test]
fn every_shell_has_completions() {
    let folder = Folder::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = told(&folder.run(&["completions", shell], ""));
        for word in ["tilewright", "arena", "--variant"] {
            let is_there = script.contains(word) || script.contains(word.trim_start_matches('-'));
            assert!(is_there, "{shell} lacks {word}");
        }
    }
    let refused = folder.run(&["completions", "cmd"], "");
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
fn every_command_has_a_man_page() {
    let folder = Folder::new();
    let pages = folder.file("man");
    told(&folder.run(&["manual", &pages], ""));
    for name in ["tilewright", "tilewright-play", "tilewright-serve", "tilewright-arena"] {
        let page = fs::read_to_string(format!("{pages}/{name}.1")).unwrap();
        assert!(page.contains("\n.TH ") && page.contains(".SH OPTIONS"), "{name}: {page}");
    }
}
