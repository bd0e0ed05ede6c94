//! Processor time, and a stopwatch for it or for the time on the wall.

use std::cell::Cell;
use std::time::{Duration, Instant};

use crate::limits::Limits;

thread_local! {
    /// The processor time of the helper threads that this thread has joined.
    static OF_HELPERS: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// Returns the processor time of this thread so far, with that of the helper threads of its
/// searches. On systems without such a clock it is the time on the wall.
///
/// ```
/// use std::time::{Duration, Instant};
/// use tilewright_search::cpu_time;
///
/// let begin = (cpu_time(), Instant::now());
/// std::thread::sleep(Duration::from_millis(30));
/// # #[cfg(unix)]
/// assert!(cpu_time() - begin.0 < begin.1.elapsed());
/// ```
pub fn cpu_time() -> Duration {
    cpu_time_of_thread() + OF_HELPERS.get()
}

/// Adds the processor time of a helper that has ended.
pub(crate) fn add_helper(cpu_time: Duration) {
    OF_HELPERS.set(OF_HELPERS.get() + cpu_time);
}

/// The processor time of this thread alone.
#[cfg(unix)]
pub(crate) fn cpu_time_of_thread() -> Duration {
    use rustix::time::{ClockId, clock_gettime};

    let now = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec.unsigned_abs(), u32::try_from(now.tv_nsec).unwrap_or_default())
}

#[cfg(not(unix))]
pub(crate) fn cpu_time_of_thread() -> Duration {
    use std::sync::LazyLock;

    static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGIN.elapsed()
}

/// A stopwatch for the kind of time that limits are of. It is read in the thread that began it.
///
/// ```
/// use std::time::Duration;
/// use tilewright_search::{Limits, Stopwatch};
///
/// let limits = Limits { time: Some(Duration::from_secs(2)), ..Limits::NONE };
/// let watch = Stopwatch::new(limits);
/// assert!(watch.elapsed() < Duration::from_secs(2));
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Stopwatch {
    /// Of the time on the wall.
    Wall(Instant),
    /// Of processor time, which was so much at its beginning.
    Cpu(Duration),
}

impl Stopwatch {
    /// Begins to measure the time of limits.
    pub fn new(limits: Limits) -> Stopwatch {
        if limits.is_cpu_time {
            Stopwatch::Cpu(cpu_time())
        } else {
            Stopwatch::Wall(Instant::now())
        }
    }

    /// The time since its beginning.
    pub fn elapsed(&self) -> Duration {
        match self {
            Stopwatch::Wall(begin) => begin.elapsed(),
            Stopwatch::Cpu(begin) => cpu_time().saturating_sub(*begin),
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn sleep_is_no_processor_time_and_work_is() {
        let limits = Limits { is_cpu_time: true, ..Limits::NONE };
        let cpu = Stopwatch::new(limits);
        std::thread::sleep(Duration::from_millis(50));
        assert!(cpu.elapsed() < Duration::from_millis(40), "{:?}", cpu.elapsed());
        let mut n_steps = 0_u64;
        while cpu.elapsed() < Duration::from_millis(60) {
            n_steps += 1;
        }
        assert!(n_steps > 0);
        add_helper(Duration::from_secs(3));
        assert!(cpu.elapsed() > Duration::from_secs(3));
    }
}
