//! `cargo xtask faults`: breaks things, and reports the result of each fault.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use crate::workspace;

/// The folder of the faults, a file for each.
const FOLDER: &str = "apps/cli/tests/faults";

/// The test of which they are parts, as the other tests of the workspace are built.
const TEST: [&str; 5] = ["test", "--quiet", "--workspace", "--test", "faults"];

/// The mark of a file with a fault; files that only help lack it.
const MARK: &str = "a fault: cargo xtask faults";

/// The result of one fault.
struct Outcome {
    name: String,
    verdict: &'static str,
    duration: Duration,
    /// The numbers, and what was skipped.
    lines: Vec<String>,
}

/// Runs the fault of this name, or all of them, and prints a table of the results.
pub(crate) fn run(name: Option<&str>) -> Result<()> {
    let known = names(&workspace::root().join(FOLDER))?;
    let chosen = choose(&known, name)?;
    let built = workspace::cargo().args(TEST).arg("--no-run").status()?;
    ensure!(built.success(), "the faults cannot be built");
    let mut outcomes = Vec::new();
    for name in chosen {
        outcomes.push(try_fault(name)?);
    }
    println!();
    for outcome in &outcomes {
        print(outcome);
    }
    let n_failed = outcomes.iter().filter(|outcome| outcome.verdict == "failed").count();
    ensure!(n_failed == 0, "{n_failed} of {} faults failed", outcomes.len());
    Ok(())
}

/// The names of all faults, in order.
fn names(folder: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    let files =
        fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))?;
    for file in files {
        let path = file?.path();
        if fs::read_to_string(&path)?.contains(MARK)
            && let Some(name) = path.file_stem()
        {
            names.push(name.to_string_lossy().into_owned());
        }
    }
    names.sort();
    Ok(names)
}

fn choose<'a>(known: &'a [String], name: Option<&str>) -> Result<Vec<&'a str>> {
    let is_chosen = |known: &&str| name.is_none_or(|name| name == *known);
    let chosen: Vec<&str> = known.iter().map(String::as_str).filter(is_chosen).collect();
    if chosen.is_empty() {
        bail!("there is no fault {}: choose {}", name.unwrap_or_default(), known.join(", "));
    }
    Ok(chosen)
}

/// Runs a fault, shows what it says, and keeps what matters of that.
fn try_fault(name: &str) -> Result<Outcome> {
    let begin = Instant::now();
    let mut command = workspace::cargo();
    command.args(TEST).args(["--", "--ignored", "--nocapture", "--test-threads=1"]);
    let mut child = command.arg(format!("{name}::")).stdout(Stdio::piped()).spawn()?;
    let mut lines = Vec::new();
    for line in BufReader::new(child.stdout.take().context("there is an output")?).lines() {
        let line = line?;
        println!("{line}");
        if let Some(numbers) = line.strip_prefix("result") {
            lines.push(numbers.trim().to_owned());
        } else if line.starts_with("skipped") {
            lines.push(line);
        }
    }
    let is_skipped = lines.iter().any(|line| line.starts_with("skipped"));
    let verdict = if !child.wait()?.success() {
        "failed"
    } else if is_skipped {
        "skipped"
    } else {
        "passed"
    };
    Ok(Outcome { name: name.to_owned(), verdict, duration: begin.elapsed(), lines })
}

fn print(outcome: &Outcome) {
    let Outcome { name, verdict, duration, lines } = outcome;
    println!("{name:<16} {verdict} in {:.0} s", duration.as_secs_f64());
    for line in lines {
        println!("{:16} {line}", "");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_is_a_file_with_the_mark() {
        let names = names(&workspace::root().join(FOLDER)).unwrap();
        assert!(names.contains(&"disk_full".to_owned()), "{names:?}");
        assert!(!names.contains(&"main".to_owned()) && !names.contains(&"people".to_owned()));
    }

    #[test]
    fn an_unknown_fault_is_refused_with_the_known_ones() {
        let known = ["disk_full".to_owned(), "half_open".to_owned()];
        assert_eq!(choose(&known, None).unwrap(), ["disk_full", "half_open"]);
        assert_eq!(choose(&known, Some("half_open")).unwrap(), ["half_open"]);
        let error = choose(&known, Some("flood")).unwrap_err().to_string();
        assert_eq!(error, "there is no fault flood: choose disk_full, half_open");
    }
}
