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
    /// The password: 10 to 256 characters.
    #[schema(min_length = 10, max_length = 256)]
    pub password: String,
}

/// A sign-in.
#[derive(Clone, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SignIn {
    /// The name.
    pub name: String,
    /// The password.
    pub password: String,
    /// Whether the games of the guest who signs in go to the account.
    #[serde(default)]
    #[ts(as = "Option<bool>", optional)]
    pub take_games: bool,
}

/// A change of password.
#[derive(Clone, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPassword {
    /// The current password.
    pub old: String,
    /// The new password.
    #[schema(min_length = 10, max_length = 256)]
    pub new: String,
}

/// The password, to confirm a change.
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
    /// The creation time of the account, in milliseconds since 1970.
    pub since: u64,
    /// The games, the last first; private ones only for their players.
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

/// A sign-in of a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SignInInfo {
    /// The id, by which it is ended.
    pub id: String,
    /// The browser, in a few words.
    pub browser: String,
    /// The time of the sign-in, in milliseconds since 1970.
    pub created_at: u64,
    /// The time of the last use, to the hour.
    pub seen_at: u64,
    /// Whether it is the one that asks.
    pub is_this: bool,
}

/// Recovery codes, shown once.
#[derive(Clone, Serialize, Deserialize, TS, ToSchema)]
pub struct RecoveryCodes {
    /// The codes. Each sets a new password once.
    pub codes: Vec<String>,
}

/// A new password by a recovery code.
#[derive(Clone, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Recovery {
    /// The name of the account.
    pub name: String,
    /// The code.
    pub code: String,
    /// The new password.
    #[schema(min_length = 10, max_length = 256)]
    pub password: String,
}

/// A passkey of a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct PasskeyInfo {
    /// The id, by which it is removed.
    pub id: String,
    /// The name that its person gave it.
    pub name: String,
    /// The time when it was added, in milliseconds since 1970.
    pub created_at: u64,
    /// The time of its last use.
    pub used_at: u64,
}

/// The passkeys of a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Passkeys {
    /// The host for which browsers make passkeys; none if this server has no passkeys.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub host: Option<String>,
    /// The passkeys.
    pub passkeys: Vec<PasskeyInfo>,
}

/// A challenge for an authenticator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct PasskeyChallenge {
    /// The id, which comes back with the answer.
    pub id: String,
    /// The options for `navigator.credentials`, in the JSON form of WebAuthn.
    #[ts(type = "unknown")]
    #[schema(value_type = Object)]
    pub options: serde_json::Value,
}

/// A passkey to add.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPasskey {
    /// The id of the challenge.
    pub id: String,
    /// A name by which its person knows it again.
    pub name: String,
    /// The answer of the authenticator, in the JSON form of WebAuthn.
    #[ts(type = "unknown")]
    #[schema(value_type = Object)]
    pub answer: serde_json::Value,
}

/// The name of an account, to sign in by a passkey.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PasskeyName {
    /// The name.
    pub name: String,
}

/// The answer of an authenticator to a challenge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PasskeyAnswer {
    /// The id of the challenge.
    pub id: String,
    /// Whether the games of the guest who signs in go to the account.
    #[serde(default)]
    #[ts(as = "Option<bool>", optional)]
    pub take_games: bool,
    /// The answer, in the JSON form of WebAuthn.
    #[ts(type = "unknown")]
    #[schema(value_type = Object)]
    pub answer: serde_json::Value,
}
