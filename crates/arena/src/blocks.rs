//! A tournament block by block, on any machine and in any order.
//!
//! A [`Plan`] decides everything: from it, any block can be played anywhere, and [`Statistics`]
//! count blocks as they come, each once. The result is that of [`Arena::run`], to the last bit, as
//! long as no player goes by the clock. So machines that know nothing of each other can share a
//! tournament.
//!
//! ```
//! use tilewright_arena::blocks::BlockRunner;
//! use tilewright_arena::plan::Plan;
//! use tilewright_arena::statistics::Statistics;
//! use tilewright_bots::Stop;
//!
//! let plan = Plan { n_games: 6, ..Plan::new("aquapipe".parse()?, &["greedy", "random"]) };
//! let mut runner = BlockRunner::new(&plan)?;
//! let mut statistics = Statistics::new(&plan)?;
//! for index in [2, 0, 1, 0] {
//!     for result in runner.play(index, &Stop::new())?.expect("nobody stops it") {
//!         statistics.add(&result)?;
//!     }
//! }
//! assert_eq!(statistics.n_played(), 6);
//! assert!(statistics.is_complete());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Statistics`]: crate::statistics::Statistics
//! [`Arena::run`]: crate::Arena::run

use tilewright_bots::{Playable, Stop};
use tilewright_table::dispatch;

use crate::arena::ArenaError;
use crate::plan::{CheckedPlan, Plan};
use crate::results::GameResult;
use crate::worker::{Matches, Participants, check_opening};

/// Plays blocks of a plan, in any order. Engines run on from block to block.
pub struct BlockRunner {
    matches: Box<dyn AnyMatches>,
}

impl BlockRunner {
    /// Returns the runner of a plan.
    pub fn new(plan: &Plan) -> Result<BlockRunner, ArenaError> {
        let checked = plan.check()?;
        let matches = dispatch!(plan.game, G => {
            check_opening::<G>(&checked)?;
            with_participants::<G>(plan.clone(), checked)
        });
        Ok(BlockRunner { matches })
    }

    /// The number of blocks.
    pub fn n_blocks(&self) -> u64 {
        self.matches.checked().n_blocks
    }

    /// Plays a block and returns the results of its games, in their order; nothing if it is stopped
    /// before its end, or if there is no such block.
    pub fn play(&mut self, index: u64, stop: &Stop) -> Result<Option<Vec<GameResult>>, ArenaError> {
        let played = self.play_recorded(index, false, stop)?;
        Ok(played.map(|games| games.into_iter().map(|(result, _)| result).collect()))
    }

    /// Plays a block as [`play`](BlockRunner::play) does, and returns the record of each game with
    /// its result, if records are wanted.
    pub fn play_recorded(
        &mut self,
        index: u64,
        has_records: bool,
        stop: &Stop,
    ) -> Result<Option<Vec<RecordedGame>>, ArenaError> {
        if index >= self.n_blocks() {
            return Ok(None);
        }
        let games_per_block = self.matches.checked().schedule.games_per_block() as u64;
        let first = index * games_per_block;
        let numbers = first..first + games_per_block;
        numbers.map(|number| self.matches.play(number, has_records, stop)).collect()
    }
}

/// The result of a game, and its record if it was wanted.
pub type RecordedGame = (GameResult, Option<String>);

/// [`Matches`] of any game, with their participants.
trait AnyMatches: Send {
    fn checked(&self) -> &CheckedPlan;
    fn play(
        &mut self,
        number: u64,
        has_record: bool,
        stop: &Stop,
    ) -> Result<Option<RecordedGame>, ArenaError>;
}

impl<G: Playable> AnyMatches for (Matches<G>, Participants<G>) {
    fn checked(&self) -> &CheckedPlan {
        self.0.checked()
    }

    fn play(
        &mut self,
        number: u64,
        has_record: bool,
        stop: &Stop,
    ) -> Result<Option<RecordedGame>, ArenaError> {
        self.0.play(number, &mut self.1, has_record, stop)
    }
}

fn with_participants<G: Playable>(plan: Plan, checked: CheckedPlan) -> Box<dyn AnyMatches> {
    Box::new((Matches::<G>::new(plan, checked), Participants::new()))
}
