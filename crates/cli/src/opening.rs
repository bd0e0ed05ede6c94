//! How a game begins: the arguments that most commands share.

use anyhow::{Context, Result};
use clap::Args;
use tilewright_games::{GameId, Table};

/// Options, or a position, and moves from there.
#[derive(Args)]
pub(crate) struct Opening {
    /// The variant, as listed by `tilewright games`
    #[arg(long, value_name = "V")]
    variant: Option<String>,

    /// How many seats, where the variant leaves a choice
    #[arg(long, value_name = "N")]
    seats: Option<String>,

    /// A rule option; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = parse_option)]
    options: Vec<(String, String)>,

    /// The text of a position to begin in, instead of options
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["variant", "seats", "options"])]
    position: Option<String>,

    /// Moves to play first, separated by spaces, in any notation that the game reads
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    moves: String,
}

impl Opening {
    pub(crate) fn open(&self, game: GameId) -> Result<Box<dyn Table>> {
        let mut table = match &self.position {
            Some(text) => game.open_position(text.trim())?,
            None => game.open(&self.pairs())?,
        };
        for (i, text) in self.moves.split_whitespace().enumerate() {
            table.play(text).with_context(|| format!("move {}", i + 1))?;
        }
        Ok(table)
    }

    fn pairs(&self) -> Vec<(&str, &str)> {
        let variant = self.variant.iter().map(|value| ("variant", value.as_str()));
        let seats = self.seats.iter().map(|value| ("seats", value.as_str()));
        let options = self.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        variant.chain(seats).chain(options).collect()
    }
}

fn parse_option(text: &str) -> Result<(String, String), &'static str> {
    let (name, value) = text.split_once('=').ok_or("an option is written name=value")?;
    Ok((name.to_owned(), value.to_owned()))
}
