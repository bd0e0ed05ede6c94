//! Tasks of the workspace, run as `cargo xtask TASK`.

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

use crate::fuzz::Fuzzing;
use crate::test::Part;

mod bench;
mod chart;
mod faults;
mod fuzz;
mod pictures;
mod test;
mod web;
mod workspace;

/// Tasks of the Tilewright workspace.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Test every part that exists, or only the one named; slow runs only when named.
    Test {
        /// The part to test.
        part: Option<Part>,
    },
    /// Build the web client into the crate that embeds it.
    Web {
        /// Only prove that what is committed is what would be built.
        #[arg(long)]
        check: bool,
    },
    /// Take the pictures of the README from recorded games, in a browser.
    Pictures,
    /// Draw the chart of speeds in the README from the newest lab/DATE-speed.json.
    Chart,
    /// Break things (kills, full disks, dead databases and more), and report the results.
    Faults {
        /// The fault to try, named as its file in apps/cli/tests/faults; by default all.
        name: Option<String>,
    },
    /// Look for inputs that break a law, with cargo-fuzz: tools/fuzzing/README.md.
    Fuzz {
        /// Only this target; otherwise all, one after the other.
        target: Option<String>,
        /// Minutes for each target.
        #[arg(long, value_name = "N", default_value = "10")]
        minutes: u64,
        /// Take over into tools/fuzzing/fuzz/corpus what was found before, instead of looking for
        /// more.
        #[arg(long)]
        keep: bool,
    },
    /// Count the instructions of all workloads, and compare with the baseline.
    Bench(bench::Arguments),
}

fn main() -> ExitCode {
    match run(&Cli::parse().task) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(task: &Task) -> Result<()> {
    match task {
        Task::Test { part } => test::run(*part),
        Task::Web { check } => web::run(*check),
        Task::Pictures => pictures::run(),
        Task::Chart => chart::run(),
        Task::Faults { name } => faults::run(name.as_deref()),
        Task::Bench(arguments) => bench::run(arguments),
        Task::Fuzz { target, minutes, keep } => {
            let target = target.as_deref();
            let minutes = *minutes;
            fuzz::run(&Fuzzing { target, minutes, is_kept: *keep })
        }
    }
}
