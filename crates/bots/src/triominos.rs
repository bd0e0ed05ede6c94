//! The bots of Triominos. They are handed views: their own hand, and of the others' how many tiles.

mod strategy;

use tilewright_triominos::{Move, Triominos, View};

use crate::bot::{Kind, KindInfo};
use crate::greedy::Greedy;
use crate::ismcts::triominos::ISMCTS;
use crate::level::{Level, Levels, level};
use crate::playable::Playable;
use crate::random::random;
use crate::spec::SEED;

use self::strategy::STRATEGY;

impl Playable for Triominos {
    const KINDS: &'static [Kind<Triominos>] = &[random(), GREEDY, STRATEGY, ISMCTS, level()];

    const LEVELS: &'static Levels<Triominos> = &LEVELS;
}

const LEVELS: Levels<Triominos> = Levels {
    glance: |view, m| {
        let (is_placed, gain) = rank(view, m);
        1_000 * i64::from(is_placed) + i64::from(gain)
    },
    table: [
        // Two moves include a placement, and are hardly weaker; with one the bot may draw instead.
        Level::of("greedy").glancing(80, 1),
        Level::of("greedy").glancing(65, 1),
        Level::of("greedy").glancing(50, 1),
        Level::of("greedy").glancing(35, 1),
        Level::of("greedy").glancing(20, 1),
        // To hoard is good for two alone, and no other simple rule is better than this for more.
        Level::with_crowd("strategy:draw=below-15,place=least-risk", "greedy"),
        Level::of("ismcts:nodes=60"),
        Level::of("ismcts:nodes=1000"),
        Level::of("ismcts:nodes=50000,time=2s"),
    ],
};

const GREEDY: Kind<Triominos> = Kind {
    info: KindInfo {
        name: "greedy",
        help: "the placement that scores most; it draws only if nothing fits",
        keys: &[SEED],
    },
    make: |spec| Greedy::make(spec, rank),
};

/// True if it is a placement, and then what it scores.
fn rank(view: &mut View, m: Move) -> (bool, i32) {
    (matches!(m, Move::Place(_)), view.gain(m))
}
