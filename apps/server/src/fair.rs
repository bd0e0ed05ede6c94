//! A queue that is fair between keys: round robin between them, first come first served within
//! each.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

/// A fair queue.
///
/// A key with a thousand waiting items delays the items of another key by one item for each turn,
/// not by a thousand.
pub(crate) struct FairQueue<K, T> {
    /// The keys with items, in the order of their turns.
    turns: VecDeque<K>,
    items: HashMap<K, VecDeque<T>>,
}

impl<K, T> Default for FairQueue<K, T> {
    fn default() -> FairQueue<K, T> {
        FairQueue { turns: VecDeque::new(), items: HashMap::new() }
    }
}

impl<K: Clone + Eq + Hash, T> FairQueue<K, T> {
    /// Adds an item behind the others of its key.
    pub(crate) fn push(&mut self, key: K, item: T) {
        self.of(key).push_back(item);
    }

    /// Adds an item before the others of its key; the key keeps its turn, or has the last one.
    pub(crate) fn push_first(&mut self, key: K, item: T) {
        self.of(key).push_front(item);
    }

    /// Takes the next item of the first key that may have one.
    pub(crate) fn pop(&mut self, may: impl Fn(&K) -> bool) -> Option<(K, T)> {
        let index = self.turns.iter().position(may)?;
        let key = self.turns.remove(index)?;
        let items = self.items.get_mut(&key)?;
        let item = items.pop_front()?;
        if items.is_empty() {
            self.items.remove(&key);
        } else {
            self.turns.push_back(key.clone());
        }
        Some((key, item))
    }

    /// Drops the items that nobody wants any more.
    pub(crate) fn retain(&mut self, is_wanted: impl Fn(&T) -> bool) {
        for items in self.items.values_mut() {
            items.retain(&is_wanted);
        }
        self.items.retain(|_, items| !items.is_empty());
        self.turns.retain(|key| self.items.contains_key(key));
    }

    /// The number of items that come before a new one of this key.
    pub(crate) fn n_before(&self, key: &K) -> usize {
        let own = self.items.get(key).map_or(0, VecDeque::len);
        // Every other key has at most as many turns before that as this one needs.
        let others = self.items.iter().filter(|(other, _)| *other != key);
        own + others.map(|(_, items)| items.len().min(own + 1)).sum::<usize>()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    pub(crate) fn clear(&mut self) {
        self.turns.clear();
        self.items.clear();
    }

    fn of(&mut self, key: K) -> &mut VecDeque<T> {
        if !self.items.contains_key(&key) {
            self.turns.push_back(key.clone());
        }
        self.items.entry(key).or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(queue: &mut FairQueue<char, u32>) -> Vec<(char, u32)> {
        std::iter::from_fn(|| queue.pop(|_| true)).collect()
    }

    #[test]
    fn keys_take_turns() {
        let mut queue = FairQueue::default();
        for (key, item) in [('a', 1), ('a', 2), ('a', 3), ('b', 4), ('c', 5), ('c', 6)] {
            queue.push(key, item);
        }
        assert_eq!((queue.n_before(&'a'), queue.n_before(&'b'), queue.n_before(&'d')), (6, 5, 3));
        let expected = [('a', 1), ('b', 4), ('c', 5), ('a', 2), ('c', 6), ('a', 3)];
        assert_eq!(order(&mut queue), expected);
        assert_eq!(queue.n_before(&'a'), 0);
    }

    #[test]
    fn a_key_that_may_not_waits_without_delaying_others() {
        let mut queue = FairQueue::default();
        queue.push('a', 1);
        queue.push('b', 2);
        assert_eq!(queue.pop(|key| *key != 'a'), Some(('b', 2)));
        assert_eq!(queue.pop(|key| *key != 'a'), None);
        queue.push_first('a', 0);
        assert_eq!(order(&mut queue), [('a', 0), ('a', 1)]);
    }

    #[test]
    fn unwanted_items_are_dropped() {
        let mut queue = FairQueue::default();
        for (key, item) in [('a', 1), ('b', 2), ('b', 3)] {
            queue.push(key, item);
        }
        queue.retain(|item| *item == 3);
        assert_eq!(order(&mut queue), [('b', 3)]);
    }
}
