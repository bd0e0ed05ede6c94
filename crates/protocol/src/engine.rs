//! External engines: processes that play by a protocol.
//!
//! An [`EngineSpec`] such as `ugi:./engine --flag` names one, an [`ExternalEngine`] is one at a
//! table, and a [`Fault`] is a crash, a timeout, an illegal move or another breach of the protocol.

mod cpu_time;
mod fault;
mod gtp;
mod process;
mod spec;
mod timeouts;
mod ugi;

use std::time::Duration;

use tilewright_bots::{Choice, Clock, Thinking};
use tilewright_core::{BySeat, Seat};
use tilewright_table::GameId;

pub(crate) use self::cpu_time::cpu_time_of_this_process;
pub use self::fault::{Fault, FaultKind, NoChoice};
pub use self::gtp::GtpEngine;
pub(crate) use self::gtp::{Answer, GtpClient, TemporaryFile};
pub use self::process::Process;
pub use self::spec::{EngineSpec, ParseEngineError, Protocol};
pub use self::timeouts::Timeouts;
pub(crate) use self::ugi::UgiClient;
pub use self::ugi::UgiEngine;

/// An external engine, which plays for one seat.
///
/// Its process runs from game to game. After a fault it is killed, and the next game starts it
/// again.
///
/// ```
/// use tilewright_bots::{Limits, Thinking};
/// use tilewright_protocol::engine::{ExternalEngine, Fault, NoChoice};
/// use tilewright_table::Table;
///
/// /// Lets an engine play all seats of a game without secrets.
/// fn play(table: &mut dyn Table, engine: &mut dyn ExternalEngine) -> Result<(), NoChoice> {
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
    /// The engine's own name, once it has introduced itself.
    fn name(&self) -> Option<&str>;

    /// Begins a game for this seat. The start is the text of the position or, in a game with
    /// secrets, that of the seat's view.
    fn begin(&mut self, game: GameId, seat: Seat, start: &str) -> Result<(), Fault>;

    /// Follows a move of any seat: the move as the engine's seat saw it, in the game's own
    /// notation, and what was revealed then. The engine receives it before its next choice.
    fn follow(&mut self, look: &str, revealed: Option<&str>);

    /// Asks for a move at the engine's turn, with the clocks of all seats if there are any. The
    /// caller checks the move. After a resignation or a fault there is none until another game
    /// begins.
    ///
    /// Where the limits are of processor time, the clocks are too; the engine is asked to answer
    /// within that time, and is at fault when its processes have used more.
    fn choose(
        &mut self,
        clocks: Option<&BySeat<Clock>>,
        thinking: &mut Thinking<'_, String>,
    ) -> Result<Choice<String>, NoChoice>;

    /// The processor time of the engine's processes so far, those of earlier games included. It
    /// does not run while there is no process.
    fn cpu_time(&mut self) -> Duration;
}

/// The client side of a protocol: a process that has introduced itself.
pub(crate) trait Client: Sized {
    /// Starts the process and waits until it is ready.
    fn start(command: &str, timeouts: Timeouts) -> Result<Self, Fault>;

    fn process(&mut self) -> &mut Process;

    fn send_quit(&mut self) -> Result<(), Fault>;
}

/// A client that is started when it is needed, and again after a fault.
pub(crate) struct Restarting<C: Client> {
    command: String,
    timeouts: Timeouts,
    client: Option<C>,
    /// The processor time of clients that are gone.
    past_cpu_time: Duration,
}

impl<C: Client> Restarting<C> {
    pub(crate) fn new(command: &str, timeouts: Timeouts) -> Restarting<C> {
        let command = command.to_owned();
        Restarting { command, timeouts, client: None, past_cpu_time: Duration::ZERO }
    }

    pub(crate) fn get(&mut self) -> Result<&mut C, Fault> {
        let client = match self.client.take() {
            Some(client) => client,
            None => C::start(&self.command, self.timeouts)?,
        };
        Ok(self.client.insert(client))
    }

    pub(crate) const fn running(&self) -> Option<&C> {
        self.client.as_ref()
    }

    pub(crate) const fn timeouts(&self) -> Timeouts {
        self.timeouts
    }

    /// Kills the process, if it runs.
    pub(crate) fn kill(&mut self) {
        if let Some(mut client) = self.client.take() {
            self.past_cpu_time += client.process().cpu_time();
        }
    }

    /// Kills the process if there was a fault.
    fn kill_after_fault<T>(&mut self, result: Result<T, NoChoice>) -> Result<T, NoChoice> {
        if matches!(result, Err(NoChoice::Fault(_))) {
            self.kill();
        }
        result
    }

    /// The processor time of all its processes.
    fn cpu_time(&mut self) -> Duration {
        let now = self.client.as_mut().map_or(Duration::ZERO, |it| it.process().cpu_time());
        self.past_cpu_time + now
    }
}

impl<C: Client> Drop for Restarting<C> {
    fn drop(&mut self) {
        if let Some(client) = &mut self.client
            && client.send_quit().is_ok()
        {
            client.process().wait(self.timeouts.quit);
        }
    }
}
