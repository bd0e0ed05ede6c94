//! Simulated games in several threads, within limits.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crate::budget::Budget;
use crate::candidates::Candidates;
use crate::limits::Limits;
use crate::thinking::{Choice, Info, Thinking};

/// What one thread simulates, and what it has learned.
pub(crate) trait Simulations<M>: Send {
    /// Simulates one game.
    fn simulate(&mut self);

    /// Whether nothing is left to be learned.
    fn is_settled(&self) -> bool;

    /// What is known of the moves that there are to choose from, the most promising first.
    fn candidates(&self) -> Candidates<M>;

    /// What is expected to be played, beginning with this move.
    fn line(&self, first: M) -> Vec<M>;
}

/// Between two looks at the clock and at the stop: less than a millisecond.
const N_BETWEEN_LOOKS: u64 = 8;

/// It reports for the first time after so many simulations, and whenever their number has doubled.
const N_BEFORE_REPORT: u64 = 256;

/// With one legal move, only its value is looked for.
const N_IF_FORCED: u64 = 256;

/// Simulates until the limits are reached or one of the threads knows everything, and chooses by what
/// all of them have learned. The first of them is this thread, and reports.
pub(crate) fn run<M: Copy + Ord, S: Simulations<M>>(
    threads: &mut [S],
    limits: Limits,
    n_moves: usize,
    thinking: &mut Thinking<'_, M>,
) -> Choice<M> {
    let n_threads = threads.len();
    let stop = thinking.stop;
    let budget = |index| {
        Budget::looking_every(N_BETWEEN_LOOKS, share(limits, n_threads, index, n_moves), stop)
    };
    let is_done = AtomicBool::new(false);
    let (first, others) = threads.split_first_mut().expect("there is a generator for each thread");
    thread::scope(|scope| {
        for (i, other) in others.iter_mut().enumerate() {
            let (budget, is_done) = (budget(i + 1), &is_done);
            scope.spawn(move || simulate(other, budget, is_done, |_| ()));
        }
        simulate(first, budget(0), &is_done, |info| thinking.report(info));
    });
    let all = threads.iter().map(Simulations::candidates).collect();
    Candidates::merged(all).choice(|m| threads[0].line(m))
}

fn simulate<M: Copy + Ord>(
    simulations: &mut impl Simulations<M>,
    mut budget: Budget<'_>,
    is_done: &AtomicBool,
    mut report: impl FnMut(&Info<M>),
) {
    while !is_done.load(Ordering::Relaxed) && budget.spend() {
        simulations.simulate();
        let n_simulations = budget.n_nodes();
        if n_simulations >= N_BEFORE_REPORT && n_simulations.is_power_of_two() {
            report(&simulations.candidates().choice(|m| simulations.line(m)).info);
        }
        if simulations.is_settled() {
            is_done.store(true, Ordering::Relaxed);
        }
    }
}

/// What one of several threads may spend.
fn share(limits: Limits, n_threads: usize, index: usize, n_moves: usize) -> Limits {
    let (n_threads, index) = (n_threads as u64, index as u64);
    let nodes = limits.nodes.map(|nodes| nodes / n_threads + u64::from(index < nodes % n_threads));
    let forced = (n_moves == 1).then_some(N_IF_FORCED);
    Limits { nodes: nodes.into_iter().chain(forced).min(), ..limits }
}
