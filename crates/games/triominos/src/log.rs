//! What the players of a round did in the open, and where that leaves them.

use tilewright_core::Seat;

use crate::moves::Move;
use crate::placement::Placement;
use crate::tile::TileSet;

/// What a player can do, without what chance adds to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Lay a tile on the table.
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

/// More than a round can have: 56 placements, 38 draws, and at most five passes between two
/// placements or six at the end.
const MAX_ACTIONS: usize = 56 + 38 + 55 * 5 + 6;

/// The actions of a round, in order. Kept in place, so that playing a move allocates nothing.
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

    /// Returns true if there is room for another action, as there is until a round is over.
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

    /// Copies what there is, and not the room for more.
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

/// Whose turn it is in a round, and what it did in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Progress {
    /// Whose turn it is; while tiles are dealt, whose hand is being filled.
    pub(crate) seat: Seat,
    /// How often it has drawn in this turn.
    pub(crate) n_draws: u8,
    /// How many turns in succession ended without a tile.
    pub(crate) n_idle: u8,
}

impl Progress {
    pub(crate) const fn new(seat: Seat) -> Progress {
        Progress { seat, n_draws: 0, n_idle: 0 }
    }

    /// Where things stand after the next action.
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
