//! Moves: placing a pipe from the hand, or moving one on the board.

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use tilewright_core::ParseMoveError;
use tilewright_core::grid::Square;

use crate::pipe::{Diameter, ParsePlaceError, Place};

/// A move: a pipe is placed from the hand, `S@b2`, or moved on the board, `Sb2-c3`. A U pipe has a
/// `U` before its diameter.
///
/// ```
/// use tilewright_aquapipe::{Diameter, Move};
///
/// let m: Move = "UMa1a2-b2c2".parse()?;
/// assert_eq!((m.diameter(), m.is_u_pipe()), (Diameter::Medium, true));
/// assert_eq!(m.from().unwrap().to_string(), "a1a2");
/// assert_eq!(m.to_string(), "UMa1a2-b2c2");
/// # Ok::<(), tilewright_core::ParseMoveError>(())
/// ```
// Six bits for the target slot, six for the origin, and then three flags: a U pipe, upright at the
// target, upright at the origin.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(as = "String"))]
pub struct Move(u16);

/// The origin of a pipe from the hand.
const HAND: u16 = 63;

const FROM_SHIFT: u32 = 6;
const U_PIPE: u16 = 1 << 12;
const TO_UPRIGHT: u16 = 1 << 13;
const FROM_UPRIGHT: u16 = 1 << 14;

/// The slot of a space: sixteen for each diameter, four for each rank.
pub(crate) const fn slot(diameter: Diameter, space: Square) -> usize {
    16 * diameter.index() + 4 * space.y() as usize + space.x() as usize
}

pub(crate) fn space_of(slot: usize) -> Square {
    Square::new((slot % 4) as u8, (slot / 4 % 4) as u8).expect("four by four spaces")
}

impl Move {
    /// Places a pipe from the hand.
    pub fn place(diameter: Diameter, to: Place) -> Move {
        match to {
            Place::Straight(space) => Move::of_slots(None, slot(diameter, space)),
            Place::U { first, is_upright } => {
                Move::of_u_pipe(None, (slot(diameter, first), is_upright))
            }
        }
    }

    /// Moves a pipe from one place to another; both must be straight or both for a U pipe.
    pub fn shift(diameter: Diameter, from: Place, to: Place) -> Option<Move> {
        match (from, to) {
            (Place::Straight(from), Place::Straight(to)) => {
                Some(Move::of_slots(Some(slot(diameter, from)), slot(diameter, to)))
            }
            (Place::U { first: from, is_upright: was }, Place::U { first: to, is_upright: is }) => {
                Some(Move::of_u_pipe(Some((slot(diameter, from), was)), (slot(diameter, to), is)))
            }
            _ => None,
        }
    }

    /// The diameter of the pipe.
    pub const fn diameter(self) -> Diameter {
        Diameter::ALL[self.filled_slot() / 16]
    }

    /// Returns true if it is a U pipe.
    #[inline]
    pub const fn is_u_pipe(self) -> bool {
        self.0 & U_PIPE != 0
    }

    /// The origin; `None` for the hand.
    pub fn from(self) -> Option<Place> {
        self.left_slot().map(|slot| self.place_at(slot, self.0 & FROM_UPRIGHT != 0))
    }

    /// The target.
    pub fn to(self) -> Place {
        self.place_at(self.filled_slot(), self.0 & TO_UPRIGHT != 0)
    }

    fn place_at(self, slot: usize, is_upright: bool) -> Place {
        let first = space_of(slot);
        if self.is_u_pipe() { Place::U { first, is_upright } } else { Place::Straight(first) }
    }

    #[inline]
    pub(crate) const fn of_slots(from: Option<usize>, to: usize) -> Move {
        let from = match from {
            Some(from) => from as u16,
            None => HAND,
        };
        Move(to as u16 | from << FROM_SHIFT)
    }

    #[inline]
    pub(crate) fn of_u_pipe(from: Option<(usize, bool)>, (to, is_upright): (usize, bool)) -> Move {
        let Move(straight) = Move::of_slots(from.map(|(from, _)| from), to);
        let to_upright = if is_upright { TO_UPRIGHT } else { 0 };
        let from_upright = if from.is_some_and(|(_, was)| was) { FROM_UPRIGHT } else { 0 };
        Move(straight | U_PIPE | to_upright | from_upright)
    }

    #[inline]
    const fn filled_slot(self) -> usize {
        (self.0 & 63) as usize
    }

    /// Returns true if the pipe comes from the hand.
    #[inline]
    pub(crate) const fn is_from_hand(self) -> bool {
        self.0 >> FROM_SHIFT & HAND == HAND
    }

    #[inline]
    const fn left_slot(self) -> Option<usize> {
        match self.0 >> FROM_SHIFT & 63 {
            HAND => None,
            slot => Some(slot as usize),
        }
    }

    /// The slots that a straight pipe leaves and fills.
    #[inline]
    pub(crate) const fn straight_mask(self) -> u64 {
        // The number of the hand is that of a bit without a slot.
        let bit_of_hand = 1_u64 << HAND;
        (1_u64 << (self.0 & 63) | 1 << (self.0 >> FROM_SHIFT & 63)) & !bit_of_hand
    }

    /// The slots that it fills.
    #[inline]
    pub(crate) const fn filled_mask(self) -> u64 {
        pipe_mask(self.filled_slot(), self.is_u_pipe(), self.0 & TO_UPRIGHT != 0)
    }

    /// The slots that it leaves.
    #[inline]
    pub(crate) const fn left_mask(self) -> u64 {
        match self.left_slot() {
            Some(slot) => pipe_mask(slot, self.is_u_pipe(), self.0 & FROM_UPRIGHT != 0),
            None => 0,
        }
    }
}

/// The slots of a pipe.
#[inline]
pub(crate) const fn pipe_mask(slot: usize, is_u_pipe: bool, is_upright: bool) -> u64 {
    let second = if is_upright { 1 << 4 } else { 1 << 1 };
    (if is_u_pipe { 1 | second } else { 1 }) << slot
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.is_u_pipe() { "U" } else { "" };
        write!(f, "{kind}{}", self.diameter().letter())?;
        match self.from() {
            None => write!(f, "@{}", self.to()),
            Some(from) => write!(f, "{from}-{}", self.to()),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        let shape = || {
            let reason = "write S@b2 to place a pipe or Sb2-c3 to move one, U pipes as UM@a1a2";
            ParseMoveError::new(text, reason)
        };
        let (is_u_pipe, rest) = match text.strip_prefix('U') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let mut letters = rest.chars();
        let diameter = letters.next().and_then(Diameter::of_letter).ok_or_else(shape)?;
        let place =
            |place| parse_place(place, is_u_pipe).map_err(|it| ParseMoveError::new(text, it));
        let rest = letters.as_str();
        if let Some(to) = rest.strip_prefix('@') {
            return Ok(Move::place(diameter, place(to)?));
        }
        let (from, to) = rest.split_once('-').ok_or_else(shape)?;
        Move::shift(diameter, place(from)?, place(to)?).ok_or_else(shape)
    }
}

/// Parses the place of a pipe, or returns the reason that a pipe of its kind cannot lie there.
fn parse_place(text: &str, is_u_pipe: bool) -> Result<Place, String> {
    let place: Place = text.parse().map_err(|error: ParsePlaceError| error.to_string())?;
    match (place, is_u_pipe) {
        (Place::Straight(_), false) | (Place::U { .. }, true) => Ok(place),
        (_, true) => Err("a U pipe lies in two spaces, as in UM@a1a2".to_owned()),
        (_, false) => Err("a straight pipe stands in one space, as in M@a1".to_owned()),
    }
}

impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Move {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Move, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}
