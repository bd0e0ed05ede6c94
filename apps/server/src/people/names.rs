//! Names of accounts.

use crate::error::ApiError;

/// The bounds of a name's length.
const MIN_CHARS: usize = 2;
const MAX_CHARS: usize = 24;

/// Names that would be taken for the server, for people who run it, or for nobody.
const RESERVED: [&str; 33] = [
    "abuse",
    "admin",
    "administrator",
    "anonymous",
    "anybody",
    "anyone",
    "bot",
    "bots",
    "chance",
    "everybody",
    "everyone",
    "guest",
    "help",
    "helper",
    "host",
    "house",
    "info",
    "me",
    "mod",
    "moderator",
    "nobody",
    "null",
    "operator",
    "owner",
    "postmaster",
    "root",
    "security",
    "server",
    "somebody",
    "support",
    "system",
    "tilewright",
    "undefined",
];

/// Names that guests and bots have, with any number behind them.
const NUMBERED: [&str; 12] = [
    "bot", "elo", "greedy", "guest", "ismcts", "level", "maxn", "mcts", "minimax", "player",
    "random", "solver",
];

/// The key by which names are compared, without regard to case.
pub(crate) fn name_key(name: &str) -> String {
    name.to_lowercase()
}

/// The most bytes of anything that may be the name of an account, of before too.
const MAX_BYTES: usize = 256;

/// Whether there may be an account of this name. Others are not looked up, counted or logged: a
/// request has room for a name that would fill the memory.
pub(crate) fn may_be_name(name: &str) -> bool {
    name.len() <= MAX_BYTES
}

/// Checks the name of a new account.
pub(crate) fn check_name(name: &str) -> Result<(), ApiError> {
    let is_mark = |c: char| matches!(c, '-' | '_' | '.');
    let is_plain = |c: char| c.is_ascii_alphanumeric() || is_mark(c);
    if !(MIN_CHARS..=MAX_CHARS).contains(&name.len()) || !name.chars().all(is_plain) {
        let message =
            format!("a name has {MIN_CHARS} to {MAX_CHARS} letters, digits, dots, - or _");
        return Err(ApiError::bad_request(message));
    }
    if name.starts_with(is_mark) || name.ends_with(is_mark) || name.contains("..") {
        let message =
            "a name begins and ends with a letter or a digit, and has no two dots in a row";
        return Err(ApiError::bad_request(message));
    }
    if is_reserved(name) {
        return Err(ApiError::bad_request("this name is reserved: choose another"));
    }
    Ok(())
}

/// Returns true if a name could be taken for somebody else's, whatever its case and its marks are.
fn is_reserved(name: &str) -> bool {
    let key = name_key(name);
    let letters: String = key.chars().filter(char::is_ascii_alphanumeric).collect();
    let without_number = letters.trim_end_matches(|c: char| c.is_ascii_digit());
    without_number.is_empty()
        || RESERVED.contains(&&*letters)
        || RESERVED.contains(&without_number)
        || NUMBERED.contains(&without_number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_others_are_reserved() {
        for wrong in [
            "..",
            ".",
            "--",
            ".ada",
            "ada.",
            "a..b",
            "admin",
            "Admin",
            "a.d-m_i.n",
            "root1",
            "level.3",
            "Level-9",
            "Guest-1234",
            "guest_1",
            "mcts",
            "1234",
            "somebody",
        ] {
            assert!(check_name(wrong).is_err(), "{wrong}");
        }
        for right in ["ada", "Ada.Lovelace", "a1", "x-1_y", "levels", "guesthouse", "administer7"] {
            assert!(check_name(right).is_ok(), "{right}");
        }
    }
}
