//! Numbers of move sequences, as independent programs count them. Those above the limit are in
//! the slow tier.

use tilewright_blokus::Blokus;
use tilewright_testkit::perft_file;

const LIMIT: u64 = 100_000_000;

#[test]
fn classic() {
    perft_file::<Blokus>("tests/data/classic.perft", LIMIT);
}

#[test]
fn duo() {
    perft_file::<Blokus>("tests/data/duo.perft", LIMIT);
}

#[test]
fn tilewe() {
    perft_file::<Blokus>("tests/data/tilewe.perft", LIMIT);
}

#[test]
fn middle_and_end_of_games() {
    perft_file::<Blokus>("tests/data/midgame.perft", LIMIT);
}
