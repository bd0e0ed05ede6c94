//! Micro-benchmarks of the rules of Blokus, by the work that `tilewright bench blokus` measures too:
//! `cargo bench -p tilewright-blokus`, and a part of a name to choose.

use divan::Bencher;
use divan::counter::ItemsCount;
use tilewright_blokus::Blokus;
use tilewright_testkit::{work, work_names};

/// So many units are done in one iteration.
const N_UNITS: u64 = 1_000;

fn main() {
    divan::main();
}

#[divan::bench(args = work_names::<Blokus>(), sample_count = 20, sample_size = 1)]
fn rules(bencher: Bencher, name: &str) {
    let mut job = work::<Blokus>(name);
    bencher.counter(ItemsCount::new(N_UNITS)).bench_local(|| job.run(N_UNITS));
}
