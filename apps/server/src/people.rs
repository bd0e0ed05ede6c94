//! People: guests, accounts, and their cookies.

mod cookie;
mod password;

pub(crate) use tilewright_room::PersonId;

pub(crate) use self::cookie::{COOKIE, CookieSigner, Token};
pub(crate) use self::password::{hash, is_right};
use crate::error::ApiError;
use crate::id::{new_id, random_bytes};

/// A guest, or a person with an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Person {
    pub(crate) id: PersonId,
    pub(crate) name: String,
    pub(crate) is_guest: bool,
}

impl Person {
    /// A new guest.
    pub(crate) fn new_guest() -> Person {
        let number = u16::from_ne_bytes(random_bytes());
        let name = format!("Guest {}", 1_000 + usize::from(number) % 9_000);
        Person { id: PersonId(new_id()), name, is_guest: true }
    }
}

/// The key by which names are compared, without regard to case.
pub(crate) fn name_key(name: &str) -> String {
    name.to_lowercase()
}

/// Checks the name of a new account.
pub(crate) fn check_name(name: &str) -> Result<(), ApiError> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let is_right = (2..=24).contains(&name.len()) && name.chars().all(is_plain);
    if is_right {
        Ok(())
    } else {
        Err(ApiError::bad_request("a name has 2 to 24 letters, digits, dots, - or _"))
    }
}

/// Checks a new password.
pub(crate) fn check_password(password: &str) -> Result<(), ApiError> {
    let n_chars = password.chars().count();
    if (8..=256).contains(&n_chars) {
        Ok(())
    } else {
        Err(ApiError::bad_request("a password has 8 to 256 characters"))
    }
}
