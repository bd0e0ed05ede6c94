//! The server under attack: limits, refusals, old data and the line to the database.

#[macro_use]
#[path = "../house/mod.rs"]
mod house;

mod attacks;
mod limits;
mod tls;
