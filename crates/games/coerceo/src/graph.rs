//! The graph of boards: which follow on which, each visited once.

use std::collections::{HashSet, VecDeque};

use crate::board::{Board, Effect};
use crate::moves::Move;

impl Board {
    /// Every move with what it does. Different moves lead to different boards. Nothing follows if the
    /// player whose turn it is has no pieces.
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

/// A walk over all boards that can be reached from a board, the near ones first, each once however
/// many ways lead there.
///
/// It knows nothing of what ends a game without ending the board, such as repetition: so it is for
/// studies of the board, and ends when no board is new. There are a great many boards, so give it a
/// depth, or take as many as you need.
///
/// ```
/// use tilewright_coerceo::{Board, Costs, Variant, Walk};
///
/// let start = Board::start(Variant::Ocius, Costs::default());
/// let walk = Walk::from(start).within(2);
/// let depths: Vec<usize> = walk.map(|visit| visit.depth).collect();
/// assert_eq!(depths.iter().filter(|&&depth| depth == 1).count(), 26);
///
/// // The short game has a mirror, so that half of the boards tell all.
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
    /// How many moves it takes to get there, at least.
    pub depth: usize,
    /// The board from which it was met, the move, and what that did; nothing for the first board.
    /// Up to symmetry, the effect leads to a board of which this is the canonical form.
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
    /// The same walk, no further than so many moves from where it begins.
    #[must_use]
    pub fn within(self, max_depth: usize) -> Walk {
        Walk { max_depth, ..self }
    }

    /// A walk that takes boards that symmetries turn into each other for one. To be said at its
    /// beginning.
    #[must_use]
    pub fn up_to_symmetry(mut self) -> Walk {
        self.is_up_to_symmetry = true;
        for visit in &mut self.waiting {
            visit.board = visit.board.canonical().0;
        }
        self.seen = self.waiting.iter().map(|visit| visit.board).collect();
        self
    }

    /// How many boards have been met so far, visited or not.
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
