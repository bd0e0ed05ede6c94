//! Simulated games in several threads, within limits.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crate::budget::Budget;
use crate::candidates::{Candidates, Rating};
use crate::limits::{Limits, Stop};
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

    /// Lets every game from now on begin with this move.
    fn begin_with(&mut self, first: M);
}

/// Between two looks at the clock and at the stop: less than a millisecond.
const N_BETWEEN_LOOKS: u64 = 8;

/// It reports for the first time after so many simulations, and whenever their number has doubled.
const N_BEFORE_REPORT: u64 = 256;

/// One of so many parts is spent on the move that is asked about.
const N_PARTS: u64 = 8;

/// With one legal move, only its value is looked for.
const N_IF_FORCED: u64 = 256;

/// Simulates until the limits are reached or one of the threads knows everything. The first of the
/// threads is this one, and reports.
pub(crate) fn run<M, S: Simulations<M>>(
    threads: &mut [S],
    limits: Limits,
    n_moves: usize,
    stop: &Stop,
    report: impl FnMut(&S),
) {
    let n_threads = threads.len();
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
        simulate(first, budget(0), &is_done, report);
    });
}

/// What all threads have learned together.
fn learned<M: Copy + Ord, S: Simulations<M>>(threads: &[S]) -> Candidates<M> {
    Candidates::merged(threads.iter().map(Simulations::candidates).collect())
}

/// The move to play, by what all threads have learned.
pub(crate) fn choice<M: Copy + Ord, S: Simulations<M>>(threads: &[S]) -> Choice<M> {
    learned(threads).choice(|m| threads[0].line(m))
}

/// Simulates, and says what all threads have learned of each move, the best first. A move that is asked
/// about gets its part of what may be spent, however bad it looks.
pub(crate) fn rate<M: Copy + Ord, S: Simulations<M>>(
    threads: &mut [S],
    about: Option<M>,
    limits: Limits,
    n_moves: usize,
    thinking: &mut Thinking<'_, M>,
) -> Vec<Rating<M>> {
    let [limits, for_about] = split(limits, about.is_some());
    run(threads, limits, n_moves, thinking.stop, |first| {
        if let Some(info) = best_rating(first) {
            thinking.report(&info);
        }
    });
    let best = choice(threads).m;
    if let Some(about) = about.filter(|&m| m != best) {
        for thread in &mut *threads {
            thread.begin_with(about);
        }
        run(threads, for_about, n_moves, thinking.stop, |_| ());
    }
    learned(threads).ratings(best, |m| threads[0].line(m))
}

/// What one thread knows so far of the move that it would play, as a rating would say it.
fn best_rating<M: Copy + Ord>(thread: &impl Simulations<M>) -> Option<Info<M>> {
    let candidates = thread.candidates();
    let best = candidates.choice(|m| vec![m]).m;
    let nodes = candidates.n_simulations;
    let rating = candidates.ratings(best, |m| thread.line(m)).into_iter().next()?;
    Some(Info { nodes, ..rating.info })
}

/// What may be spent on the position, and on the move that is asked about, if one is.
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

fn simulate<M, S: Simulations<M>>(
    simulations: &mut S,
    mut budget: Budget<'_>,
    is_done: &AtomicBool,
    mut report: impl FnMut(&S),
) {
    while !is_done.load(Ordering::Relaxed) && budget.spend() {
        simulations.simulate();
        let n_simulations = budget.n_nodes();
        if n_simulations >= N_BEFORE_REPORT && n_simulations.is_power_of_two() {
            report(simulations);
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
