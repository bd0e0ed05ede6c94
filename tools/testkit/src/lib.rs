//! Checks that the tests of every Tilewright game share.
//!
//! - **Laws**: [`check_laws`], [`check_symmetries`], [`check_keys`] and [`check_samples`] play
//!   seeded random games and check on every position what must hold in any game.
//!   [`check_laws_along`] does so on one game that bytes choose.
//! - **Numbers**: [`perft_file()`] compares counts of move sequences with those of an independent
//!   program.
//! - **Comparisons**: [`differential`] plays random games in a slow implementation of our own too,
//!   and gives both the same form, in which the games of independent programs are replayed.
//! - **Stories**: [`stories`] sets up what a test of one rule needs.
//! - **Texts**: [`parsing`] tries texts from anywhere.
//! - **The page**: [`check_rules_page`] ties the page of a game's rules to its stories.
//! - **A toy**: [`toy`] is a small game with everything a game can have, and with bugs to plant;
//!   [`tree`] makes positions of any tree, for searches.
//!
//! All of them panic on the first difference and say where it is, as a test should.
//!
//! ```
//! use tilewright_core::Game;
//! use tilewright_testkit::{check_laws, perft_file};
//!
//! fn test_the_rules<G: Game>() {
//!     check_laws::<G>(&G::Options::default(), 1, 200);
//!     perft_file::<G>("tests/data/start.perft", 1_000_000);
//! }
//! ```

pub mod differential;
mod laws;
pub mod parsing;
mod perft_file;
mod rules_page;
pub mod stories;
pub mod toy;
pub mod tree;

pub use crate::laws::{check_keys, check_laws, check_laws_along, check_samples, check_symmetries};
pub use crate::perft_file::{
    PerftCount, PerftFileError, PerftSection, parse_perft_file, perft_file,
};
pub use crate::rules_page::check_rules_page;

/// Finds that something holds, or says what is wrong.
fn ensure(holds: bool, how: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(how()) }
}
