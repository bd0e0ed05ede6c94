//! The games that bots play.

use tilewright_table::Registered;

use crate::bot::Kind;
use crate::level::Levels;

/// A game that bots play, and the bots there are. A bot is handed what its seat
/// [knows](tilewright_core::Observed), and nothing else.
///
/// ```
/// use tilewright_bots::{Bot, Playable, Thinking};
/// use tilewright_core::{MoveOf, Position, Viewer};
///
/// /// The move of a bot where it is a seat's turn. The position stays out of its reach.
/// fn ask<G: Playable>(position: &G::Position, bot: &mut dyn Bot<G>) -> Option<MoveOf<G>> {
///     let seat = position.turn().seat()?;
///     Some(bot.choose(&G::known(position, Viewer::Seat(seat)), &mut Thinking::default()).m)
/// }
/// ```
pub trait Playable: Registered {
    /// The bots there are, the simplest first.
    const KINDS: &'static [Kind<Self>];

    /// The levels from 1 to 9.
    const LEVELS: &'static Levels<Self>;

    /// About how many moves that need thought the seat to move has to come, this one included: by
    /// that it divides what is on its clock.
    fn n_moves_left(known: &Self::Known) -> usize {
        let _ = known;
        USUAL_MOVES_LEFT
    }
}

/// The number of moves to come where nobody can say it: every move gets the same part of the time
/// that is left.
pub const USUAL_MOVES_LEFT: usize = 30;
