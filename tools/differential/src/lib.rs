//! The rules of each game against their slow second implementation.
//!
//! A game here is a [`Differential`](tilewright_testkit::differential::Differential) for the
//! harness of the testkit: it says what the two implementations have in common beyond moves,
//! turns, scores and texts. Random games are compared by the tests of this crate, games of any
//! bytes by the fuzz targets.

mod aquapipe;
mod blokus;
mod coerceo;
mod triominos;

pub use self::aquapipe::AquaPipeRules;
pub use self::blokus::{BlokusRules, compare_recognition};
pub use self::coerceo::CoerceoRules;
pub use self::triominos::{TriominosRules, compare_starts_and_ends};
