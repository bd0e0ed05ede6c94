//! The page's counts and the games, cases and counts that independent programs produced, as they
//! lie in `data/`, and how they are replayed by anything that plays the game.

#![allow(dead_code, reason = "each test file that includes this module needs a part of it")]

use std::path::PathBuf;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use tilewright_aquapipe::AquaPipe;
use tilewright_reference::Model;
use tilewright_reference::aquapipe::{Color, Reference};
use tilewright_testkit::differential::Replay;

use crate::engine::{self, End};

/// A game, ply by ply.
#[derive(Debug, Deserialize)]
pub(crate) struct GameRecord {
    seed: u64,
    /// `blue` or `red`.
    result: String,
    reason: String,
    plies: usize,
    final_fen: String,
    moves: Vec<String>,
    /// The number of legal actions before each.
    legal_counts: Vec<usize>,
    move_hashes: Vec<String>,
}

/// A position, and what a rule says of it.
#[derive(Debug, Deserialize)]
pub(crate) struct CaseRecord {
    pub(crate) id: String,
    pub(crate) fen: String,
    /// `blue` or `red` if the game is over.
    winner: Option<String>,
    legal: Option<usize>,
    can_move: Option<bool>,
    #[serde(default)]
    legal_includes: Vec<String>,
    #[serde(default)]
    legal_excludes: Vec<String>,
    /// All of them.
    winning_actions: Option<Vec<String>>,
    rows_of_3: Option<RowsRecord>,
}

/// The number of rows of three of each color.
#[derive(Debug, Deserialize)]
struct RowsRecord {
    blue: usize,
    red: usize,
}

/// Numbers of sequences of actions from positions in the middle of games, the first for one ply.
#[derive(Debug, Deserialize)]
struct PerftFile {
    positions: Vec<PerftRecord>,
}

#[derive(Debug, Deserialize)]
struct PerftRecord {
    mode: String,
    fen: String,
    can_move: bool,
    perft: Vec<u64>,
}

/// The same from the start, as the page has them.
#[derive(Debug, Deserialize)]
struct Page {
    perft: Vec<PagePerft>,
}

#[derive(Debug, Deserialize)]
struct PagePerft {
    variant: String,
    counts: Vec<u64>,
}

/// A position of the small game, and what it is worth.
#[derive(Debug, Deserialize)]
struct SolvedRecord {
    fen: String,
    /// `win`, `draw` or `loss` for the side to move.
    value: String,
    /// In plies to the end: 1 if an action wins now.
    distance: Option<usize>,
    legal: usize,
    best: Vec<String>,
}

/// A file of `data/`.
pub(crate) fn read<T: DeserializeOwned>(name: &str) -> T {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    serde_json::from_str(&std::fs::read_to_string(path).expect(name)).expect(name)
}

// ---------------------------------------------------------------------------------------------
// Replaying

/// A game in progress, in the crate or in the reference.
pub(crate) trait Playable: Model {
    /// The game that goes on from a position of the page's notation.
    fn resume(options: &[(&str, &str)], text: &str) -> Self;
    /// The position as the page writes it.
    fn page_text(&self) -> String;
    /// The winner and the reason, once the game is over.
    fn end(&self) -> Option<End>;
    /// The number of rows of three of Blue and Red. The crate keeps it to itself: only the end
    /// shows what it counts.
    fn n_rows_of_three(&self) -> Option<[usize; 2]>;
}

impl Playable for Replay<AquaPipe> {
    fn resume(options: &[(&str, &str)], text: &str) -> Replay<AquaPipe> {
        Replay { position: engine::resume(options, text) }
    }

    fn page_text(&self) -> String {
        engine::page_text(&self.position)
    }

    fn end(&self) -> Option<End> {
        engine::end(&self.position)
    }

    fn n_rows_of_three(&self) -> Option<[usize; 2]> {
        None
    }
}

impl Playable for Reference {
    fn resume(options: &[(&str, &str)], text: &str) -> Reference {
        Reference::resume(options, text)
    }

    fn page_text(&self) -> String {
        self.page_text()
    }

    fn end(&self) -> Option<End> {
        self.end().map(|(winner, reason)| (winner.map(Color::name), reason))
    }

    fn n_rows_of_three(&self) -> Option<[usize; 2]> {
        Some(Color::ALL.map(|color| self.n_rows(color, 3)))
    }
}

/// The legal actions that win at once, in order.
fn winning_actions<P: Playable>(game: &P) -> Vec<String> {
    let wins = |text: &String| {
        let mut next = game.clone();
        next.play(text);
        next.end().is_some_and(|end| end.0.is_some())
    };
    game.legal().into_iter().filter(wins).collect()
}

/// FNV-1a with 64 bits, in hexadecimal digits, of lines.
fn hash(lines: &[String]) -> String {
    let text = lines.join("\n");
    let step = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", text.bytes().fold(0xcbf2_9ce4_8422_2325, step))
}

/// Every number of every game of a variant.
pub(crate) fn replay_games<P: Playable>(variant: &str) {
    for record in read::<Vec<GameRecord>>(&format!("games-{variant}.json")) {
        replay_game::<P>(variant, &record);
    }
}

fn replay_game<P: Playable>(variant: &str, record: &GameRecord) {
    let id = format!("{variant} {}", record.seed);
    let mut game = P::start(&[("variant", variant)]);
    let lengths = [&record.legal_counts.len(), &record.move_hashes.len(), &record.moves.len()];
    assert_eq!(lengths, [&record.plies; 3], "{id}");
    for (i, text) in record.moves.iter().enumerate() {
        let context = format!("{id} ply {i}: {text}");
        assert_eq!(game.end(), None, "{context}");
        let legal = game.legal();
        assert_eq!(legal.len(), record.legal_counts[i], "{context}");
        assert_eq!(hash(&legal), record.move_hashes[i], "{context}");
        game.play(text);
    }
    assert_eq!(game.end(), Some((Some(record.result.as_str()), record.reason.as_str())), "{id}");
    assert_eq!(game.legal(), [""; 0], "{id}");
    assert_eq!(game.page_text(), record.final_fen, "{id}");
}

/// The variant that a position of the page's notation belongs to.
fn variant_of(text: &str) -> &'static str {
    if text.find('/') == Some(3) { "3x3" } else { "4x4" }
}

/// One case, with all that it says.
pub(crate) fn check_case<P: Playable>(id: &str) {
    let cases = read::<Vec<CaseRecord>>("cases.json");
    let case = cases.iter().find(|case| case.id == id).expect(id);
    let game = P::resume(&[("variant", variant_of(&case.fen))], &case.fen);
    assert_eq!(game.page_text(), case.fen, "{id}");
    let legal = game.legal();
    let end = game.end();
    assert_eq!(end.and_then(|end| end.0), case.winner.as_deref(), "{id}");
    assert_eq!(end.is_some(), case.winner.is_some(), "{id}");
    assert_eq!(legal.is_empty(), case.winner.is_some(), "{id}");
    assert_eq!(legal.len(), case.legal.unwrap_or(0), "{id}");
    if let Some(can_move) = case.can_move {
        assert_eq!(legal.iter().any(|text| text.contains('-')), can_move, "{id}");
    }
    for text in &case.legal_includes {
        assert!(legal.contains(text), "{id}: {text}");
    }
    for text in &case.legal_excludes {
        assert!(!legal.contains(text), "{id}: {text}");
    }
    if let Some(winning) = &case.winning_actions {
        assert_eq!(winning_actions(&game), *winning, "{id}");
    }
    if let (Some(RowsRecord { blue, red }), Some(n_rows)) =
        (&case.rows_of_3, game.n_rows_of_three())
    {
        assert_eq!(n_rows, [*blue, *red], "{id}");
    }
}

/// The counts from the middle of games that `is_wanted`.
pub(crate) fn count_midgame<P: Playable>(is_wanted: impl Fn(u64) -> bool) {
    for PerftRecord { mode, fen, can_move, perft } in read::<PerftFile>("perft.json").positions {
        let game = P::resume(&[("variant", &mode), ("board-only", "on")], &fen);
        assert_eq!(game.legal().iter().any(|text| text.contains('-')), can_move, "{fen}");
        for (depth, count) in (1..).zip(perft).filter(|it| is_wanted(it.1)) {
            assert_eq!(game.perft(depth), count, "{fen} depth {depth}");
        }
    }
}

/// The page's counts that `is_wanted`.
pub(crate) fn count_starts<P: Playable>(is_wanted: impl Fn(u64) -> bool) {
    for PagePerft { variant, counts } in read::<Page>("page.json").perft {
        let game = P::start(&[("variant", &variant), ("board-only", "on")]);
        for (depth, count) in (1..).zip(counts).filter(|it| is_wanted(it.1)) {
            assert_eq!(game.perft(depth), count, "{variant} depth {depth}");
        }
    }
}

/// Checks what the rules alone can say of the solved positions: the number of actions, that the
/// best ones are among them, and which win at once.
pub(crate) fn check_solved<P: Playable>() {
    for record in read::<Vec<SolvedRecord>>("solved-3x3.json") {
        let SolvedRecord { fen, value, distance, legal, best } = record;
        let game = P::resume(&[("variant", "3x3")], &fen);
        assert_eq!(game.end(), None, "{fen}");
        let texts = game.legal();
        assert_eq!(texts.len(), legal, "{fen}");
        assert!(best.iter().all(|text| texts.contains(text)), "{fen}");
        let wins_now = value == "win" && distance == Some(1);
        assert_eq!(winning_actions(&game), if wins_now { best } else { Vec::new() }, "{fen}");
    }
}
