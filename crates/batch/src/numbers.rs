//! How the moves and the states of a game are numbers.

pub(crate) mod aquapipe;
pub(crate) mod blokus;
pub(crate) mod coerceo;
pub(crate) mod triominos;

use tilewright_core::{Game, MoveOf, Position, Seat};

/// A game whose actions and observations are numbered.
pub trait Numbered: Game + Sized {
    /// Its numbers.
    type Numbers: Numbers<Self>;

    /// The most moves that a game can have, where the rules set a bound; options may leave others without
    /// any end.
    const MAX_PLIES: Option<u32> = None;
}

/// The numbers of a game with certain options: they depend on the options alone, and are the same on
/// every machine and in every version of one numbering.
///
/// An action is a move of a player. What chance does is none.
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
    /// The numbers of the game that begins here.
    fn new(start: &G::Position) -> Self;

    /// How many actions there are: they are numbered from 0.
    fn n_actions(&self) -> usize;

    /// The action that a move of a player is in this position; nothing if it has no number here.
    fn action_of(&self, position: &G::Position, m: MoveOf<G>) -> Option<u32>;

    /// The move that an action is in this position, legal or not; nothing if it is none in any.
    fn move_of(&self, position: &G::Position, action: u32) -> Option<MoveOf<G>>;

    /// Appends every legal action of a position in which a player is to move, in no particular order.
    /// There is at least one. `moves` is room to work in.
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

    /// What each plane shows, in order.
    fn plane_names(&self) -> Vec<String>;

    /// What each feature is, in order: what has no place on the board.
    fn feature_names(&self) -> Vec<String>;

    /// Writes what a seat sees, and nothing that it may not know: `planes` one after the other, row by
    /// row, and `features`. Both are full of zeros before.
    fn observe(&self, position: &G::Position, seat: Seat, planes: &mut [u8], features: &mut [f32]);
}

/// The seats in their order, beginning with the one who looks.
fn seats_from(seat: Seat, n_seats: usize) -> impl Iterator<Item = Seat> {
    std::iter::successors(Some(seat), move |seat| Some(seat.next(n_seats))).take(n_seats)
}

/// How the seats are called in the names of features, in the order of [`seats_from`].
fn seat_names(n_seats: usize) -> impl Iterator<Item = String> {
    (0..n_seats).map(|i| if i == 0 { "own".to_owned() } else { format!("next {i}") })
}

/// Features, written one after the other.
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
