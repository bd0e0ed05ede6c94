//! Endings: ways a game can end at the table rather than on the board.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use tilewright_core::{BySeat, Outcome, Seat, Turn};

use crate::viewer::{NoSuchSeat, check_seat};

/// The ending of a seat other than by a move.
///
/// Text is for people, as in `seat 2 resigns`; JSON is for programs.
///
/// ```
/// use tilewright_table::Ending;
///
/// assert_eq!(Ending::LostOnTime.to_string(), "loses on time");
/// assert_eq!("agrees to a draw".parse(), Ok(Ending::AgreedDraw));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// The player resigned.
    Resigned,
    /// The player agreed to a draw: all who still play share the best place.
    AgreedDraw,
    /// The player ran out of time.
    LostOnTime,
    /// The player was disqualified: for an illegal move or a crash of an engine, or for misconduct.
    Forfeited,
    /// The player left and did not come back.
    Abandoned,
}

impl Ending {
    /// All endings.
    pub const ALL: [Ending; 5] = [
        Ending::Resigned,
        Ending::AgreedDraw,
        Ending::LostOnTime,
        Ending::Forfeited,
        Ending::Abandoned,
    ];

    /// Returns true if the seat ranks behind those that play on.
    pub const fn is_loss(self) -> bool {
        !matches!(self, Ending::AgreedDraw)
    }

    const fn verb(self) -> &'static str {
        match self {
            Ending::Resigned => "resigns",
            Ending::AgreedDraw => "agrees to a draw",
            Ending::LostOnTime => "loses on time",
            Ending::Forfeited => "forfeits",
            Ending::Abandoned => "leaves",
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.verb())
    }
}

/// An error for text that is not an ending.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("a seat resigns, agrees to a draw, loses on time, forfeits or leaves")]
pub struct ParseEndingError;

impl FromStr for Ending {
    type Err = ParseEndingError;

    fn from_str(text: &str) -> Result<Ending, ParseEndingError> {
        Ending::ALL.into_iter().find(|ending| ending.verb() == text).ok_or(ParseEndingError)
    }
}

/// The ending of one seat, with its time.
///
/// ```
/// use tilewright_core::Seat;
/// use tilewright_table::{Ending, SeatEnding};
///
/// let seat = Seat::new(1).unwrap();
/// let resignation = SeatEnding { seat, ending: Ending::Resigned, ply: 12 };
/// assert_eq!(resignation.to_string(), "seat 2 resigns");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatEnding {
    /// The seat.
    pub seat: Seat,
    /// The ending.
    pub ending: Ending,
    /// The number of moves played before it.
    pub ply: usize,
}

impl fmt::Display for SeatEnding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {} {}", self.seat, self.ending)
    }
}

/// An error for an ending that is impossible now.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EndError {
    /// The table has fewer seats.
    #[error(transparent)]
    NoSuchSeat(#[from] NoSuchSeat),
    /// The seat has ended already.
    #[error("seat {seat} has ended already")]
    Twice {
        /// The seat that was named.
        seat: Seat,
    },
    /// The game is over.
    #[error("the game is over")]
    Over,
}

/// Checks that a seat of `n_seats` may end now, after these endings.
pub(crate) fn check_ending(
    seat: Seat,
    n_seats: usize,
    is_over: bool,
    endings: &[SeatEnding],
) -> Result<(), EndError> {
    check_seat(seat, n_seats)?;
    if is_over {
        return Err(EndError::Over);
    }
    if endings.iter().any(|other| other.seat == seat) {
        return Err(EndError::Twice { seat });
    }
    Ok(())
}

/// The turn with the endings, in their order, taken into account.
///
/// The game is over when the board says so, when all seats but one have lost by an ending (a seat
/// that plays alone: when it has), or when all who have not lost agree to a draw. Losers by an
/// ending come last, and the first of them is the very last.
///
/// ```
/// use tilewright_core::{BySeat, Seat, Turn};
/// use tilewright_table::{Ending, SeatEnding, turn_with};
///
/// let [blue, red] = [0, 1].map(|index| Seat::new(index).unwrap());
/// let resigned = SeatEnding { seat: blue, ending: Ending::Resigned, ply: 4 };
/// let turn = turn_with(Turn::Player(blue), BySeat::from([9, 1]), &[resigned]);
/// assert_eq!(turn.outcome().unwrap().place(red), 1);
/// ```
pub fn turn_with(turn: Turn, scores: BySeat<i32>, endings: &[SeatEnding]) -> Turn {
    if endings.is_empty() {
        return turn;
    }
    let lost = |seat| endings.iter().position(|it| it.seat == seat && it.ending.is_loss());
    let agreed = |seat| endings.iter().any(|it| it.seat == seat && !it.ending.is_loss());
    let n_left = scores.seats().filter(|&seat| lost(seat).is_none()).count();
    let is_draw = n_left > 0 && scores.seats().all(|seat| lost(seat).is_some() || agreed(seat));
    let is_decided = n_left < scores.len().clamp(1, 2);
    if !(turn.is_over() || is_draw || is_decided) {
        return turn;
    }
    let merit = |seat| match (lost(seat), turn.outcome()) {
        (Some(order), _) => (false, order),
        (None, Some(outcome)) if !is_draw => {
            (true, scores.len() - usize::from(outcome.place(seat)))
        }
        (None, _) => (true, 0),
    };
    Turn::Over(Outcome::ranked(scores, merit))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(number: usize) -> Seat {
        Seat::new(number - 1).unwrap()
    }

    fn endings(list: &[(usize, Ending)]) -> Vec<SeatEnding> {
        let one = |&(number, ending)| SeatEnding { seat: seat(number), ending, ply: 0 };
        list.iter().map(one).collect()
    }

    /// The places after these endings while seat 1 is to move; `None` if the game goes on.
    fn places(scores: &[i32], list: &[(usize, Ending)]) -> Option<Vec<u8>> {
        let scores = BySeat::from_fn(scores.len(), |seat| scores[seat.index()]);
        let turn = turn_with(Turn::Player(seat(1)), scores, &endings(list));
        turn.outcome().map(|outcome| {
            assert_eq!(outcome.scores(), &scores);
            outcome.places().as_slice().to_vec()
        })
    }

    #[test]
    fn with_two_seats_every_loss_ends_the_game_at_once() {
        for ending in Ending::ALL.into_iter().filter(|ending| ending.is_loss()) {
            assert_eq!(places(&[9, 1], &[(1, ending)]), Some(vec![2, 1]));
        }
        assert_eq!(places(&[9, 1], &[]), None);
    }

    #[test]
    fn with_more_seats_the_others_play_on_until_one_is_left() {
        use Ending::{Abandoned, Forfeited, LostOnTime, Resigned};
        assert_eq!(places(&[1, 2, 3, 4], &[(4, Resigned), (1, Forfeited)]), None);
        let all_but_one = [(4, Resigned), (1, Abandoned), (3, LostOnTime)];
        assert_eq!(places(&[1, 2, 3, 4], &all_but_one), Some(vec![3, 1, 2, 4]));
    }

    #[test]
    fn a_lone_seat_ends_its_game() {
        assert_eq!(places(&[7], &[(1, Ending::Resigned)]), Some(vec![1]));
        assert_eq!(places(&[7], &[(1, Ending::AgreedDraw)]), Some(vec![1]));
    }

    #[test]
    fn a_draw_needs_everybody_who_has_not_lost() {
        use Ending::{AgreedDraw, Resigned};
        assert_eq!(places(&[9, 1], &[(1, AgreedDraw)]), None);
        assert_eq!(places(&[9, 1], &[(1, AgreedDraw), (2, AgreedDraw)]), Some(vec![1, 1]));
        let three = [(2, Resigned), (1, AgreedDraw)];
        assert_eq!(places(&[9, 1, 5], &three), None);
        let three = [(2, Resigned), (1, AgreedDraw), (3, AgreedDraw)];
        assert_eq!(places(&[9, 1, 5], &three), Some(vec![1, 3, 1]));
    }

    #[test]
    fn who_agreed_to_a_draw_wins_when_everybody_else_has_lost() {
        use Ending::{AgreedDraw, Resigned};
        assert_eq!(places(&[1, 9], &[(1, AgreedDraw), (2, Resigned)]), Some(vec![1, 2]));
    }

    #[test]
    fn endings_put_their_seats_last_when_the_board_decides() {
        let scores = BySeat::from([50, 10, 20, 10]);
        let over = Turn::Over(Outcome::by_score(scores));
        let list = endings(&[(1, Ending::Resigned), (2, Ending::AgreedDraw)]);
        let turn = turn_with(over, scores, &list);
        assert_eq!(turn.outcome().unwrap().places(), &BySeat::from([4, 2, 1, 2]));
    }

    #[test]
    fn endings_are_text() {
        for ending in Ending::ALL {
            assert_eq!(ending.to_string().parse(), Ok(ending));
        }
        assert_eq!("resigned".parse::<Ending>(), Err(ParseEndingError));
    }
}
