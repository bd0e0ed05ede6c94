//! Alpha-beta on trees made by hand.

use std::fmt;
use std::str::FromStr;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tilewright_core::{
    BySeat, Illegal, Outcome, ParseMoveError, ParsePositionError, Position, Seat, Turn,
};
use tilewright_search::{AlphaBeta, Choice, Evaluate, Info, Limits, Thinking};

/// A game as a tree.
#[derive(Debug, PartialEq, Eq)]
enum Tree {
    /// It is over: the points of both seats.
    End(i32, i32),
    /// The seat of this number is to move; what the first seat is estimated to have more.
    Turn(usize, i32, &'static [Tree]),
}

use Tree::{End, Turn as At};

/// A way down a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Walk {
    path: Vec<&'static Tree>,
    key: u64,
}

/// The branch of this number, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Branch(usize);

impl Walk {
    fn down(tree: &'static Tree) -> Walk {
        Walk { path: vec![tree], key: 1 }
    }

    fn here(&self) -> &'static Tree {
        self.path.last().unwrap()
    }

    fn branches(&self) -> &'static [Tree] {
        match self.here() {
            End(..) => &[],
            At(_, _, branches) => branches,
        }
    }
}

impl Position for Walk {
    type Move = Branch;
    type Undo = ();

    fn n_seats(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        match *self.here() {
            End(first, second) => Turn::Over(Outcome::by_score(BySeat::from([first, second]))),
            At(number, ..) => Turn::Player(Seat::new(number - 1).unwrap()),
        }
    }

    fn legal_moves(&self, moves: &mut Vec<Branch>) {
        moves.extend((0..self.branches().len()).map(Branch));
    }

    fn play_unchecked(&mut self, m: Branch) {
        self.path.push(&self.branches()[m.0]);
        self.key = 16 * self.key + m.0 as u64;
    }

    fn undo(&mut self, _: Branch, (): ()) {
        self.path.pop();
        self.key /= 16;
    }

    fn is_legal(&self, m: Branch) -> bool {
        m.0 < self.branches().len()
    }

    fn explain(&self, m: Branch) -> Result<(), Illegal> {
        if self.is_legal(m) { Ok(()) } else { Err(Illegal::new("no-branch", "there is no branch")) }
    }

    fn scores(&self) -> BySeat<i32> {
        BySeat::from([0, 0])
    }

    fn key(&self) -> u64 {
        self.key
    }
}

impl fmt::Display for Walk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:x}", self.key)
    }
}

impl FromStr for Walk {
    type Err = ParsePositionError;

    fn from_str(_: &str) -> Result<Walk, ParsePositionError> {
        Err(ParsePositionError::new("a way is walked, not read"))
    }
}

impl fmt::Display for Branch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Branch {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Branch, ParseMoveError> {
        text.parse().map(Branch).map_err(|_| ParseMoveError::new(text, "it is no number"))
    }
}

/// Believes what the tree says.
struct Estimates;

impl Evaluate<Walk> for Estimates {
    fn estimate(&self, walk: &Walk, us: Seat) -> i32 {
        match *walk.here() {
            End(..) => panic!("nothing is estimated that is over"),
            At(_, points, _) if us.number() == 1 => points,
            At(_, points, _) => -points,
        }
    }
}

/// What is found in many orders of the branches: always the same value.
fn search(tree: &'static Tree, depth: usize) -> Choice<Branch> {
    let limits = Limits { depth: Some(depth), ..Limits::NONE };
    let mut search = AlphaBeta::new(Estimates);
    let mut choose = |seed| {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        search.search(&Walk::down(tree), limits, &mut Thinking::default(), &mut rng)
    };
    let choice = choose(0);
    for seed in 1..20 {
        let other = choose(seed);
        assert_eq!(other.info.value, choice.info.value);
        assert_eq!(other.info.sentence, choice.info.sentence);
    }
    choice
}

fn sentence(info: &Info<Branch>) -> &str {
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
            search.search(&Walk::down(&TREE), Limits::NONE, &mut Thinking::default(), &mut rng).m.0
        })
        .collect();
    chosen.sort_unstable();
    chosen.dedup();
    assert_eq!(chosen, [0, 1, 2]);
}
