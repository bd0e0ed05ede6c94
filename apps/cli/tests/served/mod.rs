//! `tilewright serve` as a process of its own.

#![allow(dead_code, reason = "each test file that includes this module needs a part of it")]

use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::house::{Client, SOON};

/// A server that runs.
pub(crate) struct Served {
    child: Child,
    pub(crate) address: SocketAddr,
    /// The standard error, read to its end.
    logs: Option<JoinHandle<String>>,
}

impl Served {
    /// Starts one on this folder, at a free port.
    pub(crate) fn start(folder: &Path) -> Served {
        Served::start_by(serve(folder))
    }

    /// Starts one by this command, and waits until it listens.
    pub(crate) fn start_by(mut command: Command) -> Served {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut stderr = child.stderr.take().unwrap();
        let logs = thread::spawn(move || {
            let mut logs = String::new();
            let _ = stderr.read_to_string(&mut logs);
            logs
        });
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let Some(address) = line.trim().strip_prefix("Tilewright serves at http://") else {
            panic!("it does not serve: {line}{}", logs.join().unwrap());
        };
        Served { address: address.parse().unwrap(), child, logs: Some(logs) }
    }

    /// Somebody who is nobody yet.
    pub(crate) fn client(&self) -> Client {
        Client::at(self.address)
    }

    /// Its process.
    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Ends it as nothing can prevent; with all that it said on the standard error.
    pub(crate) fn kill(mut self) -> String {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        self.logs.take().unwrap().join().unwrap()
    }

    /// The exit status, if it ends within this time.
    pub(crate) fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let begin = Instant::now();
        while begin.elapsed() < patience {
            if let Some(status) = self.child.try_wait().unwrap() {
                return Some(status);
            }
            thread::sleep(Duration::from_millis(10));
        }
        None
    }

    /// Asks it to end, and waits; with all that it said on the standard error.
    pub(crate) fn terminate(mut self) -> (ExitStatus, String) {
        kill_process(Pid::from_child(&self.child), Signal::TERM).unwrap();
        let status = wait_for(&mut self.child);
        (status, self.logs.take().unwrap().join().unwrap())
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The command that serves on this folder, at a free port.
pub(crate) fn serve(folder: &Path) -> Command {
    let mut command = serve_anywhere();
    command.arg("--data-dir").arg(folder);
    command
}

/// The command that serves at a free port, without saying where things are kept.
pub(crate) fn serve_anywhere() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tilewright"));
    command.args(["serve", "--addr", "127.0.0.1:0", "--no-limits", "--bot-pause", "1ms"]);
    command.stdin(Stdio::null()).env("TILEWRIGHT_LOG", "warn,sqlx=error");
    command
}

/// The command that serves on this PostgreSQL, at a free port.
pub(crate) fn serve_on_postgres(url: &str) -> Command {
    let mut command = serve_anywhere();
    command.args(["--database", url]);
    command
}

/// Waits until a process ends, but not for ever.
pub(crate) fn wait_for(child: &mut Child) -> ExitStatus {
    let begin = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        assert!(begin.elapsed() < SOON, "the process ends");
        thread::sleep(Duration::from_millis(10));
    }
}
