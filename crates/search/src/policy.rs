//! The policy of Monte Carlo tree search: priors, playouts and rewards.

use tilewright_core::{BySeat, Outcome, Position, Rng, Seat, Turn};

/// The knowledge of a game that Monte Carlo tree search needs: prior weights of moves, playouts,
/// and rewards. Everything has a default that knows nothing but the rules.
///
/// Results must be the same on every machine, and functions such as `exp` are not.
///
/// ```
/// use tilewright_core::Position;
/// use tilewright_search::Policy;
///
/// /// Moves that leave the next player less choice are looked at first.
/// struct Narrow;
///
/// impl<P: Position> Policy<P> for Narrow {
///     fn priors(&self, position: &P, moves: &[P::Move], weights: &mut Vec<f32>) {
///         weights.extend(moves.iter().map(|&m| {
///             let mut next = position.clone();
///             next.play_unchecked(m);
///             1.0 / (1.0 + next.n_legal_moves() as f32)
///         }));
///     }
/// }
/// ```
pub trait Policy<P: Position> {
    /// Appends the policy prior of each legal move: a weight above zero, of which only the ratios
    /// count.
    fn priors(&self, position: &P, moves: &[P::Move], weights: &mut Vec<f32>) {
        let _ = position;
        weights.extend(moves.iter().map(|_| 1.0));
    }

    /// The reward of each seat for an outcome, from 0 to 1. Two seats share 1.
    fn reward(&self, position: &P, outcome: &Outcome) -> BySeat<f32> {
        let _ = position;
        Reward::default().of(outcome)
    }

    /// Plays on by chance, and returns the reward of each seat: at the end of the game, or an
    /// evaluation where the playout stops before. `moves` is a scratch buffer, so that nothing is
    /// allocated.
    fn play_out<R: Rng + ?Sized>(
        &self,
        position: &mut P,
        rng: &mut R,
        moves: &mut Vec<P::Move>,
    ) -> BySeat<f32> {
        let _ = moves;
        position.play_out(rng);
        let Turn::Over(outcome) = position.turn() else {
            unreachable!("a game is played out to its end")
        };
        self.reward(position, &outcome)
    }

    /// Proved lower bounds of the rewards in a position that is not over, if the rules give a
    /// reason that no simulated game would show. They must hold again where that seat is next to
    /// answer, after the moves that secure them. Two seats share 1.
    fn lower_bounds(&self, position: &P) -> Option<BySeat<f32>> {
        let _ = position;
        None
    }

    /// True if the tree need not grow beyond this position, which is not over: a playout then gives
    /// its value.
    fn is_horizon(&self, position: &P) -> bool {
        let _ = position;
        false
    }
}

/// The reward of a result: mostly for places, and a little for points, so that winners win by more
/// and losers lose by less.
///
/// Seats are compared two by two, as in an arena. A single seat plays for points alone.
///
/// ```
/// use tilewright_core::{BySeat, Outcome};
/// use tilewright_search::Reward;
///
/// let reward = Reward { margin_part: 0.2, margin: 10.0 };
/// let of = |scores| reward.of(&Outcome::by_score(scores));
/// assert_eq!(of(BySeat::from([5, 5])), BySeat::from([0.5, 0.5]));
/// let close = of(BySeat::from([6, 5]));
/// let clear = of(BySeat::from([30, 5]));
/// let first = close.seats().next().unwrap();
/// assert!(0.9 < close[first] && close[first] < clear[first] && clear[first] < 1.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reward {
    /// The part of the reward that is for points rather than places, from 0 to 1.
    pub margin_part: f32,
    /// The lead in points that makes three quarters of that part.
    pub margin: f32,
}

impl Default for Reward {
    fn default() -> Reward {
        Reward { margin_part: 0.1, margin: 10.0 }
    }
}

impl Reward {
    /// The reward of each seat.
    #[expect(clippy::cast_precision_loss, reason = "there are six seats at most")]
    pub fn of(&self, outcome: &Outcome) -> BySeat<f32> {
        let places = outcome.places();
        let scores = outcome.scores();
        let n_seats = scores.len();
        let mut rewards = BySeat::from_fn(n_seats, |_| 0.0);
        if n_seats == 1 {
            return scores.map(|&score| self.share(score));
        }
        // The rewards of two seats add up to 1, to the last bit.
        for one in scores.seats() {
            for other in Seat::first(n_seats).skip(one.index() + 1) {
                let place = 0.5 * (1.0 + sign(places[other], places[one]));
                let points = self.share(scores[one] - scores[other]);
                let share = (1.0 - self.margin_part) * place + self.margin_part * points;
                rewards[one] += share;
                rewards[other] += 1.0 - share;
            }
        }
        rewards.map(|reward| reward / (n_seats - 1) as f32)
    }

    /// The share of 1 that a lead is worth. Not the usual logistic curve, which is not the same on
    /// every machine.
    #[expect(clippy::cast_precision_loss, reason = "a lead has a few digits")]
    fn share(self, lead: i32) -> f32 {
        let lead = lead as f32 / self.margin;
        0.5 * (1.0 + lead / (1.0 + lead.abs()))
    }
}

/// The sign of the difference: 1, 0 or -1.
fn sign(first: u8, second: u8) -> f32 {
    f32::from(i8::from(first > second) - i8::from(first < second))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_seats_share_one() {
        for scores in [[3, 3], [90, 3], [-20, -19], [0, 77]] {
            let reward = Reward::default().of(&Outcome::by_score(BySeat::from(scores)));
            let [first, second] = *reward.as_slice() else { panic!("two seats") };
            assert_eq!((1.0 - first).to_bits(), f32::to_bits(second), "{scores:?}");
        }
    }

    #[test]
    fn a_place_is_worth_more_than_any_margin() {
        let reward = |scores: [i32; 4]| Reward::default().of(&Outcome::by_score(scores.into()));
        let first = Seat::first(1).next().unwrap();
        let second_place = reward([99, 100, 0, 0]);
        let close_win = reward([11, 10, 10, 10]);
        assert!(second_place[first] < close_win[first]);
        assert!(reward([5, 0, 0, 0])[first] < reward([9, 0, 0, 0])[first]);
        let all: f32 = second_place.iter().sum();
        assert!((all - 2.0).abs() < 1e-6, "{all}");
    }

    #[test]
    fn one_seat_plays_for_points() {
        let reward = |score| Reward::default().of(&Outcome::by_score(BySeat::from([score])));
        assert!(reward(60) < reward(61) && reward(-5) < reward(-4));
    }
}
