//! Bots behind GTP.

use tilewright_bots::{BotSpec, Thinking};
use tilewright_table::Table;

use crate::ugi::seat_at;

/// Returns a function with which a bot chooses the moves of a [session](super::Session).
///
/// ```
/// use tilewright_protocol::gtp::{Session, bot_genmove};
/// use tilewright_table::GameId;
///
/// let table = "blokus".parse::<GameId>()?.open(&[("variant", "duo")])?;
/// let mut gtp = Session::new(table, bot_genmove("greedy".parse()?, 7))?;
/// assert!(gtp.answer("genmove b").unwrap().starts_with("= "));
/// assert_eq!(gtp.table().ply(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn bot_genmove(bot: BotSpec, seed: u64) -> impl FnMut(&dyn Table) -> Result<String, String> {
    move |table| {
        let (mut opponent, seed) = seat_at(table, &bot, seed).map_err(|error| error.to_string())?;
        let choice = opponent.choose(&mut Thinking { seed, ..Thinking::default() });
        choice.map(|choice| choice.m).ok_or_else(|| "there is no move".to_owned())
    }
}
