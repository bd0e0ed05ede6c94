//! Move ordering: the transposition table's move, gains, killers, quiet moves by their history,
//! losses.

use std::mem;

use tilewright_core::Position;

use crate::evaluate::Evaluate;

use super::thread_data::{FIRST, RankedMove};
use super::tree::{Node, Tree};

impl<P: Position, E: Evaluate<P>> Tree<'_, P, E> {
    /// Lists the moves of a node, and returns where they begin. The transposition table's move
    /// comes first; then the others are ranked only if that one causes no cutoff, which it often
    /// does.
    pub(super) fn list(&mut self, node: Node, best: Option<usize>) -> usize {
        let mut listed = mem::take(&mut self.thread.listed);
        listed.clear();
        self.position.legal_moves(&mut listed);
        let first = self.thread.moves.len();
        let moves =
            listed.iter().enumerate().map(|(index, &m)| RankedMove { m, index, rank: FIRST });
        self.thread.moves.extend(moves);
        self.thread.listed = listed;
        match best {
            Some(best) if first + best < self.thread.moves.len() => {
                self.thread.moves.swap(first, first + best);
            }
            _ => self.rank_from(node, first),
        }
        first
    }

    /// Lists the noisy moves by their scores, and returns where they begin.
    pub(super) fn list_noisy(&mut self) -> usize {
        let mut listed = mem::take(&mut self.thread.listed);
        listed.clear();
        self.context.evaluator.noisy_moves(&self.position, &mut listed);
        let first = self.thread.moves.len();
        for (index, &m) in listed.iter().enumerate() {
            let rank = self.context.evaluator.ordering_score(&self.position, m);
            self.thread.moves.push(RankedMove { m, index, rank });
        }
        self.thread.listed = listed;
        first
    }

    /// The end of the moves of a node that are searched.
    pub(super) fn end_of_beam(&mut self, first: usize) -> usize {
        let n_moves = self.thread.moves.len();
        let end = first.saturating_add(self.context.width);
        self.is_narrowed |= end < n_moves;
        n_moves.min(end)
    }

    /// The next move of a node whose moves begin at `first`.
    pub(super) fn pick(&mut self, node: Node, first: usize, i: usize) -> RankedMove<P::Move> {
        let next = self.thread.moves[i];
        if next.rank == FIRST && i == first {
            return next;
        }
        if next.rank == FIRST {
            self.rank_from(node, i);
        }
        self.pick_highest(i)
    }

    /// Swaps the highest of the moves from `i` on to the front. Sorting all would be slower,
    /// because the first few are mostly enough.
    pub(super) fn pick_highest(&mut self, i: usize) -> RankedMove<P::Move> {
        let moves = &mut self.thread.moves[i..];
        let mut best = 0;
        for j in 1..moves.len() {
            if moves[j].rank > moves[best].rank {
                best = j;
            }
        }
        moves.swap(0, best);
        moves[0]
    }

    /// Ranks the moves of a node from the one at `i` on.
    fn rank_from(&mut self, node: Node, i: usize) {
        for i in i..self.thread.moves.len() {
            let m = self.thread.moves[i].m;
            let score = self.context.evaluator.ordering_score(&self.position, m);
            self.thread.moves[i].rank = self.thread.rank(m, score, node.seat, node.ply);
        }
    }
}
