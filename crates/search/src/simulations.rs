//! Root parallelization: simulated games in several threads, within limits.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crate::budget::Budget;
use crate::cpu_time::{add_helper, cpu_time_of_thread};
use crate::limits::{Limits, Stop};
use crate::move_value::MoveValue;
use crate::root_moves::RootMoves;
use crate::thinking::{Choice, SearchInfo, Thinking};

/// A thread of simulations, and its results.
pub(crate) trait Simulations<M>: Send {
    /// Simulates one game.
    fn simulate(&mut self);

    /// True if the result is proved.
    fn is_solved(&self) -> bool;

    /// The results of the moves at the root, the highest priors first.
    fn root_moves(&self) -> RootMoves<M>;

    /// The principal variation that begins with this move.
    fn line(&self, first: M) -> Vec<M>;

    /// Begins every game from now on with this move.
    fn fix_first_move(&mut self, first: M);
}

/// The simulations between two looks at the clock and the stop flag: less than a millisecond.
const N_BETWEEN_LOOKS: u64 = 8;

/// The condition for an end before the limits are reached.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Until {
    /// The result is proved.
    Solved,
    /// Or no other move can get as many visits as the best in time. (That one could still turn out
    /// to lose, which is seldom. All that is gained is the time of the opponent who waits.)
    Decided,
}

/// The simulations between two looks whether other moves can still catch up, which take as long as
/// some simulations.
const N_BETWEEN_DECISION_CHECKS: u64 = 1_024;

/// The simulations before the first report; then it reports whenever their number has doubled.
const N_BEFORE_REPORT: u64 = 256;

/// The move that is asked about gets one of so many parts of the limits.
const N_PARTS: u64 = 8;

/// The most simulations for a forced move, of which only the value is wanted.
const N_IF_FORCED: u64 = 256;

/// Simulates until the limits are reached, or there is no need to go on. The first of the threads
/// is this one, and reports.
pub(crate) fn run<M: Copy + Ord, S: Simulations<M>>(
    threads: &mut [S],
    limits: Limits,
    n_moves: usize,
    until: Until,
    stop: &Stop,
    report: impl FnMut(&S),
) {
    let n_threads = threads.len();
    // The favorite of one of several threads is not yet the choice.
    let until = if n_threads == 1 { until } else { Until::Solved };
    let is_done = AtomicBool::new(false);
    let (first, others) = threads.split_first_mut().expect("there is a generator for each thread");
    thread::scope(|scope| {
        let mut helpers = Vec::new();
        for (i, other) in others.iter_mut().enumerate() {
            let is_done = &is_done;
            let limits = share(limits, n_threads, i + 1, n_moves);
            helpers.push(scope.spawn(move || {
                // Its clock of processor time begins with the thread.
                let budget = Budget::looking_every(N_BETWEEN_LOOKS, limits, stop);
                simulate(other, budget, until, is_done, |_| ());
                cpu_time_of_thread()
            }));
        }
        let limits = share(limits, n_threads, 0, n_moves);
        let budget = Budget::looking_every(N_BETWEEN_LOOKS, limits, stop);
        simulate(first, budget, until, &is_done, report);
        for helper in helpers {
            add_helper(helper.join().expect("no thread panics"));
        }
    });
}

/// The results of all threads together.
fn learned<M: Copy + Ord, S: Simulations<M>>(threads: &[S]) -> RootMoves<M> {
    RootMoves::merged(threads.iter().map(Simulations::root_moves).collect())
}

/// The move to play, by the results of all threads.
pub(crate) fn choice<M: Copy + Ord, S: Simulations<M>>(threads: &[S]) -> Choice<M> {
    learned(threads).choice(|m| threads[0].line(m))
}

/// Simulates, and returns the values of all moves, the best first. A move that is asked about gets
/// its part of the limits, however bad it looks.
pub(crate) fn rate<M: Copy + Ord, S: Simulations<M>>(
    threads: &mut [S],
    about: Option<M>,
    limits: Limits,
    n_moves: usize,
    thinking: &mut Thinking<'_, M>,
) -> Vec<MoveValue<M>> {
    let [limits, for_about] = split(limits, about.is_some());
    run(threads, limits, n_moves, Until::Solved, thinking.stop, |first| {
        if let Some(info) = best_rating(first) {
            thinking.report(&info);
        }
    });
    let best = choice(threads).m;
    if let Some(about) = about.filter(|&m| m != best) {
        for thread in &mut *threads {
            thread.fix_first_move(about);
        }
        run(threads, for_about, n_moves, Until::Solved, thinking.stop, |_| ());
    }
    learned(threads).move_values(best, |m| threads[0].line(m))
}

/// The information of one thread about the move that it would play so far.
fn best_rating<M: Copy + Ord>(thread: &impl Simulations<M>) -> Option<SearchInfo<M>> {
    let root_moves = thread.root_moves();
    let best = root_moves.choice(|m| vec![m]).m;
    let nodes = root_moves.n_simulations;
    let move_value = root_moves.move_values(best, |m| thread.line(m)).into_iter().next()?;
    Some(SearchInfo { nodes, ..move_value.info })
}

/// The limits for the position, and for the move that is asked about, if one is.
fn split(limits: Limits, is_asked_about: bool) -> [Limits; 2] {
    if !is_asked_about {
        return [limits, Limits { nodes: Some(0), ..limits }];
    }
    let nodes = limits.nodes.map(|nodes| nodes / N_PARTS);
    let about = Limits { nodes, time: limits.time.map(|time| time / N_PARTS as u32), ..limits };
    let rest = Limits {
        nodes: limits.nodes.zip(nodes).map(|(all, about)| all - about),
        time: limits.time.zip(about.time).map(|(all, about)| all.saturating_sub(about)),
        ..limits
    };
    [rest, about]
}

fn simulate<M: Copy + Ord, S: Simulations<M>>(
    simulations: &mut S,
    mut budget: Budget<'_>,
    until: Until,
    is_done: &AtomicBool,
    mut report: impl FnMut(&S),
) {
    while !is_done.load(Ordering::Relaxed) && budget.spend() {
        simulations.simulate();
        let n_simulations = budget.n_nodes();
        if n_simulations >= N_BEFORE_REPORT && n_simulations.is_power_of_two() {
            report(simulations);
        }
        let is_time_to_look =
            until == Until::Decided && n_simulations.is_multiple_of(N_BETWEEN_DECISION_CHECKS);
        if simulations.is_solved() || is_time_to_look && is_decided(simulations, &budget) {
            is_done.store(true, Ordering::Relaxed);
        }
    }
}

/// True if there is no time for another move to catch up.
fn is_decided<M: Copy + Ord>(simulations: &impl Simulations<M>, budget: &Budget<'_>) -> bool {
    let n_left = budget.n_nodes_in_time();
    let lead = n_left.and_then(|_| simulations.root_moves().lead());
    // There may be time for a few more than expected.
    n_left.zip(lead).is_some_and(|(n_left, lead)| lead > n_left.saturating_add(n_left / 4))
}

/// The limits of one of several threads, which divide nodes and processor time among them.
fn share(limits: Limits, n_threads: usize, index: usize, n_moves: usize) -> Limits {
    let limits = limits.of_one_thread(n_threads);
    let n_threads = n_threads as u64;
    let index = index as u64;
    let nodes = limits.nodes.map(|nodes| nodes / n_threads + u64::from(index < nodes % n_threads));
    let forced = (n_moves == 1).then_some(N_IF_FORCED);
    Limits { nodes: nodes.into_iter().chain(forced).min(), ..limits }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tilewright_core::Seat;

    use super::*;
    use crate::root_moves::RootMove;
    use crate::score_bounds::ScoreBounds;

    /// Games that change nothing, of which somebody has enough at some time.
    struct Idle {
        n_visits: [u64; 2],
        /// The most that the second move is worth.
        most: f32,
        n_simulations: u64,
        stop: Stop,
    }

    const N_ENOUGH: u64 = 5_000;

    impl Simulations<u8> for Idle {
        fn simulate(&mut self) {
            self.n_simulations += 1;
            if self.n_simulations == N_ENOUGH {
                self.stop.stop();
            }
        }

        fn is_solved(&self) -> bool {
            false
        }

        fn root_moves(&self) -> RootMoves<u8> {
            let root_move = |(m, n_visits)| {
                let theirs = if m == 1 { 1.0 - self.most } else { 0.0 };
                let bounds = ScoreBounds::at_least([0.0, theirs].into());
                RootMove { n_visits, bounds, ..RootMove::new(m, 2) }
            };
            RootMoves {
                us: Seat::new(0).expect("there is a first seat"),
                moves: (0..).zip(self.n_visits).map(root_move).collect(),
                n_simulations: self.n_simulations,
                depth: 0,
                is_proved: false,
            }
        }

        fn line(&self, first: u8) -> Vec<u8> {
            vec![first]
        }

        fn fix_first_move(&mut self, _: u8) {}
    }

    const AN_HOUR: Limits = Limits { time: Some(Duration::from_hours(1)), ..Limits::NONE };

    /// The number of simulated games where the moves have so many visits already.
    fn n_simulated(n_visits: [u64; 2], most: f32, limits: Limits, until: Until) -> u64 {
        let stop = Stop::new();
        let mut threads = [Idle { n_visits, most, n_simulations: 0, stop: stop.clone() }];
        run(&mut threads, limits, 2, until, &stop, |_| ());
        threads[0].n_simulations
    }

    #[test]
    fn it_ends_when_no_other_move_can_catch_up() {
        let n_simulated = n_simulated([0, u64::MAX], 1.0, AN_HOUR, Until::Decided);
        assert_eq!(n_simulated, N_BETWEEN_DECISION_CHECKS);
    }

    #[test]
    fn it_goes_on_while_the_choice_may_change() {
        let nodes = Limits { nodes: Some(N_ENOUGH), ..AN_HOUR };
        for (n_visits, most, limits, until) in [
            ([7, 7], 1.0, AN_HOUR, Until::Decided),
            // The most visited move is known to lose.
            ([7, u64::MAX], 0.25, AN_HOUR, Until::Decided),
            ([0, u64::MAX], 1.0, AN_HOUR, Until::Solved),
            ([0, u64::MAX], 1.0, Limits::NONE, Until::Decided),
            ([0, u64::MAX], 1.0, nodes, Until::Decided),
        ] {
            // It is stopped, but looks whether it is only now and then.
            let n_simulated = n_simulated(n_visits, most, limits, until);
            assert!(n_simulated >= N_ENOUGH, "{n_visits:?} {most} {limits:?}");
        }
    }
}
