//! Every Tilewright game behind one door: open it by name, play it as text, keep it as a record.
//!
//! A [`GameId`] names a game. Opening it gives a [`Table`]: moves go in and out as text, views as
//! JSON, so that a server, a terminal or a script needs to know no rules. A [`Record`] is a game
//! as a text file that people can read and mail, and that replays to the same position or says at
//! which line it fails; the record of what one viewer saw replays to a [`Perspective`].
//!
//! ```
//! use tilewright_table::{GameId, Record};
//!
//! let game: GameId = "blokus".parse()?;
//! let mut table = game.open(&[("variant", "duo")])?;
//! assert_eq!(table.n_legal_moves(), 414);
//! table.play("O1n@e10")?;
//! assert_eq!(table.play("O1n@a1").unwrap_err().to_string(), "orange's first piece must cover j5");
//!
//! let text = Record::of(&*table).to_string();
//! let record: Record = text.parse()?;
//! assert_eq!(record.replay()?.position_text(), table.position_text());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[macro_use]
mod registry;

mod chance;
mod ending;
mod first;
mod moves;
mod perspective;
mod record;
mod records;
mod table;
#[cfg(test)]
mod toy;
// The list of games of the tests has a toy, which has no page.
#[cfg(all(feature = "typescript", not(test)))]
mod typescript;
mod viewer;

pub use crate::chance::{Generator, decide_chance, generator, undo_player};
pub use crate::ending::{EndError, Ending, ParseEndingError, SeatEnding, turn_with};
pub use crate::first::{Decision, First, FirstError};
pub use crate::moves::MoveList;
pub use crate::perspective::{ParseViewError, Perspective, SeenMove};
pub use crate::record::{
    Entry, Event, ParseRecordError, Record, ReplayError, Variation, eval_text, is_header_name,
    parse_eval,
};
pub use crate::records::{ReadRecordError, Records};
pub use crate::registry::{AnyMove, GameId, GameView, Registered, UnknownGame, games};
pub use crate::table::{PlayError, Table, unusual_options};
#[cfg(all(feature = "typescript", not(test)))]
pub use crate::typescript::write_typescript;
pub use crate::viewer::{NoSuchSeat, check_viewer, in_a_sentence};
