//! Trains evaluation weights from self-play.
//!
//! Every command is the same again for the same seed, on every machine. It writes a file of the
//! engines, or Rust to the standard output, to be pasted where a comment names the command.

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

mod blokus;
mod choices;
mod coerceo;
mod fit;
mod network;
mod output;

/// Train evaluation weights from self-play
#[derive(Parser)]
#[command(name = "tilewright-tuning")]
struct Cli {
    #[command(subcommand)]
    game: Game,
}

#[derive(Subcommand)]
enum Game {
    /// Blokus: which placements look good before anything is simulated, and what positions are
    /// worth.
    Blokus(blokus::Arguments),
    /// Coerceo: what positions are worth, the book of first moves, and how little that is left
    /// ends.
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

/// Parses a percentage.
fn percent(text: &str) -> Result<usize, String> {
    let number: Option<usize> = text.parse().ok().filter(|number| *number <= 100);
    number.ok_or_else(|| "a whole number from 0 to 100 is wanted".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_more_than_all_of_it() {
        assert_eq!(["0", "10", "100"].map(|text| percent(text).unwrap()), [0, 10, 100]);
        assert!(["101", "-1", "ten", ""].iter().all(|text| percent(text).is_err()));
    }
}
