//! A search goes on with what the last one found, but only where time alone is limited; and forgets
//! what it met least where there is no room for more.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tilewright_core::{Illegal, Outcome, ParseMoveError, ParsePositionError};

use super::*;
use crate::limits::Stop;
use crate::thinking::SearchInfo;

/// Two seats take some matches in turn, at least one; who takes the last one wins.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Matches {
    n_left: u32,
    n_plies: usize,
    /// The most that may be taken at once.
    most: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Take(u32);

impl Position for Matches {
    type Move = Take;
    type Undo = ();

    fn n_seats(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        let seat = |n_plies: usize| Seat::new(n_plies % 2).unwrap();
        if self.n_left == 0 {
            let winner = seat(self.n_plies + 1);
            let scores = BySeat::from_fn(2, |seat| i32::from(seat == winner));
            return Turn::Over(Outcome::by_score(scores));
        }
        Turn::Player(seat(self.n_plies))
    }

    fn legal_moves(&self, moves: &mut Vec<Take>) {
        moves.extend((1..=self.n_left.min(self.most)).map(Take));
    }

    fn play_unchecked(&mut self, m: Take) {
        self.n_left -= m.0;
        self.n_plies += 1;
    }

    fn undo(&mut self, m: Take, (): ()) {
        self.n_left += m.0;
        self.n_plies -= 1;
    }

    fn is_legal(&self, m: Take) -> bool {
        (1..=self.n_left.min(self.most)).contains(&m.0)
    }

    fn explain(&self, m: Take) -> Result<(), Illegal> {
        if self.is_legal(m) { Ok(()) } else { Err(Illegal::new("too-many", "not so many")) }
    }

    fn scores(&self) -> BySeat<i32> {
        BySeat::from([0, 0])
    }

    fn key(&self) -> u64 {
        self.n_left.into()
    }
}

impl fmt::Display for Matches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.n_left, self.n_plies)
    }
}

impl FromStr for Matches {
    type Err = ParsePositionError;

    fn from_str(_: &str) -> Result<Matches, ParsePositionError> {
        Err(ParsePositionError::new("matches are counted, not read"))
    }
}

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Take {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Take, ParseMoveError> {
        text.parse().map(Take).map_err(|_| ParseMoveError::new(text, "it is no number"))
    }
}

/// Knows the rules.
struct Rules;

impl Policy<Matches> for Rules {}

const TIME: Limits = Limits { time: Some(Duration::from_hours(1)), ..Limits::NONE };

fn generators(n: u64) -> Vec<Xoshiro256PlusPlus> {
    (0..n).map(Xoshiro256PlusPlus::seed_from_u64).collect()
}

/// Searches without a limit of nodes until so many games are simulated, as who listens wants it.
fn search_for(mcts: &mut Mcts<Matches, Rules>, position: &Matches, n_games: u64) -> Choice<Take> {
    let stop = Stop::new();
    let mut listen = |info: &SearchInfo<Take>| {
        if info.nodes >= n_games {
            stop.stop();
        }
    };
    let mut thinking = Thinking { stop: &stop, listener: Some(&mut listen), ..Thinking::default() };
    mcts.search(position, TIME, &mut thinking, &mut generators(1))
}

/// Every node after this one, with its visits: the tree itself, in one order.
fn counts(tree: &Tree<Take>, index: u32, found: &mut Vec<(Take, u32, f32)>) {
    let mut children: Vec<u32> = tree.children(index).collect();
    children.sort_by_key(|&child| tree.node(child).m());
    for child in children {
        let m = tree.node(child).m();
        let n_visits = tree.node(child).n_visits;
        found.push((m, n_visits, tree.worth(child, Seat::new(0).unwrap())));
        counts(tree, child, found);
    }
}

#[test]
fn what_is_kept_is_the_tree_after_the_moves() {
    let start = Matches { n_left: 40, n_plies: 0, most: 3 };
    let mut mcts = Mcts::new(Rules);
    search_for(&mut mcts, &start, 2_048);
    let tree = &mcts.workers[0].tree;
    let mut next = start;
    next.play_unchecked(Take(2));
    next.play_unchecked(Take(3));
    let child = mcts.workers[0].child(Take(2)).unwrap();
    let mut children = tree.children(child);
    let grandchild = children.find(|&it| tree.node(it).m() == Take(3)).unwrap();
    let mut before = Vec::new();
    let mut after = Vec::new();
    counts(tree, grandchild, &mut before);
    assert!(before.len() > 50);
    assert!(mcts.go_on(&next, 1));
    counts(&mcts.workers[0].tree, ROOT, &mut after);
    assert_eq!(before, after);
}

#[test]
fn another_position_is_not_kept() {
    let start = Matches { n_left: 40, n_plies: 0, most: 3 };
    let mut mcts = Mcts::new(Rules);
    for other in [
        // Too far away, before, and the same matches for the other seat.
        Matches { n_left: 37, n_plies: 3, most: 3 },
        Matches { n_left: 41, n_plies: 1, most: 3 },
        Matches { n_left: 38, n_plies: 3, most: 3 },
    ] {
        search_for(&mut mcts, &start, 512);
        assert!(!mcts.go_on(&other, 1), "{other}");
    }
    search_for(&mut mcts, &start, 512);
    assert!(
        !mcts.go_on(&Matches { n_left: 39, n_plies: 1, most: 3 }, 2),
        "there are other threads"
    );
}

#[test]
fn with_a_limit_of_nodes_nothing_is_kept() {
    let limits = Limits { nodes: Some(300), ..Limits::NONE };
    let search = |mcts: &mut Mcts<Matches, Rules>, position: &Matches| {
        mcts.search(position, limits, &mut Thinking::default(), &mut generators(1))
    };
    let start = Matches { n_left: 40, n_plies: 0, most: 3 };
    let next = Matches { n_left: 38, n_plies: 1, most: 3 };
    let mut used = Mcts::new(Rules);
    search_for(&mut used, &start, 1_024);
    assert_eq!(search(&mut used, &next), search(&mut Mcts::new(Rules), &next));
    assert!(!used.go_on(&next, 1), "the next search cannot go on with it either");
}

#[test]
fn who_goes_on_still_wins() {
    let mut mcts = Mcts::new(Rules);
    for n_left in [9, 10, 11, 13, 14, 15] {
        let mut position = Matches { n_left, n_plies: 0, most: 3 };
        while position.n_left > 0 {
            let choice = search_for(&mut mcts, &position, 4_096);
            assert!(position.is_legal(choice.m));
            assert_eq!((position.n_left - choice.m.0) % 4, 0, "{position} {choice:?}");
            assert!(choice.info.value.unwrap().as_slice()[0] > 0.5, "{position} {choice:?}");
            position.play_unchecked(choice.m);
            if position.n_left > 0 {
                position.play_unchecked(Take(1));
            }
        }
    }
}

/// However bad it looks: by how much the others lose may long be open.
#[test]
fn where_everything_that_was_tried_loses_something_else_is_tried() {
    let us = Seat::new(0).unwrap();
    let puct = Puct { c_puct: 1.0, fpu_reduction: 0.1 };
    let mut tree = Tree::new();
    tree.begin(2, 100);
    tree.list(ROOT, Some(us), &[Take(1), Take(2), Take(3)], &[1.0, 1.0, 1e-9], 3);
    for _ in 0..2 {
        let child = tree.select_puct(ROOT, us, puct);
        tree.prove(&[ROOT, child], ScoreBounds::at_least(BySeat::from([0.0, 0.9])));
        tree.backpropagate(&[ROOT, child], BySeat::from([0.05, 0.95]));
    }
    let child = tree.select_puct(ROOT, us, puct);
    assert_eq!(tree.node(child).m(), Take(3));
}

/// A hundred moves, the last of which look best, and a tree in which some of them are listed.
fn with_a_hundred_moves() -> (Tree<Take>, Vec<Take>, Vec<f32>) {
    let moves: Vec<Take> = (0..100).map(Take).collect();
    let priors: Vec<f32> = (1..=100_u8).map(f32::from).collect();
    let mut tree = Tree::new();
    tree.begin(2, 1_000);
    tree.list(ROOT, Seat::new(0), &moves, &priors, tree.n_next(ROOT));
    (tree, moves, priors)
}

const SELECTION: Puct = Puct { c_puct: 1.0, fpu_reduction: 0.1 };

#[test]
fn moves_are_listed_when_they_are_wanted_and_none_is_left_out() {
    let us = Seat::new(0).unwrap();
    let (mut tree, moves, priors) = with_a_hundred_moves();
    let mut tried = Vec::new();
    let mut n_listed = vec![tree.children(ROOT).len()];
    for _ in 0..1_000_000 {
        if tried.len() == moves.len() {
            break;
        }
        if tree.should_widen(ROOT) {
            tree.list(ROOT, Some(us), &moves, &priors, tree.n_next(ROOT));
            n_listed.push(tree.children(ROOT).len());
        }
        let child = tree.select_puct(ROOT, us, SELECTION);
        if tree.node(child).n_visits == 0 {
            tried.push(tree.node(child).m());
        }
        tree.backpropagate(&[ROOT, child], BySeat::from([0.0, 1.0]));
    }
    assert_eq!(n_listed, [16, 32, 64, 100]);
    assert!(tried.into_iter().rev().eq(moves));
    assert!(!tree.should_widen(ROOT));
    // Their statistics are reused where more moves are listed.
    let n_visits = tree.children(ROOT).map(|child| tree.node(child).n_visits);
    assert_eq!(n_visits.sum::<u32>(), tree.node(ROOT).n_visits);
}

#[test]
fn what_is_not_listed_may_still_be_better() {
    let us = Seat::new(0).unwrap();
    let (mut tree, moves, priors) = with_a_hundred_moves();
    let lose = |tree: &mut Tree<Take>| {
        for child in tree.children(ROOT) {
            tree.prove(&[ROOT, child], ScoreBounds::exact(BySeat::from([0.25, 0.75])));
        }
    };
    lose(&mut tree);
    let sure = ScoreBounds::at_least(BySeat::from([0.25, 0.0]));
    assert_eq!(tree.bounds_or_open(ROOT), sure);
    tree.list(ROOT, Some(us), &moves, &priors, usize::MAX);
    lose(&mut tree);
    assert_eq!(tree.bounds_or_open(ROOT), ScoreBounds::exact(BySeat::from([0.25, 0.75])));
}

#[test]
fn all_moves_are_listed_once_where_a_search_goes_on() {
    let us = Seat::new(0).unwrap();
    let (mut tree, moves, priors) = with_a_hundred_moves();
    let child = tree.select_puct(ROOT, us, SELECTION);
    tree.list(child, Some(us), &moves, &priors, 16);
    let grandchild = tree.select_puct(child, us, SELECTION);
    tree.backpropagate(&[ROOT, child, grandchild], BySeat::from([1.0, 0.0]));
    let visited = tree.node(grandchild).m();
    tree.keep(child);
    assert!(tree.is_partly_listed(ROOT));
    tree.list(ROOT, Some(us), &moves, &priors, usize::MAX);
    let listed: Vec<Take> = tree.children(ROOT).map(|it| tree.node(it).m()).collect();
    assert!(listed.into_iter().rev().eq(moves), "the most promising first");
    let first = tree.children(ROOT).start;
    assert_eq!((tree.node(first).m(), tree.node(first).n_visits), (visited, 1));
}

/// Thirty matches may be taken at once, of which the policy likes some better than others.
const WIDE: Matches = Matches { n_left: 95, n_plies: 0, most: 30 };

struct Whims;

impl Policy<Matches> for Whims {
    fn priors(&self, position: &Matches, moves: &[Take], priors: &mut Vec<f32>) {
        let whim = |m: &Take| 1.0 + ((m.0 * 37 + position.n_left * 11) % 23) as f32;
        priors.extend(moves.iter().map(whim));
    }
}

/// The result of many games with so many moves listed at first, and the size of the tree.
fn found(n_listed: usize, max_positions: usize) -> (Choice<Take>, usize) {
    let mut mcts = Mcts::new(Whims);
    mcts.max_positions = max_positions;
    mcts.begin(&WIDE, 1);
    mcts.workers[0].tree.n_listed = n_listed;
    let limits = Limits { nodes: Some(20_000), ..Limits::NONE };
    let choice = mcts.search(&WIDE, limits, &mut Thinking::default(), &mut generators(1));
    (choice, mcts.workers[0].tree.n_nodes())
}

#[test]
fn who_lists_few_moves_finds_what_who_lists_all_finds() {
    let (choice, n_nodes) = found(30, 1 << 20);
    let (same, fewer_nodes) = found(4, 1 << 20);
    assert_eq!(choice, same);
    assert!(fewer_nodes < n_nodes, "{fewer_nodes} {n_nodes}");
}

/// The result of one thread in so many games with so little room, and how many positions it
/// remembers after each of them.
fn grown<G: Policy<Matches> + Sync>(
    policy: &G,
    position: &Matches,
    max_positions: usize,
    n_games: usize,
) -> (Worker<Matches>, Vec<usize>) {
    let search = Search::new(policy, 1.0, position);
    let mut worker = Worker::new(position.clone());
    worker.begin(position, policy, max_positions);
    let rng = &mut generators(1)[0];
    let mut n_nodes = Vec::new();
    while n_nodes.len() < n_games && !worker.is_solved(&search) {
        worker.simulate(&search, rng);
        n_nodes.push(worker.tree.n_nodes());
    }
    (worker, n_nodes)
}

#[test]
fn there_are_never_more_positions_than_there_may_be() {
    for max_positions in [100, 1_000, 3_000] {
        let (_, n_nodes) = grown(&Whims, &WIDE, max_positions, 20_000);
        let most = *n_nodes.iter().max().unwrap();
        assert!(most <= max_positions && most + 60 > max_positions, "{most}");
    }
}

#[test]
fn who_is_full_forgets_and_goes_on() {
    let n_games = 20_000;
    let (worker, n_nodes) = grown(&Whims, &WIDE, 1_000, n_games);
    let times: Vec<usize> = (1..n_games).filter(|&at| n_nodes[at] < n_nodes[at - 1]).collect();
    assert!(times.iter().all(|&at| n_nodes[at] <= 500 + 60), "half is free, but for the next list");
    assert!(times.last().is_some_and(|&last| last > n_games - 500), "{times:?}");
    // Not for every game: it takes long.
    assert!((100..1_000).contains(&times.len()), "{}", times.len());
    // All moves at the root are there, in the order in which their results are counted.
    let children = worker.tree.children(ROOT);
    assert_eq!(children.len(), 30);
    for (child, results) in children.zip(&worker.results) {
        let worth = worker.tree.worth(child, Seat::new(0).unwrap());
        let n_visits = f64::from(worker.tree.node(child).n_visits);
        assert!((f64::from(worth) - results.as_slice()[0] / n_visits).abs() < 1e-4);
    }
}

#[test]
fn who_forgets_finds_the_same_again() {
    let limits = Limits { nodes: Some(5_000), ..Limits::NONE };
    let mut mcts = Mcts::new(Whims);
    mcts.max_positions = 500;
    let mut search = || mcts.search(&WIDE, limits, &mut Thinking::default(), &mut generators(1));
    assert_eq!(search(), search());
}

#[test]
fn who_has_little_room_proves_what_is_to_be_proved() {
    for (n_left, best, max_positions) in [(17, 1, 1_000), (18, 2, 1_000), (19, 3, 3_000)] {
        let start = Matches { n_left, n_plies: 0, most: 3 };
        let mut mcts = Mcts::new(Rules);
        mcts.max_positions = max_positions;
        let limits = Limits { nodes: Some(60_000), ..Limits::NONE };
        let choice = mcts.search(&start, limits, &mut Thinking::default(), &mut generators(1));
        assert!(choice.info.is_proved && choice.m == Take(best), "{n_left} {choice:?}");
    }
}

/// Every node from this one on, with its visits and what is known of it, by the moves that lead
/// there.
type Found = BTreeMap<Vec<Take>, (u32, (u32, u32, ScoreBounds))>;

fn find(tree: &Tree<Take>, index: u32, path: &mut Vec<Take>, found: &mut Found) {
    let worth = tree.worth(index, Seat::new(0).unwrap());
    let known = (tree.node(index).n_visits, worth.to_bits(), tree.bounds_or_open(index));
    found.insert(path.clone(), (index, known));
    for child in tree.children(index) {
        path.push(tree.node(child).m());
        find(tree, child, path, found);
        path.pop();
    }
}

#[test]
fn what_was_visited_most_is_remembered_as_it_was() {
    let start = Matches { n_left: 21, n_plies: 0, most: 3 };
    let (mut worker, _) = grown(&Rules, &start, 4_000, 3_000);
    let [mut before, mut after] = [Found::new(), Found::new()];
    find(&worker.tree, ROOT, &mut Vec::new(), &mut before);
    worker.tree.make_room();
    find(&worker.tree, ROOT, &mut Vec::new(), &mut after);
    assert!(before.len() > 3_500 && (1_900..2_200).contains(&after.len()), "{}", after.len());
    assert!(after.iter().all(|(path, (_, known))| before[path].1 == *known));
    let n_visits_before = |path: &Vec<Take>| before[&path[..path.len() - 1]].1.0;
    let mut forgotten = before.keys().filter(|&path| !after.contains_key(path));
    assert!(forgotten.all(|path| n_visits_before(path) < 10));
    // Where the end is certain, how it comes is not forgotten.
    let certain = after.iter().filter(|(_, (_, known))| known.2.is_exact());
    for (path, &(index, _)) in certain.clone() {
        let mut position = start.clone();
        for &m in path {
            position.play_unchecked(m);
        }
        worker.tree.follow_proved_line(index, &mut position);
        assert_eq!(position.n_left, 0, "{path:?}");
    }
    assert!(certain.count() > 100);
}

#[test]
fn people_are_told_how_it_ends_after_much_was_forgotten() {
    let start = Matches { n_left: 18, n_plies: 0, most: 3 };
    let mut mcts = Mcts::new(Rules);
    mcts.max_positions = 600;
    let limits = Limits { nodes: Some(60_000), ..Limits::NONE };
    let move_values = mcts.rate(&start, None, limits, &mut Thinking::default(), &mut generators(1));
    let best = &move_values[0];
    assert_eq!((best.m, best.info.is_proved), (Take(2), true));
    assert_eq!(best.info.line.iter().map(|m| m.0).sum::<u32>(), 18, "{best:?}");
    assert_eq!(best.margin, Some(BySeat::from([1.0, -1.0])));
}

#[test]
fn the_mean_of_millions_is_right() {
    let us = Seat::new(0).unwrap();
    let mut tree = Tree::new();
    tree.begin(2, 10);
    tree.list(ROOT, Some(us), &[Take(1)], &[1.0], 1);
    let child = tree.children(ROOT).start;
    let rng = &mut generators(1)[0];
    let n_games = 12_000_000;
    let mut n_won = 0;
    for game in 0..n_games {
        // After a while it turns out to be worse.
        let is_won = random_index(rng, 10) < if game < 4_000_000 { 6 } else { 5 };
        n_won += i32::from(is_won);
        let reward = f32::from(u8::from(is_won));
        tree.backpropagate(&[ROOT, child], BySeat::from([reward, 1.0 - reward]));
    }
    let mean = f64::from(n_won) / f64::from(n_games);
    let error = f64::from(tree.worth(child, us)) - mean;
    assert!(error.abs() < 2e-4, "{error}");
}

#[test]
fn no_time_is_lost_where_the_root_takes_the_room() {
    let us = Seat::new(0);
    let (_, moves, priors) = with_a_hundred_moves();
    let mut tree = Tree::new();
    tree.begin(2, 120);
    for n_more in [16, 84] {
        tree.list(ROOT, us, &moves, &priors, n_more);
    }
    tree.make_room();
    assert_eq!(tree.n_nodes(), 101);
    tree.list(tree.children(ROOT).start, us, &moves[..8], &priors[..8], 8);
    tree.make_room();
    assert_eq!(tree.n_nodes(), 109, "there is nothing to be had");
}
