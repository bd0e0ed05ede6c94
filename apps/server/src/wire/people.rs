//! People as clients see them.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::TableSummary;

/// A name and a password.
#[derive(Clone, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// The name: 2 to 24 letters, digits, `-`, `_` or `.`.
    #[schema(min_length = 2, max_length = 24)]
    pub name: String,
    /// The password: 8 to 256 characters.
    #[schema(min_length = 8, max_length = 256)]
    pub password: String,
}

/// A change of password.
#[derive(Clone, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPassword {
    /// The one until now.
    pub old: String,
    /// The one from now on.
    #[schema(min_length = 8, max_length = 256)]
    pub new: String,
}

/// The password, to be sure who asks.
#[derive(Clone, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Password {
    /// The password.
    pub password: String,
}

/// The person behind the request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Me {
    /// The name for people.
    pub name: String,
    /// True until the person has an account.
    pub is_guest: bool,
}

/// The public profile of a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Profile {
    /// The name.
    pub name: String,
    /// Since when there is an account, in milliseconds since 1970.
    pub since: u64,
    /// The games, the last first; private ones only for who played them.
    pub games: Vec<HistoryEntry>,
}

/// A game that somebody played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct HistoryEntry {
    /// The table.
    #[serde(flatten)]
    pub table: TableSummary,
    /// The numbers of the seats.
    pub seats: Vec<u8>,
}
