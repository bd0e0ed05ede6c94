//! Every number of the games, counts and tables that independent programs produced.

mod records;

use std::collections::BTreeMap;

use records::{
    GAME_FILES, GameRecord, PlyRecord, TILEWE_FILES, TilewePieces, TileweRecord, TileweStart,
    legal_hash, read_lines, read_whole,
};
use tilewright_blokus::{Blokus, Color, Move, Options, Orientation, Piece, Position, Variant};
use tilewright_core::grid::{Square, Symmetry};
use tilewright_core::{BySeat, Game, Position as _, Seat};
use tilewright_testkit::{OracleGame, OraclePly, replay_oracle};

// ---------------------------------------------------------------------------------------------
// Classic and duo

#[test]
fn games_of_duo() {
    replay_file(GAME_FILES[0]);
}

#[test]
fn games_of_classic() {
    replay_file(GAME_FILES[1]);
}

#[test]
fn games_of_classic_2() {
    replay_file(GAME_FILES[2]);
}

#[test]
fn games_of_classic_3() {
    replay_file(GAME_FILES[3]);
}

#[test]
fn games_in_which_a_color_places_everything() {
    replay_file(GAME_FILES[4]);
}

fn replay_file(name: &str) {
    for record in read_lines::<GameRecord>(name) {
        let end = replay_oracle(&oracle_game(&record), |position, _| check_ply(position, &record));
        assert_eq!(end.ply(), record.nplies, "{}", record.id);
        assert_eq!(points(&end), record.final_points, "{}", record.id);
    }
}

fn oracle_game(record: &GameRecord) -> OracleGame<Blokus> {
    let named = |variant: &Variant| variant.name() == record.variant;
    let variant = Variant::ALL.into_iter().find(named).expect("the variant is known");
    let ply = |ply: &PlyRecord| OraclePly {
        move_text: ply.gtp.clone(),
        seat: Seat::new(ply.player),
        n_legal_moves: Some(ply.legal),
        legal_hash: Some(ply.legal_hash.clone()),
        scores_after: Some(scores(variant, &ply.points_after)),
    };
    OracleGame {
        id: record.id.clone(),
        options: Options { variant, ..Options::default() },
        plies: record.plies.iter().map(ply).collect(),
        is_over: true,
        scores: Some(scores(variant, &record.final_points)),
        winners: Some(best(&record.result_players)),
    }
}

/// The leaflet's points of every seat, which count from all 89 squares of a color downwards, from
/// squares placed plus bonus of every color.
fn scores(variant: Variant, points: &[i32]) -> BySeat<i32> {
    let points: Vec<i32> = points.iter().map(|points| points - 89).collect();
    match (variant, &points[..]) {
        (Variant::Classic, &[blue, yellow, red, green]) => [blue, yellow, red, green].into(),
        (Variant::Classic2, &[blue, yellow, red, green]) => [blue + red, yellow + green].into(),
        (Variant::Classic3, &[blue, yellow, red, _]) => [blue, yellow, red].into(),
        (Variant::Duo, &[purple, orange]) => [purple, orange].into(),
        _ => panic!("{variant} does not have {} colors", points.len()),
    }
}

fn best(points: &[i32]) -> Vec<Seat> {
    let most = points.iter().max();
    Seat::first(points.len()).filter(|seat| points.get(seat.index()) == most).collect()
}

/// What the record says of the position before its next move, beyond what every oracle says.
fn check_ply(position: &Position, record: &GameRecord) {
    let ply = &record.plies[position.ply()];
    let colors = position.colors();
    assert_eq!((position.size(), position.ply()), (record.size, ply.ply));
    assert_eq!(position.color_to_move(), Some(colors[ply.color]));

    let previous = ply.ply.checked_sub(1).map(|ply| &record.plies[ply]);
    if let Some(previous) = previous {
        assert_eq!(points(position), previous.points_after);
    }
    let previous_color = previous.map_or(colors.len() - 1, |ply| ply.color);
    let after_previous = (1..).map(|steps| (previous_color + steps) % colors.len());
    let skipped: Vec<usize> = after_previous.take_while(|&color| color != ply.color).collect();
    assert_eq!(skipped, ply.skipped);

    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    assert_eq!(legal_hash(moves.iter().map(|&m| cells(m))), ply.legal_hash);
    for (&color, &n_legal) in colors.iter().zip(&ply.legal_all) {
        moves.clear();
        position.legal_moves_of(color, &mut moves);
        assert_eq!(moves.len(), n_legal, "{color}");
        assert_eq!(position.n_legal_moves_of(color), n_legal, "{color}");
        assert_eq!(position.is_out(color), n_legal == 0, "{color}");
    }
    check_recognition(ply);
}

/// The move is the same from its squares as text and as values, and it is of the stated piece.
fn check_recognition(ply: &PlyRecord) {
    let square = |&(x, y): &(u8, u8)| Square::new(x, y).expect("it is on the board");
    let squares: Vec<Square> = ply.cells.iter().map(square).collect();
    let m = Move::from_squares(&squares).expect("the squares are a piece");
    assert_eq!(ply.gtp.parse(), Ok(m));
    assert_eq!(m.piece().pentobi_name(), ply.piece);
    assert_eq!(ply.piece.parse(), Ok(m.piece()));
}

/// Squares placed plus bonus, of every color.
fn points(position: &Position) -> Vec<i32> {
    let of_color = |&color: &Color| position.squares_placed(color) as i32 + position.bonus(color);
    position.colors().iter().map(of_color).collect()
}

fn cells(m: Move) -> Vec<(u8, u8)> {
    m.squares().map(|square| (square.x(), square.y())).collect()
}

// ---------------------------------------------------------------------------------------------
// Tilewe

#[test]
fn games_of_tilewe_for_one() {
    replay_tilewe_file(TILEWE_FILES[0]);
}

#[test]
fn games_of_tilewe_for_two() {
    replay_tilewe_file(TILEWE_FILES[1]);
}

#[test]
fn games_of_tilewe_for_three() {
    replay_tilewe_file(TILEWE_FILES[2]);
}

#[test]
fn games_of_tilewe_for_four() {
    replay_tilewe_file(TILEWE_FILES[3]);
}

fn replay_tilewe_file(name: &str) {
    for record in read_whole::<Vec<TileweRecord>>(name) {
        let end = replay_oracle(&oracle_game_of_tilewe(&record), |position, _| {
            check_tilewe_ply(position, &record);
        });
        assert_eq!(end.ply(), record.ply);
        for (&color, remaining) in end.colors().iter().zip(&record.remaining) {
            assert!(end.remaining(color).map(Piece::name).eq(remaining), "{color}");
        }
        assert_eq!(board_rows(&end), record.final_board);
    }
}

fn oracle_game_of_tilewe(record: &TileweRecord) -> OracleGame<Blokus> {
    let ply = |(i, name): (usize, &String)| OraclePly {
        seat: Seat::new(record.players[i]),
        n_legal_moves: Some(record.legal_unique[i]),
        ..OraclePly::new(name)
    };
    OracleGame {
        id: format!("for {}, seed {}", record.n_players, record.seed),
        options: tilewe_options(record.n_players),
        plies: record.moves.iter().enumerate().map(ply).collect(),
        is_over: true,
        scores: Some(BySeat::from_fn(record.n_players, |seat| record.scores[seat.index()])),
        winners: Some(record.winners.iter().filter_map(|&seat| Seat::new(seat)).collect()),
    }
}

fn tilewe_options(n_seats: usize) -> Options {
    Options { variant: Variant::Tilewe, seats: Some(n_seats as u8), ..Options::default() }
}

fn check_tilewe_ply(position: &Position, record: &TileweRecord) {
    let ply = position.ply();
    let color = position.colors()[record.players[ply]];
    assert_eq!(position.color_to_move(), Some(color));
    assert_eq!(names(position).len(), record.legal_raw[ply]);
    assert_eq!(position.open_corners(color).len(), record.open_corners[ply]);
    for (&color, &n_raw) in position.colors().iter().zip(&record.all_players_raw[ply]) {
        assert_eq!(n_contacts_on_corners(position, color), n_raw, "{color}");
    }
    let m = position.parse_tilewe(&record.moves[ply]).expect("it names a placement");
    let tiles = m.squares().map(|square| u16::from(square.x()) + 20 * u16::from(square.y()));
    assert!(tiles.eq(record.tiles[ply].iter().copied()));
}

/// The Tilewe names of all legal moves.
fn names(position: &Position) -> Vec<String> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves.iter().flat_map(|&m| position.tilewe_names(m)).collect()
}

/// How many Tilewe names a color's moves have, whoever's turn it is.
fn n_contacts_on_corners(position: &Position, color: Color) -> usize {
    let mut moves = Vec::new();
    position.legal_moves_of(color, &mut moves);
    moves.iter().map(|&m| position.tilewe_names_of(color, m).len()).sum()
}

/// The board as Tilewe prints it, top row first.
fn board_rows(position: &Position) -> Vec<String> {
    let letter = |x, y| {
        let square = Square::new(x, y).expect("boards are small");
        position.color_at(square).map_or('.', |color| ['B', 'Y', 'R', 'G'][color.index()])
    };
    let size = position.size();
    (0..size).rev().map(|y| (0..size).map(|x| letter(x, y)).collect()).collect()
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

#[test]
fn first_moves_of_tilewe() {
    for record in read_whole::<Vec<TileweStart>>("tilewe-start.json") {
        let position =
            Blokus::start(&tilewe_options(record.n_players)).expect("one to four seats play");
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        assert_eq!(moves.len(), record.legal_unique);
        assert_eq!(names(&position).len(), record.legal_raw);

        let mut per_piece: BTreeMap<String, usize> =
            Piece::ALL.into_iter().map(|piece| (piece.to_string(), 0)).collect();
        let mut per_corner: BTreeMap<String, usize> = BTreeMap::new();
        for &m in &moves {
            *per_piece.entry(m.piece().to_string()).or_default() += 1;
            let corner = start_corner(&position, m);
            *per_corner.entry(corner.to_string()).or_default() += 1;
        }
        assert_eq!(per_piece, record.per_piece);
        assert_eq!(per_corner, record.per_corner);
        for (i, &color) in position.colors().iter().enumerate() {
            assert_eq!(position.n_legal_moves_of(color), record.per_player[i]);
            assert_eq!(position.open_corners(color).len(), record.n_player_corners[i]);
        }
        if let Some(moves_in_order) = record.moves_in_order {
            // Tilewe's order: open corner, piece, rotation, contact. No first move has two names.
            moves.sort_by_key(|&m| (start_corner(&position, m), m.orientation()));
            let names = moves.iter().map(|&m| position.tilewe_name(m).expect("it has a name"));
            assert!(names.eq(moves_in_order));
        }
    }
}

/// The open corner that a first move covers.
fn start_corner(position: &Position, m: Move) -> Square {
    let open_corners = position.open_corners(Color::Blue);
    m.squares().find(|square| open_corners.contains(square)).expect("a first move covers a corner")
}
