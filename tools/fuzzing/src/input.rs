//! The meaning of bytes.

use std::fmt::Display;
use std::str;

use tilewright_bots::FILE_KEYS;

/// The first byte and the rest; nothing if there is none.
pub(crate) fn choice_and_rest(data: &[u8]) -> Option<(u8, &[u8])> {
    data.split_first().map(|(&choice, rest)| (choice, rest))
}

/// The first byte and the text that follows; nothing if that is no text.
pub(crate) fn choice_and_text(data: &[u8]) -> Option<(u8, &str)> {
    let (choice, rest) = choice_and_rest(data)?;
    Some((choice, str::from_utf8(rest).ok()?))
}

/// One of some things, for any byte.
pub(crate) fn pick<T>(things: &[T], choice: u8) -> &T {
    &things[usize::from(choice) % things.len()]
}

/// At most so many bytes.
pub(crate) fn at_most(bytes: &[u8], n: usize) -> &[u8] {
    &bytes[..bytes.len().min(n)]
}

/// Checks that a sentence for people is one line, not long, without a full stop, and not empty.
pub(crate) fn check_sentence(sentence: &impl Display) {
    let text = sentence.to_string();
    assert!(!text.is_empty() && !text.ends_with('.'), "{text:?}");
    assert!(!text.chars().any(char::is_control), "{text:?}");
    assert!(text.chars().count() < 500, "{text:?}");
}

/// Returns true for a bot that would use a file. Those are not built here: a person who asks for
/// them has the file anyway, and bytes must not choose files of this machine. Nor are those that
/// ask for gigabytes or for hundreds of threads, and get them.
pub(crate) fn asks_for_much(bot: &str) -> bool {
    FILE_KEYS.iter().chain(&["memory", "threads"]).any(|key| bot.contains(key))
}
