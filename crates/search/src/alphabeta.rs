//! Alpha-beta: the best move of one seat against the others, by looking ahead.

mod thread_data;
mod tree;

use std::cmp::Reverse;
use std::collections::HashMap;
use std::thread;

use tilewright_core::{Position, Rng, random_index};

use crate::budget::Budget;
use crate::evaluate::Evaluate;
use crate::limits::{Limits, Stop};
use crate::thinking::{Choice, SearchInfo, Thinking};
use crate::transposition::{TranspositionTable, TtData, TtEntry, depth_of};

use self::thread_data::ThreadData;
use self::tree::{Context, Tree};

/// Looks ahead, one move deeper each time.
///
/// It is for games without chance. With two seats it finds the value of plain minimax to its depth,
/// and leaves out only what cannot change it. With more it is *paranoid*: it takes the others for one
/// opponent, who wants nothing but the worst for the seat to move. Turns need not alternate.
///
/// What looks loud to the evaluator is looked at even beyond the depth, until it is quiet. A position
/// that comes back within the tree is a draw, because whoever wants that can bring it back again; what
/// depends on it is not remembered, because on another way it may not be so. A position that ends the
/// game because of what was before the search is for the position itself to say, and for the evaluator
/// that this is why.
///
/// Buffers and memory are kept from search to search, but what is found depends on nothing that was
/// searched before. With one thread, a limit of nodes or depth and the same `rng` it is the same on
/// every machine.
pub struct AlphaBeta<P: Position, E> {
    evaluator: E,
    table: TranspositionTable,
    is_selective: bool,
    is_impartial: bool,
    width: usize,
    /// What earlier searches learned, if it was asked to recall that: the bits of an entry by its key.
    persistent: HashMap<u64, u64>,
    max_persistent: usize,
    /// One for each thread.
    threads: Vec<ThreadData<P::Move>>,
}

/// What it remembers unless told otherwise.
const N_BYTES: usize = 16 << 20;

/// How much it learns unless told otherwise: some 40 MB.
const MAX_PERSISTENT: usize = 1 << 20;

/// Deeper than anybody looks; every move on the way is a call.
const MAX_DEPTH: usize = 250;

impl<P: Position + Send, E: Evaluate<P> + Sync> AlphaBeta<P, E> {
    /// A search that believes this evaluator.
    pub fn new(evaluator: E) -> AlphaBeta<P, E> {
        let (table, threads) = (TranspositionTable::new(N_BYTES), vec![ThreadData::default()]);
        let (is_selective, is_impartial, width) = (false, false, usize::MAX);
        let (persistent, max_persistent) = (HashMap::new(), MAX_PERSISTENT);
        AlphaBeta {
            evaluator,
            table,
            is_selective,
            is_impartial,
            width,
            persistent,
            max_persistent,
            threads,
        }
    }

    /// Looks less deep at quiet moves that come late in the order, and believes what was found at a
    /// greater depth: the value is no longer exactly that of plain minimax, but the depth grows. What
    /// is proved stays true, but a quicker win may be overlooked.
    pub fn selective(mut self) -> AlphaBeta<P, E> {
        self.is_selective = true;
        self
    }

    /// Says from now on what positions are worth to anybody, or again to who searches: a selective search
    /// else dislikes draws and likes what its evaluator says, and expects its opponent to want the opposite. Who
    /// is impartial recalls no entries, because those were learned by who is not.
    pub const fn set_impartial(&mut self, is_impartial: bool) {
        self.is_impartial = is_impartial;
    }

    /// Looks, after the first move, at no more than so many moves in a position: the most promising.
    /// Then nothing is proved where there are more.
    pub fn with_width(mut self, width: usize) -> AlphaBeta<P, E> {
        self.width = width.max(1);
        self
    }

    /// Remembers positions in about so many bytes.
    pub fn with_memory(mut self, n_bytes: usize) -> AlphaBeta<P, E> {
        self.table = TranspositionTable::new(n_bytes);
        self
    }

    /// Thinks with so many threads, at least one. They share a memory, so with more than one what is
    /// found may differ from run to run. A limit of nodes is shared among them.
    pub fn with_threads(mut self, n_threads: usize) -> AlphaBeta<P, E> {
        self.threads.resize_with(n_threads.max(1), ThreadData::default);
        self
    }

    /// Recalls no more than so many entries, at least one.
    pub fn with_max_persistent(mut self, max_persistent: usize) -> AlphaBeta<P, E> {
        self.max_persistent = max_persistent.max(1);
        self
    }

    /// Recalls these entries, and no others, in every search from now on: only then what is found
    /// depends on what was searched before. If there are too many, it recalls the deepest.
    pub fn load_persistent(&mut self, entries: impl IntoIterator<Item = TtEntry>) {
        self.persistent.clear();
        self.persistent.extend(entries.into_iter().map(|entry| (entry.key, entry.bits)));
        self.trim();
    }

    /// Recalls what the last search learned, too: of positions from which it looked so many moves
    /// ahead or more. If there are too many, it forgets the shallowest.
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

    /// How little a search from this position likes draws: entries are for who likes them as little.
    pub fn contempt(&self, position: &P) -> i32 {
        self.evaluator.contempt(position)
    }

    /// How many entries it recalls.
    pub fn n_persistent(&self) -> usize {
        self.persistent.len()
    }

    /// Forgets the shallowest entries where there are too many. Keys decide between equals, so that it
    /// is the same on every machine.
    fn trim(&mut self) {
        if self.persistent.len() <= self.max_persistent {
            return;
        }
        let rank = |key: u64, bits: u64| (Reverse(depth_of(bits)), key);
        let mut ranks: Vec<_> =
            self.persistent.iter().map(|(&key, &bits)| rank(key, bits)).collect();
        let (_, &mut last, _) = ranks.select_nth_unstable(self.max_persistent - 1);
        self.persistent.retain(|&key, &mut bits| rank(key, bits) <= last);
    }

    /// What the last search learned of positions from which it looked so many moves ahead or more.
    pub fn entries(&self, min_depth: usize) -> impl Iterator<Item = TtEntry> {
        let entries = self.table.entries();
        let is_deep = move |entry: &TtData| entry.depth >= min_depth && entry.has_value();
        entries.filter(move |(_, it)| is_deep(it)).map(|(key, it)| TtEntry::new(key, &it))
    }

    /// The best move within the limits; among equals `rng` decides.
    ///
    /// It reports after every depth, and ends early when the value is proved. If it is stopped
    /// before it has looked one move ahead, it takes a move that looks promising.
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
        let n_threads = self.threads.len();
        let share = limits.nodes.map(|nodes| nodes.div_ceil(n_threads as u64));
        let limits = Limits { nodes: share, ..limits };
        let nothing = HashMap::new();
        let context = Context {
            evaluator: &self.evaluator,
            table: &self.table,
            persistent: if self.is_impartial { &nothing } else { &self.persistent },
            is_selective: self.is_selective,
            has_contempt: self.is_selective && !self.is_impartial,
            width: self.width,
        };
        let (first, others) = self.threads.split_first_mut().expect("there is at least one thread");
        let done = Stop::new();
        thread::scope(|scope| {
            let mut helpers = Vec::new();
            for thread in others {
                let budget = Budget::new(Limits { time: None, ..limits }, &done);
                let mut tree = Tree::new(context, thread, budget, position.clone());
                helpers.push(scope.spawn(move || {
                    deepen(&mut tree, limits, &mut Thinking::default());
                    tree.n_nodes()
                }));
            }
            let budget = Budget::new(limits, thinking.stop);
            let mut tree = Tree::new(context, first, budget, position.clone());
            let mut choice = deepen(&mut tree, limits, thinking);
            done.stop();
            choice.info.nodes = tree.n_nodes();
            for helper in helpers {
                choice.info.nodes += helper.join().expect("no thread panics");
            }
            choice
        })
    }
}

/// Lists the moves at the root: by their promise, equals in random order.
fn list_root<P: Position, R: Rng + ?Sized>(
    evaluator: &impl Evaluate<P>,
    position: &P,
    moves: &mut Vec<P::Move>,
    rng: &mut R,
) {
    moves.clear();
    position.legal_moves(moves);
    for i in (1..moves.len()).rev() {
        moves.swap(i, random_index(rng, i + 1));
    }
    moves.sort_by_cached_key(|&m| Reverse(evaluator.ordering_score(position, m)));
}

/// Looks ahead one move deeper each time, as far as the limits and the truth allow.
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
