//! Errors in text, moves and options. Every error prints as one sentence for people.

use thiserror::Error;

/// An error for text that is not a move in any position.
///
/// ```
/// use tilewright_core::ParseMoveError;
///
/// let error = ParseMoveError::new("Q9@a1", "there is no piece 'Q9'");
/// assert_eq!(error.to_string(), "'Q9@a1' is not a move: there is no piece 'Q9'");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{text}' is not a move: {reason}")]
pub struct ParseMoveError {
    text: String,
    reason: String,
}

impl ParseMoveError {
    /// Makes the error from the `text` given and the `reason` that it is refused.
    pub fn new(text: &str, reason: impl Into<String>) -> ParseMoveError {
        ParseMoveError { text: shortened(text), reason: reason.into() }
    }
}

/// An error for text that is not a position.
///
/// ```
/// use tilewright_core::ParsePositionError;
///
/// let error = ParsePositionError::new("row 3 has 13 squares, not 14");
/// assert_eq!(error.to_string(), "this is not a position: row 3 has 13 squares, not 14");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("this is not a position: {reason}")]
pub struct ParsePositionError {
    reason: String,
}

impl ParsePositionError {
    /// Makes the error from the `reason`.
    pub fn new(reason: impl Into<String>) -> ParsePositionError {
        ParsePositionError { reason: reason.into() }
    }
}

/// An error for a move that is not legal in this position.
///
/// The rule is a short name for programs, the reason a sentence for people.
///
/// ```
/// use tilewright_core::Illegal;
///
/// let illegal = Illegal::new("occupied", "d4 is occupied");
/// assert_eq!(illegal.rule(), "occupied");
/// assert_eq!(illegal.to_string(), "d4 is occupied");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{reason}")]
pub struct Illegal {
    rule: &'static str,
    reason: String,
}

impl Illegal {
    /// Makes the error from the name of the broken rule and a sentence that explains it.
    pub fn new(rule: &'static str, reason: impl Into<String>) -> Illegal {
        Illegal { rule, reason: reason.into() }
    }

    /// The error for every move after the end of the game, in every game.
    pub fn game_over() -> Illegal {
        Illegal::new("game-over", "the game is over")
    }

    /// The name of the broken rule: stable, in kebab case.
    pub const fn rule(&self) -> &'static str {
        self.rule
    }
}

/// An error for options that do not describe a game.
///
/// ```
/// use tilewright_core::OptionsError;
///
/// let error = OptionsError::new("duo is for 2 seats, not 5");
/// assert_eq!(error.to_string(), "duo is for 2 seats, not 5");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{reason}")]
pub struct OptionsError {
    reason: String,
}

impl OptionsError {
    /// Makes the error from the `reason`.
    pub fn new(reason: impl Into<String>) -> OptionsError {
        OptionsError { reason: reason.into() }
    }
}

/// Shortens and escapes a user's text, so that an error can quote it.
///
/// ```
/// use tilewright_core::shortened;
///
/// assert_eq!(shortened("a\tb"), "a\\tb");
/// assert!(shortened(&"x".repeat(1000)).ends_with('…'));
/// ```
pub fn shortened(text: &str) -> String {
    const MAX_CHARS: usize = 40;
    let mut escaped = text.chars().flat_map(char::escape_debug);
    let mut short: String = escaped.by_ref().take(MAX_CHARS).collect();
    if escaped.next().is_some() {
        short.pop();
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_text_is_short_and_escaped() {
        assert_eq!(shortened("\u{1b}[A"), "\\u{1b}[A");
        assert_eq!(shortened(&"x".repeat(40)), "x".repeat(40));
        assert_eq!(shortened(&"x".repeat(41)), "x".repeat(39) + "…");
    }

    #[test]
    fn errors_shorten_and_escape_the_text_they_quote() {
        let error = ParseMoveError::new(&"\u{1b}[31mx".repeat(1000), "no");
        let shown = error.to_string();
        assert!(shown.chars().count() < 200 && !shown.contains('\u{1b}'), "{shown}");
    }
}
