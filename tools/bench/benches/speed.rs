//! The workloads of all games with the statistics of divan: `cargo bench -p tilewright-bench`, and
//! a part of a name to choose.

use divan::Bencher;
use divan::counter::ItemsCount;
use tilewright_bench::{Workload, workloads};
use tilewright_table::GameId;

/// The units of work in one iteration.
const N_UNITS: u64 = 1_000;

fn main() {
    divan::main();
}

/// Each workload with a name that no other has: `blokus/duo/legal-moves`.
fn named() -> impl Iterator<Item = (String, Workload)> {
    GameId::ALL
        .into_iter()
        .flat_map(workloads)
        .map(|it| (format!("{}/{}", it.game(), it.name()), it))
}

fn names() -> Vec<String> {
    named().map(|(name, _)| name).collect()
}

#[divan::bench(args = names(), sample_count = 20, sample_size = 1)]
fn speed(bencher: Bencher, name: &str) {
    let (_, workload) = named().find(|(known, _)| known == name).expect("it was listed");
    let mut job = workload.prepare(1);
    bencher.counter(ItemsCount::new(N_UNITS)).bench_local(|| job.run(N_UNITS));
}
