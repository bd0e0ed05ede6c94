//! People: guests and accounts, and how they are known again.

mod cookie;
mod password;

use serde::{Deserialize, Serialize};

pub(crate) use self::cookie::{COOKIE, CookieSigner, Token};
pub(crate) use self::password::{hash, is_right};
use crate::error::ApiError;
use crate::id::{new_id, random_bytes};

/// The id of a person: it stays the same when a guest makes an account.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct PersonId(pub(crate) String);

/// Somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Person {
    pub(crate) id: PersonId,
    pub(crate) name: String,
    pub(crate) is_guest: bool,
}

impl Person {
    /// Somebody who was not here before.
    pub(crate) fn new_guest() -> Person {
        let number = u16::from_ne_bytes(random_bytes());
        let name = format!("Guest {}", 1_000 + usize::from(number) % 9_000);
        Person { id: PersonId(new_id()), name, is_guest: true }
    }
}

/// How names are compared: without regard to the case.
pub(crate) fn name_key(name: &str) -> String {
    name.to_lowercase()
}

/// Checks a name that somebody wants to have.
pub(crate) fn check_name(name: &str) -> Result<(), ApiError> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let is_right = (2..=24).contains(&name.len()) && name.chars().all(is_plain);
    if is_right {
        Ok(())
    } else {
        Err(ApiError::bad_request("a name has 2 to 24 letters, digits, dots, - or _"))
    }
}

/// Checks a password that somebody wants to have.
pub(crate) fn check_password(password: &str) -> Result<(), ApiError> {
    let n_chars = password.chars().count();
    if (8..=256).contains(&n_chars) {
        Ok(())
    } else {
        Err(ApiError::bad_request("a password has 8 to 256 characters"))
    }
}
