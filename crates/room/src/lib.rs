//! A table with people: seats, turns, clocks, offers, endings and events.
//!
//! A [`Room`] decides what people may do at a table and what follows from it. It is pure: it does
//! no I/O, has no clock and no runtime. Time, chance, ids and keys come in as data, so that any
//! host can run it; a host stores the events of a [`Change`] before it shows them to anybody.

mod action;
mod choices;
mod clock;
mod decide;
mod error;
mod event;
mod offers;
mod person;
mod plan;
mod presence;
mod room;
mod state;
mod text;
mod time;
mod view;

pub use crate::action::{Action, Offer};
pub use crate::choices::explain_moves;
pub use crate::clock::{
    ClockState, FIRST_MOVE_MILLIS, LAG_QUOTA_MILLIS, LAG_REFILL_MILLIS, RunningClock, TimeControl,
};
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
pub use crate::time::GONE_MILLIS;
