//! The search value of a position.

use std::ops::Neg;

use tilewright_core::{Outcome, Seat};

/// The search value of a position for a seat: a win or a loss in so many moves, or an estimate
/// between.
///
/// A quick win is worth more than a slow one, and a slow loss more than a quick one.
///
/// ```
/// use tilewright_search::Value;
///
/// assert!(Value::win_in(1) > Value::win_in(3));
/// assert!(Value::estimate(9_999) > Value::DRAW && Value::DRAW > Value::loss_in(2));
/// assert_eq!(-Value::win_in(3), Value::loss_in(3));
/// assert_eq!(Value::loss_in(4).n_plies_to_end(), Some(4));
/// assert_eq!(Value::DRAW.share(), 0.5);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(i32);

/// A win on the spot.
const WIN: i32 = 1_000_000;

/// Estimates are not larger, what is certain is.
const MAX_ESTIMATE: i32 = 100_000;

/// A place between is worth so much, times the part of the others that it is better than, less the
/// part that is better. With six seats the least of these is still beyond all estimates.
const ALL_BUT_A_WIN: i32 = 800_000;

/// Values above are wins, and not just places between.
const MAX_MIDDLE: i32 = 900_000;

/// The estimate that makes three wins in four.
const POINTS_OF_THREE_QUARTERS: f64 = 100.0;

impl Value {
    /// Neither wins, or nobody knows who.
    pub const DRAW: Value = Value(0);

    /// More than any value.
    pub const MAX: Value = Value(WIN + 1);

    /// Less than any value.
    pub const MIN: Value = Value(-WIN - 1);

    /// The seat wins with the last of so many moves, of both seats together.
    pub const fn win_in(n_plies: usize) -> Value {
        Value(WIN - n_plies as i32)
    }

    /// The seat loses by the last of so many moves.
    pub const fn loss_in(n_plies: usize) -> Value {
        Value(n_plies as i32 - WIN)
    }

    /// Points for the seat; 100 of them mean three wins in four.
    pub fn estimate(points: i32) -> Value {
        Value(points.clamp(-MAX_ESTIMATE, MAX_ESTIMATE))
    }

    /// After how many moves the game ends with a win or a loss, if that is certain.
    pub const fn n_plies_to_end(self) -> Option<usize> {
        if self.0.abs() > MAX_MIDDLE { Some((WIN - self.0.abs()) as usize) } else { None }
    }

    /// True for estimates and draws, false for a certain place.
    pub(crate) const fn is_estimate(self) -> bool {
        self.0.abs() <= MAX_ESTIMATE
    }

    /// The expected result: 1 is a win, 0 a loss.
    pub fn share(self) -> f64 {
        match self.n_plies_to_end() {
            Some(_) => f64::from(u8::from(self > Value::DRAW)),
            None if self.0.abs() > MAX_ESTIMATE => {
                0.5 + 0.5 * f64::from(self.0) / f64::from(ALL_BUT_A_WIN)
            }
            None => 1.0 / (1.0 + 3.0_f64.powf(-f64::from(self.0) / POINTS_OF_THREE_QUARTERS)),
        }
    }

    /// The value for a seat of a game that ends so after so many moves: a win if it is alone on the
    /// first place, a loss if it is alone on the last. A place between is certain, too, and lies
    /// beyond all estimates on its side.
    ///
    /// ```
    /// use tilewright_core::{BySeat, Outcome, Seat};
    /// use tilewright_search::Value;
    ///
    /// let outcome = Outcome::by_score(BySeat::from([40, 55, 62]));
    /// let values = [0, 1, 2].map(|i| Value::of_outcome(&outcome, Seat::new(i).unwrap(), 4));
    /// assert_eq!(values, [Value::loss_in(4), Value::DRAW, Value::win_in(4)]);
    /// ```
    pub fn of_outcome(outcome: &Outcome, seat: Seat, n_plies: usize) -> Value {
        let place = outcome.place(seat);
        let places = outcome.places();
        // The seats that it is better than, less those that are better.
        let merit: i32 = places.iter().map(|other| other.cmp(&place) as i32).sum();
        match places.len() as i32 - 1 {
            // Alone at the table, only the points count.
            0 => Value::estimate(outcome.scores()[seat]),
            n_others if merit == n_others => Value::win_in(n_plies),
            n_others if merit == -n_others => Value::loss_in(n_plies),
            n_others => Value(ALL_BUT_A_WIN * merit / n_others),
        }
    }

    /// The bits, for the transposition table.
    pub(crate) const fn to_bits(self) -> u32 {
        self.0 as u32
    }

    pub(crate) const fn from_bits(bits: u32) -> Value {
        Value(bits as i32)
    }

    /// As points, of which an end of the game has more than any estimate.
    pub(crate) const fn points(self) -> i32 {
        self.0
    }

    /// More or less by so many points.
    pub(crate) const fn plus(self, points: i32) -> Value {
        Value(self.0 + points)
    }

    /// The next higher value.
    pub(crate) const fn next(self) -> Value {
        Value(self.0 + 1)
    }

    /// The same from this many plies earlier: the end is further away.
    pub(crate) const fn further(self, n_plies: usize) -> Value {
        match self.n_plies_to_end() {
            Some(_) if self.0 > 0 => Value(self.0 - n_plies as i32),
            Some(_) => Value(self.0 + n_plies as i32),
            None => self,
        }
    }

    /// The same from this many plies later: the end is nearer.
    pub(crate) const fn nearer(self, n_plies: usize) -> Value {
        match self.n_plies_to_end() {
            Some(_) if self.0 > 0 => Value(self.0 + n_plies as i32),
            Some(_) => Value(self.0 - n_plies as i32),
            None => self,
        }
    }
}

/// For the other seat.
impl Neg for Value {
    type Output = Value;

    fn neg(self) -> Value {
        Value(-self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_end_is_measured_from_where_one_stands() {
        for value in [Value::win_in(5), Value::loss_in(5), Value::estimate(7), Value::DRAW] {
            assert_eq!(value.further(3).nearer(3), value);
        }
        assert_eq!(Value::win_in(5).nearer(2), Value::win_in(3));
        assert_eq!(Value::loss_in(5).further(2), Value::loss_in(7));
    }

    #[test]
    fn a_share_is_between_a_loss_and_a_win() {
        let values = [Value::loss_in(1), Value::estimate(-100), Value::DRAW, Value::estimate(100)];
        let shares = values.map(Value::share);
        assert!(shares.is_sorted() && shares[0] == 0.0, "{shares:?}");
        assert!((shares[3] - 0.75).abs() < 1e-9 && (shares[1] - 0.25).abs() < 1e-9);
        assert_eq!(Value::estimate(i32::MIN).n_plies_to_end(), None);
    }
}
