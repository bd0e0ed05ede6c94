//! Counts that take minutes: `cargo xtask test slow` runs them before a release.

mod engine;
mod records;

use records::count_starts;
use tilewright_aquapipe::AquaPipe;
use tilewright_testkit::differential::Replay;

#[test]
fn counts_from_the_start() {
    count_starts::<Replay<AquaPipe>>(|count| count >= 4_000_000);
}
