//! A bounded pool of threads for searches, so that tables stay quick however many bots there are.

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use tilewright_bots::Stop;

/// Threads for thinking, and who waits for them.
///
/// Bots that are to move come first, in the order in which they asked; a table asks for one at a
/// time, so that this is fair between tables. Hints and analyses use what is left, and never the
/// last thread.
#[derive(Clone)]
pub(crate) struct SearchPool(Arc<Shared>);

struct Shared {
    queues: Mutex<Queues>,
    is_work: Condvar,
    /// A thread has become free, or the pool is closed.
    is_free: Condvar,
    max_helping: usize,
}

#[derive(Default)]
struct Queues {
    bots: VecDeque<Job>,
    helpers: VecDeque<Job>,
    n_helping: usize,
    /// The search of each thread.
    running: Vec<Option<Stop>>,
    is_closed: bool,
}

struct Job {
    stop: Stop,
    run: Box<dyn FnOnce(&Stop) + Send>,
}

/// Why somebody thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Priority {
    /// A bot is to move.
    Move,
    /// Somebody wants to know something.
    Help,
}

/// A thought that was ordered. Dropped, it is stopped at once.
pub(crate) struct SearchTask(Stop);

impl Drop for SearchTask {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// The number of hints and analyses that may wait.
const MAX_WAITING_HELPERS: usize = 256;

impl SearchPool {
    /// A pool of so many threads, of which there are at least two.
    pub(crate) fn new(n_threads: usize) -> SearchPool {
        let n_threads = n_threads.max(2);
        let shared = Shared {
            queues: Mutex::new(Queues { running: vec![None; n_threads], ..Queues::default() }),
            is_work: Condvar::new(),
            is_free: Condvar::new(),
            max_helping: n_threads - 1,
        };
        let pool = SearchPool(Arc::new(shared));
        for index in 0..n_threads {
            let shared = Arc::clone(&pool.0);
            thread::Builder::new()
                .name(format!("thinker {}", index + 1))
                .spawn(move || shared.work(index))
                .expect("the system has threads");
        }
        pool
    }

    /// As many threads as the machine runs at once.
    pub(crate) fn usual_size() -> usize {
        thread::available_parallelism().map_or(2, NonZeroUsize::get)
    }

    /// Orders a thought; nothing if too many wait already, or if nobody thinks any more.
    pub(crate) fn order(
        &self,
        purpose: Priority,
        run: impl FnOnce(&Stop) + Send + 'static,
    ) -> Option<SearchTask> {
        let stop = Stop::new();
        let job = Job { stop: stop.clone(), run: Box::new(run) };
        let mut queues = self.0.lock();
        match purpose {
            _ if queues.is_closed => return None,
            Priority::Move => queues.bots.push_back(job),
            Priority::Help if queues.helpers.len() >= MAX_WAITING_HELPERS => return None,
            Priority::Help => queues.helpers.push_back(job),
        }
        drop(queues);
        self.0.is_work.notify_one();
        Some(SearchTask(stop))
    }

    /// Waits while a bot or a helper waits for a thread, or while all threads think: work in the
    /// background takes only free processor time. False if the pool is closed.
    pub(crate) fn wait_until_quiet(&self) -> bool {
        let queues = self.0.is_free.wait_while(self.0.lock(), |it| it.is_busy() && !it.is_closed);
        !queues.unwrap_or_else(PoisonError::into_inner).is_closed
    }

    /// Stops all that is thought about and drops what waits; the threads end.
    pub(crate) fn close(&self) {
        let mut queues = self.0.lock();
        queues.is_closed = true;
        queues.running.iter().flatten().for_each(Stop::stop);
        queues.bots.clear();
        queues.helpers.clear();
        drop(queues);
        self.0.is_work.notify_all();
        self.0.is_free.notify_all();
    }
}

impl Queues {
    fn is_busy(&self) -> bool {
        let is_any_waiting = !self.bots.is_empty() || !self.helpers.is_empty();
        is_any_waiting || self.running.iter().all(Option::is_some)
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queues> {
        // A thought that panicked left the queues as they were.
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self, index: usize) {
        let mut queues = self.lock();
        while !queues.is_closed {
            queues.bots.retain(|job| !job.stop.is_stopped());
            queues.helpers.retain(|job| !job.stop.is_stopped());
            if let Some(job) = queues.bots.pop_front() {
                queues = self.think(index, job, queues);
            } else if queues.n_helping < self.max_helping
                && let Some(job) = queues.helpers.pop_front()
            {
                queues.n_helping += 1;
                queues = self.think(index, job, queues);
                queues.n_helping -= 1;
                self.is_work.notify_one();
            } else {
                queues = self.is_work.wait(queues).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }

    /// Thinks, whatever comes of it: a bot that panics costs its thought and not the thread. Others
    /// have the queues meanwhile.
    fn think<'a>(
        &'a self,
        index: usize,
        job: Job,
        mut queues: MutexGuard<'a, Queues>,
    ) -> MutexGuard<'a, Queues> {
        let Job { stop, run } = job;
        queues.running[index] = Some(stop.clone());
        drop(queues);
        if panic::catch_unwind(AssertUnwindSafe(|| run(&stop))).is_err() {
            tracing::error!("a thought ended in a panic");
        }
        let mut queues = self.lock();
        queues.running[index] = None;
        self.is_free.notify_all();
        queues
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;

    const SOON: Duration = Duration::from_secs(20);

    /// Occupies a thread until it is let go, and says when it began.
    fn occupy(
        pool: &SearchPool,
        purpose: Priority,
    ) -> (SearchTask, mpsc::Receiver<()>, mpsc::Sender<()>) {
        let (begun, has_begun) = mpsc::channel();
        let (go, may_go) = mpsc::channel::<()>();
        let thought = pool.order(purpose, move |_| {
            begun.send(()).unwrap();
            let _ = may_go.recv();
        });
        (thought.unwrap(), has_begun, go)
    }

    #[test]
    fn a_bot_thinks_however_many_hints_are_asked_for() {
        let pool = SearchPool::new(2);
        let hints: Vec<_> = (0..4).map(|_| occupy(&pool, Priority::Help)).collect();
        hints[0].1.recv_timeout(SOON).unwrap();
        let (_bot, has_begun, _go) = occupy(&pool, Priority::Move);
        has_begun.recv_timeout(SOON).unwrap();
        assert!(hints[1].1.try_recv().is_err(), "the last thread is for bots");
    }

    #[test]
    fn bots_come_before_hints_and_in_order() {
        let pool = SearchPool::new(2);
        let first = occupy(&pool, Priority::Move);
        let second = occupy(&pool, Priority::Move);
        first.1.recv_timeout(SOON).unwrap();
        second.1.recv_timeout(SOON).unwrap();
        let (tell, order) = mpsc::channel();
        let mut thoughts = Vec::new();
        for (name, purpose) in [
            ("hint", Priority::Help),
            ("first bot", Priority::Move),
            ("second bot", Priority::Move),
        ] {
            let tell = tell.clone();
            thoughts.push(pool.order(purpose, move |_| tell.send(name).unwrap()));
        }
        drop(first.2);
        let told: Vec<_> = (0..3).map(|_| order.recv_timeout(SOON).unwrap()).collect();
        assert_eq!(told, ["first bot", "second bot", "hint"]);
    }

    #[test]
    fn what_is_dropped_stops_and_what_waits_never_begins() {
        let pool = SearchPool::new(2);
        let (ended, has_ended) = mpsc::channel();
        let (begun, has_begun) = mpsc::channel();
        let mut thinking = Vec::new();
        for _ in 0..2 {
            let begun = begun.clone();
            let ended = ended.clone();
            thinking.push(pool.order(Priority::Move, move |stop| {
                begun.send(()).unwrap();
                while !stop.is_stopped() {
                    thread::yield_now();
                }
                ended.send("stopped").unwrap();
            }));
        }
        for _ in 0..2 {
            has_begun.recv_timeout(SOON).unwrap();
        }
        let waiting = pool.order(Priority::Move, move |_| ended.send("begun").unwrap());
        drop(waiting);
        drop(thinking);
        let told: Vec<_> = (0..2).map(|_| has_ended.recv_timeout(SOON).unwrap()).collect();
        assert_eq!(told, ["stopped", "stopped"]);
        assert!(has_ended.recv_timeout(Duration::from_millis(50)).is_err());
    }

    #[test]
    fn what_is_thought_about_stops_when_the_pool_closes() {
        let pool = SearchPool::new(2);
        let ((begun, has_begun), (ended, has_ended)) = (mpsc::channel(), mpsc::channel());
        let thought = pool.order(Priority::Move, move |stop| {
            begun.send(()).unwrap();
            while !stop.is_stopped() {
                thread::yield_now();
            }
            ended.send(()).unwrap();
        });
        has_begun.recv_timeout(SOON).unwrap();
        pool.close();
        has_ended.recv_timeout(SOON).unwrap();
        drop(thought);
        assert!(pool.order(Priority::Move, |_| ()).is_none(), "nobody thinks any more");
    }

    #[test]
    fn upkeep_waits_while_all_threads_think() {
        let pool = SearchPool::new(2);
        assert!(pool.wait_until_quiet());
        let thoughts = [occupy(&pool, Priority::Move), occupy(&pool, Priority::Move)];
        thoughts.iter().for_each(|it| it.1.recv_timeout(SOON).unwrap());
        let (tell, told) = mpsc::channel();
        let upkeep = pool.clone();
        let waiting = thread::spawn(move || tell.send(upkeep.wait_until_quiet()).unwrap());
        assert!(told.recv_timeout(Duration::from_millis(50)).is_err(), "nothing is free");
        let [first, second] = thoughts;
        drop(first.2);
        assert!(told.recv_timeout(SOON).unwrap(), "a thread is free");
        waiting.join().unwrap();
        pool.close();
        assert!(!pool.wait_until_quiet(), "the pool is closed");
        drop(second.2);
    }

    #[test]
    fn hints_do_not_wait_in_endless_lines() {
        let pool = SearchPool::new(2);
        let busy = occupy(&pool, Priority::Help);
        busy.1.recv_timeout(SOON).unwrap();
        let orders: Vec<_> =
            (0..=MAX_WAITING_HELPERS).map(|_| pool.order(Priority::Help, |_| ())).collect();
        assert!(orders[MAX_WAITING_HELPERS - 1].is_some() && orders[MAX_WAITING_HELPERS].is_none());
    }
}
