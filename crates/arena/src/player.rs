//! A player of a tournament, by number.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A player of a tournament, as its place in the list of players: 0, 1, … for programs.
///
/// Players are not seats: a player changes seats from game to game and may have several at once.
///
/// ```
/// use tilewright_arena::Player;
///
/// assert_eq!(Player(0).index(), 0);
/// assert_eq!(Player(0).to_string(), "player 1");
/// ```
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Player(pub u16);

impl Player {
    /// 0 for the first player.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The first `n_players` players, in order.
    pub fn first(n_players: u16) -> impl DoubleEndedIterator<Item = Player> + Clone {
        (0..n_players).map(Player)
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "player {}", self.index() + 1)
    }
}
