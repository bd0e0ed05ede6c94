//! Games that are nothing but trees, for the tests of every search.

#![allow(dead_code, reason = "no test needs all of it")]

use std::fmt;
use std::str::FromStr;

use tilewright_core::bits::fold;
use tilewright_core::{
    BySeat, Illegal, Outcome, ParseMoveError, ParsePositionError, Position, Seat, Turn,
};
use tilewright_search::Evaluate;

/// A game that is told by where each way leads.
pub(crate) trait Wood: Clone + fmt::Debug {
    fn n_seats(&self) -> usize;

    /// What is found after these branches.
    fn node(&self, path: &[usize]) -> Node;
}

/// What is found at the end of a way.
pub(crate) enum Node {
    /// It is over: the points of every seat.
    End(BySeat<i32>),
    /// The seat of this number is to move, there are so many branches, and so it is estimated.
    At(usize, usize, BySeat<i32>),
    /// Chance decides between so many branches.
    Chance(usize),
}

/// A way in the wood: the branches that were taken.
#[derive(Clone, Debug)]
pub(crate) struct Walk<W> {
    pub(crate) wood: W,
    pub(crate) path: Vec<usize>,
}

/// The branch of this number, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Branch(pub(crate) usize);

impl<W: Wood> Walk<W> {
    pub(crate) const fn into(wood: W) -> Walk<W> {
        Walk { wood, path: Vec::new() }
    }

    fn n_branches(&self) -> usize {
        match self.wood.node(&self.path) {
            Node::End(_) => 0,
            Node::At(_, n_branches, _) | Node::Chance(n_branches) => n_branches,
        }
    }
}

impl<W> PartialEq for Walk<W> {
    fn eq(&self, other: &Walk<W>) -> bool {
        self.path == other.path
    }
}

impl<W> Eq for Walk<W> {}

impl<W: Wood> Position for Walk<W> {
    type Move = Branch;
    type Undo = ();

    fn n_seats(&self) -> usize {
        self.wood.n_seats()
    }

    fn turn(&self) -> Turn {
        match self.wood.node(&self.path) {
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
        mixed(&self.path, 99)
    }
}

/// Believes what the node says; of two seats, that one has what the other lacks.
pub(crate) struct Estimates;

impl<W: Wood> Evaluate<Walk<W>> for Estimates {
    fn estimate(&self, walk: &Walk<W>, us: Seat) -> i32 {
        match walk.wood.node(&walk.path) {
            Node::At(_, _, values) if walk.n_seats() == 2 => {
                2 * values[us] - values.iter().sum::<i32>()
            }
            Node::At(_, _, values) => values[us],
            Node::End(_) | Node::Chance(_) => panic!("only a choice is estimated"),
        }
    }
}

/// A number for each way, the same again.
pub(crate) fn mixed(path: &[usize], seed: u64) -> u64 {
    path.iter().fold(seed, |mixed, &branch| {
        fold(mixed ^ 0xa076_1d64_78bd_642f, branch as u64 ^ 0x9e37_79b9_7f4a_7c15)
    })
}

impl<W> fmt::Display for Walk<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.path)
    }
}

impl<W> FromStr for Walk<W> {
    type Err = ParsePositionError;

    fn from_str(_: &str) -> Result<Walk<W>, ParsePositionError> {
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
