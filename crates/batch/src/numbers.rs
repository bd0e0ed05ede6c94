//! The numbering of a game's moves and states, for machine learning.

pub(crate) mod aquapipe;
pub(crate) mod blokus;
pub(crate) mod coerceo;
pub(crate) mod triominos;

use tilewright_core::{Game, MoveOf, Position, Seat};

/// A game whose actions and observations are numbered.
pub trait Numbered: Game + Sized {
    /// Its numbers.
    type Numbers: Numbers<Self>;

    /// The most moves that a game can have, where the rules set a bound; with some options other
    /// games need not end.
    const MAX_PLIES: Option<u32> = None;
}

/// The numbering of a game with certain options. It depends on the options alone, and is the same
/// on every machine and in every version of one numbering.
///
/// An action is a move of a player; moves of chance have no number.
///
/// ```
/// use tilewright_batch::{BlokusNumbers, Numbers};
/// use tilewright_blokus::{Blokus, Options};
/// use tilewright_core::Game;
///
/// let position = Blokus::start(&Options::default())?;
/// let numbers = BlokusNumbers::new(&position);
/// let action = numbers.action_of(&position, "O1n@a20".parse()?).unwrap();
/// assert_eq!(action, 380);
/// assert_eq!(numbers.move_of(&position, action).unwrap().to_string(), "O1n@a20");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Numbers<G: Game>: Send + Sync + 'static {
    /// Makes the numbering of the game that begins here.
    fn new(start: &G::Position) -> Self;

    /// The number of actions, which are numbered from 0.
    fn n_actions(&self) -> usize;

    /// The action of a player's move in this position; `None` if it has no number here.
    fn action_of(&self, position: &G::Position, m: MoveOf<G>) -> Option<u32>;

    /// The move of an action in this position, legal or not; `None` if there is none.
    fn move_of(&self, position: &G::Position, action: u32) -> Option<MoveOf<G>>;

    /// Appends every legal action of a position in which a player is to move, in no particular
    /// order. There is at least one. `moves` is a scratch buffer.
    fn legal_actions(
        &self,
        position: &G::Position,
        moves: &mut Vec<MoveOf<G>>,
        actions: &mut Vec<u32>,
    ) {
        moves.clear();
        position.legal_moves(moves);
        actions.extend(moves.iter().filter_map(|&m| self.action_of(position, m)));
    }

    /// The height and width of the planes of an observation.
    fn plane_size(&self) -> (usize, usize);

    /// The names of the planes, in order.
    fn plane_names(&self) -> Vec<String>;

    /// The names of the features, in order. Features have no place on the board.
    fn feature_names(&self) -> Vec<String>;

    /// Writes the observation of a seat, without anything it may not know: `planes` one after the
    /// other, row by row, and `features`. Both must be zero before.
    fn observe(&self, position: &G::Position, seat: Seat, planes: &mut [u8], features: &mut [f32]);
}

/// The seats in their order, beginning with the observer.
fn seats_from(seat: Seat, n_seats: usize) -> impl Iterator<Item = Seat> {
    std::iter::successors(Some(seat), move |seat| Some(seat.next(n_seats))).take(n_seats)
}

/// The names of the seats in features, in the order of [`seats_from`].
fn seat_names(n_seats: usize) -> impl Iterator<Item = String> {
    (0..n_seats).map(|i| if i == 0 { "own".to_owned() } else { format!("next {i}") })
}

/// A writer of features, one after the other.
struct Writer<'a>(std::slice::IterMut<'a, f32>);

impl<'a> Writer<'a> {
    fn new(features: &'a mut [f32]) -> Writer<'a> {
        Writer(features.iter_mut())
    }

    fn write(&mut self, value: f32) {
        *self.0.next().expect("there is a name for each feature") = value;
    }

    #[expect(clippy::cast_precision_loss, reason = "nothing that is counted here reaches 2^24")]
    fn count(&mut self, value: usize) {
        self.write(value as f32);
    }

    #[expect(clippy::cast_precision_loss, reason = "no game has 2^24 points")]
    fn points(&mut self, value: i32) {
        self.write(value as f32);
    }

    fn flag(&mut self, value: bool) {
        self.write(f32::from(u8::from(value)));
    }
}
