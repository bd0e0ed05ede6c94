//! The evaluation of positions, for alpha-beta and max^n.

use std::cmp::Reverse;

use tilewright_core::{BySeat, Position, Rng, Seat, random_index};

use crate::game_value::GameValue;

/// The knowledge of a game that a search by looking ahead needs: the static evaluation, and scores,
/// margins and tables by which it orders and prunes.
///
/// ```
/// use tilewright_core::{Position, Seat};
/// use tilewright_search::Evaluate;
///
/// /// It is good to have a choice.
/// struct Mobility;
///
/// impl<P: Position> Evaluate<P> for Mobility {
///     fn estimate(&self, position: &P, us: Seat) -> i32 {
///         let n_moves = position.n_legal_moves() as i32;
///         if position.turn().seat() == Some(us) { n_moves } else { -n_moves }
///     }
/// }
/// ```
pub trait Evaluate<P: Position> {
    /// The static evaluation: the value for `us` of a position that is not over, in
    /// [points](crate::Value::estimate), of which 100 mean three wins in four. With two seats it is
    /// only asked for the seat to move.
    fn estimate(&self, position: &P, us: Seat) -> i32;

    /// The static evaluation for every seat.
    fn estimates(&self, position: &P) -> BySeat<i32> {
        BySeat::from_fn(position.n_seats(), |seat| self.estimate(position, seat))
    }

    /// The score of a legal move for move ordering: above zero if it gains something at once, zero
    /// if it is quiet. The better the order, the faster the search.
    fn ordering_score(&self, position: &P, m: P::Move) -> i32 {
        let _ = (position, m);
        0
    }

    /// True if a game that is over here would go on if it had begun here, as after a repetition. On
    /// another path it may not be over, so values that depend on such an end are not stored.
    fn is_ended_by_history(&self, position: &P) -> bool {
        let _ = position;
        false
    }

    /// Appends the noisy moves, such as captures, for quiescence search: legal moves that change
    /// what a static evaluation says. They must come to an end.
    fn noisy_moves(&self, position: &P, moves: &mut Vec<P::Move>) {
        let _ = (position, moves);
    }

    /// The futility margin: the points by which a quiet move may change an estimate. With it, a
    /// selective search prunes near its horizon, and reduces late moves more.
    fn futility_margin(&self) -> Option<i32> {
        None
    }

    /// The value of a position in an endgame tablebase, for two seats and as if the game had begun
    /// there. A selective search believes it.
    fn probe_tablebase(&self, position: &P) -> Option<GameValue> {
        let _ = position;
        None
    }

    /// The contempt of a selective search from this position: the points by which a draw is worth
    /// less than nothing, so that it avoids a draw where another move is about as good. Below 0 if
    /// a draw is wanted. With contempt no draw by repetition is proved.
    fn contempt(&self, position: &P) -> i32 {
        let _ = position;
        0
    }

    /// The contempt of a selective search for trades: the points that it is worth that so much is
    /// still on the table. Where little is left, the better player can no longer show it.
    fn trade_contempt(&self, position: &P) -> i32 {
        let _ = position;
        0
    }
}

/// Lists the moves at the root by their ordering scores, equals in random order.
pub(crate) fn list_root<P: Position, R: Rng + ?Sized>(
    evaluator: &impl Evaluate<P>,
    position: &P,
    moves: &mut Vec<P::Move>,
    rng: &mut R,
) {
    moves.clear();
    position.legal_moves(moves);
    for i in (1..moves.len()).rev() {
        moves.swap(i, random_index(rng, i + 1));
    }
    moves.sort_by_cached_key(|&m| Reverse(evaluator.ordering_score(position, m)));
}
