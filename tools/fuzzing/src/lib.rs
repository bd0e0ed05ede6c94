//! Fuzz targets: a function from bytes for each parser, protocol and law.
//!
//! Each of the [`TARGETS`] takes any bytes, does with them what the software would do with such
//! input, and panics where that breaks what its documentation states. `tools/fuzzing/fuzz/` hands
//! them to libFuzzer, which looks for bytes that no test has thought of; the bytes that it found
//! worth keeping lie in `tools/fuzzing/fuzz/corpus`, and a test of this crate tries all of them
//! again, without a fuzzer. tools/fuzzing/README.md explains how to run them.
//!
//! ```
//! use tilewright_fuzzing::Target;
//!
//! let moves = Target::named("moves").unwrap();
//! (moves.run)(b"\x00F5e@d9");
//! (moves.run)(b"\x02not a move");
//! ```

mod bytes;
mod differential;
mod files;
mod input;
mod laws;
mod messages;
mod moves;
mod positions;
mod protocols;
mod records;
mod settings;

pub use crate::bytes::board_bytes;
pub use crate::differential::{
    differential_aquapipe, differential_blokus, differential_coerceo, differential_triominos,
};
pub use crate::files::{memory, results};
pub use crate::laws::laws;
pub use crate::messages::messages;
pub use crate::moves::moves;
pub use crate::positions::positions;
pub use crate::protocols::{answers, gtp, ugi};
pub use crate::records::{blksgf, records};
pub use crate::settings::settings;

/// Something that is tried with any bytes.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name in commands, and that of its folder of bytes.
    pub name: &'static str,
    /// Tries these bytes, and panics if they show a mistake.
    pub run: fn(&[u8]),
}

impl Target {
    /// The one of this name.
    pub fn named(name: &str) -> Option<Target> {
        TARGETS.iter().copied().find(|target| target.name == name)
    }
}

/// Everything that is tried.
pub const TARGETS: &[Target] = &[
    Target { name: "answers", run: answers },
    Target { name: "blksgf", run: blksgf },
    Target { name: "board_bytes", run: board_bytes },
    Target { name: "differential_aquapipe", run: differential_aquapipe },
    Target { name: "differential_blokus", run: differential_blokus },
    Target { name: "differential_coerceo", run: differential_coerceo },
    Target { name: "differential_triominos", run: differential_triominos },
    Target { name: "gtp", run: gtp },
    Target { name: "laws", run: laws },
    Target { name: "memory", run: memory },
    Target { name: "messages", run: messages },
    Target { name: "moves", run: moves },
    Target { name: "positions", run: positions },
    Target { name: "records", run: records },
    Target { name: "results", run: results },
    Target { name: "settings", run: settings },
    Target { name: "ugi", run: ugi },
];
