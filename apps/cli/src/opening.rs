//! The start of a game: the arguments that most commands share.

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;
use tilewright_core::overridden;
use tilewright_table::{GameId, Perspective, Table, in_a_sentence};

use crate::replay;
use crate::usage::{up_to, usage};

/// Options or a position, and moves from there; or a record.
#[derive(Args)]
pub(crate) struct Opening {
    #[command(flatten)]
    rules: Rules,

    /// The position to start from, as text, instead of options
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["variant", "seats", "options"])]
    position: Option<String>,

    /// Moves to play first, separated by spaces, in any notation of the game
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    #[arg(visible_alias = "from")]
    moves: String,

    /// A record to start from, instead of all of these
    #[arg(long, value_name = "FILE")]
    #[arg(conflicts_with_all = ["variant", "seats", "options", "position", "moves"])]
    record: Option<PathBuf>,

    /// Use only the first N moves of the record
    #[arg(long, value_name = "N", requires = "record")]
    #[arg(value_parser = up_to(replay::MAX_PLY), allow_negative_numbers = true)]
    ply: Option<u64>,
}

/// The options of a game.
#[derive(Args)]
pub(crate) struct Rules {
    /// The variant, as listed by `tilewright games`
    #[arg(long, value_name = "V", visible_alias = "mode")]
    variant: Option<String>,

    /// The number of seats, if the variant leaves a choice
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    seats: Option<String>,

    /// A rule option; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = parse_option)]
    options: Vec<(String, String)>,
}

/// The game that the arguments describe.
pub(crate) enum Opened {
    /// A game of which everything is known.
    Table(Box<dyn Table>),
    /// The knowledge of one viewer, if the record or the text of the position holds no more.
    Seen(Perspective),
}

impl Rules {
    /// By name and value.
    pub(crate) fn pairs(&self) -> Vec<(&str, &str)> {
        let variant = self.variant.iter().map(|value| ("variant", value.as_str()));
        let seats = self.seats.iter().map(|value| ("seats", value.as_str()));
        let options = self.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        variant.chain(seats).chain(options).collect()
    }
}

impl Opening {
    /// The table that the arguments describe. Without a record there must be a game.
    pub(crate) fn open(&self, game: Option<GameId>) -> Result<Box<dyn Table>> {
        self.open_with(game, |_| &[])
    }

    /// The same, but a new game is the one whose move sequences are counted, unless options say
    /// otherwise.
    pub(crate) fn open_to_count(&self, game: Option<GameId>) -> Result<Box<dyn Table>> {
        self.open_with(game, GameId::perft_options)
    }

    /// The table that the arguments describe, or what one viewer saw.
    pub(crate) fn open_to_show(&self, game: Option<GameId>) -> Result<Opened> {
        let Some(file) = &self.record else {
            let view = self.position.as_deref().map(str::trim).filter(|text| is_view(text));
            // Moves are played at a table.
            return match game.zip(view).filter(|_| self.moves.trim().is_empty()) {
                Some((game, text)) => game.open_view(text).map(Opened::Seen).map_err(usage),
                None => self.open(game).map(Opened::Table),
            };
        };
        let record = replay::read(file)?;
        check_game(game, record.game(), file)?;
        if record.viewer().is_none() {
            return replay::table(file, &record, self.ply).map(Opened::Table);
        }
        replay::seen(file, &record, self.ply).map(Opened::Seen)
    }

    fn open_with(
        &self,
        game: Option<GameId>,
        usual_options: fn(GameId) -> &'static [(&'static str, &'static str)],
    ) -> Result<Box<dyn Table>> {
        if let Some(file) = &self.record {
            let record = replay::read(file)?;
            check_game(game, record.game(), file)?;
            return replay::table(file, &record, self.ply);
        }
        let game = game.expect("clap asks for a game unless there is a record");
        let mut table = match &self.position {
            Some(text) => open_position(game, text.trim())?,
            None => {
                game.open(&overridden(usual_options(game), &self.rules.pairs())).map_err(usage)?
            }
        };
        for (i, text) in self.moves.split_whitespace().enumerate() {
            table.play(text).map_err(|error| usage(format!("move {}: {error}", i + 1)))?;
        }
        Ok(table)
    }

    /// Returns true if it says more than the options: a game that begins elsewhere.
    pub(crate) fn is_elsewhere(&self) -> bool {
        self.position.is_some() || self.record.is_some() || !self.moves.trim().is_empty()
    }

    /// Returns true if the record is to be read from the standard input.
    pub(crate) fn needs_input(&self) -> bool {
        self.record.as_ref().is_some_and(|file| file == "-")
    }
}

fn open_position(game: GameId, text: &str) -> Result<Box<dyn Table>> {
    if is_view(text) {
        let who = in_a_sentence(game.open_view(text).map_err(usage)?.viewer());
        let reason = "so it can be shown but not played on";
        return Err(usage(format!("this text holds only what {who} saw, {reason}")));
    }
    game.open_position(text).map_err(usage)
}

/// Returns true for the text of a view rather than of a position: it begins with the viewer.
fn is_view(text: &str) -> bool {
    text.starts_with("viewer=")
}

/// Checks that the record is of the game that was named, if one was.
pub(crate) fn check_game(named: Option<GameId>, recorded: GameId, file: &Path) -> Result<()> {
    match named {
        Some(game) if game != recorded => {
            Err(usage(format!("{} is a game of {recorded}, not {game}", file.display())))
        }
        _ => Ok(()),
    }
}

fn parse_option(text: &str) -> Result<(String, String), &'static str> {
    let (name, value) = text.split_once('=').ok_or("an option is written name=value")?;
    Ok((name.to_owned(), value.to_owned()))
}
