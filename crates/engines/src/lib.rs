//! Where a game meets a search: bots and solvers.

pub mod aquapipe;
mod data;

pub use crate::data::data_folder;
pub use tilewright_search::{Limits, Stop};
