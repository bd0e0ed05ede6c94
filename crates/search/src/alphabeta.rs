//! Alpha-beta: the best move of one of two seats, by looking ahead.

use std::cmp::Reverse;
use std::ops::Neg;

use tilewright_core::{BySeat, Outcome, Position, Rng, Seat, Turn, random_index};

use crate::budget::Budget;
use crate::evaluate::Evaluate;
use crate::limits::Limits;
use crate::memory::{Bound, Entry, Memory};
use crate::thinking::{Choice, Info, Thinking};
use crate::value::Value;

/// Looks ahead, one move deeper each time, and finds the value of plain minimax to that depth: it
/// leaves out only what cannot change it.
///
/// It is for two seats without chance. Turns need not alternate. That a position comes back too often
/// is for the position to say; what is remembered of a position is remembered without the way there.
///
/// Buffers and memory are kept from search to search, but what is found depends on nothing that was
/// searched before. With a limit of nodes or depth and the same `rng` it is the same on every machine.
pub struct AlphaBeta<P: Position, E> {
    evaluator: E,
    memory: Memory<P::Move>,
    /// The moves at the root, the most interesting first.
    root: Vec<P::Move>,
    plies: Vec<Ply<P::Move>>,
}

/// Room for about so many positions: some megabytes.
const N_REMEMBERED: usize = 1 << 18;

/// Deeper than anybody looks; every move on the way is a call.
const MAX_DEPTH: usize = 250;

/// What is needed at one distance from the root.
struct Ply<M> {
    moves: Vec<Ranked<M>>,
    /// The best moves from here on.
    line: Vec<M>,
}

#[derive(Clone, Copy)]
struct Ranked<M> {
    m: M,
    rank: i32,
}

/// Before any promise: what was best when the position was seen before.
const FIRST: i32 = i32::MAX;

impl<P: Position, E: Evaluate<P>> AlphaBeta<P, E> {
    /// A search that believes this evaluator.
    pub fn new(evaluator: E) -> AlphaBeta<P, E> {
        let memory = Memory::new(N_REMEMBERED);
        AlphaBeta { evaluator, memory, root: Vec::new(), plies: Vec::new() }
    }

    /// The best move within the limits; among equals `rng` decides.
    ///
    /// It reports after every depth, and ends early when the value is proved. If it is stopped
    /// before it has looked one move ahead, it takes a move that looks promising.
    ///
    /// # Panics
    /// If it is nobody's turn, if there are not two seats, or where chance decides.
    pub fn search<R: Rng + ?Sized>(
        &mut self,
        position: &P,
        limits: Limits,
        thinking: &mut Thinking<'_, P::Move>,
        rng: &mut R,
    ) -> Choice<P::Move> {
        assert_eq!(position.n_seats(), 2, "alpha-beta is for two seats");
        let us = position.turn().seat().expect("a choice is asked of the seat to move");
        self.list_root(position, rng);
        self.memory.begin();
        let mut search = Search {
            evaluator: &self.evaluator,
            memory: &mut self.memory,
            root: &mut self.root,
            plies: &mut self.plies,
            budget: Budget::new(limits, thinking.stop),
            is_cut_off: false,
        };
        let mut position = position.clone();
        let m = search.root[0];
        let mut choice = Choice { m, info: Info { line: vec![m], ..Info::default() } };
        for depth in 1..=limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH) {
            let Some(info) = search.look_ahead(&mut position, us, depth) else { break };
            thinking.report(&info);
            choice = Choice { m: search.root[0], info };
            if choice.info.is_proved || search.budget.is_spent() {
                break;
            }
        }
        choice.info.nodes = search.budget.n_nodes();
        choice
    }

    /// Lists the moves at the root: by their promise, equals in random order.
    fn list_root<R: Rng + ?Sized>(&mut self, position: &P, rng: &mut R) {
        let moves = &mut self.root;
        moves.clear();
        position.legal_moves(moves);
        for i in (1..moves.len()).rev() {
            moves.swap(i, random_index(rng, i + 1));
        }
        moves.sort_by_cached_key(|&m| Reverse(self.evaluator.promise(position, m)));
    }
}

/// One search under way.
struct Search<'a, P: Position, E> {
    evaluator: &'a E,
    memory: &'a mut Memory<P::Move>,
    root: &'a mut Vec<P::Move>,
    plies: &'a mut Vec<Ply<P::Move>>,
    budget: Budget<'a>,
    /// Whether anything at this depth was estimated rather than played to its end.
    is_cut_off: bool,
}

/// Where in the tree.
#[derive(Clone, Copy)]
struct Node {
    /// Who is to move.
    us: Seat,
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
    /// Only whether it is more than `alpha`.
    const fn above(alpha: Value) -> Window {
        Window { alpha, beta: alpha.next() }
    }

    fn is_yes_or_no(self) -> bool {
        self.beta == self.alpha.next()
    }

    /// As the opponent sees it.
    fn turned(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

impl<P: Position, E: Evaluate<P>> Search<'_, P, E> {
    /// Looks so many moves ahead, and puts the best move first. When the budget is spent on the way,
    /// what was best so far counts; it says nothing if that is not even the first move.
    fn look_ahead(&mut self, position: &mut P, us: Seat, depth: usize) -> Option<Info<P::Move>> {
        let room = || Ply { moves: Vec::new(), line: Vec::new() };
        self.plies.resize_with(depth + 1, room);
        self.is_cut_off = false;
        let value = self.root_value(position, Node { us, depth, ply: 0 })?;
        let is_end = value.n_plies_to_end().is_some();
        let is_whole = !self.budget.is_spent() && (is_end || !self.is_cut_off);
        let is_proved = is_whole || (is_end && value > Value::DRAW);
        let share = value.share();
        Some(Info {
            depth,
            nodes: self.budget.n_nodes(),
            value: Some(BySeat::from_fn(2, |seat| if seat == us { share } else { 1.0 - share })),
            line: self.plies[0].line.clone(),
            is_proved,
            sentence: Some(sentence(value, depth, is_proved)),
        })
    }

    /// The value of the best move at the root, as far as the budget goes.
    fn root_value(&mut self, position: &mut P, node: Node) -> Option<Value> {
        let mut best = None;
        for i in 0..self.root.len() {
            let m = self.root[i];
            let window = Window { alpha: best.unwrap_or(Value::MIN), beta: Value::MAX };
            let Some(value) = self.value_of(position, m, node, window, i == 0) else { break };
            if value > window.alpha {
                best = Some(value);
                self.take_line(0, m);
                self.root[..=i].rotate_right(1);
            }
            // There is no quicker win: looking less far ahead would have found it.
            if value > Value::DRAW && value.n_plies_to_end().is_some() {
                break;
            }
        }
        best
    }

    /// The value of a position for the seat to move: exact within the window, and beyond it a bound.
    /// Nothing when the budget is spent.
    fn value(&mut self, position: &mut P, node: Node, window: Window) -> Option<Value> {
        // Step 1. At the horizon believe the evaluator.
        if node.depth == 0 {
            self.is_cut_off = true;
            return Some(Value::estimate(self.evaluator.estimate(position, node.us)));
        }

        // Step 2. Remember. Only what was found at the same depth counts, so that the value stays
        // that of plain minimax; and only for a yes or no, so that the best line stays whole.
        let key = position.key();
        let known = self.memory.find(key).copied();
        if let Some(value) = known.and_then(|entry| entry.answer(node, window)) {
            self.is_cut_off |= value.n_plies_to_end().is_none();
            return Some(value);
        }

        // Step 3. Try the moves, the most interesting first, until the opponent has seen enough.
        self.list(position, node, known.and_then(|entry| entry.best));
        let (mut best, mut best_move) = (Value::MIN, None);
        for i in 0..self.plies[node.ply].moves.len() {
            let m = self.pick(node, i);
            let rest = Window { alpha: window.alpha.max(best), ..window };
            let value = self.value_of(position, m, node, rest, i == 0)?;
            if value > rest.alpha {
                best_move = Some(m);
                self.take_line(node.ply, m);
            }
            best = best.max(value);
            if best >= window.beta {
                break;
            }
        }

        // Step 4. Keep what was found.
        let bound = match best {
            _ if best >= window.beta => Bound::AtLeast,
            _ if best > window.alpha => Bound::Exact,
            _ => Bound::AtMost,
        };
        self.memory.keep(key, node.depth, bound, best.nearer(node.ply), best_move);
        Some(best)
    }

    /// What a move is worth to who plays it.
    fn value_of(
        &mut self,
        position: &mut P,
        m: P::Move,
        node: Node,
        window: Window,
        is_first: bool,
    ) -> Option<Value> {
        let undo = position.play_unchecked(m);
        let value = self.value_after(position, node, window, is_first);
        position.undo(m, undo);
        value
    }

    /// What the move that was just played in this node is worth. The first one is probably the best,
    /// so of the others it is first asked, which is quick, whether they are better at all.
    fn value_after(
        &mut self,
        position: &mut P,
        node: Node,
        window: Window,
        is_first: bool,
    ) -> Option<Value> {
        if !is_first {
            let value = self.value_within(position, node, Window::above(window.alpha))?;
            if value <= window.alpha || value >= window.beta {
                return Some(value);
            }
        }
        self.value_within(position, node, window)
    }

    fn value_within(&mut self, position: &mut P, node: Node, window: Window) -> Option<Value> {
        if !self.budget.spend() {
            return None;
        }
        let Node { us, depth, ply } = node;
        self.plies[ply + 1].line.clear();
        match position.turn() {
            Turn::Over(outcome) => Some(result(&outcome, us, ply + 1)),
            Turn::Player(seat) => {
                let next = Node { us: seat, depth: depth - 1, ply: ply + 1 };
                if seat == us {
                    return self.value(position, next, window);
                }
                self.value(position, next, window.turned()).map(Value::neg)
            }
            Turn::Chance => panic!("alpha-beta is for games without chance"),
        }
    }

    /// Lists the moves of a node with their ranks.
    fn list(&mut self, position: &P, node: Node, first: Option<P::Move>) {
        let evaluator = self.evaluator;
        let Ply { moves, line } = &mut self.plies[node.ply];
        // The line is written anew in any case, and until then there is room for the moves.
        line.clear();
        position.legal_moves(line);
        let rank = |m| if Some(m) == first { FIRST } else { evaluator.promise(position, m) };
        moves.clear();
        moves.extend(line.drain(..).map(|m| Ranked { m, rank: rank(m) }));
    }

    /// The next move of a node: the best of those from `i` on. They need not be sorted, because the
    /// first few mostly are enough.
    fn pick(&mut self, node: Node, i: usize) -> P::Move {
        let moves = &mut self.plies[node.ply].moves;
        let mut best = i;
        for j in i + 1..moves.len() {
            if moves[j].rank > moves[best].rank {
                best = j;
            }
        }
        moves.swap(i, best);
        moves[i].m
    }

    /// The best line from here is the move, and what was best after it.
    fn take_line(&mut self, ply: usize, m: P::Move) {
        let (here, deeper) = self.plies.split_at_mut(ply + 1);
        let line = &mut here[ply].line;
        line.clear();
        line.push(m);
        line.extend_from_slice(&deeper[0].line);
    }
}

impl<M: Copy> Entry<M> {
    /// The value of the node, if what is remembered settles it.
    fn answer(&self, node: Node, window: Window) -> Option<Value> {
        let value = self.value.further(node.ply);
        let settles = match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => value >= window.beta,
            Bound::AtMost => value <= window.alpha,
        };
        let is_fit = usize::from(self.depth) == node.depth && window.is_yes_or_no();
        (settles && is_fit).then_some(value)
    }
}

/// What an outcome is worth to a seat, so many moves from the root.
fn result(outcome: &Outcome, us: Seat, ply: usize) -> Value {
    match outcome.place(us) {
        _ if outcome.is_draw() => Value::DRAW,
        1 => Value::win_in(ply),
        _ => Value::loss_in(ply),
    }
}

fn sentence(value: Value, depth: usize, is_proved: bool) -> String {
    let percent = (100.0 * value.share()).round();
    match value.n_plies_to_end() {
        Some(n_plies) if is_proved => {
            let verb = if value > Value::DRAW { "wins" } else { "loses" };
            format!("proved: {verb} in {n_plies}")
        }
        _ if is_proved => "proved: a draw".to_owned(),
        _ => format!("expects {percent} % at depth {depth}"),
    }
}
