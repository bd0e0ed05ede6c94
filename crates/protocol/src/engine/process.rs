//! An engine process: lines go in and come out, and every wait has a deadline.

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
use super::cpu_time::cpu_time_of_group;
use super::timeouts::MoveTimeout;

/// The longest line of an engine.
const MAX_LINE_BYTES: usize = 1 << 18;

/// The number of lines that may wait to be read; then the engine waits, so that its output takes 16
/// MB at most.
const MAX_WAITING_LINES: usize = 64;

/// The longest answer, all its lines together.
const MAX_ANSWER_BYTES: usize = 1 << 24;

/// The number of our own lines that an engine may leave unread.
const MAX_UNREAD_LINES: usize = 256;

/// The number of lines of the standard error that are kept.
const MAX_ERROR_LINES: usize = 3;

/// The interval at which a wait checks for the end of the process and for a stop.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The number of such intervals between two looks at its processor time.
const POLLS_PER_CPU_CHECK: u32 = 5;

/// The timeout for the last lines of a process that has ended.
const LAST_LINES: Duration = Duration::from_millis(200);

/// A child process that exchanges lines.
///
/// Dropping it kills the process and its whole process group, and no zombie remains.
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
    /// The exit status, once it has ended.
    status: Option<ExitStatus>,
    input: Option<SyncSender<String>>,
    output: Receiver<OutputLine>,
    errors: Arc<Mutex<VecDeque<String>>>,
    error_reader: JoinHandle<()>,
    /// The bytes of its output since the last line to it.
    n_bytes: usize,
    /// The most processor time that was measured, because that of a child that nobody waited for is
    /// lost with it.
    cpu_time: Duration,
}

/// The end of a wait.
#[derive(Clone, Copy)]
pub(crate) struct Deadline {
    begin: Instant,
    timeout: Duration,
    /// The processor time that may be spent, and what it was at the beginning.
    cpu: Option<(Duration, Duration)>,
}

impl Deadline {
    pub(crate) fn after(timeout: Duration) -> Deadline {
        Deadline { begin: Instant::now(), timeout, cpu: None }
    }

    fn left(&self) -> Duration {
        self.timeout.saturating_sub(self.begin.elapsed())
    }
}

/// A line of a process.
enum OutputLine {
    Text(String),
    TooLong,
}

impl Process {
    /// Starts a program, with the words of the command read as a shell reads them.
    pub fn start(command: &str) -> Result<Process, Fault> {
        let words = shlex::split(command);
        let words = words.ok_or_else(|| Fault::not_started("a quotation mark is not closed"))?;
        let program = words.first().ok_or_else(|| Fault::not_started("there is no command"))?;
        let mut command = Command::new(program);
        command.args(&words[1..]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command
            .spawn()
            .map_err(|error| Fault::not_started(&format!("{}: {error}", shortened(program))))?;
        let stdin = child.stdin.take();
        let stdout = child.stdout.take();
        let stderr = child.stderr.take();
        let (input, lines_in) = sync_channel(MAX_UNREAD_LINES);
        let (lines_out, output) = sync_channel(MAX_WAITING_LINES);
        let errors = Arc::new(Mutex::new(VecDeque::new()));
        let kept = Arc::clone(&errors);
        // These threads end with the pipes, at the latest when the process is killed.
        thread::spawn(move || stdin.map(|pipe| write_lines(pipe, &lines_in)));
        thread::spawn(move || stdout.map(|pipe| read_lines(pipe, &lines_out)));
        let error_reader = thread::spawn(move || {
            if let Some(pipe) = stderr {
                keep_errors(pipe, &kept);
            }
        });
        let input = Some(input);
        Ok(Process {
            child,
            status: None,
            input,
            output,
            errors,
            error_reader,
            n_bytes: 0,
            cpu_time: Duration::ZERO,
        })
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

    /// Reads a line within a timeout; a fault names the expected line.
    pub fn receive(&mut self, expected: &str, timeout: Duration) -> Result<String, Fault> {
        let line = self.receive_unless_stopped(expected, Deadline::after(timeout), None)?;
        Ok(line.expect("nobody stops it"))
    }

    /// The same, or nothing if it is stopped before there is a line.
    pub(crate) fn receive_unless_stopped(
        &mut self,
        expected: &str,
        deadline: Deadline,
        stop: Option<&Stop>,
    ) -> Result<Option<String>, Fault> {
        let mut n_polls = 0_u32;
        loop {
            let left = deadline.left();
            match self.output.recv_timeout(left.min(POLL_INTERVAL)) {
                Ok(line) => return self.accept(line).map(Some),
                Err(RecvTimeoutError::Disconnected) => return Err(self.crash()),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if stop.is_some_and(Stop::is_stopped) {
                return Ok(None);
            }
            if self.has_ended() {
                // A child of its own may hold the pipe open, so that it has no end.
                return match self.output.recv_timeout(LAST_LINES) {
                    Ok(line) => self.accept(line).map(Some),
                    Err(_) => Err(self.crash()),
                };
            }
            if left.is_zero() {
                let millis = deadline.timeout.as_millis();
                return Err(Fault::TimedOut { what: format!("no {expected} within {millis} ms") });
            }
            // To ask for the processor time takes a moment.
            n_polls = n_polls.wrapping_add(1);
            if n_polls.is_multiple_of(POLLS_PER_CPU_CHECK) {
                self.check_cpu_time(deadline)?;
            }
        }
    }

    /// The deadline of an answer that begins now.
    pub(crate) fn deadline(&mut self, timeout: MoveTimeout) -> Deadline {
        let cpu = timeout.cpu_time.map(|limit| (limit, self.cpu_time()));
        Deadline { cpu, ..Deadline::after(timeout.time) }
    }

    /// The processor time of its process group and of all that it has started, in hundredths of a
    /// second. On systems other than Linux it is zero.
    pub fn cpu_time(&mut self) -> Duration {
        if self.status.is_none() {
            self.cpu_time = self.cpu_time.max(cpu_time_of_group(self.child.id()));
        }
        self.cpu_time
    }

    fn check_cpu_time(&mut self, deadline: Deadline) -> Result<(), Fault> {
        let Some((limit, begin)) = deadline.cpu else { return Ok(()) };
        let spent = self.cpu_time().saturating_sub(begin);
        if spent <= limit {
            return Ok(());
        }
        let spent = spent.as_millis();
        let limit = limit.as_millis();
        let what = format!("{spent} ms of processor time without a move, of at most {limit} ms");
        Err(Fault::OutOfTime { what })
    }

    /// Closes its input.
    pub fn close(&mut self) {
        self.input = None;
    }

    /// Waits for its end and returns the exit status, if it ends within the timeout.
    pub fn wait(&mut self, timeout: Duration) -> Option<ExitStatus> {
        let deadline = Deadline::after(timeout);
        let mut pause = Duration::from_micros(100);
        while !self.has_ended() {
            let left = deadline.left();
            if left.is_zero() {
                return None;
            }
            // Mostly it ends soon; if not, there is no hurry.
            thread::sleep(pause.min(left));
            pause = (pause * 2).min(POLL_INTERVAL);
        }
        self.status
    }

    /// The process identifier.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    fn accept(&mut self, line: OutputLine) -> Result<String, Fault> {
        let OutputLine::Text(line) = line else { return Err(Fault::Flooded) };
        self.n_bytes += line.len() + 1;
        if self.n_bytes > MAX_ANSWER_BYTES { Err(Fault::Flooded) } else { Ok(line) }
    }

    /// The fault of a process whose input or output has ended.
    fn crash(&mut self) -> Fault {
        let how = match self.wait(LAST_LINES) {
            Some(status) => format!("it ended with {status}"),
            None => "it closed its output".to_owned(),
        };
        let deadline = Deadline::after(LAST_LINES);
        while !self.error_reader.is_finished() && !deadline.left().is_zero() {
            thread::sleep(Duration::from_millis(1));
        }
        let errors = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        if errors.is_empty() {
            return Fault::Crashed { how };
        }
        let lines: Vec<&str> = errors.iter().map(String::as_str).collect();
        Fault::Crashed { how: format!("{how}: {}", lines.join(" / ")) }
    }

    /// Returns whether it has ended; its process group ends with it.
    fn has_ended(&mut self) -> bool {
        if self.status.is_none() && is_waiting_to_be_reaped(&mut self.child) {
            // Until it is reaped, no other process can have its identifier.
            self.cpu_time();
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
            // A process that cannot be reaped leaves nothing to try.
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

fn read_lines(pipe: impl Read, lines: &SyncSender<OutputLine>) {
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
        let line = if is_too_long { OutputLine::TooLong } else { OutputLine::Text(text) };
        if lines.send(line).is_err() || is_too_long {
            return;
        }
    }
}

/// Keeps the last lines, shortened.
fn keep_errors(pipe: impl Read, errors: &Mutex<VecDeque<String>>) {
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
        let mut errors = errors.lock().unwrap_or_else(PoisonError::into_inner);
        if !text.is_empty() {
            errors.push_back(text);
        }
        if errors.len() > MAX_ERROR_LINES {
            errors.pop_front();
        }
    }
}
