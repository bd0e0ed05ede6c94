//! The work of a game by name, for its micro-benchmarks.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tilewright_core::{Benchmark, Game, Job, Work};

/// The same work every time.
const SEED: u64 = 1;

/// Every kind of work in every setup that the game is measured in: `duo/legal-moves`.
pub fn work_names<G: Game>() -> Vec<String> {
    all::<G>().map(|(setup, work)| name(setup, work)).collect()
}

/// The work of this name, ready to be done.
///
/// # Panics
///
/// If there is no such work.
pub fn work<G: Game>(wanted: &str) -> Job {
    let (setup, work) = all::<G>()
        .find(|&(setup, work)| name(setup, work) == wanted)
        .unwrap_or_else(|| panic!("there is no work '{wanted}'"));
    let rng = Xoshiro256PlusPlus::seed_from_u64(SEED);
    work.job::<G>(setup.options, setup.perft_depth, rng).expect("a setup is a game")
}

fn all<G: Game>() -> impl Iterator<Item = (&'static Benchmark, Work)> {
    G::BENCHMARKS.iter().flat_map(|setup| Work::ALL.map(|work| (setup, work)))
}

fn name(setup: &Benchmark, work: Work) -> String {
    format!("{}/{}", setup.name, work.name())
}
