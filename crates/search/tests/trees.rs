//! Alpha-beta on trees made by hand.

mod estimates;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tilewright_core::{BySeat, Seat};
use tilewright_search::{AlphaBeta, Choice, Limits, SearchInfo, Thinking};
use tilewright_testkit::tree::{self, Branch, Node, TreePosition};

use estimates::Estimates;

/// A game as a tree.
#[derive(Debug)]
enum Tree {
    /// It is over: the points of both seats.
    End(i32, i32),
    /// The seat of this number is to move; what the first seat is estimated to have more.
    At(usize, i32, &'static [Tree]),
}

use Tree::{At, End};

impl tree::Tree for &'static Tree {
    fn n_seats(&self) -> usize {
        2
    }

    fn node(&self, path: &[usize]) -> Node {
        let tree = path.iter().fold(*self, |tree, &branch| match tree {
            End(..) => panic!("nothing comes after the end"),
            At(_, _, branches) => &branches[branch],
        });
        match *tree {
            End(first, second) => Node::End(BySeat::from([first, second])),
            At(number, points, branches) => {
                Node::At(number, branches.len(), BySeat::from([points, 0]))
            }
        }
    }
}

/// The result in many orders of the branches: always the same value.
fn search(tree: &'static Tree, depth: usize) -> Choice<Branch> {
    let limits = Limits { depth: Some(depth), ..Limits::NONE };
    let mut search = AlphaBeta::new(Estimates);
    let mut choose = |seed| {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        search.search(&TreePosition::root(tree), limits, &mut Thinking::default(), &mut rng)
    };
    let choice = choose(0);
    for seed in 1..20 {
        let other = choose(seed);
        assert_eq!(other.info.value, choice.info.value);
        assert_eq!(other.info.sentence, choice.info.sentence);
    }
    choice
}

fn sentence(info: &SearchInfo<Branch>) -> &str {
    info.sentence.as_deref().unwrap()
}

#[test]
fn a_quick_win_is_better_than_a_slow_one() {
    static TREE: Tree =
        At(1, 0, &[At(2, 0, &[At(1, 0, &[End(1, 0)])]), At(2, 0, &[End(0, 0)]), End(1, 0)]);
    let Choice { m, info } = search(&TREE, 5);
    assert_eq!((m, sentence(&info), info.depth), (Branch(2), "proved: wins in 1", 1));
    assert_eq!(info.value, Some(BySeat::from([1.0, 0.0])));
}

#[test]
fn a_slow_loss_is_better_than_a_quick_one() {
    static TREE: Tree = At(
        2,
        0,
        &[At(1, 0, &[End(1, 0)]), At(1, 0, &[At(2, 0, &[At(1, 0, &[End(1, 0)])])]), End(1, 0)],
    );
    let Choice { m, info } = search(&TREE, 9);
    assert_eq!((m, sentence(&info)), (Branch(1), "proved: loses in 4"));
    assert_eq!(info.line, [1, 0, 0, 0].map(Branch));
    assert_eq!(info.value, Some(BySeat::from([1.0, 0.0])));
}

#[test]
fn a_draw_is_proved_when_there_is_nothing_left_to_estimate() {
    static TREE: Tree = At(1, 0, &[At(2, 50, &[End(0, 0), End(1, 0)]), At(2, 90, &[End(0, 1)])]);
    let Choice { m, info } = search(&TREE, 1);
    assert_eq!((m, info.is_proved), (Branch(1), false));
    let Choice { m, info } = search(&TREE, 2);
    assert_eq!((m, sentence(&info), info.is_proved), (Branch(0), "proved: a draw", true));
    assert_eq!(info.value, Some(BySeat::from([0.5, 0.5])));
}

#[test]
fn a_seat_may_move_twice() {
    // The second seat moves twice in the first branch, and so takes what is worst for the first.
    static OTHER: Tree = At(
        1,
        0,
        &[
            At(2, 0, &[At(2, 0, &[At(1, 70, &[]), At(1, -30, &[])])]),
            At(2, 0, &[At(1, 0, &[At(2, -20, &[]), At(2, -90, &[])])]),
        ],
    );
    static OWN: Tree =
        At(1, 0, &[At(1, 0, &[At(2, 5, &[]), At(2, 60, &[])]), At(2, 0, &[At(1, 40, &[])])]);
    assert_eq!(search(&OTHER, 3).info.line, [1, 0, 0].map(Branch));
    assert_eq!(search(&OWN, 2).info.line, [0, 1].map(Branch));
}

#[test]
fn an_estimate_is_told_as_what_each_seat_can_expect() {
    static TREE: Tree = At(2, 0, &[At(1, -100, &[End(0, 0)]), At(1, 20, &[End(0, 0)])]);
    let Choice { m, info } = search(&TREE, 1);
    assert_eq!((m, sentence(&info)), (Branch(0), "expects 75 % at depth 1"));
    let value = info.value.unwrap();
    assert!((value[Seat::new(1).unwrap()] - 0.75).abs() < 1e-9, "{value:?}");
    assert!((value.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{value:?}");
}

#[test]
fn equals_are_chosen_by_chance() {
    static TREE: Tree = At(1, 0, &[End(0, 0), End(0, 0), End(0, 0), End(0, 1)]);
    let mut chosen: Vec<usize> = (0..40)
        .map(|seed| {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut search = AlphaBeta::new(Estimates);
            search
                .search(
                    &TreePosition::root(&TREE),
                    Limits::NONE,
                    &mut Thinking::default(),
                    &mut rng,
                )
                .m
                .0
        })
        .collect();
    chosen.sort_unstable();
    chosen.dedup();
    assert_eq!(chosen, [0, 1, 2]);
}
