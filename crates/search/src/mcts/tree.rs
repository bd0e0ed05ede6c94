//! The tree of Monte Carlo tree search, in flat storage.

use std::ops::Range;

use tilewright_core::{BySeat, MAX_SEATS, Position, Seat};

use crate::mean::mean_with;
use crate::root_moves::ReusedStats;
use crate::score_bounds::ScoreBounds;

/// All nodes of a search. The children of a node stand side by side: first those that were tried,
/// then the others by their priors.
///
/// Progressive widening: a node has only the moves with the highest priors as children, until all
/// of these were tried, because most nodes have hundreds of moves and few visits. When there is no
/// room for more, the nodes with the fewest visits lose their children, and get others when they
/// are met again.
pub(super) struct Tree<M> {
    nodes: Vec<Node<M>>,
    max_nodes: usize,
    /// The number of nodes that were left when room was made last.
    n_left: usize,
    /// The number of moves of a node that are listed at first: [`N_LISTED`].
    pub(super) n_listed: usize,
    /// Scratch space: the moves to be listed next, by index, the highest priors first.
    next: Vec<u16>,
    /// The proved bounds of a few of the nodes.
    bounds: Vec<ScoreBounds>,
    n_seats: usize,
}

/// A move, and its results.
#[derive(Clone, Copy)]
pub(super) struct Node<M> {
    /// The move that leads here; none at the root.
    m: Option<M>,
    pub(super) n_visits: u32,
    /// The mean reward of the player who made the move.
    mean: f32,
    /// The policy prior of the move among all moves of its parent.
    prior: f32,
    first_child: u32,
    /// The number of moves, of those among them that are children, and of children that were tried.
    n_moves: u16,
    n_children: u16,
    n_tried: u16,
    /// Its place in [`Tree::bounds`].
    bounds: u32,
    /// The seat that is to move, by index, or [`CHANCE`].
    mover: u8,
}

/// In place of a seat, where chance is to move.
const CHANCE: u8 = MAX_SEATS as u8;

/// In place of an index.
const NONE: u32 = u32::MAX;

/// The number of moves that a node lists at first. When all of them were tried, it doubles.
const N_LISTED: usize = 16;

/// The first node.
pub(super) const ROOT: u32 = 0;

/// The constants of PUCT.
#[derive(Clone, Copy, Debug)]
pub(super) struct Puct {
    /// The exploration constant.
    pub(super) c_puct: f32,
    /// First-play urgency: how much less than the mean of its siblings an untried move counts.
    pub(super) fpu_reduction: f32,
}

impl<M: Copy> Tree<M> {
    pub(super) const fn new() -> Tree<M> {
        Tree {
            nodes: Vec::new(),
            max_nodes: 0,
            n_left: 0,
            n_listed: N_LISTED,
            next: Vec::new(),
            bounds: Vec::new(),
            n_seats: 0,
        }
    }

    /// Forgets everything.
    pub(super) fn begin(&mut self, n_seats: usize, max_nodes: usize) {
        self.nodes.clear();
        self.bounds.clear();
        self.max_nodes = max_nodes.min(NONE as usize);
        self.n_left = 0;
        self.n_seats = n_seats;
        self.nodes.push(Node::new(None, 1.0));
    }

    #[cfg(test)]
    pub(super) fn n_nodes(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn node(&self, index: u32) -> &Node<M> {
        &self.nodes[index as usize]
    }

    /// The moves of a node that are listed; at the root these are all.
    pub(super) fn children(&self, index: u32) -> Range<u32> {
        self.node(index).children()
    }

    pub(super) fn n_moves(&self, index: u32) -> usize {
        self.node(index).n_moves.into()
    }

    /// The seat to move in a node with children, unless it is chance.
    pub(super) fn mover(&self, index: u32) -> Option<Seat> {
        self.node(index).mover()
    }

    pub(super) fn bounds(&self, index: u32) -> Option<&ScoreBounds> {
        self.bounds.get(self.node(index).bounds as usize)
    }

    pub(super) fn bounds_or_open(&self, index: u32) -> ScoreBounds {
        self.bounds(index).copied().unwrap_or_else(|| ScoreBounds::open(self.n_seats))
    }

    /// The node with children in which a position is met that follows from that of another one by
    /// so many moves at most, if there is one.
    pub(super) fn find<P: Position<Move = M>>(
        &self,
        index: u32,
        here: &mut P,
        wanted: &P,
        max_depth: usize,
    ) -> Option<u32> {
        if !self.node(index).is_expanded() {
            return None;
        }
        if here.key() == wanted.key() && *here == *wanted {
            return Some(index);
        }
        let max_depth = max_depth.checked_sub(1)?;
        self.children(index).filter(|&child| self.node(child).is_expanded()).find_map(|child| {
            let m = self.node(child).m();
            let undo = here.play_unchecked(m);
            let found = self.find(child, here, wanted, max_depth);
            here.undo(m, undo);
            found
        })
    }

    /// Drops everything but the subtree of a node, which becomes the root.
    pub(super) fn keep(&mut self, root: u32) {
        self.copy(root, 0);
        self.n_left = 0;
    }

    /// Drops the subtrees of the nodes with the fewest visits, until half of the room is free.
    ///
    /// That takes as long as many games: it does nothing until a quarter of the room was used since
    /// the last time. So where the root alone takes most of the room, it is done once, and in vain.
    pub(super) fn make_room(&mut self) {
        if self.nodes.len() > self.n_left + self.max_nodes / 4 {
            self.copy(ROOT, self.n_visits_kept(self.max_nodes / 2));
            self.n_left = self.nodes.len();
        }
    }

    /// The visits that a node needs to keep its children, if about so many nodes are to be left.
    fn n_visits_kept(&self, n_nodes: usize) -> u32 {
        // Places from which children moved count too. So a little more is forgotten.
        let expanded = self.nodes.iter().filter(|node| node.is_expanded());
        let mut expanded: Vec<_> = expanded.map(|node| (node.n_visits, node.n_children)).collect();
        expanded.sort_unstable_by(|one, other| other.cmp(one));
        let mut n_kept = 0;
        let too_many = expanded.into_iter().find(|&(_, n_children)| {
            n_kept += usize::from(n_children);
            n_kept > n_nodes
        });
        too_many.map_or(0, |(n_visits, _)| n_visits + 1)
    }

    /// Becomes a copy of a subtree. Nodes with fewer visits lose their children; but proved bounds
    /// stay, and so do all moves at the root.
    fn copy(&mut self, root: u32, n_visits_kept: u32) {
        let mut nodes = vec![*self.node(root)];
        let mut bounds = Vec::new();
        let mut done = 0;
        while let Some(&node) = nodes.get(done) {
            let children = self.children_kept(&node, if done == 0 { 0 } else { n_visits_kept });
            let first_child = nodes.len() as u32;
            nodes[done] = node.with_children(first_child..first_child + children.len() as u32);
            nodes.extend_from_slice(&self.nodes[children.start as usize..children.end as usize]);
            if let Some(&known) = self.bounds.get(node.bounds as usize) {
                nodes[done].bounds = bounds.len() as u32;
                bounds.push(known);
            }
            done += 1;
        }
        self.nodes = nodes;
        self.bounds = bounds;
    }

    /// The children of a node that it keeps, by its visits. A proved node always keeps the one that
    /// leads to its proof, because [`Tree::follow_proved_line`] needs it.
    fn children_kept(&self, node: &Node<M>, n_visits_kept: u32) -> Range<u32> {
        let children = node.children();
        if children.is_empty() || node.n_visits >= n_visits_kept {
            return children;
        }
        let known = self.bounds.get(node.bounds as usize);
        match node.mover().filter(|_| known.is_some_and(ScoreBounds::is_exact)) {
            Some(us) => {
                let best_proved = self.best_proved_of(children, us);
                best_proved..best_proved + 1
            }
            None => 0..0,
        }
    }

    /// The results of a child by now.
    pub(super) fn reused(&self, child: u32) -> ReusedStats {
        let Node { n_visits, mean, .. } = *self.node(child);
        ReusedStats { n_visits: n_visits.into(), result: f64::from(mean) * f64::from(n_visits) }
    }

    /// True if some moves of a node are not listed.
    pub(super) fn is_partly_listed(&self, index: u32) -> bool {
        let Node { n_moves, n_children, .. } = *self.node(index);
        n_children < n_moves
    }

    /// Progressive widening: true if all children of a node were tried, and there are more moves.
    pub(super) fn should_widen(&self, index: u32) -> bool {
        let Node { n_children, n_tried, .. } = *self.node(index);
        n_tried == n_children && self.is_partly_listed(index)
    }

    /// The number of moves that a node lists next, if there are so many.
    pub(super) fn n_next(&self, index: u32) -> usize {
        self.n_listed.max(self.children(index).len())
    }

    /// True if there is room for the next moves of a node. All its children move to a new place, so
    /// that they stand side by side.
    pub(super) fn has_room(&self, index: u32) -> bool {
        let n_children = self.children(index).len();
        let n_more = match self.n_moves(index) {
            0 => self.n_listed,
            n_moves => self.n_next(index).min(n_moves - n_children),
        };
        self.nodes.len() + n_children + n_more <= self.max_nodes
    }

    /// Adds to a node in which `us` is to move, or chance, so many more moves as children, those
    /// with the highest priors; unless there is no room, or there are more moves than can be
    /// counted. There is always room at the root.
    pub(super) fn list(
        &mut self,
        index: u32,
        us: Option<Seat>,
        moves: &[M],
        priors: &[f32],
        n_more: usize,
    ) -> bool
    where
        M: PartialEq,
    {
        let Ok(n_moves) = u16::try_from(moves.len()) else { return false };
        let listed = self.children(index);
        let listed = listed.start as usize..listed.end as usize;
        self.find_next(moves, priors, listed.clone(), n_more);
        let first_child = self.nodes.len();
        let n_nodes = first_child + listed.len() + self.next.len();
        if index != ROOT && n_nodes > self.max_nodes {
            return false;
        }
        self.nodes.extend_from_within(listed);
        let sum: f32 = priors.iter().sum();
        for &i in &self.next {
            let i = usize::from(i);
            self.nodes.push(Node::new(Some(moves[i]), priors[i] / sum));
        }
        let n_children = (self.nodes.len() - first_child) as u16;
        let node = &mut self.nodes[index as usize];
        node.first_child = first_child as u32;
        node.n_moves = n_moves;
        node.n_children = n_children;
        node.mover = us.map_or(CHANCE, |seat| seat.index() as u8);
        true
    }

    /// Finds so many of the moves that are not listed, those with the highest priors.
    fn find_next(&mut self, moves: &[M], priors: &[f32], listed: Range<usize>, n_more: usize)
    where
        M: PartialEq,
    {
        let listed = &self.nodes[listed];
        let is_new = |m: M| !listed.iter().any(|it| it.m() == m);
        let new = (0..).zip(moves).filter(|&(_, &m)| is_new(m));
        self.next.clear();
        self.next.extend(new.map(|(i, _): (u16, _)| i));
        // Of equals the first is first, so that it is the same again.
        let by_promise = |one: &u16, other: &u16| {
            let [of_one, of_other] = [one, other].map(|&i| priors[usize::from(i)]);
            of_other.total_cmp(&of_one).then(one.cmp(other))
        };
        if n_more < self.next.len() {
            self.next.select_nth_unstable_by(n_more, by_promise);
            self.next.truncate(n_more);
        }
        self.next.sort_unstable_by(by_promise);
    }

    /// Selects a child by PUCT for `us` to move: the one with the highest sum of its mean reward
    /// and an exploration term, which grows with its prior and shrinks with its visits.
    ///
    /// MCTS-Solver takes part: means are clamped to the proved bounds, and a child that is proved
    /// to be no better than another is not visited again.
    pub(super) fn select_puct(&mut self, index: u32, us: Seat, puct: Puct) -> u32 {
        let node = *self.node(index);
        let least = self.bounds(index).map_or(0.0, |bounds| bounds.least[us]);
        let exploration = puct.c_puct * (node.n_visits as f32).sqrt();
        let tried = node.first_child..node.first_child + u32::from(node.n_tried);

        // Step 1. The best of the children that were tried.
        let mut best = None;
        let mut best_score = f32::NEG_INFINITY;
        let mut sum = 0.0;
        let mut n_visits = 0;
        let mut all_lose = true;
        for child in tried.clone() {
            let Node { n_visits: n, mean, prior, bounds, .. } = *self.node(child);
            sum += mean * n as f32;
            n_visits += n;
            let mut worth = mean;
            let bounds = self.bounds.get(bounds as usize);
            all_lose &= bounds.is_some_and(|bounds| bounds.is_lost(us));
            if let Some(bounds) = bounds {
                if bounds.most[us] <= least {
                    // Another child is proved to be as good: nothing can be learned here.
                    continue;
                }
                worth = mean.clamp(bounds.least[us], bounds.most[us]);
            }
            let score = worth + exploration * prior / (1 + n) as f32;
            if score > best_score {
                best = Some(child);
                best_score = score;
            }
        }
        if node.n_tried == node.n_children {
            return best.unwrap_or_else(|| self.best_proved(index, us));
        }

        // Step 2. First-play urgency: the next untried child is assumed to be a little worse than
        // the mean of those that were tried. They are tried in the order of their priors.
        let mean = if n_visits == 0 { 0.5 } else { sum / n_visits as f32 };
        let urgency = mean - puct.fpu_reduction + exploration * self.node(tried.end).prior;
        match best {
            // Proved losses say nothing of moves that were never tried.
            Some(best) if best_score >= urgency && !all_lose => best,
            _ => self.try_next(index),
        }
    }

    /// The child with the highest proved reward for `us`.
    pub(super) fn best_proved(&self, index: u32, us: Seat) -> u32 {
        self.best_proved_of(self.children(index), us)
    }

    fn best_proved_of(&self, children: Range<u32>, us: Seat) -> u32 {
        let least = |child: &u32| self.bounds_or_open(*child).least[us];
        let best_proved = children.max_by(|one, other| least(one).total_cmp(&least(other)));
        best_proved.expect("a node that is expanded has children")
    }

    /// The untried child with the highest prior.
    fn try_next(&mut self, index: u32) -> u32 {
        let node = &mut self.nodes[index as usize];
        let next = node.first_child + u32::from(node.n_tried);
        node.n_tried += 1;
        next
    }

    /// The child that a move leads to. It counts as tried.
    pub(super) fn select_move(&mut self, index: u32, m: M) -> u32
    where
        M: PartialEq,
    {
        let mut children = self.children(index);
        let child = children.find(|&child| self.node(child).m() == m).expect("the move is legal");
        let node = &mut self.nodes[index as usize];
        let next = node.first_child + u32::from(node.n_tried);
        if child < next {
            return child;
        }
        self.nodes[next as usize..=child as usize].rotate_right(1);
        self.try_next(index)
    }

    /// Plays the proved line from a proved node, as far as the tree goes.
    pub(super) fn follow_proved_line<P: Position<Move = M>>(&self, index: u32, position: &mut P) {
        let mut index = index;
        while let Some(seat) = self.mover(index) {
            index = self.best_proved(index, seat);
            position.play_unchecked(self.node(index).m());
        }
    }

    /// The child of this number, where chance decides. All of them count as tried.
    pub(super) fn select_chance(&mut self, index: u32, number: usize) -> u32 {
        let node = &mut self.nodes[index as usize];
        node.n_tried = node.n_children;
        node.first_child + number as u32
    }

    /// Backpropagates rewards along a path: counts a visit for all of its nodes, and returns the
    /// rewards within the proved bounds.
    pub(super) fn backpropagate(&mut self, path: &[u32], rewards: BySeat<f32>) -> BySeat<f32> {
        let mut rewards = rewards;
        for step in path.windows(2).rev() {
            let before = step[0];
            let index = step[1];
            if let Some(bounds) = self.bounds(index) {
                rewards = bounds.clamp(&rewards);
            }
            let mover = self.mover(before);
            let node = &mut self.nodes[index as usize];
            node.n_visits += 1;
            if let Some(mover) = mover {
                node.mean = mean_with(rewards[mover], node.mean, node.n_visits);
            }
        }
        self.nodes[ROOT as usize].n_visits += 1;
        rewards
    }

    /// MCTS-Solver: sets proved bounds at the end of a path, and derives those of the nodes before.
    pub(super) fn prove(&mut self, path: &[u32], bounds: ScoreBounds) {
        let Some((&end, before)) = path.split_last() else { return };
        self.set_bounds(end, bounds);
        for &index in before.iter().rev() {
            let Some(us) = self.mover(index) else { return };
            let is_partly_listed = self.is_partly_listed(index);
            let unlisted = is_partly_listed.then(|| ScoreBounds::open(self.n_seats));
            let after = self.children(index).map(|child| self.bounds_or_open(child));
            let after = after.chain(unlisted);
            let known = self.bounds_or_open(index);
            let bounds = ScoreBounds::before(self.n_seats, us, after).and(&known);
            if bounds == known {
                return;
            }
            self.set_bounds(index, bounds);
        }
    }

    fn set_bounds(&mut self, index: u32, bounds: ScoreBounds) {
        let place = self.node(index).bounds;
        if let Some(known) = self.bounds.get_mut(place as usize) {
            *known = bounds;
            return;
        }
        self.nodes[index as usize].bounds = self.bounds.len() as u32;
        self.bounds.push(bounds);
    }

    /// The value of a child for the seat that plays its move: the mean within the proved bounds.
    pub(super) fn worth(&self, child: u32, us: Seat) -> f32 {
        let mean = self.node(child).mean;
        self.bounds(child).map_or(mean, |it| mean.clamp(it.least[us], it.most[us]))
    }
}

impl<M: Copy> Node<M> {
    fn new(m: Option<M>, prior: f32) -> Node<M> {
        Node {
            m,
            n_visits: 0,
            mean: 0.0,
            prior,
            first_child: 0,
            n_moves: 0,
            n_children: 0,
            n_tried: 0,
            bounds: NONE,
            mover: CHANCE,
        }
    }

    fn children(&self) -> Range<u32> {
        self.first_child..self.first_child + u32::from(self.n_children)
    }

    fn mover(&self) -> Option<Seat> {
        Seat::new(usize::from(self.mover))
    }

    /// The same with its children, or those of them that are reused, in another place.
    fn with_children(&self, children: Range<u32>) -> Node<M> {
        let n_children = children.len() as u16;
        if n_children == 0 {
            let Node { m, n_visits, mean, prior, bounds, .. } = *self;
            return Node { n_visits, mean, bounds, ..Node::new(m, prior) };
        }
        let n_tried = self.n_tried.min(n_children);
        Node { first_child: children.start, n_children, n_tried, ..*self }
    }

    /// The move that leads here.
    pub(super) fn m(&self) -> M {
        self.m.expect("only the root has none")
    }

    pub(super) fn is_expanded(&self) -> bool {
        self.n_children > 0
    }
}
