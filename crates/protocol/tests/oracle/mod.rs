//! Games of Blokus that independent programs played, from the tests of the game.

#![allow(dead_code, reason = "each test file that includes this module needs a part of it")]

use std::fs;
use std::path::Path;

use serde::Deserialize;
use tilewright_table::{GameId, Table};

/// A whole game. Colors count from 0.
#[derive(Debug, Deserialize)]
pub(crate) struct OracleGame {
    pub(crate) id: String,
    pub(crate) variant: String,
    pub(crate) plies: Vec<OraclePly>,
    /// Squares placed plus bonus, per color.
    pub(crate) final_points: Vec<i32>,
    /// The same, per seat.
    pub(crate) result_players: Vec<i32>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct OraclePly {
    pub(crate) color: usize,
    /// The colors without a move that were passed over.
    pub(crate) skipped: Vec<usize>,
    /// The number of placements of the color.
    pub(crate) legal: usize,
    /// The same for every color, as if it were its turn.
    pub(crate) legal_all: Vec<usize>,
    /// The squares of the move.
    pub(crate) gtp: String,
}

/// All games.
pub(crate) fn games() -> Vec<OracleGame> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/blokus/tests/data");
    let files = ["duo", "classic", "classic-2", "classic-3", "bonus"];
    let read = |name| fs::read_to_string(folder.join(name).with_extension("jsonl")).unwrap();
    let text = files.map(read).concat();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A table for the game.
pub(crate) fn open(game: &OracleGame) -> Box<dyn Table> {
    "blokus".parse::<GameId>().unwrap().open(&[("variant", &game.variant)]).unwrap()
}

/// Pentobi's name of the variant.
pub(crate) fn pentobi_name(variant: &str) -> &'static str {
    match variant {
        "classic" => "Blokus",
        "classic-2" => "Blokus Two-Player",
        "classic-3" => "Blokus Three-Player",
        "duo" => "Blokus Duo",
        _ => panic!("{variant}"),
    }
}
