//! Aqua Pipe: its bots, and its exact solution.

mod bot;
mod layer;
mod solve;
mod solver;
mod space;
mod tablebase;
mod tablebases;
mod threats;

use tilewright_aquapipe::{AquaPipe, Color, End, Move, Variant};
pub use tilewright_aquapipe::{MoveAfter, Position};
use tilewright_core::{Position as _, Seat, Turn};
use tilewright_search::{AlphaBeta, Evaluate};

use crate::bot::{Kind, KindInfo};
use crate::greedy::Greedy;
use crate::level::{Level, Levels, level};
use crate::mcts::aquapipe::MCTS;
use crate::minimax::{self, Minimax};
use crate::playable::Playable;
use crate::random::random;
use crate::spec::SEED;

use self::bot::SOLVER;

pub use self::solve::{Progress, SolveError, Totals, solve, totals, verify};
pub use self::solver::{Solver, SolverResult};
pub use self::tablebase::{Tablebase, TablebaseError};
pub use self::tablebases::{Tablebases, keep_tablebases_in};
pub use self::threats::RowThreats;

impl Playable for AquaPipe {
    const KINDS: &'static [Kind<AquaPipe>] = &[random(), GREEDY, MINIMAX, MCTS, SOLVER, level()];

    const LEVELS: &'static Levels<AquaPipe> = &LEVELS;
}

const LEVELS: Levels<AquaPipe> = Levels {
    glance: |position, m| {
        let (is_won, is_safe, open_rows) = rank(position, m);
        2_000_000 * i64::from(is_won) + 1_000_000 * i64::from(is_safe) + i64::from(open_rows)
    },
    table: [
        Level::of("greedy").glancing(100, 3),
        Level::of("greedy").glancing(100, 7),
        Level::of("greedy").glancing(60, 8),
        Level::of("greedy").glancing(30, 8),
        Level::of("minimax:depth=2").glancing(20, 10),
        Level::of("minimax:depth=3").glancing(10, 10),
        Level::of("minimax:nodes=5000").glancing(4, 12),
        Level::of("minimax:nodes=100000").glancing(2, 16),
        Level::of("solver:nodes=1000000"),
    ],
};

const GREEDY: Kind<AquaPipe> = Kind {
    info: KindInfo {
        name: "greedy",
        help: "completes a row, else blocks the opponent's, else prepares rows",
        keys: &[SEED],
    },
    make: |spec| Greedy::make(spec, rank),
};

const MINIMAX: Kind<AquaPipe> = Kind {
    info: minimax::INFO,
    make: |spec| {
        let search = AlphaBeta::new(OpenRows).selective();
        Ok(Minimax::of(spec, search)?.boxed())
    },
};

/// True if it wins, then whether the opponent cannot win at once, then the rows that are open.
fn rank(position: &mut Position, m: Move) -> (bool, bool, i32) {
    let us = position.color_to_move();
    position.play_unchecked(m);
    let rank = if has_won(position, us) {
        (true, true, 0)
    } else {
        (false, !position.can_win(), open_rows(position, us))
    };
    position.undo(m, ());
    rank
}

pub(crate) fn has_won(position: &Position, color: Color) -> bool {
    match position.turn() {
        Turn::Over(outcome) => !outcome.is_draw() && outcome.place(color.seat()) == 1,
        Turn::Player(_) | Turn::Chance => false,
    }
}

/// Rows that only one color has begun.
pub(crate) struct OpenRows;

impl Evaluate<Position> for OpenRows {
    fn estimate(&self, position: &Position, _: Seat) -> i32 {
        let win = if position.can_win() { WIN_NEXT } else { 0 };
        win + open_rows(position, position.color_to_move())
    }

    fn is_ended_by_history(&self, position: &Position) -> bool {
        position.end() == Some(End::Repetition)
    }
}

/// The value of a win with the next move: more than all rows together.
const WIN_NEXT: i32 = 1_000;

/// The value of a row, in the points of an estimate, by how many pipes of one color are in it and
/// none of the other.
const WORTH: [i32; 5] = [0, 2, 10, 30, 0];

/// The value of a color's open rows less that of the other's.
pub(crate) fn open_rows(position: &Position, us: Color) -> i32 {
    let own = position.filled(us);
    let other = position.filled(us.other());
    let rows = match position.options().variant {
        Variant::Small => &SMALL_ROWS[..],
        Variant::Large => &LARGE_ROWS,
    };
    let worth = |row: u64| match ((row & own).count_ones(), (row & other).count_ones()) {
        (n_own, 0) => WORTH[n_own as usize],
        (0, n_other) => -WORTH[n_other as usize],
        _ => 0,
    };
    rows.iter().map(|&row| worth(row)).sum()
}

/// The slots of each row, as in [`Position::filled`]: eight in a layer of three by three spaces,
/// ten in one of four by four.
static SMALL_ROWS: [u64; 24] = rows::<3, 24>();
static LARGE_ROWS: [u64; 30] = rows::<4, 30>();

const fn rows<const SIZE: usize, const N_ROWS: usize>() -> [u64; N_ROWS] {
    let mut rows = [0; N_ROWS];
    let n_rows_in_layer = 2 * SIZE + 2;
    let mut layer = 0;
    while layer < 3 {
        let mut i = 0;
        while i < SIZE {
            let mut j = 0;
            while j < SIZE {
                let first = n_rows_in_layer * layer;
                rows[first + i] |= bit(layer, j, i);
                rows[first + SIZE + i] |= bit(layer, i, j);
                j += 1;
            }
            rows[n_rows_in_layer * layer + 2 * SIZE] |= bit(layer, i, i);
            rows[n_rows_in_layer * layer + 2 * SIZE + 1] |= bit(layer, i, SIZE - 1 - i);
            i += 1;
        }
        layer += 1;
    }
    rows
}

const fn bit(layer: usize, x: usize, y: usize) -> u64 {
    1 << (16 * layer + 4 * y + x)
}
