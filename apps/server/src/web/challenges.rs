//! Challenges that wait for their answers: a bounded store in which no address takes the place of
//! the others.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::id::new_key;
use crate::people::Origin;

/// The challenges, by their ids.
pub(super) struct Challenges<T>(Mutex<HashMap<String, Challenge<T>>>);

/// A challenge that waits for its answer.
struct Challenge<T> {
    at: Instant,
    origin: Origin,
    kind: T,
}

/// The time for an answer, and the most challenges that wait for one.
const PATIENCE: Duration = Duration::from_mins(5);
const MAX_CHALLENGES: usize = 1_000;

impl<T> Challenges<T> {
    pub(super) fn new() -> Challenges<T> {
        Challenges(Mutex::default())
    }

    /// Remembers a challenge, and returns its id. In a full store it takes the place of the oldest
    /// one of the address that has most, so that nobody keeps others from signing in.
    pub(super) fn remember(&self, origin: &Origin, kind: T) -> String {
        let mut challenges = self.lock();
        challenges.retain(|_, challenge| challenge.at.elapsed() < PATIENCE);
        if challenges.len() >= MAX_CHALLENGES {
            forget_one(&mut challenges);
        }
        let id = new_key();
        let origin = origin.clone();
        challenges.insert(id.clone(), Challenge { at: Instant::now(), origin, kind });
        id
    }

    /// Takes a challenge, which is good for one answer.
    pub(super) fn take(&self, id: &str) -> Option<T> {
        let challenge = self.lock().remove(id).filter(|it| it.at.elapsed() < PATIENCE);
        challenge.map(|challenge| challenge.kind)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Challenge<T>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Removes the oldest challenge of the address that has most of them.
fn forget_one<T>(challenges: &mut HashMap<String, Challenge<T>>) {
    let mut numbers: HashMap<&Origin, usize> = HashMap::new();
    for challenge in challenges.values() {
        *numbers.entry(&challenge.origin).or_default() += 1;
    }
    let Some((&greedy, _)) = numbers.iter().max_by_key(|(_, number)| **number) else { return };
    let own = challenges.iter().filter(|(_, challenge)| challenge.origin == *greedy);
    let oldest = own.min_by_key(|(_, challenge)| challenge.at).map(|(id, _)| id.clone());
    if let Some(oldest) = oldest {
        challenges.remove(&oldest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_with_many_challenges_displaces_only_its_own() {
        let challenges = Challenges::new();
        let other = challenges.remember(&Origin::named("other"), 0);
        let many: Vec<String> = (1..=MAX_CHALLENGES + 10)
            .map(|number| challenges.remember(&Origin::named("greedy"), number))
            .collect();
        assert_eq!(challenges.lock().len(), MAX_CHALLENGES);
        assert_eq!(challenges.take(&other), Some(0));
        assert_eq!(challenges.take(&other), None, "each is good for one answer");
        assert_eq!(challenges.take(&many[0]), None, "the oldest are gone");
        assert_eq!(challenges.take(&many[MAX_CHALLENGES]), Some(MAX_CHALLENGES + 1));
    }
}
