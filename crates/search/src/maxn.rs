//! Max^n search: the best move where every seat plays for itself.

use std::cmp::{Ordering, Reverse};
use std::mem;

use tilewright_core::{BySeat, Position, Rng, Seat, Turn};

use crate::budget::Budget;
use crate::evaluate::{Evaluate, list_root};
use crate::limits::Limits;
use crate::thinking::{Choice, SearchInfo, Thinking};
use crate::value::Value;

/// Max^n search with iterative deepening: every seat wants the best for itself.
///
/// It is for games without chance and any number of seats. Of moves that are worth the same to the
/// seat that plays them, the one is expected that leaves the others the least together, so that the
/// values do not depend on the order in which moves are tried.
///
/// A result depends on nothing that was searched before; with a limit of nodes or depth and the
/// same `rng` it is the same on every machine.
///
/// ```
/// use tilewright_core::{Position, Rng};
/// use tilewright_search::{Choice, Evaluate, Limits, MaxN, Thinking};
///
/// /// The best move of a seat among several, looking two moves ahead.
/// fn best_move<P: Position>(
///     position: &P,
///     evaluator: impl Evaluate<P>,
///     rng: &mut impl Rng,
/// ) -> Choice<P::Move> {
///     let limits = Limits { depth: Some(2), ..Limits::NONE };
///     MaxN::new(evaluator).search(position, limits, &mut Thinking::default(), rng)
/// }
/// ```
pub struct MaxN<P: Position, E> {
    evaluator: E,
    width: usize,
    /// The moves of all nodes on the path from the root, one node after the other.
    moves: Vec<P::Move>,
}

/// Deeper than any search goes; every ply is a call.
const MAX_DEPTH: usize = 250;

/// The value of a position for each seat.
type Values = BySeat<Value>;

impl<P: Position, E: Evaluate<P>> MaxN<P, E> {
    /// A search with this evaluator.
    pub fn new(evaluator: E) -> MaxN<P, E> {
        MaxN { evaluator, width: usize::MAX, moves: Vec::new() }
    }

    /// Searches, after the first move, at most so many moves of a position: those with the highest
    /// ordering scores (beam search). Where there are more, nothing is proved.
    pub fn with_width(mut self, width: usize) -> MaxN<P, E> {
        self.width = width.max(1);
        self
    }

    /// The best move within the limits; among equals `rng` decides.
    ///
    /// It reports after every depth, and ends early when the value is proved.
    ///
    /// # Panics
    /// If it is nobody's turn, or where chance decides.
    pub fn search<R: Rng + ?Sized>(
        &mut self,
        position: &P,
        limits: Limits,
        thinking: &mut Thinking<'_, P::Move>,
        rng: &mut R,
    ) -> Choice<P::Move> {
        let us = position.turn().seat().expect("a choice is asked of the seat to move");
        let mut root = Vec::new();
        list_root(&self.evaluator, position, &mut root, rng);
        self.moves.clear();
        let mut search = Search {
            evaluator: &self.evaluator,
            width: self.width,
            moves: mem::take(&mut self.moves),
            budget: Budget::new(limits, thinking.stop),
            position: position.clone(),
            pvs: Vec::new(),
            is_cut_off: false,
        };
        let m = root[0];
        let mut choice = Choice { m, info: SearchInfo { line: vec![m], ..SearchInfo::default() } };
        for depth in 1..=limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH) {
            let Some(info) = search.look_ahead(&mut root, us, depth) else { break };
            thinking.report(&info);
            choice = Choice { m: root[0], info };
            if choice.info.is_proved || search.budget.is_spent() {
                break;
            }
        }
        choice.info.nodes = search.budget.n_nodes();
        self.moves = search.moves;
        choice
    }
}

/// One search in progress.
struct Search<'a, P: Position, E> {
    evaluator: &'a E,
    width: usize,
    moves: Vec<P::Move>,
    budget: Budget<'a>,
    position: P,
    /// By ply: the principal variation from there on.
    pvs: Vec<Vec<P::Move>>,
    /// True if at this depth anything was estimated or left out.
    is_cut_off: bool,
}

impl<P: Position, E: Evaluate<P>> Search<'_, P, E> {
    /// Searches to a depth, and puts the best move first. When the budget is spent on the way, the
    /// best so far counts; none is returned if that is not even the first move.
    fn look_ahead(
        &mut self,
        root: &mut [P::Move],
        us: Seat,
        depth: usize,
    ) -> Option<SearchInfo<P::Move>> {
        self.pvs.resize_with(depth + 1, Vec::new);
        self.is_cut_off = false;
        let mut best: Option<Values> = None;
        for i in 0..root.len() {
            let m = root[i];
            let Some(values) = self.values_of(m, depth, 0) else { break };
            if best.is_none_or(|best| prefer(us, &values, &best) == Ordering::Greater) {
                best = Some(values);
                self.update_pv(0, m);
                root[..=i].rotate_right(1);
            }
        }
        let values = best?;
        let is_proved = !self.is_cut_off && !self.budget.is_spent();
        let shares = values.map(|value| value.share());
        let percent = (100.0 * shares[us]).round();
        Some(SearchInfo {
            depth,
            nodes: self.budget.n_nodes(),
            value: Some(shares),
            line: self.pvs[0].clone(),
            is_proved,
            sentence: Some(if is_proved {
                format!("proved: {percent} % if everybody plays for themselves")
            } else {
                format!("expects {percent} % at depth {depth}")
            }),
        })
    }

    /// The value of the position for each seat if every seat takes what it prefers. None when the
    /// budget is spent.
    fn values(&mut self, seat: Seat, depth: usize, ply: usize) -> Option<Values> {
        if depth == 0 {
            self.is_cut_off = true;
            return Some(self.evaluator.estimates(&self.position).map(|&it| Value::estimate(it)));
        }
        let first = self.list();
        let mut best: Option<Values> = None;
        for i in first..self.moves.len() {
            let m = self.moves[i];
            let values = self.values_of(m, depth, ply)?;
            if best.is_none_or(|best| prefer(seat, &values, &best) == Ordering::Greater) {
                best = Some(values);
                self.update_pv(ply, m);
            }
        }
        self.moves.truncate(first);
        best
    }

    /// The value of a move for each seat.
    fn values_of(&mut self, m: P::Move, depth: usize, ply: usize) -> Option<Values> {
        if !self.budget.spend() {
            return None;
        }
        self.pvs[ply + 1].clear();
        let undo = self.position.play_unchecked(m);
        let values = match self.position.turn() {
            Turn::Over(outcome) => Some(BySeat::from_fn(self.position.n_seats(), |seat| {
                Value::of_outcome(&outcome, seat, ply + 1)
            })),
            Turn::Player(seat) => self.values(seat, depth - 1, ply + 1),
            Turn::Chance => panic!("max^n is for games without chance"),
        };
        self.position.undo(m, undo);
        values
    }

    /// Lists the moves of a node, those with the highest scores if there are too many, and returns
    /// where they begin.
    fn list(&mut self) -> usize {
        let first = self.moves.len();
        self.position.legal_moves(&mut self.moves);
        if self.moves.len() - first > self.width {
            let evaluator = self.evaluator;
            let position = &self.position;
            let moves = &mut self.moves[first..];
            moves.sort_by_cached_key(|&m| Reverse(evaluator.ordering_score(position, m)));
            self.moves.truncate(first + self.width);
            self.is_cut_off = true;
        }
        first
    }

    /// Sets the principal variation of a ply: the move, and that of the next ply.
    fn update_pv(&mut self, ply: usize, m: P::Move) {
        let (here, deeper) = self.pvs.split_at_mut(ply + 1);
        let pv = &mut here[ply];
        pv.clear();
        pv.push(m);
        pv.extend_from_slice(&deeper[0]);
    }
}

/// Compares two results for a seat: by its own value, then by less for the others together, and
/// then by the values of the seats, so that the order of moves never matters.
fn prefer(seat: Seat, left: &Values, right: &Values) -> Ordering {
    let total = |values: &Values| values.iter().map(|value| value.points()).sum::<i32>();
    left[seat]
        .cmp(&right[seat])
        .then_with(|| total(right).cmp(&total(left)))
        .then_with(|| right.cmp(left))
}
