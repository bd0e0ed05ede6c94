//! Aqua Pipe: exact solutions.

mod foresight;
mod layer;
mod solve;
mod solver;
mod space;
mod table;
mod value;

pub use tilewright_aquapipe::{MoveAfter, Position};

pub use self::foresight::Rows;
pub use self::solve::{Progress, SolveError, Totals, solve, totals, verify};
pub use self::solver::{Judgement, Solver, Verdict};
pub use self::table::{Table, TableError};
pub use self::value::Value;
