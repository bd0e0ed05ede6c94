//! What a search learned, to be kept for the next one.

use crate::table::{Entry, depth_of, packed, unpacked};

/// What a search learned of a position: how deep it looked, the value and the best move, as numbers
/// that can be written down.
///
/// It is true only for the same evaluator and the same rules; whoever keeps it keeps them apart.
///
/// ```
/// use tilewright_core::{Position, Rng};
/// use tilewright_search::{AlphaBeta, Evaluate, Lesson, Limits, Thinking};
///
/// /// Thinks about a position, and then about it again, which is quicker.
/// fn twice<P: Position + Send>(
///     search: &mut AlphaBeta<P, impl Evaluate<P> + Sync>,
///     position: &P,
///     rng: &mut impl Rng,
/// ) -> [u64; 2] {
///     let limits = Limits { depth: Some(5), ..Limits::NONE };
///     let first = search.search(position, limits, &mut Thinking::default(), rng).info.nodes;
///     let lessons: Vec<Lesson> = search.lessons(2).collect();
///     search.recall(lessons);
///     [first, search.search(position, limits, &mut Thinking::default(), rng).info.nodes]
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// The key of the position.
    pub key: u64,
    /// What was learned, packed.
    pub bits: u64,
}

impl Lesson {
    /// How many moves were looked ahead.
    pub fn depth(&self) -> usize {
        depth_of(self.bits) as usize
    }

    pub(crate) fn new(key: u64, entry: &Entry) -> Lesson {
        // It belongs to no search.
        Lesson { key, bits: packed(entry, 0) }
    }

    pub(crate) fn entry(&self) -> Entry {
        unpacked(self.bits)
    }
}
