//! The persistent transposition table of alpha-beta: it is used, and it is bounded.

mod estimates;

use std::cmp::Reverse;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tilewright_core::BySeat;
use tilewright_search::{AlphaBeta, Limits, Thinking, TtEntry};
use tilewright_testkit::tree::{self, Branch, Node, TreePosition, path_hash};

use estimates::Estimates;

/// Four branches everywhere, in turn, without an end.
#[derive(Clone, Copy, Debug)]
struct Wood;

type Walk = TreePosition<Wood>;

impl tree::Tree for Wood {
    fn n_seats(&self) -> usize {
        2
    }

    fn node(&self, path: &[usize]) -> Node {
        let points = (path_hash(path, 1) % 20) as i32;
        Node::At(1 + path.len() % 2, 4, BySeat::from([points, 0]))
    }
}

fn think(search: &mut AlphaBeta<Walk, Estimates>, path: &[usize], depth: usize) -> u64 {
    let walk = Walk { path: path.to_vec(), ..TreePosition::root(Wood) };
    let limits = Limits { depth: Some(depth), ..Limits::NONE };
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let choice = search.search(&walk, limits, &mut Thinking::default(), &mut rng);
    assert!(choice.m < Branch(4));
    choice.info.nodes
}

#[test]
fn it_never_recalls_more_than_it_may() {
    const MAX_LESSONS: usize = 20;
    let mut search = AlphaBeta::new(Estimates).with_max_persistent(MAX_LESSONS);
    for branch in 0..4 {
        think(&mut search, &[branch], 5);
        assert!(search.entries(1).count() > 2 * MAX_LESSONS);
        search.update_persistent(1);
        assert_eq!(search.n_persistent(), MAX_LESSONS);
    }
}

#[test]
fn the_deepest_lessons_stay() {
    let mut search = AlphaBeta::new(Estimates);
    think(&mut search, &[], 6);
    let mut entries: Vec<TtEntry> = search.entries(1).collect();
    entries.sort_by_key(|entry| Reverse(entry.depth()));
    let n_deep = entries.iter().filter(|entry| entry.depth() >= 3).count();
    assert!(0 < n_deep && n_deep < entries.len());

    let n_nodes = |entries: &[TtEntry], max_lessons| {
        let mut search = AlphaBeta::new(Estimates).with_max_persistent(max_lessons);
        search.load_persistent(entries.iter().copied());
        think(&mut search, &[], 6)
    };
    let deep = n_nodes(&entries[..n_deep], usize::MAX);
    assert_eq!(n_nodes(&entries, n_deep), deep);
    assert!(deep < n_nodes(&[], usize::MAX));
}
