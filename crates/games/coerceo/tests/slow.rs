//! Counts that take minutes: `cargo xtask test slow` runs them before a release.

mod engine;
mod records;

use records::{count_midgame, count_starts};
use tilewright_coerceo::Coerceo;
use tilewright_testkit::differential::Replay;

#[test]
fn counts_from_the_start() {
    count_starts::<Replay<Coerceo>>(|count| count >= 10_000_000);
}

#[test]
fn counts_from_the_middle_of_games() {
    count_midgame::<Replay<Coerceo>>(|count| count >= 3_000_000);
}
