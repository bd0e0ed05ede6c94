//! The machine on which something was measured.

use std::process::Command;
use std::{fmt, fs, thread};

use serde::{Deserialize, Serialize};

use crate::workspace;

/// What one should know of the machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Machine {
    pub(crate) cpu: String,
    pub(crate) cores: usize,
    pub(crate) memory_gb: f64,
    pub(crate) system: String,
    pub(crate) rustc: String,
    /// How many programs wanted to run in the minute before.
    pub(crate) load: f64,
}

impl Machine {
    /// This one. What it does not tell is `unknown`, or 0.
    pub(crate) fn this() -> Machine {
        let read = |file: &str| fs::read_to_string(file).unwrap_or_default();
        let kernel = read("/proc/sys/kernel/osrelease");
        let os = value(&read("/etc/os-release"), "PRETTY_NAME", '=').replace('"', "");
        let memory = value(&read("/proc/meminfo"), "MemTotal", ':');
        let kilobytes: f64 = memory.trim_end_matches(" kB").parse().unwrap_or_default();
        let load = read("/proc/loadavg");
        Machine {
            cpu: value(&read("/proc/cpuinfo"), "model name", ':'),
            cores: thread::available_parallelism().map_or(1, usize::from),
            memory_gb: (kilobytes / 100_000.0).round() / 10.0,
            system: format!("{os}, Linux {}", kernel.trim()),
            rustc: first_line(Command::new("rustc").arg("--version")),
            load: load.split(' ').next().and_then(|it| it.parse().ok()).unwrap_or_default(),
        }
    }

    /// Whether times of the two can be compared.
    pub(crate) fn is_like(&self, other: &Machine) -> bool {
        self.cpu == other.cpu && self.cores == other.cores
    }

    /// Whether others wanted more than half of it before anything was measured.
    #[expect(clippy::cast_precision_loss, reason = "no machine has 2^53 cores")]
    pub(crate) fn is_busy(&self) -> bool {
        self.load > self.cores as f64 / 2.0
    }

    #[cfg(test)]
    pub(crate) fn example() -> Machine {
        Machine {
            cpu: "A Processor".to_owned(),
            cores: 2,
            memory_gb: 24.0,
            system: "A System".to_owned(),
            rustc: "rustc 1.95.0".to_owned(),
            load: 0.1,
        }
    }
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Machine { cpu, cores, memory_gb, system, rustc, load } = self;
        write!(
            f,
            "{cpu}, {cores} cores, {memory_gb} GB, {system}, {rustc}, load {load} at the start"
        )
    }
}

/// The commit that is checked out; `+` if files differ from it.
pub(crate) fn commit() -> String {
    let git = |arguments: &[&str]| {
        first_line(Command::new("git").args(arguments).current_dir(workspace::root()))
    };
    let is_clean = git(&["status", "--porcelain", "--untracked-files=no"]) == UNKNOWN;
    format!("{}{}", git(&["rev-parse", "--short", "HEAD"]), if is_clean { "" } else { "+" })
}

const UNKNOWN: &str = "unknown";

/// The first line that a command prints; `unknown` if there is none.
fn first_line(command: &mut Command) -> String {
    let output = command.output().map(|output| output.stdout).unwrap_or_default();
    let text = String::from_utf8_lossy(&output);
    text.lines().next().unwrap_or(UNKNOWN).to_owned()
}

/// The value behind the first key of this name in lines of `key = value`.
fn value(text: &str, key: &str, separator: char) -> String {
    let pairs = text.lines().filter_map(|line| line.split_once(separator));
    let found =
        pairs.map(|(name, value)| (name.trim(), value.trim())).find(|(name, _)| *name == key);
    found.map_or(UNKNOWN, |(_, value)| value).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_by_their_key() {
        let text = "processor\t: 0\nmodel name\t: AMD EPYC 9R14\nmodel name\t: Other\n";
        assert_eq!(value(text, "model name", ':'), "AMD EPYC 9R14");
        assert_eq!(value(text, "model", ':'), UNKNOWN);
    }

    #[test]
    fn machines_are_alike_by_processor_and_cores_whatever_else_runs() {
        let machine = Machine::example();
        assert!(machine.is_like(&Machine { load: 9.0, ..machine.clone() }));
        assert!(!machine.is_like(&Machine { cores: 4, ..machine.clone() }));
    }
}
