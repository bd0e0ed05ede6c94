//! Our bots behind GTP.

use tilewright_bots::{BotSpec, Thinking};
use tilewright_table::Table;

use crate::ugi::seat_at;

/// Lets a bot choose the moves of a [session](tilewright_protocol::gtp::Gtp).
///
/// ```
/// use tilewright_protocol::gtp::chooser;
/// use tilewright_table::GameId;
/// use tilewright_protocol::gtp::Gtp;
///
/// let table = "blokus".parse::<GameId>()?.open(&[("variant", "duo")])?;
/// let mut gtp = Gtp::new(table, chooser("greedy".parse()?, 7))?;
/// assert!(gtp.answer("genmove b").unwrap().starts_with("= "));
/// assert_eq!(gtp.table().ply(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn chooser(bot: BotSpec, seed: u64) -> impl FnMut(&dyn Table) -> Result<String, String> {
    move |table| {
        let (mut opponent, seed) = seat_at(table, &bot, seed).map_err(|error| error.to_string())?;
        let choice = opponent.choose(&mut Thinking { seed, ..Thinking::default() });
        choice.map(|choice| choice.m).ok_or_else(|| "there is no move".to_owned())
    }
}
