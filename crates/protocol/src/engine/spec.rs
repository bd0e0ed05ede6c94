//! External engines by name.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::{ExternalEngine, GtpEngine, Timeouts, UgiEngine};

/// The protocol of an engine.
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
/// use tilewright_protocol::engine::{EngineSpec, Protocol};
///
/// let engine: EngineSpec = "ugi:./engine --level 3".parse()?;
/// assert_eq!((engine.protocol, engine.command.as_str()), (Protocol::Ugi, "./engine --level 3"));
/// assert_eq!(engine.to_string(), "ugi:./engine --level 3");
/// # Ok::<(), tilewright_protocol::engine::ParseEngineError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EngineSpec {
    /// The protocol that it speaks.
    pub protocol: Protocol,
    /// The command, read as a shell reads words.
    pub command: String,
}

impl EngineSpec {
    /// Returns the engine. Its process starts with its first game.
    pub fn engine(&self, timeouts: Timeouts) -> Box<dyn ExternalEngine> {
        match self.protocol {
            Protocol::Ugi => Box::new(UgiEngine::new(&self.command, timeouts)),
            Protocol::Gtp => Box::new(GtpEngine::new(&self.command, timeouts)),
        }
    }
}

impl fmt::Display for EngineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.protocol, self.command)
    }
}

/// The text names no engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ParseEngineError {
    /// It begins with no protocol.
    #[error("an engine is written 'ugi:COMMAND' or 'gtp:COMMAND'")]
    NoProtocol,
    /// The protocol is given without a command, or the command has an open quotation mark.
    #[error("'{0}:' is followed by the command of an engine, as a shell would read it")]
    Command(Protocol),
}

impl FromStr for EngineSpec {
    type Err = ParseEngineError;

    fn from_str(text: &str) -> Result<EngineSpec, ParseEngineError> {
        let (name, command) = text.split_once(':').ok_or(ParseEngineError::NoProtocol)?;
        let protocol = Protocol::ALL.into_iter().find(|protocol| protocol.name() == name);
        let protocol = protocol.ok_or(ParseEngineError::NoProtocol)?;
        // Space at the end may belong to the command: it may be escaped.
        let command = command.trim_start();
        let is_command = shlex::split(command).is_some_and(|words| !words.is_empty());
        if !is_command {
            return Err(ParseEngineError::Command(protocol));
        }
        Ok(EngineSpec { protocol, command: command.to_owned() })
    }
}
