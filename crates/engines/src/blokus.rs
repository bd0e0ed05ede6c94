//! The bots of Blokus.

pub mod priors;
mod styles;

use tilewright_blokus::{Blokus, Color, Move, Position};
use tilewright_core::Position as _;

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

    /// The pieces of its colours, but for those that are placed where hardly a choice is left, or never.
    fn n_moves_left(position: &Position) -> usize {
        let us = position.turn().seat();
        let own = |color: &&Color| position.owner(**color) == us && !position.is_out(**color);
        let n_pieces = |color: &Color| position.remaining(*color).count();
        let colors = position.colors().iter().filter(own);
        colors
            .map(|color| n_pieces(color).saturating_sub(EASY_PIECES))
            .sum::<usize>()
            .max(MIN_MOVES)
    }
}

/// How many of the last pieces of a colour take no time worth speaking of.
const EASY_PIECES: usize = 7;

/// So that the last of them still have some.
const MIN_MOVES: usize = 3;

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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tilewright_blokus::{Options, Variant};
    use tilewright_core::Game;
    use tilewright_search::Clock;

    use super::*;
    use crate::chance::generator;

    /// What each move of the first seat is given in a random game, if all of it is always taken.
    fn shares(variant: Variant, seed: u64) -> Vec<Duration> {
        let mut position = Blokus::start(&Options { variant, ..Options::default() }).unwrap();
        let mut rng = generator(seed, 0);
        let mut clock = Clock { left: Duration::from_mins(1), gain: Duration::ZERO };
        let mut shares = Vec::new();
        while let Some(m) = position.random_move(&mut rng) {
            if position.turn().seat().is_some_and(|seat| seat.index() == 0) {
                let limits = clock.limits(Blokus::n_moves_left(&position));
                let share = limits.time.unwrap() + limits.grace.unwrap();
                clock = clock.after(share).expect("nobody runs out of time");
                shares.push(limits.time.unwrap());
            }
            position.play_unchecked(m);
        }
        shares
    }

    #[test]
    fn first_placements_get_more_time_than_last_ones_and_all_get_some() {
        for variant in [Variant::Duo, Variant::Classic, Variant::Classic2, Variant::Classic3] {
            for seed in 0..20 {
                let shares = shares(variant, seed);
                let (first, last) = (shares[0], shares[shares.len() - 1]);
                assert!(first > last && last > Duration::ZERO, "{variant:?} {shares:?}");
            }
        }
    }
}
