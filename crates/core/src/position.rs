//! States of play.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use crate::{BySeat, Illegal, ParseMoveError, ParsePositionError, Rng, Turn};

/// A state of play: the board, the hands, whose turn it is, and what the future depends on.
///
/// Equality, text and key are those of the state, not of the way that led to it: where a game ends
/// because a position came back, [`turn`](Position::turn) knows, but they do not. The text
/// (`Display`) is one line and self-contained: parsing it gives an equal position.
///
/// The laws that tie these methods together are checked for every game by `tilewright-testkit`.
///
/// ```
/// use tilewright_core::{Position, Turn};
///
/// /// Plays `m` if it is legal and says who is next, in any game.
/// fn play_and_tell<P: Position>(position: &mut P, m: P::Move) -> String {
///     match position.play(m) {
///         Err(illegal) => format!("{m} is illegal: {illegal}"),
///         Ok(()) => match position.turn() {
///             Turn::Player(seat) => format!("seat {seat} is next"),
///             Turn::Chance => "chance decides".to_owned(),
///             Turn::Over(outcome) => format!("over, places {:?}", outcome.places()),
///         },
///     }
/// }
/// ```
pub trait Position: Clone + Eq + Debug + Display + FromStr<Err = ParsePositionError> {
    /// A move, independent of the position. Its text contains no white space and round-trips.
    type Move: Copy
        + Eq
        + Ord
        + Hash
        + Debug
        + Display
        + FromStr<Err = ParseMoveError>
        + Send
        + Sync
        + 'static;

    /// What [`undo`](Position::undo) needs to take a move back.
    type Undo: Clone + Send + Sync + 'static;

    /// How many seats the game has.
    fn n_seats(&self) -> usize;

    /// Who is to move, or how the game ended.
    fn turn(&self) -> Turn;

    /// Appends every legal move to `moves`, each once. There is none if and only if the game is
    /// over.
    fn legal_moves(&self, moves: &mut Vec<Self::Move>);

    /// How many legal moves there are.
    fn n_legal_moves(&self) -> usize {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.len()
    }

    /// One of the legal moves, all equally likely; nothing once the game is over.
    fn random_move<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        (!moves.is_empty()).then(|| moves[random_index(rng, moves.len())])
    }

    /// One of the legal moves, drawn as fast as the game can; nothing once the game is over.
    ///
    /// Not all need have the same chance, or any: a game may prefer a distribution that is cheaper
    /// to draw from, or that leaves out what only makes the game longer, and says which.
    fn quick_move<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Self::Move> {
        self.random_move(rng)
    }

    /// Plays [quick moves](Position::quick_move) to the end of the game, and says how many.
    fn play_out<R: Rng + ?Sized>(&mut self, rng: &mut R) -> usize {
        let mut n_moves = 0;
        while let Some(m) = self.quick_move(rng) {
            self.play_unchecked(m);
            n_moves += 1;
        }
        n_moves
    }

    /// Plays a move that is known to be legal. For any other the result is meaningless, though
    /// never undefined: it may panic.
    fn play_unchecked(&mut self, m: Self::Move) -> Self::Undo;

    /// Takes back `m`, the last move played, with the token that playing it gave.
    fn undo(&mut self, m: Self::Move, undo: Self::Undo);

    /// Whether `m` may be played now.
    fn is_legal(&self, m: Self::Move) -> bool;

    /// Why `m` may not be played now. Agrees with [`is_legal`](Position::is_legal).
    fn explain(&self, m: Self::Move) -> Result<(), Illegal>;

    /// Plays `m`, or says why not and leaves the position as it was.
    fn play(&mut self, m: Self::Move) -> Result<(), Illegal> {
        self.explain(m)?;
        self.play_unchecked(m);
        Ok(())
    }

    /// The points of every seat, at any time.
    fn scores(&self) -> BySeat<i32>;

    /// A hash that is kept up to date by play and undo: equal positions have equal keys, on every
    /// machine.
    fn key(&self) -> u64;
}

/// Positions with symmetries: changes of the board (and perhaps of seats or colors) under which
/// the rules stay the same.
///
/// Playing and transforming may be done in either order, with the same result.
///
/// ```
/// use tilewright_core::Symmetric;
///
/// /// How many of the symmetries leave this position as it is.
/// fn n_stabilizers<P: Symmetric>(position: &P) -> usize {
///     let symmetries = position.symmetries().into_iter();
///     symmetries.filter(|&symmetry| position.transform(symmetry) == *position).count()
/// }
/// ```
pub trait Symmetric: Position {
    /// One symmetry of the game.
    type Symmetry: Copy + Debug;

    /// The symmetries of the game this position belongs to, the identity included.
    fn symmetries(&self) -> Vec<Self::Symmetry>;

    /// The position seen through the symmetry.
    fn transform(&self, symmetry: Self::Symmetry) -> Self;

    /// The same for a move in this position.
    fn transform_move(&self, m: Self::Move, symmetry: Self::Symmetry) -> Self::Move;
}

/// A random index below `n`, each equally likely (to within n / 2^64).
///
/// ```
/// use tilewright_core::{Rng, random_index};
///
/// fn choose<'a, T>(items: &'a [T], rng: &mut impl Rng) -> &'a T {
///     &items[random_index(rng, items.len())]
/// }
/// ```
#[inline]
pub fn random_index<R: Rng + ?Sized>(rng: &mut R, n: usize) -> usize {
    ((u128::from(rng.next_u64()) * n as u128) >> 64) as usize
}
