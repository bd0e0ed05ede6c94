//! Programs that are started to be measured.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

/// How often the memory of a program is looked at.
const LOOK: Duration = Duration::from_millis(2);

/// What a program took.
pub(crate) struct Ran {
    pub(crate) stdout: String,
    pub(crate) seconds: f64,
    /// The most memory that it had when it was looked at.
    pub(crate) peak_kilobytes: u64,
}

/// Runs a program to its end, without showing what it prints.
pub(crate) fn measured(command: &mut Command) -> Result<Ran> {
    let name = name_of(command);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let begin = Instant::now();
    let mut child = command.spawn().with_context(|| format!("{name} did not start"))?;
    let stdout = child.stdout.take().context("its output is a pipe")?;
    let stderr = child.stderr.take().context("its complaints are a pipe")?;
    let (pid, has_ended) = (child.id(), AtomicBool::new(false));
    thread::scope(|scope| {
        let stdout = scope.spawn(|| io::read_to_string(stdout));
        let stderr = scope.spawn(|| io::read_to_string(stderr));
        let peak = scope.spawn(|| watch(pid, &has_ended));
        let status = child.wait();
        let seconds = begin.elapsed().as_secs_f64();
        has_ended.store(true, Ordering::Relaxed);
        let [stdout, stderr] = [stdout, stderr].map(|it| it.join().expect("reading cannot panic"));
        let peak_kilobytes = peak.join().expect("looking cannot panic");
        let status = status?;
        ensure!(status.success(), "{name} failed ({status}): {}", stderr?.trim());
        Ok(Ran { stdout: stdout?, seconds, peak_kilobytes })
    })
}

/// Looks at the memory of a process until it has ended: the most that it had when it was looked at.
fn watch(pid: u32, has_ended: &AtomicBool) -> u64 {
    let mut most = 0;
    while !has_ended.load(Ordering::Relaxed) {
        most = most.max(peak(pid).unwrap_or_default());
        thread::sleep(LOOK);
    }
    most
}

/// The most memory that a process has had, in kilobytes.
fn peak(pid: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches(" kB").parse().ok()
}

/// A program that works beside this one, and ends with this value.
pub(crate) struct Running {
    child: Child,
    /// What it complains about.
    complaints: PathBuf,
}

impl Running {
    /// Starts it, with what it complains about in a new file.
    pub(crate) fn start(command: &mut Command, complaints: PathBuf) -> Result<Running> {
        let name = name_of(command);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(File::create(&complaints)?);
        let child = command.spawn().with_context(|| format!("{name} did not start"))?;
        Ok(Running { child, complaints })
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Fails if it has ended by itself, with what it said last.
    pub(crate) fn check(&mut self) -> Result<()> {
        let Some(status) = self.child.try_wait()? else { return Ok(()) };
        let complaints = fs::read_to_string(&self.complaints).unwrap_or_default();
        let last = complaints.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default();
        bail!("it ended at once ({status}): {last}")
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended already, and then there is nothing to do.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An engine that speaks UGI, and ends with this value.
pub(crate) struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

/// What an engine thought.
pub(crate) struct Thought {
    /// What it said last of how deep it looked.
    pub(crate) depth: Option<f64>,
    pub(crate) seconds: f64,
}

impl Engine {
    pub(crate) fn start(command: &mut Command) -> Result<Engine> {
        let name = name_of(command);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().with_context(|| format!("{name} did not start"))?;
        let input = child.stdin.take().context("its input is a pipe")?;
        let output = BufReader::new(child.stdout.take().context("its output is a pipe")?);
        let mut engine = Engine { child, input, output };
        engine.say("ugi")?;
        engine.hear("ugiok")?;
        Ok(engine)
    }

    pub(crate) fn say(&mut self, line: &str) -> Result<()> {
        writeln!(self.input, "{line}").context("the engine has ended")
    }

    /// The most memory that it has had so far, in kilobytes.
    pub(crate) fn peak_kilobytes(&self) -> Result<u64> {
        peak(self.child.id()).context("the engine has ended")
    }

    /// How many moves it knows in a position.
    pub(crate) fn n_legal_moves(&mut self, position: &str) -> Result<usize> {
        self.say(position)?;
        self.say("query legal")?;
        let lines = self.hear("response")?;
        let moves = lines.lines().next_back().unwrap_or_default().split_whitespace();
        Ok(moves.skip(1).count())
    }

    /// Lets it choose a move, of several.
    pub(crate) fn go(&mut self, position: &str, limits: &str) -> Result<Thought> {
        let n_moves = self.n_legal_moves(position)?;
        ensure!(n_moves > 1, "there is nothing to choose from in `{position}`");
        let begin = Instant::now();
        self.say(format!("go {limits}").trim_end())?;
        let lines = self.hear("bestmove")?;
        let seconds = begin.elapsed().as_secs_f64();
        Ok(Thought { depth: last_depth(&lines), seconds })
    }

    /// What it says, up to a line that begins like this.
    fn hear(&mut self, end: &str) -> Result<String> {
        let mut lines = String::new();
        loop {
            let start = lines.len();
            ensure!(self.output.read_line(&mut lines)? > 0, "the engine ended before {end}");
            if lines[start..].starts_with(end) {
                return Ok(lines.trim_end().to_owned());
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The depth of the last line `info depth D …`.
fn last_depth(lines: &str) -> Option<f64> {
    let mut depths = lines.lines().filter_map(|line| line.strip_prefix("info depth "));
    depths.next_back()?.split(' ').next()?.parse().ok()
}

/// Runs a command with its output shown.
pub(crate) fn succeed(command: &mut Command) -> Result<()> {
    let name = name_of(command);
    let status = command.status().with_context(|| format!("{name} did not start"))?;
    ensure!(status.success(), "{name} failed ({status})");
    Ok(())
}

/// Runs a command and keeps its output, which is shown only if it fails.
pub(crate) fn output(command: &mut Command) -> Result<Output> {
    let name = name_of(command);
    let output = command.output().with_context(|| format!("{name} did not start"))?;
    if !output.status.success() {
        eprint!("{}", text(&output.stderr));
        bail!("{name} failed ({})", output.status);
    }
    Ok(output)
}

/// The command as a person would type it, without directories.
fn name_of(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name().unwrap_or(command.get_program());
    let words = [program].into_iter().chain(command.get_args()).map(OsStr::to_string_lossy);
    format!("`{}`", words.collect::<Vec<_>>().join(" "))
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_named_without_directories() {
        let mut command = Command::new("/somewhere/release/tilewright");
        assert_eq!(name_of(command.args(["bench", "blokus"])), "`tilewright bench blokus`");
    }

    #[test]
    fn the_last_depth_counts() {
        let lines = "info depth 1 nodes 25 time 4\ninfo depth 12 nodes 131 time 9\ninfo string x\n";
        assert_eq!(last_depth(lines), Some(12.0));
        assert_eq!(last_depth("info string expects 48 % at depth 2\nbestmove M@a3"), None);
    }

    #[test]
    fn a_program_is_measured_and_one_that_fails_says_why() {
        let ran = measured(Command::new("sh").args(["-c", "sleep 0.05; echo done"])).unwrap();
        assert_eq!(ran.stdout, "done\n");
        assert!(ran.seconds >= 0.05 && ran.peak_kilobytes > 0);
        let error = measured(Command::new("sh").args(["-c", "echo no >&2; exit 3"])).err().unwrap();
        assert!(error.to_string().ends_with(": no"), "{error}");
    }
}
