//! The log of a round: the public actions of the players, and the turn that follows from them.

use tilewright_core::Seat;

use crate::moves::Move;
use crate::placement::Placement;
use crate::tile::TileSet;

/// An action of a player, without the move of chance that may follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Place a tile on the table.
    Place(Placement),
    /// Ask for a tile from the pile.
    Draw,
    /// End the turn without placing.
    Pass,
}

impl Action {
    /// The placement, if it is one.
    pub const fn placement(self) -> Option<Placement> {
        match self {
            Action::Place(placement) => Some(placement),
            Action::Draw | Action::Pass => None,
        }
    }
}

impl From<Action> for Move {
    fn from(action: Action) -> Move {
        match action {
            Action::Place(placement) => Move::Place(placement),
            Action::Draw => Move::Draw,
            Action::Pass => Move::Pass,
        }
    }
}

impl TryFrom<Move> for Action {
    type Error = ();

    fn try_from(m: Move) -> Result<Action, ()> {
        match m {
            Move::Place(placement) => Ok(Action::Place(placement)),
            Move::Draw => Ok(Action::Draw),
            Move::Pass => Ok(Action::Pass),
            Move::Deal(_) | Move::Drawn(_) => Err(()),
        }
    }
}

/// An upper bound of the actions in a round: 56 placements, 38 draws, as many passes after a draw,
/// and with an empty pile at most five passes between two placements or six at the end.
const MAX_ACTIONS: usize = 56 + 38 + 38 + 55 * 5 + 6;

/// The actions of a round, in order. Stored in place, so that playing a move allocates nothing.
pub(crate) struct Log {
    actions: [Action; MAX_ACTIONS],
    n_actions: u16,
}

impl Log {
    pub(crate) const EMPTY: Log = Log { actions: [Action::Draw; MAX_ACTIONS], n_actions: 0 };

    pub(crate) fn as_slice(&self) -> &[Action] {
        &self.actions[..usize::from(self.n_actions)]
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.n_actions == 0
    }

    /// Returns true if there is room for another action, which there is until a round is over.
    pub(crate) const fn has_room(&self) -> bool {
        (self.n_actions as usize) < MAX_ACTIONS
    }

    pub(crate) fn push(&mut self, action: Action) {
        self.actions[usize::from(self.n_actions)] = action;
        self.n_actions += 1;
    }

    pub(crate) fn pop(&mut self) {
        self.n_actions -= 1;
    }

    pub(crate) fn clear(&mut self) {
        self.n_actions = 0;
    }

    pub(crate) fn placements(&self) -> impl DoubleEndedIterator<Item = Placement> {
        self.as_slice().iter().filter_map(|action| action.placement())
    }

    /// The placement that opened the round.
    pub(crate) fn first_placement(&self) -> Option<Placement> {
        self.placements().next()
    }

    /// The tiles that were placed.
    pub(crate) fn placed(&self) -> TileSet {
        self.placements().map(|placement| placement.tile).collect()
    }
}

impl Clone for Log {
    fn clone(&self) -> Log {
        Log { ..*self }
    }

    /// Copies only the entries in use.
    fn clone_from(&mut self, source: &Log) {
        let actions = source.as_slice();
        self.actions[..actions.len()].copy_from_slice(actions);
        self.n_actions = source.n_actions;
    }
}

impl PartialEq for Log {
    fn eq(&self, other: &Log) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl Eq for Log {}

/// The progress of a round: the turn and the draws in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Progress {
    /// The seat to move, or while tiles are dealt the seat that receives them.
    pub(crate) seat: Seat,
    /// The number of its draws in this turn.
    pub(crate) n_draws: u8,
    /// The number of consecutive turns that ended without a placement.
    pub(crate) n_idle: u8,
}

impl Progress {
    pub(crate) const fn new(seat: Seat) -> Progress {
        Progress { seat, n_draws: 0, n_idle: 0 }
    }

    /// The progress after the next action.
    #[inline]
    pub(crate) const fn after(self, action: Action, n_seats: usize) -> Progress {
        let Progress { seat, n_draws, n_idle } = self;
        match action {
            Action::Place(_) => Progress::new(seat.next(n_seats)),
            Action::Draw => Progress { n_draws: n_draws + 1, ..self },
            Action::Pass => Progress { seat: seat.next(n_seats), n_draws: 0, n_idle: n_idle + 1 },
        }
    }
}
