//! Tables: what happens there, who may see it, and the one writer of each.

mod actor;
mod choices;
mod event;
mod offers;
mod plan;
mod registry;
mod room;
mod standpoint;
mod view;

pub(crate) use self::actor::{Visitor, text};
pub(crate) use self::choices::explanations;
pub(crate) use self::event::Event;
pub(crate) use self::plan::Plan;
pub use self::plan::check_new_table;
pub(crate) use self::registry::{Pace, Subscription, TableRegistry};
pub(crate) use self::room::{Change, Room, StoredTable};
pub(crate) use self::standpoint::Standpoint;
