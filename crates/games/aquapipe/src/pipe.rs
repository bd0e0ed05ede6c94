//! Diameters, colors, and the places of pipes.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use tilewright_core::Seat;
use tilewright_core::grid::Square;

/// The diameter of a pipe. Pipes nest: a space has one slot for each diameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "a diameter is its name")]
pub enum Diameter {
    Small,
    Medium,
    Large,
}

impl Diameter {
    /// All three, the narrowest first.
    pub const ALL: [Diameter; 3] = [Diameter::Small, Diameter::Medium, Diameter::Large];

    /// The index in [`ALL`](Diameter::ALL).
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter in moves.
    pub const fn letter(self) -> char {
        match self {
            Diameter::Small => 'S',
            Diameter::Medium => 'M',
            Diameter::Large => 'L',
        }
    }

    pub(crate) fn of_letter(letter: char) -> Option<Diameter> {
        Diameter::ALL.into_iter().find(|diameter| diameter.letter() == letter)
    }
}

impl fmt::Display for Diameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Diameter::Small => "small",
            Diameter::Medium => "medium",
            Diameter::Large => "large",
        })
    }
}

/// A color of pipes: Blue begins and sits on seat 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "a color is its name")]
pub enum Color {
    Blue,
    Red,
}

impl Color {
    /// Blue, then Red.
    pub const ALL: [Color; 2] = [Color::Blue, Color::Red];

    /// The opponent.
    pub const fn other(self) -> Color {
        match self {
            Color::Blue => Color::Red,
            Color::Red => Color::Blue,
        }
    }

    /// The seat of the color.
    pub const fn seat(self) -> Seat {
        Seat::new(self as usize).expect("there are more than two seats")
    }

    /// The letter of its straight pipes in positions.
    pub const fn letter(self) -> char {
        match self {
            Color::Blue => 'b',
            Color::Red => 'r',
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Color::Blue => "blue",
            Color::Red => "red",
        })
    }
}

/// The place of a pipe: one space for a straight pipe, two neighboring spaces for a U pipe, the
/// lower one first.
///
/// ```
/// use tilewright_aquapipe::Place;
///
/// assert!(matches!("b2".parse(), Ok(Place::Straight(_))));
/// let place: Place = "a1a2".parse().unwrap();
/// assert_eq!(place.spaces().count(), 2);
/// assert_eq!(place.to_string(), "a1a2");
/// assert!("a1b2".parse::<Place>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Place {
    /// One space.
    Straight(Square),
    /// A space and the one at its right, or above it.
    U {
        /// The space with the lower number.
        first: Square,
        /// True if the second space is above the first.
        is_upright: bool,
    },
}

impl Place {
    /// The spaces, the lower one first.
    pub fn spaces(self) -> impl Iterator<Item = Square> {
        let (first, second) = match self {
            Place::Straight(space) => (space, None),
            Place::U { first, is_upright: false } => (first, first.offset(1, 0)),
            Place::U { first, is_upright: true } => (first, first.offset(0, 1)),
        };
        [first].into_iter().chain(second)
    }

    /// A U pipe in these spaces, if they are neighbors and the lower one comes first.
    pub fn u_pipe(first: Square, second: Square) -> Option<Place> {
        let is = |dx, dy| first.offset(dx, dy) == Some(second);
        (is(1, 0) || is(0, 1)).then(|| Place::U { first, is_upright: is(0, 1) })
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.spaces().try_for_each(|space| write!(f, "{space}"))
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// An error for text that is not a place.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParsePlaceError {
    /// The space does not exist.
    #[error("a space is a letter from a to d and a digit from 1 to 4, such as b2")]
    Space,
    /// The spaces of a U pipe are not neighbors in order.
    #[error("a U pipe lies in two neighboring spaces, the lower one first, such as a1a2 or a1b1")]
    Pair,
}

impl FromStr for Place {
    type Err = ParsePlaceError;

    fn from_str(text: &str) -> Result<Place, ParsePlaceError> {
        let space = |text: &str| {
            let space = text.parse::<Square>().ok().filter(|_| text.len() == 2);
            space.filter(|space| space.x() < 4 && space.y() < 4).ok_or(ParsePlaceError::Space)
        };
        match text.split_at_checked(2) {
            Some((first, "")) => space(first).map(Place::Straight),
            Some((first, second)) => {
                Place::u_pipe(space(first)?, space(second)?).ok_or(ParsePlaceError::Pair)
            }
            None => Err(ParsePlaceError::Space),
        }
    }
}
