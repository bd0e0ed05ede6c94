//! The engine behind a session.

use std::fmt;
use std::sync::Arc;

use tilewright_bots::{BotSpec, Choice, Thinking};
use tilewright_table::Perspective;

use crate::in_one_line;

/// The engine behind a session: the source of its moves.
#[derive(Clone)]
pub enum Engine {
    /// One of our bots.
    Bot(BotSpec),
    /// Code of a caller, such as a bot in Python.
    Custom(Arc<dyn CustomEngine>),
}

/// An engine of the caller, which knows nothing of protocols.
///
/// ```
/// use std::sync::Arc;
/// use tilewright_bots::{Choice, SearchInfo, Thinking};
/// use tilewright_protocol::ugi::{CustomEngine, Engine, Session, SessionConfig};
/// use tilewright_table::Perspective;
///
/// /// Plays the last legal move.
/// struct Last;
///
/// impl CustomEngine for Last {
///     fn name(&self) -> String {
///         "Last".to_owned()
///     }
///
///     fn choose(
///         &self,
///         perspective: &Perspective,
///         _: &mut Thinking<'_, String>,
///     ) -> Result<Choice<String>, String> {
///         let m = perspective.legal_moves().pop().ok_or("there is no move")?;
///         Ok(Choice { m: m.to_string(), info: SearchInfo::default() })
///     }
/// }
///
/// let game = "aquapipe".parse()?;
/// let engine = Engine::Custom(Arc::new(Last));
/// let config = SessionConfig { game, options: Vec::new(), engine, seed: 0 };
/// let mut output = Vec::new();
/// let input = &b"position startpos moves S@b2\ngo\n"[..];
/// Session::run(config, input, &mut output)?;
/// assert_eq!(output, b"bestmove L@c3\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait CustomEngine: Send + Sync {
    /// The name, in one line.
    fn name(&self) -> String;

    /// Chooses a move for the seat to move, from its perspective, or gives the reason why there
    /// is none, in a sentence that follows the name.
    fn choose(
        &self,
        perspective: &Perspective,
        thinking: &mut Thinking<'_, String>,
    ) -> Result<Choice<String>, String>;
}

/// The name.
impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Engine::Bot(bot) => bot.fmt(f),
            Engine::Custom(engine) => f.write_str(&in_one_line(&engine.name())),
        }
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Engine({self})")
    }
}
