//! A tournament, played by several threads.

use std::collections::BTreeSet;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;
use tilewright_bots::{Playable, SpecError, Stop};
use tilewright_table::dispatch;

use crate::opening::NoOpening;
use crate::plan::{Checked, Plan, PlanError};
use crate::results::{Files, FilesError, GameResult, Stopped};
use crate::stage::{Seats, Stage, Told, try_opening};
use crate::tally::{Finished, Progress, Tally};

/// A tournament cannot be played, or not to its end.
#[derive(Debug, Error)]
pub enum ArenaError {
    /// It makes no sense.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// Its files cannot be used.
    #[error(transparent)]
    Files(#[from] FilesError),
    /// They cannot be written.
    #[error("cannot write the results")]
    Write(#[from] io::Error),
    /// A bot cannot be made.
    #[error(transparent)]
    Bot(#[from] SpecError),
    /// Games cannot begin so.
    #[error(transparent)]
    Opening(#[from] NoOpening),
}

/// Plays a tournament, from the beginning or where it was stopped.
pub struct Arena {
    plan: Plan,
    checked: Checked,
    tally: Tally,
    files: Option<Files>,
}

impl Arena {
    /// A new tournament.
    ///
    /// ```
    /// use tilewright_arena::plan::Plan;
    /// use tilewright_arena::run::Arena;
    /// use tilewright_bots::Stop;
    ///
    /// let plan = Plan { n_games: 20, ..Plan::new("aquapipe".parse()?, &["greedy", "random"]) };
    /// let finished = Arena::new(plan)?.run(1, &Stop::new(), &mut |_| ())?;
    /// assert_eq!(finished.standings.n_games(), 20);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(plan: Plan) -> Result<Arena, ArenaError> {
        let checked = plan.check()?;
        dispatch!(plan.game, G => try_opening::<G>(&checked))?;
        let tally = Tally::of(&checked);
        Ok(Arena { plan, checked, tally, files: None })
    }

    /// The same, kept in these files.
    pub fn kept(self, files: Files) -> Arena {
        Arena { files: Some(files), ..self }
    }

    /// A tournament that was stopped.
    pub fn resume(stopped: Stopped) -> Result<Arena, ArenaError> {
        Arena::resume_telling(stopped, &mut |_| ())
    }

    /// The same, with every game that was played before told to `on_game`.
    pub fn resume_telling(
        stopped: Stopped,
        on_game: &mut dyn FnMut(&GameResult),
    ) -> Result<Arena, ArenaError> {
        let plan = stopped.plan().clone();
        let checked = plan.check()?;
        let mut tally = Tally::of(&checked);
        let files = stopped.resume(&mut |result| {
            let is_new = tally.add(&result).map_err(|error| error.to_string())?;
            if is_new {
                on_game(&result);
            }
            Ok(())
        })?;
        Ok(Arena { plan, checked, tally, files: Some(files) })
    }

    /// What is played.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Plays what is left, on so many threads, until all is played, the test is decided or it is
    /// stopped. It tells how far it is now and then, in the thread that called it.
    pub fn run(
        self,
        n_threads: usize,
        stop: &Stop,
        on_progress: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<Finished, ArenaError> {
        dispatch!(self.plan.game, G => self.run_typed::<G>(n_threads.max(1), stop, on_progress))
    }

    fn run_typed<G: Playable>(
        self,
        n_threads: usize,
        stop: &Stop,
        on_progress: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<Finished, ArenaError> {
        let Arena { plan, checked, tally, files } = self;
        if tally.is_complete() {
            return Ok(tally.finish());
        }
        let hall = Hall {
            stage: Stage::<G>::new(plan, checked),
            has_records: files.as_ref().is_some_and(Files::has_records),
            n_games: tally.n_games(),
            next: AtomicU64::new(tally.n_in_order()),
            frontier: AtomicU64::new(tally.n_in_order()),
            played: tally.beyond(),
            stop: Stop::new(),
        };
        let mut desk = Desk { tally, files, news: Vec::new(), on_progress };
        let (sender, receiver) = sync_channel(N_WAITING);
        thread::scope(|scope| {
            for _ in 0..n_threads {
                let (hall, sender) = (&hall, sender.clone());
                scope.spawn(move || hall.work(&sender));
            }
            drop(sender);
            let collected = desk.collect(&hall, stop, &receiver);
            // Whoever still plays is told to stop, and what comes too late is let go.
            hall.stop.stop();
            drop(receiver);
            collected
        })?;
        desk.tell();
        Ok(desk.tally.finish())
    }
}

/// How many games may wait for the one that writes them down.
const N_WAITING: usize = 256;

/// How far the threads may be ahead of the first game that is not played, so that what waits for it
/// stays small.
const N_AHEAD: u64 = 10_000;

/// What all threads share.
struct Hall<G: Playable> {
    stage: Stage<G>,
    has_records: bool,
    n_games: u64,
    /// The next game that nobody plays yet, and the first that is not played.
    next: AtomicU64,
    frontier: AtomicU64,
    /// Games beyond the first that is not played which were played before.
    played: BTreeSet<u64>,
    /// Stops the games.
    stop: Stop,
}

type Message = Result<Told, ArenaError>;

impl<G: Playable> Hall<G> {
    /// Plays one game after the other, until none is left or somebody says stop.
    fn work(&self, sender: &SyncSender<Message>) {
        let mut contestants = Seats::new();
        while let Some(number) = self.next_game() {
            let played = self.stage.play(number, &mut contestants, self.has_records, &self.stop);
            let told = match played {
                Ok(Some(told)) => Ok(told),
                Ok(None) => return,
                Err(error) => Err(error),
            };
            let has_failed = told.is_err();
            if sender.send(told).is_err() || has_failed {
                return;
            }
        }
    }

    /// The number of a game that nobody has played.
    fn next_game(&self) -> Option<u64> {
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
            if !self.played.contains(&number) {
                return Some(number);
            }
        }
    }
}

/// How often the one who writes looks whether it shall stop, and tells how far it is.
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

/// Where games are written down, and told.
struct Desk<'a> {
    tally: Tally,
    files: Option<Files>,
    /// The games that nobody was told yet.
    news: Vec<GameResult>,
    on_progress: &'a mut dyn FnMut(&Progress<'_>),
}

impl Desk<'_> {
    /// Writes games down until none comes any more, the test is decided or somebody says stop.
    fn collect<G: Playable>(
        &mut self,
        hall: &Hall<G>,
        outer_stop: &Stop,
        receiver: &Receiver<Message>,
    ) -> Result<(), ArenaError> {
        let mut last_told: Option<Instant> = None;
        loop {
            let first = match receiver.recv_timeout(BETWEEN_LOOKS) {
                Ok(message) => Some(message),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            };
            for message in first.into_iter().chain(receiver.try_iter().take(N_WAITING)) {
                self.write(message?);
            }
            if let Some(files) = &mut self.files {
                files.flush()?;
            }
            hall.frontier.store(self.tally.n_in_order(), Ordering::Relaxed);
            if last_told.is_none_or(|told| told.elapsed() >= BETWEEN_LOOKS) {
                self.tell();
                last_told = Some(Instant::now());
            }
            if outer_stop.is_stopped() || self.tally.is_decided() {
                return Ok(());
            }
        }
    }

    fn write(&mut self, Told { result, record }: Told) {
        self.tally.add(&result).expect("a game of this schedule");
        if let Some(files) = &mut self.files {
            files.add(result.clone(), record.as_deref());
        }
        self.news.push(result);
    }

    fn tell(&mut self) {
        (self.on_progress)(&self.tally.progress(&self.news));
        self.news.clear();
    }
}
