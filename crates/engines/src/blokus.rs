//! The bots of Blokus.

use tilewright_blokus::{Blokus, Move, Position};
use tilewright_core::Position as _;

use crate::bot::{Kind, KindInfo};
use crate::greedy::Greedy;
use crate::playable::Open;
use crate::random::random;
use crate::spec::SEED;

impl Open for Blokus {
    const KINDS: &'static [Kind<Blokus>] = &[random(), GREEDY];
}

const GREEDY: Kind<Blokus> = Kind {
    info: KindInfo {
        name: "greedy",
        help: "the largest piece, and then what scores most",
        keys: &[SEED],
    },
    make: |spec| Greedy::make(spec, rank),
};

/// The squares it covers, and then the points that its player has after it.
fn rank(position: &mut Position, m: Move) -> (usize, i32) {
    let n_squares = m.piece().n_squares();
    let us = position.turn().seat();
    // All moves but those that place a last piece score what they cover.
    let is_last =
        position.color_to_move().is_some_and(|color| position.remaining(color).count() == 1);
    if !is_last {
        return (n_squares, 0);
    }
    let undo = position.play_unchecked(m);
    let points = us.map_or(0, |us| position.scores()[us]);
    position.undo(m, undo);
    (n_squares, points)
}
