//! Who chooses the moves of an engine.

use std::fmt;
use std::sync::Arc;

use tilewright_bots::{BotSpec, Choice, Thinking};

use super::course::Known;

/// Who chooses the moves of an engine.
#[derive(Clone)]
pub enum Chooser {
    /// One of our bots.
    Bot(BotSpec),
    /// Somebody else, to whom the engine lends its tongue.
    Guest(Arc<dyn Guest>),
}

/// Somebody who chooses moves and knows nothing of protocols.
///
/// ```
/// use std::sync::Arc;
/// use tilewright_protocol::ugi::{Chooser, Guest, Known, Session, Setup};
/// use tilewright_bots::{Choice, SearchInfo, Thinking};
///
/// /// Plays what comes last.
/// struct Last;
///
/// impl Guest for Last {
///     fn name(&self) -> String {
///         "Last".to_owned()
///     }
///
///     fn choose(
///         &self,
///         known: Known,
///         _: &mut Thinking<'_, String>,
///     ) -> Result<Choice<String>, String> {
///         let Known::All(table) = known else { return Err("I play with open hands".to_owned()) };
///         let m = table.legal_moves().pop().ok_or("there is no move")?;
///         Ok(Choice { m, info: SearchInfo::default() })
///     }
/// }
///
/// let (game, chooser) = ("aquapipe".parse()?, Chooser::Guest(Arc::new(Last)));
/// let mut output = Vec::new();
/// let input = &b"position startpos moves S@b2\ngo\n"[..];
/// Session::run(Setup { game, options: Vec::new(), chooser, seed: 0 }, input, &mut output)?;
/// assert_eq!(output, b"bestmove L@c3\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Guest: Send + Sync {
    /// What it is called, in one line.
    fn name(&self) -> String;

    /// What it plays where it is its turn, from what its seat knows; or why it plays nothing, in a
    /// sentence that follows its name.
    fn choose(
        &self,
        known: Known,
        thinking: &mut Thinking<'_, String>,
    ) -> Result<Choice<String>, String>;
}

/// What it is called.
impl fmt::Display for Chooser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chooser::Bot(bot) => bot.fmt(f),
            Chooser::Guest(guest) => f.write_str(&in_one_line(&guest.name())),
        }
    }
}

impl fmt::Debug for Chooser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Chooser({self})")
    }
}

/// What a guest says, so that no line of the protocol can be forged by it.
pub(super) fn in_one_line(text: &str) -> String {
    text.split(|c: char| c.is_control() || c.is_whitespace())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}
