//! A table with people: seats, turns, offers, endings and events.
//!
//! A [`Room`] decides what people may do at a table and what follows from it. It is pure: it does
//! no I/O, has no clock and no runtime. Time, chance, ids and keys come in as data, so that any
//! host can run it; a host stores the events of a [`Change`] before it shows them to anybody.

mod action;
mod choices;
mod decide;
mod error;
mod event;
mod offers;
mod person;
mod plan;
mod room;
mod state;
mod text;
mod view;

pub use crate::action::{Action, Offer};
pub use crate::choices::explain_moves;
pub use crate::error::ActionError;
pub use crate::event::{Event, EventEnvelope, PublicEvent};
pub use crate::person::{Caller, PersonId};
pub use crate::plan::{
    FirstSeat, FirstSeatRequest, NewTable, Plan, SeatPlan, SeatRequest, Secrets,
};
pub use crate::room::{Change, LogEntry, MAX_EVENTS, Player, Room, StoredTable};
pub use crate::state::{
    ChoicesByHead, GameSnapshot, MoveExplanation, PlayerInfo, Status, TableInfo, TableSnapshot,
    TableState, TurnInfo, Update,
};
