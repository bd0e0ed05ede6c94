//! The fast engine of each game against the slow, obvious one of its tests: the very same comparison, with
//! moves that bytes choose.

mod aquapipe;
mod blokus;
mod coerceo;
mod triominos;

use rand::SeedableRng;
use rand::rngs::SmallRng;

pub use self::aquapipe::differential_aquapipe;
pub use self::blokus::differential_blokus;
pub use self::coerceo::differential_coerceo;
pub use self::triominos::differential_triominos;

/// How many moves of a game are compared. The slow engines are slow, most of all that of Blokus.
const MAX_PLIES: usize = 60;

/// What bytes say of a game: one how it begins, two the seed of what is not chosen move by move, and then two
/// for each move.
struct Script<'a> {
    begin: u8,
    seed: u64,
    choices: &'a [u8],
}

impl<'a> Script<'a> {
    fn read(data: &'a [u8]) -> Option<Script<'a>> {
        let (&[begin, low, high], choices) = data.split_first_chunk()?;
        Some(Script { begin, seed: u16::from_le_bytes([low, high]).into(), choices })
    }

    /// The numbers that choose moves, each with the number of its ply.
    fn moves(&self) -> impl Iterator<Item = (u64, usize)> + use<'a> {
        let (pairs, _) = self.choices.as_chunks::<2>();
        let numbers = pairs.iter().map(|pair| usize::from(u16::from_le_bytes(*pair)));
        (0..).zip(numbers.take(MAX_PLIES))
    }

    fn rng(&self) -> SmallRng {
        SmallRng::seed_from_u64(self.seed)
    }
}

/// Plays a game until nothing is legal or there are no more numbers, each of which chooses one of the moves
/// that the slow engine lists.
fn follow<C, M>(
    numbers: impl Iterator<Item = (u64, usize)>,
    game: &mut C,
    legal: impl Fn(&C) -> Vec<M>,
    mut play: impl FnMut(&mut C, u64, &M),
) {
    for (ply, number) in numbers {
        let mut moves = legal(game);
        if moves.is_empty() {
            break;
        }
        play(game, ply, &moves.swap_remove(number % moves.len()));
    }
}
