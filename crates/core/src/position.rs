//! States of play.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use crate::{BySeat, Illegal, ParseMoveError, ParsePositionError, Rng, Turn};

/// A state of play: the board, the hands, whose turn it is, and what the future depends on.
///
/// Equality, text and key are those of the state without its history. Where a game ends by
/// repetition, only [`turn`](Position::turn) depends on the history. The text (`Display`) is one
/// line and self-contained: parsing it gives an equal position.
///
/// `tilewright-testkit` checks for every game the laws that connect these methods.
///
/// ```
/// use tilewright_core::{Position, Turn};
///
/// /// Plays `m` if it is legal and describes the next turn, in any game.
/// fn play_and_describe<P: Position>(position: &mut P, m: P::Move) -> String {
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

    /// The data that [`undo`](Position::undo) needs to take a move back.
    type Undo: Clone + Send + Sync + 'static;

    /// The number of seats.
    fn n_seats(&self) -> usize;

    /// The side to move, or the outcome.
    fn turn(&self) -> Turn;

    /// Appends every legal move to `moves`, each once. There are no legal moves if and only if the
    /// game is over.
    fn legal_moves(&self, moves: &mut Vec<Self::Move>);

    /// The number of legal moves.
    fn n_legal_moves(&self) -> usize {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.len()
    }

    /// A random legal move, all equally likely; `None` once the game is over.
    fn random_move<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        (!moves.is_empty()).then(|| moves[random_index(rng, moves.len())])
    }

    /// A random legal move for playouts, drawn as fast as possible; `None` once the game is over.
    ///
    /// The distribution need not be uniform, and some moves may never be drawn. A game may choose a
    /// distribution that is cheap to draw from or that shortens games, and documents it.
    fn quick_move<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Self::Move> {
        self.random_move(rng)
    }

    /// Plays [quick moves](Position::quick_move) to the end of the game (a playout) and returns
    /// their number.
    fn play_out<R: Rng + ?Sized>(&mut self, rng: &mut R) -> usize {
        let mut n_moves = 0;
        while let Some(m) = self.quick_move(rng) {
            self.play_unchecked(m);
            n_moves += 1;
        }
        n_moves
    }

    /// Plays a move that must be legal. An illegal move may panic or leave a meaningless position,
    /// but never causes undefined behavior.
    fn play_unchecked(&mut self, m: Self::Move) -> Self::Undo;

    /// Takes back `m`, the last move played, with the data that playing it returned.
    fn undo(&mut self, m: Self::Move, undo: Self::Undo);

    /// Returns true if `m` is legal now.
    fn is_legal(&self, m: Self::Move) -> bool;

    /// Returns the reason that `m` is illegal now. Agrees with [`is_legal`](Position::is_legal).
    fn explain(&self, m: Self::Move) -> Result<(), Illegal>;

    /// Plays `m`, or returns the reason that it is illegal and leaves the position unchanged.
    fn play(&mut self, m: Self::Move) -> Result<(), Illegal> {
        self.explain(m)?;
        self.play_unchecked(m);
        Ok(())
    }

    /// The scores of all seats, at any time.
    fn scores(&self) -> BySeat<i32>;

    /// The hash key of the position (a Zobrist key or similar), updated incrementally by play and
    /// undo. Equal positions have equal keys, on every machine.
    fn key(&self) -> u64;
}

/// Positions with symmetries: transformations of the board (and perhaps of seats or colors) that
/// the rules do not distinguish.
///
/// Playing and transforming commute.
///
/// ```
/// use tilewright_core::Symmetric;
///
/// /// The number of symmetries that leave this position unchanged.
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

    /// The position, transformed.
    fn transform(&self, symmetry: Self::Symmetry) -> Self;

    /// A move in this position, transformed.
    fn transform_move(&self, m: Self::Move, symmetry: Self::Symmetry) -> Self::Move;
}

/// A random index below `n`, uniform to within n / 2^64.
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
