//! Whoever takes part.

use std::fmt;

use tilewright_bots::{Bot, Playable};

use super::ExternalEngine;

/// One of our bots, which plays in this process and is handed what its seat knows, or an engine of
/// somebody else, which is told it as text.
pub enum Contestant<G: Playable> {
    /// A bot.
    Bot(Box<dyn Bot<G>>),
    /// An engine.
    Engine(Box<dyn ExternalEngine>),
}

impl<G: Playable> fmt::Debug for Contestant<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contestant::Bot(_) => f.write_str("Bot"),
            Contestant::Engine(engine) => f.debug_tuple("Engine").field(&engine.name()).finish(),
        }
    }
}
