//! What a search remembers of positions that it may meet again.

use crate::value::Value;

/// Positions by their key, as many as there is room for.
pub(crate) struct Memory<M> {
    /// Pairs of entries, one pair for each of the lower bits of a key. Empty until it is needed.
    entries: Vec<Entry<M>>,
    n_pairs: usize,
    /// Which search it is. What an earlier one knew is forgotten, so that what a search finds never
    /// depends on what was searched before.
    search: u32,
}

/// What was found in a position.
#[derive(Clone, Copy)]
pub(crate) struct Entry<M> {
    key: u64,
    search: u32,
    /// How many moves were looked ahead.
    pub(crate) depth: u16,
    pub(crate) bound: Bound,
    /// For who is to move, with the end measured from here.
    pub(crate) value: Value,
    /// The best move, if one is known.
    pub(crate) best: Option<M>,
}

/// What is known of the value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

impl<M: Copy> Memory<M> {
    /// Room for about so many positions.
    pub(crate) fn new(n_entries: usize) -> Memory<M> {
        let n_pairs = (n_entries / 2).next_power_of_two();
        Memory { entries: Vec::new(), n_pairs, search: 0 }
    }

    /// Forgets everything.
    pub(crate) fn begin(&mut self) {
        let empty = Entry {
            key: 0,
            search: 0,
            depth: 0,
            bound: Bound::AtMost,
            value: Value::MAX,
            best: None,
        };
        if self.entries.is_empty() || self.search == u32::MAX {
            self.entries.clear();
            self.entries.resize(2 * self.n_pairs, empty);
            self.search = 0;
        }
        self.search += 1;
    }

    #[inline]
    pub(crate) fn find(&self, key: u64) -> Option<&Entry<M>> {
        let first = self.first(key);
        let pair = &self.entries[first..first + 2];
        pair.iter().find(|entry| entry.key == key && entry.search == self.search)
    }

    /// Remembers a position: in its own place, in an old one's, or in that of the shallower of two.
    pub(crate) fn keep(
        &mut self,
        key: u64,
        depth: usize,
        bound: Bound,
        value: Value,
        best: Option<M>,
    ) {
        let (first, search) = (self.first(key), self.search);
        let pair = &mut self.entries[first..first + 2];
        let cost = |entry: &Entry<M>| match entry {
            _ if entry.search != search => 1,
            _ if entry.key == key => 0,
            _ => 2 + u32::from(entry.depth),
        };
        let place = usize::from(cost(&pair[1]) < cost(&pair[0]));
        pair[place] = Entry { key, search, depth: depth as u16, bound, value, best };
    }

    #[inline]
    fn first(&self, key: u64) -> usize {
        2 * (key as usize & (self.n_pairs - 1))
    }
}
