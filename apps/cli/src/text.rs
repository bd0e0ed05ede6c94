//! Text, fit to be pasted or read.

use std::path::Path;

use indicatif::HumanCount;

/// Lines for people are at most this long, so that they fit on any terminal.
pub(crate) const WIDTH: usize = 80;

/// The path as one word of a shell.
pub(crate) fn shell_word(path: &Path) -> String {
    let text = path.display().to_string();
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+=:,@%".contains(c);
    if text.chars().all(is_plain) { text } else { format!("'{}'", text.replace('\'', r"'\''")) }
}

/// A number with commas between its thousands.
pub(crate) fn grouped(number: u64) -> String {
    HumanCount(number).to_string()
}

/// A number of things, in words: `1 move`, `2 moves`.
pub(crate) fn counted(number: usize, name: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {name}{plural}")
}

/// The text in lines of at most so many characters, if its words are not longer.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is a line");
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words() {
        assert_eq!(wrapped("one two  three", 7), ["one two", "three"]);
        assert_eq!(wrapped("a-long-word it", 4), ["a-long-word", "it"]);
        assert_eq!(wrapped("", 4), [""]);
    }

    #[test]
    fn one_of_something_is_no_plural() {
        assert_eq!([0, 1, 2].map(|n| counted(n, "move")), ["0 moves", "1 move", "2 moves"]);
    }

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!(
            [7, 123, 1_234, 231_362_463_619].map(grouped),
            ["7", "123", "1,234", "231,362,463,619"]
        );
    }

    #[test]
    fn a_shell_reads_the_path_back() {
        assert_eq!(shell_word(Path::new("/a/b-1.record")), "/a/b-1.record");
        assert_eq!(shell_word(Path::new("my game")), "'my game'");
        assert_eq!(shell_word(Path::new("it's $HOME")), r"'it'\''s $HOME'");
    }
}
