//! Every number of the games, counts and tables that independent programs produced.

mod records;

use std::collections::BTreeMap;

use records::{
    GAME_FILES, GameRecord, PlyRecord, TILEWE_FILES, TilewePieces, TileweRecord, TileweStart,
    legal_hash, read_lines, read_whole,
};
use tilewright_blokus::{Blokus, Color, Move, Orientation, Piece};
use tilewright_core::grid::{Square, Symmetry};
use tilewright_core::{Game, Position as _};
use tilewright_reference::blokus::{
    Cell, Placement, ROTATIONS, Reference, SHAPES, cell_name, contacts, piece_corners, piece_names,
    rotated,
};
use tilewright_reference::{Model, Turn};
use tilewright_testkit::differential::Replay;
use tilewright_testkit::stories;

/// Cells in the order of the list of moves: by row, then by column.
type Cells = Vec<Cell>;

/// A game in progress, in the crate or in the reference. Colors and seats count from 0.
trait Playable: Model {
    fn side(&self) -> i32;
    fn ply(&self) -> usize;
    fn n_colors(&self) -> usize;
    fn color_to_move(&self) -> Option<usize>;
    /// The legal placements of a color, also if it is not to move.
    fn placements(&self, color: usize) -> Vec<Cells>;
    /// The same by their Tilewe names, of which one placement may have several.
    fn named_placements(&self, color: usize) -> BTreeMap<String, Cells>;
    fn open_corners(&self, color: usize) -> Vec<String>;
    /// Squares placed plus bonus.
    fn points(&self, color: usize) -> i32;
    fn remaining(&self, color: usize) -> Vec<&'static str>;
    /// The color on a square.
    fn color_at(&self, cell: Cell) -> Option<usize>;
    /// Plays the placement on these cells, which the crate knows by its text. Gives the name of
    /// the piece in Pentobi.
    fn place(&mut self, text: &str, cells: &[Cell]) -> String;

    fn all_points(&self) -> Vec<i32> {
        (0..self.n_colors()).map(|color| self.points(color)).collect()
    }

    /// The board as Tilewe prints it, top row first.
    fn rows(&self) -> Vec<String> {
        let letter = |cell| self.color_at(cell).map_or('.', |color| ['B', 'Y', 'R', 'G'][color]);
        let row = |y| (0..self.side()).map(|x| letter((x, y))).collect();
        (0..self.side()).rev().map(row).collect()
    }
}

impl Playable for Replay<Blokus> {
    fn side(&self) -> i32 {
        self.position.size().into()
    }

    fn ply(&self) -> usize {
        self.position.ply()
    }

    fn n_colors(&self) -> usize {
        self.position.colors().len()
    }

    fn color_to_move(&self) -> Option<usize> {
        self.position.color_to_move().map(Color::index)
    }

    fn placements(&self, color: usize) -> Vec<Cells> {
        self.moves(color).into_iter().map(cells).collect()
    }

    fn named_placements(&self, color: usize) -> BTreeMap<String, Cells> {
        let position = &self.position;
        let mut named = BTreeMap::new();
        for m in self.moves(color) {
            for name in position.tilewe_names_of(position.colors()[color], m) {
                if self.color_to_move() == Some(color) {
                    assert_eq!(position.parse_tilewe(&name), Ok(m), "{name}");
                }
                assert_eq!(named.insert(name, cells(m)), None, "{m}");
            }
        }
        named
    }

    fn open_corners(&self, color: usize) -> Vec<String> {
        let corners = self.position.open_corners(self.position.colors()[color]);
        corners.iter().map(Square::to_string).collect()
    }

    fn points(&self, color: usize) -> i32 {
        let color = self.position.colors()[color];
        self.position.squares_placed(color) as i32 + self.position.bonus(color)
    }

    fn remaining(&self, color: usize) -> Vec<&'static str> {
        self.position.remaining(self.position.colors()[color]).map(Piece::name).collect()
    }

    fn color_at(&self, (x, y): Cell) -> Option<usize> {
        let square = Square::new(x as u8, y as u8).expect("boards are small");
        self.position.color_at(square).map(Color::index)
    }

    /// The move is the same from its text and from its squares.
    fn place(&mut self, text: &str, cells: &[Cell]) -> String {
        let square = |&(x, y): &Cell| Square::new(x as u8, y as u8).expect("it is on the board");
        let squares: Vec<Square> = cells.iter().map(square).collect();
        let m = Move::from_squares(&squares).expect("the squares are a piece");
        assert_eq!(Blokus::parse_move(&self.position, text), Ok(m), "{text}");
        self.position.play(m).expect("the move is legal");
        let name = m.piece().pentobi_name();
        assert_eq!(name.parse(), Ok(m.piece()));
        name.to_owned()
    }
}

/// The moves of a position as the oracle lists them; only the crate is asked for them.
trait Moves {
    fn moves(&self, color: usize) -> Vec<Move>;
}

impl Moves for Replay<Blokus> {
    /// The legal moves of a color, of which everything that is asked must agree.
    fn moves(&self, color: usize) -> Vec<Move> {
        let position = &self.position;
        let color = position.colors()[color];
        let mut moves = Vec::new();
        position.legal_moves_of(color, &mut moves);
        assert_eq!(position.n_legal_moves_of(color), moves.len(), "{color}");
        assert_eq!(position.is_out(color), moves.is_empty(), "{color}");
        if position.color_to_move() == Some(color) {
            assert_eq!(stories::legal_texts(position).len(), moves.len(), "{color}");
        }
        moves
    }
}

fn cells(m: Move) -> Cells {
    m.squares().map(|square| (square.x().into(), square.y().into())).collect()
}

impl Playable for Reference {
    fn side(&self) -> i32 {
        self.side()
    }

    fn ply(&self) -> usize {
        self.ply()
    }

    fn n_colors(&self) -> usize {
        self.n_colors()
    }

    fn color_to_move(&self) -> Option<usize> {
        self.color_to_move()
    }

    fn placements(&self, color: usize) -> Vec<Cells> {
        self.legal_placements(color).into_iter().map(|placement| placement.cells).collect()
    }

    fn named_placements(&self, color: usize) -> BTreeMap<String, Cells> {
        let open_corners = self.open_corners(color);
        let mut named = BTreeMap::new();
        for placement in self.legal_placements(color) {
            for name in Reference::tilewe_names(&open_corners, &placement) {
                assert_eq!(named.insert(name, placement.cells.clone()), None);
            }
        }
        named
    }

    fn open_corners(&self, color: usize) -> Vec<String> {
        self.open_corners(color).into_iter().map(cell_name).collect()
    }

    fn points(&self, color: usize) -> i32 {
        self.squares_placed(color) + self.bonus(color)
    }

    fn remaining(&self, color: usize) -> Vec<&'static str> {
        self.remaining(color)
    }

    fn color_at(&self, cell: Cell) -> Option<usize> {
        self.color_at(cell)
    }

    fn place(&mut self, _: &str, cells: &[Cell]) -> String {
        let placement = Placement::from_cells(cells).expect("the cells are a piece");
        self.place(&placement);
        pentobi_name(placement.piece).to_owned()
    }
}

/// Pentobi's name of a piece. The rules page lists both in the same order.
fn pentobi_name(piece: &str) -> &'static str {
    const TILEWE: &str = "O1 I2 I3 L3 O4 I4 L4 Z4 T4 I5 L5 N5 P5 F5 Y5 T5 U5 V5 W5 X5 Z5";
    const PENTOBI: &str = "1 2 I3 V3 O I4 L4 Z4 T4 I5 L5 N P F Y T5 U V5 W X Z5";
    let index = TILEWE.split(' ').position(|name| name == piece).expect("the piece is listed");
    PENTOBI.split(' ').nth(index).expect("the lists are equally long")
}

// ---------------------------------------------------------------------------------------------
// Classic and duo

/// A test for each file of games, so that they run side by side.
macro_rules! games {
    ($($name:ident: $replay:ident of $file:expr,)*) => {
        $(
            #[test]
            fn $name() {
                $replay::<Replay<Blokus>>($file);
            }
        )*
    };
}

games! {
    games_of_duo: replay_file of GAME_FILES[0],
    games_of_classic: replay_file of GAME_FILES[1],
    games_of_classic_2: replay_file of GAME_FILES[2],
    games_of_classic_3: replay_file of GAME_FILES[3],
    games_in_which_a_color_places_everything: replay_file of GAME_FILES[4],
    games_of_tilewe_for_one: replay_tilewe_file of TILEWE_FILES[0],
    games_of_tilewe_for_two: replay_tilewe_file of TILEWE_FILES[1],
    games_of_tilewe_for_three: replay_tilewe_file of TILEWE_FILES[2],
    games_of_tilewe_for_four: replay_tilewe_file of TILEWE_FILES[3],
}

fn replay_file<P: Playable>(name: &str) {
    for record in read_lines::<GameRecord>(name) {
        replay::<P>(&record);
    }
}

fn replay<P: Playable>(record: &GameRecord) {
    let mut game = P::start(&[("variant", &record.variant)]);
    assert_eq!(game.side(), i32::from(record.size), "{}", record.id);
    assert_eq!(record.plies.len(), record.nplies, "{}", record.id);
    let mut previous_color = game.n_colors() - 1;
    for ply in &record.plies {
        let context = format!("{} ply {}", record.id, ply.ply);
        check_ply(&game, ply, previous_color, &context);
        let cells: Cells = ply.cells.iter().map(|&(x, y)| (x.into(), y.into())).collect();
        assert_eq!(game.place(&ply.gtp, &cells), ply.piece, "{context}");
        assert_eq!(game.all_points(), ply.points_after, "{context}");
        assert_eq!(game.scores(), scores(record, &ply.points_after), "{context}");
        previous_color = ply.color;
    }
    assert_eq!(game.ply(), record.nplies, "{}", record.id);
    assert_eq!(game.all_points(), record.final_points, "{}", record.id);
    let most = record.result_players.iter().max();
    let is_best = |&seat: &usize| record.result_players.get(seat) == most;
    let best = (0..record.result_players.len()).filter(is_best).collect();
    assert_eq!(winners(&game), Some(best), "{}", record.id);
}

/// Compares the position before the next move.
fn check_ply<P: Playable>(game: &P, ply: &PlyRecord, previous_color: usize, context: &str) {
    assert_eq!((game.ply(), game.color_to_move()), (ply.ply, Some(ply.color)), "{context}");
    assert_eq!(game.turn(), Turn::Seat(ply.player), "{context}");
    let after_previous = (1..).map(|steps| (previous_color + steps) % game.n_colors());
    let skipped: Vec<usize> = after_previous.take_while(|&color| color != ply.color).collect();
    assert_eq!(skipped, ply.skipped, "{context}");
    let legal: Vec<Vec<Cells>> = (0..game.n_colors()).map(|color| game.placements(color)).collect();
    assert_eq!(legal[ply.color].len(), ply.legal, "{context}");
    assert_eq!(legal.iter().map(Vec::len).collect::<Vec<_>>(), ply.legal_all, "{context}");
    assert!(skipped.iter().all(|&color| legal[color].is_empty()), "{context}");
    let narrow = |cells: &Cells| cells.iter().map(|&(x, y)| (x as u8, y as u8)).collect();
    assert_eq!(legal_hash(legal[ply.color].iter().map(narrow)), ply.legal_hash, "{context}");
}

/// The leaflet's points of every seat, which count from all 89 squares of a color downwards, from
/// squares placed plus bonus of every color.
fn scores(record: &GameRecord, points: &[i32]) -> Vec<i32> {
    let points: Vec<i32> = points.iter().map(|points| points - 89).collect();
    match (record.variant.as_str(), &points[..]) {
        ("classic-2", &[blue, yellow, red, green]) => vec![blue + red, yellow + green],
        ("classic-3", &[blue, yellow, red, _]) => vec![blue, yellow, red],
        _ => points,
    }
}

/// The seats on the first place, once the game is over.
fn winners<P: Playable>(game: &P) -> Option<Vec<usize>> {
    let Turn::Over(places) = game.turn() else { return None };
    Some((0..places.len()).filter(|&seat| places[seat] == 1).collect())
}

// ---------------------------------------------------------------------------------------------
// Tilewe

fn tilewe<P: Playable>(n_seats: usize) -> P {
    P::start(&[("variant", "tilewe"), ("seats", &n_seats.to_string())])
}

fn replay_tilewe_file<P: Playable>(name: &str) {
    for record in read_whole::<Vec<TileweRecord>>(name) {
        replay_tilewe::<P>(&record);
    }
}

fn replay_tilewe<P: Playable>(record: &TileweRecord) {
    let mut game: P = tilewe(record.n_players);
    for (ply, name) in record.moves.iter().enumerate() {
        let context = format!("{} players seed {} ply {ply}", record.n_players, record.seed);
        let color = record.players[ply];
        assert_eq!(game.color_to_move(), Some(color), "{context}");
        assert_eq!(game.turn(), Turn::Seat(color), "{context}");
        let names: Vec<BTreeMap<String, Cells>> =
            (0..game.n_colors()).map(|color| game.named_placements(color)).collect();
        assert_eq!(game.placements(color).len(), record.legal_unique[ply], "{context}");
        assert_eq!(names[color].len(), record.legal_raw[ply], "{context}");
        assert_eq!(game.open_corners(color).len(), record.open_corners[ply], "{context}");
        let n_names: Vec<usize> = names.iter().map(BTreeMap::len).collect();
        assert_eq!(n_names, record.all_players_raw[ply], "{context}");
        let cells = &names[color][name];
        let tiles: Vec<u16> = cells.iter().map(|&(x, y)| (x + 20 * y) as u16).collect();
        assert_eq!(tiles, record.tiles[ply], "{context}");
        game.place(name, cells);
    }
    assert_eq!(game.ply(), record.ply);
    assert_eq!(game.scores(), record.scores);
    assert_eq!(winners(&game).as_ref(), Some(&record.winners));
    let remaining: Vec<_> = (0..game.n_colors()).map(|color| game.remaining(color)).collect();
    assert_eq!(remaining, record.remaining);
    assert_eq!(game.rows(), record.final_board);
}

#[test]
fn first_moves_of_tilewe() {
    for record in read_whole::<Vec<TileweStart>>("tilewe-start.json") {
        check_first_moves::<Replay<Blokus>>(&record);
        check_first_moves::<Reference>(&record);
    }
}

fn check_first_moves<P: Playable>(record: &TileweStart) {
    let game: P = tilewe(record.n_players);
    let placements = game.placements(0);
    let named = game.named_placements(0);
    assert_eq!(placements.len(), record.legal_unique);
    assert_eq!(named.len(), record.legal_raw);
    let legal = game.legal();
    for (piece, &count) in &record.per_piece {
        assert_eq!(legal.iter().filter(|text| text.starts_with(piece)).count(), count, "{piece}");
    }
    for (corner, &count) in &record.per_corner {
        let covers = |cells: &&Cells| cells.iter().any(|&cell| cell_name(cell) == *corner);
        assert_eq!(placements.iter().filter(covers).count(), count, "{corner}");
    }
    assert_eq!(record.per_piece.values().sum::<usize>(), placements.len());
    assert_eq!(record.per_corner.values().sum::<usize>(), placements.len());
    if let Some(moves_in_order) = &record.moves_in_order {
        let open_corners = game.open_corners(0);
        let mut names: Vec<&String> = named.keys().collect();
        names.sort_by_key(|name| tilewe_order(name, &named[*name], &open_corners));
        assert!(names.into_iter().eq(moves_in_order));
    }
    for color in 0..game.n_colors() {
        assert_eq!(game.placements(color).len(), record.per_player[color]);
        assert_eq!(game.open_corners(color).len(), record.n_player_corners[color]);
    }
}

/// The place of a first move in Tilewe's list: open corner, piece, rotation. (The contact comes
/// last, but no first move has two names.)
fn tilewe_order(name: &str, cells: &[Cell], open_corners: &[String]) -> [Option<usize>; 3] {
    let (shape, _) = name.split_once('-').expect("a name has a dash");
    let (piece, rotation) = shape.split_at(2);
    let is_covered = |corner: &String| cells.iter().any(|&cell| cell_name(cell) == *corner);
    [
        open_corners.iter().position(is_covered),
        piece_names().position(|name| name == piece),
        ROTATIONS.iter().position(|&name| name == rotation),
    ]
}

#[test]
fn pieces_of_tilewe() {
    let record: TilewePieces = read_whole("tilewe-pieces.json");
    assert_eq!(Orientation::all().count(), record.n_orientations);
    let n_contacts: usize = Orientation::all().map(|shape| shape.contacts().count()).sum();
    assert_eq!(n_contacts, record.n_rot_piece_contacts);
    assert_eq!(record.pieces.len(), Piece::ALL.len());
    for (expected, piece) in record.pieces.iter().zip(Piece::ALL) {
        assert_eq!((piece.index(), piece.name()), (expected.id, expected.name.as_str()));
        assert_eq!(piece.n_squares(), expected.n_tiles, "{piece}");
        assert_eq!(piece.n_contacts(), expected.n_contacts, "{piece}");
        assert_eq!(piece.n_corners(), expected.n_corners, "{piece}");
        let rotations = piece.orientations().map(|orientation| orientation.symmetry().name());
        assert!(rotations.eq(expected.unique_rotations.iter()), "{piece}");
        assert_eq!(expected.rotations.len(), Symmetry::ALL.len());
        for (expected, symmetry) in expected.rotations.iter().zip(Symmetry::ALL) {
            assert_eq!(expected.rotation, symmetry.name());
            let shape = piece.oriented(symmetry);
            assert_eq!(shape.symmetry().name(), expected.canonical, "{piece}{symmetry}");
            let tiles = shape.squares().iter().map(ToString::to_string);
            assert!(tiles.eq(expected.tiles.iter().cloned()), "{piece}{symmetry}");
            let contacts = shape.contacts().map(|square| square.to_string());
            assert!(contacts.eq(expected.contacts.iter().cloned()), "{piece}{symmetry}");
        }
    }
}

/// The reference, so that it can be trusted where the oracles say nothing.
mod reference {
    use super::*;

    #[test]
    fn games() {
        GAME_FILES.into_iter().for_each(replay_file::<Reference>);
        TILEWE_FILES.into_iter().for_each(replay_tilewe_file::<Reference>);
    }

    #[test]
    fn pieces_of_tilewe() {
        let record: TilewePieces = read_whole("tilewe-pieces.json");
        assert!(record.pieces.iter().map(|piece| piece.name.as_str()).eq(piece_names()));
        assert_eq!(SHAPES.values().flatten().count(), record.n_orientations);
        let n_contacts: usize =
            SHAPES.values().flatten().map(|shape| contacts(&shape.cells).len()).sum();
        assert_eq!(n_contacts, record.n_rot_piece_contacts);
        for piece in &record.pieces {
            let shapes = &SHAPES[piece.name.as_str()];
            let rotations: Vec<&str> = shapes.iter().map(|shape| shape.rotation).collect();
            assert_eq!(rotations, piece.unique_rotations);
            assert!(
                piece.rotations.iter().map(|rotation| rotation.rotation.as_str()).eq(ROTATIONS)
            );
            for rotation in &piece.rotations {
                let cells = rotated(&piece.name, &rotation.rotation);
                let names = |cells: &[Cell]| -> Vec<String> {
                    cells.iter().map(|&cell| cell_name(cell)).collect()
                };
                assert_eq!(names(&cells), rotation.tiles);
                assert_eq!(names(&contacts(&cells)), rotation.contacts);
                let canonical = shapes.iter().find(|shape| shape.cells == cells).unwrap();
                assert_eq!(canonical.rotation, rotation.canonical);
                assert_eq!(cells.len(), piece.n_tiles);
                assert_eq!(contacts(&cells).len(), piece.n_contacts);
                assert_eq!(piece_corners(&cells).len(), piece.n_corners);
            }
        }
    }

    #[test]
    fn numbers_of_placements() {
        assert_eq!(Placement::all(20).len(), 30_433);
        assert_eq!(Placement::all(14).len(), 13_729);
    }

    #[test]
    fn first_moves() {
        assert_eq!(Reference::start(&[]).legal_placements(0).len(), 58);
        let duo = Reference::start(&[("variant", "duo")]);
        let openings = duo.legal_placements(0);
        assert_eq!(openings.len(), 414);
        let open_corners = duo.open_corners(0);
        let nameless =
            |placement: &&Placement| Reference::tilewe_names(&open_corners, placement).is_empty();
        assert_eq!(openings.iter().filter(nameless).count(), 105);
    }

    /// The quick list of legal placements is exactly what the rule allows.
    #[test]
    fn the_list_is_what_the_rule_allows() {
        let record: Vec<GameRecord> = read_lines("classic.jsonl");
        let everything = Placement::all(20);
        let mut game = Reference::start(&[]);
        for (i, ply) in record[0].plies.iter().enumerate() {
            if i % 8 == 5 {
                for color in 0..4 {
                    let mut allowed: Vec<Placement> = everything
                        .iter()
                        .filter(|placement| game.broken_rules(color, placement).is_empty())
                        .cloned()
                        .collect();
                    allowed.sort_unstable();
                    assert_eq!(game.legal_placements(color), allowed);
                }
            }
            let cells: Vec<Cell> = ply.cells.iter().map(|&(x, y)| (x.into(), y.into())).collect();
            game.place(&Placement::from_cells(&cells).unwrap());
        }
    }
}
