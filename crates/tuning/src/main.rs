//! Fits what bots believe to games that they play against themselves.
//!
//! Every command is the same again for the same seed, on every machine. It writes a file of the engines,
//! or Rust to the standard output, to be pasted where a comment names the command.

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

mod blokus;
mod choices;
mod coerceo;
mod fit;
mod network;

/// Fit what bots believe to games that they play against themselves.
#[derive(Parser)]
#[command(name = "tilewright-tuning")]
struct Cli {
    #[command(subcommand)]
    game: Game,
}

#[derive(Subcommand)]
enum Game {
    /// Blokus: which placements look good before anything is simulated.
    Blokus(blokus::Arguments),
    /// Coerceo: what positions are worth, the book of first moves, and how little that is left ends.
    Coerceo(coerceo::Arguments),
}

fn main() -> ExitCode {
    match run(&Cli::parse().game) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(game: &Game) -> Result<()> {
    match game {
        Game::Blokus(arguments) => blokus::run(arguments),
        Game::Coerceo(arguments) => coerceo::run(arguments),
    }
}
