//! Tables: what happens there, who may see it, and the one writer of each.

mod actor;
mod choices;
mod event;
mod hub;
mod offers;
mod plan;
mod room;
mod standpoint;
mod view;

pub(crate) use self::actor::{Visitor, text};
pub(crate) use self::choices::reasons;
pub(crate) use self::event::Event;
pub(crate) use self::hub::{Hub, Pace, Watching};
pub(crate) use self::plan::Plan;
pub use self::plan::check_new_table;
pub(crate) use self::room::{Change, Room, Saved};
pub(crate) use self::standpoint::Standpoint;
