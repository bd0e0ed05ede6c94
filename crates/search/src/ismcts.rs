//! Information-set Monte Carlo tree search (ISMCTS): the best move with hidden information.

#![expect(clippy::cast_precision_loss, reason = "what is counted here is not so exact")]

use std::iter;

use tilewright_core::{BySeat, Imperfect, MoveOf, Position, Rng, Sampler, Seat, Turn};

use crate::limits::Limits;
use crate::mean::mean_with;
use crate::move_value::MoveValue;
use crate::policy::Policy;
use crate::root_moves::{RootMove, RootMoves};
use crate::simulations::{self, Simulations, Until};
use crate::thinking::{Choice, Thinking};

/// Single-observer ISMCTS with PUCT and first-play urgency (FPU): a determinization of the view for
/// each simulated game, and one tree for all of them. It chooses the move with the most visits.
///
/// A node of the tree is a sequence of the players' moves, without those of chance: so a move of
/// another seat counts by its visits among the determinizations in which it was available. Every
/// seat plays for itself. A node of its limits is one simulated game.
///
/// It is handed a view, and nothing else. A result depends on nothing that was searched before.
///
/// ```
/// use tilewright_core::{Imperfect, MoveOf, Rng};
/// use tilewright_search::{Choice, Policy, Ismcts, Limits, Thinking};
///
/// /// Knows nothing but the rules.
/// struct Rules;
///
/// impl<P: tilewright_core::Position> Policy<P> for Rules {}
///
/// /// The best move after a thousand simulated games, for the viewer, who is to move.
/// fn best_move<G: Imperfect>(view: &G::View, rng: impl Rng + Send) -> Choice<MoveOf<G>> {
///     let limits = Limits { nodes: Some(1_000), ..Limits::NONE };
///     Ismcts::<G, Rules>::new(Rules).search(view, limits, &mut Thinking::default(), &mut [rng])
/// }
/// ```
pub struct Ismcts<G: Imperfect, I> {
    policy: I,
    /// The exploration constant of PUCT; usually [`Ismcts::C_PUCT`].
    pub c_puct: f32,
    /// The most nodes in the trees of all threads. Full trees grow no further.
    pub max_positions: usize,
    /// One for each thread.
    workers: Vec<Worker<G>>,
}

/// The FPU reduction: the value of an untried move is assumed to be so much less than the mean of
/// its siblings.
const FPU_REDUCTION: f32 = 0.1;

impl<G: Imperfect, I: Policy<G::Position> + Sync> Ismcts<G, I> {
    /// The usual exploration constant of PUCT.
    pub const C_PUCT: f32 = 1.0;

    /// The usual most nodes: some 50 MB.
    pub const MAX_POSITIONS: usize = 1 << 20;

    /// A search with this policy.
    pub const fn new(policy: I) -> Ismcts<G, I> {
        Ismcts {
            policy,
            c_puct: Self::C_PUCT,
            max_positions: Self::MAX_POSITIONS,
            workers: Vec::new(),
        }
    }

    /// The best move within the limits of time and simulations, of which there must be one unless
    /// it will be stopped.
    ///
    /// It uses a thread for each generator, and divides the simulations among them. With one thread
    /// and a limit of time alone it ends early when no other move can get as many visits as the
    /// best in time.
    ///
    /// # Panics
    /// If it is not the viewer's turn, or without a generator.
    pub fn search<R: Rng + Send>(
        &mut self,
        view: &G::View,
        limits: Limits,
        thinking: &mut Thinking<'_, MoveOf<G>>,
        rngs: &mut [R],
    ) -> Choice<MoveOf<G>> {
        let search = Search::new(&self.policy, self.c_puct, view);
        let n_moves = begin(&search, &mut self.workers, rngs, self.max_positions);
        let mut threads = threads(&search, &mut self.workers, rngs);
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
    /// If it is not the viewer's turn, or without a generator.
    pub fn rate<R: Rng + Send>(
        &mut self,
        view: &G::View,
        about: Option<MoveOf<G>>,
        limits: Limits,
        thinking: &mut Thinking<'_, MoveOf<G>>,
        rngs: &mut [R],
    ) -> Vec<MoveValue<MoveOf<G>>> {
        let mut search = Search::new(&self.policy, self.c_puct, view);
        search.is_rating = true;
        let n_moves = begin(&search, &mut self.workers, rngs, self.max_positions);
        let mut threads = threads(&search, &mut self.workers, rngs);
        simulations::rate(&mut threads, about, limits, n_moves, thinking)
    }
}

/// Begins an empty tree for each generator, and returns the number of moves to choose from.
fn begin<G: Imperfect, I: Policy<G::Position>, R: Rng>(
    search: &Search<'_, G, I>,
    workers: &mut Vec<Worker<G>>,
    rngs: &mut [R],
    max_positions: usize,
) -> usize {
    let max_nodes = max_positions / rngs.len().max(1);
    workers.clear();
    workers.extend(rngs.iter_mut().map(|rng| Worker::new(search, rng, max_nodes)));
    workers.first().map_or(0, Worker::n_moves)
}

/// A thread for each worker and generator.
fn threads<'a, G: Imperfect, I, R>(
    search: &'a Search<'a, G, I>,
    workers: &'a mut [Worker<G>],
    rngs: &'a mut [R],
) -> Vec<Growth<'a, G, I, R>> {
    let threads = workers.iter_mut().zip(rngs);
    threads.map(|(worker, rng)| Growth { search, worker, rng }).collect()
}

/// The settings that all threads of a search share.
struct Search<'a, G: Imperfect, I> {
    view: &'a G::View,
    policy: &'a I,
    c_puct: f32,
    /// True if the ends of games are counted.
    is_rating: bool,
}

impl<'a, G: Imperfect, I> Search<'a, G, I> {
    const fn new(policy: &'a I, c_puct: f32, view: &'a G::View) -> Self {
        Search { view, policy, c_puct, is_rating: false }
    }
}

/// A thread: its tree and its generator.
struct Growth<'a, G: Imperfect, I, R> {
    search: &'a Search<'a, G, I>,
    worker: &'a mut Worker<G>,
    rng: &'a mut R,
}

impl<G, I, R> Simulations<MoveOf<G>> for Growth<'_, G, I, R>
where
    G: Imperfect,
    I: Policy<G::Position> + Sync,
    R: Rng + Send,
{
    fn simulate(&mut self) {
        self.worker.simulate(self.search, self.rng);
    }

    fn is_solved(&self) -> bool {
        false
    }

    fn root_moves(&self) -> RootMoves<MoveOf<G>> {
        self.worker.root_moves()
    }

    fn line(&self, first: MoveOf<G>) -> Vec<MoveOf<G>> {
        self.worker.line(first)
    }

    fn fix_first_move(&mut self, first: MoveOf<G>) {
        self.worker.first = Some(first);
    }
}

/// A tree, and the buffers to grow it.
struct Worker<G: Imperfect> {
    us: Seat,
    sampler: G::Sampler,
    /// Children are in linked lists, because the legal moves differ between determinizations.
    nodes: Vec<Node<MoveOf<G>>>,
    max_nodes: usize,
    /// The results of each move at the root.
    results: Vec<RootMove<MoveOf<G>>>,
    /// The move with which every game begins, if one is fixed.
    first: Option<MoveOf<G>>,
    max_depth: usize,
    n_simulations: u64,
    position: G::Position,
    /// The nodes of the current path, each with the seat that moved there.
    path: Vec<(u32, Seat)>,
    moves: Vec<MoveOf<G>>,
    priors: Vec<f32>,
    /// By move: the node that it leads to.
    known: Vec<u32>,
}

/// The visits from which a move counts as expected.
const MIN_EXPECTED_VISITS: u32 = 16;

/// A move of a seat, and its results.
#[derive(Clone, Copy)]
struct Node<M> {
    m: Option<M>,
    n_visits: u32,
    /// The number of determinizations in which it was available.
    n_available: u32,
    /// The mean reward of the player who made the move.
    mean: f32,
    first_child: u32,
    next_sibling: u32,
}

/// In place of an index.
const NONE: u32 = u32::MAX;

const ROOT: u32 = 0;

impl<M> Node<M> {
    const fn new(m: Option<M>, next_sibling: u32) -> Node<M> {
        Node { m, n_visits: 0, n_available: 0, mean: 0.0, first_child: NONE, next_sibling }
    }
}

impl<G: Imperfect> Worker<G> {
    /// An empty tree with the moves at the root, which the viewer knows.
    fn new<I, R>(search: &Search<'_, G, I>, rng: &mut R, max_nodes: usize) -> Worker<G>
    where
        I: Policy<G::Position>,
        R: Rng,
    {
        let mut sampler = G::sampler(search.view);
        let sample = sampler.sample(rng);
        let us = sample.turn().seat().expect("a choice is asked of the seat to move");
        let mut moves = Vec::new();
        let mut priors = Vec::new();
        sample.legal_moves(&mut moves);
        search.policy.priors(&sample, &moves, &mut priors);
        let n_seats = sample.n_seats();
        let mut order: Vec<usize> = (0..moves.len()).collect();
        order.sort_by(|&one, &other| priors[other].total_cmp(&priors[one]));
        Worker {
            us,
            sampler,
            nodes: vec![Node::new(None, NONE)],
            // There is always room for the moves at the root.
            max_nodes: max_nodes.max(1 + moves.len()),
            results: order.into_iter().map(|i| RootMove::new(moves[i], n_seats)).collect(),
            first: None,
            max_depth: 0,
            n_simulations: 0,
            position: sample,
            path: Vec::new(),
            moves,
            priors,
            known: Vec::new(),
        }
    }

    fn n_moves(&self) -> usize {
        self.results.len()
    }

    /// Simulates one game in a new determinization: selection and expansion in the tree, a playout,
    /// and backpropagation.
    fn simulate<I, R>(&mut self, search: &Search<'_, G, I>, rng: &mut R)
    where
        I: Policy<G::Position>,
        R: Rng,
    {
        self.sampler.resample(&mut self.position, rng);
        self.path.clear();
        let (first, rewards) = self.descend(search, rng);
        self.nodes[ROOT as usize].n_visits += 1;
        for &(index, seat) in &self.path {
            let node = &mut self.nodes[index as usize];
            node.n_visits += 1;
            node.mean = mean_with(rewards[seat], node.mean, node.n_visits);
        }
        self.n_simulations += 1;
        self.max_depth = self.max_depth.max(self.path.len());
        if let Some(result) = self.results.iter_mut().find(|it| Some(it.m) == first) {
            result.n_visits += 1;
            for seat in rewards.seats() {
                result.results[seat] += f64::from(rewards[seat]);
            }
            if search.is_rating {
                result.outcomes.add(&self.position, &rewards);
            }
        }
    }

    /// Selects a path through the tree, expands its end, and returns the first move and the reward
    /// of each seat.
    fn descend<I, R>(
        &mut self,
        search: &Search<'_, G, I>,
        rng: &mut R,
    ) -> (Option<MoveOf<G>>, BySeat<f32>)
    where
        I: Policy<G::Position>,
        R: Rng,
    {
        let mut index = ROOT;
        let mut first = None;
        loop {
            let seat = match self.position.turn() {
                Turn::Over(outcome) => {
                    return (first, search.policy.reward(&self.position, &outcome));
                }
                _ if search.policy.is_horizon(&self.position) => break,
                Turn::Chance => {
                    let Some(m) = self.position.random_move(rng) else { break };
                    self.position.play_unchecked(m);
                    continue;
                }
                Turn::Player(seat) => seat,
            };
            if index != ROOT && self.nodes[index as usize].n_visits == 0 {
                break;
            }
            let Some((m, next)) = self.choose(search, index) else { break };
            first = first.or(Some(m));
            self.position.play_unchecked(m);
            self.path.push((next, seat));
            index = next;
        }
        self.moves.clear();
        (first, search.policy.play_out(&mut self.position, rng, &mut self.moves))
    }

    /// The selected move and its node; none if there is no room for that.
    fn choose<I: Policy<G::Position>>(
        &mut self,
        search: &Search<'_, G, I>,
        index: u32,
    ) -> Option<(MoveOf<G>, u32)> {
        self.list(search.policy, index);
        if let Some(first) = self.first.filter(|_| index == ROOT) {
            let i = self.moves.iter().position(|&m| m == first)?;
            let next = self.child(index, i)?;
            return Some((first, next));
        }
        let untried = self.first_play_urgency();
        let best = self.select_puct(search.c_puct, index, untried);
        let next = self.child(index, best)?;
        Some((self.moves[best], next))
    }

    /// Counts for the known children that they were available, and returns the value that PUCT
    /// takes for those that were never tried: a little less than the mean of the others.
    fn first_play_urgency(&mut self) -> f32 {
        let mut sum = 0.0;
        let mut n_visits = 0;
        for &child in self.known.iter().filter(|&&child| child != NONE) {
            let node = &mut self.nodes[child as usize];
            node.n_available += 1;
            sum += node.mean * node.n_visits as f32;
            n_visits += node.n_visits;
        }
        if n_visits == 0 { 0.5 - FPU_REDUCTION } else { sum / n_visits as f32 - FPU_REDUCTION }
    }

    /// Selects one of the moves by PUCT. A node of another determinization may lack some of them,
    /// so exploration counts how often a move was available, not how often its parent was visited.
    fn select_puct(&self, c_puct: f32, index: u32, untried: f32) -> usize {
        let sum: f32 = self.priors.iter().sum();
        let n_here = self.nodes[index as usize].n_visits;
        let mut best = 0;
        let mut best_score = f32::NEG_INFINITY;
        for i in 0..self.moves.len() {
            let (worth, n_visits, n_available) = match self.nodes.get(self.known[i] as usize) {
                Some(node) => (node.mean, node.n_visits, node.n_available),
                None if index == ROOT => (untried, 0, n_here),
                None => (untried, 0, 1),
            };
            let exploration = c_puct * (n_available as f32).sqrt() / (1 + n_visits) as f32;
            let score = worth + exploration * self.priors[i] / sum;
            if score > best_score {
                best = i;
                best_score = score;
            }
        }
        best
    }

    /// The node that the move of this number leads to, if there is room for it.
    fn child(&mut self, index: u32, i: usize) -> Option<u32> {
        match self.known[i] {
            NONE => self.add(index, self.moves[i]),
            next => Some(next),
        }
    }

    /// Lists the moves of the position, their priors, and the nodes that they lead to.
    fn list(&mut self, policy: &impl Policy<G::Position>, index: u32) {
        self.moves.clear();
        self.priors.clear();
        self.known.clear();
        self.position.legal_moves(&mut self.moves);
        policy.priors(&self.position, &self.moves, &mut self.priors);
        self.known.resize(self.moves.len(), NONE);
        let mut child = self.nodes[index as usize].first_child;
        while let Some(node) = self.nodes.get(child as usize) {
            if let Some(i) = self.moves.iter().position(|&m| Some(m) == node.m) {
                self.known[i] = child;
            }
            child = node.next_sibling;
        }
    }

    /// Adds a child, if there is room for it.
    fn add(&mut self, index: u32, m: MoveOf<G>) -> Option<u32> {
        if self.nodes.len() >= self.max_nodes {
            return None;
        }
        let child = self.nodes.len() as u32;
        let parent = &mut self.nodes[index as usize];
        let next_sibling = std::mem::replace(&mut parent.first_child, child);
        self.nodes.push(Node { n_available: 1, ..Node::new(Some(m), next_sibling) });
        Some(child)
    }

    /// The principal variation that begins with this move at the root: the most visited moves, as
    /// long as they were visited often. Moves of chance in between are left out.
    fn line(&self, first: MoveOf<G>) -> Vec<MoveOf<G>> {
        let mut line = vec![first];
        let mut next = self.children(&self.nodes[ROOT as usize]).find(|it| it.m == Some(first));
        while let Some(node) = next {
            let often = self.children(node).filter(|it| it.n_visits >= MIN_EXPECTED_VISITS);
            next = often.max_by_key(|it| it.n_visits);
            line.extend(next.and_then(|it| it.m));
        }
        line
    }

    fn children(&self, node: &Node<MoveOf<G>>) -> impl Iterator<Item = &Node<MoveOf<G>>> {
        let first = self.nodes.get(node.first_child as usize);
        iter::successors(first, |it| self.nodes.get(it.next_sibling as usize))
    }

    /// The results of the moves at the root.
    fn root_moves(&self) -> RootMoves<MoveOf<G>> {
        RootMoves {
            us: self.us,
            moves: self.results.clone(),
            n_simulations: self.n_simulations,
            depth: self.max_depth,
            is_proved: false,
        }
    }
}
