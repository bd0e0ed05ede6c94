//! Arguments that ask for what cannot be.

use std::error::Error;
use std::fmt;

use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use tilewright_core::{Viewer, shortened};
use tilewright_table::GameId;

/// A mistake in the arguments, in a sentence. The program then ends with 2, and with 1 if something
/// else fails.
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
    from_to(0, max)
}

/// Reads whole numbers between these two, and refuses anything else in plain words.
pub(crate) fn from_to(min: u64, max: u64) -> impl Fn(&str) -> Result<u64, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| (min..=max).contains(number));
        number.ok_or_else(|| format!("this takes a whole number from {min} to {max}"))
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

/// The finding of clap, in one sentence that names the choice where there is one.
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
    let text = error.render().to_string();
    let asked = asked_command(&text);
    if let (ErrorKind::UnknownArgument, Some(name)) =
        (error.kind(), context(ContextKind::InvalidArg))
    {
        return unknown_argument(name, context(ContextKind::SuggestedArg), &asked, command);
    }
    // The first paragraph says it all; usage and tips follow.
    let lines = text.lines().map(str::trim).take_while(|line| !line.is_empty());
    let sentence = lines.collect::<Vec<_>>().join(" ");
    let sentence = sentence.strip_prefix("error: ").unwrap_or(&sentence);
    if error.kind() == ErrorKind::MissingRequiredArgument && sentence.contains("<GAME>") {
        return format!("{sentence}; {}", games_of(&asked));
    }
    sentence.to_owned()
}

/// The command whose usage a text of clap shows, with the name of the program.
fn asked_command(text: &str) -> Vec<&str> {
    let usage = text.lines().find_map(|line| line.strip_prefix("Usage: ")).unwrap_or("tilewright");
    usage.split(' ').take_while(|word| !word.starts_with(['[', '<', '-'])).collect()
}

/// Says that a command does not take this, and what it or another one takes.
fn unknown_argument(
    name: &str,
    similar: Option<&str>,
    asked: &[&str],
    command: &Command,
) -> String {
    let has_it =
        |other: &&Command| other.get_arguments().any(|it| it.get_long() == name.strip_prefix("--"));
    let elsewhere = command.get_subcommands().find(has_it).filter(|_| asked.len() == 1);
    let name = shortened(name);
    let what = if name.starts_with('-') {
        format!("there is no option '{name}'")
    } else {
        format!("'{name}' is one word too many")
    };
    match (similar, elsewhere) {
        (Some(similar), _) => format!("{what}: did you mean {similar}?"),
        (None, Some(other)) => format!("{what} without a command: {} has it", other.get_name()),
        (None, None) => format!("{what}: see `{} --help`", asked.join(" ")),
    }
}

/// The games that a command is for, in words.
fn games_of(asked: &[&str]) -> String {
    match asked {
        [_, "solve"] => "the game is aquapipe".to_owned(),
        [_, "study"] => "the game is triominos".to_owned(),
        _ => {
            let games: Vec<&str> = GameId::ALL.into_iter().map(GameId::slug).collect();
            format!("the games are {}", games.join(", "))
        }
    }
}
