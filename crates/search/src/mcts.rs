//! Monte Carlo tree search: the best move of any seat, by simulated games.

#![expect(clippy::cast_precision_loss, reason = "what is counted here is not so exact")]

mod tree;

use tilewright_core::{BySeat, Position, Rng, Seat, Turn, random_index};

use self::tree::{ROOT, Selection, Tree};
use crate::candidates::{Candidate, Candidates};
use crate::guide::Guide;
use crate::limits::Limits;
use crate::simulations::{self, Simulations};
use crate::thinking::{Choice, Thinking};

/// Plays many games in its head, from each position of a growing tree those moves more often that
/// went well or look promising, and takes the move that it played most.
///
/// It is for any number of seats, each of which plays for itself, and a seat may have several turns
/// in a row; chance may decide too. A node of its limits is one simulated game. Where the ends of the
/// game come into sight it knows for certain: then it plays the best, and says that it is proved.
///
/// Buffers are kept from search to search, but what is found depends on nothing that was searched
/// before. With a limit of nodes, one thread and the same generator it is the same on every machine.
///
/// ```
/// use tilewright_core::{Position, Rng};
/// use tilewright_search::{Choice, Guide, Limits, Mcts, Thinking};
///
/// /// Knows nothing but the rules.
/// struct Rules;
///
/// impl<P: Position> Guide<P> for Rules {}
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
    guide: G,
    /// How much it explores what looks worse than the best; usually [`Mcts::EXPLORATION`].
    pub exploration: f32,
    /// How many positions it remembers at most, in all threads together. When it has seen so many it
    /// goes on with those.
    pub max_positions: usize,
    /// One for each thread.
    workers: Vec<Worker<P>>,
}

/// A node gets children when it was visited once, and once more for each so many siblings: a list of
/// hundreds of moves takes longer than to play a game out.
const N_SIBLINGS_PER_VISIT: usize = 100;

/// How much less than its siblings a move is thought to be worth that was never tried.
const REDUCTION: f32 = 0.1;

impl<P: Position + Send + Sync, G: Guide<P> + Sync> Mcts<P, G> {
    /// How much is explored unless told otherwise.
    pub const EXPLORATION: f32 = 1.0;

    /// How many positions are remembered unless told otherwise: some 130 MB.
    pub const MAX_POSITIONS: usize = 1 << 22;

    /// A search with this guide.
    pub const fn new(guide: G) -> Mcts<P, G> {
        Mcts {
            guide,
            exploration: Self::EXPLORATION,
            max_positions: Self::MAX_POSITIONS,
            workers: Vec::new(),
        }
    }

    /// The best move within the limits of time and simulations, of which there must be one unless it
    /// will be stopped.
    ///
    /// It uses a thread for each generator, and shares the simulations among them. It ends early when
    /// the value is proved.
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
        let us = position.turn().seat().expect("a choice is asked of the seat to move");
        let n_threads = rngs.len();
        assert!(n_threads > 0, "there is a generator for each thread");
        self.workers.resize_with(n_threads, || Worker::new(position.clone()));
        let max_nodes = self.max_positions / n_threads;
        for worker in &mut self.workers {
            worker.begin(position, &self.guide, max_nodes);
        }
        let search = Search {
            root: position,
            us,
            guide: &self.guide,
            selection: Selection { exploration: self.exploration, reduction: REDUCTION },
        };
        let n_moves = self.workers[0].n_moves();
        let threads = self.workers.iter_mut().zip(rngs);
        let mut threads: Vec<_> =
            threads.map(|(worker, rng)| Growth { search: &search, worker, rng }).collect();
        simulations::run(&mut threads, limits, n_moves, thinking)
    }
}

/// What all threads of a search share.
struct Search<'a, P: Position, G> {
    root: &'a P,
    us: Seat,
    guide: &'a G,
    selection: Selection,
}

/// What one thread has.
struct Growth<'a, P: Position, G, R> {
    search: &'a Search<'a, P, G>,
    worker: &'a mut Worker<P>,
    rng: &'a mut R,
}

impl<P, G, R> Simulations<P::Move> for Growth<'_, P, G, R>
where
    P: Position + Send + Sync,
    G: Guide<P> + Sync,
    R: Rng + Send,
{
    fn simulate(&mut self) {
        self.worker.simulate(self.search, self.rng);
    }

    fn is_settled(&self) -> bool {
        self.worker.is_settled(self.search.us)
    }

    fn candidates(&self) -> Candidates<P::Move> {
        self.worker.candidates(self.search.us)
    }

    fn line(&self, first: P::Move) -> Vec<P::Move> {
        self.worker.line(first)
    }
}

/// A tree, and what it takes to grow it.
struct Worker<P: Position> {
    tree: Tree<P::Move>,
    /// What came of each move at the root, in the order of its children as they are tried.
    results: Vec<BySeat<f64>>,
    n_simulations: u64,
    max_depth: usize,
    position: P,
    path: Vec<u32>,
    moves: Vec<P::Move>,
    weights: Vec<f32>,
}

impl<P: Position> Worker<P> {
    fn new(position: P) -> Worker<P> {
        Worker {
            tree: Tree::new(),
            results: Vec::new(),
            n_simulations: 0,
            max_depth: 0,
            position,
            path: Vec::new(),
            moves: Vec::new(),
            weights: Vec::new(),
        }
    }

    /// Forgets everything, and lists the moves at the root.
    fn begin(&mut self, root: &P, guide: &impl Guide<P>, max_nodes: usize) {
        self.n_simulations = 0;
        self.max_depth = 0;
        self.position.clone_from(root);
        // There is always room for the moves at the root.
        let max_nodes = max_nodes.max(1 + root.n_legal_moves());
        self.tree.begin(root.n_seats(), max_nodes);
        self.expand(guide, ROOT, root.turn().seat());
        self.results.clear();
        self.results.resize(self.n_moves(), BySeat::from_fn(root.n_seats(), |_| 0.0));
    }

    fn n_moves(&self) -> usize {
        self.tree.children(ROOT).len()
    }

    /// Whether it knows what the seat at the root gets, and by which move.
    fn is_settled(&self, us: Seat) -> bool {
        self.tree.bounds(ROOT).is_some_and(|it| it.least[us] >= it.most[us])
    }

    /// Plays one game: in the tree, and then on by chance.
    fn simulate<G: Guide<P>, R: Rng>(&mut self, search: &Search<'_, P, G>, rng: &mut R) {
        self.position.clone_from(search.root);
        self.path.clear();
        self.path.push(ROOT);
        let rewards = self.descend(search, rng);
        let rewards = self.tree.back_up(&self.path, rewards);
        self.n_simulations += 1;
        self.max_depth = self.max_depth.max(self.path.len() - 1);
        if let Some(&child) = self.path.get(1) {
            let result = &mut self.results[(child - self.tree.children(ROOT).start) as usize];
            for seat in rewards.seats() {
                result[seat] += f64::from(rewards[seat]);
            }
        }
    }

    /// Goes down the tree, adds to it, and says what each seat gets.
    fn descend<G: Guide<P>, R: Rng>(
        &mut self,
        search: &Search<'_, P, G>,
        rng: &mut R,
    ) -> BySeat<f32> {
        let mut index = ROOT;
        let mut n_siblings = 0;
        loop {
            // Step 1. What is known needs no game.
            if let Some(bounds) = self.tree.bounds(index).filter(|bounds| bounds.is_exact()) {
                return bounds.least;
            }

            // Step 2. Where the tree ends, look whether the game does. A node gets children only when
            // it is met again, so that most games cost no list of moves.
            if !self.tree.node(index).is_expanded() {
                let turn = self.position.turn();
                if let Turn::Over(outcome) = &turn {
                    let rewards = search.guide.reward(&self.position, outcome);
                    self.tree.settle(&self.path, rewards);
                    return rewards;
                }
                let n_visits_before = 1 + n_siblings / N_SIBLINGS_PER_VISIT;
                let is_leaf = (self.tree.node(index).n_visits as usize) < n_visits_before
                    || search.guide.is_far_enough(&self.position)
                    || !self.expand(search.guide, index, turn.seat());
                if is_leaf {
                    self.moves.clear();
                    return search.guide.play_out(&mut self.position, rng, &mut self.moves);
                }
            }

            // Step 3. Go on with a move.
            n_siblings = self.tree.children(index).len();
            index = if let Some(seat) = self.tree.mover(index) {
                self.tree.select(index, seat, search.selection)
            } else {
                let number = random_index(rng, self.tree.children(index).len());
                self.tree.select_by_chance(index, number)
            };
            self.path.push(index);
            self.position.play_unchecked(self.tree.node(index).m());
        }
    }

    /// Gives a node, in which the position is, its children, if there is room.
    fn expand(&mut self, guide: &impl Guide<P>, index: u32, mover: Option<Seat>) -> bool {
        self.moves.clear();
        self.weights.clear();
        self.position.legal_moves(&mut self.moves);
        match mover {
            Some(_) => guide.weigh(&self.position, &self.moves, &mut self.weights),
            None => self.weights.resize(self.moves.len(), 1.0),
        }
        self.tree.expand(index, mover, &self.moves, &self.weights)
    }

    /// What is known of the moves at the root.
    fn candidates(&self, us: Seat) -> Candidates<P::Move> {
        let children = self.tree.children(ROOT);
        let moves = children.zip(&self.results).map(|(child, results)| Candidate {
            m: self.tree.node(child).m(),
            n_visits: u64::from(self.tree.node(child).n_visits),
            results: *results,
            bounds: self.tree.bounds_or_open(child),
        });
        Candidates {
            us,
            moves: moves.collect(),
            n_simulations: self.n_simulations,
            depth: self.max_depth,
            is_proved: self.is_settled(us),
        }
    }

    /// What is expected to be played, beginning with this move at the root.
    fn line(&self, first: P::Move) -> Vec<P::Move> {
        let mut line = vec![first];
        let mut children = self.tree.children(ROOT);
        let mut next = children.find(|&child| self.tree.node(child).m() == first);
        while let Some(index) = next
            && let Some(seat) = self.tree.mover(index)
        {
            next = self.expected(index, seat);
            line.extend(next.map(|child| self.tree.node(child).m()));
        }
        line
    }

    /// The child that a seat is expected to choose: the one that was visited most.
    fn expected(&self, index: u32, us: Seat) -> Option<u32> {
        let is_tried = |&child: &u32| self.tree.node(child).n_visits > 0;
        let rank = |&child: &u32| (self.tree.node(child).n_visits, self.tree.worth(child, us));
        let tried = self.tree.children(index).filter(is_tried);
        tried.max_by(|one, other| {
            let (one, other) = (rank(one), rank(other));
            one.0.cmp(&other.0).then(one.1.total_cmp(&other.1))
        })
    }
}
