//! The operating system, where Unix and others differ.

use std::io;
use std::time::Duration;

/// Raises the limit of open files: every socket is a file, and many systems allow only a thousand
/// unless a program asks for more.
#[cfg(unix)]
pub(crate) fn allow_many_files() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let limit = getrlimit(Resource::Nofile);
    // Without permission the server serves as many as it may.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit });
}

#[cfg(not(unix))]
pub(crate) fn allow_many_files() {}

/// Keeps everything that the program writes from now on for its owner alone: database, backups,
/// tablebases.
#[cfg(unix)]
pub(crate) fn keep_files_private() {
    use rustix::fs::Mode;

    rustix::process::umask(Mode::RWXG | Mode::RWXO);
}

/// Elsewhere files have the rights of their folder.
#[cfg(not(unix))]
pub(crate) fn keep_files_private() {}

/// The processor time of this program so far.
#[cfg(unix)]
pub(crate) fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// The time since the first call: there is no portable processor time.
#[cfg(not(unix))]
pub(crate) fn processor_time() -> Duration {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}

/// The signal of a supervisor that asks the program to stop.
pub(crate) struct Termination {
    #[cfg(unix)]
    signal: tokio::signal::unix::Signal,
}

impl Termination {
    /// Starts to listen.
    pub(crate) fn listen() -> io::Result<Termination> {
        Ok(Termination {
            #[cfg(unix)]
            signal: tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?,
        })
    }

    /// Waits for the signal. Elsewhere than on Unix only Ctrl-C stops the program.
    pub(crate) async fn wait(&mut self) {
        #[cfg(unix)]
        self.signal.recv().await;
        #[cfg(not(unix))]
        std::future::pending::<()>().await;
    }
}
