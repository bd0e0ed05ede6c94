//! Bots behind GTP.

use tilewright_bots::{AnyBot, BotSpec, Bots, Thinking};
use tilewright_core::Viewer;
use tilewright_table::Table;

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
pub fn bot_genmove(spec: BotSpec, seed: u64) -> impl FnMut(&dyn Table) -> Result<String, String> {
    let mut bot: Option<Box<dyn AnyBot>> = None;
    move |table| {
        let seat = table.turn().seat().ok_or("the game is over")?;
        let bot = if let Some(bot) = &mut bot {
            bot
        } else {
            let made = Bots::of(table.game()).bot(&spec).map_err(|error| error.to_string())?;
            bot.insert(made)
        };
        let perspective = table.perspective(Viewer::Seat(seat));
        let choice = bot.choose(&perspective, &mut Thinking { seed, ..Thinking::default() });
        choice.map(|choice| choice.m.to_string()).ok_or_else(|| "there is no move".to_owned())
    }
}
