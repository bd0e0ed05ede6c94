//! What a search must be told of a game.

use tilewright_core::{BySeat, Position, Seat};

use crate::game_value::GameValue;

/// What a search must be told of a game: what positions are worth before they are over.
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
    /// What a position that is not over is worth to `us`, in
    /// [points](crate::Value::estimate): 100 of them mean three wins in four. With two seats only who
    /// is to move is asked.
    fn estimate(&self, position: &P, us: Seat) -> i32;

    /// The same for every seat.
    fn estimates(&self, position: &P) -> BySeat<i32> {
        BySeat::from_fn(position.n_seats(), |seat| self.estimate(position, seat))
    }

    /// How promising a legal move looks before it is searched: more than nothing if it gains
    /// something at once, nothing if it is quiet. The search is the faster the better this is.
    fn ordering_score(&self, position: &P, m: P::Move) -> i32 {
        let _ = (position, m);
        0
    }

    /// Whether a game that is over here would go on if it had begun here: because this came too often,
    /// say. On another way it may not be over, so what depends on such an end is not remembered.
    fn is_ended_by_history(&self, position: &P) -> bool {
        let _ = position;
        false
    }

    /// Appends the legal moves after which an estimate means something else than before, such as
    /// captures: the search looks at them even where it looks no further. They must come to an end.
    fn noisy_moves(&self, position: &P, moves: &mut Vec<P::Move>) {
        let _ = (position, moves);
    }

    /// By how many points a quiet move may change an estimate, if a selective search is to count on
    /// that: near its depth it then leaves out what lies so far from mattering that quiet moves do not
    /// bring it back, and looks less and less deep at moves that come late.
    fn futility_margin(&self) -> Option<i32> {
        None
    }

    /// What comes of a position that is not over if both play well, where that is known without looking
    /// ahead: two seats, and as if the game had begun there. A selective search believes it.
    fn probe_tablebase(&self, position: &P) -> Option<GameValue> {
        let _ = position;
        None
    }

    /// How many points a draw is worth less than nothing to who searches selectively from this position:
    /// where two ways are about as good it goes the one that leads on. Less than 0 if a draw is wanted; what
    /// [`trade_contempt`](Evaluate::trade_contempt) says counts in it, too. Then no draw by what came back is proved.
    fn contempt(&self, position: &P) -> i32 {
        let _ = position;
        0
    }

    /// How many points it is worth to who searches selectively that so much is still on the table: where
    /// little is left who plays better can no longer show it.
    fn trade_contempt(&self, position: &P) -> i32 {
        let _ = position;
        0
    }
}
