//! The bots of Blokus.

pub mod priors;
mod styles;

use tilewright_blokus::{Blokus, Move, Position};

use crate::bot::{Kind, KindInfo};
use crate::greedy::Greedy;
use crate::level::{Level, Levels, level};
use crate::mcts::blokus::MCTS;
use crate::playable::Open;
use crate::random::random;
use crate::spec::SEED;
use crate::territory::{MAXN, PARANOID};

use self::styles::{CORNERS, LARGEST, MOBILITY, TURTLE, WALL_CRAWLER, WEIGHTED};

impl Open for Blokus {
    const KINDS: &'static [Kind<Blokus>] = &[
        random(),
        GREEDY,
        LARGEST,
        CORNERS,
        MOBILITY,
        WALL_CRAWLER,
        TURTLE,
        WEIGHTED,
        PARANOID,
        MAXN,
        MCTS,
        level(),
    ];

    const LEVELS: &'static Levels<Blokus> = &LEVELS;
}

const LEVELS: Levels<Blokus> = Levels {
    glance: |position, m| rank(position, m) as i64,
    table: [
        Level::of("greedy").glancing(100, 2),
        Level::of("greedy").glancing(100, 5),
        Level::of("greedy").glancing(60, 12),
        Level::of("weighted").glancing(75, 20),
        Level::of("weighted").glancing(40, 30),
        Level::of("mcts:nodes=50").glancing(40, 30),
        Level::of("mcts:nodes=50").glancing(10, 60),
        Level::of("mcts:nodes=1000"),
        Level::of("mcts:time=2s"),
    ],
};

const GREEDY: Kind<Blokus> = Kind {
    info: KindInfo { name: "greedy", help: "the largest piece that can be placed", keys: &[SEED] },
    make: |spec| Greedy::make(spec, rank),
};

/// The squares it covers. In every scoring they are what it is worth: there is a bonus for the last
/// piece alone, and then there is no choice between pieces.
fn rank(_: &mut Position, m: Move) -> usize {
    m.orientation().squares().len()
}
