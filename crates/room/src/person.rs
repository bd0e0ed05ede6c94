//! The people of a table.

use serde::{Deserialize, Serialize};

/// The id of a person; events and plans name people by it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PersonId(pub String);

/// A person who asks a table for something.
#[derive(Clone, Copy, Debug)]
pub struct Caller<'a> {
    /// The id.
    pub id: &'a PersonId,
    /// The name for people.
    pub name: &'a str,
    /// True if this person has the link that invites.
    pub has_key: bool,
}
