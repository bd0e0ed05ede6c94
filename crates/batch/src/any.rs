//! Batches without their types, for whoever opens them by name.

use tilewright_core::{BySeat, Outcome, ParseMoveError, Seat};
use tilewright_table::{GameId, PlayError, Table, dispatch};

use crate::batch::{Batch, Policy, Rollout, Setup};
use crate::error::{BatchError, StepError, TooLarge};

/// A batch of games with these options, by name and value.
///
/// ```
/// use tilewright_batch::{Setup, open};
///
/// let none = Setup { n_games: 0, ..Setup::default() };
/// let error = open("coerceo".parse()?, &[], none).err().unwrap();
/// assert_eq!(error.to_string(), "a batch has 1 to 1048576 games of Coerceo, not 0");
/// # Ok::<(), tilewright_table::UnknownGame>(())
/// ```
pub fn open(
    game: GameId,
    options: &[(&str, &str)],
    setup: Setup,
) -> Result<Box<dyn AnyBatch>, BatchError> {
    dispatch!(game, G => Ok(Box::new(Batch::<G>::new(game, options, setup)?)))
}

/// The legal actions of all games: those of game i are `actions[offsets[i]..offsets[i + 1]]`, in no
/// particular order; a game that is over has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegalActions {
    /// Those of one game after the other.
    pub actions: Vec<i32>,
    /// Where those of each game begin, and where the last ones end.
    pub offsets: Vec<i64>,
}

/// Games of one kind, stepped together, without the types of the game.
///
/// Games are numbered from 0; to ask of one that does not exist is a mistake and panics. What happens in
/// a game depends on the seed, its number, how often it was begun, and the actions: not on the other games
/// nor on the threads.
pub trait AnyBatch: Send + Sync {
    /// Which game it is.
    fn game(&self) -> GameId;

    /// How many games there are.
    fn n_games(&self) -> usize;

    /// How many seats each has.
    fn n_seats(&self) -> usize;

    /// How many threads work on it.
    fn n_threads(&self) -> usize;

    /// What chance is decided by.
    fn seed(&self) -> u64;

    /// How many actions there are.
    fn n_actions(&self) -> usize;

    /// How many words the mask of a game takes: a bit for each action, from the lowest of the first word.
    fn n_mask_words(&self) -> usize {
        self.n_actions().div_ceil(64)
    }

    /// The height and width of the planes of an observation.
    fn plane_size(&self) -> (usize, usize);

    /// What each plane shows.
    fn plane_names(&self) -> Vec<String>;

    /// What each feature is.
    fn feature_names(&self) -> Vec<String>;

    /// How many numbers all planes of an observation have.
    fn n_plane_bytes(&self) -> usize {
        let (height, width) = self.plane_size();
        self.plane_names().len() * height * width
    }

    /// The game of this number, if there is one.
    fn check_game(&self, game: i64) -> Result<usize, StepError> {
        let known = usize::try_from(game).ok().filter(|&game| game < self.n_games());
        known.ok_or(StepError::NoSuchGame { game, last: self.n_games() - 1 })
    }

    /// Who is to move in each game; nobody where it is over.
    fn turns(&self) -> Vec<Option<Seat>>;

    /// How many games there were in each place before the present one.
    fn episodes(&self) -> Vec<u64>;

    /// The points in each game.
    fn scores(&self) -> Vec<BySeat<i32>>;

    /// The legal actions as lists.
    fn legal_actions(&self) -> LegalActions;

    /// The legal actions as bits, in new memory.
    fn masks(&self) -> Result<Vec<u64>, TooLarge> {
        let mut words = room(self.n_games(), self.n_mask_words())?;
        self.write_masks(&mut words);
        Ok(words)
    }

    /// The legal actions as flags, in new memory.
    fn dense_masks(&self) -> Result<Vec<bool>, TooLarge> {
        let mut flags = room(self.n_games(), self.n_actions())?;
        self.write_dense_masks(&mut flags);
        Ok(flags)
    }

    /// Planes and features of what the seat to move sees in each game, in new memory.
    fn observations(&self) -> Result<(Vec<u8>, Vec<f32>), TooLarge> {
        let mut planes = room(self.n_games(), self.n_plane_bytes())?;
        let mut features = room(self.n_games(), self.feature_names().len())?;
        self.write_observations(&mut planes, &mut features);
        Ok((planes, features))
    }

    /// Writes the legal actions as bits, [`n_mask_words`](AnyBatch::n_mask_words) for each game.
    fn write_masks(&self, words: &mut [u64]);

    /// Writes the legal actions as flags, [`n_actions`](AnyBatch::n_actions) for each game.
    fn write_dense_masks(&self, flags: &mut [bool]);

    /// Writes what the seat to move sees in each game, and the first seat where it is over:
    /// [`n_plane_bytes`](AnyBatch::n_plane_bytes) and a number for each feature.
    fn write_observations(&self, planes: &mut [u8], features: &mut [f32]);

    /// Writes what a seat sees in one game.
    fn observe(&self, game: usize, seat: Seat, planes: &mut [u8], features: &mut [f32]);

    /// Plays an action in each game, and what chance adds; -1 leaves a game alone. Says of each game how
    /// it ended, if it just did. An action that is not legal is refused, and nothing is changed.
    fn step(&mut self, actions: &[i64]) -> Result<Vec<Option<Outcome>>, StepError>;

    /// Begins the games with these numbers anew, over or not.
    fn reset_games(&mut self, games: &[i64]) -> Result<(), StepError> {
        let mut is_reset = vec![false; self.n_games()];
        for &game in games {
            is_reset[self.check_game(game)?] = true;
        }
        self.reset(&is_reset)
    }

    /// Plays a move in one game, also one that has no number there, and what chance adds; the outcome,
    /// if the game is over then.
    fn play(&mut self, game: usize, text: &str) -> Result<Option<Outcome>, PlayError>;

    /// Begins some of the games anew, over or not: those that have a `true`.
    fn reset(&mut self, is_reset: &[bool]) -> Result<(), StepError>;

    /// Begins all games anew, as a new batch with this seed would.
    fn restart(&mut self, seed: u64);

    /// Plays each game at random to its end, or for so many moves if that is sooner, and says what it
    /// came to; the batch stays as it is.
    fn rollouts(&self, seed: u64, max_plies: u32, policy: Policy) -> Vec<Rollout>;

    /// The action that a move is in a game; nothing if it has no number there.
    fn action_of(&self, game: usize, text: &str) -> Result<Option<u32>, ParseMoveError>;

    /// The move that an action is in a game; nothing if it is none.
    fn move_of(&self, game: usize, action: u32) -> Option<String>;

    /// The moves of a game so far, those of chance included.
    fn moves(&self, game: usize) -> Vec<String>;

    /// A game as a table, with all its moves.
    fn table(&self, game: usize) -> Box<dyn Table>;

    /// A copy that goes its own way. `Box<dyn AnyBatch>` is `Clone` by it.
    fn box_clone(&self) -> Box<dyn AnyBatch>;
}

impl Clone for Box<dyn AnyBatch> {
    fn clone(&self) -> Box<dyn AnyBatch> {
        self.box_clone()
    }
}

/// No array that is made here is larger.
const MAX_ARRAY_BYTES: usize = 4 << 30;

/// An array with so many values for each of so many games.
fn room<T: Clone + Default>(n_games: usize, width: usize) -> Result<Vec<T>, TooLarge> {
    let n_bytes = n_games * width * size_of::<T>();
    if n_bytes > MAX_ARRAY_BYTES {
        return Err(TooLarge { n_bytes });
    }
    Ok(vec![T::default(); n_games * width])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_that_no_memory_holds_are_refused() {
        let n_bytes = 1_000_000 * 8 * 1_000;
        assert_eq!(room::<u64>(1_000_000, 1_000), Err(TooLarge { n_bytes }));
        assert_eq!(room::<bool>(2, 3), Ok(vec![false; 6]));
    }
}
