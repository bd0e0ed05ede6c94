//! The history of positions, for games that end by repetition.

/// The positions of a game so far, kept to count repetitions.
///
/// Turns alternate between two players, so only every second position can be the same.
///
/// ```
/// use tilewright_core::History;
///
/// let mut history = History::default();
/// for position in ["a", "b", "a", "c", "a"] {
///     history.push(position, false);
/// }
/// assert_eq!(history.n_occurrences(), 3);
/// // A capture, say: nothing from before comes back.
/// history.push("d", true);
/// history.push("a", false);
/// assert_eq!((history.n_occurrences(), history.n_since_new()), (1, 1));
/// history.pop();
/// ```
#[derive(Debug)]
pub struct History<P> {
    entries: Vec<Entry<P>>,
}

#[derive(Clone, Copy, Debug)]
struct Entry<P> {
    position: P,
    /// The number of positions before those that can come back.
    n_gone: u32,
    n_occurrences: u32,
}

impl<P: Clone> Clone for History<P> {
    fn clone(&self) -> History<P> {
        History { entries: self.entries.clone() }
    }

    /// Reuses the allocated memory.
    fn clone_from(&mut self, source: &History<P>) {
        self.entries.clone_from(&source.entries);
    }
}

impl<P> Default for History<P> {
    fn default() -> History<P> {
        History { entries: Vec::new() }
    }
}

impl<P: Eq> History<P> {
    /// Returns true if no position was pushed.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The last position that was pushed.
    pub fn last(&self) -> Option<&P> {
        self.entries.last().map(|entry| &entry.position)
    }

    /// Adds the next position. `is_new` says that no earlier position can come back, as after a
    /// capture.
    pub fn push(&mut self, position: P, is_new: bool) {
        let n_before = self.entries.len() as u32;
        let last = self.entries.last().filter(|_| !is_new);
        let n_gone = last.map_or(n_before, |entry| entry.n_gone);
        let entries = self.entries[n_gone as usize..].iter().rev().skip(1).step_by(2);
        let earlier = entries.filter(|entry| entry.position == position).count() as u32;
        self.entries.push(Entry { position, n_gone, n_occurrences: earlier + 1 });
    }

    /// Removes the last position.
    #[inline]
    pub fn pop(&mut self) {
        self.entries.pop();
    }

    /// The number of positions pushed since the last one that was new.
    #[inline]
    pub fn n_since_new(&self) -> usize {
        self.entries.last().map_or(0, |entry| self.entries.len() - 1 - entry.n_gone as usize)
    }

    /// The number of times that the last position occurred.
    #[inline]
    pub fn n_occurrences(&self) -> usize {
        self.entries.last().map_or(0, |entry| entry.n_occurrences as usize)
    }
}
