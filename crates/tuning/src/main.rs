//! Fits what bots believe to games that they play against themselves.
//!
//! Every command is the same again for the same seed, on every machine. It writes what it found to the
//! standard output as Rust, to be pasted where a comment names the command.

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

mod coerceo;
mod fit;

/// Fit what bots believe to games that they play against themselves.
#[derive(Parser)]
#[command(name = "tilewright-tuning")]
struct Cli {
    #[command(subcommand)]
    game: Game,
}

#[derive(Subcommand)]
enum Game {
    /// Coerceo: what positions are worth, and the book of first moves.
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
        Game::Coerceo(arguments) => coerceo::run(arguments),
    }
}
