//! The tree of one search: the root, and the principal variation search (PVS) of its nodes.

use std::collections::HashMap;
use std::mem;
use std::ops::Neg;

use tilewright_core::{BySeat, Outcome, Position, Seat, Turn};

use crate::budget::Budget;
use crate::evaluate::Evaluate;
use crate::game_value::GameValue;
use crate::thinking::SearchInfo;
use crate::transposition::{Bound, TranspositionTable, TtData, unpacked};
use crate::value::Value;

use super::pruning::{Futility, MAX_FUTILITY_DEPTH, constant_reduction, logarithmic_reduction};
use super::thread_data::{KILLER, ThreadData};
use super::window::{PathDependence, Window};

/// One search in one thread.
pub(super) struct Tree<'a, P: Position, E> {
    pub(super) context: Context<'a, E>,
    pub(super) thread: &'a mut ThreadData<P::Move>,
    budget: Budget<'a>,
    pub(super) position: P,
    pub(super) n_seats: usize,
    /// The seat to move at the root.
    pub(super) us: Seat,
    /// The contempt for draws at the root.
    pub(super) contempt: i32,
    /// The path dependence of the values since it was last reset.
    pub(super) dependence: PathDependence,
    /// True if moves were left out because there were too many.
    pub(super) is_narrowed: bool,
    /// The value at the root one iteration before.
    last: Option<Value>,
}

/// The settings and tables that all threads of a search share.
pub(super) struct Context<'a, E> {
    pub(super) evaluator: &'a E,
    pub(super) table: &'a TranspositionTable,
    /// Packed results of earlier searches, by Zobrist key.
    pub(super) persistent: &'a HashMap<u64, u64>,
    pub(super) is_selective: bool,
    pub(super) has_contempt: bool,
    /// The number of moves that are searched in a position.
    pub(super) width: usize,
}

impl<E> Clone for Context<'_, E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for Context<'_, E> {}

/// A place in the tree.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// The seat to move.
    pub(super) seat: Seat,
    /// The remaining depth, in plies.
    pub(super) depth: usize,
    /// The distance from the root, in plies.
    pub(super) ply: usize,
}

/// The result of the moves of a node.
#[derive(Clone, Copy)]
struct Best {
    value: Value,
    /// The place of the best move among the legal ones, if one raised alpha.
    index: Option<usize>,
}

/// Half the width of the aspiration window, in points.
const ASPIRATION: i32 = 12;

/// The first depth with an aspiration window: before, values still jump.
const MIN_ASPIRATION_DEPTH: usize = 4;

/// The most plies of quiescence search beyond the depth.
const MAX_QUIESCENCE_PLIES: usize = 40;

impl<'a, P: Position, E: Evaluate<P>> Tree<'a, P, E> {
    pub(super) fn new(
        context: Context<'a, E>,
        thread: &'a mut ThreadData<P::Move>,
        budget: Budget<'a>,
        position: P,
    ) -> Tree<'a, P, E> {
        Tree {
            us: position.turn().seat().expect("a choice is asked of the seat to move"),
            n_seats: position.n_seats(),
            contempt: context.evaluator.contempt(&position),
            dependence: PathDependence::NONE,
            is_narrowed: false,
            last: None,
            context,
            thread,
            budget,
            position,
        }
    }

    /// The best move so far.
    pub(super) fn best_move(&self) -> P::Move {
        self.thread.root[0]
    }

    pub(super) const fn is_spent(&self) -> bool {
        self.budget.is_spent()
    }

    pub(super) const fn n_nodes(&self) -> u64 {
        self.budget.n_nodes()
    }

    /// Searches to a depth, and puts the best move first. When the budget is spent on the way, the
    /// best so far counts; none is returned if that is not even the first move.
    pub(super) fn look_ahead(&mut self, depth: usize) -> Option<SearchInfo<P::Move>> {
        self.thread.make_room(depth + MAX_QUIESCENCE_PLIES);
        self.thread.path[0] = self.position.key();
        let value = self.aspiration_search(Node { seat: self.us, depth, ply: 0 })?;
        self.last = Some(value);
        let is_end = value.n_plies_to_end().is_some();
        let is_whole = !self.budget.is_spent() && (is_end || !self.dependence.is_cut_off);
        // A win is proved even if other moves were not searched.
        let is_proved = !self.is_narrowed && (is_whole || (is_end && value > Value::DRAW));
        Some(SearchInfo {
            depth,
            nodes: self.budget.n_nodes(),
            value: Some(self.shares(value)),
            line: self.thread.pvs[0].clone(),
            is_proved,
            sentence: Some(sentence(value, depth, is_proved)),
        })
    }

    /// The value at the root, by aspiration windows: first a narrow one around the last value,
    /// which cuts off more, and where that fails one that is open on the failing side.
    fn aspiration_search(&mut self, node: Node) -> Option<Value> {
        let mut window = match self.last {
            Some(last) if node.depth >= MIN_ASPIRATION_DEPTH && last.n_plies_to_end().is_none() => {
                Window { alpha: last.plus(-ASPIRATION), beta: last.plus(ASPIRATION) }
            }
            _ => Window::ALL,
        };
        let mut best = None;
        loop {
            self.dependence = PathDependence::NONE;
            let Some(value) = self.search_root(node, window) else { return best };
            match window.bound(value) {
                Bound::Upper if self.is_spent() => return best,
                Bound::Upper => window.alpha = Value::MIN,
                Bound::Lower if !self.is_spent() => {
                    best = Some(value);
                    window.beta = Value::MAX;
                }
                Bound::Lower | Bound::Exact => return Some(value),
            }
        }
    }

    /// The value of the best move at the root, as far as the budget goes.
    fn search_root(&mut self, node: Node, window: Window) -> Option<Value> {
        let mut best: Option<Value> = None;
        for i in 0..self.thread.root.len() {
            let m = self.thread.root[i];
            let rest = best.map_or(window, |best| window.above(best));
            let Some(value) = self.search_move(m, node, rest, i, 0) else { break };
            best = best.max(Some(value));
            if value > rest.alpha {
                self.thread.update_pv(0, m);
                self.thread.root[..=i].rotate_right(1);
            }
            // There is no quicker win: an earlier iteration would have found it.
            let is_quickest = value.n_plies_to_end().is_some_and(|n_plies| n_plies <= node.depth);
            if value >= window.beta || value > Value::DRAW && is_quickest {
                break;
            }
        }
        best
    }

    /// The value of a node for the seat to move: exact within the window, and beyond it a bound.
    /// None when the budget is spent.
    fn search_node(&mut self, node: Node, window: Window) -> Option<Value> {
        // Step 1. A repetition within the tree is a draw: it can be repeated again.
        let key = self.position.key();
        if let Some(earlier) = self.thread.path[..node.ply].iter().position(|&it| it == key) {
            let earliest = &mut self.dependence.earliest_repetition;
            *earliest = earlier.min(*earliest);
            return Some(self.repetition_value(node.seat));
        }

        // Step 2. Quiescence search at the horizon.
        if node.depth == 0 {
            return self.quiescence(node, window);
        }
        self.thread.path[node.ply] = key;

        // Step 3. Probe the endgame tablebase. A draw there is searched on: a weaker opponent may
        // err.
        if let Some(value) = self.probe_tablebase().and_then(|value| decisive(value, node.ply)) {
            return Some(value);
        }

        // Step 4. Evaluate near the horizon, while the table's entry is still being prefetched.
        let futility = self.futility(node, window);

        // Step 5. Probe the transposition table. It answers only in null windows, so that principal
        // variations stay whole.
        let known = self.probe(key, node);
        if let Some(data) = known
            && window.is_null()
            && let Some(value) = data.answer(node, window, self.context.is_selective)
        {
            self.dependence.is_cut_off |= !data.is_whole;
            return Some(value);
        }

        // Step 6. Reverse futility pruning.
        if let Some(futility) = futility.filter(|it| it.fails_high(window)) {
            self.dependence.is_cut_off = true;
            return Some(futility.estimate);
        }

        // Step 7. Search the moves. What they depend on is collected apart, for the table.
        let outer = mem::replace(&mut self.dependence, PathDependence::NONE);
        let first = self.list(node, known.and_then(|data| data.best));
        let best = self.search_moves(node, window, first, futility)?;
        self.thread.moves.truncate(first);

        // Step 8. Store the result.
        self.store(key, node, window, best);
        self.dependence = self.dependence.and(outer);
        Some(best.value)
    }

    /// The best of the moves that begin at `first`, in the order of their ranks, until one causes a
    /// beta cutoff.
    fn search_moves(
        &mut self,
        node: Node,
        window: Window,
        first: usize,
        futility: Option<Futility>,
    ) -> Option<Best> {
        let mut best = Best { value: Value::MIN, index: None };
        for i in first..self.end_of_beam(first) {
            let n_before = i - first;
            let ranked = self.pick(node, first, i);
            let rest = window.above(best.value);

            // Step 1. Futility pruning: gains and killers are always tried, and while only losses
            // are known every move is.
            if ranked.rank < KILLER
                && best.value.is_estimate()
                && futility.is_some_and(|it| it.is_futile(node, rest, n_before))
            {
                // Later moves are no better.
                self.dependence.is_cut_off = true;
                break;
            }

            // Step 2. Search the move, less deep if it comes late.
            let others = mem::replace(&mut self.dependence, PathDependence::NONE);
            let reduction = self.reduction(node, n_before, ranked.rank);
            let value = self.search_move(ranked.m, node, rest, n_before, reduction)?;

            // Step 3. Keep the best.
            if value > rest.alpha {
                best.index = Some(ranked.index);
                if !window.is_null() {
                    self.thread.update_pv(node.ply, ranked.m);
                }
            }
            best.value = best.value.max(value);
            if best.value >= window.beta {
                // The bound rests on this move alone, and so does its path dependence.
                self.thread.update_killers_and_history(ranked, node.seat, node.ply, node.depth);
                break;
            }
            self.dependence = self.dependence.and(others);
        }
        Some(best)
    }

    /// Stores the result of a node. If its value depends on the path, only the best move is stored.
    fn store(&mut self, key: u64, node: Node, window: Window, best: Best) {
        let is_end = best.value.n_plies_to_end().is_some();
        let mut data = TtData {
            depth: node.depth,
            bound: window.bound(best.value),
            value: best.value.nearer(node.ply),
            best: best.index,
            is_whole: !self.is_narrowed && (is_end || !self.dependence.is_cut_off),
        };
        if self.dependence.earliest_repetition < node.ply {
            data.bound = Bound::Lower;
            data.value = Value::MIN;
            data.is_whole = false;
        } else {
            // The repeated position is this one or a later one, so nothing above depends on it.
            self.dependence.earliest_repetition = usize::MAX;
        }
        self.context.table.store(key, &data);
    }

    /// The stored result of a position: the deeper of this search's and the persistent one.
    #[inline]
    fn probe(&self, key: u64, node: Node) -> Option<TtData> {
        let known = self.context.table.probe(key);
        // Most nodes are near the horizon, and results from there are not persistent.
        if node.depth < 2 || self.context.persistent.is_empty() {
            return known;
        }
        let persistent = self.context.persistent.get(&key).map(|&bits| unpacked(bits));
        let is_deeper = persistent.map(|data| data.depth) > known.map(|data| data.depth);
        if is_deeper { persistent } else { known }
    }

    /// The value of the position in the endgame tablebase, for a selective search: plain minimax
    /// looks no further than its depth.
    #[inline]
    pub(super) fn probe_tablebase(&self) -> Option<GameValue> {
        let evaluator = self.context.evaluator;
        if self.context.is_selective { evaluator.probe_tablebase(&self.position) } else { None }
    }

    /// The static evaluation and margin for futility pruning: near the horizon, in null windows,
    /// and where neither bound is a certain result.
    fn futility(&self, node: Node, window: Window) -> Option<Futility> {
        let applies = self.context.is_selective
            && node.depth <= MAX_FUTILITY_DEPTH
            && window.is_null()
            && window.alpha.is_estimate()
            && window.beta.is_estimate();
        let margin = self.context.evaluator.futility_margin().filter(|_| applies)?;
        Some(Futility { estimate: self.estimate(node), margin: margin * node.depth as i32 })
    }

    /// The value of a move for the seat that plays it, after `n_before` others, at first with a
    /// depth that is reduced.
    pub(super) fn search_move(
        &mut self,
        m: P::Move,
        node: Node,
        window: Window,
        n_before: usize,
        reduction: usize,
    ) -> Option<Value> {
        let undo = self.position.play_unchecked(m);
        if node.depth > 1 {
            self.context.table.prefetch(self.position.key());
        }
        let value = self.search_pvs(node, window, n_before, reduction);
        self.position.undo(m, undo);
        value
    }

    /// Principal variation search of the move that was played in this node: the first move is
    /// probably the best, so a null window asks of the others whether they are better at all.
    fn search_pvs(
        &mut self,
        node: Node,
        window: Window,
        n_before: usize,
        reduction: usize,
    ) -> Option<Value> {
        if n_before > 0 {
            let null = Window::null(window.alpha);
            let mut value = self.search_child(node, null, reduction)?;
            if reduction > 0 && value > window.alpha {
                // The reduced search failed high: search again at full depth.
                value = self.search_child(node, null, 0)?;
            }
            if value <= window.alpha || value >= window.beta {
                return Some(value);
            }
        }
        self.search_child(node, window, 0)
    }

    /// The value of the position after a move of this node, for the seat that moved.
    fn search_child(&mut self, node: Node, window: Window, reduction: usize) -> Option<Value> {
        if !self.budget.spend() {
            return None;
        }
        self.thread.pvs[node.ply + 1].clear();
        match self.position.turn() {
            Turn::Over(outcome) => Some(self.end_value(&outcome, node)),
            Turn::Player(next) => {
                let depth = node.depth.saturating_sub(1 + reduction);
                let child = Node { seat: next, depth, ply: node.ply + 1 };
                // Paranoid: with more than two seats all others are one side.
                let is_same_side = (next == self.us) == (node.seat == self.us);
                let window = if is_same_side { window } else { window.negated() };
                let value = if node.depth == 0 {
                    self.quiescence(child, window)
                } else {
                    self.search_node(child, window)
                };
                if is_same_side { value } else { value.map(Value::neg) }
            }
            Turn::Chance => panic!("alpha-beta is for games without chance"),
        }
    }

    /// The value of the end of the game after a move of this node, for the seat that moved.
    fn end_value(&mut self, outcome: &Outcome, node: Node) -> Value {
        if self.context.evaluator.is_ended_by_history(&self.position) {
            // Like a repetition of the root: nothing on the path may be stored.
            self.dependence.earliest_repetition = 0;
            if outcome.is_draw() {
                return self.repetition_value(node.seat);
            }
        }
        // The others want the worst for us, also if they are several.
        let value = Value::of_outcome(outcome, self.us, node.ply + 1);
        if node.seat == self.us { value } else { -value }
    }

    /// The late move reduction of a move: none for gains and killers, nor for the first moves.
    fn reduction(&self, node: Node, n_before: usize, rank: i32) -> usize {
        if !self.context.is_selective || node.depth < 3 || n_before < 4 || rank >= KILLER {
            return 0;
        }
        if self.context.evaluator.futility_margin().is_some() {
            return logarithmic_reduction(node.depth, n_before);
        }
        constant_reduction(node.depth, n_before)
    }

    /// The share of the result for each seat. Of the others only the sum is known.
    fn shares(&self, value: Value) -> BySeat<f64> {
        let share = value.share();
        let n_seats = f64::from(self.n_seats as u32);
        let other = (0.5 * n_seats - share) / (n_seats - 1.0).max(1.0);
        BySeat::from_fn(self.n_seats, |seat| if seat == self.us { share } else { other })
    }
}

/// The search value of a tablebase's win or loss at a distance from the root.
pub(super) fn decisive(value: GameValue, ply: usize) -> Option<Value> {
    match value {
        GameValue::Win { plies } => Some(Value::win_in(ply + plies)),
        GameValue::Loss { plies } => Some(Value::loss_in(ply + plies)),
        GameValue::Draw => None,
    }
}

impl TtData {
    /// The value of the node, if the stored result decides it within the window. Plain minimax to a
    /// depth knows nothing deeper, so only a result of the same depth counts, or an end within it.
    fn answer(&self, node: Node, window: Window, is_selective: bool) -> Option<Value> {
        let is_deep_enough = if is_selective {
            self.depth >= node.depth || self.is_whole
        } else {
            let n_plies = self.value.n_plies_to_end().unwrap_or(self.depth);
            let is_ended = self.is_whole && n_plies <= self.depth && self.depth <= node.depth;
            self.depth == node.depth || is_ended
        };
        let value = self.value.further(node.ply);
        let decides = match self.bound {
            Bound::Exact => true,
            Bound::Lower => value >= window.beta,
            Bound::Upper => value <= window.alpha,
        };
        (decides && is_deep_enough).then_some(value)
    }
}

fn sentence(value: Value, depth: usize, is_proved: bool) -> String {
    let percent = (100.0 * value.share()).round();
    match value.n_plies_to_end() {
        Some(n_plies) if is_proved => {
            let verb = if value > Value::DRAW { "wins" } else { "loses" };
            format!("proved: {verb} in {n_plies}")
        }
        _ if is_proved && value == Value::DRAW => "proved: a draw".to_owned(),
        _ if is_proved => format!("proved: {percent} %"),
        _ => format!("expects {percent} % at depth {depth}"),
    }
}
