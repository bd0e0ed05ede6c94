//! Engines from outside: processes that play by a protocol.
//!
//! An [`EngineSpec`] such as `ugi:./engine --flag` names one, an [`ExternalEngine`] is one at a
//! table, and a [`Fault`] is what it does wrong. A [`Contestant`] is an engine or one of our bots.

mod contestant;
mod fault;
mod gtp;
mod patience;
mod process;
mod spec;
mod ugi;

use tilewright_bots::{Choice, Clock, Thinking};
use tilewright_core::{BySeat, Seat};
use tilewright_table::GameId;

pub use self::contestant::Contestant;
pub use self::fault::Fault;
pub use self::gtp::GtpEngine;
pub(crate) use self::gtp::{Answer, GtpLink, PassingFile};
pub use self::patience::Patience;
pub use self::process::Process;
pub use self::spec::{EngineSpec, ParsePlayerError, PlayerSpec, Protocol};
pub use self::ugi::UgiEngine;
pub(crate) use self::ugi::UgiLink;

/// An engine of somebody else, which plays for one seat.
///
/// Its process runs from game to game. After a fault it is killed, and the next game starts it anew.
///
/// ```
/// use tilewright_protocol::engine::{ExternalEngine, Fault};
/// use tilewright_core::Viewer;
/// use tilewright_bots::{Limits, Thinking};
/// use tilewright_table::Table;
///
/// /// Lets an engine play all seats of a game without secrets.
/// fn play(table: &mut dyn Table, engine: &mut dyn ExternalEngine) -> Result<(), Fault> {
///     let mut is_new = true;
///     while let Some(seat) = table.turn().seat() {
///         if std::mem::take(&mut is_new) {
///             engine.begin(table.game(), seat, &table.position_text())?;
///         }
///         let limits = Limits { nodes: Some(1_000), ..Limits::NONE };
///         let choice = engine.choose(None, &mut Thinking { limits, ..Thinking::default() })?;
///         let m = table.play(&choice.m).map_err(|error| Fault::illegal(&choice.m, &error))?;
///         engine.follow(&m, None);
///     }
///     Ok(())
/// }
/// ```
pub trait ExternalEngine: Send {
    /// What it calls itself, once it has said so.
    fn name(&self) -> Option<&str>;

    /// Begins a game in which it plays for this seat. The start is the text of the position or, in
    /// a game with secrets, that of the seat's view.
    fn begin(&mut self, game: GameId, seat: Seat, start: &str) -> Result<(), Fault>;

    /// Follows a move of anybody: what its seat saw of it, in the game's own notation, and what was
    /// revealed then. It is told when it must choose.
    fn follow(&mut self, look: &str, revealed: Option<&str>);

    /// What it plays now, which must be its turn, with what is on the clocks of the seats if they have
    /// any. Whoever holds the table checks the move. After a fault it has none until another game begins.
    fn choose(
        &mut self,
        clocks: Option<&BySeat<Clock>>,
        thinking: &mut Thinking<'_, String>,
    ) -> Result<Choice<String>, Fault>;
}
