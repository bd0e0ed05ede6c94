//! Tables in memory: the one writer of each, and the registry of all.

mod actor;
mod new_table;
mod registry;
mod standpoint;

pub(crate) use self::actor::{Visitor, text};
pub use self::new_table::check_new_table;
pub(crate) use self::new_table::plan_table;
pub(crate) use self::registry::{Subscription, TableRegistry};
pub(crate) use self::standpoint::Standpoint;
