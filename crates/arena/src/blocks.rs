//! A tournament block by block, wherever each is played and whenever it is done.
//!
//! A [`Plan`] says everything: whoever has it plays any block of it, and a [`Tally`] counts blocks as
//! they come, each once. What comes out is what [`Arena::run`](crate::run::Arena::run) says, to the last
//! bit, as long as no player goes by the clock. So a tournament can be shared among machines that know
//! nothing of each other.
//!
//! ```
//! use tilewright_arena::blocks::BlockPlayer;
//! use tilewright_arena::plan::Plan;
//! use tilewright_arena::tally::Tally;
//! use tilewright_bots::Stop;
//!
//! let plan = Plan { n_games: 6, ..Plan::new("aquapipe".parse()?, &["greedy", "random"]) };
//! let mut player = BlockPlayer::new(&plan)?;
//! let mut tally = Tally::new(&plan)?;
//! for index in [2, 0, 1, 0] {
//!     for result in player.play(index, &Stop::new())?.expect("nobody stops it") {
//!         tally.add(&result)?;
//!     }
//! }
//! assert_eq!(tally.n_played(), 6);
//! assert!(tally.finish().is_complete);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Tally`]: crate::tally::Tally

use tilewright_bots::{Playable, Stop};
use tilewright_table::dispatch;

use crate::plan::{Checked, Plan};
use crate::results::GameResult;
use crate::run::ArenaError;
use crate::stage::{Seats, Stage, try_opening};

/// Plays blocks of a plan, in any order. Engines run on from block to block.
pub struct BlockPlayer {
    stage: Box<dyn AnyStage>,
}

impl BlockPlayer {
    /// Whoever plays this plan.
    pub fn new(plan: &Plan) -> Result<BlockPlayer, ArenaError> {
        let checked = plan.check()?;
        let stage = dispatch!(plan.game, G => {
            try_opening::<G>(&checked)?;
            set_up::<G>(plan.clone(), checked)
        });
        Ok(BlockPlayer { stage })
    }

    /// How many blocks there are.
    pub fn n_blocks(&self) -> u64 {
        self.stage.checked().n_blocks
    }

    /// The results of the games of a block, in their order; nothing if it is stopped before they are
    /// all played, or if there is no such block.
    pub fn play(&mut self, index: u64, stop: &Stop) -> Result<Option<Vec<GameResult>>, ArenaError> {
        if index >= self.n_blocks() {
            return Ok(None);
        }
        let games_per_block = self.stage.checked().schedule.games_per_block() as u64;
        let first = index * games_per_block;
        (first..first + games_per_block).map(|number| self.stage.play(number, stop)).collect()
    }
}

/// [`Stage`] without its types, with those who play on it.
trait AnyStage: Send {
    fn checked(&self) -> &Checked;
    fn play(&mut self, number: u64, stop: &Stop) -> Result<Option<GameResult>, ArenaError>;
}

struct Staged<G: Playable> {
    stage: Stage<G>,
    contestants: Seats<G>,
}

impl<G: Playable> AnyStage for Staged<G> {
    fn checked(&self) -> &Checked {
        self.stage.checked()
    }

    fn play(&mut self, number: u64, stop: &Stop) -> Result<Option<GameResult>, ArenaError> {
        let told = self.stage.play(number, &mut self.contestants, false, stop)?;
        Ok(told.map(|told| told.result))
    }
}

fn set_up<G: Playable>(plan: Plan, checked: Checked) -> Box<dyn AnyStage> {
    Box::new(Staged { stage: Stage::<G>::new(plan, checked), contestants: Seats::new() })
}
