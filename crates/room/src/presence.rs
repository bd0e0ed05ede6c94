//! People who are at the table or away, and the lag of their connections.

use std::collections::HashMap;

use crate::PersonId;

/// The connections of people, as far as the host has told. Nothing of it is stored.
#[derive(Clone, Debug, Default)]
pub(crate) struct Presence {
    /// The time since which the host runs without a gap: everybody has been away before.
    host_since: u64,
    people: HashMap<PersonId, Connection>,
}

#[derive(Clone, Copy, Debug)]
struct Connection {
    is_here: bool,
    since: u64,
    lag_millis: u64,
}

impl Presence {
    pub(crate) const fn set_host_since(&mut self, host_since: u64) {
        self.host_since = host_since;
    }

    /// Notes that a person is here or away. Returns true if that is news.
    pub(crate) fn set_here(&mut self, person: &PersonId, is_here: bool, now: u64) -> bool {
        let old = self.connection(person);
        let is_news = old.is_here != is_here;
        if is_news {
            let new = Connection { is_here, since: now, ..old };
            self.people.insert(person.clone(), new);
        }
        is_news
    }

    pub(crate) fn set_lag(&mut self, person: &PersonId, lag_millis: u64) {
        let connection = Connection { lag_millis, ..self.connection(person) };
        self.people.insert(person.clone(), connection);
    }

    /// The time since which a person is here.
    pub(crate) fn here_since(&self, person: &PersonId) -> Option<u64> {
        Some(self.connection(person)).filter(|it| it.is_here).map(|it| it.since)
    }

    /// The time since which a person is away.
    pub(crate) fn away_since(&self, person: &PersonId) -> Option<u64> {
        Some(self.connection(person)).filter(|it| !it.is_here).map(|it| it.since)
    }

    pub(crate) fn lag_millis(&self, person: &PersonId) -> u64 {
        self.connection(person).lag_millis
    }

    fn connection(&self, person: &PersonId) -> Connection {
        let unknown = Connection { is_here: false, since: self.host_since, lag_millis: 0 };
        self.people.get(person).copied().unwrap_or(unknown)
    }
}
