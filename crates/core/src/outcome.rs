//! Turns and outcomes.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use crate::{BySeat, Seat};

/// The side to move: a seat, chance, or nobody because the game is over. "Over" and "outcome" are
/// one value, so that they cannot disagree.
///
/// ```
/// use tilewright_core::{BySeat, Outcome, Seat, Turn};
///
/// let turn = Turn::Player(Seat::new(0).unwrap());
/// assert!(!turn.is_over());
/// assert_eq!(turn.seat(), Seat::new(0));
///
/// let over = Turn::Over(Outcome::by_score(BySeat::from([1, 0])));
/// assert_eq!(over.seat(), None);
/// assert!(over.outcome().is_some());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// This seat moves.
    Player(Seat),
    /// Chance decides a die, a deal or a draw; all legal moves are equally likely.
    Chance,
    /// The game is over.
    Over(Outcome),
}

impl Turn {
    /// The seat that is to move, if one is.
    pub const fn seat(&self) -> Option<Seat> {
        match self {
            Turn::Player(seat) => Some(*seat),
            Turn::Chance | Turn::Over(_) => None,
        }
    }

    /// The outcome, once there is one.
    pub const fn outcome(&self) -> Option<&Outcome> {
        match self {
            Turn::Over(outcome) => Some(outcome),
            Turn::Player(_) | Turn::Chance => None,
        }
    }

    /// Returns true if the game is over.
    pub const fn is_over(&self) -> bool {
        matches!(self, Turn::Over(_))
    }
}

/// The result of a game: the place and the score of every seat.
///
/// Places count from 1. Equal seats share a place and the places after them stay empty: 1, 1, 3.
///
/// ```
/// use tilewright_core::{BySeat, Outcome};
///
/// let outcome = Outcome::by_score(BySeat::from([40, 40, 7]));
/// assert_eq!(outcome.places(), &BySeat::from([1, 1, 3]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(try_from = "Unchecked")]
pub struct Outcome {
    places: BySeat<u8>,
    scores: BySeat<i32>,
}

/// An outcome as read, not yet checked.
#[derive(Deserialize)]
struct Unchecked {
    places: BySeat<u8>,
    scores: BySeat<i32>,
}

impl TryFrom<Unchecked> for Outcome {
    type Error = &'static str;

    fn try_from(unchecked: Unchecked) -> Result<Outcome, &'static str> {
        let Unchecked { places, scores } = unchecked;
        if places.len() != scores.len() {
            return Err("an outcome has a place and a score for each seat");
        }
        let outcome = Outcome::ranked(scores, |seat| Reverse(places[seat]));
        if outcome.places == places { Ok(outcome) } else { Err("these are not places") }
    }
}

impl Outcome {
    /// Ranks seats by score, the highest first; equal scores share the place.
    ///
    /// ```
    /// use tilewright_core::{BySeat, Outcome};
    ///
    /// let outcome = Outcome::by_score(BySeat::from([-3, 20, 20, -9]));
    /// assert_eq!(outcome.places(), &BySeat::from([3, 1, 1, 4]));
    /// assert_eq!(outcome.winners().count(), 2);
    /// ```
    pub fn by_score(scores: BySeat<i32>) -> Outcome {
        Outcome::ranked(scores, |seat| scores[seat])
    }

    /// Ranks seats by `merit`, the highest first, independent of the scores; equal merit shares the
    /// place.
    ///
    /// ```
    /// use tilewright_core::{BySeat, Outcome, Seat};
    ///
    /// // Seat 1 leads on points but has resigned.
    /// let scores = BySeat::from([50, 10]);
    /// let outcome = Outcome::ranked(scores, |seat| (seat.number() != 1, scores[seat]));
    /// assert_eq!(outcome.place(Seat::new(0).unwrap()), 2);
    /// ```
    pub fn ranked<K: Ord>(scores: BySeat<i32>, merit: impl Fn(Seat) -> K) -> Outcome {
        let places = BySeat::from_fn(scores.len(), |seat| {
            let better = scores.seats().filter(|&other| merit(other) > merit(seat));
            1 + better.count() as u8
        });
        Outcome { places, scores }
    }

    /// The place of every seat, from 1.
    pub const fn places(&self) -> &BySeat<u8> {
        &self.places
    }

    /// The score of every seat.
    pub const fn scores(&self) -> &BySeat<i32> {
        &self.scores
    }

    /// The place of one seat, from 1.
    pub fn place(&self, seat: Seat) -> u8 {
        self.places[seat]
    }

    /// The seats on the first place.
    pub fn winners(&self) -> impl Iterator<Item = Seat> {
        self.places.seats().filter(|&seat| self.places[seat] == 1)
    }

    /// The share of the result that each seat won, from 0 to 1: the fraction of the other seats
    /// that it beat, with ties counted half. A lone seat wins all of it.
    ///
    /// ```
    /// use tilewright_core::{BySeat, Outcome};
    ///
    /// assert_eq!(Outcome::by_score(BySeat::from([9, 4])).shares(), BySeat::from([1.0, 0.0]));
    /// let outcome = Outcome::by_score(BySeat::from([30, 20, 20, 5, 1]));
    /// assert_eq!(outcome.shares(), BySeat::from([1.0, 0.625, 0.625, 0.25, 0.0]));
    /// ```
    pub fn shares(&self) -> BySeat<f64> {
        self.places.map(|&place| self.share(place))
    }

    fn share(&self, place: u8) -> f64 {
        let n_others = self.places.len() - 1;
        if n_others == 0 {
            return 1.0;
        }
        let n_worse = self.places.iter().filter(|&&other| other > place).count();
        let is_equal = |other: &u8| *other == place;
        let n_equal = self.places.iter().copied().filter(is_equal).count() - 1;
        f64::from((2 * n_worse + n_equal) as u32) / f64::from(2 * n_others as u32)
    }

    /// Returns true if all seats, two or more, share the first place.
    ///
    /// ```
    /// use tilewright_core::{BySeat, Outcome};
    ///
    /// assert!(Outcome::by_score(BySeat::from([7, 7])).is_draw());
    /// assert!(!Outcome::by_score(BySeat::from([7, 7, 3])).is_draw());
    /// assert!(!Outcome::by_score(BySeat::from([7])).is_draw());
    /// ```
    pub fn is_draw(&self) -> bool {
        self.places.len() > 1 && self.places.iter().all(|&place| place == 1)
    }
}
