//! The binding for Python: it translates, and leaves everything else to the other crates.

mod error;
mod game;

use pyo3::prelude::*;

/// The part of the package `tilewright` that is made in Rust.
#[pymodule]
mod _tilewright {
    #[pymodule_export]
    use crate::error::{GameError, IllegalMove};
    #[pymodule_export]
    use crate::game::Game;
}
