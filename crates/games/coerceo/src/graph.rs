//! The graph of boards: successors and breadth-first walks.

use std::collections::{HashSet, VecDeque};

use crate::board::{Board, Effect};
use crate::moves::Move;

impl Board {
    /// Every move with its effect. Different moves lead to different boards. There are none if the
    /// player to move has no pieces.
    ///
    /// ```
    /// use tilewright_coerceo::{Board, Costs, Variant};
    ///
    /// let board = Board::start(Variant::Ocius, Costs::default());
    /// assert_eq!(board.successors().count(), 26);
    /// assert!(board.successors().all(|(_, effect)| effect.board != board));
    /// ```
    pub fn successors(&self) -> impl Iterator<Item = (Move, Effect)> {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        let board = *self;
        moves.into_iter().map(move |m| (m, board.effect_unchecked(m)))
    }
}

/// A breadth-first walk over all boards that can be reached from a board, each visited once.
///
/// It ignores endings that depend on the history, such as repetition, and ends when no board is
/// new. There are a great many boards, so limit the depth or take only as many as needed.
///
/// ```
/// use tilewright_coerceo::{Board, Costs, Variant, Walk};
///
/// let start = Board::start(Variant::Ocius, Costs::default());
/// let walk = Walk::from(start).within(2);
/// let depths: Vec<usize> = walk.map(|visit| visit.depth).collect();
/// assert_eq!(depths.iter().filter(|&&depth| depth == 1).count(), 26);
///
/// // The short game has a mirror, so that half of the boards are enough.
/// let n_images = Walk::from(start).up_to_symmetry().within(1).count();
/// assert_eq!(n_images, 1 + 13);
/// ```
#[derive(Clone, Debug)]
pub struct Walk {
    waiting: VecDeque<Visit>,
    seen: HashSet<Board>,
    max_depth: usize,
    is_up_to_symmetry: bool,
}

/// A board on a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visit {
    /// The board; in its canonical form if the walk is up to symmetry.
    pub board: Board,
    /// The distance from the start, in moves.
    pub depth: usize,
    /// The board from which it was reached, the move, and its effect; `None` for the first board.
    /// Up to symmetry, `board` is the canonical form of the board after the effect.
    pub origin: Option<(Board, Move, Effect)>,
}

impl From<Board> for Walk {
    fn from(board: Board) -> Walk {
        let start = Visit { board, depth: 0, origin: None };
        Walk {
            waiting: [start].into(),
            seen: [board].into(),
            max_depth: usize::MAX,
            is_up_to_symmetry: false,
        }
    }
}

impl Walk {
    /// Limits the walk to boards within `max_depth` moves of the start.
    #[must_use]
    pub fn within(self, max_depth: usize) -> Walk {
        Walk { max_depth, ..self }
    }

    /// Makes the walk visit one board of each class of symmetric boards. Call it before the first
    /// step.
    #[must_use]
    pub fn up_to_symmetry(mut self) -> Walk {
        self.is_up_to_symmetry = true;
        for visit in &mut self.waiting {
            visit.board = visit.board.canonical().0;
        }
        self.seen = self.waiting.iter().map(|visit| visit.board).collect();
        self
    }

    /// The number of boards found so far, visited or not.
    pub fn n_met(&self) -> usize {
        self.seen.len()
    }
}

impl Iterator for Walk {
    type Item = Visit;

    fn next(&mut self) -> Option<Visit> {
        let visit = self.waiting.pop_front()?;
        if visit.depth < self.max_depth {
            for (m, effect) in visit.board.successors() {
                let canonical = || effect.board.canonical().0;
                let board = if self.is_up_to_symmetry { canonical() } else { effect.board };
                if self.seen.insert(board) {
                    let origin = Some((visit.board, m, effect));
                    self.waiting.push_back(Visit { board, depth: visit.depth + 1, origin });
                }
            }
        }
        Some(visit)
    }
}
