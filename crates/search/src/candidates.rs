//! What a search knows of the moves that it can choose from.

use tilewright_core::{BySeat, Seat};

use crate::bounds::Bounds;
use crate::thinking::{Choice, Info};

/// The moves at the root, and what came of them.
pub(crate) struct Candidates<M> {
    pub(crate) us: Seat,
    pub(crate) moves: Vec<Candidate<M>>,
    pub(crate) n_simulations: u64,
    pub(crate) depth: usize,
    pub(crate) is_proved: bool,
}

/// A move at the root.
#[derive(Clone, Copy)]
pub(crate) struct Candidate<M> {
    pub(crate) m: M,
    pub(crate) n_visits: u64,
    /// What each seat got in all these games together.
    pub(crate) results: BySeat<f64>,
    pub(crate) bounds: Bounds,
}

impl<M: Copy + Ord> Candidates<M> {
    /// What several searches found together.
    pub(crate) fn merged(parts: Vec<Candidates<M>>) -> Candidates<M> {
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
        all.moves.sort_by_key(|candidate| candidate.m);
        all.moves.dedup_by(|again, first| {
            let is_same = again.m == first.m;
            if is_same {
                first.add(again);
            }
            is_same
        });
        all
    }

    /// The move to play: the one that was played most, unless another is certainly as good as that
    /// one seems to be.
    pub(crate) fn choice(&self, line: impl FnOnce(M) -> Vec<M>) -> Choice<M> {
        let us = self.us;
        let is_lost = |it: &&Candidate<M>| it.bounds.most.len() == 2 && it.bounds.most[us] < 0.5;
        // Among equals the first: it looked best.
        let open = self.moves.iter().rev().max_by(|one, other| {
            let by_visits = one.n_visits.cmp(&other.n_visits);
            let by_worth = one.worth(us).total_cmp(&other.worth(us));
            is_lost(other).cmp(&is_lost(one)).then(by_visits).then(by_worth)
        });
        let sure = self
            .moves
            .iter()
            .rev()
            .max_by(|one, other| one.bounds.least[us].total_cmp(&other.bounds.least[us]));
        let (open, sure) = open.zip(sure).expect("who is asked has a move");
        let least = sure.bounds.least[us];
        let best = if least > 0.0 && least >= open.worth(us) { sure } else { open };
        Choice { m: best.m, info: self.info(best, line(best.m)) }
    }

    fn info(&self, best: &Candidate<M>, line: Vec<M>) -> Info<M> {
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
        Info {
            depth: self.depth,
            nodes: n_simulations,
            value,
            line,
            is_proved: self.is_proved,
            sentence,
        }
    }
}

impl<M> Candidate<M> {
    fn add(&mut self, other: &Candidate<M>) {
        self.n_visits += other.n_visits;
        let (least, most) = (&mut self.bounds.least, &mut self.bounds.most);
        for seat in other.results.seats() {
            self.results[seat] += other.results[seat];
            least[seat] = least[seat].max(other.bounds.least[seat]);
            most[seat] = most[seat].min(other.bounds.most[seat]);
        }
    }

    /// What each seat got on average, as far as nothing is certain.
    #[expect(clippy::cast_precision_loss, reason = "nobody simulates 2^53 games")]
    fn value(&self) -> Option<BySeat<f64>> {
        let Bounds { least, most } = self.bounds;
        let mean = |seat| self.results[seat] / self.n_visits as f64;
        let within = |seat| f64::clamp(mean(seat), least[seat].into(), most[seat].into());
        (self.n_visits > 0).then(|| BySeat::from_fn(self.results.len(), within))
    }

    fn worth(&self, us: Seat) -> f32 {
        self.value().map_or(self.bounds.least[us], |value| value[us] as f32)
    }
}
