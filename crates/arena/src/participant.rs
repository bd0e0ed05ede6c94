//! A tournament participant: an in-process bot or an external engine.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;
use tilewright_bots::{Bot, BotSpec, Playable, SpecError, bot};
use tilewright_protocol::engine::{EngineSpec, ExternalEngine, ParseEngineError, Timeouts};

/// A tournament participant, ready to play.
pub(crate) enum Participant<G: Playable> {
    /// A bot, which plays in this process and receives the view of its seat.
    Bot(Box<dyn Bot<G>>),
    /// An external engine, which receives the same as text.
    Engine(Box<dyn ExternalEngine>),
}

/// A player by name: a bot, or an external engine.
///
/// ```
/// use tilewright_arena::PlayerSpec;
///
/// let player: PlayerSpec = "ugi:./engine --level 3".parse()?;
/// assert!(matches!(player, PlayerSpec::Engine(_)));
/// assert_eq!(player.to_string(), "ugi:./engine --level 3");
/// assert!(matches!("greedy".parse()?, PlayerSpec::Bot(_)));
/// # Ok::<(), tilewright_arena::ParsePlayerError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PlayerSpec {
    /// A bot, such as `minimax:depth=4`.
    Bot(BotSpec),
    /// An engine, such as `ugi:./engine`.
    Engine(EngineSpec),
}

/// Splits a player from the name that it may be given, as in `Anna=mcts:time=2s`.
///
/// ```
/// use tilewright_arena::split_name;
///
/// assert_eq!(split_name("Anna=mcts:time=2s"), (Some("Anna"), "mcts:time=2s"));
/// assert_eq!(split_name("mcts:time=2s"), (None, "mcts:time=2s"));
/// assert_eq!(split_name("gtp:pentobi-gtp --level=3"), (None, "gtp:pentobi-gtp --level=3"));
/// ```
pub fn split_name(text: &str) -> (Option<&str>, &str) {
    // A player has no `=` before its first colon.
    match text.split_once('=') {
        Some((name, player)) if !name.contains(':') && !name.trim().is_empty() => {
            (Some(name.trim()), player.trim_start())
        }
        _ => (None, text),
    }
}

/// The text names no player.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParsePlayerError {
    /// It is no bot.
    #[error(transparent)]
    Bot(#[from] SpecError),
    /// It begins like an engine and is none.
    #[error(transparent)]
    Engine(ParseEngineError),
}

impl PlayerSpec {
    /// Returns the participant, if the game has such a bot.
    pub(crate) fn participant<G: Playable>(
        &self,
        timeouts: Timeouts,
    ) -> Result<Participant<G>, SpecError> {
        match self {
            PlayerSpec::Bot(spec) => bot(spec).map(Participant::Bot),
            PlayerSpec::Engine(spec) => Ok(Participant::Engine(spec.engine(timeouts))),
        }
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerSpec::Bot(spec) => spec.fmt(f),
            PlayerSpec::Engine(spec) => spec.fmt(f),
        }
    }
}

impl FromStr for PlayerSpec {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<PlayerSpec, ParsePlayerError> {
        match text.parse() {
            Ok(engine) => Ok(PlayerSpec::Engine(engine)),
            Err(ParseEngineError::NoProtocol) => Ok(PlayerSpec::Bot(text.parse()?)),
            Err(error) => Err(ParsePlayerError::Engine(error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_is_a_bot_or_a_command() {
        let error = |text: &str| text.parse::<PlayerSpec>().unwrap_err().to_string();
        let command = "'ugi:' is followed by the command of an engine, as a shell would read it";
        assert_eq!(error("ugi:"), command);
        assert_eq!(error("ugi: 'a"), command);
        assert_eq!(error("ugi:\u{b}\t"), command);
        assert!(error("uci:./a").starts_with("'uci:./a' is not a bot"));
        assert!(matches!("gtp: pentobi-gtp".parse(), Ok(PlayerSpec::Engine(_))));
    }

    #[test]
    fn a_command_may_end_with_an_escaped_space() {
        let player: PlayerSpec = r"ugi: ./a b\ ".parse().unwrap();
        assert_eq!(player.to_string(), r"ugi:./a b\ ");
        assert_eq!(player.to_string().parse(), Ok(player));
    }
}
