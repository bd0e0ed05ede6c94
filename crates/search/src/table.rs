//! What a search remembers of positions that it may meet again.

use std::sync::atomic::{AtomicU64, Ordering};

use prefetch_index::prefetch_index;

use crate::value::Value;

/// Positions by their key, as many as there is room for. Several threads may read and write at once.
pub(crate) struct Table {
    /// One bucket for each of the lower bits of a key, as many as any search has needed.
    buckets: Vec<Bucket>,
    /// A power of two.
    max_buckets: usize,
    /// How many this search uses.
    n_buckets: usize,
    /// Which search it is. What an earlier one knew is forgotten, so that what a search finds never
    /// depends on what was searched before.
    search: u64,
}

/// Four entries, so that they lie in one line of the cache.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

/// An entry as two numbers: what is known, and the key mixed with it. Where two threads write at
/// once the halves do not fit, and the entry is that of no position.
#[derive(Default)]
struct Slot {
    mixed_key: AtomicU64,
    packed: AtomicU64,
}

/// What was found in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// How many moves were looked ahead.
    pub(crate) depth: usize,
    pub(crate) bound: Bound,
    /// For who is to move, with the end measured from here.
    pub(crate) value: Value,
    /// The place of the best move among the legal ones, if one is known.
    pub(crate) best: Option<usize>,
    /// Whether it follows from ends of the game alone, and not from estimates.
    pub(crate) is_whole: bool,
}

impl Entry {
    /// Whether more than a move is known.
    pub(crate) fn has_value(&self) -> bool {
        self.value != Value::MIN
    }
}

/// What is known of the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// Searches are told apart by so many bits.
const N_SEARCHES: u64 = 1 << 5;

/// Depths are told apart by eight bits, and no search goes deeper.
const MAX_DEPTH: usize = u8::MAX as usize;

impl Table {
    /// Room for about so many bytes, and for some positions at least.
    pub(crate) fn new(n_bytes: usize) -> Table {
        let max_buckets = 1 << (n_bytes / size_of::<Bucket>()).max(1).ilog2();
        Table { buckets: Vec::new(), max_buckets, n_buckets: 0, search: 0 }
    }

    /// Forgets everything, and makes room for no more than a search of so many nodes needs: a small
    /// one should not take megabytes.
    pub(crate) fn begin(&mut self, n_nodes: Option<u64>) {
        let n_nodes = usize::try_from(n_nodes.unwrap_or(u64::MAX)).unwrap_or(usize::MAX);
        let n_needed = (n_nodes / 2).max(1).checked_next_power_of_two();
        self.n_buckets = n_needed.map_or(self.max_buckets, |n| n.min(self.max_buckets));
        if self.search + 1 == N_SEARCHES {
            self.buckets.clear();
            self.search = 0;
        }
        if self.buckets.len() < self.n_buckets {
            self.buckets.resize_with(self.n_buckets, Bucket::default);
        }
        self.search += 1;
    }

    /// Begins to fetch what is known of a position that is soon asked for: most of the table is in no
    /// cache.
    #[inline]
    pub(crate) fn fetch(&self, key: u64) {
        prefetch_index(&self.buckets, self.place(key));
    }

    #[inline]
    pub(crate) fn find(&self, key: u64) -> Option<Entry> {
        let packed = self.bucket(key).0.iter().find_map(|slot| slot.read(key))?;
        (search_of(packed) == self.search).then(|| unpacked(packed))
    }

    /// Remembers a position: in its own place, in an old one's, or in that of the shallowest.
    pub(crate) fn keep(&self, key: u64, entry: &Entry) {
        let cost = |slot: &Slot| {
            let packed = slot.packed.load(Ordering::Relaxed);
            match packed {
                _ if slot.read(key).is_some() => 0,
                _ if search_of(packed) != self.search => 1,
                _ => 2 + depth_of(packed),
            }
        };
        let slots = &self.bucket(key).0;
        let mut best = &slots[0];
        let mut least = cost(best);
        for slot in &slots[1..] {
            let cost = cost(slot);
            if cost < least {
                (best, least) = (slot, cost);
            }
        }
        let packed = packed(entry, self.search);
        best.packed.store(packed, Ordering::Relaxed);
        best.mixed_key.store(key ^ packed, Ordering::Relaxed);
    }

    /// All that this search knows, in no order that means anything.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (u64, Entry)> {
        let slots = self.buckets.iter().flat_map(|bucket| &bucket.0);
        slots.filter_map(|slot| {
            let packed = slot.packed.load(Ordering::Relaxed);
            let key = slot.mixed_key.load(Ordering::Relaxed) ^ packed;
            (packed != 0 && search_of(packed) == self.search).then(|| (key, unpacked(packed)))
        })
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        &self.buckets[self.place(key)]
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        key as usize & (self.n_buckets - 1)
    }
}

impl Slot {
    /// What is known, if it is of this position.
    #[inline]
    fn read(&self, key: u64) -> Option<u64> {
        let packed = self.packed.load(Ordering::Relaxed);
        (self.mixed_key.load(Ordering::Relaxed) ^ packed == key && packed != 0).then_some(packed)
    }
}

/// From the lowest bits: the best move, the depth, the bound, whether it is whole, the search, and
/// the value.
pub(crate) fn packed(entry: &Entry, search: u64) -> u64 {
    // A move that is further back than that is not remembered.
    let best = entry.best.map_or(0, |index| u16::try_from(index + 1).unwrap_or(0));
    let bound = match entry.bound {
        Bound::Exact => 0,
        Bound::AtLeast => 1,
        Bound::AtMost => 2,
    };
    u64::from(best)
        | (entry.depth.min(MAX_DEPTH) as u64) << 16
        | bound << 24
        | u64::from(entry.is_whole) << 26
        | search << 27
        | u64::from(entry.value.to_bits()) << 32
}

pub(crate) fn unpacked(packed: u64) -> Entry {
    Entry {
        depth: depth_of(packed) as usize,
        bound: match packed >> 24 & 3 {
            0 => Bound::Exact,
            1 => Bound::AtLeast,
            _ => Bound::AtMost,
        },
        value: Value::from_bits((packed >> 32) as u32),
        best: usize::from(packed as u16).checked_sub(1),
        is_whole: packed >> 26 & 1 != 0,
    }
}

#[inline]
pub(crate) fn depth_of(packed: u64) -> u64 {
    packed >> 16 & 0xff
}

#[inline]
fn search_of(packed: u64) -> u64 {
    packed >> 27 & (N_SEARCHES - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: usize) -> Entry {
        let value = Value::loss_in(3);
        Entry { depth, bound: Bound::AtMost, value, best: Some(700), is_whole: depth == 7 }
    }

    #[test]
    fn what_is_kept_is_found_until_the_next_search() {
        let mut table = Table::new(1 << 12);
        table.begin(None);
        table.keep(5, &entry(7));
        table.keep(5 << 40, &entry(2));
        assert_eq!(table.find(5), Some(entry(7)));
        assert_eq!(table.find(5 << 40), Some(entry(2)));
        assert_eq!(table.find(6), None);
        for _ in 0..2 * N_SEARCHES {
            table.begin(None);
            assert_eq!(table.find(5), None);
        }
    }

    #[test]
    fn the_shallowest_makes_room() {
        let mut table = Table::new(0);
        table.begin(None);
        for key in 1..=5 {
            table.keep(key, &entry(10 - key as usize));
        }
        assert_eq!(table.find(4), None);
        assert!([1, 2, 3, 5].iter().all(|&key| table.find(key).is_some()));
    }

    #[test]
    fn a_move_far_back_is_not_remembered() {
        let mut table = Table::new(0);
        table.begin(None);
        table.keep(1, &Entry { best: Some(100_000), ..entry(1) });
        assert_eq!(table.find(1), Some(Entry { best: None, ..entry(1) }));
    }
}
