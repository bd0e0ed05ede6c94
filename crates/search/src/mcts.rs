//! Monte Carlo tree search (MCTS): the best move of any seat, by simulated games.

#![expect(clippy::cast_precision_loss, reason = "what is counted here is not so exact")]

#[cfg(test)]
mod tests;
mod tree;

use std::mem;
use tilewright_core::{BySeat, Position, Rng, Seat, Turn, random_index};

use self::tree::{Puct, ROOT, Tree};
use crate::cpu_time::Stopwatch;
use crate::limits::Limits;
use crate::move_value::MoveValue;
use crate::policy::Policy;
use crate::root_moves::{OutcomeStats, ReusedStats, RootMove, RootMoves};
use crate::score_bounds::ScoreBounds;
use crate::simulations::{self, Simulations, Until};
use crate::thinking::{Choice, Thinking};

/// Monte Carlo tree search with PUCT selection, first-play urgency (FPU), progressive widening and
/// MCTS-Solver. It chooses the move with the most visits.
///
/// It is for any number of seats, each of which plays for itself, and a seat may have several turns
/// in a row; chance nodes are sampled. A node of its limits is one simulated game. Ends of the game
/// that are reached give proved bounds of the rewards (score-bounded MCTS), so that a proved move
/// is played and not estimated.
///
/// With a limit of nodes, one thread and the same generator, a result is the same on every machine,
/// and depends on nothing that was searched before. With a limit of time alone, which is not
/// repeatable anyway, a search reuses the part of the last tree that begins with its position.
///
/// ```
/// use tilewright_core::{Position, Rng};
/// use tilewright_search::{Choice, Policy, Limits, Mcts, Thinking};
///
/// /// Knows nothing but the rules.
/// struct Rules;
///
/// impl<P: Position> Policy<P> for Rules {}
///
/// /// The best move after a thousand simulated games.
/// fn best_move<P, R>(position: &P, rng: R) -> Choice<P::Move>
/// where
///     P: Position + Send + Sync,
///     R: Rng + Send,
/// {
///     let limits = Limits { nodes: Some(1_000), ..Limits::NONE };
///     Mcts::new(Rules).search(position, limits, &mut Thinking::default(), &mut [rng])
/// }
/// ```
pub struct Mcts<P: Position, G> {
    policy: G,
    /// The exploration constant of PUCT; usually [`Mcts::C_PUCT`].
    pub c_puct: f32,
    /// The most positions in the trees of all threads. A full tree drops the subtrees with the
    /// fewest visits, and grows on.
    pub max_positions: usize,
    /// One for each thread.
    workers: Vec<Worker<P>>,
    /// The position of the last search, if the next may reuse its tree.
    last: Option<P>,
}

/// A node is expanded at its second visit, and one visit later for each so many siblings: to list
/// hundreds of moves takes longer than a playout.
const N_SIBLINGS_PER_VISIT: usize = 100;

/// The FPU reduction: the value of an untried move is assumed to be so much less than the mean of
/// its siblings.
const FPU_REDUCTION: f32 = 0.1;

impl<P: Position + Send + Sync, G: Policy<P> + Sync> Mcts<P, G> {
    /// The usual exploration constant of PUCT.
    pub const C_PUCT: f32 = 1.0;

    /// The usual most positions: some 260 MB, and 56 bytes more for each with proved bounds. While
    /// subtrees are dropped it takes half as much again, and to reuse a part of the last tree as
    /// much as that part takes. Only long searches use all of it.
    pub const MAX_POSITIONS: usize = 1 << 23;

    /// A search with this policy.
    pub const fn new(policy: G) -> Mcts<P, G> {
        Mcts {
            policy,
            c_puct: Self::C_PUCT,
            max_positions: Self::MAX_POSITIONS,
            workers: Vec::new(),
            last: None,
        }
    }

    /// The best move within the limits of time and simulations, of which there must be one unless
    /// it will be stopped.
    ///
    /// It uses a thread for each generator, which grows a tree of its own (root parallelization),
    /// and divides the simulations among them. It ends early when the value is proved; with one
    /// thread and a limit of time alone also when no other move can get as many visits as the best
    /// in time.
    ///
    /// # Panics
    /// If it is nobody's turn, or without a generator.
    pub fn search<R: Rng + Send>(
        &mut self,
        position: &P,
        limits: Limits,
        thinking: &mut Thinking<'_, P::Move>,
        rngs: &mut [R],
    ) -> Choice<P::Move> {
        let watch = Stopwatch::new(limits);
        if limits.nodes.is_some() || !self.go_on(position, rngs.len()) {
            self.begin(position, rngs.len());
        }
        // To copy a large tree takes a part of the time.
        let limits = limits.after(watch.elapsed());
        self.last = limits.nodes.is_none().then(|| position.clone());
        let search = Search::new(&self.policy, self.c_puct, position);
        let mut threads = threads(&search, &mut self.workers, rngs);
        let n_moves = position.n_legal_moves();
        simulations::run(&mut threads, limits, n_moves, Until::Decided, thinking.stop, |first| {
            thinking.report(&first.root_moves().choice(|m| first.line(m)).info);
        });
        simulations::choice(&threads)
    }

    /// The values of all legal moves after the same search, the best first.
    ///
    /// A move that is asked about gets an eighth of the limits, however bad it looks; the best one
    /// is found with the rest.
    ///
    /// # Panics
    /// If it is nobody's turn, the move is not legal, or without a generator.
    ///
    /// ```
    /// # use tilewright_core::{Position, Rng};
    /// # use tilewright_search::{Policy, Limits, Mcts, Thinking};
    /// /// By how many points the seat to move leads with its best move, in a thousand games.
    /// fn lead<P, R>(position: &P, policy: impl Policy<P> + Sync, rng: R) -> Option<f64>
    /// where
    ///     P: Position + Send + Sync,
    ///     R: Rng + Send,
    /// {
    ///     let us = position.turn().seat()?;
    ///     let limits = Limits { nodes: Some(1_000), ..Limits::NONE };
    ///     let mut mcts = Mcts::new(policy);
    ///     let move_values =
    ///         mcts.rate(position, None, limits, &mut Thinking::default(), &mut [rng]);
    ///     move_values.first()?.margin.map(|margin| margin[us])
    /// }
    /// ```
    pub fn rate<R: Rng + Send>(
        &mut self,
        position: &P,
        about: Option<P::Move>,
        limits: Limits,
        thinking: &mut Thinking<'_, P::Move>,
        rngs: &mut [R],
    ) -> Vec<MoveValue<P::Move>> {
        self.begin(position, rngs.len());
        self.last = None;
        let mut search = Search::new(&self.policy, self.c_puct, position);
        search.is_rating = true;
        let n_moves = position.n_legal_moves();
        let mut threads = threads(&search, &mut self.workers, rngs);
        simulations::rate(&mut threads, about, limits, n_moves, thinking)
    }

    /// Begins new trees for so many threads.
    fn begin(&mut self, position: &P, n_threads: usize) {
        assert!(n_threads > 0, "there is a generator for each thread");
        self.workers.resize_with(n_threads, || Worker::new(position.clone()));
        let max_nodes = self.max_positions / n_threads;
        for worker in &mut self.workers {
            worker.begin(position, &self.policy, max_nodes);
        }
    }

    /// Reuses the subtrees of this position from the last search, if all threads met it at most one
    /// round later; or else returns false.
    fn go_on(&mut self, position: &P, n_threads: usize) -> bool {
        let Some(mut last) = self.last.take().filter(|_| self.workers.len() == n_threads) else {
            return false;
        };
        let max_depth = position.n_seats();
        let roots: Option<Vec<u32>> = self
            .workers
            .iter()
            .map(|it| it.tree.find(ROOT, &mut last, position, max_depth))
            .collect();
        let Some(roots) = roots else { return false };
        for (worker, root) in self.workers.iter_mut().zip(roots) {
            worker.go_on(root, position, &self.policy);
        }
        true
    }
}

/// The settings that all threads of a search share.
struct Search<'a, P: Position, G> {
    root: &'a P,
    us: Seat,
    policy: &'a G,
    puct: Puct,
    /// True if the ends of games are counted.
    is_rating: bool,
}

impl<'a, P: Position, G> Search<'a, P, G> {
    fn new(policy: &'a G, c_puct: f32, root: &'a P) -> Search<'a, P, G> {
        let us = root.turn().seat().expect("a choice is asked of the seat to move");
        let puct = Puct { c_puct, fpu_reduction: FPU_REDUCTION };
        Search { root, us, policy, puct, is_rating: false }
    }
}

/// A thread: its tree and its generator.
struct Growth<'a, P: Position, G, R> {
    search: &'a Search<'a, P, G>,
    worker: &'a mut Worker<P>,
    rng: &'a mut R,
}

/// A thread for each worker and generator.
fn threads<'a, P: Position, G, R>(
    search: &'a Search<'a, P, G>,
    workers: &'a mut [Worker<P>],
    rngs: &'a mut [R],
) -> Vec<Growth<'a, P, G, R>> {
    let threads = workers.iter_mut().zip(rngs);
    threads.map(|(worker, rng)| Growth { search, worker, rng }).collect()
}

impl<P, G, R> Simulations<P::Move> for Growth<'_, P, G, R>
where
    P: Position + Send + Sync,
    G: Policy<P> + Sync,
    R: Rng + Send,
{
    fn simulate(&mut self) {
        self.worker.simulate(self.search, self.rng);
    }

    fn is_solved(&self) -> bool {
        self.worker.is_solved(self.search)
    }

    fn root_moves(&self) -> RootMoves<P::Move> {
        self.worker.root_moves(self.search)
    }

    fn line(&self, first: P::Move) -> Vec<P::Move> {
        self.worker.line(first)
    }

    fn fix_first_move(&mut self, first: P::Move) {
        self.worker.first = Some(first);
    }
}

/// A tree, and the buffers to grow it.
struct Worker<P: Position> {
    tree: Tree<P::Move>,
    /// The sums of the rewards of each move at the root, in the order in which its children are
    /// tried.
    results: Vec<BySeat<f64>>,
    /// The results of earlier searches for them.
    reused: Vec<ReusedStats>,
    /// The ends of these games, if moves are rated.
    outcomes: Vec<OutcomeStats>,
    /// The move with which every game begins, if one is fixed.
    first: Option<P::Move>,
    n_simulations: u64,
    max_depth: usize,
    /// True if the last game found no room for an expansion.
    is_full: bool,
    position: P,
    path: Vec<u32>,
    moves: Vec<P::Move>,
    priors: Vec<f32>,
}

impl<P: Position> Worker<P> {
    fn new(position: P) -> Worker<P> {
        Worker {
            tree: Tree::new(),
            results: Vec::new(),
            reused: Vec::new(),
            outcomes: Vec::new(),
            first: None,
            n_simulations: 0,
            max_depth: 0,
            is_full: false,
            position,
            path: Vec::new(),
            moves: Vec::new(),
            priors: Vec::new(),
        }
    }

    /// Begins a new tree, and lists the moves at the root.
    fn begin(&mut self, root: &P, policy: &impl Policy<P>, max_nodes: usize) {
        self.first = None;
        self.n_simulations = 0;
        self.max_depth = 0;
        self.is_full = false;
        self.position.clone_from(root);
        self.tree.begin(root.n_seats(), max_nodes);
        self.list(policy, ROOT, root.turn().seat(), usize::MAX);
        if let Some(least) = policy.lower_bounds(root) {
            self.tree.prove(&[ROOT], ScoreBounds::at_least(least));
        }
        self.clear_results(root.n_seats());
    }

    /// Begins with the subtree of this node.
    fn go_on(&mut self, root: u32, position: &P, policy: &impl Policy<P>) {
        self.n_simulations = 0;
        self.max_depth = 0;
        self.is_full = false;
        self.tree.keep(root);
        if self.tree.is_partly_listed(ROOT) {
            self.position.clone_from(position);
            self.list(policy, ROOT, position.turn().seat(), usize::MAX);
        }
        self.clear_results(position.n_seats());
    }

    fn clear_results(&mut self, n_seats: usize) {
        let reused = self.tree.children(ROOT).map(|child| self.tree.reused(child));
        self.reused.clear();
        self.reused.extend(reused);
        self.results.clear();
        self.results.resize(self.n_moves(), BySeat::from_fn(n_seats, |_| 0.0));
        self.outcomes.clear();
        self.outcomes.resize(self.n_moves(), OutcomeStats::new(n_seats));
    }

    fn n_moves(&self) -> usize {
        self.tree.children(ROOT).len()
    }

    /// True if the reward of the seat at the root is proved, or that of the fixed first move.
    fn is_solved<G>(&self, search: &Search<'_, P, G>) -> bool {
        match self.first.and_then(|m| self.child(m)) {
            Some(child) => self.tree.bounds(child).is_some_and(ScoreBounds::is_exact),
            None => self.is_proved(search.us),
        }
    }

    fn is_proved(&self, us: Seat) -> bool {
        self.tree.bounds(ROOT).is_some_and(|it| it.least[us] >= it.most[us])
    }

    /// The child of the root that a move leads to.
    fn child(&self, m: P::Move) -> Option<u32> {
        self.tree.children(ROOT).find(|&child| self.tree.node(child).m() == m)
    }

    /// Simulates one game: selection and expansion in the tree, a playout, and backpropagation.
    fn simulate<G: Policy<P>, R: Rng>(&mut self, search: &Search<'_, P, G>, rng: &mut R) {
        // Not in the middle of a game: its path goes through the tree.
        if mem::take(&mut self.is_full) {
            self.tree.make_room();
        }
        self.position.clone_from(search.root);
        self.path.clear();
        self.path.push(ROOT);
        let rewards = self.descend(search, rng);
        let rewards = self.tree.backpropagate(&self.path, rewards);
        self.n_simulations += 1;
        self.max_depth = self.max_depth.max(self.path.len() - 1);
        if let Some(&child) = self.path.get(1) {
            let i = (child - self.tree.children(ROOT).start) as usize;
            for seat in rewards.seats() {
                self.results[i][seat] += f64::from(rewards[seat]);
            }
            if search.is_rating {
                self.outcomes[i].add(&self.position, &rewards);
            }
        }
    }

    /// Selects a path through the tree, expands its end, and returns the reward of each seat.
    fn descend<G: Policy<P>, R: Rng>(
        &mut self,
        search: &Search<'_, P, G>,
        rng: &mut R,
    ) -> BySeat<f32> {
        let mut index = ROOT;
        let mut n_siblings = 0;
        loop {
            // Step 1. A proved result needs no playout.
            let bounds = self.tree.bounds(index).filter(|bounds| bounds.is_exact()).copied();
            if let Some(bounds) = bounds {
                if search.is_rating {
                    self.tree.follow_proved_line(index, &mut self.position);
                }
                return bounds.least;
            }

            // Step 2. Where the tree ends, look whether the game does. A node is expanded only when
            // it is met again, so that most games cost no list of moves.
            if !self.tree.node(index).is_expanded() {
                let turn = self.position.turn();
                if let Turn::Over(outcome) = &turn {
                    let rewards = search.policy.reward(&self.position, outcome);
                    self.tree.prove(&self.path, ScoreBounds::exact(rewards));
                    return rewards;
                }
                if self.tree.node(index).n_visits == 0
                    && let Some(least) = search.policy.lower_bounds(&self.position)
                {
                    self.tree.prove(&self.path, ScoreBounds::at_least(least));
                }
                let n_visits_before = 1 + n_siblings / N_SIBLINGS_PER_VISIT;
                let is_leaf = (self.tree.node(index).n_visits as usize) < n_visits_before
                    || search.policy.is_horizon(&self.position)
                    || !self.expand(search.policy, index, turn.seat());
                if is_leaf {
                    self.moves.clear();
                    return search.policy.play_out(&mut self.position, rng, &mut self.moves);
                }
            }

            // Step 3. Select a child, after progressive widening.
            if self.tree.should_widen(index) {
                self.expand(search.policy, index, self.tree.mover(index));
            }
            n_siblings = self.tree.n_moves(index);
            index = if let Some(m) = self.first.filter(|_| index == ROOT) {
                self.tree.select_move(index, m)
            } else if let Some(seat) = self.tree.mover(index) {
                self.tree.select_puct(index, seat, search.puct)
            } else {
                let number = random_index(rng, self.tree.children(index).len());
                self.tree.select_chance(index, number)
            };
            self.path.push(index);
            self.position.play_unchecked(self.tree.node(index).m());
        }
    }

    /// Expands a node, in which the position is, with its first children or with more of them, if
    /// there is room. A chance node gets all moves.
    fn expand(&mut self, policy: &impl Policy<P>, index: u32, mover: Option<Seat>) -> bool {
        let n_more = if mover.is_some() { self.tree.n_next(index) } else { usize::MAX };
        // A list takes long: none is made where there is no room for it.
        let has_room = self.tree.has_room(index);
        self.is_full |= !has_room;
        has_room && self.list(policy, index, mover, n_more)
    }

    /// Adds so many more of the moves of a node, in which the position is, if there is room.
    fn list(
        &mut self,
        policy: &impl Policy<P>,
        index: u32,
        mover: Option<Seat>,
        n_more: usize,
    ) -> bool {
        self.moves.clear();
        self.priors.clear();
        self.position.legal_moves(&mut self.moves);
        match mover {
            Some(_) => policy.priors(&self.position, &self.moves, &mut self.priors),
            None => self.priors.resize(self.moves.len(), 1.0),
        }
        self.tree.list(index, mover, &self.moves, &self.priors, n_more)
    }

    /// The results of the moves at the root.
    fn root_moves<G>(&self, search: &Search<'_, P, G>) -> RootMoves<P::Move> {
        let us = search.us;
        let results = self.results.iter().zip(&self.reused).zip(&self.outcomes);
        let children = self.tree.children(ROOT).zip(results);
        let moves = children.map(|(child, ((results, reused), outcomes))| {
            let bounds = self.tree.bounds_or_open(child);
            let is_certain = search.is_rating && bounds.is_exact();
            RootMove {
                m: self.tree.node(child).m(),
                n_visits: u64::from(self.tree.node(child).n_visits),
                results: *results,
                reused: *reused,
                bounds,
                outcomes: if is_certain { self.certain_end(search.root, child) } else { *outcomes },
            }
        });
        RootMoves {
            us,
            moves: moves.collect(),
            n_simulations: self.n_simulations,
            depth: self.max_depth,
            is_proved: self.is_proved(us),
        }
    }

    /// The end of the game after a move of which that is proved.
    fn certain_end(&self, root: &P, child: u32) -> OutcomeStats {
        let mut end = root.clone();
        end.play_unchecked(self.tree.node(child).m());
        self.tree.follow_proved_line(child, &mut end);
        let mut outcomes = OutcomeStats::new(root.n_seats());
        outcomes.add(&end, &self.tree.bounds_or_open(child).least);
        outcomes
    }

    /// The principal variation that begins with this move at the root.
    fn line(&self, first: P::Move) -> Vec<P::Move> {
        let mut line = vec![first];
        let mut next = self.child(first);
        while let Some(index) = next
            && let Some(seat) = self.tree.mover(index)
        {
            next = self.expected(index, seat);
            line.extend(next.map(|child| self.tree.node(child).m()));
        }
        line
    }

    /// The child that a seat is expected to choose: the best, if that is proved, or else the one
    /// with the most visits.
    fn expected(&self, index: u32, us: Seat) -> Option<u32> {
        if self.tree.node(index).is_expanded() && self.tree.bounds_or_open(index).is_exact() {
            return Some(self.tree.best_proved(index, us));
        }
        let is_tried = |&child: &u32| self.tree.node(child).n_visits > 0;
        let rank = |&child: &u32| (self.tree.node(child).n_visits, self.tree.worth(child, us));
        let tried = self.tree.children(index).filter(is_tried);
        tried.max_by(|one, other| {
            let one = rank(one);
            let other = rank(other);
            one.0.cmp(&other.0).then(one.1.total_cmp(&other.1))
        })
    }
}
