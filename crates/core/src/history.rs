//! What a game remembers in which a position that comes back too often ends it.

/// The positions of a game so far, as far as it takes to tell how often one has been there.
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
    moments: Vec<Moment<P>>,
}

#[derive(Clone, Copy, Debug)]
struct Moment<P> {
    position: P,
    /// How many positions came before those that can come back.
    n_gone: u32,
    n_occurrences: u32,
}

impl<P: Clone> Clone for History<P> {
    fn clone(&self) -> History<P> {
        History { moments: self.moments.clone() }
    }

    /// Keeps the room that there is.
    fn clone_from(&mut self, source: &History<P>) {
        self.moments.clone_from(&source.moments);
    }
}

impl<P> Default for History<P> {
    fn default() -> History<P> {
        History { moments: Vec::new() }
    }
}

impl<P: Eq> History<P> {
    /// Whether nothing has been remembered.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.moments.is_empty()
    }

    /// The last position that was remembered.
    pub fn last(&self) -> Option<&P> {
        self.moments.last().map(|moment| &moment.position)
    }

    /// Remembers the next position, and whether none of those before can come back.
    pub fn push(&mut self, position: P, is_new: bool) {
        let n_before = self.moments.len() as u32;
        let last = self.moments.last().filter(|_| !is_new);
        let n_gone = last.map_or(n_before, |moment| moment.n_gone);
        let moments = self.moments[n_gone as usize..].iter().rev().skip(1).step_by(2);
        let earlier = moments.filter(|moment| moment.position == position).count() as u32;
        self.moments.push(Moment { position, n_gone, n_occurrences: earlier + 1 });
    }

    /// Forgets the last position.
    #[inline]
    pub fn pop(&mut self) {
        self.moments.pop();
    }

    /// How many positions have come since the last one after which none of those before can come back.
    #[inline]
    pub fn n_since_new(&self) -> usize {
        self.moments.last().map_or(0, |moment| self.moments.len() - 1 - moment.n_gone as usize)
    }

    /// How often the last position has been there.
    #[inline]
    pub fn n_occurrences(&self) -> usize {
        self.moments.last().map_or(0, |moment| moment.n_occurrences as usize)
    }
}
