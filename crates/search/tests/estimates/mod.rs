//! The evaluation of trees made by hand.

use tilewright_core::{Position as _, Seat};
use tilewright_search::Evaluate;
use tilewright_testkit::tree::{Node, Tree, TreePosition};

/// An evaluation that returns the estimate of the node; of two seats, one has what the other lacks.
pub(crate) struct Estimates;

impl<T: Tree> Evaluate<TreePosition<T>> for Estimates {
    fn estimate(&self, position: &TreePosition<T>, us: Seat) -> i32 {
        match position.tree.node(&position.path) {
            Node::At(_, _, values) if position.n_seats() == 2 => {
                2 * values[us] - values.iter().sum::<i32>()
            }
            Node::At(_, _, values) => values[us],
            Node::End(_) | Node::Chance(_) => panic!("only a choice is estimated"),
        }
    }
}
