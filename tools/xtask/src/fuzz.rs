//! `cargo xtask fuzz`: lets libFuzzer try the functions of `tilewright-fuzzing`.
//!
//! Inputs found on the way are gathered in the target folder, so that a search goes on where the
//! last one stopped; `--keep` takes over what adds something into `tools/fuzzing/fuzz/corpus`,
//! which is small and committed.

use std::cmp::Reverse;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

use crate::workspace;

/// An input that takes this many seconds is a finding, and so is one that takes this much memory.
const TIMEOUT: &str = "-timeout=20";
const MAX_MEMORY: &str = "-rss_limit_mb=2048";

/// Longer inputs say nothing that shorter ones cannot, and take longer to mutate.
const MAX_LENGTH: &str = "-max_len=4096";

/// Tries all inputs and writes down what each reaches, but not how often it does: for that,
/// thousands of files would be worth keeping.
const MERGE: [&str; 2] = ["-merge=1", "-use_counters=0"];

/// The largest corpus of a target: everybody clones it, and every test run tries it.
const MAX_FILES: usize = 100;
const MAX_BYTES: u64 = 190_000;

/// The work to do.
pub(crate) struct Fuzzing<'a> {
    /// Only this target, or all of them one after the other.
    pub(crate) target: Option<&'a str>,
    /// The time for each target.
    pub(crate) minutes: u64,
    /// True to keep new findings, instead of searching for more.
    pub(crate) is_kept: bool,
}

/// Tries the targets, or keeps what was found. One that shows a mistake does not keep the others
/// from running: all that did are listed at the end.
pub(crate) fn run(fuzzing: &Fuzzing<'_>) -> Result<()> {
    ensure!(
        succeeds(&["fuzz", "--version"]),
        "fuzzing needs cargo-fuzz: install it with `cargo install cargo-fuzz`"
    );
    let all = targets(&fuzz_folder().join("fuzz_targets"))?;
    let chosen = match fuzzing.target {
        None => all,
        Some(name) if all.iter().any(|target| target == name) => vec![name.to_owned()],
        Some(name) => bail!("there is no target '{name}': choose {}", all.join(", ")),
    };
    let found = workspace::metadata()?.target_directory.into_std_path_buf().join("fuzzing");
    // A failed build is no finding.
    let status = cargo_fuzz("build")?.status().context("cargo fuzz did not start")?;
    ensure!(status.success(), "the targets cannot be built");
    let attempt = |name: &str| {
        let found = found.join(name);
        fs::create_dir_all(&found).with_context(|| format!("cannot create {}", found.display()))?;
        if fuzzing.is_kept { keep(name, &found) } else { search(name, &found, fuzzing.minutes) }
    };
    each(&chosen, attempt)
}

/// Tries each of them, whatever comes of the others, and fails with all that failed.
fn each(names: &[String], mut attempt: impl FnMut(&str) -> Result<()>) -> Result<()> {
    let mut failures = Vec::new();
    for name in names {
        if let Err(error) = attempt(name) {
            let failure = format!("{name}: {error:#}");
            eprintln!("{failure}");
            failures.push(failure);
        }
    }
    let n_failed = failures.len();
    ensure!(n_failed == 0, "{n_failed} of {} failed:\n{}", names.len(), failures.join("\n"));
    Ok(())
}

/// Looks for bytes that reach something new, or show a mistake.
fn search(name: &str, found: &Path, minutes: u64) -> Result<()> {
    let time = format!("-max_total_time={}", 60 * minutes);
    let mut command = cargo_fuzz("run")?;
    command.arg(name).arg(found).arg(corpus(name)).arg("--");
    command.args([time.as_str(), TIMEOUT, MAX_MEMORY, MAX_LENGTH, "-print_final_stats=1"]);
    let status = command.status().context("cargo fuzz did not start")?;
    ensure!(
        status.success(),
        "it shows a mistake: the bytes are in tools/fuzzing/fuzz/artifacts/{name}, and \
         tools/fuzzing/README.md tells what to do"
    );
    Ok(())
}

/// Replaces what is kept by what reaches most of what it and what was found reach together.
fn keep(name: &str, found: &Path) -> Result<()> {
    let old = corpus(name);
    let new = found.with_extension("new");
    let control = found.with_extension("control");
    // The leftovers of a stopped merge are none.
    for path in [&new, &control] {
        let _ = fs::remove_dir_all(path).or_else(|_| fs::remove_file(path));
    }
    fs::create_dir_all(&new)?;
    let mut command = cargo_fuzz("run")?;
    command.arg(name).args([&new, &old]).arg(found).arg("--").args(MERGE).arg(MAX_LENGTH);
    command.arg(format!("-merge_control_file={}", control.display()));
    let status = command.status().context("cargo fuzz did not start")?;
    ensure!(status.success(), "what was found cannot be merged");
    let kept = most_useful(&inputs(&fs::read_to_string(&control)?)?);
    for input in &kept {
        let name = input.path.file_name().context("an input is a file")?;
        // Most are there already.
        if !old.join(name).exists() {
            fs::copy(&input.path, old.join(name))?;
        }
    }
    for entry in fs::read_dir(&old)? {
        let path = entry?.path();
        if !kept.iter().any(|input| input.path.file_name() == path.file_name()) {
            fs::remove_file(path)?;
        }
    }
    fs::remove_dir_all(&new)?;
    eprintln!("{name}: {} inputs are kept", kept.len());
    Ok(())
}

/// A file of bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Input {
    path: PathBuf,
    n_bytes: u64,
    /// The number of features that no smaller input reaches.
    n_new: usize,
}

impl Input {
    /// Returns true if a person named the file: an example, or an input that once showed a mistake.
    /// The fuzzer names files by their content.
    fn is_named(&self) -> bool {
        let name = self.path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.len() != 40 || !name.bytes().all(|byte| byte.is_ascii_hexdigit())
    }
}

/// The inputs of a merge, as libFuzzer writes them down: how many files there are, their paths, and
/// for each of them `STARTED index size` and `FT index feature …`.
fn inputs(control: &str) -> Result<Vec<Input>> {
    let mut lines = control.lines();
    let n_files = lines.next().and_then(|line| line.parse().ok()).context("there is no merge")?;
    let paths = lines.by_ref().skip(1).take(n_files).map(PathBuf::from);
    let mut inputs: Vec<Input> = paths.map(|path| Input { path, n_bytes: 0, n_new: 0 }).collect();
    for line in lines {
        let mut words = line.split(' ');
        let (kind, index) =
            (words.next(), words.next().and_then(|word| word.parse::<usize>().ok()));
        let Some(input) = index.and_then(|index| inputs.get_mut(index)) else { continue };
        match kind {
            Some("STARTED") => {
                input.n_bytes = words.next().and_then(|word| word.parse().ok()).unwrap_or(0);
            }
            Some("FT") => input.n_new = words.count(),
            _ => {}
        }
    }
    Ok(inputs)
}

/// Those that somebody named, and as many others as there is room for, those that add most before
/// others.
fn most_useful(inputs: &[Input]) -> Vec<Input> {
    let (mut kept, mut others): (Vec<Input>, Vec<Input>) =
        inputs.iter().cloned().partition(Input::is_named);
    others.retain(|input| input.n_new > 0);
    others.sort_by_key(|input| (Reverse(input.n_new), input.n_bytes));
    let mut n_bytes: u64 = kept.iter().map(|input| input.n_bytes).sum();
    for input in others {
        if kept.len() < MAX_FILES && n_bytes + input.n_bytes <= MAX_BYTES {
            n_bytes += input.n_bytes;
            kept.push(input);
        }
    }
    kept
}

fn fuzz_folder() -> PathBuf {
    workspace::root().join("tools/fuzzing/fuzz")
}

/// The committed bytes of a target.
fn corpus(name: &str) -> PathBuf {
    fuzz_folder().join("corpus").join(name)
}

/// The names of the targets, in order.
fn targets(folder: &Path) -> Result<Vec<String>> {
    let entries = fs::read_dir(folder).with_context(|| format!("no {}", folder.display()))?;
    let mut names = Vec::new();
    for entry in entries {
        let path = entry?.path();
        let name = path.file_stem().and_then(|name| name.to_str());
        names.push(name.context("the name of a target is no text")?.to_owned());
    }
    names.sort_unstable();
    Ok(names)
}

/// `cargo fuzz build` or `run`, without what to build or run. There is no `unsafe` in the
/// workspace, so that a sanitizer would find nothing and take half of the speed.
fn cargo_fuzz(subcommand: &str) -> Result<Command> {
    let mut command = Command::new("cargo");
    command.current_dir(workspace::root());
    if succeeds(&["+nightly", "--version"]) {
        command.arg("+nightly");
    } else {
        // A stable compiler then takes what only nightly ones take otherwise.
        command.env("RUSTC_BOOTSTRAP", "1");
    }
    command.args(["fuzz", subcommand, "--fuzz-dir", "tools/fuzzing/fuzz"]);
    command.args(["--sanitizer", "none", "--target-dir"]);
    command.arg(workspace::metadata()?.target_directory);
    // The flags of cargo-fuzz replace those of `.cargo/config.toml`.
    if cfg!(target_arch = "x86_64") {
        command.env("RUSTFLAGS", "-C target-cpu=x86-64-v3");
    }
    Ok(command)
}

/// Returns true if cargo can do this here.
fn succeeds(arguments: &[&str]) -> bool {
    let mut command = Command::new("cargo");
    command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_was_named_or_adds_most() {
        let hex = |n: usize| format!("found/{n:040x}");
        let control = format!(
            "4\n1\ncorpus/an-example\n{}\n{}\n{}\nSTARTED 0 9\nFT 0\nCOV 0\nSTARTED 1 5\nFT 1 7\n\
             COV 1 3\nSTARTED 2 6\nFT 2\nSTARTED 3 8\nFT 3 10 11 12\nDONE\n",
            hex(1),
            hex(2),
            hex(3)
        );
        let kept = most_useful(&inputs(&control).unwrap());
        let paths: Vec<&str> = kept.iter().filter_map(|input| input.path.to_str()).collect();
        assert_eq!(paths, ["corpus/an-example", &hex(3), &hex(1)]);
        assert_eq!((kept[1].n_bytes, kept[1].n_new), (8, 3));
        let many = (0..300).map(|n| Input { path: hex(n).into(), n_bytes: 3_000, n_new: n });
        let kept = most_useful(&many.collect::<Vec<_>>());
        assert_eq!(kept.len() as u64, MAX_BYTES / 3_000);
        assert!(kept[0].n_new == 299 && inputs("").is_err());
    }

    #[test]
    fn a_target_that_fails_does_not_stop_the_others() {
        let names = ["laws", "moves", "ugi"].map(str::to_owned);
        let mut tried = Vec::new();
        let attempt = |name: &str| {
            tried.push(name.to_owned());
            ensure!(name == "moves", "a law is broken");
            Ok(())
        };
        let error = each(&names, attempt).unwrap_err().to_string();
        assert_eq!(tried, names);
        assert_eq!(error, "2 of 3 failed:\nlaws: a law is broken\nugi: a law is broken");
        assert!(each(&names, |_| Ok(())).is_ok());
    }

    #[test]
    fn the_targets_are_the_programs() {
        let names = targets(&fuzz_folder().join("fuzz_targets")).unwrap();
        assert!(names.is_sorted() && names.iter().any(|name| name == "laws"), "{names:?}");
        assert!(names.iter().all(|name| corpus(name).is_dir()), "{names:?}");
    }
}
