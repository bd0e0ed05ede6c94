//! What bots may know of a game.

use std::borrow::Cow;
use std::fmt::Display;
use std::str::FromStr;

use tilewright_core::{Illegal, MoveOf, ParsePositionError, Position, Rng, Seat};
use tilewright_table::Registered;

use crate::bot::Kind;
use crate::level::Levels;

/// A game that bots play: what a bot is handed, and which bots there are.
///
/// A game without secrets is [`Open`] instead, and has all this by itself.
///
/// ```
/// use tilewright_core::{Game, MoveOf, Position};
/// use tilewright_bots::{Bot, Playable, Thinking};
///
/// /// What a bot plays where it is a seat's turn. The position stays out of its reach.
/// fn ask<G: Playable>(position: &G::Position, bot: &mut dyn Bot<G>) -> Option<MoveOf<G>> {
///     let seat = position.turn().seat()?;
///     Some(bot.choose(&G::known(position, seat), &mut Thinking::default()).m)
/// }
/// ```
pub trait Playable: Registered {
    /// What a seat knows, and all that its bot is handed. Its text gives an equal one back.
    type Known: Clone + Display + FromStr<Err = ParsePositionError> + Send + Sync + 'static;

    /// The bots there are, the simplest first.
    const KINDS: &'static [Kind<Self>];

    /// The levels from 1 to 9.
    const LEVELS: &'static Levels<Self>;

    /// What the seat knows of a position.
    fn known(position: &Self::Position, seat: Seat) -> Cow<'_, Self::Known>;

    /// How many seats there are.
    fn n_seats(known: &Self::Known) -> usize;

    /// A position that may really be, as far as the seat can know.
    fn imagine<R: Rng>(known: &Self::Known, rng: &mut R) -> Self::Position;

    /// About how many moves that need thought the seat to move has to come, this one included: by
    /// that it divides what is on its clock.
    fn n_moves_left(known: &Self::Known) -> usize {
        let _ = known;
        USUAL_MOVES_LEFT
    }

    /// Appends the moves that the seat can choose from; none if it is not its turn.
    fn legal_moves(known: &Self::Known, moves: &mut Vec<MoveOf<Self>>);

    /// One of these moves, all equally likely.
    fn random_move<R: Rng + ?Sized>(known: &Self::Known, rng: &mut R) -> Option<MoveOf<Self>>;

    /// Goes on to what the seat knows after a move, from what it saw of it and of what was then
    /// revealed; or says why that cannot be, and changes nothing.
    fn follow(
        known: &mut Self::Known,
        look: MoveOf<Self>,
        revealed: Option<&str>,
    ) -> Result<(), Illegal>;
}

/// A game in which everything lies open: its bots are handed the position itself.
pub trait Open: Registered {
    /// The bots there are, the simplest first.
    const KINDS: &'static [Kind<Self>];

    /// The levels from 1 to 9.
    const LEVELS: &'static Levels<Self>;

    /// As in [`Playable`].
    fn n_moves_left(position: &Self::Position) -> usize {
        let _ = position;
        USUAL_MOVES_LEFT
    }
}

/// How many moves are to come where nobody can tell: every move gets the same part of what is left.
pub const USUAL_MOVES_LEFT: usize = 30;

impl<G: Open> Playable for G {
    type Known = G::Position;

    const KINDS: &'static [Kind<G>] = {
        assert!(!G::HAS_SECRETS, "bots of a game with secrets are handed views");
        <G as Open>::KINDS
    };

    const LEVELS: &'static Levels<G> = <G as Open>::LEVELS;

    fn known(position: &G::Position, _: Seat) -> Cow<'_, G::Position> {
        Cow::Borrowed(position)
    }

    fn n_seats(position: &G::Position) -> usize {
        position.n_seats()
    }

    fn imagine<R: Rng>(position: &G::Position, _: &mut R) -> G::Position {
        position.clone()
    }

    fn n_moves_left(position: &G::Position) -> usize {
        <G as Open>::n_moves_left(position)
    }

    fn legal_moves(position: &G::Position, moves: &mut Vec<MoveOf<G>>) {
        position.legal_moves(moves);
    }

    fn random_move<R: Rng + ?Sized>(position: &G::Position, rng: &mut R) -> Option<MoveOf<G>> {
        position.random_move(rng)
    }

    fn follow(position: &mut G::Position, m: MoveOf<G>, _: Option<&str>) -> Result<(), Illegal> {
        position.play(m)
    }
}
