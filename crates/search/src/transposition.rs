//! The transposition table: results of positions that a search may meet again, by their Zobrist
//! keys.

use std::sync::atomic::{AtomicU64, Ordering};

use prefetch_index::prefetch_index;

use crate::value::Value;

/// A position's result, packed for a persistent transposition table: the depth, the value and the
/// best move as numbers that can be written down.
///
/// It is true only for the same evaluator and the same rules; a caller that stores it keeps them
/// apart.
///
/// ```
/// use tilewright_core::{Position, Rng};
/// use tilewright_search::{AlphaBeta, Evaluate, Limits, Thinking, TtEntry};
///
/// /// Searches a position, and then searches it again, which is quicker.
/// fn twice<P: Position + Send>(
///     search: &mut AlphaBeta<P, impl Evaluate<P> + Sync>,
///     position: &P,
///     rng: &mut impl Rng,
/// ) -> [u64; 2] {
///     let limits = Limits { depth: Some(5), ..Limits::NONE };
///     let first = search.search(position, limits, &mut Thinking::default(), rng).info.nodes;
///     let entries: Vec<TtEntry> = search.entries(2).collect();
///     search.load_persistent(entries);
///     [first, search.search(position, limits, &mut Thinking::default(), rng).info.nodes]
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TtEntry {
    /// The Zobrist key of the position.
    pub key: u64,
    /// The result, packed.
    pub bits: u64,
}

impl TtEntry {
    /// The depth of the search.
    pub fn depth(&self) -> usize {
        depth_of(self.bits) as usize
    }

    pub(crate) fn new(key: u64, data: &TtData) -> TtEntry {
        // It belongs to no search.
        TtEntry { key, bits: packed(data, 0) }
    }
}

/// A transposition table of fixed size. Several threads may read and write at once, without locks.
pub(crate) struct TranspositionTable {
    /// One bucket for each of the lower bits of a key, as many as any search has needed.
    buckets: Vec<Bucket>,
    /// A power of two.
    max_buckets: usize,
    /// The number of buckets that this search uses.
    n_buckets: usize,
    /// The number of this search. Entries of earlier searches are not found, so that a result never
    /// depends on what was searched before.
    generation: u64,
}

/// Four entries, so that they lie in one cache line.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

/// An entry as two words: the packed data, and the key mixed with them. Where two threads write at
/// once, the words do not fit each other, and the entry is that of no position.
#[derive(Default)]
struct Slot {
    mixed_key: AtomicU64,
    packed: AtomicU64,
}

/// The unpacked result of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TtData {
    /// The depth of the search.
    pub(crate) depth: usize,
    pub(crate) bound: Bound,
    /// For the seat to move, with distances to the end measured from this position.
    pub(crate) value: Value,
    /// The place of the best move among the legal ones, if one is known.
    pub(crate) best: Option<usize>,
    /// True if it follows from ends of the game alone, and not from estimates.
    pub(crate) is_whole: bool,
}

impl TtData {
    /// True if more than a move is known.
    pub(crate) fn has_value(&self) -> bool {
        self.value != Value::MIN
    }
}

/// The meaning of a stored value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    Exact,
    Lower,
    Upper,
}

/// Generations take five bits.
const N_GENERATIONS: u64 = 1 << 5;

/// Depths take eight bits, and no search goes deeper.
const MAX_DEPTH: usize = u8::MAX as usize;

impl TranspositionTable {
    /// A table of about so many bytes, and of one bucket at least.
    pub(crate) fn new(n_bytes: usize) -> TranspositionTable {
        let max_buckets = 1 << (n_bytes / size_of::<Bucket>()).max(1).ilog2();
        TranspositionTable { buckets: Vec::new(), max_buckets, n_buckets: 0, generation: 0 }
    }

    /// Begins a new search, which finds nothing of the others. It allocates no more than a search
    /// of so many nodes needs: a small one should not take megabytes.
    pub(crate) fn begin(&mut self, n_nodes: Option<u64>) {
        let n_nodes = usize::try_from(n_nodes.unwrap_or(u64::MAX)).unwrap_or(usize::MAX);
        let n_needed = (n_nodes / 2).max(1).checked_next_power_of_two();
        self.n_buckets = n_needed.map_or(self.max_buckets, |n| n.min(self.max_buckets));
        if self.generation + 1 == N_GENERATIONS {
            // Old entries would seem to be new ones.
            self.buckets.clear();
            self.generation = 0;
        }
        if self.buckets.len() < self.n_buckets {
            self.buckets.resize_with(self.n_buckets, Bucket::default);
        }
        self.generation += 1;
    }

    /// Prefetches the bucket of a position that is soon probed: most of the table is in no cache.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        prefetch_index(&self.buckets, self.place(key));
    }

    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<TtData> {
        let packed = self.bucket(key).0.iter().find_map(|slot| slot.read(key))?;
        (generation_of(packed) == self.generation).then(|| unpacked(packed))
    }

    /// Stores a result: in the position's own slot, in one of an earlier search, or in that of the
    /// shallowest result.
    pub(crate) fn store(&self, key: u64, data: &TtData) {
        let slots = &self.bucket(key).0;
        let mut best = &slots[0];
        let mut least = self.replacement_cost(best, key);
        for slot in &slots[1..] {
            let cost = self.replacement_cost(slot, key);
            if cost < least {
                best = slot;
                least = cost;
            }
        }
        let packed = packed(data, self.generation);
        best.packed.store(packed, Ordering::Relaxed);
        best.mixed_key.store(key ^ packed, Ordering::Relaxed);
    }

    #[inline]
    fn replacement_cost(&self, slot: &Slot, key: u64) -> u64 {
        let packed = slot.packed.load(Ordering::Relaxed);
        match packed {
            _ if slot.read(key).is_some() => 0,
            _ if generation_of(packed) != self.generation => 1,
            _ => 2 + depth_of(packed),
        }
    }

    /// All entries of this search with their keys, in no meaningful order.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (u64, TtData)> {
        let slots = self.buckets.iter().flat_map(|bucket| &bucket.0);
        slots.filter_map(|slot| {
            let packed = slot.packed.load(Ordering::Relaxed);
            let key = slot.mixed_key.load(Ordering::Relaxed) ^ packed;
            let is_current = packed != 0 && generation_of(packed) == self.generation;
            is_current.then(|| (key, unpacked(packed)))
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
    /// The packed data, if they are of this position.
    #[inline]
    fn read(&self, key: u64) -> Option<u64> {
        let packed = self.packed.load(Ordering::Relaxed);
        (self.mixed_key.load(Ordering::Relaxed) ^ packed == key && packed != 0).then_some(packed)
    }
}

/// Packs, from the lowest bits: the best move, the depth, the bound, whether it is whole, the
/// generation, and the value.
pub(crate) fn packed(data: &TtData, generation: u64) -> u64 {
    // A move that is further back in the list is not stored.
    let best = data.best.map_or(0, |index| u16::try_from(index + 1).unwrap_or(0));
    let bound = match data.bound {
        Bound::Exact => 0,
        Bound::Lower => 1,
        Bound::Upper => 2,
    };
    u64::from(best)
        | (data.depth.min(MAX_DEPTH) as u64) << 16
        | bound << 24
        | u64::from(data.is_whole) << 26
        | generation << 27
        | u64::from(data.value.to_bits()) << 32
}

pub(crate) fn unpacked(packed: u64) -> TtData {
    TtData {
        depth: depth_of(packed) as usize,
        bound: match packed >> 24 & 3 {
            0 => Bound::Exact,
            1 => Bound::Lower,
            _ => Bound::Upper,
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
fn generation_of(packed: u64) -> u64 {
    packed >> 27 & (N_GENERATIONS - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: usize) -> TtData {
        let value = Value::loss_in(3);
        TtData { depth, bound: Bound::Upper, value, best: Some(700), is_whole: depth == 7 }
    }

    #[test]
    fn what_is_kept_is_found_until_the_next_search() {
        let mut table = TranspositionTable::new(1 << 12);
        table.begin(None);
        table.store(5, &entry(7));
        table.store(5 << 40, &entry(2));
        assert_eq!(table.probe(5), Some(entry(7)));
        assert_eq!(table.probe(5 << 40), Some(entry(2)));
        assert_eq!(table.probe(6), None);
        for _ in 0..2 * N_GENERATIONS {
            table.begin(None);
            assert_eq!(table.probe(5), None);
        }
    }

    #[test]
    fn the_shallowest_makes_room() {
        let mut table = TranspositionTable::new(0);
        table.begin(None);
        for key in 1..=5 {
            table.store(key, &entry(10 - key as usize));
        }
        assert_eq!(table.probe(4), None);
        assert!([1, 2, 3, 5].iter().all(|&key| table.probe(key).is_some()));
    }

    #[test]
    fn a_move_far_back_is_not_remembered() {
        let mut table = TranspositionTable::new(0);
        table.begin(None);
        table.store(1, &TtData { best: Some(100_000), ..entry(1) });
        assert_eq!(table.probe(1), Some(TtData { best: None, ..entry(1) }));
    }
}
