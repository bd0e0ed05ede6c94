//! What a position is worth.

use std::fmt;

/// What a position is worth to the player whose turn it is, if both play as well as can be. Who wins
/// does so as soon as possible, who loses as late as possible, and what never ends is a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The player to move wins.
    Win {
        /// With this many moves, those of the opponent included.
        plies: u8,
    },
    /// Nobody wins.
    Draw,
    /// The player to move loses.
    Loss {
        /// With this many moves, those of the opponent included.
        plies: u8,
    },
}

impl Value {
    /// The value for who has just moved there, one ply earlier.
    pub fn before(self) -> Value {
        match self {
            Value::Win { plies } => Value::Loss { plies: plies + 1 },
            Value::Draw => Value::Draw,
            Value::Loss { plies } => Value::Win { plies: plies + 1 },
        }
    }

    /// A number that is larger for what the player to move likes better.
    pub fn rank(self) -> i32 {
        match self {
            Value::Win { plies } => 1000 - i32::from(plies),
            Value::Draw => 0,
            Value::Loss { plies } => i32::from(plies) - 1000,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Win { plies } => write!(f, "win in {plies}"),
            Value::Draw => f.write_str("draw"),
            Value::Loss { plies } => write!(f, "loss in {plies}"),
        }
    }
}
