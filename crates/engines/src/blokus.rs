//! The bots of Blokus.

mod styles;

use tilewright_blokus::{Blokus, Move, Position};

use crate::bot::{Kind, KindInfo};
use crate::greedy::Greedy;
use crate::mcts::blokus::MCTS;
use crate::playable::Open;
use crate::random::random;
use crate::spec::SEED;

use self::styles::{CORNERS, LARGEST, MOBILITY, TURTLE, WALL_CRAWLER, WEIGHTED};

impl Open for Blokus {
    const KINDS: &'static [Kind<Blokus>] =
        &[random(), GREEDY, LARGEST, CORNERS, MOBILITY, WALL_CRAWLER, TURTLE, WEIGHTED, MCTS];
}

const GREEDY: Kind<Blokus> = Kind {
    info: KindInfo { name: "greedy", help: "the largest piece that can be placed", keys: &[SEED] },
    make: |spec| Greedy::make(spec, rank),
};

/// The squares it covers. In every scoring they are what it is worth: there is a bonus for the last
/// piece alone, and then there is no choice between pieces.
fn rank(_: &mut Position, m: Move) -> usize {
    m.orientation().squares().len()
}
