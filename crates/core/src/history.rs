//! The history of positions, for games that end by repetition.

/// The positions of a game so far, kept to count repetitions.
///
/// Each position comes with its hash, so that a push and a pop take the same time however long the
/// game is: a lookup table leads to the last position with a similar hash, and from there to the
/// ones before.
///
/// ```
/// use tilewright_core::History;
///
/// let mut history = History::default();
/// for position in [1, 2, 1, 3, 1] {
///     history.push(position, position, false);
/// }
/// assert_eq!(history.n_occurrences(), 3);
/// // A capture, say: nothing from before comes back.
/// history.push(4, 4, true);
/// history.push(1, 1, false);
/// assert_eq!((history.n_occurrences(), history.n_since_new()), (1, 1));
/// history.pop();
/// ```
#[derive(Debug)]
pub struct History<P> {
    entries: Vec<Entry<P>>,
    /// By the last bits of the hash: the number of entries up to the last one with such bits, or 0.
    /// The length is a power of two, and not less than that of the entries.
    last: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Entry<P> {
    position: P,
    hash: u32,
    /// The number of entries up to the one before with such last bits of the hash, or 0.
    previous: u32,
    /// The number of positions before those that can come back.
    n_gone: u32,
    n_occurrences: u32,
}

impl<P: Clone> Clone for History<P> {
    fn clone(&self) -> History<P> {
        History { entries: self.entries.clone(), last: self.last.clone() }
    }

    /// Reuses the allocated memory.
    fn clone_from(&mut self, source: &History<P>) {
        self.entries.clone_from(&source.entries);
        self.last.clone_from(&source.last);
    }
}

impl<P> Default for History<P> {
    fn default() -> History<P> {
        History { entries: Vec::new(), last: Vec::new() }
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

    /// Adds the next position. Equal positions have equal hashes, whose lower bits are well mixed.
    /// `is_new` says that no earlier position can come back, as after a capture.
    pub fn push(&mut self, position: P, hash: u64, is_new: bool) {
        if self.entries.len() == self.last.len() {
            self.grow();
        }
        let hash = hash as u32;
        let n_before = self.entries.len() as u32;
        let before = self.entries.last().filter(|_| !is_new);
        let n_gone = before.map_or(n_before, |entry| entry.n_gone);
        let chain = self.chain(hash);
        let previous = self.last[chain];
        self.last[chain] = n_before + 1;
        let n_occurrences = 1 + self.n_earlier(&position, hash, previous, n_gone);
        self.entries.push(Entry { position, hash, previous, n_gone, n_occurrences });
    }

    /// The number of earlier occurrences of a position among the entries of a chain.
    #[inline]
    fn n_earlier(&self, position: &P, hash: u32, mut end: u32, n_gone: u32) -> u32 {
        while end > n_gone {
            let entry = &self.entries[end as usize - 1];
            if entry.hash == hash && entry.position == *position {
                return entry.n_occurrences;
            }
            end = entry.previous;
        }
        0
    }

    /// Removes the last position.
    #[inline]
    pub fn pop(&mut self) {
        if let Some(entry) = self.entries.pop() {
            let chain = self.chain(entry.hash);
            self.last[chain] = entry.previous;
        }
    }

    #[inline]
    fn chain(&self, hash: u32) -> usize {
        hash as usize & (self.last.len() - 1)
    }

    /// Doubles the lookup table, so that chains stay short.
    #[cold]
    fn grow(&mut self) {
        let n_chains = (2 * self.last.len()).max(16);
        self.last.clear();
        self.last.resize(n_chains, 0);
        for i in 0..self.entries.len() {
            let chain = self.chain(self.entries[i].hash);
            self.entries[i].previous = self.last[chain];
            self.last[chain] = i as u32 + 1;
        }
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
