//! An engine as a process: lines go in and come out, and every wait has an end.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tilewright_bots::Stop;
use tilewright_core::shortened;

use super::Fault;

/// No line of an engine is longer.
const MAX_LINE_BYTES: usize = 1 << 18;

/// How many lines are kept that nobody has asked for. Then the engine waits until somebody does, so
/// that what it writes takes 16 MB at most.
const MAX_WAITING_LINES: usize = 64;

/// No answer is longer, all its lines together.
const MAX_ANSWER_BYTES: usize = 1 << 24;

/// How many of our own lines an engine may leave unread.
const MAX_UNREAD_LINES: usize = 256;

/// What is kept of what an engine complains about.
const MAX_COMPLAINTS: usize = 3;

/// How often a wait looks whether the process is still there, and whether it should go on.
const GLANCE: Duration = Duration::from_millis(20);

/// How long the last words of a process that has ended are waited for.
const LAST_WORDS: Duration = Duration::from_millis(200);

/// A child process that is spoken to by lines.
///
/// It is killed when this is dropped, together with what it has started, unless that has left its
/// process group, and no zombie remains.
///
/// ```
/// # #[cfg(unix)] {
/// use std::time::Duration;
/// use tilewright_protocol::engine::Process;
///
/// let mut cat = Process::start("cat -u")?;
/// cat.send("hello")?;
/// assert_eq!(cat.receive("an echo", Duration::from_secs(60))?, "hello");
/// cat.close();
/// assert!(cat.wait(Duration::from_secs(60)).is_some_and(|status| status.success()));
/// # }
/// # Ok::<(), tilewright_protocol::engine::Fault>(())
/// ```
pub struct Process {
    child: Child,
    /// How it ended, once it has.
    status: Option<ExitStatus>,
    input: Option<SyncSender<String>>,
    output: Receiver<Line>,
    complaints: Arc<Mutex<VecDeque<String>>>,
    listener: JoinHandle<()>,
    /// What it has written since it was last spoken to.
    n_bytes: usize,
}

/// How long something is waited for, since when.
#[derive(Clone, Copy)]
pub(crate) struct Deadline {
    begin: Instant,
    patience: Duration,
}

impl Deadline {
    /// So long from now.
    pub(crate) fn after(patience: Duration) -> Deadline {
        Deadline { begin: Instant::now(), patience }
    }

    fn left(&self) -> Duration {
        self.patience.saturating_sub(self.begin.elapsed())
    }
}

/// What comes out of a process.
enum Line {
    Text(String),
    TooLong,
}

impl Process {
    /// Starts a program, with the words of the command read as a shell reads them.
    pub fn start(command: &str) -> Result<Process, Fault> {
        let words = shlex::split(command)
            .ok_or_else(|| Fault::not_started("a quotation mark is not closed"))?;
        let (program, arguments) =
            words.split_first().ok_or_else(|| Fault::not_started("there is no command"))?;
        let mut command = Command::new(program);
        command.args(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command
            .spawn()
            .map_err(|error| Fault::not_started(&format!("{}: {error}", shortened(program))))?;
        let (stdin, stdout, stderr) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (input, lines_in) = sync_channel(MAX_UNREAD_LINES);
        let (lines_out, output) = sync_channel(MAX_WAITING_LINES);
        let complaints = Arc::new(Mutex::new(VecDeque::new()));
        let kept = Arc::clone(&complaints);
        // These threads end with the pipes, at the latest when the process is killed.
        thread::spawn(move || stdin.map(|pipe| write_lines(pipe, &lines_in)));
        thread::spawn(move || stdout.map(|pipe| read_lines(pipe, &lines_out)));
        let listener = thread::spawn(move || {
            if let Some(pipe) = stderr {
                keep_complaints(pipe, &kept);
            }
        });
        let (status, input) = (None, Some(input));
        Ok(Process { child, status, input, output, complaints, listener, n_bytes: 0 })
    }

    /// Writes a line.
    pub fn send(&mut self, line: &str) -> Result<(), Fault> {
        self.n_bytes = 0;
        let Some(input) = &self.input else {
            return Err(Fault::protocol("its input is closed"));
        };
        match input.try_send(format!("{line}\n")) {
            Ok(()) => Ok(()),
            Err(TrySendError::Full(_)) => {
                Err(Fault::TimedOut { what: "it does not read its input".to_owned() })
            }
            Err(TrySendError::Disconnected(_)) => Err(self.crash()),
        }
    }

    /// Reads a line, for at most this long; `what` says what is waited for.
    pub fn receive(&mut self, what: &str, patience: Duration) -> Result<String, Fault> {
        let line = self.receive_unless(what, Deadline::after(patience), None)?;
        Ok(line.expect("nobody stops it"))
    }

    /// The same, or nothing if it is stopped before there is a line.
    pub(crate) fn receive_unless(
        &mut self,
        what: &str,
        deadline: Deadline,
        stop: Option<&Stop>,
    ) -> Result<Option<String>, Fault> {
        loop {
            let left = deadline.left();
            match self.output.recv_timeout(left.min(GLANCE)) {
                Ok(line) => return self.accept(line).map(Some),
                Err(RecvTimeoutError::Disconnected) => return Err(self.crash()),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if stop.is_some_and(Stop::is_stopped) {
                return Ok(None);
            }
            if self.has_ended() {
                // What it has started may still hold the pipe, so an end of it need not come.
                return match self.output.recv_timeout(LAST_WORDS) {
                    Ok(line) => self.accept(line).map(Some),
                    Err(_) => Err(self.crash()),
                };
            }
            if left.is_zero() {
                let millis = deadline.patience.as_millis();
                return Err(Fault::TimedOut { what: format!("no {what} within {millis} ms") });
            }
        }
    }

    /// Closes its input.
    pub fn close(&mut self) {
        self.input = None;
    }

    /// How it ended, if it does within this time.
    pub fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let deadline = Deadline::after(patience);
        let mut pause = Duration::from_micros(100);
        while !self.has_ended() {
            let left = deadline.left();
            if left.is_zero() {
                return None;
            }
            // Mostly it ends soon; if not, there is no hurry.
            thread::sleep(pause.min(left));
            pause = (pause * 2).min(GLANCE);
        }
        self.status
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    fn accept(&mut self, line: Line) -> Result<String, Fault> {
        let Line::Text(line) = line else { return Err(Fault::Flooded) };
        self.n_bytes += line.len() + 1;
        if self.n_bytes > MAX_ANSWER_BYTES { Err(Fault::Flooded) } else { Ok(line) }
    }

    /// How it went away, after its input or output did.
    fn crash(&mut self) -> Fault {
        let how = match self.wait(LAST_WORDS) {
            Some(status) => format!("it ended with {status}"),
            None => "it closed its output".to_owned(),
        };
        let deadline = Deadline::after(LAST_WORDS);
        while !self.listener.is_finished() && !deadline.left().is_zero() {
            thread::sleep(Duration::from_millis(1));
        }
        let complaints = self.complaints.lock().unwrap_or_else(PoisonError::into_inner);
        let words: Vec<&str> = complaints.iter().map(String::as_str).collect();
        let words =
            if words.is_empty() { String::new() } else { format!(": {}", words.join(" / ")) };
        Fault::Crashed { how: how + &words }
    }

    /// Whether it has ended. What it has started ends with it.
    fn has_ended(&mut self) -> bool {
        if self.status.is_none() && is_waiting_to_be_reaped(&mut self.child) {
            // Nobody else can have its number before it is reaped.
            kill_all(&mut self.child);
            self.status = self.child.wait().ok();
        }
        self.status.is_some()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.status.is_none() {
            kill_all(&mut self.child);
            // There is nobody to tell, and nothing left to try.
            let _ = self.child.wait();
        }
    }
}

#[cfg(unix)]
fn is_waiting_to_be_reaped(child: &mut Child) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    // An error says that there is no such child any more.
    waitid(WaitId::Pid(Pid::from_child(child)), options).map_or(true, |status| status.is_some())
}

#[cfg(unix)]
fn kill_all(child: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process_group};

    // It fails if they are gone, which is what is wanted.
    let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
}

#[cfg(not(unix))]
fn is_waiting_to_be_reaped(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
}

#[cfg(not(unix))]
fn kill_all(child: &mut Child) {
    let _ = child.kill();
}

fn write_lines(mut pipe: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if pipe.write_all(line.as_bytes()).and_then(|()| pipe.flush()).is_err() {
            return;
        }
    }
}

fn read_lines(pipe: impl Read, lines: &SyncSender<Line>) {
    let mut pipe = BufReader::new(pipe);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        // One more than a line may have, so that too long a line is recognized.
        let limit = MAX_LINE_BYTES as u64 + 1;
        match pipe.by_ref().take(limit).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let is_too_long = bytes.len() > MAX_LINE_BYTES;
        let text = String::from_utf8_lossy(&bytes).trim_end().to_owned();
        let line = if is_too_long { Line::TooLong } else { Line::Text(text) };
        if lines.send(line).is_err() || is_too_long {
            return;
        }
    }
}

/// Keeps the last lines, shortened, and lets all others go.
fn keep_complaints(pipe: impl Read, complaints: &Mutex<VecDeque<String>>) {
    let mut pipe = BufReader::new(pipe);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match pipe.by_ref().take(1_024).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let text = String::from_utf8_lossy(&bytes);
        let text: String = text.trim().chars().filter(|c| !c.is_control()).take(200).collect();
        let mut complaints = complaints.lock().unwrap_or_else(PoisonError::into_inner);
        if !text.is_empty() {
            complaints.push_back(text);
        }
        if complaints.len() > MAX_COMPLAINTS {
            complaints.pop_front();
        }
    }
}
