//! The threats of Aqua Pipe, for proof search.

use tilewright_aquapipe::{Diameter, Position};
use tilewright_search::Threats;

/// Rows that can be completed at once, and positions that are alike.
#[derive(Clone, Copy, Debug)]
pub struct RowThreats;

impl Threats<Position> for RowThreats {
    fn can_win(&self, position: &Position) -> bool {
        position.can_win()
    }

    fn is_threatened(&self, position: &Position) -> bool {
        position.is_threatened()
    }

    fn has_waiting_move(&self, position: &Position) -> bool {
        // A straight pipe from the hand always finds a slot, and opens none.
        let us = position.color_to_move();
        Diameter::ALL.into_iter().any(|diameter| position.n_in_hand(us, diameter) > 0)
    }

    fn key(&self, position: &Position) -> u128 {
        position.canonical_key()
    }
}
