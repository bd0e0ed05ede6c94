//! Search windows, and what a value depends on besides its position.

use crate::transposition::Bound;
use crate::value::Value;

/// A search window: values up to `alpha` are no improvement, and the opponent avoids those from
/// `beta` on.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) alpha: Value,
    pub(super) beta: Value,
}

impl Window {
    pub(super) const ALL: Window = Window { alpha: Value::MIN, beta: Value::MAX };

    /// The null window that only asks whether a value is above `alpha`.
    pub(super) const fn null(alpha: Value) -> Window {
        Window { alpha, beta: alpha.next() }
    }

    pub(super) fn is_null(self) -> bool {
        self.beta == self.alpha.next()
    }

    /// The window for the opponent.
    pub(super) fn negated(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// The window for moves that must improve on a value.
    pub(super) fn above(self, best: Value) -> Window {
        Window { alpha: self.alpha.max(best), ..self }
    }

    /// The bound that a value is which was found within this window.
    pub(super) fn bound(self, value: Value) -> Bound {
        match value {
            _ if value >= self.beta => Bound::Lower,
            _ if value > self.alpha => Bound::Exact,
            _ => Bound::Upper,
        }
    }
}

/// The path dependence of a value: what it rests on besides the position and ends of the game. A
/// value that rests on a repetition of an earlier position is true on this path only (graph-history
/// interaction).
#[derive(Clone, Copy)]
pub(super) struct PathDependence {
    /// True if anything was estimated rather than played to its end.
    pub(super) is_cut_off: bool,
    /// The ply of the earliest position on the path that was repeated; 0 also for a repetition of a
    /// position before the root.
    pub(super) earliest_repetition: usize,
}

impl PathDependence {
    pub(super) const NONE: PathDependence =
        PathDependence { is_cut_off: false, earliest_repetition: usize::MAX };

    pub(super) fn and(self, other: PathDependence) -> PathDependence {
        PathDependence {
            is_cut_off: self.is_cut_off || other.is_cut_off,
            earliest_repetition: self.earliest_repetition.min(other.earliest_repetition),
        }
    }
}
