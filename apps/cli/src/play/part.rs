//! Finding moves by a part of them.

use serde_json::Value;

/// Returns true if a part fits a move: a square that it covers, where the parts of the move list
/// its squares, or a place at the end of its text, such as `@d3`, or else a beginning of its text
/// that ends where a word does. `F` and `F5` fit `F5ef@d3`, as `F5ef` does, but `F5e` does not.
pub(crate) fn fits(part: &str, text: &str, view: &Value) -> bool {
    if part.len() > 1 && part.starts_with('@') {
        return text.ends_with(part);
    }
    match view.get("squares").and_then(Value::as_array) {
        Some(squares) if is_square(part) => squares.iter().any(|square| square == part),
        _ => is_beginning(part, text),
    }
}

/// A letter and a number.
fn is_square(part: &str) -> bool {
    let number = part.strip_prefix(|c: char| c.is_ascii_lowercase());
    number.is_some_and(|number| {
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}

fn is_beginning(part: &str, text: &str) -> bool {
    let Some(rest) = text.strip_prefix(part) else { return false };
    match (part.chars().next_back(), rest.chars().next()) {
        (Some(last), Some(next)) => kind(last) != kind(next),
        _ => true,
    }
}

/// Characters of one kind make a word.
fn kind(c: char) -> u8 {
    match c {
        _ if c.is_lowercase() => 0,
        _ if c.is_uppercase() => 1,
        _ if c.is_numeric() => 2,
        _ => 3,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_part_is_a_square_or_a_beginning() {
        let view = json!({ "squares": ["d9", "e10"] });
        let fits = |part| fits(part, "F5ef@d3", &view);
        for part in ["F", "F5", "F5ef", "F5ef@", "F5ef@d", "F5ef@d3", "d9", "e10", "@d3"] {
            assert!(fits(part), "{part}");
        }
        for part in ["F5e", "f5", "d3", "d", "5", "ef", "e1", "E10", "F5ef@d33", "zzz", "@", "@d"] {
            assert!(!fits(part), "{part}");
        }
    }

    #[test]
    fn a_game_without_squares_is_searched_by_text() {
        assert!(fits("a1", "a1-b2", &json!("a1-b2")));
        assert!(fits("deal", "deal:12", &json!({})) && !fits("deal:1", "deal:12", &json!({})));
    }
}
