//! Views and moves as TypeScript, for the web client.

use std::path::Path;

use tilewright_core::Game;
use ts_rs::{Config, ExportError, TS};

use crate::registry::GameId;

/// Writes the types of views and moves into a folder, with a folder of its own for each game.
pub fn write_typescript(folder: &Path) -> Result<(), ExportError> {
    for game in GameId::ALL {
        let config = Config::new().with_out_dir(folder.join(game.slug()));
        // The compiler of the boards wants the whole names of files.
        let config = config.with_large_int("number").with_import_extension(Some("ts"));
        dispatch!(game, G => write_game::<G>(&config))?;
    }
    Ok(())
}

fn write_game<G: Game<View: TS + 'static, MoveView: TS + 'static>>(
    config: &Config,
) -> Result<(), ExportError> {
    G::View::export_all(config)?;
    G::MoveView::export_all(config)
}
