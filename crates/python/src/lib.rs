//! The binding for Python: it translates, and leaves everything else to the other crates.

mod error;
mod game;
mod tilewe;

use pyo3::prelude::*;

/// The part of the package `tilewright` that is made in Rust.
#[pymodule]
mod _tilewright {
    #[pymodule_export]
    use crate::error::{GameError, IllegalMove};
    #[pymodule_export]
    use crate::game::Game;
    #[pymodule_export]
    use crate::tilewe::tilewe_pieces;
    use crate::tilewe::{TileweBoard, TileweMove, TileweMoves};
    use pyo3::prelude::*;

    /// The classes of Tilewe have short names in their own module, `tilewright.tilewe`.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let py = module.py();
        module.add("TileweBoard", py.get_type::<TileweBoard>())?;
        module.add("TileweMove", py.get_type::<TileweMove>())?;
        module.add("TileweMoves", py.get_type::<TileweMoves>())
    }
}
