//! Games that are nothing but trees, for the tests of every search.

use std::fmt;
use std::str::FromStr;

use tilewright_core::bits::fold;
use tilewright_core::{
    BySeat, Illegal, Outcome, ParseMoveError, ParsePositionError, Position, Seat, Turn,
};

/// A game tree, given by the node at the end of each path.
///
/// ```
/// use tilewright_core::{BySeat, Position};
/// use tilewright_testkit::tree::{Node, Tree, TreePosition};
///
/// #[derive(Clone, Debug)]
/// struct OneChoice;
///
/// impl Tree for OneChoice {
///     fn n_seats(&self) -> usize {
///         2
///     }
///
///     fn node(&self, path: &[usize]) -> Node {
///         match path {
///             [] => Node::At(1, 3, BySeat::from([0, 0])),
///             [branch, ..] => Node::End(BySeat::from([*branch as i32, 1])),
///         }
///     }
/// }
///
/// assert_eq!(TreePosition::root(OneChoice).n_legal_moves(), 3);
/// ```
pub trait Tree: Clone + fmt::Debug {
    /// The number of seats.
    fn n_seats(&self) -> usize;

    /// Returns the node after these branches.
    fn node(&self, path: &[usize]) -> Node;
}

/// A node of a tree.
#[derive(Debug)]
pub enum Node {
    /// The end of the game, with the points of every seat.
    End(BySeat<i32>),
    /// A choice of the seat of this number, with the number of branches and an estimate per seat.
    At(usize, usize, BySeat<i32>),
    /// A chance node with this number of branches.
    Chance(usize),
}

/// A position in a tree: the branches that were taken.
#[derive(Clone, Debug)]
pub struct TreePosition<T> {
    /// The tree.
    pub tree: T,
    /// The branches from its root.
    pub path: Vec<usize>,
}

/// The branch of this number, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Branch(pub usize);

impl<T: Tree> TreePosition<T> {
    /// Returns the position at the root.
    pub const fn root(tree: T) -> TreePosition<T> {
        TreePosition { tree, path: Vec::new() }
    }

    fn n_branches(&self) -> usize {
        match self.tree.node(&self.path) {
            Node::End(_) => 0,
            Node::At(_, n_branches, _) | Node::Chance(n_branches) => n_branches,
        }
    }
}

impl<T> PartialEq for TreePosition<T> {
    fn eq(&self, other: &TreePosition<T>) -> bool {
        self.path == other.path
    }
}

impl<T> Eq for TreePosition<T> {}

impl<T: Tree> Position for TreePosition<T> {
    type Move = Branch;
    type Undo = ();

    fn n_seats(&self) -> usize {
        self.tree.n_seats()
    }

    fn turn(&self) -> Turn {
        match self.tree.node(&self.path) {
            Node::End(points) => Turn::Over(Outcome::by_score(points)),
            Node::At(number, ..) => Turn::Player(Seat::new(number - 1).unwrap()),
            Node::Chance(_) => Turn::Chance,
        }
    }

    fn legal_moves(&self, moves: &mut Vec<Branch>) {
        moves.extend((0..self.n_branches()).map(Branch));
    }

    fn play_unchecked(&mut self, m: Branch) {
        self.path.push(m.0);
    }

    fn undo(&mut self, _: Branch, (): ()) {
        self.path.pop();
    }

    fn is_legal(&self, m: Branch) -> bool {
        m.0 < self.n_branches()
    }

    fn explain(&self, m: Branch) -> Result<(), Illegal> {
        if self.is_legal(m) { Ok(()) } else { Err(Illegal::new("no-branch", "there is no branch")) }
    }

    fn scores(&self) -> BySeat<i32> {
        BySeat::from_fn(self.n_seats(), |_| 0)
    }

    fn key(&self) -> u64 {
        path_hash(&self.path, 99)
    }
}

/// Returns a number that looks random, always the same for the same path and seed.
pub fn path_hash(path: &[usize], seed: u64) -> u64 {
    path.iter().fold(seed, |mixed, &branch| {
        fold(mixed ^ 0xa076_1d64_78bd_642f, branch as u64 ^ 0x9e37_79b9_7f4a_7c15)
    })
}

impl<T> fmt::Display for TreePosition<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.path)
    }
}

impl<T> FromStr for TreePosition<T> {
    type Err = ParsePositionError;

    fn from_str(_: &str) -> Result<TreePosition<T>, ParsePositionError> {
        Err(ParsePositionError::new("a tree has no text"))
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
