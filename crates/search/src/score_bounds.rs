//! Score bounds of MCTS-Solver: the rewards that are proved from the ends of the game in the tree.

use tilewright_core::{BySeat, Seat};

/// The least and the most reward of each seat with best play (score-bounded MCTS).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ScoreBounds {
    pub(crate) least: BySeat<f32>,
    pub(crate) most: BySeat<f32>,
}

/// A difference above that of rewards which were rounded in two ways.
const MAX_ROUNDING: f32 = 1e-5;

impl ScoreBounds {
    /// Nothing is proved.
    pub(crate) fn open(n_seats: usize) -> ScoreBounds {
        ScoreBounds {
            least: BySeat::from_fn(n_seats, |_| 0.0),
            most: BySeat::from_fn(n_seats, |_| 1.0),
        }
    }

    /// The game ends like this.
    pub(crate) fn exact(rewards: BySeat<f32>) -> ScoreBounds {
        ScoreBounds { least: rewards, most: rewards }
    }

    /// Each seat can secure so much, whatever the others do.
    pub(crate) fn at_least(least: BySeat<f32>) -> ScoreBounds {
        let n_seats = least.len();
        let open = ScoreBounds::open(n_seats).most;
        // One of two gets what the other does not.
        let most =
            if n_seats == 2 { BySeat::from_fn(2, |seat| 1.0 - least[seat.next(2)]) } else { open };
        ScoreBounds { least, most }
    }

    /// The bounds that follow from these and from others of the same position. Rewards of the same
    /// end may differ by rounding, because that of one of two seats is taken from 1: least and most
    /// never cross.
    pub(crate) fn and(&self, other: &ScoreBounds) -> ScoreBounds {
        let mut both = *self;
        for seat in self.least.seats() {
            let least = self.least[seat].max(other.least[seat]);
            let most = self.most[seat].min(other.most[seat]);
            debug_assert!(most > least - MAX_ROUNDING, "{self:?} contradicts {other:?}");
            both.least[seat] = least;
            both.most[seat] = most.max(least);
        }
        both
    }

    pub(crate) fn is_exact(&self) -> bool {
        self.least == self.most
    }

    /// True if one of two seats is proved to lose: it gets less than half. With more seats there is
    /// no such line.
    pub(crate) fn is_lost(&self, us: Seat) -> bool {
        self.most.len() == 2 && self.most[us] < 0.5
    }

    /// The nearest rewards within.
    pub(crate) fn clamp(&self, rewards: &BySeat<f32>) -> BySeat<f32> {
        let ScoreBounds { least, most } = self;
        BySeat::from_fn(rewards.len(), |seat| rewards[seat].clamp(least[seat], most[seat]))
    }

    /// The bounds of the position before, where `us` chooses among moves that lead to these.
    pub(crate) fn before(
        n_seats: usize,
        us: Seat,
        after: impl Iterator<Item = ScoreBounds> + Clone,
    ) -> ScoreBounds {
        let least = after.clone().map(|it| it.least[us]).fold(0.0, f32::max);
        // Nobody makes a move that is proved to be worse than another.
        let mut chosen = after.filter(|it| it.most[us] >= least);
        let Some(first) = chosen.next() else { return ScoreBounds::open(n_seats) };
        let mut before = chosen.fold(first, |all, it| ScoreBounds {
            least: BySeat::from_fn(n_seats, |seat| all.least[seat].min(it.least[seat])),
            most: BySeat::from_fn(n_seats, |seat| all.most[seat].max(it.most[seat])),
        });
        before.least[us] = least;
        if let Some(other) = Seat::first(n_seats).find(|&seat| n_seats == 2 && seat != us) {
            before.least[other] = 1.0 - before.most[us];
            before.most[other] = 1.0 - before.least[us];
        }
        before
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exact<const N: usize>(rewards: [f32; N]) -> ScoreBounds {
        ScoreBounds::exact(BySeat::from(rewards))
    }

    fn before(n_seats: usize, us: usize, after: &[ScoreBounds]) -> ScoreBounds {
        ScoreBounds::before(n_seats, Seat::new(us).unwrap(), after.iter().copied())
    }

    #[test]
    fn one_winning_move_is_enough_to_win() {
        let won = before(2, 0, &[exact([0.25, 0.75]), ScoreBounds::open(2), exact([0.75, 0.25])]);
        assert_eq!(won.least, BySeat::from([0.75, 0.0]));
        assert_eq!(won.most, BySeat::from([1.0, 0.25]));
    }

    #[test]
    fn who_can_make_sure_of_half_leaves_half() {
        let sure = ScoreBounds::at_least(BySeat::from([0.0, 0.5]));
        assert_eq!(sure.most, BySeat::from([0.5, 1.0]));
        let won = before(2, 1, &[exact([0.25, 0.75]), ScoreBounds::open(2)]);
        assert_eq!(sure.and(&won), won);
        assert_eq!(sure.and(&ScoreBounds::open(2)), sure);
    }

    #[test]
    fn what_is_rounded_in_two_ways_is_certain_all_the_same() {
        let end = exact([0.1, 1.0 - 0.1]);
        // The same end, but that the other seat moved last.
        let other = before(2, 0, &[before(2, 1, &[end])]);
        assert!(other.is_exact() && other != end);
        for both in [end.and(&other), other.and(&end)] {
            assert!(both.least.seats().all(|seat| both.least[seat] <= both.most[seat]), "{both:?}");
        }
    }

    #[test]
    fn it_takes_all_moves_to_lose() {
        let after = [exact([0.25, 0.75]), exact([0.125, 0.875])];
        assert_eq!(before(2, 0, &after), exact([0.25, 0.75]));
        assert!(!before(2, 0, &[after[0], ScoreBounds::open(2)]).is_exact());
    }

    #[test]
    fn each_of_three_seats_takes_what_is_best_for_itself() {
        let after = [exact([0.5, 1.0, 0.0]), exact([0.75, 0.0, 0.75]), exact([0.5, 0.5, 0.5])];
        assert_eq!(before(3, 0, &after), after[1]);
        assert_eq!(before(3, 1, &after), after[0]);
    }

    #[test]
    fn between_equals_the_others_must_guess() {
        let after = [exact([0.5, 1.0, 0.0]), exact([0.5, 0.0, 1.0])];
        let before = before(3, 0, &after);
        assert_eq!(before.least, BySeat::from([0.5, 0.0, 0.0]));
        assert_eq!(before.most, BySeat::from([0.5, 1.0, 1.0]));
    }
}
