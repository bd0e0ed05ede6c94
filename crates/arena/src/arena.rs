//! A tournament, played by several threads.

use std::io;

use thiserror::Error;
use tilewright_bots::{Playable, SpecError, Stop};
use tilewright_table::dispatch;

use crate::opening::NoOpening;
use crate::plan::{CheckedPlan, Plan, PlanError};
use crate::results::{GameResult, ResultsError, ResultsReader, ResultsWriter};
use crate::scheduler;
use crate::statistics::Statistics;
use crate::worker::{Matches, check_opening};

/// A tournament cannot be played, or not to its end.
#[derive(Debug, Error)]
pub enum ArenaError {
    /// The plan makes no sense.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The results file cannot be used.
    #[error(transparent)]
    Results(#[from] ResultsError),
    /// The results cannot be written.
    #[error("cannot write the results")]
    Write(#[from] io::Error),
    /// A bot cannot be made.
    #[error(transparent)]
    Bot(#[from] SpecError),
    /// Games cannot begin with these openings.
    #[error(transparent)]
    Opening(#[from] NoOpening),
}

/// Receives the statistics of a tournament with the results since the last call.
pub type OnProgress<'a> = dyn FnMut(&Statistics, &[GameResult]) + 'a;

/// A tournament to be played, from the beginning or from where it was stopped.
pub struct Arena {
    plan: Plan,
    checked: CheckedPlan,
    statistics: Statistics,
    writer: Option<ResultsWriter>,
}

impl Arena {
    /// Begins a tournament.
    ///
    /// ```
    /// use tilewright_arena::Arena;
    /// use tilewright_arena::plan::Plan;
    /// use tilewright_bots::Stop;
    ///
    /// let plan = Plan { n_games: 20, ..Plan::new("aquapipe".parse()?, &["greedy", "random"]) };
    /// let statistics = Arena::new(plan)?.run(1, &Stop::new(), &mut |_, _| ())?;
    /// assert_eq!(statistics.standings().n_games(), 20);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(plan: Plan) -> Result<Arena, ArenaError> {
        let checked = plan.check()?;
        dispatch!(plan.game, G => check_opening::<G>(&checked))?;
        let statistics = Statistics::of(&checked);
        Ok(Arena { plan, checked, statistics, writer: None })
    }

    /// Returns the same tournament with its results written.
    pub fn with_writer(self, writer: ResultsWriter) -> Arena {
        Arena { writer: Some(writer), ..self }
    }

    /// Resumes a tournament from its results file, and hands every result in it to `on_game`.
    pub fn resume(
        reader: ResultsReader,
        on_game: &mut dyn FnMut(&GameResult),
    ) -> Result<Arena, ArenaError> {
        let plan = reader.plan().clone();
        let checked = plan.check()?;
        let mut statistics = Statistics::of(&checked);
        let writer = reader.resume(&mut |result| {
            let is_new = statistics.add(&result).map_err(|error| error.to_string())?;
            if is_new {
                on_game(&result);
            }
            Ok(())
        })?;
        Ok(Arena { plan, checked, statistics, writer: Some(writer) })
    }

    /// Returns the plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Plays the rest on so many threads, until all games are played, the test is decided or the
    /// tournament is stopped. Reports progress several times a second, in the thread of the caller.
    pub fn run(
        self,
        n_threads: usize,
        stop: &Stop,
        on_progress: &mut OnProgress<'_>,
    ) -> Result<Statistics, ArenaError> {
        if self.statistics.is_complete() {
            return Ok(self.statistics);
        }
        dispatch!(self.plan.game, G => self.run_typed::<G>(n_threads.max(1), stop, on_progress))
    }

    fn run_typed<G: Playable>(
        self,
        n_threads: usize,
        stop: &Stop,
        on_progress: &mut OnProgress<'_>,
    ) -> Result<Statistics, ArenaError> {
        let Arena { plan, checked, statistics, writer } = self;
        let matches = Matches::<G>::new(plan, checked);
        scheduler::run(&matches, statistics, writer, n_threads, stop, on_progress)
    }
}
