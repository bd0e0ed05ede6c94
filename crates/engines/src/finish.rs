//! Exact play when little of a game is left.

use tilewright_core::Position;
use tilewright_search::{Choice, Endgame, Limits, Stop};

/// When a position is so near the end that it is worth while to play it out in every way.
pub(crate) struct Finish<P>(fn(&P) -> bool);

impl<P> Clone for Finish<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Finish<P> {}

impl<P: Position> Finish<P> {
    pub(crate) const fn when(is_near: fn(&P) -> bool) -> Finish<P> {
        Finish(is_near)
    }

    /// The exact choice, if half of the limits is enough to find it. Who wants to look only so many
    /// moves ahead gets none.
    pub(crate) fn choice(
        self,
        position: &P,
        limits: Limits,
        stop: &Stop,
    ) -> Option<Choice<P::Move>> {
        if limits.depth.is_some() || !(self.0)(position) {
            return None;
        }
        let time = limits.time.map(|time| time / 2);
        let half = Limits { time, nodes: limits.nodes.map(|nodes| nodes / 2), depth: None };
        Some(Endgame::new().solve(position, half, stop)?.choice())
    }
}
