//! Tables for the toy game of the testkit, for the tests of this crate.

pub(crate) use tilewright_testkit::toy::Cards;

use crate::{GameId, Table};

/// Returns a table for a new game.
pub(crate) fn open(options: &[(&str, &str)]) -> Box<dyn Table> {
    GameId::Cards.open(options).unwrap()
}

/// Returns a table at which these moves have been played.
pub(crate) fn table_after(options: &[(&str, &str)], moves: &str) -> Box<dyn Table> {
    let mut table = open(options);
    for m in moves.split(' ') {
        table.play(m).unwrap();
    }
    table
}
