//! Coerceo: its bots, and what they think of positions.

mod book;
mod evaluation;
mod material;
pub mod network;
mod tablebase;

use tilewright_coerceo::{Board, Coerceo, Color, End, Move, Position, Variant};
use tilewright_core::{Position as _, Seat, Turn};
use tilewright_search::{AlphaBeta, Evaluate, GameValue};

use crate::bot::{Kind, KindInfo};
use crate::endgame::ExactEndgame;
use crate::greedy::Greedy;
use crate::level::{Level, Levels, level};
use crate::mcts::coerceo::MCTS;
use crate::minimax::{self, Minimax};
use crate::playable::Playable;
use crate::random::random;
use crate::spec::SEED;

use self::book::book_move;
use self::evaluation::worth;
use self::material::MATERIAL;
use self::network::network_worth;
use self::tablebase::probe;

pub use self::book::write_book;
pub use self::evaluation::{MAX_PHASE, N_TERMS, PARTS, TERMS, phase, terms};
pub use self::tablebase::write_tablebase;

impl Playable for Coerceo {
    const KINDS: &'static [Kind<Coerceo>] = &[random(), GREEDY, MINIMAX, MCTS, MATERIAL, level()];

    const LEVELS: &'static Levels<Coerceo> = &LEVELS;
}

const LEVELS: Levels<Coerceo> = Levels {
    glance: |position, m| {
        let (is_won, material) = rank(position, m);
        1_000_000 * i64::from(is_won) + i64::from(material)
    },
    table: [
        Level::of("greedy").glancing(100, 4),
        Level::of("greedy").glancing(100, 10),
        Level::of("greedy").glancing(60, 16),
        Level::of("minimax:depth=2").glancing(40, 16),
        Level::of("minimax:depth=2").glancing(20, 24),
        Level::of("minimax:nodes=2000").glancing(10, 24),
        Level::of("minimax:nodes=15000").glancing(4, 32),
        Level::of("minimax:nodes=60000").glancing(1, 32),
        Level::of("minimax:nodes=5000000,time=2s"),
    ],
};

const GREEDY: Kind<Coerceo> = Kind {
    info: KindInfo {
        name: "greedy",
        help: "wins if possible, else captures and collects",
        keys: &[SEED],
    },
    make: |spec| Greedy::make(spec, rank),
};

const MINIMAX: Kind<Coerceo> = Kind {
    info: minimax::BOOK_INFO,
    make: |spec| {
        let search = AlphaBeta::new(Fitted).selective();
        let bot = Minimax::of(spec, search)?.with_endgame(ENDGAME).with_book(spec, book_move)?;
        Ok(bot.boxed())
    },
};

/// The exact endgame when few pieces are left on few tiles. Alpha-beta alone finds wins as deep as
/// it looks, but no draw: pieces move to and fro, so its tree has no end, while there are only so
/// many positions.
const ENDGAME: ExactEndgame<Position> = ExactEndgame::retrograde(|position| {
    let board = position.board();
    let n_triangles = 3 * board.n_tiles() as u64;
    let n_ways = |color| n_subsets(n_triangles, board.n_pieces(color) as u64);
    let n_boards = n_ways(Color::White).saturating_mul(n_ways(Color::Black)).saturating_mul(2);
    let n_nodes = n_boards.saturating_mul(NODES_PER_BOARD);
    (n_nodes <= MAX_NODES).then_some(n_nodes)
});

/// The number of moves that are played on each board, and on those with less on them that come
/// after it. In games of ocius it was 7 to 60, and mostly around 20.
const NODES_PER_BOARD: u64 = 20;

/// More are not tried: some ten thousand boards, for a fraction of a second.
const MAX_NODES: u64 = 500_000;

/// The number of sets of `k` among `n`.
fn n_subsets(n: u64, k: u64) -> u64 {
    (0..k).fold(1_u64, |n_sets, i| n_sets.saturating_mul(n - i) / (i + 1))
}

/// True if it wins, and then the material after it.
fn rank(position: &mut Position, m: Move) -> (bool, i32) {
    let us = position.board().turn();
    let undo = position.play_unchecked(m);
    let is_won = match position.turn() {
        Turn::Over(outcome) => !outcome.is_draw() && outcome.place(us.seat()) == 1,
        Turn::Player(_) | Turn::Chance => false,
    };
    let material = material(position.board(), us);
    position.undo(m, undo);
    (is_won, material)
}

/// The evaluation that was fitted to games; moves are ordered by pieces and tiles alone.
pub(crate) struct Fitted;

/// The value of a piece, in the points of an estimate.
const PIECE: i32 = 40;

/// The value of the tiles of an exchange: less than the piece that they take.
const EXCHANGE: i32 = 32;

/// The material of a color less that of the other.
pub(crate) fn material(board: &Board, us: Color) -> i32 {
    let tile = EXCHANGE / i32::from(board.costs().cost).max(1);
    let value = |color| PIECE * board.n_pieces(color) as i32 + tile * i32::from(board.held(color));
    value(us) - value(us.other())
}

/// By how much a quiet move may change an estimate.
const FUTILITY_MARGIN: i32 = 60;

/// The contempt for draws: without it the first player of ocius repeats the first moves.
const CONTEMPT: i32 = 100;

/// The patience in idle moves: after twice as many a draw costs nothing, and after as many again it
/// is wanted.
const PATIENCE: usize = 100;

/// The contempt for trades: the value of keeping all pieces and tiles of the beginning of ocius.
const TRADE_CONTEMPT: i32 = 300;

impl Evaluate<Position> for Fitted {
    fn estimate(&self, position: &Position, _: Seat) -> i32 {
        match position.options().variant {
            Variant::Laurentius => worth(position.board()),
            Variant::Ocius => network_worth(position.board()),
        }
    }

    fn probe_tablebase(&self, position: &Position) -> Option<GameValue> {
        probe(position)
    }

    fn is_ended_by_history(&self, position: &Position) -> bool {
        position.end() == Some(End::Repetition)
    }

    fn futility_margin(&self) -> Option<i32> {
        Some(FUTILITY_MARGIN)
    }

    /// Less where nothing happens any more: two who both dislike draws would play on for ever. In
    /// steps, because what is remembered is kept for each.
    fn contempt(&self, position: &Position) -> i32 {
        match position.n_idle_moves() / PATIENCE {
            0 | 1 => CONTEMPT,
            2 => 0,
            _ => -CONTEMPT,
        }
    }

    /// Laurentius is decided long before little is left of it.
    fn trade_contempt(&self, position: &Position) -> i32 {
        let board = position.board();
        let variant = position.options().variant;
        if variant == Variant::Laurentius {
            return 0;
        }
        let n_pieces: usize = Color::ALL.map(|color| board.n_pieces(color)).iter().sum();
        let n_at_first = (2 * variant.n_pieces() + variant.n_tiles()) as i32;
        let n_gone = n_at_first - (n_pieces + board.n_tiles()) as i32;
        -TRADE_CONTEMPT * n_gone / n_at_first
    }

    /// The change of the material.
    fn ordering_score(&self, position: &Position, m: Move) -> i32 {
        let board = position.board();
        if board.is_quiet(m) {
            return 0;
        }
        let us = board.turn();
        let mut after = *board;
        after.play_unchecked(m);
        material(&after, us) - material(board, us)
    }

    /// Captures and what lets tiles fall, and the exchange that takes the last piece.
    fn noisy_moves(&self, position: &Position, moves: &mut Vec<Move>) {
        let board = position.board();
        board.noisy_steps(moves);
        let them = board.turn().other();
        if board.n_pieces(them) == 1 && board.held(board.turn()) >= board.costs().cost {
            moves.extend(board.pieces(them).iter().map(Move::exchange));
        }
    }
}
