//! The endgame tablebases of Aqua Pipe: made in the background, so that nobody waits for them.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Instant;

use tilewright_bots::aquapipe::{MoveAfter, SolveError, Tablebases, keep_tablebases_in};

use crate::search_pool::SearchPool;

/// The thread that makes tablebases.
pub(crate) struct TablebaseMaker {
    tablebases: Arc<Tablebases>,
    thread: JoinHandle<()>,
}

impl TablebaseMaker {
    /// Makes the tablebase of the usual game, if it is missing, and others when they are wanted. It
    /// pauses while every thread of the pool thinks.
    pub(crate) fn start(folder: PathBuf, pool: SearchPool) -> TablebaseMaker {
        let tablebases = keep_tablebases_in(folder);
        tablebases.want(MoveAfter::Each);
        let wanted = Arc::clone(&tablebases);
        let work = move || make_wanted(&wanted, &pool);
        let thread = thread::Builder::new().name("tablebases".to_owned()).spawn(work);
        TablebaseMaker { tablebases, thread: thread.expect("the system has threads") }
    }

    /// Waits until it ends. The pool is closed before.
    pub(crate) fn end(self) {
        self.tablebases.close();
        if self.thread.join().is_err() {
            tracing::error!("the thread that makes tablebases ended in a panic");
        }
    }
}

fn make_wanted(wanted: &Tablebases, pool: &SearchPool) {
    // The threads that this one starts inherit the priority.
    take_lowest_priority();
    let mut take_turns = |_| {
        let may_go_on = pool.wait_until_quiet();
        if may_go_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let mut begin = Instant::now();
    wanted.make_wanted(&mut take_turns, &mut |move_after, made| {
        log(move_after, &made, begin);
        begin = Instant::now();
    });
}

/// Gives this thread the lowest priority. Where the system refuses that, it keeps the usual one.
#[cfg(target_os = "linux")]
fn take_lowest_priority() {
    const LOWEST: i32 = 19;
    // Linux has a priority for each thread; elsewhere this call would change the whole process.
    let _ = rustix::process::setpriority_process(Some(rustix::thread::gettid()), LOWEST);
}

#[cfg(not(target_os = "linux"))]
fn take_lowest_priority() {}

fn log(move_after: MoveAfter, made: &Result<(), SolveError>, begin: Instant) {
    let name = move_after.name();
    let seconds = begin.elapsed().as_secs_f64();
    match made {
        Ok(()) => tracing::info!(move_after = name, seconds, "made a tablebase of Aqua Pipe"),
        Err(SolveError::Stopped) => {
            let advice = "stopped a tablebase; the next start goes on with it";
            tracing::info!(move_after = name, "{advice}");
        }
        Err(error) => {
            tracing::warn!(move_after = name, %error, "cannot make a tablebase of Aqua Pipe");
        }
    }
}
