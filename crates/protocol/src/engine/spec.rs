//! Players by name.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;
use tilewright_bots::{BotSpec, Playable, SpecError, bot};

use super::{Contestant, ExternalEngine, GtpEngine, Patience, UgiEngine};

/// How an engine is spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Protocol {
    /// The Universal Game Interface.
    Ugi,
    /// The Go Text Protocol for Blokus, in Pentobi's dialect.
    Gtp,
}

impl Protocol {
    /// All protocols.
    pub const ALL: [Protocol; 2] = [Protocol::Ugi, Protocol::Gtp];

    /// The name in commands.
    pub const fn name(self) -> &'static str {
        match self {
            Protocol::Ugi => "ugi",
            Protocol::Gtp => "gtp",
        }
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// An engine by name: its protocol, and the command that starts it.
///
/// ```
/// use tilewright_protocol::engine::{EngineSpec, PlayerSpec, Protocol};
///
/// let player: PlayerSpec = "ugi:./engine --level 3".parse()?;
/// let PlayerSpec::Engine(EngineSpec { protocol, command }) = &player else { panic!() };
/// assert_eq!((*protocol, command.as_str()), (Protocol::Ugi, "./engine --level 3"));
/// assert_eq!(player.to_string(), "ugi:./engine --level 3");
///
/// assert!(matches!("greedy".parse()?, PlayerSpec::Bot(_)));
/// # Ok::<(), tilewright_protocol::engine::ParsePlayerError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EngineSpec {
    /// How it is spoken to.
    pub protocol: Protocol,
    /// The command, read as a shell reads words.
    pub command: String,
}

impl EngineSpec {
    /// The engine. Its process starts with its first game.
    pub fn engine(&self, patience: Patience) -> Box<dyn ExternalEngine> {
        match self.protocol {
            Protocol::Ugi => Box::new(UgiEngine::new(&self.command, patience)),
            Protocol::Gtp => Box::new(GtpEngine::new(&self.command, patience)),
        }
    }
}

impl fmt::Display for EngineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.protocol, self.command)
    }
}

/// A player by name: one of our bots, or an engine.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PlayerSpec {
    /// A bot, such as `minimax:depth=4`.
    Bot(BotSpec),
    /// An engine, such as `ugi:./engine`.
    Engine(EngineSpec),
}

/// The text names no player.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParsePlayerError {
    /// It is no bot.
    #[error(transparent)]
    Bot(#[from] SpecError),
    /// The protocol is given without a command, or the command has an open quotation mark.
    #[error("'{protocol}:' is followed by the command of an engine, as a shell would read it")]
    Command {
        /// The protocol.
        protocol: Protocol,
    },
}

impl PlayerSpec {
    /// The player, if the game has such a bot.
    pub fn contestant<G: Playable>(&self, patience: Patience) -> Result<Contestant<G>, SpecError> {
        match self {
            PlayerSpec::Bot(spec) => bot(spec).map(Contestant::Bot),
            PlayerSpec::Engine(spec) => Ok(Contestant::Engine(spec.engine(patience))),
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
        let named = |protocol: &Protocol| {
            Some((*protocol, text.strip_prefix(protocol.name())?.strip_prefix(':')?))
        };
        let Some((protocol, command)) = Protocol::ALL.iter().find_map(named) else {
            return Ok(PlayerSpec::Bot(text.parse()?));
        };
        // What ends it may belong to it: an escaped space.
        let command = command.trim_start();
        let is_command = shlex::split(command).is_some_and(|words| !words.is_empty());
        if !is_command {
            return Err(ParsePlayerError::Command { protocol });
        }
        Ok(PlayerSpec::Engine(EngineSpec { protocol, command: command.to_owned() }))
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
