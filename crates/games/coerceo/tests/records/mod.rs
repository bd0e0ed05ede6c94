//! The page's tables and the games, cases and counts that independent programs produced, as they
//! lie in `data/`, and how they are replayed by anything that plays the game.

#![allow(dead_code, reason = "each test file that includes this module needs a part of it")]

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use tilewright_coerceo::{Coerceo, Color};
use tilewright_reference::Model;
use tilewright_reference::coerceo::{self as reference, Reference};
use tilewright_testkit::differential::Replay;

use crate::engine::{self, Effect, End};

/// A game, ply by ply.
#[derive(Debug, Deserialize)]
pub(crate) struct GameRecord {
    pub(crate) setup: String,
    pub(crate) cost: u8,
    pub(crate) seed: u64,
    pub(crate) nplies: usize,
    /// `W`, `B`, or nobody.
    pub(crate) winner: Option<String>,
    /// `maxply` if the record simply stops.
    pub(crate) reason: String,
    #[serde(rename = "final")]
    pub(crate) end: StateRecord,
    pub(crate) plies: Vec<PlyRecord>,
}

/// The number of moves, the one that was played, and its effect.
#[derive(Debug, Deserialize)]
pub(crate) struct PlyRecord {
    pub(crate) legal: usize,
    #[serde(rename = "move")]
    pub(crate) text: String,
    pub(crate) captured: Vec<String>,
    pub(crate) removed: Vec<String>,
    pub(crate) collected: usize,
    pub(crate) held: [usize; 2],
    pub(crate) pieces: [usize; 2],
    pub(crate) tiles: usize,
}

/// The table, the hands, whose turn it is, and how many moves the board allows.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct StateRecord {
    /// `W` or `B`.
    pub(crate) turn: String,
    pub(crate) tiles: String,
    pub(crate) held: [usize; 2],
    pub(crate) white: String,
    pub(crate) black: String,
    pub(crate) legal: usize,
}

/// One turn for one situation of the rules.
#[derive(Debug, Deserialize)]
pub(crate) struct CaseRecord {
    pub(crate) case: String,
    pub(crate) setup: String,
    pub(crate) cost: u8,
    pub(crate) prefix: String,
    pub(crate) before: StateRecord,
    #[serde(rename = "move")]
    pub(crate) text: String,
    pub(crate) captured: Vec<String>,
    pub(crate) removed: Vec<String>,
    pub(crate) collected: usize,
    pub(crate) after: StateRecord,
    pub(crate) result: Option<ResultRecord>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct ResultRecord {
    pub(crate) winner: Option<String>,
    pub(crate) reason: String,
}

/// Numbers of move sequences from positions in the middle of games.
#[derive(Debug, Deserialize)]
pub(crate) struct PerftFile {
    pub(crate) midgame: Vec<PerftRecord>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct PerftRecord {
    /// One of ours, or the small board of another program.
    pub(crate) setup: String,
    pub(crate) cost: u8,
    pub(crate) state: StateRecord,
    pub(crate) moves: String,
    pub(crate) perft: Vec<PerftCount>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct PerftCount {
    pub(crate) depth: usize,
    pub(crate) count: u64,
}

/// The tables of the rules page, as they stand there.
#[derive(Debug, Deserialize)]
pub(crate) struct Page {
    pub(crate) adjacency: Vec<String>,
    pub(crate) moves: Vec<String>,
    pub(crate) edges: Vec<String>,
    pub(crate) setups: BTreeMap<String, Vec<String>>,
    pub(crate) perft: Vec<PagePerft>,
}

/// The numbers of sequences of one, two, … moves from a start.
#[derive(Debug, Deserialize)]
pub(crate) struct PagePerft {
    pub(crate) setup: String,
    pub(crate) cost: u8,
    pub(crate) counts: Vec<u64>,
}

/// The words of a line such as `B0: 0:W3 F:W1 F:W5`: a name, and the rest.
pub(crate) fn split_line(line: &str) -> (&str, Vec<&str>) {
    let (name, rest) = line.split_once(": ").expect("a line begins with a name");
    (name, rest.split(' ').collect())
}

/// The name of the triangle that `side:triangle` means beside a tile, if there is a tile; `F` is
/// the tile itself.
pub(crate) fn triangle_beside(
    tile: &str,
    place: &str,
    neighbor: impl Fn(usize) -> Option<String>,
) -> Option<String> {
    let (side, triangle) = place.split_once(':').expect("a place has a side");
    let tile = match side {
        "F" => Some(tile.to_owned()),
        _ => neighbor(side.parse().expect("a side is a number")),
    };
    tile.map(|tile| format!("{tile}:{triangle}"))
}

/// The tiles of a setup, and its triangles with a piece, by name and in order.
pub(crate) fn setup_names(lines: &[String]) -> (Vec<String>, Vec<String>) {
    let mut tiles = Vec::new();
    let mut triangles = Vec::new();
    for (tile, pieces) in lines.iter().map(|line| split_line(line)) {
        tiles.push(tile.to_owned());
        let pieces = pieces.into_iter().filter(|piece| *piece != "none");
        triangles.extend(pieces.map(|piece| format!("{tile}:{piece}")));
    }
    triangles.sort_unstable();
    (tiles, triangles)
}

/// A file of `data/`.
pub(crate) fn read<T: DeserializeOwned>(name: &str) -> T {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    serde_json::from_str(&std::fs::read_to_string(path).expect(name)).expect(name)
}

// ---------------------------------------------------------------------------------------------
// Replaying

/// A game in progress, in the crate or in the reference. Lists of names are in order.
pub(crate) trait Playable: Model {
    /// The game that goes on from here.
    fn resume(options: &[(&str, &str)], state: &StateRecord) -> Self;
    /// The captures and removals of a move, and the number of tiles that it collects.
    fn effect(&self, text: &str) -> Effect;
    fn state(&self) -> State;
    /// The winner and the reason, once the game is over.
    fn end(&self) -> Option<End>;

    /// Plays a move and gives its effect.
    fn play_with_effect(&mut self, text: &str) -> Effect {
        let effect = self.effect(text);
        self.play(text);
        effect
    }
}

impl Playable for Replay<Coerceo> {
    fn resume(options: &[(&str, &str)], state: &StateRecord) -> Replay<Coerceo> {
        let StateRecord { turn, tiles, held, white, black, .. } = state;
        let pieces = format!("{white} {black}");
        Replay { position: engine::resume(options, tiles, &pieces, turn, *held) }
    }

    fn effect(&self, text: &str) -> Effect {
        engine::effect(&self.position, text)
    }

    fn state(&self) -> State {
        State {
            turn: engine::letter(self.position.board().turn()).to_owned(),
            tiles: engine::tiles(&self.position),
            held: engine::held(&self.position),
            pieces: Color::ALL.map(|color| engine::pieces(&self.position, color)),
        }
    }

    fn end(&self) -> Option<End> {
        engine::end(&self.position)
    }
}

impl Playable for Reference {
    fn resume(options: &[(&str, &str)], state: &StateRecord) -> Reference {
        let StateRecord { turn, tiles, held, white, black, .. } = state;
        let pieces = format!("{white} {black}");
        let tiles = tiles.split_whitespace().map(reference::Tile::read).collect();
        let to_move = reference::Color::ALL[usize::from(turn == "B")];
        Reference::resume(options, &pieces, tiles, *held, to_move)
    }

    fn effect(&self, text: &str) -> Effect {
        let reference::Effect { captured, removed, collected } = self.effect(text);
        (captured, removed, collected)
    }

    fn state(&self) -> State {
        let turn = self.to_move().letter().to_owned();
        let pieces = reference::Color::ALL.map(|color| self.pieces(color));
        State { turn, tiles: self.tiles(), held: self.held(), pieces }
    }

    fn end(&self) -> Option<End> {
        self.end().map(|(winner, reason)| (winner.map(reference::Color::letter), reason))
    }
}

/// A state by names in order, without the number of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct State {
    pub(crate) turn: String,
    pub(crate) tiles: Vec<String>,
    pub(crate) held: [usize; 2],
    /// White's and Black's.
    pub(crate) pieces: [Vec<String>; 2],
}

impl StateRecord {
    fn state(&self) -> State {
        let names = |text: &str| text.split_whitespace().map(str::to_owned).collect();
        let StateRecord { turn, tiles, held, white, black, .. } = self;
        let pieces = [names(white), names(black)];
        State { turn: turn.clone(), tiles: names(tiles), held: *held, pieces }
    }
}

fn sorted(names: &[String]) -> Vec<String> {
    let mut names = names.to_vec();
    names.sort_unstable();
    names
}

/// Every number of every game.
pub(crate) fn replay_games<P: Playable>() {
    for record in read::<Vec<GameRecord>>("games.json") {
        let id = format!("{} {} {}", record.setup, record.cost, record.seed);
        replay_game::<P>(&record, &id);
    }
}

fn replay_game<P: Playable>(record: &GameRecord, id: &str) {
    let cost = record.cost.to_string();
    let options = [("variant", record.setup.as_str()), ("cost", &cost)];
    let mut game = P::start(&options);
    // A game that is over has no legal moves, but its board may have some.
    let mut board_only = P::start(&[options[0], options[1], ("board-only", "on")]);
    assert_eq!(record.plies.len(), record.nplies, "{id}");
    for (i, ply) in record.plies.iter().enumerate() {
        let context = format!("{id} ply {i}: {}", ply.text);
        assert_eq!(game.end(), None, "{context}");
        assert_eq!(game.legal().len(), ply.legal, "{context}");
        assert_eq!(board_only.legal(), game.legal(), "{context}");
        let effect = game.play_with_effect(&ply.text);
        assert_eq!(board_only.play_with_effect(&ply.text), effect, "{context}");
        let expected = (sorted(&ply.captured), sorted(&ply.removed), ply.collected);
        assert_eq!(effect, expected, "{context}");
        let state = game.state();
        assert_eq!(state.held, ply.held, "{context}");
        assert_eq!(state.pieces.map(|pieces| pieces.len()), ply.pieces, "{context}");
        assert_eq!(state.tiles.len(), ply.tiles, "{context}");
    }
    match (game.end(), record.reason.as_str()) {
        (None, "maxply") => assert_eq!(game.legal().len(), record.end.legal, "{id}"),
        (end, reason) => {
            assert_eq!(end, Some((record.winner.as_deref(), reason)), "{id}");
            assert_eq!(game.legal(), [""; 0], "{id}");
        }
    }
    assert_eq!(game.state(), record.end.state(), "{id}");
    assert_eq!(board_only.legal().len(), record.end.legal, "{id}");
}

/// One case: its way there, and what its move does.
pub(crate) fn replay_case<P: Playable>(name: &str) {
    let cases = read::<Vec<CaseRecord>>("cases.json");
    let case = cases.iter().find(|case| case.case == name).expect(name);
    let cost = case.cost.to_string();
    let options = [("variant", case.setup.as_str()), ("cost", &cost)];
    let mut game = P::start(&options);
    for text in case.prefix.split_whitespace() {
        game.play(text);
    }
    check_case(&mut game, case);
    check_case(&mut P::resume(&options, &case.before), case);
    // A game that is over has no legal moves, but its board may have some.
    let options = [options[0], options[1], ("board-only", "on")];
    let mut board_only = P::resume(&options, &case.before);
    board_only.play(&case.text);
    assert_eq!(board_only.legal().len(), case.after.legal, "{name}");
}

fn check_case<P: Playable>(game: &mut P, case: &CaseRecord) {
    let name = &case.case;
    assert_eq!(game.state(), case.before.state(), "{name}");
    assert_eq!(game.legal().len(), case.before.legal, "{name}");
    let effect = game.play_with_effect(&case.text);
    assert_eq!(effect, (sorted(&case.captured), sorted(&case.removed), case.collected), "{name}");
    assert_eq!(game.state(), case.after.state(), "{name}");
    let result = case.result.as_ref();
    let expected = result.map(|result| (result.winner.as_deref(), result.reason.as_str()));
    assert_eq!(game.end(), expected, "{name}");
}

/// The counts from the middle of games that `is_wanted`.
///
/// Where the small board of another program begins is not known: its position is set up.
pub(crate) fn count_midgame<P: Playable>(is_wanted: impl Fn(u64) -> bool) {
    for record in read::<PerftFile>("perft.json").midgame {
        let cost = record.cost.to_string();
        let is_ours = record.setup != "everyboard-small";
        let variant = if is_ours { record.setup.as_str() } else { "ocius" };
        let options = [("variant", variant), ("cost", &cost), ("board-only", "on")];
        let mut game =
            if is_ours { P::start(&options) } else { P::resume(&options, &record.state) };
        for text in record.moves.split_whitespace().filter(|_| is_ours) {
            game.play(text);
        }
        let id = format!("{} {} {:?}", record.setup, record.cost, record.state);
        assert_eq!(game.state(), record.state.state(), "{id}");
        assert_eq!(game.legal().len(), record.state.legal, "{id}");
        for &PerftCount { depth, count } in record.perft.iter().filter(|it| is_wanted(it.count)) {
            assert_eq!(game.perft(depth), count, "{id} depth {depth}");
        }
    }
}

/// The page's counts that `is_wanted`.
pub(crate) fn count_starts<P: Playable>(is_wanted: impl Fn(u64) -> bool) {
    for PagePerft { setup, cost, counts } in read::<Page>("page.json").perft {
        let cost = cost.to_string();
        let options = [("variant", setup.as_str()), ("cost", &cost), ("board-only", "on")];
        let game = P::start(&options);
        for (depth, count) in (1..).zip(counts).filter(|it| is_wanted(it.1)) {
            assert_eq!(game.perft(depth), count, "{setup} cost {cost} depth {depth}");
        }
    }
}
