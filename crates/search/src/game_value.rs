//! The game-theoretic value of a position.

use std::fmt;

/// The game-theoretic value of a position for the seat to move: what comes of it if both play well.
/// The winner wins as soon as possible, the loser loses as late as possible, and what never ends is
/// a draw.
///
/// ```
/// use tilewright_search::GameValue;
///
/// let after = GameValue::Loss { plies: 4 };
/// assert_eq!(after.before(), GameValue::Win { plies: 5 });
/// assert!(GameValue::Win { plies: 3 }.rank() > after.before().rank());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameValue {
    /// The seat to move wins.
    Win {
        /// With this many moves, those of the opponent included.
        plies: usize,
    },
    /// Nobody wins.
    Draw,
    /// The seat to move loses.
    Loss {
        /// By this many moves, those of the opponent included.
        plies: usize,
    },
}

impl GameValue {
    /// The value one ply earlier, for the player of the move that led here.
    pub fn before(self) -> GameValue {
        match self {
            GameValue::Win { plies } => GameValue::Loss { plies: plies + 1 },
            GameValue::Draw => GameValue::Draw,
            GameValue::Loss { plies } => GameValue::Win { plies: plies + 1 },
        }
    }

    /// A number that is larger for what the seat to move prefers.
    pub fn rank(self) -> i32 {
        match self {
            GameValue::Win { plies } => 1000 - plies as i32,
            GameValue::Draw => 0,
            GameValue::Loss { plies } => plies as i32 - 1000,
        }
    }
}

impl fmt::Display for GameValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameValue::Win { plies } => write!(f, "win in {plies}"),
            GameValue::Draw => f.write_str("draw"),
            GameValue::Loss { plies } => write!(f, "loss in {plies}"),
        }
    }
}
