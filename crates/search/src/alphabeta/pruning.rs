//! Margins and reductions of a selective search: futility pruning, late move pruning and late move
//! reductions (LMR).

use crate::value::Value;

use super::tree::Node;
use super::window::Window;

/// The depth up to which futility pruning applies: further from the horizon a margin says little.
pub(super) const MAX_FUTILITY_DEPTH: usize = 3;

/// Moves that are tried before late move pruning: so many, and more by the square of the depth.
const MIN_TRIED: usize = 8;
const TRIED_BY_DEPTH: usize = 4;

/// The divisor of the product of two logarithms, in eighths, for a reduction: tuned by games.
const REDUCTION_DIVISOR: usize = 266;

/// The static evaluation near the horizon, and the margin within which quiet moves may change it.
#[derive(Clone, Copy)]
pub(super) struct Futility {
    pub(super) estimate: Value,
    /// The futility margin of one move, times the remaining depth.
    pub(super) margin: i32,
}

impl Futility {
    /// Reverse futility pruning: the estimate stays above beta, whatever the opponent's quiet moves
    /// do.
    pub(super) fn fails_high(self, window: Window) -> bool {
        self.estimate.plus(-self.margin) >= window.beta
    }

    /// Futility pruning, and late move pruning: a quiet move after so many others hardly raises
    /// alpha.
    pub(super) fn is_futile(self, node: Node, window: Window, n_before: usize) -> bool {
        let is_late = n_before >= MIN_TRIED + TRIED_BY_DEPTH * node.depth * node.depth;
        is_late || self.estimate.plus(self.margin) <= window.alpha
    }
}

/// The late move reduction after so many moves where there are futility margins, which catch the
/// errors near the horizon: it grows with the depth and with the number of moves.
pub(super) fn logarithmic_reduction(depth: usize, n_before: usize) -> usize {
    let product = log2_in_eighths(depth) * log2_in_eighths(n_before);
    (product / REDUCTION_DIVISOR).clamp(1, depth - 1)
}

/// The late move reduction without futility margins: careful, and the same for most moves.
pub(super) fn constant_reduction(depth: usize, n_before: usize) -> usize {
    if n_before >= 16 && depth >= 5 { 2 } else { 1 }
}

/// The logarithm in eighths, rounded down and linear between powers of two: whole numbers are the
/// same on every machine.
fn log2_in_eighths(n: usize) -> usize {
    let log = n.ilog2() as usize;
    8 * log + ((8 * n) >> log) - 8
}
