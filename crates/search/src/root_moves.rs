//! The moves at the root of a Monte Carlo tree search, and their results.

#![expect(clippy::cast_precision_loss, reason = "nobody simulates 2^53 games")]

use std::cmp::Ordering;

use tilewright_core::{BySeat, Position, Seat, Turn};

use crate::move_value::MoveValue;
use crate::score_bounds::ScoreBounds;
use crate::thinking::{Choice, SearchInfo};

/// The moves at the root, and the state of the search.
pub(crate) struct RootMoves<M> {
    pub(crate) us: Seat,
    pub(crate) moves: Vec<RootMove<M>>,
    pub(crate) n_simulations: u64,
    pub(crate) depth: usize,
    pub(crate) is_proved: bool,
}

/// A move at the root, and its results.
#[derive(Clone, Copy)]
pub(crate) struct RootMove<M> {
    pub(crate) m: M,
    pub(crate) n_visits: u64,
    /// The sum of the rewards of each seat, without those of earlier searches.
    pub(crate) results: BySeat<f64>,
    pub(crate) reused: ReusedStats,
    pub(crate) bounds: ScoreBounds,
    /// The ends of these games, if moves are rated.
    pub(crate) outcomes: OutcomeStats,
}

impl<M> RootMove<M> {
    /// A move without results.
    pub(crate) fn new(m: M, n_seats: usize) -> RootMove<M> {
        RootMove {
            m,
            n_visits: 0,
            results: BySeat::from_fn(n_seats, |_| 0.0),
            reused: ReusedStats::default(),
            bounds: ScoreBounds::open(n_seats),
            outcomes: OutcomeStats::new(n_seats),
        }
    }
}

/// The results of a move from earlier searches: only the rewards of its player.
#[derive(Clone, Copy, Default)]
pub(crate) struct ReusedStats {
    pub(crate) n_visits: u64,
    /// The sum of the player's rewards.
    pub(crate) result: f64,
}

/// The ends of games, for people: who wins, and by how much.
#[derive(Clone, Copy)]
pub(crate) struct OutcomeStats {
    n_games: u64,
    shares: BySeat<f64>,
    margins: BySeat<f64>,
}

impl OutcomeStats {
    pub(crate) fn new(n_seats: usize) -> OutcomeStats {
        let none = BySeat::from_fn(n_seats, |_| 0.0);
        OutcomeStats { n_games: 0, shares: none, margins: none }
    }

    /// Counts a game that was played to this position, with these rewards.
    pub(crate) fn add<P: Position>(&mut self, end: &P, rewards: &BySeat<f32>) {
        let n_seats = rewards.len();
        let (shares, scores) = match end.turn() {
            Turn::Over(outcome) if n_seats > 1 => (outcome.shares(), *outcome.scores()),
            Turn::Over(outcome) => (rewards.map(|&reward| reward.into()), *outcome.scores()),
            _ => (rewards.map(|&reward| reward.into()), end.scores()),
        };
        self.n_games += 1;
        for seat in shares.seats() {
            let others = scores.seats().filter(|&other| other != seat);
            let best = others.map(|other| scores[other]).max().unwrap_or_default();
            self.shares[seat] += shares[seat];
            self.margins[seat] += f64::from(scores[seat] - best);
        }
    }

    fn add_all(&mut self, other: &OutcomeStats) {
        self.n_games += other.n_games;
        for seat in other.shares.seats() {
            self.shares[seat] += other.shares[seat];
            self.margins[seat] += other.margins[seat];
        }
    }

    fn mean(&self, sums: &BySeat<f64>) -> Option<BySeat<f64>> {
        (self.n_games > 0).then(|| sums.map(|sum| sum / self.n_games as f64))
    }
}

impl<M: Copy + Ord> RootMoves<M> {
    /// The results of several threads together.
    pub(crate) fn merged(parts: Vec<RootMoves<M>>) -> RootMoves<M> {
        let mut parts = parts.into_iter();
        let mut all = parts.next().expect("there is a thread");
        if parts.len() == 0 {
            return all;
        }
        for part in parts {
            all.moves.extend(part.moves);
            all.n_simulations += part.n_simulations;
            all.depth = all.depth.max(part.depth);
            all.is_proved |= part.is_proved;
        }
        all.moves.sort_by_key(|root_move| root_move.m);
        all.moves.dedup_by(RootMove::absorb);
        all
    }

    /// The move to play: the one with the most visits, unless another is proved to be as good as
    /// that one seems to be.
    pub(crate) fn choice(&self, line: impl FnOnce(M) -> Vec<M>) -> Choice<M> {
        let us = self.us;
        // Among equals the first is taken, because it looked best: the last for `max_by` is the
        // first.
        let reversed = || self.moves.iter().rev();
        let open = reversed().max_by(|one, other| self.compare(one, other));
        let open = open.expect("who is asked has a move");
        let proved = reversed().max_by(|one, other| compare_least(one, other, us)).unwrap_or(open);
        let least = proved.bounds.least[us];
        let best = if least > 0.0 && least >= open.worth(us) { proved } else { open };
        Choice { m: best.m, info: self.info(best, line(best.m)) }
    }

    /// Compares two moves for the choice: not lost, then more visits, then a higher mean.
    fn compare(&self, one: &RootMove<M>, other: &RootMove<M>) -> Ordering {
        let by_loss = self.is_lost(other).cmp(&self.is_lost(one));
        let by_visits = one.n_visits.cmp(&other.n_visits);
        let by_worth = one.worth(self.us).total_cmp(&other.worth(self.us));
        by_loss.then(by_visits).then(by_worth)
    }

    /// The visits of the choice beyond those of every other move that is not lost; none if it was
    /// not chosen for its visits.
    pub(crate) fn lead(&self) -> Option<u64> {
        let chosen = self.choice(|m| vec![m]).m;
        let n_visits = |it: &RootMove<M>| if self.is_lost(it) { 0 } else { it.n_visits };
        let (chosen, others): (Vec<_>, Vec<_>) = self.moves.iter().partition(|it| it.m == chosen);
        let most = others.into_iter().map(n_visits).max().unwrap_or(0);
        chosen.into_iter().find_map(|it| n_visits(it).checked_sub(most))
    }

    /// True if one of two seats is proved to lose with this move.
    fn is_lost(&self, root_move: &RootMove<M>) -> bool {
        root_move.bounds.is_lost(self.us)
    }

    /// The values of all moves: the best, and then the others by their visits.
    pub(crate) fn move_values(
        &self,
        best: M,
        mut line: impl FnMut(M) -> Vec<M>,
    ) -> Vec<MoveValue<M>> {
        let mut ordered: Vec<_> = self.moves.iter().collect();
        ordered.sort_by(|one, other| {
            let by_choice = (other.m == best).cmp(&(one.m == best));
            let by_worth = || other.worth(self.us).total_cmp(&one.worth(self.us));
            by_choice.then(other.n_visits.cmp(&one.n_visits)).then_with(by_worth)
        });
        ordered.into_iter().map(|it| it.move_value(self.us, line(it.m))).collect()
    }

    fn info(&self, best: &RootMove<M>, line: Vec<M>) -> SearchInfo<M> {
        let value = best.value();
        let percent = value.map(|value| (100.0 * value[self.us]).round());
        let n_simulations = self.n_simulations;
        let sentence = percent.map(|percent| {
            if self.is_proved {
                format!("proved: {percent} %")
            } else {
                format!("expects {percent} % after {n_simulations} simulated games")
            }
        });
        SearchInfo {
            depth: self.depth,
            nodes: n_simulations,
            value,
            line,
            is_proved: self.is_proved,
            sentence,
        }
    }
}

/// Compares two moves by what `us` gets at least.
fn compare_least<M>(one: &RootMove<M>, other: &RootMove<M>, us: Seat) -> Ordering {
    one.bounds.least[us].total_cmp(&other.bounds.least[us])
}

impl<M: PartialEq> RootMove<M> {
    /// Adds this move to the one before it, if it is the same.
    fn absorb(&mut self, before: &mut RootMove<M>) -> bool {
        let is_same = self.m == before.m;
        if is_same {
            before.add(self);
        }
        is_same
    }
}

impl<M> RootMove<M> {
    fn add(&mut self, other: &RootMove<M>) {
        self.n_visits += other.n_visits;
        self.reused.n_visits += other.reused.n_visits;
        self.reused.result += other.reused.result;
        match (self.bounds.is_exact(), other.bounds.is_exact()) {
            // A proved result needs no average.
            (true, false) => {}
            (false, true) => self.outcomes = other.outcomes,
            _ => self.outcomes.add_all(&other.outcomes),
        }
        self.bounds = self.bounds.and(&other.bounds);
        for seat in other.results.seats() {
            self.results[seat] += other.results[seat];
        }
    }

    /// The mean reward of each seat, within the proved bounds.
    fn value(&self) -> Option<BySeat<f64>> {
        let ScoreBounds { least, most } = self.bounds;
        let n_games = self.n_visits - self.reused.n_visits;
        if self.bounds.is_exact() {
            return Some(least.map(|&reward| reward.into()));
        }
        let mean = |seat| self.results[seat] / n_games as f64;
        let within = |seat| f64::clamp(mean(seat), least[seat].into(), most[seat].into());
        (n_games > 0).then(|| BySeat::from_fn(self.results.len(), within))
    }

    fn move_value(&self, us: Seat, line: Vec<M>) -> MoveValue<M>
    where
        M: Copy,
    {
        let decided = self.decided(us);
        let is_proved = decided.is_some() || self.bounds.is_exact();
        let value = decided.or_else(|| self.outcomes.mean(&self.outcomes.shares));
        let n = self.n_visits;
        let sentence = if is_proved {
            Some("proved".to_owned())
        } else {
            (n > 0).then(|| format!("by {n} simulated games"))
        };
        let depth = line.len();
        let nodes = n;
        let info = SearchInfo { depth, nodes, value, line, is_proved, sentence };
        let margin = self.outcomes.mean(&self.outcomes.margins);
        MoveValue { margin, visits: Some(n), ..MoveValue::new(self.m, info) }
    }

    /// The result of two seats if the winner is proved, though perhaps not the margin.
    fn decided(&self, us: Seat) -> Option<BySeat<f64>> {
        let ScoreBounds { least, most } = self.bounds;
        let winner_is = |is_us: bool| {
            Some(BySeat::from_fn(2, |seat| f64::from(u8::from((seat == us) == is_us))))
        };
        match (least[us], most[us]) {
            _ if least.len() != 2 => None,
            (least, _) if least > 0.5 => winner_is(true),
            (_, most) if most < 0.5 => winner_is(false),
            _ => None,
        }
    }

    fn worth(&self, us: Seat) -> f32 {
        let ScoreBounds { least, most } = self.bounds;
        if self.n_visits == 0 {
            return least[us];
        }
        let mean = (self.reused.result + self.results[us]) / self.n_visits as f64;
        mean.clamp(least[us].into(), most[us].into()) as f32
    }
}
