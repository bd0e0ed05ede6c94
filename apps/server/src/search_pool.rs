//! The search pool: a few threads in which bots, hints, analyses and replays are worked off, so
//! that tables stay quick however many of them there are.
//!
//! One queue decides who is served next. People come first: bots at tables where somebody plays,
//! then hints, then replays, then games between bots only and analyses in turn. Within each of
//! these classes the queue is fair between addresses, so that nobody gains by asking for more.
//! Everything but the first class leaves one thread free, so that a bot's move never waits for a
//! long analysis.

use std::num::NonZeroUsize;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tilewright_bots::Stop;

use crate::fair::FairQueue;
use crate::people::Origin;

/// The threads, and the queue of jobs for them.
#[derive(Clone)]
pub(crate) struct SearchPool(Arc<Shared>);

struct Shared {
    queues: Mutex<Queues>,
    is_work: Condvar,
    /// A thread has become free, or the pool is closed.
    is_free: Condvar,
    n_threads: usize,
}

#[derive(Default)]
struct Queues {
    waiting: [FairQueue<Origin, Job>; Class::ALL.len()],
    /// The usual time of a job of each class, in seconds.
    usual: [f64; Class::ALL.len()],
    /// The job of each thread.
    running: Vec<Option<Running>>,
    /// True if it is the turn of analyses, of the two classes that share the last place.
    is_turn_of_analyses: bool,
    is_closed: bool,
}

#[derive(Clone)]
struct Running {
    stop: Stop,
    class: Class,
    origin: Origin,
}

struct Job {
    stop: Stop,
    work: Box<dyn FnMut(&Stop) -> Progress + Send>,
}

/// The progress of a job after a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Progress {
    /// There is nothing left to do.
    Done,
    /// There is more to do, and others may come first.
    More,
}

/// The reason for a job. The classes are in the order in which they are served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// A bot is to move at a table where somebody plays.
    Move,
    /// A player wants a hint.
    Hint,
    /// Somebody looks at a record.
    Replay,
    /// A bot is to move at a table of bots.
    BotGame,
    /// Somebody wants a game to be judged: a step for each move, one analysis of an address at a
    /// time.
    Analysis,
}

/// A job that was ordered. Dropped, it is stopped at once.
pub(crate) struct SearchTask(Stop);

impl Drop for SearchTask {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// The weight of the last job in the usual time of its class.
const NEWEST: f64 = 0.1;

impl Class {
    const ALL: [Class; 5] =
        [Class::Move, Class::Hint, Class::Replay, Class::BotGame, Class::Analysis];
}

impl SearchPool {
    /// A pool of so many threads, of which there are at least two.
    pub(crate) fn new(n_threads: usize) -> SearchPool {
        let n_threads = n_threads.max(2);
        let shared = Shared {
            queues: Mutex::new(Queues { running: vec![None; n_threads], ..Queues::default() }),
            is_work: Condvar::new(),
            is_free: Condvar::new(),
            n_threads,
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

    /// Orders a job of one step; nothing if the pool is closed.
    pub(crate) fn order(
        &self,
        class: Class,
        origin: &Origin,
        work: impl FnOnce(&Stop) + Send + 'static,
    ) -> Option<SearchTask> {
        let mut work = Some(work);
        self.order_steps(class, origin, move |stop| {
            if let Some(work) = work.take() {
                work(stop);
            }
            Progress::Done
        })
    }

    /// Orders a job of many steps; nothing if the pool is closed.
    pub(crate) fn order_steps(
        &self,
        class: Class,
        origin: &Origin,
        work: impl FnMut(&Stop) -> Progress + Send + 'static,
    ) -> Option<SearchTask> {
        let stop = Stop::new();
        let job = Job { stop: stop.clone(), work: Box::new(work) };
        let mut queues = self.0.lock();
        if queues.is_closed {
            return None;
        }
        queues.waiting[class as usize].push(origin.clone(), job);
        drop(queues);
        self.0.is_work.notify_one();
        Some(SearchTask(stop))
    }

    /// Waits while a job waits for a thread, or while all threads are busy: work in the background
    /// takes only free processor time. False if the pool is closed.
    pub(crate) fn wait_until_quiet(&self) -> bool {
        let queues = self.0.is_free.wait_while(self.0.lock(), |it| it.is_busy() && !it.is_closed);
        !queues.unwrap_or_else(PoisonError::into_inner).is_closed
    }

    /// The time after which a new job of an address will probably begin: what comes before it in
    /// its own class and in those that are served first, by the usual time of each.
    #[expect(clippy::cast_precision_loss, reason = "queues are short enough for that")]
    pub(crate) fn expected_wait(&self, class: Class, origin: &Origin) -> Duration {
        let mut queues = self.0.lock();
        queues.drop_unwanted();
        let first = Class::ALL.into_iter().take_while(|it| *it as usize <= class as usize);
        let before = |it: Class| {
            let n_before = queues.waiting[it as usize].n_before(origin);
            n_before as f64 * queues.usual[it as usize]
        };
        let seconds: f64 = first.map(before).sum();
        let n_threads = self.0.n_threads - usize::from(class != Class::Move);
        Duration::try_from_secs_f64(seconds / n_threads as f64).unwrap_or(Duration::MAX)
    }

    /// Stops all jobs and drops those that wait; the threads end.
    pub(crate) fn close(&self) {
        let mut queues = self.0.lock();
        queues.is_closed = true;
        queues.running.iter().flatten().for_each(|running| running.stop.stop());
        queues.waiting.iter_mut().for_each(FairQueue::clear);
        drop(queues);
        self.0.is_work.notify_all();
        self.0.is_free.notify_all();
    }
}

impl Queues {
    fn is_busy(&self) -> bool {
        let is_any_waiting = self.waiting.iter().any(|queue| !queue.is_empty());
        is_any_waiting || self.running.iter().all(Option::is_some)
    }

    fn drop_unwanted(&mut self) {
        for queue in &mut self.waiting {
            queue.retain(|job| !job.stop.is_stopped());
        }
    }

    /// The next job, for a thread that is free.
    fn next(&mut self) -> Option<(Class, Origin, Job)> {
        self.drop_unwanted();
        let n_others = self.running.iter().flatten().filter(|it| it.class != Class::Move).count();
        let may_help = n_others + 1 < self.running.len();
        let mut classes = Class::ALL;
        if self.is_turn_of_analyses {
            classes.swap(Class::BotGame as usize, Class::Analysis as usize);
        }
        for class in classes {
            if class != Class::Move && !may_help {
                return None;
            }
            let Queues { waiting, running, .. } = self;
            let may = |origin: &Origin| class != Class::Analysis || !analyzes(running, origin);
            if let Some((origin, job)) = waiting[class as usize].pop(may) {
                self.is_turn_of_analyses = match class {
                    Class::BotGame => true,
                    Class::Analysis => false,
                    Class::Move | Class::Hint | Class::Replay => self.is_turn_of_analyses,
                };
                return Some((class, origin, job));
            }
        }
        None
    }
}

/// Returns true if an analysis of this address runs.
fn analyzes(running: &[Option<Running>], origin: &Origin) -> bool {
    running.iter().flatten().any(|it| it.class == Class::Analysis && it.origin == *origin)
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queues> {
        // A job that panicked left the queues as they were.
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self, index: usize) {
        let mut queues = self.lock();
        while !queues.is_closed {
            if let Some((class, origin, job)) = queues.next() {
                queues = self.run(index, (class, origin, job), queues);
                // The end of this job may let one begin that was not allowed before.
                self.is_work.notify_one();
            } else {
                queues = self.is_work.wait(queues).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }

    /// Runs a step of a job, whatever comes of it: a bot that panics costs its job and not the
    /// thread. Others have the queues meanwhile.
    fn run<'a>(
        &'a self,
        index: usize,
        (class, origin, mut job): (Class, Origin, Job),
        mut queues: MutexGuard<'a, Queues>,
    ) -> MutexGuard<'a, Queues> {
        let running = Running { stop: job.stop.clone(), class, origin: origin.clone() };
        queues.running[index] = Some(running);
        drop(queues);
        let begin = Instant::now();
        let step = panic::catch_unwind(AssertUnwindSafe(|| (job.work)(&job.stop)));
        let seconds = begin.elapsed().as_secs_f64();
        let mut queues = self.lock();
        queues.running[index] = None;
        self.is_free.notify_all();
        let usual = &mut queues.usual[class as usize];
        *usual += NEWEST * (seconds - *usual);
        match step {
            // It comes before the other jobs of its address, but after the other addresses.
            Ok(Progress::More) if !queues.is_closed => {
                queues.waiting[class as usize].push_first(origin, job);
            }
            Ok(_) => {}
            Err(_) => tracing::error!("a thought ended in a panic"),
        }
        queues
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    const SOON: Duration = Duration::from_secs(20);

    fn origin(name: &str) -> Origin {
        Origin::named(name)
    }

    /// Occupies a thread until it is let go, and says when it began.
    fn occupy(
        pool: &SearchPool,
        class: Class,
        name: &str,
    ) -> (SearchTask, mpsc::Receiver<()>, mpsc::Sender<()>) {
        let (begun, has_begun) = mpsc::channel();
        let (go, may_go) = mpsc::channel::<()>();
        let task = pool.order(class, &origin(name), move |_| {
            begun.send(()).unwrap();
            let _ = may_go.recv();
        });
        (task.unwrap(), has_begun, go)
    }

    #[test]
    fn a_bot_thinks_however_many_hints_are_asked_for() {
        let pool = SearchPool::new(2);
        let hints: Vec<_> = (0..4).map(|_| occupy(&pool, Class::Hint, "a")).collect();
        hints[0].1.recv_timeout(SOON).unwrap();
        let (_bot, has_begun, _go) = occupy(&pool, Class::Move, "a");
        has_begun.recv_timeout(SOON).unwrap();
        assert!(hints[1].1.try_recv().is_err(), "the last thread is for bots");
    }

    #[test]
    fn people_come_first_and_addresses_take_turns() {
        let pool = SearchPool::new(2);
        let first = occupy(&pool, Class::Move, "a");
        let second = occupy(&pool, Class::Move, "a");
        first.1.recv_timeout(SOON).unwrap();
        second.1.recv_timeout(SOON).unwrap();
        let (tell, order) = mpsc::channel();
        let mut tasks = Vec::new();
        let orders = [
            ("analysis", Class::Analysis, "a"),
            ("bot game", Class::BotGame, "a"),
            ("hint", Class::Hint, "a"),
            ("move 1 of a", Class::Move, "a"),
            ("move 2 of a", Class::Move, "a"),
            ("move of b", Class::Move, "b"),
        ];
        for (name, class, address) in orders {
            let tell = tell.clone();
            tasks.push(pool.order(class, &origin(address), move |_| tell.send(name).unwrap()));
        }
        drop(first.2);
        let told: Vec<_> = orders.iter().map(|_| order.recv_timeout(SOON).unwrap()).collect();
        let expected = ["move 1 of a", "move of b", "move 2 of a", "hint", "bot game", "analysis"];
        assert_eq!(told, expected);
    }

    #[test]
    fn a_hint_comes_between_the_steps_of_an_analysis() {
        let pool = SearchPool::new(2);
        let (begun, has_begun) = mpsc::channel();
        let (go, may_go) = mpsc::channel::<()>();
        let mut n_steps = 0;
        let analysis = pool.order_steps(Class::Analysis, &origin("a"), move |_| {
            n_steps += 1;
            begun.send(n_steps).unwrap();
            if may_go.recv().is_ok() { Progress::More } else { Progress::Done }
        });
        assert_eq!(has_begun.recv_timeout(SOON), Ok(1));
        let hint = occupy(&pool, Class::Hint, "b");
        assert!(hint.1.recv_timeout(Duration::from_millis(50)).is_err());
        go.send(()).unwrap();
        hint.1.recv_timeout(SOON).unwrap();
        assert!(has_begun.try_recv().is_err(), "the second step waits for the hint");
        drop(hint.2);
        assert_eq!(has_begun.recv_timeout(SOON), Ok(2));
        drop((go, analysis));
    }

    #[test]
    fn an_address_has_one_analysis_at_a_time() {
        let pool = SearchPool::new(4);
        let first = occupy(&pool, Class::Analysis, "a");
        first.1.recv_timeout(SOON).unwrap();
        let second = occupy(&pool, Class::Analysis, "a");
        let other = occupy(&pool, Class::Analysis, "b");
        other.1.recv_timeout(SOON).unwrap();
        assert!(second.1.try_recv().is_err());
        drop(first.2);
        second.1.recv_timeout(SOON).unwrap();
    }

    #[test]
    fn the_expected_wait_grows_with_the_jobs_before() {
        let pool = SearchPool::new(2);
        let pause = Duration::from_millis(100);
        let (tell, told) = mpsc::channel();
        let _hint = pool.order(Class::Hint, &origin("a"), move |_| {
            thread::sleep(pause);
            tell.send(()).unwrap();
        });
        told.recv_timeout(SOON).unwrap();
        let busy = occupy(&pool, Class::Hint, "a");
        busy.1.recv_timeout(SOON).unwrap();
        assert_eq!(pool.expected_wait(Class::Hint, &origin("a")), Duration::ZERO);
        let tasks: Vec<_> =
            (0..100).map(|_| pool.order(Class::Hint, &origin("a"), |_| ())).collect();
        let own = pool.expected_wait(Class::Hint, &origin("a"));
        let others = pool.expected_wait(Class::Hint, &origin("b"));
        assert!(own > 10 * others && !others.is_zero(), "{own:?} and {others:?}");
        drop(tasks);
        assert_eq!(pool.expected_wait(Class::Hint, &origin("a")), Duration::ZERO);
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
            thinking.push(pool.order(Class::Move, &origin("a"), move |stop| {
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
        let waiting = pool.order(Class::Move, &origin("a"), move |_| ended.send("begun").unwrap());
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
        let task = pool.order(Class::Move, &origin("a"), move |stop| {
            begun.send(()).unwrap();
            while !stop.is_stopped() {
                thread::yield_now();
            }
            ended.send(()).unwrap();
        });
        has_begun.recv_timeout(SOON).unwrap();
        pool.close();
        has_ended.recv_timeout(SOON).unwrap();
        drop(task);
        let late = pool.order(Class::Move, &origin("a"), |_| ());
        assert!(late.is_none(), "nobody thinks any more");
    }

    #[test]
    fn upkeep_waits_while_all_threads_think() {
        let pool = SearchPool::new(2);
        assert!(pool.wait_until_quiet());
        let jobs = [occupy(&pool, Class::Move, "a"), occupy(&pool, Class::Move, "a")];
        for job in &jobs {
            job.1.recv_timeout(SOON).unwrap();
        }
        let (tell, told) = mpsc::channel();
        let upkeep = pool.clone();
        let waiting = thread::spawn(move || tell.send(upkeep.wait_until_quiet()).unwrap());
        assert!(told.recv_timeout(Duration::from_millis(50)).is_err(), "nothing is free");
        let [first, second] = jobs;
        drop(first.2);
        assert!(told.recv_timeout(SOON).unwrap(), "a thread is free");
        waiting.join().unwrap();
        pool.close();
        assert!(!pool.wait_until_quiet(), "the pool is closed");
        drop(second.2);
    }
}
