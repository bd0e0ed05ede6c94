//! Programs that are started to be measured.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

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
    let read = |mut stream: Box<dyn Read + Send>| {
        thread::spawn(move || {
            let mut text = String::new();
            stream.read_to_string(&mut text).map(|_| text)
        })
    };
    let stdout = read(Box::new(child.stdout.take().context("its output is a pipe")?));
    let stderr = read(Box::new(child.stderr.take().context("its complaints are a pipe")?));
    let mut peak_kilobytes = 0;
    let status = loop {
        peak_kilobytes = peak_kilobytes.max(peak(child.id()).unwrap_or_default());
        match child.try_wait()? {
            Some(status) => break status,
            None => thread::sleep(LOOK),
        }
    };
    let seconds = begin.elapsed().as_secs_f64();
    let [stdout, stderr] = [stdout, stderr].map(|it| it.join().expect("reading does not panic"));
    ensure!(status.success(), "{name} failed ({status}): {}", stderr?.trim());
    Ok(Ran { stdout: stdout?, seconds, peak_kilobytes })
}

/// The most memory that a process has had, in kilobytes.
fn peak(pid: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches(" kB").parse().ok()
}

/// A program that works beside this one, and ends with this value.
pub(crate) struct Running(Child);

impl Running {
    pub(crate) fn start(command: &mut Command) -> Result<Running> {
        let name = name_of(command);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        Ok(Running(command.spawn().with_context(|| format!("{name} did not start"))?))
    }

    pub(crate) fn pid(&self) -> u32 {
        self.0.id()
    }

    /// Fails if it has ended by itself.
    pub(crate) fn check(&mut self) -> Result<()> {
        match self.0.try_wait()? {
            Some(status) => bail!("it ended at once ({status})"),
            None => Ok(()),
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended already, and then there is nothing to do.
        let _ = self.0.kill();
        let _ = self.0.wait();
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

    /// Lets it choose a move.
    pub(crate) fn go(&mut self, position: &str, limits: &str) -> Result<Thought> {
        self.say(position)?;
        self.say("isready")?;
        self.hear("readyok")?;
        let begin = Instant::now();
        self.say(format!("go {limits}").trim_end())?;
        let lines = self.hear("bestmove")?;
        let seconds = begin.elapsed().as_secs_f64();
        ensure!(!lines.ends_with("bestmove none"), "the engine cannot move: {lines}");
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
