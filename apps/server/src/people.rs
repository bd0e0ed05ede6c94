//! People: guests, accounts, and their cookies.

mod agent;
mod cookie;
mod hashing;
mod names;
mod origin;
mod password;

pub(crate) use tilewright_room::PersonId;

pub(crate) use self::agent::describe_agent;
pub(crate) use self::cookie::{CookieSigner, Token};
pub(crate) use self::hashing::HashingService;
pub(crate) use self::names::{check_name, may_be_name, name_key};
pub(crate) use self::origin::{Origin, household};
pub(crate) use self::password::check_password;
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
