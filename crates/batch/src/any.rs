//! Type-erased batches, opened by the name of the game.

use tilewright_core::{BySeat, Outcome, ParseMoveError, Seat};
use tilewright_table::{GameId, PlayError, Table, dispatch};

use crate::batch::{Batch, Policy, Rollout, Setup};
use crate::error::{BatchError, StepError, TooLarge};

/// Opens a batch of games with these options, by name and value.
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
    let opened = open_while(game, options, setup, &always)?;
    Ok(opened.expect("nothing stopped it"))
}

/// The same until `go_on` returns false; `None` if it did.
pub fn open_while(
    game: GameId,
    options: &[(&str, &str)],
    setup: Setup,
    go_on: GoOn<'_>,
) -> Result<Option<Box<dyn AnyBatch>>, BatchError> {
    dispatch!(game, G => {
        let opened = Batch::<G>::new(game, options, setup, go_on)?;
        Ok(opened.map(|batch| Box::new(batch) as Box<dyn AnyBatch>))
    })
}

/// A question that long work asks between its parts: it stops when the answer is false.
pub type GoOn<'a> = &'a (dyn Fn() -> bool + Sync);

/// The answer of a caller who never stops the work.
pub fn always() -> bool {
    true
}

/// The legal actions of all games, in compressed sparse rows: those of game i are
/// `actions[offsets[i]..offsets[i + 1]]`, in no particular order. A finished game has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegalActions {
    /// The actions, game by game.
    pub actions: Vec<i32>,
    /// The start of each game's actions, and the end of the last.
    pub offsets: Vec<i64>,
}

/// A type-erased [`Batch`](crate::Batch).
///
/// Games are numbered from 0; methods panic for a game that does not exist. The course of a game
/// depends only on the seed, its number, its episode and the actions, not on the other games or on
/// the threads.
pub trait AnyBatch: Send + Sync {
    /// The game.
    fn game(&self) -> GameId;

    /// The number of games.
    fn n_games(&self) -> usize;

    /// The number of seats of each game.
    fn n_seats(&self) -> usize;

    /// The number of threads.
    fn n_threads(&self) -> usize;

    /// The seed of chance.
    fn seed(&self) -> u64;

    /// The number of actions.
    fn n_actions(&self) -> usize;

    /// The number of words of a game's mask, which has a bit for each action, from the lowest bit
    /// of the first word.
    fn n_mask_words(&self) -> usize {
        self.n_actions().div_ceil(64)
    }

    /// The height and width of the planes of an observation.
    fn plane_size(&self) -> (usize, usize);

    /// The name of each plane.
    fn plane_names(&self) -> Vec<String>;

    /// The name of each feature.
    fn feature_names(&self) -> Vec<String>;

    /// The number of bytes of all planes of an observation.
    fn n_plane_bytes(&self) -> usize {
        let (height, width) = self.plane_size();
        self.plane_names().len() * height * width
    }

    /// The index of the game with this number, if there is one.
    fn check_game(&self, game: i64) -> Result<usize, StepError> {
        let known = usize::try_from(game).ok().filter(|&game| game < self.n_games());
        known.ok_or(StepError::NoSuchGame { game, last: self.n_games() - 1 })
    }

    /// The seat to move in each game; `None` where it is over.
    fn turns(&self) -> Vec<Option<Seat>>;

    /// The number of earlier games in each place.
    fn episodes(&self) -> Vec<u64>;

    /// The scores in each game.
    fn scores(&self) -> Vec<BySeat<i32>>;

    /// The legal actions as lists.
    fn legal_actions(&self) -> LegalActions {
        self.legal_actions_while(&always)
    }

    /// The same; unfinished if `go_on` returned false.
    fn legal_actions_while(&self, go_on: GoOn<'_>) -> LegalActions;

    /// The legal actions as bits, in new memory; unfinished if `go_on` returned false.
    fn masks(&self, go_on: GoOn<'_>) -> Result<Vec<u64>, TooLarge> {
        let mut words = room(self.n_games(), self.n_mask_words())?;
        self.write_masks(&mut words, go_on);
        Ok(words)
    }

    /// The legal actions as flags, in new memory; unfinished if `go_on` returned false.
    fn dense_masks(&self, go_on: GoOn<'_>) -> Result<Vec<bool>, TooLarge> {
        let mut flags = room(self.n_games(), self.n_actions())?;
        self.write_dense_masks(&mut flags, go_on);
        Ok(flags)
    }

    /// The observations of the seats to move, planes and features, in new memory; unfinished if
    /// `go_on` returned false.
    fn observations(&self, go_on: GoOn<'_>) -> Result<(Vec<u8>, Vec<f32>), TooLarge> {
        let mut planes = room(self.n_games(), self.n_plane_bytes())?;
        let mut features = room(self.n_games(), self.feature_names().len())?;
        self.write_observations(&mut planes, &mut features, go_on);
        Ok((planes, features))
    }

    /// Writes the legal actions as bits, [`n_mask_words`](AnyBatch::n_mask_words) for each game,
    /// until `go_on` returns false.
    fn write_masks(&self, words: &mut [u64], go_on: GoOn<'_>);

    /// Writes the legal actions as flags, [`n_actions`](AnyBatch::n_actions) for each game, until
    /// `go_on` returns false.
    fn write_dense_masks(&self, flags: &mut [bool], go_on: GoOn<'_>);

    /// Writes the observation of the seat to move in each game, or of the first seat where it is
    /// over: [`n_plane_bytes`](AnyBatch::n_plane_bytes) and a number for each feature, until
    /// `go_on` returns false.
    fn write_observations(&self, planes: &mut [u8], features: &mut [f32], go_on: GoOn<'_>);

    /// Writes the observation of a seat in one game.
    fn observe(&self, game: usize, seat: Seat, planes: &mut [u8], features: &mut [f32]);

    /// Plays an action in each game and the moves of chance after it; -1 skips a game. Returns the
    /// outcome of each game that this ended. An illegal action is refused, and nothing is changed.
    fn step(&mut self, actions: &[i64]) -> Result<Vec<Option<Outcome>>, StepError> {
        let stepped = self.step_while(actions, &always)?;
        Ok(stepped.expect("nothing stopped it"))
    }

    /// The same until `go_on` returns false; `None` if it did, and then nothing is changed.
    fn step_while(
        &mut self,
        actions: &[i64],
        go_on: GoOn<'_>,
    ) -> Result<Option<Vec<Option<Outcome>>>, StepError>;

    /// Restarts the games with these numbers, over or not.
    fn reset_games(&mut self, games: &[i64]) -> Result<(), StepError> {
        let is_reset = self.flags(games)?;
        self.reset(&is_reset)
    }

    /// A flag for each game, `true` for those with these numbers.
    fn flags(&self, games: &[i64]) -> Result<Vec<bool>, StepError> {
        let mut flags = vec![false; self.n_games()];
        for &game in games {
            flags[self.check_game(game)?] = true;
        }
        Ok(flags)
    }

    /// Plays a move in one game, even one without a number, and the moves of chance after it.
    /// Returns the outcome if the game is over then.
    fn play(&mut self, game: usize, text: &str) -> Result<Option<Outcome>, PlayError>;

    /// Restarts the games that have a `true`, over or not.
    fn reset(&mut self, is_reset: &[bool]) -> Result<(), StepError> {
        self.reset_while(is_reset, &always)
    }

    /// The same until `go_on` returns false; if it did, nothing is changed.
    fn reset_while(&mut self, is_reset: &[bool], go_on: GoOn<'_>) -> Result<(), StepError>;

    /// Restarts all games, as a new batch with this seed would.
    fn restart(&mut self, seed: u64) {
        self.restart_while(seed, &always);
    }

    /// The same until `go_on` returns false; if it did, nothing is changed.
    fn restart_while(&mut self, seed: u64, go_on: GoOn<'_>);

    /// Plays each game at random to its end, or for at most `max_plies` moves, and returns the
    /// results. The batch is unchanged.
    fn rollouts(&self, seed: u64, max_plies: u32, policy: Policy) -> Vec<Rollout> {
        let rollouts = self.rollouts_while(seed, max_plies, policy, &always);
        rollouts.expect("nothing stopped them")
    }

    /// The same until `go_on`, which is asked before each game, returns false; `None` if it did.
    fn rollouts_while(
        &self,
        seed: u64,
        max_plies: u32,
        policy: Policy,
        go_on: GoOn<'_>,
    ) -> Option<Vec<Rollout>>;

    /// True if games that end are restarted at once.
    fn auto_reset(&self) -> bool;

    /// Brings each game back to where it was, by its episode and all its moves since then.
    fn resume(&mut self, games: &[(u64, Vec<String>)]) -> Result<(), StepError>;

    /// The action of a move in a game; `None` if it has no number there.
    fn action_of(&self, game: usize, text: &str) -> Result<Option<u32>, ParseMoveError>;

    /// The move of an action in a game; `None` if there is none.
    fn move_of(&self, game: usize, action: u32) -> Option<String>;

    /// The moves of a game so far, including those of chance.
    fn moves(&self, game: usize) -> Vec<String>;

    /// A game as a table, with all its moves.
    fn table(&self, game: usize) -> Box<dyn Table>;

    /// Clones the batch, for `Clone` of `Box<dyn AnyBatch>`.
    fn box_clone(&self) -> Box<dyn AnyBatch>;
}

impl Clone for Box<dyn AnyBatch> {
    fn clone(&self) -> Box<dyn AnyBatch> {
        self.box_clone()
    }
}

/// The greatest size of an array that is allocated here.
const MAX_ARRAY_BYTES: usize = 4 << 30;

/// Allocates an array with `width` values for each game.
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
