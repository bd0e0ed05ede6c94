//! Paths, fit to be pasted.

use std::path::Path;

/// The path as one word of a shell.
pub(crate) fn shell_word(path: &Path) -> String {
    let text = path.display().to_string();
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+=:,@%".contains(c);
    if text.chars().all(is_plain) { text } else { format!("'{}'", text.replace('\'', r"'\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shell_reads_the_path_back() {
        assert_eq!(shell_word(Path::new("/a/b-1.record")), "/a/b-1.record");
        assert_eq!(shell_word(Path::new("my game")), "'my game'");
        assert_eq!(shell_word(Path::new("it's $HOME")), r"'it'\''s $HOME'");
    }
}
