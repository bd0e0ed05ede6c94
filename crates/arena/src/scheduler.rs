//! The scheduler of a tournament: workers take matches from it, and a collector counts the results.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use tilewright_bots::{Playable, Stop};

use crate::arena::{ArenaError, OnProgress};
use crate::results::{GameResult, ResultsWriter};
use crate::statistics::Statistics;
use crate::worker::{Matches, Participants};

/// The number of results that may wait for the collector.
const N_WAITING: usize = 256;

/// The number of matches that workers may be ahead of the first that is not finished, so that the
/// statistics keep few results out of order.
const N_AHEAD: u64 = 10_000;

/// The interval at which the collector reports progress and checks for a stop.
const REPORT_INTERVAL: Duration = Duration::from_millis(100);

/// Plays the rest of a tournament on several threads.
pub(crate) fn run<G: Playable>(
    matches: &Matches<G>,
    statistics: Statistics,
    writer: Option<ResultsWriter>,
    n_threads: usize,
    stop: &Stop,
    on_progress: &mut OnProgress<'_>,
) -> Result<Statistics, ArenaError> {
    let scheduler = Scheduler::new(&statistics);
    let has_records = writer.as_ref().is_some_and(ResultsWriter::has_records);
    let mut collector = Collector { statistics, writer, unreported: Vec::new(), on_progress };
    let (sender, receiver) = sync_channel(N_WAITING);
    thread::scope(|scope| {
        for _ in 0..n_threads {
            let worker =
                Worker { scheduler: &scheduler, matches, has_records, sender: sender.clone() };
            scope.spawn(move || worker.run());
        }
        drop(sender);
        let collected = collector.collect(&scheduler, stop, &receiver);
        // Matches that still run are stopped, and late results are dropped.
        scheduler.stop.stop();
        drop(receiver);
        collected
    })?;
    collector.report();
    Ok(collector.statistics)
}

/// Hands out the numbers of matches, each once.
struct Scheduler {
    n_games: u64,
    /// The next match that no worker has taken.
    next: AtomicU64,
    /// The first match that is not finished.
    frontier: AtomicU64,
    /// The matches beyond the first frontier that were finished before.
    finished: BTreeSet<u64>,
    /// Stops the matches.
    stop: Stop,
}

impl Scheduler {
    fn new(statistics: &Statistics) -> Scheduler {
        let frontier = statistics.n_in_order();
        Scheduler {
            n_games: statistics.n_games(),
            next: AtomicU64::new(frontier),
            frontier: AtomicU64::new(frontier),
            finished: statistics.waiting_games(),
            stop: Stop::new(),
        }
    }

    fn next_match(&self) -> Option<u64> {
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            while number >= self.frontier.load(Ordering::Relaxed) + N_AHEAD {
                if self.stop.is_stopped() {
                    return None;
                }
                thread::sleep(Duration::from_millis(1));
            }
            if number >= self.n_games || self.stop.is_stopped() {
                return None;
            }
            if !self.finished.contains(&number) {
                return Some(number);
            }
        }
    }
}

/// The result of a match with its record, if records are kept.
type Finished = Result<(GameResult, Option<String>), ArenaError>;

/// A thread that plays matches, one after the other.
struct Worker<'a, G: Playable> {
    scheduler: &'a Scheduler,
    matches: &'a Matches<G>,
    has_records: bool,
    sender: SyncSender<Finished>,
}

impl<G: Playable> Worker<'_, G> {
    /// Plays until there is no match left, there is an error or the tournament is stopped.
    fn run(&self) {
        let mut participants = Participants::new();
        let stop = &self.scheduler.stop;
        while let Some(number) = self.scheduler.next_match() {
            let played = self.matches.play(number, &mut participants, self.has_records, stop);
            let Some(finished) = played.transpose() else { return };
            let has_failed = finished.is_err();
            if self.sender.send(finished).is_err() || has_failed {
                return;
            }
        }
    }
}

/// Counts and writes the results of the workers, in the thread of the caller.
struct Collector<'a, 'b> {
    statistics: Statistics,
    writer: Option<ResultsWriter>,
    /// The results since the last report.
    unreported: Vec<GameResult>,
    on_progress: &'a mut OnProgress<'b>,
}

impl Collector<'_, '_> {
    /// Collects until no worker is left, the test is decided or the tournament is stopped.
    fn collect(
        &mut self,
        scheduler: &Scheduler,
        stop: &Stop,
        receiver: &Receiver<Finished>,
    ) -> Result<(), ArenaError> {
        let mut last_report: Option<Instant> = None;
        loop {
            let first = match receiver.recv_timeout(REPORT_INTERVAL) {
                Ok(finished) => Some(finished),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            };
            // One flush for all results that wait.
            for finished in first.into_iter().chain(receiver.try_iter().take(N_WAITING)) {
                let (result, record) = finished?;
                self.add(result, record.as_deref());
            }
            if let Some(writer) = &mut self.writer {
                writer.flush()?;
            }
            scheduler.frontier.store(self.statistics.n_in_order(), Ordering::Relaxed);
            if last_report.is_none_or(|last| last.elapsed() >= REPORT_INTERVAL) {
                self.report();
                last_report = Some(Instant::now());
            }
            if stop.is_stopped() || self.statistics.is_decided() {
                return Ok(());
            }
        }
    }

    fn add(&mut self, result: GameResult, record: Option<&str>) {
        self.statistics.add(&result).expect("a game of this schedule");
        if let Some(writer) = &mut self.writer {
            writer.add(result.clone(), record);
        }
        self.unreported.push(result);
    }

    fn report(&mut self) {
        (self.on_progress)(&self.statistics, &self.unreported);
        self.unreported.clear();
    }
}
