//! The binding for Python: it translates, and leaves everything else to the other crates.

#![expect(
    clippy::needless_pass_by_value,
    reason = "PyO3 hands over what it has made of Python's arguments"
)]

mod analysis;
mod arena;
mod arguments;
mod batch;
mod bot;
mod engine;
mod error;
mod external;
mod game;
mod info;
mod json;
mod moves;
mod outcome;
mod parts;
mod perspective;
mod record;
mod records;
mod tilewe;
mod watch;

use pyo3::prelude::*;

/// The part of the package `tilewright` that is made in Rust.
#[pymodule]
mod _tilewright {
    use pyo3::exceptions::PyImportError;
    use pyo3::prelude::*;
    use tilewright_core::missing_instructions;

    #[pymodule_export]
    use crate::analysis::{analyze_moves, review_moves};
    #[pymodule_export]
    use crate::arena::{ArenaFile, ArenaPlan, ArenaStandings, run_arena};
    #[pymodule_export]
    use crate::batch::{BatchGame, actions_of, observation_of, restore_batch};
    #[pymodule_export]
    use crate::bot::{bot_kinds, bot_levels, check_bot, choose, parse_time};
    #[pymodule_export]
    use crate::engine::{StopSign, serve_ugi};
    #[pymodule_export]
    use crate::error::{GameError, IllegalMove};
    #[pymodule_export]
    use crate::external::EngineProcess;
    #[pymodule_export]
    use crate::game::{Game, restore_game};
    #[pymodule_export]
    use crate::info::game_info;
    #[pymodule_export]
    use crate::moves::{LegalMoves, LegalMovesIterator, Move};
    #[pymodule_export]
    use crate::outcome::Outcome;
    #[pymodule_export]
    use crate::perspective::{PyPerspective, shown_to_mover};
    #[pymodule_export]
    use crate::record::{GameReader, read_games, read_pentobi, write_pentobi};
    #[pymodule_export]
    use crate::records::{RecordReader, read_record, read_record_texts, write_record};
    #[pymodule_export]
    use crate::tilewe::{shuffled, tilewe_pieces};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        if let Some(sentence) = missing_instructions() {
            return Err(PyImportError::new_err(sentence));
        }
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        let is_fast = cfg!(all(target_arch = "x86_64", target_feature = "avx2"));
        module.add("PROCESSOR", if is_fast { "x86-64-v3" } else { "baseline" })?;
        crate::error::name_rules(module)?;
        crate::info::name_games(module)?;
        crate::tilewe::name_classes(module)
    }
}
