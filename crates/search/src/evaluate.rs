//! What a search must be told of a game.

use tilewright_core::{Position, Seat};

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
    /// What a position that is not over is worth to `us`, who is to move, in
    /// [points](crate::Value::estimate): 100 of them mean three wins in four.
    fn estimate(&self, position: &P, us: Seat) -> i32;

    /// How promising a legal move looks before it is searched. The search is the faster the better
    /// this is, and finds the same.
    fn promise(&self, position: &P, m: P::Move) -> i32 {
        let _ = (position, m);
        0
    }
}
