//! Arguments that ask for what cannot be.

use std::error::Error;
use std::fmt;

use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use tilewright_core::{Viewer, shortened};
use tilewright_games::GameId;

/// What is wrong with the arguments, in a sentence. The program then ends with 2, and with 1 if
/// something else fails.
#[derive(Debug)]
pub(crate) struct Usage(String);

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for Usage {}

pub(crate) fn usage(reason: impl fmt::Display) -> anyhow::Error {
    Usage(reason.to_string()).into()
}

/// Reads whole numbers up to this one, and refuses anything else in plain words.
pub(crate) fn up_to(max: u64) -> impl Fn(&str) -> Result<u64, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|&number| number <= max);
        number.ok_or_else(|| format!("this takes a whole number from 0 to {max}"))
    }
}

/// Reads who looks: `2` or `spectator`.
pub(crate) fn parse_viewer(text: &str) -> Result<Viewer, &'static str> {
    if text == "spectator" {
        return Ok(Viewer::Spectator);
    }
    let refuse = |_| "this takes a seat from 1 to 6, or spectator";
    text.parse().map(Viewer::Seat).map_err(refuse)
}

/// What clap found wrong, in one sentence that names the choice where there is one.
pub(crate) fn sentence(error: &clap::Error, command: &Command) -> String {
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    if let (ErrorKind::ValueValidation, Some(reason)) = (error.kind(), error.source()) {
        let option = context(ContextKind::InvalidArg).filter(|name| name.starts_with('-'));
        let Some(option) = option else { return reason.to_string() };
        let option = option.split(' ').next().unwrap_or_default();
        let value = context(ContextKind::InvalidValue).unwrap_or_default();
        return format!("{option} {}: {reason}", shortened(value));
    }
    if let Some(name) = context(ContextKind::InvalidSubcommand) {
        let names: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
        return format!("there is no command '{}': choose {}", shortened(name), names.join(", "));
    }
    // The first paragraph says it all; usage and tips follow.
    let text = error.render().to_string();
    let lines = text.lines().map(str::trim).take_while(|line| !line.is_empty());
    let sentence = lines.collect::<Vec<_>>().join(" ");
    let sentence = sentence.strip_prefix("error: ").unwrap_or(&sentence);
    if error.kind() == ErrorKind::MissingRequiredArgument && sentence.contains("<GAME>") {
        let games: Vec<&str> = GameId::all().map(GameId::slug).collect();
        return format!("{sentence}; the games are {}", games.join(", "));
    }
    sentence.to_owned()
}
