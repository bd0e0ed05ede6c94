//! Alpha-beta search: the best move of one seat against the others, by looking ahead.

mod ordering;
mod pruning;
mod quiescence;
mod thread_data;
mod tree;
mod window;

use std::cmp::Reverse;
use std::collections::HashMap;
use std::thread;

use tilewright_core::{Position, Rng};

use crate::budget::Budget;
use crate::cpu_time::{add_helper, cpu_time_of_thread};
use crate::evaluate::{Evaluate, list_root};
use crate::limits::{Limits, Stop};
use crate::thinking::{Choice, SearchInfo, Thinking};
use crate::transposition::{TranspositionTable, TtData, TtEntry, depth_of};

use self::thread_data::ThreadData;
use self::tree::{Context, Tree};

/// Alpha-beta search with iterative deepening, aspiration windows, principal variation search
/// (PVS), a transposition table, killer moves, the history heuristic and quiescence search.
///
/// It is for games without chance. With two seats it finds the value of plain minimax to its depth,
/// and leaves out only what cannot change it. With more it is *paranoid*: it takes the others for
/// one opponent, who wants nothing but the worst for the seat to move. Turns need not alternate.
///
/// A position that is repeated within the tree is a draw, because it can be repeated again; values
/// that depend on it are not stored, because on another path they may differ (graph-history
/// interaction). A position that ends the game because of moves before the search is for the
/// position itself to say, and for the evaluator that this is why.
///
/// Buffers and memory are kept from search to search, but a result depends on nothing that was
/// searched before. With one thread, a limit of nodes or depth and the same `rng` it is the same on
/// every machine.
pub struct AlphaBeta<P: Position, E> {
    evaluator: E,
    table: TranspositionTable,
    is_selective: bool,
    is_impartial: bool,
    width: usize,
    /// The persistent transposition table: packed results of earlier searches by Zobrist key.
    persistent: HashMap<u64, u64>,
    max_persistent: usize,
    /// One for each thread.
    threads: Vec<ThreadData<P::Move>>,
}

/// The usual size of the transposition table.
const N_BYTES: usize = 16 << 20;

/// The usual size of the persistent table: some 40 MB.
const MAX_PERSISTENT: usize = 1 << 20;

/// Deeper than any search goes; every ply is a call.
const MAX_DEPTH: usize = 250;

impl<P: Position + Send, E: Evaluate<P> + Sync> AlphaBeta<P, E> {
    /// A search with this evaluator.
    pub fn new(evaluator: E) -> AlphaBeta<P, E> {
        AlphaBeta {
            evaluator,
            table: TranspositionTable::new(N_BYTES),
            is_selective: false,
            is_impartial: false,
            width: usize::MAX,
            persistent: HashMap::new(),
            max_persistent: MAX_PERSISTENT,
            threads: vec![ThreadData::default()],
        }
    }

    /// Adds late move reductions, futility pruning, contempt and the evaluator's tablebase, and
    /// lets deeper results of the transposition table count. The value is no longer exactly that of
    /// plain minimax, but the search is deeper. Proofs stay true, though a quicker win may be
    /// overlooked.
    pub fn selective(mut self) -> AlphaBeta<P, E> {
        self.is_selective = true;
        self
    }

    /// Searches without contempt from now on, or with it again. Contempt is for play: an analysis
    /// wants a value that holds for both sides. Persistent results were found with contempt, so an
    /// impartial search does not use them.
    pub const fn set_impartial(&mut self, is_impartial: bool) {
        self.is_impartial = is_impartial;
    }

    /// Searches, after the first move, at most so many moves of a position: those with the highest
    /// ordering scores (beam search). Where there are more, nothing is proved.
    pub fn with_width(mut self, width: usize) -> AlphaBeta<P, E> {
        self.width = width.max(1);
        self
    }

    /// Sets the size of the transposition table, in bytes.
    pub fn with_memory(mut self, n_bytes: usize) -> AlphaBeta<P, E> {
        self.table = TranspositionTable::new(n_bytes);
        self
    }

    /// Sets the number of threads, at least one. They share the transposition table (lazy SMP), so
    /// with more than one a result may differ from run to run. A limit of nodes is divided among
    /// them.
    pub fn with_threads(mut self, n_threads: usize) -> AlphaBeta<P, E> {
        self.threads.resize_with(n_threads.max(1), ThreadData::default);
        self
    }

    /// Sets the size of the persistent transposition table, at least one entry.
    pub fn with_max_persistent(mut self, max_persistent: usize) -> AlphaBeta<P, E> {
        self.max_persistent = max_persistent.max(1);
        self
    }

    /// Uses these results of earlier searches, and no others, in every search from now on: only
    /// then a result depends on what was searched before. Of too many entries the deepest are kept.
    pub fn load_persistent(&mut self, entries: impl IntoIterator<Item = TtEntry>) {
        self.persistent.clear();
        self.persistent.extend(entries.into_iter().map(|entry| (entry.key, entry.bits)));
        self.trim();
    }

    /// Adds the results of the last search that have at least this depth. Of too many entries the
    /// deepest are kept.
    pub fn update_persistent(&mut self, min_depth: usize) {
        let entries: Vec<TtEntry> = self.entries(min_depth).collect();
        for entry in entries {
            let known = self.persistent.entry(entry.key).or_insert(entry.bits);
            if depth_of(*known) < depth_of(entry.bits) {
                *known = entry.bits;
            }
        }
        self.trim();
    }

    /// The contempt of a search from this position: results are only for searches with the same.
    pub fn contempt(&self, position: &P) -> i32 {
        self.evaluator.contempt(position)
    }

    /// The number of persistent entries.
    pub fn n_persistent(&self) -> usize {
        self.persistent.len()
    }

    /// Removes the shallowest of too many entries. Keys decide between equals, so that it is the
    /// same on every machine.
    fn trim(&mut self) {
        if self.persistent.len() <= self.max_persistent {
            return;
        }
        let rank = |key: u64, bits: u64| (Reverse(depth_of(bits)), key);
        let entries = self.persistent.iter();
        let mut ranks: Vec<_> = entries.map(|(&key, &bits)| rank(key, bits)).collect();
        let (_, &mut last, _) = ranks.select_nth_unstable(self.max_persistent - 1);
        self.persistent.retain(|&key, &mut bits| rank(key, bits) <= last);
    }

    /// The results of the last search that have at least this depth.
    pub fn entries(&self, min_depth: usize) -> impl Iterator<Item = TtEntry> {
        let is_deep = move |data: &TtData| data.depth >= min_depth && data.has_value();
        let entries = self.table.entries().filter(move |(_, data)| is_deep(data));
        entries.map(|(key, data)| TtEntry::new(key, &data))
    }

    /// The best move within the limits; among equals `rng` decides.
    ///
    /// It reports after every depth, and ends early when the value is proved. If it is stopped
    /// before the first depth is done, it takes the move with the highest ordering score.
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
        for thread in &mut self.threads {
            thread.clear();
            list_root(&self.evaluator, position, &mut thread.root, rng);
        }
        self.table.begin(limits.nodes);
        let nodes = limits.nodes.map(|nodes| nodes.div_ceil(self.threads.len() as u64));
        let limits = Limits { nodes, ..limits };
        let nothing = HashMap::new();
        let context = Context {
            evaluator: &self.evaluator,
            table: &self.table,
            persistent: if self.is_impartial { &nothing } else { &self.persistent },
            is_selective: self.is_selective,
            has_contempt: self.is_selective && !self.is_impartial,
            width: self.width,
        };
        search_in_threads(context, &mut self.threads, position, limits, thinking)
    }
}

/// Searches in this thread, which reports and decides, and in helpers that fill the transposition
/// table until this one is done.
fn search_in_threads<P: Position + Send, E: Evaluate<P> + Sync>(
    context: Context<'_, E>,
    threads: &mut [ThreadData<P::Move>],
    position: &P,
    limits: Limits,
    thinking: &mut Thinking<'_, P::Move>,
) -> Choice<P::Move> {
    let (first, others) = threads.split_first_mut().expect("there is at least one thread");
    let done = Stop::new();
    thread::scope(|scope| {
        let mut helpers = Vec::new();
        for other in others {
            // Helpers end with this thread, not by the clock.
            let budget = Budget::new(Limits { time: None, ..limits }, &done);
            let mut tree = Tree::new(context, other, budget, position.clone());
            helpers.push(scope.spawn(move || {
                deepen(&mut tree, limits, &mut Thinking::default());
                (tree.n_nodes(), cpu_time_of_thread())
            }));
        }
        let budget = Budget::new(limits.of_one_thread(1 + helpers.len()), thinking.stop);
        let mut tree = Tree::new(context, first, budget, position.clone());
        let mut choice = deepen(&mut tree, limits, thinking);
        done.stop();
        choice.info.nodes = tree.n_nodes();
        for helper in helpers {
            let (n_nodes, cpu_time) = helper.join().expect("no thread panics");
            choice.info.nodes += n_nodes;
            add_helper(cpu_time);
        }
        choice
    })
}

/// Iterative deepening: one ply deeper each time, as far as the limits allow or until there is a
/// proof.
fn deepen<P: Position, E: Evaluate<P>>(
    tree: &mut Tree<'_, P, E>,
    limits: Limits,
    thinking: &mut Thinking<'_, P::Move>,
) -> Choice<P::Move> {
    let m = tree.best_move();
    let mut choice = Choice { m, info: SearchInfo { line: vec![m], ..SearchInfo::default() } };
    for depth in 1..=limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH) {
        let Some(info) = tree.look_ahead(depth) else { break };
        thinking.report(&info);
        choice = Choice { m: tree.best_move(), info };
        if choice.info.is_proved || tree.is_spent() {
            break;
        }
    }
    choice
}
