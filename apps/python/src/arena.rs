//! Tournaments.

use std::path::PathBuf;
use std::sync::mpsc::Sender;
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use tilewright_arena::blocks::BlockRunner;
use tilewright_arena::plan::{CheckedPlan, Plan};
use tilewright_arena::report::Report;
use tilewright_arena::results::{GameResult, ResultsReader, ResultsWriter};
use tilewright_arena::statistics::Statistics;
use tilewright_arena::{Arena, ArenaError};
use tilewright_bots::Stop;

use crate::error::{GameError, game_error};
use crate::watch::watched;

/// The plan of a tournament, as JSON: everything that its results depend on. From it, any block can
/// be played.
#[pyclass(module = "tilewright._tilewright", frozen)]
pub(crate) struct ArenaPlan {
    plan: Plan,
    checked: CheckedPlan,
    /// The runner of blocks, from the first block on.
    player: Mutex<Option<BlockRunner>>,
}

#[pymethods]
impl ArenaPlan {
    #[new]
    fn new(json: &str) -> PyResult<ArenaPlan> {
        let plan: Plan = serde_json::from_str(json).map_err(|error| game_error(&error))?;
        let checked = plan.check().map_err(|error| game_error(&error))?;
        Ok(ArenaPlan { plan, checked, player: Mutex::new(None) })
    }

    /// The plan of a results file.
    #[staticmethod]
    fn of_file(path: PathBuf) -> PyResult<ArenaPlan> {
        let stopped = ResultsReader::open(&path).map_err(|error| game_error(&error))?;
        let plan = stopped.plan().clone();
        let checked = plan.check().map_err(|error| game_error(&error))?;
        Ok(ArenaPlan { plan, checked, player: Mutex::new(None) })
    }

    /// The same as JSON.
    fn to_json(&self) -> String {
        serde_json::to_string(&self.plan).expect("a plan is JSON")
    }

    /// The names of the players.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.plan.player_names()
    }

    /// The largest number of blocks.
    #[getter]
    fn n_blocks(&self) -> u64 {
        self.checked.n_blocks
    }

    /// The number of games of a block.
    #[getter]
    fn games_per_block(&self) -> usize {
        self.checked.schedule.games_per_block()
    }

    /// The largest number of games.
    #[getter]
    fn n_games(&self) -> u64 {
        self.checked.n_games()
    }

    /// The players on the seats of each game of a block, by their places in the list of players.
    fn seats(&self, block: u64) -> PyResult<Vec<Vec<usize>>> {
        self.check_block(block)?;
        let block = self.checked.schedule.block(block);
        let seats = block.games().map(|game| game.seats.iter().map(|it| it.index()).collect());
        Ok(seats.collect())
    }

    /// The round of a block: blocks of one round have one opening.
    fn round(&self, block: u64) -> PyResult<u64> {
        self.check_block(block)?;
        Ok(self.checked.schedule.block(block).round())
    }

    /// Checks that every engine can be started and knows the game.
    fn check_engines(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| self.plan.check_engines()).map_err(|error| game_error(&error))
    }

    /// Plays a block and gives the results of its games, each as JSON. Engines run on until
    /// `close`, or until the plan is forgotten.
    fn play_block(&self, py: Python<'_>, block: u64) -> PyResult<Vec<String>> {
        let played = self.play_block_recorded(py, block, false)?;
        Ok(played.into_iter().map(|(result, _)| result).collect())
    }

    /// The same, each with the record of the game if records are wanted.
    fn play_block_recorded(
        &self,
        py: Python<'_>,
        block: u64,
        has_records: bool,
    ) -> PyResult<Vec<(String, Option<String>)>> {
        self.check_block(block)?;
        let stop = Stop::new();
        let play = |_| {
            let mut player = self.player.lock().unwrap_or_else(PoisonError::into_inner);
            let player = match &mut *player {
                Some(player) => player,
                none => none.insert(BlockRunner::new(&self.plan)?),
            };
            player.play_recorded(block, has_records, &stop)
        };
        let results =
            watched(py, &stop, play, |()| Ok(()))?.map_err(|error| arena_error(&error))?;
        let results = results.ok_or_else(|| GameError::new_err("the block was not played"))?;
        Ok(results.into_iter().map(|(result, record)| (json(&result), record)).collect())
    }

    /// Ends the engines that `play_block` has started.
    fn close(&self, py: Python<'_>) {
        py.detach(|| self.player.lock().unwrap_or_else(PoisonError::into_inner).take());
    }

    /// Returns the standings before the first game.
    fn standings(&self) -> ArenaStandings {
        let statistics = Statistics::new(&self.plan).expect("the plan was checked");
        ArenaStandings { plan: self.plan.clone(), statistics: Mutex::new(statistics) }
    }

    fn __repr__(&self) -> String {
        format!("ArenaPlan({:?})", self.to_json())
    }

    fn __eq__(&self, other: &ArenaPlan) -> bool {
        self.plan == other.plan
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.to_json(),)
    }
}

impl ArenaPlan {
    fn check_block(&self, block: u64) -> PyResult<()> {
        let n_blocks = self.checked.n_blocks;
        if block < n_blocks {
            return Ok(());
        }
        Err(GameError::new_err(format!(
            "there are {n_blocks} blocks, from 0, and no block {block}"
        )))
    }
}

fn json(result: &GameResult) -> String {
    serde_json::to_string(result).expect("a result is JSON")
}

/// An error with what is behind it.
fn arena_error(error: &ArenaError) -> PyErr {
    match std::error::Error::source(error) {
        Some(source) => GameError::new_err(format!("{error}: {source}")),
        None => game_error(error),
    }
}

/// The standings of a plan. Games may come in any order, and each counts once.
#[pyclass(module = "tilewright._tilewright", frozen)]
pub(crate) struct ArenaStandings {
    plan: Plan,
    statistics: Mutex<Statistics>,
}

#[pymethods]
impl ArenaStandings {
    /// Counts results of `play_block`, each once, and returns the number of new ones.
    fn add(&self, results: Vec<String>) -> PyResult<usize> {
        let mut n_new = 0;
        for text in results {
            let result: GameResult =
                serde_json::from_str(&text).map_err(|error| game_error(&error))?;
            let mut statistics = self.statistics();
            n_new += usize::from(statistics.add(&result).map_err(|error| game_error(&error))?);
        }
        Ok(n_new)
    }

    /// The number of games.
    #[getter]
    fn n_played(&self) -> u64 {
        self.statistics().n_played()
    }

    /// Returns whether all games are played, or the test is decided.
    #[getter]
    fn is_complete(&self) -> bool {
        self.statistics().is_complete()
    }

    /// The report, for people and as JSON.
    fn summary(&self, py: Python<'_>) -> (String, String) {
        py.detach(|| {
            let statistics = self.statistics().clone();
            texts(&Report::new(&self.plan, &statistics))
        })
    }
}

impl ArenaStandings {
    fn statistics(&self) -> MutexGuard<'_, Statistics> {
        self.statistics.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A results file, with the records of the games beside it if they are kept.
#[pyclass(module = "tilewright._tilewright", frozen)]
pub(crate) struct ArenaFile {
    writer: Mutex<ResultsWriter>,
}

#[pymethods]
impl ArenaFile {
    /// A new file.
    #[staticmethod]
    fn create(path: PathBuf, plan: &ArenaPlan, has_records: bool) -> PyResult<ArenaFile> {
        let writer = ResultsWriter::create(&path, &plan.plan, has_records);
        let writer = writer.map_err(|error| game_error(&error))?;
        Ok(ArenaFile { writer: Mutex::new(writer) })
    }

    /// A file that goes on, and the results that are in it.
    #[staticmethod]
    fn resume(path: PathBuf) -> PyResult<(ArenaFile, Vec<String>)> {
        let reader = ResultsReader::open(&path).map_err(|error| game_error(&error))?;
        let mut played = Vec::new();
        let writer = reader.resume(&mut |result| {
            played.push(json(&result));
            Ok(())
        });
        let writer = writer.map_err(|error| game_error(&error))?;
        Ok((ArenaFile { writer: Mutex::new(writer) }, played))
    }

    /// True if records are kept.
    #[getter]
    fn has_records(&self) -> bool {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner).has_records()
    }

    /// Adds games, each with its record if records are kept, and brings them to the disk.
    fn add(&self, games: Vec<(String, Option<String>)>) -> PyResult<()> {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        for (result, record) in games {
            let result = serde_json::from_str(&result).map_err(|error| game_error(&error))?;
            writer.add(result, record.as_deref());
        }
        Ok(writer.flush()?)
    }
}

fn texts(summary: &Report) -> (String, String) {
    (summary.to_string(), serde_json::to_string(summary).expect("a summary is JSON"))
}

/// The progress of a tournament: the games played, the largest number of games, the forfeited
/// seats, the state of the test (LLR and its bounds), and the results since the last report.
type News = (u64, u64, u64, Option<(Option<f64>, f64, f64)>, Vec<String>);

/// Plays a tournament on several threads, and reports progress about ten times a second. Returns
/// the report for people and as JSON, also when the callable asks to stop by returning `True`.
#[pyfunction]
#[pyo3(signature = (plan, workers, results, has_records, is_resumed, on_progress))]
pub(crate) fn run_arena(
    py: Python<'_>,
    plan: &ArenaPlan,
    workers: usize,
    results: Option<PathBuf>,
    has_records: bool,
    is_resumed: bool,
    on_progress: Bound<'_, PyAny>,
) -> PyResult<(String, String)> {
    let stop = Stop::new();
    let open = |path: Option<PathBuf>| -> Result<(Arena, Vec<String>), ArenaError> {
        let mut played = Vec::new();
        let arena = match path {
            Some(path) if is_resumed => {
                let stopped = ResultsReader::open(&path)?;
                Arena::resume(stopped, &mut |result| played.push(json(result)))?
            }
            Some(path) => {
                let arena = Arena::new(plan.plan.clone())?;
                arena.with_writer(ResultsWriter::create(&path, &plan.plan, has_records)?)
            }
            None => Arena::new(plan.plan.clone())?,
        };
        Ok((arena, played))
    };
    let (arena, played) = py.detach(|| open(results)).map_err(|error| arena_error(&error))?;
    let plan = arena.plan().clone();
    on_progress.call1((
        played.len() as u64,
        0_u64,
        0_u64,
        None::<(Option<f64>, f64, f64)>,
        played,
    ))?;
    let compete = |news: Sender<News>| {
        let mut tell = |statistics: &Statistics, games: &[GameResult]| {
            let test = statistics.sprt().map(|state| (state.llr, state.lower, state.upper));
            let games = games.iter().map(json).collect();
            let n_faults = statistics.n_faults();
            // Nobody listens any more if something else went wrong.
            let _ = news.send((statistics.n_played(), statistics.n_games(), n_faults, test, games));
        };
        arena.run(workers, &stop, &mut tell)
    };
    let hear = |news: News| {
        let answer = on_progress.call1(news)?;
        if answer.is_truthy()? {
            stop.stop();
        }
        Ok(())
    };
    let finished = watched(py, &stop, compete, hear)?.map_err(|error| arena_error(&error))?;
    Ok(texts(&Report::new(&plan, &finished)))
}
