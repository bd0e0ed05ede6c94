//! A bot to measure others by: it looks ahead as they do, but sees nothing but material.

use tilewright_coerceo::{Board, Coerceo, Color, End, Position};
use tilewright_core::Seat;
use tilewright_search::{AlphaBeta, Evaluate};

use crate::bot::{Kind, KindInfo};
use crate::minimax::Minimax;
use crate::spec::{DEPTH, MEMORY, NODES, SEED, TIME};

pub(super) const MATERIAL: Kind<Coerceo> = Kind {
    info: KindInfo {
        name: "material",
        help: "alpha-beta search that counts only pieces and tiles, as an opponent to measure; \
               300,000 nodes by default",
        keys: &[DEPTH, NODES, TIME, SEED, MEMORY],
    },
    make: |spec| Ok(Minimax::of(spec, AlphaBeta::new(Count))?.boxed()),
};

/// The material of each side, and nothing else: no move looks better than another before it is
/// searched, and none is looked at beyond the depth.
struct Count;

/// The values of a piece and a tile, in hundredths of a piece.
const PIECE: i32 = 100;
const TILE: i32 = 50;

fn count(board: &Board, color: Color) -> i32 {
    PIECE * board.n_pieces(color) as i32 + TILE * i32::from(board.held(color))
}

impl Evaluate<Position> for Count {
    fn estimate(&self, position: &Position, _: Seat) -> i32 {
        let board = position.board();
        count(board, board.turn()) - count(board, board.turn().other())
    }

    fn is_ended_by_history(&self, position: &Position) -> bool {
        position.end() == Some(End::Repetition)
    }
}
