//! Tables in memory: the one writer of each, and the registry of all.

mod actor;
mod bots;
mod new_table;
mod registry;

pub(crate) use self::actor::{Visitor, text};
pub(crate) use self::bots::analyze;
pub use self::new_table::check_new_table;
pub(crate) use self::new_table::plan_table;
pub(crate) use self::registry::{Subscription, TableRegistry};
