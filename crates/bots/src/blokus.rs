//! The bots of Blokus.

pub mod model;
pub mod priors;
mod styles;
mod territory;
pub mod values;

use tilewright_blokus::{Blokus, Color, Move, Position};
use tilewright_core::Position as _;

use crate::bot::{Kind, KindInfo};
use crate::greedy::Greedy;
use crate::level::{Level, Levels, level};
use crate::mcts::blokus::MCTS;
use crate::playable::Playable;
use crate::random::random;
use crate::spec::SEED;

use self::styles::{CORNERS, LARGEST, MOBILITY, TURTLE, WALL_CRAWLER, WEIGHTED};
use self::territory::{MAXN, PARANOID};

impl Playable for Blokus {
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

    /// The pieces of its colors, but for those that are placed where hardly a choice is left, or
    /// never.
    fn n_moves_left(position: &Position) -> usize {
        let us = position.turn().seat();
        // The shared color belongs to the seat that places it now.
        let own = |color: &&Color| position.player(**color) == us && !position.is_out(**color);
        let n_pieces = |color: &Color| position.remaining(*color).count();
        let colors = position.colors().iter().filter(own);
        colors
            .map(|color| n_pieces(color).saturating_sub(EASY_PIECES))
            .sum::<usize>()
            .max(MIN_MOVES)
    }
}

/// The number of a color's last pieces that take hardly any time.
const EASY_PIECES: usize = 7;

/// The least number of moves, so that the last ones have time too.
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

    fn start(variant: Variant) -> Position {
        Blokus::start(&Options { variant, ..Options::default() }).unwrap()
    }

    #[test]
    fn time_is_divided_among_the_pieces_of_all_colors_that_a_seat_places() {
        let n_moves = |variant| Blokus::n_moves_left(&start(variant));
        assert_eq!(n_moves(Variant::Duo), 14);
        assert_eq!(n_moves(Variant::Classic), 14);
        assert_eq!(n_moves(Variant::Classic2), 28);
        // Green is placed in turn, and its first piece by who begins.
        assert_eq!(n_moves(Variant::Classic3), 28);
    }

    #[test]
    fn pieces_that_are_placed_or_can_never_be_take_no_time() {
        for variant in [Variant::Duo, Variant::Classic, Variant::Classic2, Variant::Classic3] {
            let mut position = start(variant);
            let mut rng = generator(7, 0);
            let mut n_moves = Vec::new();
            let mut clock = MINUTE;
            while let Some(m) = position.random_move(&mut rng) {
                let n_left = Blokus::n_moves_left(&position);
                if position.turn().seat().is_some_and(|seat| seat.index() == 0) {
                    n_moves.push(n_left);
                    let share = clock.limits(n_left).time.unwrap();
                    clock = clock.after(share).expect("nobody runs out of time");
                }
                position.play_unchecked(m);
            }
            let first = n_moves[0];
            let last = n_moves[n_moves.len() - 1];
            assert!(first >= 14 && last == MIN_MOVES, "{variant:?} {n_moves:?}");
        }
    }

    const MINUTE: Clock = Clock { left: Duration::from_mins(1), gain: Duration::ZERO };
}
