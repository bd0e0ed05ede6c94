//! Blokus: which placements look best, and what positions are worth.

mod priors;
mod values;

use anyhow::Result;
use clap::{Args, Subcommand};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Fit which placements look good before anything is simulated to how often they were tried.
    Priors(priors::Arguments),
    /// Fit what positions are worth to the results of games.
    Values(values::Arguments),
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    match &arguments.task {
        Task::Priors(arguments) => priors::run(arguments),
        Task::Values(arguments) => values::run(arguments),
    }
}
