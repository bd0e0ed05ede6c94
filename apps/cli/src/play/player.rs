//! Players: humans, bots and external engines.

use std::fmt;

use tilewright_bots::{BotSpec, Bots, SpecError};
use tilewright_core::shortened;
use tilewright_protocol::engine::{EngineSpec, Protocol};
use tilewright_table::GameId;

/// The player of a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Player {
    /// The human at the terminal.
    #[default]
    Human,
    Bot(BotSpec),
    Engine(EngineSpec),
}

impl Player {
    /// Reads a player of a game with these bots, or says what there is.
    pub(crate) fn read(text: &str, bots: Bots, game: GameId) -> Result<Player, String> {
        if text == "human" {
            return Ok(Player::Human);
        }
        if let Ok(spec) = text.parse::<EngineSpec>() {
            if spec.protocol == Protocol::Gtp && game != GameId::Blokus {
                let text = shortened(text);
                return Err(format!("--seat {text}: GTP is for Blokus, not for {}", game.name()));
            }
            return Ok(Player::Engine(spec));
        }
        bots.read(text).map(Player::Bot).map_err(|error| {
            let is_unknown =
                matches!(error, SpecError::Shape { .. } | SpecError::NoSuchKind { .. });
            let human = if is_unknown { ", or human" } else { "" };
            format!("--seat {}: {error}{human}", shortened(text))
        })
    }

    /// The player of this name in a record: a bot if it is the name of one. No engine is started
    /// for it, because records come from others, and would start whatever they name.
    pub(crate) fn named(name: &str, bots: Bots) -> Result<Player, String> {
        if name.parse::<EngineSpec>().is_ok() {
            return Err(format!(
                "{} played here, and a record does not start programs: say with --seat who plays \
                 for each seat",
                shortened(name)
            ));
        }
        Ok(bots.read(name).map_or(Player::Human, Player::Bot))
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Human => f.write_str("human"),
            Player::Bot(spec) => spec.fmt(f),
            Player::Engine(spec) => spec.fmt(f),
        }
    }
}
