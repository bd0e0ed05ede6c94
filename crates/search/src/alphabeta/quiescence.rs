//! Quiescence search at the horizon, the static evaluation, and contempt.

use tilewright_core::{Position, Seat};

use crate::evaluate::Evaluate;
use crate::game_value::GameValue;
use crate::value::Value;

use super::tree::{Node, Tree, decisive};
use super::window::Window;

/// The divisor of the estimate of a drawn tablebase position: the side that is better keeps some
/// hope that the opponent does not know the tablebase.
const HOPE_DIVISOR: i32 = 8;

impl<P: Position, E: Evaluate<P>> Tree<'_, P, E> {
    /// Quiescence search: the static evaluation, or more by a noisy move.
    pub(super) fn quiescence(&mut self, node: Node, window: Window) -> Option<Value> {
        // Step 1. Probe the endgame tablebase. A draw counts as one, nearly.
        let known = self.probe_tablebase();
        if let Some(value) = known.and_then(|value| decisive(value, node.ply)) {
            return Some(value);
        }
        self.dependence.is_cut_off = true;
        if known == Some(GameValue::Draw) {
            let hope = self.estimate(node).points() / HOPE_DIVISOR;
            return Some(self.draw_value(node.seat).plus(hope));
        }

        // Step 2. Stand pat: quiet moves keep what is there.
        let mut best = self.estimate(node);
        if best >= window.beta || node.ply + 1 >= self.thread.path.len() {
            return Some(best);
        }

        // Step 3. Search the noisy moves.
        let first = self.list_noisy();
        for i in first..self.thread.moves.len() {
            let m = self.pick_highest(i).m;
            let rest = window.above(best);
            let value = self.search_move(m, node, rest, 0, 0)?;
            if value > rest.alpha && !window.is_null() {
                self.thread.update_pv(node.ply, m);
            }
            best = best.max(value);
            if best >= window.beta {
                break;
            }
        }
        self.thread.moves.truncate(first);
        Some(best)
    }

    /// The static evaluation of a node for the side to move.
    pub(super) fn estimate(&self, node: Node) -> Value {
        let evaluator = self.context.evaluator;
        if self.n_seats == 2 || node.seat == self.us {
            let estimate = evaluator.estimate(&self.position, node.seat);
            return Value::estimate(estimate + self.trade_contempt(node.seat));
        }
        // The others want the worst for us.
        -Value::estimate(evaluator.estimate(&self.position, self.us))
    }

    /// The value of a repetition for a seat. With contempt it is no proved draw.
    pub(super) fn repetition_value(&mut self, seat: Seat) -> Value {
        let value = self.draw_value(seat);
        self.dependence.is_cut_off |= value != Value::DRAW;
        value
    }

    /// The value of a draw for a seat: with contempt, less than nothing for the side that searches.
    /// The contempt for trades counts as in an estimate; otherwise the search would flee into a
    /// draw where little is left.
    fn draw_value(&self, seat: Seat) -> Value {
        if !self.context.has_contempt {
            return Value::DRAW;
        }
        let contempt = if seat == self.us { -self.contempt } else { self.contempt };
        Value::estimate(contempt + self.trade_contempt(seat))
    }

    /// The contempt for trades in points for a seat: the side that searches wants material on the
    /// table, so the other is assumed not to.
    fn trade_contempt(&self, seat: Seat) -> i32 {
        if !self.context.has_contempt {
            return 0;
        }
        let contempt = self.context.evaluator.trade_contempt(&self.position);
        if seat == self.us { contempt } else { -contempt }
    }
}
