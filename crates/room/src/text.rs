//! Lines of chat, without characters that hide, reorder or overlay what others read.

use unicode_normalization::char::is_combining_mark;

/// The most marks on one letter. Vietnamese needs two and pointed Hebrew three.
const MAX_MARKS: usize = 4;

/// A text without invisible and reordering characters, and with few marks on each letter.
pub(crate) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut n_marks = 0;
    for c in text.chars().filter(|c| !is_hidden(*c)) {
        n_marks = if is_combining_mark(c) { n_marks + 1 } else { 0 };
        if n_marks <= MAX_MARKS {
            plain.push(c);
        }
    }
    let plain = plain.trim();
    // A mark needs a letter: alone it would sit on what stands before the line.
    plain.trim_start_matches(is_combining_mark).to_owned()
}

/// Whether a character shows nothing, or changes the direction of others. Joiners are kept: emoji
/// and the scripts of Persia and India need them.
const fn is_hidden(c: char) -> bool {
    matches!(
        c,
        '\u{ad}'
            | '\u{61c}'
            | '\u{115f}'
            | '\u{1160}'
            | '\u{17b4}'
            | '\u{17b5}'
            | '\u{180e}'
            | '\u{200b}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_hides_or_reorders_is_left_out() {
        assert_eq!(plain("\u{202e}abc\u{202c}"), "abc");
        assert_eq!(plain("a\u{200b}b\u{2066}c\u{feff}"), "abc");
        assert_eq!(plain("  \u{200e} "), "");
        let stacked = format!("Z{}a{}lgo", "\u{301}".repeat(40), "\u{489}".repeat(40));
        assert_eq!(plain(&stacked).chars().count(), 5 + 2 * MAX_MARKS);
        assert_eq!(plain("\u{301}\u{301}on top"), "on top");
    }

    #[test]
    fn other_scripts_stay_as_they_are() {
        for text in ["Grüße", "שָׁלוֹם", "नमस्ते", "می‌خواهم", "👩‍👩‍👧 gg", "tiếng Việt", "한국어"]
        {
            assert_eq!(plain(text), text);
        }
    }
}
