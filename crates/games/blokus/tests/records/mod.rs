//! The games, counts and tables that independent programs produced, as they lie in `data/`.

#![allow(dead_code, reason = "each test file that includes this module needs a part of it")]

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

/// A game of `classic*`, `duo` or `bonus`. Colors and seats count from 0.
#[derive(Debug, Deserialize)]
pub(crate) struct GameRecord {
    pub(crate) id: String,
    pub(crate) variant: String,
    pub(crate) size: u8,
    pub(crate) nplies: usize,
    pub(crate) plies: Vec<PlyRecord>,
    /// Squares placed plus bonus, per color.
    pub(crate) final_points: Vec<i32>,
    /// The same, per seat.
    pub(crate) result_players: Vec<i32>,
}

/// The counts before a move, the move, and the points after it.
#[derive(Debug, Deserialize)]
pub(crate) struct PlyRecord {
    pub(crate) ply: usize,
    pub(crate) color: usize,
    pub(crate) player: usize,
    pub(crate) skipped: Vec<usize>,
    pub(crate) legal: usize,
    pub(crate) legal_all: Vec<usize>,
    pub(crate) legal_hash: String,
    pub(crate) piece: String,
    #[serde(rename = "move")]
    pub(crate) cells: Vec<(u8, u8)>,
    pub(crate) gtp: String,
    pub(crate) points_after: Vec<i32>,
}

/// A game of Tilewe; each list has one entry per ply, counted before the move.
#[derive(Debug, Deserialize)]
pub(crate) struct TileweRecord {
    pub(crate) n_players: usize,
    pub(crate) seed: u64,
    pub(crate) moves: Vec<String>,
    pub(crate) tiles: Vec<Vec<u16>>,
    pub(crate) players: Vec<usize>,
    pub(crate) legal_raw: Vec<usize>,
    pub(crate) legal_unique: Vec<usize>,
    pub(crate) open_corners: Vec<usize>,
    pub(crate) all_players_raw: Vec<Vec<usize>>,
    pub(crate) ply: usize,
    pub(crate) scores: Vec<i32>,
    pub(crate) winners: Vec<usize>,
    pub(crate) remaining: Vec<Vec<String>>,
    pub(crate) final_board: Vec<String>,
}

/// The first position of Tilewe with so many players.
#[derive(Debug, Deserialize)]
pub(crate) struct TileweStart {
    pub(crate) n_players: usize,
    pub(crate) legal_raw: usize,
    pub(crate) legal_unique: usize,
    pub(crate) per_piece: BTreeMap<String, usize>,
    pub(crate) per_corner: BTreeMap<String, usize>,
    pub(crate) per_player: Vec<usize>,
    pub(crate) n_player_corners: Vec<usize>,
    pub(crate) moves_in_order: Option<Vec<String>>,
}

/// Tilewe's pieces.
#[derive(Debug, Deserialize)]
pub(crate) struct TilewePieces {
    pub(crate) n_orientations: usize,
    pub(crate) n_rot_piece_contacts: usize,
    pub(crate) pieces: Vec<TilewePiece>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct TilewePiece {
    pub(crate) id: usize,
    pub(crate) name: String,
    pub(crate) n_tiles: usize,
    pub(crate) n_contacts: usize,
    pub(crate) n_corners: usize,
    pub(crate) rotations: Vec<TileweRotation>,
    pub(crate) unique_rotations: Vec<String>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct TileweRotation {
    pub(crate) rotation: String,
    pub(crate) canonical: String,
    pub(crate) tiles: Vec<String>,
    pub(crate) contacts: Vec<String>,
}

/// The names of the files that hold [`GameRecord`]s.
pub(crate) const GAME_FILES: [&str; 5] =
    ["duo.jsonl", "classic.jsonl", "classic-2.jsonl", "classic-3.jsonl", "bonus.jsonl"];

/// The names of the files that hold [`TileweRecord`]s.
pub(crate) const TILEWE_FILES: [&str; 4] =
    ["tilewe-1p.json", "tilewe-2p.json", "tilewe-3p.json", "tilewe-4p.json"];

/// The path of a file of `data/`.
pub(crate) fn data_path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

/// One value per line.
pub(crate) fn read_lines<T: DeserializeOwned>(name: &str) -> Vec<T> {
    let parse = |line: &str| serde_json::from_str(line).expect(name);
    read(name).lines().map(parse).collect()
}

/// One value per file.
pub(crate) fn read_whole<T: DeserializeOwned>(name: &str) -> T {
    serde_json::from_str(&read(name)).expect(name)
}

fn read(name: &str) -> String {
    std::fs::read_to_string(data_path(name)).expect(name)
}

/// Each placement as its cells sorted by (y, x), each `x.y`, joined by a space; these strings
/// sorted and joined by line ends; of that the first 16 hex digits of the SHA-256.
pub(crate) fn legal_hash(placements: impl IntoIterator<Item = Vec<(u8, u8)>>) -> String {
    let text_of = |mut cells: Vec<(u8, u8)>| {
        cells.sort_unstable_by_key(|&(x, y)| (y, x));
        let texts: Vec<String> = cells.iter().map(|(x, y)| format!("{x}.{y}")).collect();
        texts.join(" ")
    };
    let mut lines: Vec<String> = placements.into_iter().map(text_of).collect();
    lines.sort_unstable();
    let digest = Sha256::digest(lines.join("\n").as_bytes());
    digest.iter().take(8).fold(String::new(), |mut hex, byte| {
        write!(hex, "{byte:02x}").expect("writing to a string cannot fail");
        hex
    })
}
