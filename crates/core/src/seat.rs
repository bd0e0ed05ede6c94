//! Seats, values by seat, and viewers.

use std::fmt;
use std::ops::{Index, IndexMut};
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The most seats that a game may have.
pub const MAX_SEATS: usize = 6;

/// A place at the table: 0, 1, … for programs, 1, 2, … for people.
///
/// Text and JSON are for people:
///
/// ```
/// use tilewright_core::Seat;
///
/// let second = Seat::new(1).unwrap();
/// assert_eq!(second.index(), 1);
/// assert_eq!(second.to_string(), "2");
/// assert_eq!("2".parse(), Ok(second));
/// assert_eq!("7".parse::<Seat>().unwrap_err().to_string(), "a seat is a number from 1 to 6");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(as = "u8"))]
pub struct Seat(u8);

impl Seat {
    /// The seat of this index, 0 to 5.
    pub const fn new(index: usize) -> Option<Seat> {
        if index < MAX_SEATS { Some(Seat(index as u8)) } else { None }
    }

    /// The index, 0 for the first seat.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The number that people see, 1 for the first seat.
    pub const fn number(self) -> usize {
        self.0 as usize + 1
    }

    /// The first `n_seats` seats, in order (at most six).
    ///
    /// ```
    /// use tilewright_core::Seat;
    ///
    /// let numbers: Vec<usize> = Seat::first(3).map(Seat::number).collect();
    /// assert_eq!(numbers, [1, 2, 3]);
    /// ```
    pub fn first(n_seats: usize) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        (0..n_seats.min(MAX_SEATS) as u8).map(Seat)
    }

    /// The seat to the left, at a table of `n_seats`.
    ///
    /// ```
    /// use tilewright_core::Seat;
    ///
    /// let last = Seat::new(3).unwrap();
    /// assert_eq!(last.next(4), Seat::new(0).unwrap());
    /// ```
    pub const fn next(self, n_seats: usize) -> Seat {
        let next = self.0 + 1;
        if next as usize >= n_seats { Seat(0) } else { Seat(next) }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.number(), f)
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.number())
    }
}

/// The text or number is not a seat.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a seat is a number from 1 to {MAX_SEATS}")]
pub struct ParseSeatError;

impl FromStr for Seat {
    type Err = ParseSeatError;

    fn from_str(text: &str) -> Result<Seat, ParseSeatError> {
        let number: usize = text.parse().map_err(|_| ParseSeatError)?;
        number.checked_sub(1).and_then(Seat::new).ok_or(ParseSeatError)
    }
}

impl Serialize for Seat {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.0 + 1)
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Seat, D::Error> {
        let number = usize::deserialize(deserializer)?;
        number.checked_sub(1).and_then(Seat::new).ok_or_else(|| D::Error::custom(ParseSeatError))
    }
}

/// One value for each seat of a game, indexed by [`Seat`].
///
/// ```
/// use tilewright_core::{BySeat, Seat};
///
/// let mut scores = BySeat::from([0, 0, 0]);
/// scores[Seat::new(2).unwrap()] += 7;
/// assert_eq!(scores.len(), 3);
/// assert_eq!(scores.iter().copied().max(), Some(7));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BySeat<T> {
    // Values beyond `len` are always `T::default()`, so that the derived equality is right.
    values: [T; MAX_SEATS],
    len: u8,
}

impl<T: Default> BySeat<T> {
    /// Makes a value for each of the first `n_seats` seats (at most six).
    pub fn from_fn(n_seats: usize, mut value: impl FnMut(Seat) -> T) -> BySeat<T> {
        let len = n_seats.min(MAX_SEATS) as u8;
        let values = std::array::from_fn(|index| {
            if index < usize::from(len) { value(Seat(index as u8)) } else { T::default() }
        });
        BySeat { values, len }
    }

    /// Maps the value of every seat.
    pub fn map<U: Default>(&self, mut change: impl FnMut(&T) -> U) -> BySeat<U> {
        BySeat::from_fn(self.len(), |seat| change(&self[seat]))
    }
}

impl<T> BySeat<T> {
    /// The number of seats.
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Returns true if there are no seats.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The seats, in order.
    pub fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + Clone + use<T> {
        Seat::first(self.len())
    }

    /// The values in the order of the seats.
    pub fn as_slice(&self) -> &[T] {
        &self.values[..self.len()]
    }

    /// The values in the order of the seats.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.as_slice().iter()
    }

    /// The value of `seat`, or `None` if the game has no such seat.
    pub fn get(&self, seat: Seat) -> Option<&T> {
        self.as_slice().get(seat.index())
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        &self.as_slice()[seat.index()]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.values[..usize::from(self.len)][seat.index()]
    }
}

impl<'a, T> IntoIterator for &'a BySeat<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// Takes an array of up to six values; a longer one does not compile.
impl<T: Default, const N: usize> From<[T; N]> for BySeat<T> {
    fn from(values: [T; N]) -> BySeat<T> {
        const { assert!(N <= MAX_SEATS, "a game has at most six seats") };
        let mut values = values.into_iter();
        BySeat::from_fn(N, |_| values.next().unwrap_or_default())
    }
}

impl<T: fmt::Debug> fmt::Debug for BySeat<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_slice().fmt(f)
    }
}

/// In TypeScript it is a list.
#[cfg(feature = "typescript")]
impl<T: ts_rs::TS> ts_rs::TS for BySeat<T> {
    type WithoutGenerics = <Vec<T> as ts_rs::TS>::WithoutGenerics;
    type OptionInnerType = BySeat<T>;

    fn name(config: &ts_rs::Config) -> String {
        Vec::<T>::name(config)
    }

    fn inline(config: &ts_rs::Config) -> String {
        Vec::<T>::inline(config)
    }

    fn visit_dependencies(visitor: &mut impl ts_rs::TypeVisitor)
    where
        Self: 'static,
    {
        Vec::<T>::visit_dependencies(visitor);
    }

    fn visit_generics(visitor: &mut impl ts_rs::TypeVisitor)
    where
        Self: 'static,
    {
        Vec::<T>::visit_generics(visitor);
    }
}

impl<T: Serialize> Serialize for BySeat<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self)
    }
}

impl<'de, T: Deserialize<'de> + Default> Deserialize<'de> for BySeat<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<BySeat<T>, D::Error> {
        let values = Vec::<T>::deserialize(deserializer)?;
        if values.len() > MAX_SEATS {
            return Err(D::Error::invalid_length(
                values.len(),
                &"one value for each of up to 6 seats",
            ));
        }
        let mut values = values.into_iter();
        Ok(BySeat::from_fn(values.len(), |_| values.next().unwrap_or_default()))
    }
}

/// The viewer of a position: a seat sees its own secrets, a spectator sees none.
///
/// ```
/// use tilewright_core::{Seat, Viewer};
///
/// let everybody: Vec<Viewer> = Viewer::all(2).collect();
/// assert_eq!(everybody[0], Viewer::Seat(Seat::new(0).unwrap()));
/// assert_eq!(everybody[2], Viewer::Spectator);
///
/// assert_eq!(everybody[1].to_string(), "seat 2");
/// assert_eq!("spectator".parse(), Ok(Viewer::Spectator));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// The person or bot on this seat.
    Seat(Seat),
    /// Anybody else.
    Spectator,
}

impl Viewer {
    /// All viewers of a table of `n_seats`: the seats in order, then the spectator.
    pub fn all(n_seats: usize) -> impl Iterator<Item = Viewer> {
        Seat::first(n_seats).map(Viewer::Seat).chain([Viewer::Spectator])
    }

    /// The seat; a spectator has none.
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Spectator => None,
        }
    }
}

impl fmt::Display for Viewer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Viewer::Seat(seat) => write!(f, "seat {seat}"),
            Viewer::Spectator => f.write_str("spectator"),
        }
    }
}

/// The text is not a viewer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a viewer is 'spectator' or a seat such as 'seat 2', up to {MAX_SEATS}")]
pub struct ParseViewerError;

impl FromStr for Viewer {
    type Err = ParseViewerError;

    fn from_str(text: &str) -> Result<Viewer, ParseViewerError> {
        if text == "spectator" {
            return Ok(Viewer::Spectator);
        }
        let number = text.strip_prefix("seat ").ok_or(ParseViewerError)?;
        number.parse().map(Viewer::Seat).map_err(|_| ParseViewerError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_go_round_the_table() {
        let mut seat = Seat::new(0).unwrap();
        let mut visited = Vec::new();
        for _ in 0..4 {
            visited.push(seat.number());
            seat = seat.next(3);
        }
        assert_eq!(visited, [1, 2, 3, 1]);
        assert_eq!(Seat::new(6), None);
    }

    #[test]
    fn a_seat_is_text_for_people() {
        for bad in ["", "0", "7", "-1", "one", "99999999999999999999999"] {
            assert!(bad.parse::<Seat>().is_err(), "{bad:?}");
        }
        assert_eq!("6".parse::<Seat>(), Ok(Seat(5)));
    }

    #[test]
    fn a_viewer_is_text_for_people() {
        for viewer in Viewer::all(MAX_SEATS) {
            assert_eq!(viewer.to_string().parse(), Ok(viewer));
        }
        for bad in ["", "2", "seat", "seat 0", "seat 7", "seat  2", "seat two", "Spectator"] {
            assert_eq!(bad.parse::<Viewer>(), Err(ParseViewerError), "{bad:?}");
        }
    }

    #[test]
    fn padding_does_not_count_in_comparisons() {
        let mut short = BySeat::from([1, 2]);
        short[Seat(1)] = 0;
        assert_eq!(short, BySeat::from([1, 0]));
        assert_ne!(short, BySeat::from([1, 0, 0]));
    }

    #[test]
    #[should_panic(expected = "the len is 2 but the index is 2")]
    fn a_seat_that_the_game_lacks_panics_as_a_slice_does() {
        let _ = BySeat::from([1, 2])[Seat(2)];
    }
}
