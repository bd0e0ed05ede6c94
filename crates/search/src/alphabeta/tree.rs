//! The tree of positions that a search walks through.

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

use super::thread_data::{FIRST, KILLER, RankedMove, ThreadData};

/// One search under way, in one thread.
pub(super) struct Tree<'a, P: Position, E> {
    context: Context<'a, E>,
    thread: &'a mut ThreadData<P::Move>,
    budget: Budget<'a>,
    position: P,
    n_seats: usize,
    /// Who is to move at the root.
    us: Seat,
    /// How little it likes draws.
    contempt: i32,
    /// What the values found since it was last reset depend on.
    dependence: PathDependence,
    /// Whether moves were left out because there were too many.
    is_narrowed: bool,
    /// What was found one move less deep.
    last: Option<Value>,
}

/// What all threads of a search share.
pub(super) struct Context<'a, E> {
    pub(super) evaluator: &'a E,
    pub(super) table: &'a TranspositionTable,
    pub(super) persistent: &'a HashMap<u64, u64>,
    pub(super) is_selective: bool,
    /// Whether who searches has likes and dislikes.
    pub(super) has_contempt: bool,
    /// How many moves of a position are looked at.
    pub(super) width: usize,
}

impl<E> Clone for Context<'_, E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for Context<'_, E> {}

/// What a value depends on, other than the position and ends of the game.
#[derive(Clone, Copy)]
struct PathDependence {
    /// Whether anything was estimated rather than played to its end.
    is_cut_off: bool,
    /// The ply of the earliest position before it that came back, or 0 if it is even earlier.
    earliest_repetition: usize,
}

impl PathDependence {
    const NONE: PathDependence =
        PathDependence { is_cut_off: false, earliest_repetition: usize::MAX };

    fn and(self, other: PathDependence) -> PathDependence {
        PathDependence {
            is_cut_off: self.is_cut_off || other.is_cut_off,
            earliest_repetition: self.earliest_repetition.min(other.earliest_repetition),
        }
    }
}

/// Where in the tree.
#[derive(Clone, Copy)]
struct Node {
    /// Who is to move.
    seat: Seat,
    /// How many moves are still to be looked ahead.
    depth: usize,
    /// How many moves it is from the root.
    ply: usize,
}

/// Which values matter: up to `alpha` there is something as good already, and from `beta` on the
/// opponent will not let it come to that.
#[derive(Clone, Copy)]
struct Window {
    alpha: Value,
    beta: Value,
}

impl Window {
    const ALL: Window = Window { alpha: Value::MIN, beta: Value::MAX };

    /// Only whether it is more than `alpha`.
    const fn null_above(alpha: Value) -> Window {
        Window { alpha, beta: alpha.next() }
    }

    fn is_null(self) -> bool {
        self.beta == self.alpha.next()
    }

    /// As the opponent sees it.
    fn negated(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// What it leaves open of a value that was found in it.
    fn bound(self, value: Value) -> Bound {
        match value {
            _ if value >= self.beta => Bound::Lower,
            _ if value > self.alpha => Bound::Exact,
            _ => Bound::Upper,
        }
    }
}

/// What the moves of a node come to.
#[derive(Clone, Copy)]
struct Best {
    value: Value,
    /// The place of the best move among the legal ones, if it is better than what there was.
    index: Option<usize>,
}

/// How far from the last value the next one is expected, in points.
const ASPIRATION: i32 = 12;

/// From this depth on the last value tells something.
const MIN_ASPIRATION_DEPTH: usize = 4;

/// How many loud moves are followed beyond the depth.
const MAX_NOISE: usize = 40;

/// From how many moves before the horizon on an estimate decides what is looked at.
const MAX_FUTILITY_DEPTH: usize = 3;

/// So many moves are tried there at least, and so many more for each square of the depth.
const MIN_TRIED: usize = 8;
const TRIED_BY_DEPTH: usize = 4;

/// What an estimate of a known draw is divided by.
const HOPE_DIVISOR: i32 = 8;

/// What the logarithms of depth and moves before, in eighths, are divided by for a reduction.
const REDUCTION_DIVISOR: usize = 266;

impl<'a, P: Position, E: Evaluate<P>> Tree<'a, P, E> {
    pub(super) fn new(
        context: Context<'a, E>,
        thread: &'a mut ThreadData<P::Move>,
        budget: Budget<'a>,
        position: P,
    ) -> Tree<'a, P, E> {
        let us = position.turn().seat().expect("a choice is asked of the seat to move");
        let (n_seats, contempt) = (position.n_seats(), context.evaluator.contempt(&position));
        let (dependence, is_narrowed, last) = (PathDependence::NONE, false, None);
        Tree {
            context,
            thread,
            budget,
            position,
            n_seats,
            us,
            contempt,
            dependence,
            is_narrowed,
            last,
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

    /// Looks so many moves ahead, and puts the best move first. When the budget is spent on the way,
    /// what was best so far counts; it says nothing if that is not even the first move.
    pub(super) fn look_ahead(&mut self, depth: usize) -> Option<SearchInfo<P::Move>> {
        self.thread.make_room(depth + MAX_NOISE);
        self.thread.path[0] = self.position.key();
        let value = self.aspiration_search(Node { seat: self.us, depth, ply: 0 })?;
        self.last = Some(value);
        let is_end = value.n_plies_to_end().is_some();
        let is_whole = !self.budget.is_spent() && (is_end || !self.dependence.is_cut_off);
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

    /// The value at the root: first in a narrow window around the last one, which is quick, and then,
    /// where that was wrong, in one that is open on that side.
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
                    (best, window.beta) = (Some(value), Value::MAX);
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
            let alpha = best.map_or(window.alpha, |best| best.max(window.alpha));
            let rest = Window { alpha, ..window };
            let Some(value) = self.search_move(m, node, rest, i, 0) else { break };
            best = best.max(Some(value));
            if value > alpha {
                self.thread.update_pv(0, m);
                self.thread.root[..=i].rotate_right(1);
            }
            // There is no quicker win: looking less far ahead would have found it.
            let is_quickest = value.n_plies_to_end().is_some_and(|n_plies| n_plies <= node.depth);
            if value >= window.beta || value > Value::DRAW && is_quickest {
                break;
            }
        }
        best
    }

    /// The value of the position for the seat to move: exact within the window, and beyond it a
    /// bound. Nothing when the budget is spent.
    fn value(&mut self, node: Node, window: Window) -> Option<Value> {
        // Step 1. What comes back comes back again: a draw.
        let key = self.position.key();
        if let Some(earliest_repetition) =
            self.thread.path[..node.ply].iter().position(|&it| it == key)
        {
            self.dependence.earliest_repetition =
                self.dependence.earliest_repetition.min(earliest_repetition);
            return Some(self.repetition_value(node.seat));
        }

        // Step 2. At the horizon wait until it is quiet, then believe the evaluator.
        if node.depth == 0 {
            return self.quiescence(node, window);
        }
        self.thread.path[node.ply] = key;

        // Step 3. Where it is known who wins there is nothing to look for.
        if let Some(value) = self.probe_tablebase().and_then(|ending| certain(ending, node.ply)) {
            return Some(value);
        }

        // Step 4. Estimate near the horizon, while what is remembered is still being fetched.
        let futility = self.futility(node, window);

        // Step 5. Remember; but only for a yes or no, so that the best line stays whole.
        let known = self.known(key, node);
        if let Some(entry) = known
            && window.is_null()
            && let Some(value) = entry.answer(node, window, self.context.is_selective)
        {
            self.dependence.is_cut_off |= !entry.is_whole;
            return Some(value);
        }

        // Step 6. Believe an estimate that the opponent can hardly change in time.
        if let Some(futility) = futility.filter(|it| it.fails_high(window)) {
            self.dependence.is_cut_off = true;
            return Some(futility.estimate);
        }

        // Step 7. Try the moves.
        let outer = mem::replace(&mut self.dependence, PathDependence::NONE);
        let first = self.list(node, known.and_then(|entry| entry.best));
        let best = self.search_moves(node, window, first, futility)?;
        self.thread.moves.truncate(first);

        // Step 8. Keep what was found.
        self.keep(key, node, window, best);
        self.dependence = self.dependence.and(outer);
        Some(best.value)
    }

    /// The best of the moves that begin at `first`: the most interesting are tried first, until the
    /// opponent has seen enough.
    fn search_moves(
        &mut self,
        node: Node,
        window: Window,
        first: usize,
        futility: Option<Futility>,
    ) -> Option<Best> {
        let mut best = Best { value: Value::MIN, index: None };
        for i in first..self.end_of_beam(first) {
            let ranked = self.pick(node, first, i);
            let rest = Window { alpha: window.alpha.max(best.value), ..window };
            if ranked.rank < KILLER
                && best.value.is_estimate()
                && futility.is_some_and(|it| it.is_futile(node, rest, i - first))
            {
                // What comes after it in the order is no better.
                self.dependence.is_cut_off = true;
                break;
            }
            let others = mem::replace(&mut self.dependence, PathDependence::NONE);
            let reduction = self.reduction(node, i - first, ranked.rank);
            let value = self.search_move(ranked.m, node, rest, i - first, reduction)?;
            if value > rest.alpha {
                best.index = Some(ranked.index);
                if !window.is_null() {
                    self.thread.update_pv(node.ply, ranked.m);
                }
            }
            best.value = best.value.max(value);
            if best.value >= window.beta {
                // Only this move matters then, and what it depends on.
                self.thread.update_killers_and_history(ranked, node.seat, node.ply, node.depth);
                break;
            }
            self.dependence = self.dependence.and(others);
        }
        Some(best)
    }

    /// Remembers what was found in a node. If it depends on the way here, only the best move is kept.
    fn keep(&mut self, key: u64, node: Node, window: Window, best: Best) {
        let is_end = best.value.n_plies_to_end().is_some();
        let is_whole = !self.is_narrowed && (is_end || !self.dependence.is_cut_off);
        let (bound, value) = (window.bound(best.value), best.value.nearer(node.ply));
        let mut entry = TtData { depth: node.depth, bound, value, best: best.index, is_whole };
        if self.dependence.earliest_repetition < node.ply {
            (entry.bound, entry.value, entry.is_whole) = (Bound::Lower, Value::MIN, false);
        } else {
            // What came back was not before this node, so nothing above depends on it.
            self.dependence.earliest_repetition = usize::MAX;
        }
        self.context.table.store(key, &entry);
    }

    /// What is remembered of a position, the deeper if this search and an earlier one know it.
    #[inline]
    fn known(&self, key: u64, node: Node) -> Option<TtData> {
        let known = self.context.table.probe(key);
        // Most nodes are near the horizon, and nobody recalls those.
        if node.depth < 2 || self.context.persistent.is_empty() {
            return known;
        }
        let persistent = self.context.persistent.get(&key).map(|&bits| unpacked(bits));
        if persistent.map(|entry| entry.depth) > known.map(|entry| entry.depth) {
            persistent
        } else {
            known
        }
    }

    /// The value of the position at the horizon: what it is estimated at, or more by a loud move.
    /// A known draw is no more than a draw, but the opponent may not know it.
    fn quiescence(&mut self, node: Node, window: Window) -> Option<Value> {
        let ending = self.probe_tablebase();
        if let Some(value) = ending.and_then(|ending| certain(ending, node.ply)) {
            return Some(value);
        }
        self.dependence.is_cut_off = true;
        if ending == Some(GameValue::Draw) {
            let hope = self.estimate(node).points() / HOPE_DIVISOR;
            return Some(self.draw_value(node.seat).plus(hope));
        }
        let mut best = self.estimate(node);
        if best >= window.beta || node.ply + 1 >= self.thread.path.len() {
            return Some(best);
        }
        let first = self.list_noisy();
        for i in first..self.thread.moves.len() {
            let m = self.pick_ranked(i).m;
            let rest = Window { alpha: window.alpha.max(best), ..window };
            let value = self.search_move(m, node, rest, 0, 0)?;
            if value > rest.alpha && !window.is_null() {
                self.thread.update_pv(node.ply, m);
            }
            best = best.max(value);
            if best >= window.beta {
                break;
            }
        }
        self.thread.moves.truncate(first);
        Some(best)
    }

    /// What comes of the position if both play well, where that is known and may be believed.
    #[inline]
    fn probe_tablebase(&self) -> Option<GameValue> {
        if self.context.is_selective {
            self.context.evaluator.probe_tablebase(&self.position)
        } else {
            None
        }
    }

    /// What it is worth to a seat that a position comes back.
    fn repetition_value(&mut self, seat: Seat) -> Value {
        let value = self.draw_value(seat);
        self.dependence.is_cut_off |= value != Value::DRAW;
        value
    }

    /// What it is worth to a seat that a position comes back, or is known to be drawn: who searches may
    /// prefer what is not quite as good. What it misses of a full table counts here as in an estimate; else
    /// it would flee into such a draw where little is left.
    fn draw_value(&self, seat: Seat) -> Value {
        if !self.context.has_contempt {
            return Value::DRAW;
        }
        let contempt = if seat == self.us { -self.contempt } else { self.contempt };
        Value::estimate(contempt + self.trade_contempt(seat))
    }

    /// What is expected near the horizon, where that decides what is looked at.
    fn futility(&self, node: Node, window: Window) -> Option<Futility> {
        let is_asked = self.context.is_selective
            && node.depth <= MAX_FUTILITY_DEPTH
            && window.is_null()
            && window.alpha.is_estimate()
            && window.beta.is_estimate();
        let futility_margin = self.context.evaluator.futility_margin().filter(|_| is_asked)?;
        Some(Futility {
            estimate: self.estimate(node),
            futility_margin: futility_margin * node.depth as i32,
        })
    }

    fn estimate(&self, node: Node) -> Value {
        if self.n_seats == 2 || node.seat == self.us {
            let estimate = self.context.evaluator.estimate(&self.position, node.seat);
            return Value::estimate(estimate + self.trade_contempt(node.seat));
        }
        -Value::estimate(self.context.evaluator.estimate(&self.position, self.us))
    }

    /// What it is worth to a seat that much is still on the table: who searches wants that, so the
    /// other must be thought not to.
    fn trade_contempt(&self, seat: Seat) -> i32 {
        if !self.context.has_contempt {
            return 0;
        }
        let trade_contempt = self.context.evaluator.trade_contempt(&self.position);
        if seat == self.us { trade_contempt } else { -trade_contempt }
    }

    /// What a move is worth to who plays it: the one after `n_before` others, looked at less deep at
    /// first by `reduction`.
    fn search_move(
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

    /// What the move that was just played in this node is worth. The first one is probably the best,
    /// so of the others it is first asked, which is quick, whether they are better at all.
    fn search_pvs(
        &mut self,
        node: Node,
        window: Window,
        n_before: usize,
        reduction: usize,
    ) -> Option<Value> {
        if n_before > 0 {
            let question = Window::null_above(window.alpha);
            let mut value = self.search_child(node, question, reduction)?;
            if reduction > 0 && value > window.alpha {
                value = self.search_child(node, question, 0)?;
            }
            if value <= window.alpha || value >= window.beta {
                return Some(value);
            }
        }
        self.search_child(node, window, 0)
    }

    fn search_child(&mut self, node: Node, window: Window, reduction: usize) -> Option<Value> {
        if !self.budget.spend() {
            return None;
        }
        let Node { seat, depth, ply } = node;
        self.thread.pvs[ply + 1].clear();
        match self.position.turn() {
            Turn::Over(outcome) => {
                if self.context.evaluator.is_ended_by_history(&self.position) {
                    // As if a position at the root had come back: nothing on the way is kept.
                    self.dependence.earliest_repetition = 0;
                    if outcome.is_draw() {
                        return Some(self.repetition_value(seat));
                    }
                }
                Some(result(&outcome, self.us, seat, ply + 1))
            }
            Turn::Player(next) => {
                let depth = depth.saturating_sub(1 + reduction);
                let is_beyond = node.depth == 0;
                let node = Node { seat: next, depth, ply: ply + 1 };
                let is_same_side = (next == self.us) == (seat == self.us);
                let window = if is_same_side { window } else { window.negated() };
                let value = if is_beyond {
                    self.quiescence(node, window)
                } else {
                    self.value(node, window)
                };
                if is_same_side { value } else { value.map(Value::neg) }
            }
            Turn::Chance => panic!("alpha-beta is for games without chance"),
        }
    }

    /// How much less deep a move is looked at that comes late, gains nothing and never was good.
    fn reduction(&self, node: Node, n_before: usize, rank: i32) -> usize {
        if !self.context.is_selective || node.depth < 3 || n_before < 4 || rank >= KILLER {
            return 0;
        }
        if self.context.evaluator.futility_margin().is_some() {
            return reduction(node.depth, n_before);
        }
        if n_before >= 16 && node.depth >= 5 { 2 } else { 1 }
    }

    /// Lists the moves of a node, and says where they begin. If one was best before it comes first,
    /// and the others are ranked only when they are asked for, because that one often is enough.
    fn list(&mut self, node: Node, best: Option<usize>) -> usize {
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

    /// Ranks the moves of a node from the one at `i` on.
    fn rank_from(&mut self, node: Node, i: usize) {
        for i in i..self.thread.moves.len() {
            let m = self.thread.moves[i].m;
            let promise = self.context.evaluator.ordering_score(&self.position, m);
            self.thread.moves[i].rank = self.thread.rank(m, promise, node.seat, node.ply);
        }
    }

    /// Where the moves of a node end that are looked at.
    fn end_of_beam(&mut self, first: usize) -> usize {
        let (n_moves, end) = (self.thread.moves.len(), first.saturating_add(self.context.width));
        self.is_narrowed |= end < n_moves;
        n_moves.min(end)
    }

    /// Lists the loud moves, ranked by their promise, and says where they begin.
    fn list_noisy(&mut self) -> usize {
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

    /// The next move of a node whose moves begin at `first`.
    fn pick(&mut self, node: Node, first: usize, i: usize) -> RankedMove<P::Move> {
        match self.thread.moves[i] {
            ranked if ranked.rank != FIRST => self.pick_ranked(i),
            ranked if i == first => ranked,
            _ => {
                self.rank_from(node, i);
                self.pick_ranked(i)
            }
        }
    }

    /// The best of the moves from `i` on. They need not be sorted, because the first few mostly are
    /// enough.
    fn pick_ranked(&mut self, i: usize) -> RankedMove<P::Move> {
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

    /// What each seat can expect. Of the others nothing is known but what they have together.
    fn shares(&self, value: Value) -> BySeat<f64> {
        let share = value.share();
        let n_seats = f64::from(self.n_seats as u32);
        let other = (0.5 * n_seats - share) / (n_seats - 1.0).max(1.0);
        BySeat::from_fn(self.n_seats, |seat| if seat == self.us { share } else { other })
    }
}

/// What a win or a loss that is known at so many moves from the root is worth to who is to move.
fn certain(ending: GameValue, ply: usize) -> Option<Value> {
    match ending {
        GameValue::Win { plies } => Some(Value::win_in(ply + plies)),
        GameValue::Loss { plies } => Some(Value::loss_in(ply + plies)),
        GameValue::Draw => None,
    }
}

/// What is expected of a position that is soon estimated.
#[derive(Clone, Copy)]
struct Futility {
    estimate: Value,
    /// By how much that may change until then.
    futility_margin: i32,
}

impl Futility {
    /// Whether it stays too good for the opponent, whatever that does until then.
    fn fails_high(self, window: Window) -> bool {
        self.estimate.plus(-self.futility_margin) >= window.beta
    }

    /// Whether a quiet move after so many others hardly is better than what there is.
    fn is_futile(self, node: Node, window: Window, n_before: usize) -> bool {
        let n_enough = MIN_TRIED + TRIED_BY_DEPTH * node.depth * node.depth;
        n_before >= n_enough || self.estimate.plus(self.futility_margin) <= window.alpha
    }
}

/// How much less deep a move is looked at after so many others: more the deeper and the later it is.
fn reduction(depth: usize, n_before: usize) -> usize {
    let product = log2_in_eighths(depth) * log2_in_eighths(n_before);
    (product / REDUCTION_DIVISOR).clamp(1, depth - 1)
}

/// The logarithm, rounded down to an eighth by a line between powers of two.
fn log2_in_eighths(n: usize) -> usize {
    let log = n.ilog2() as usize;
    8 * log + ((8 * n) >> log) - 8
}

impl TtData {
    /// The value of the node, if what is remembered settles it. Plain minimax to a depth knows
    /// nothing deeper, so only what was found at the same depth counts, or what ends within it.
    fn answer(&self, node: Node, window: Window, is_selective: bool) -> Option<Value> {
        let is_fit = if is_selective {
            self.depth >= node.depth || self.is_whole
        } else {
            let n_plies = self.value.n_plies_to_end().unwrap_or(self.depth);
            let is_ended = self.is_whole && n_plies <= self.depth && self.depth <= node.depth;
            self.depth == node.depth || is_ended
        };
        let value = self.value.further(node.ply);
        let settles = match self.bound {
            Bound::Exact => true,
            Bound::Lower => value >= window.beta,
            Bound::Upper => value <= window.alpha,
        };
        (settles && is_fit).then_some(value)
    }
}

/// What an end of the game, so many moves from the root, is worth to a seat: `us`, or one of the
/// others, who want nothing but the worst for us.
fn result(outcome: &Outcome, us: Seat, seat: Seat, ply: usize) -> Value {
    let value = Value::of_outcome(outcome, us, ply);
    if seat == us { value } else { -value }
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
