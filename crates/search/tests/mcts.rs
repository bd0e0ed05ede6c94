//! Monte Carlo tree search on trees made by hand, with several seats and with chance.

use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tilewright_core::{BySeat, Outcome};
use tilewright_search::{Choice, Limits, Mcts, Policy, Reward, SearchInfo, Stop, Thinking};
use tilewright_testkit::tree::{self, Branch, Node, TreePosition};

/// A game as a tree.
#[derive(Debug)]
enum Tree {
    /// It is over: the points of every seat.
    End(&'static [i32]),
    /// The seat of this number is to move.
    At(usize, &'static [Tree]),
    /// Chance decides.
    Chance(&'static [Tree]),
    /// This many more moves of the first seat, two ways each time, until the game ends with these
    /// scores.
    Long(usize, &'static [i32]),
}

use Tree::{At, Chance, End, Long};

#[derive(Clone, Debug)]
struct Wood {
    tree: &'static Tree,
    n_seats: usize,
}

type Walk = TreePosition<Wood>;

fn down(tree: &'static Tree, n_seats: usize) -> Walk {
    TreePosition::root(Wood { tree, n_seats })
}

impl tree::Tree for Wood {
    fn n_seats(&self) -> usize {
        self.n_seats
    }

    fn node(&self, path: &[usize]) -> Node {
        let mut tree = self.tree;
        let mut path = path;
        while let (At(_, branches) | Chance(branches), [branch, rest @ ..]) = (tree, path) {
            (tree, path) = (&branches[*branch], rest);
        }
        let by_seat = |points: &[i32]| BySeat::from_fn(self.n_seats, |it| points[it.index()]);
        let nothing = BySeat::from_fn(self.n_seats, |_| 0);
        match *tree {
            Long(n_moves, _) if path.len() < n_moves => Node::At(1, 2, nothing),
            End(points) | Long(_, points) => Node::End(by_seat(points)),
            At(number, branches) => Node::At(number, branches.len(), nothing),
            Chance(branches) => Node::Chance(branches.len()),
        }
    }
}

/// Knows nothing, and counts places alone.
struct Places;

impl Policy<Walk> for Places {
    fn reward(&self, _: &Walk, outcome: &Outcome) -> BySeat<f32> {
        Reward { margin_part: 0.0, margin: 1.0 }.of(outcome)
    }
}

/// Knows nothing, and counts points too.
struct Points;

impl Policy<Walk> for Points {}

fn generators(n_threads: usize, seed: u64) -> Vec<Xoshiro256PlusPlus> {
    (0..n_threads as u64).map(|i| Xoshiro256PlusPlus::seed_from_u64(99 * seed + i)).collect()
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::NONE }
}

fn search<G: Policy<Walk> + Sync>(
    policy: G,
    walk: &Walk,
    n_threads: usize,
    seed: u64,
) -> Choice<Branch> {
    let mut rngs = generators(n_threads, seed);
    Mcts::new(policy).search(walk, nodes(500), &mut Thinking::default(), &mut rngs)
}

/// The result for any seed and with one thread or three: proofs are always the
/// same.
fn proved<G: Policy<Walk> + Sync>(policy: fn() -> G, walk: &Walk) -> Choice<Branch> {
    let choice = search(policy(), walk, 1, 0);
    assert!(choice.info.is_proved, "{choice:?}");
    for seed in 1..10 {
        for n_threads in [1, 3] {
            let other = search(policy(), walk, n_threads, seed);
            assert_eq!((other.m, other.info.value), (choice.m, choice.info.value));
        }
    }
    choice
}

#[test]
fn what_looks_good_on_average_may_be_lost() {
    // The first branch is won four times in five, but the opponent has the fifth.
    const TRAP: Tree =
        At(2, &[End(&[1, 0]), End(&[1, 0]), End(&[1, 0]), End(&[0, 1]), End(&[1, 0])]);
    const TREE: Tree = At(1, &[TRAP, At(2, &[End(&[0, 0]), End(&[1, 0])])]);
    let choice = proved(|| Places, &down(&TREE, 2));
    assert_eq!(choice.m, Branch(1));
    assert_eq!(choice.info.value, Some(BySeat::from([0.5, 0.5])));
    assert_eq!(choice.info.line, [Branch(1), Branch(0)]);
}

#[test]
fn each_of_three_seats_takes_what_is_best_for_itself() {
    // Seat 2 prefers its own second place to what would be best for seat 1 or seat 3; seat 3 wins
    // where it can.
    const LEFT: Tree = At(2, &[End(&[9, 1, 2]), End(&[3, 2, 1]), End(&[1, 0, 9])]);
    const RIGHT: Tree = At(3, &[End(&[9, 8, 7]), End(&[7, 8, 9]), End(&[8, 7, 8])]);
    const TREE: Tree = At(1, &[RIGHT, LEFT]);
    let choice = proved(|| Places, &down(&TREE, 3));
    assert_eq!(choice.m, Branch(1));
    assert_eq!(choice.info.value, Some(BySeat::from([1.0, 0.5, 0.0])));
    assert_eq!(choice.info.line, [Branch(1), Branch(1)]);
}

#[test]
fn a_seat_that_moves_twice_in_a_row_plays_for_itself_both_times() {
    const OWN: Tree = At(1, &[End(&[0, 5]), End(&[0, 5]), End(&[5, 0])]);
    const TREE: Tree = At(1, &[At(2, &[End(&[5, 0]), End(&[0, 5])]), OWN]);
    let choice = proved(|| Places, &down(&TREE, 2));
    assert_eq!(choice.info.line, [Branch(1), Branch(2)]);
}

#[test]
fn a_clear_win_is_better_than_a_close_one_and_a_close_loss_than_a_clear_one() {
    const WINS: Tree = At(1, &[End(&[6, 5]), End(&[30, 5]), End(&[12, 11]), End(&[0, 1])]);
    const LOSSES: Tree = At(1, &[End(&[0, 9]), End(&[4, 5]), End(&[0, 7])]);
    assert_eq!(proved(|| Points, &down(&WINS, 2)).m, Branch(1));
    assert_eq!(proved(|| Points, &down(&LOSSES, 2)).m, Branch(1));
}

#[test]
fn one_seat_takes_the_most_points() {
    const TREE: Tree = At(1, &[End(&[6]), At(1, &[End(&[7]), End(&[1])]), End(&[5])]);
    assert_eq!(proved(|| Points, &down(&TREE, 1)).info.line, [Branch(1), Branch(0)]);
}

#[test]
fn chance_counts_on_average() {
    // Two wins in three are better than one in two, and better than a certain draw.
    const OFTEN: Tree = Chance(&[End(&[0, 1]), End(&[1, 0]), End(&[1, 0])]);
    const SELDOM: Tree = Chance(&[End(&[0, 1]), End(&[1, 0])]);
    const TREE: Tree = At(1, &[SELDOM, End(&[1, 1]), OFTEN]);
    for seed in 0..5 {
        let choice = search(Places, &down(&TREE, 2), 1, seed);
        assert_eq!(choice.m, Branch(2));
        let value = choice.info.value.unwrap().as_slice()[0];
        assert!((0.6..0.75).contains(&value) && !choice.info.is_proved, "{value}");
    }
}

/// Too long to be known.
static LONG: Tree = Long(60, &[1, 0]);

#[test]
fn with_a_generator_and_a_limit_of_nodes_it_is_always_the_same() {
    let mut used = Mcts::new(Points);
    for seed in 0..5 {
        let choose = |mcts: &mut Mcts<Walk, Points>| {
            let walk = down(&LONG, 2);
            mcts.search(&walk, nodes(300), &mut Thinking::default(), &mut generators(1, seed))
        };
        assert_eq!(choose(&mut used), choose(&mut Mcts::new(Points)));
    }
}

#[test]
fn limits_are_kept() {
    let walk = down(&LONG, 2);
    let search = |limits, stop: &Stop, n_threads| {
        let mut thinking = Thinking { stop, ..Thinking::default() };
        Mcts::new(Points).search(&walk, limits, &mut thinking, &mut generators(n_threads, 1)).info
    };
    let go_on = Stop::new();
    for n_threads in [1, 2, 3] {
        assert_eq!(search(nodes(1_000), &go_on, n_threads).nodes, 1_000);
    }
    let begin = Instant::now();
    let time = Limits { time: Some(Duration::from_millis(30)), ..Limits::NONE };
    assert!(search(time, &go_on, 2).nodes > 0 && begin.elapsed() < Duration::from_secs(5));
    let stopped = Stop::new();
    stopped.stop();
    let info = search(Limits { time: Some(Duration::from_hours(1)), ..Limits::NONE }, &stopped, 2);
    assert_eq!((info.nodes, info.line.len()), (0, 1), "a move all the same");
}

#[test]
fn it_is_stopped_by_who_listens() {
    let stop = Stop::new();
    let mut reports = Vec::new();
    let mut listen = |info: &SearchInfo<Branch>| {
        reports.push(info.nodes);
        assert!(info.value.is_some() && !info.line.is_empty());
        if info.nodes >= 1_024 {
            stop.stop();
        }
    };
    let mut thinking = Thinking { stop: &stop, listener: Some(&mut listen), ..Thinking::default() };
    let limits = Limits { time: Some(Duration::from_hours(1)), ..Limits::NONE };
    let choice =
        Mcts::new(Points).search(&down(&LONG, 2), limits, &mut thinking, &mut generators(1, 1));
    assert_eq!(reports, [256, 512, 1_024]);
    assert!(choice.info.nodes < 1_040, "{}", choice.info.nodes);
}

#[test]
fn with_little_room_it_goes_on() {
    let walk = down(&LONG, 2);
    let mut depths = Vec::new();
    for max_positions in [0, 30, 1_000] {
        let mut mcts = Mcts::new(Points);
        mcts.max_positions = max_positions;
        let choice =
            mcts.search(&walk, nodes(2_000), &mut Thinking::default(), &mut generators(1, 1));
        assert_eq!(choice.info.nodes, 2_000);
        depths.push(choice.info.depth);
    }
    assert!(depths[0] == 1 && depths.is_sorted() && depths[2] < 500, "{depths:?}");
}

#[test]
fn what_is_forced_is_soon_played() {
    static FORCED: Tree = At(1, &[Long(60, &[0, 1])]);
    let choice = Mcts::new(Points).search(
        &down(&FORCED, 2),
        nodes(1_000_000),
        &mut Thinking::default(),
        &mut generators(1, 1),
    );
    assert!(choice.info.nodes < 1_000 && choice.info.value.is_some());
}
