//! Blokus: policy priors and the evaluation.

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
    /// Fit policy priors to the visits of a search
    Priors(priors::Arguments),
    /// Fit the evaluation to the results of games
    Values(values::Arguments),
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    match &arguments.task {
        Task::Priors(arguments) => priors::run(arguments),
        Task::Values(arguments) => values::run(arguments),
    }
}
