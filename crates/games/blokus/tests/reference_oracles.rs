//! The reference against the games and counts of independent programs, so that it can be trusted
//! where they say nothing.

mod records;
mod reference;

use std::collections::BTreeMap;

use records::{
    GAME_FILES, GameRecord, TILEWE_FILES, TilewePieces, TileweRecord, TileweStart, legal_hash,
    read_lines, read_whole,
};
use reference::{
    Cell, Placement, ROTATIONS, Reference, SHAPES, cell_name, contacts, piece_corners, piece_names,
    rotated,
};

#[test]
fn games_of_classic_and_duo() {
    for record in GAME_FILES.into_iter().flat_map(read_lines::<GameRecord>) {
        replay(&record);
    }
}

fn replay(record: &GameRecord) {
    let (variant, n_seats) = match record.variant.as_str() {
        "classic" => ("classic", 4),
        "classic-2" => ("classic-2", 2),
        "classic-3" => ("classic-3", 3),
        "duo" => ("duo", 2),
        other => panic!("{other}"),
    };
    let mut game = Reference::new(variant, n_seats, false);
    assert_eq!(game.side(), i32::from(record.size));
    assert_eq!(record.plies.len(), record.nplies);
    let mut previous_color = game.n_colors() - 1;
    for ply in &record.plies {
        let context = format!("{} ply {}", record.id, ply.ply);
        assert_eq!(game.ply(), ply.ply);
        assert_eq!(game.color_to_move(), Some(ply.color), "{context}");
        assert_eq!(game.seat_to_move(), Some(ply.player), "{context}");
        let next_colors = (1..).map(|steps| (previous_color + steps) % game.n_colors());
        let skipped: Vec<usize> = next_colors.take_while(|&color| color != ply.color).collect();
        assert_eq!(skipped, ply.skipped, "{context}");
        assert!(skipped.iter().all(|&color| game.is_out(color)), "{context}");

        let legal: Vec<Vec<Placement>> =
            (0..game.n_colors()).map(|color| game.legal_placements(color)).collect();
        assert_eq!(legal[ply.color].len(), ply.legal, "{context}");
        assert_eq!(legal.iter().map(Vec::len).collect::<Vec<_>>(), ply.legal_all, "{context}");
        let cells = legal[ply.color].iter().map(|placement| narrow(&placement.cells));
        assert_eq!(legal_hash(cells), ply.legal_hash, "{context}");

        let cells: Vec<Cell> = ply.cells.iter().map(|&(x, y)| (x.into(), y.into())).collect();
        let placement = Placement::from_cells(&cells).expect(&context);
        assert_eq!(pentobi_name(placement.piece), ply.piece, "{context}");
        game.place(&placement);
        let points: Vec<i32> = (0..game.n_colors()).map(|color| total(&game, color)).collect();
        assert_eq!(points, ply.points_after, "{context}");
        previous_color = ply.color;
    }
    assert_eq!(game.color_to_move(), None, "{}", record.id);
    let points: Vec<i32> = (0..game.n_colors()).map(|color| total(&game, color)).collect();
    assert_eq!(points, record.final_points, "{}", record.id);
    let n_own_colors = if variant == "classic-2" { 2 } else { 1 };
    let leaflet: Vec<i32> =
        record.result_players.iter().map(|points| points - 89 * n_own_colors).collect();
    assert_eq!(game.scores("advanced"), leaflet, "{}", record.id);
}

/// Squares placed plus bonus.
fn total(game: &Reference, color: usize) -> i32 {
    game.squares_placed(color) + game.bonus(color)
}

fn narrow(cells: &[Cell]) -> Vec<(u8, u8)> {
    cells.iter().map(|&(x, y)| (x as u8, y as u8)).collect()
}

/// Pentobi's name of a piece. The rules page lists both in the same order.
fn pentobi_name(piece: &str) -> &'static str {
    const TILEWE: &str = "O1 I2 I3 L3 O4 I4 L4 Z4 T4 I5 L5 N5 P5 F5 Y5 T5 U5 V5 W5 X5 Z5";
    const PENTOBI: &str = "1 2 I3 V3 O I4 L4 Z4 T4 I5 L5 N P F Y T5 U V5 W X Z5";
    let index = TILEWE.split(' ').position(|name| name == piece).expect("the piece is listed");
    PENTOBI.split(' ').nth(index).expect("the lists are equally long")
}

#[test]
fn games_of_tilewe() {
    for record in TILEWE_FILES.into_iter().flat_map(read_whole::<Vec<TileweRecord>>) {
        replay_tilewe(&record);
    }
}

fn replay_tilewe(record: &TileweRecord) {
    let mut game = Reference::new("tilewe", record.n_players, false);
    for (ply, name) in record.moves.iter().enumerate() {
        let context = format!("{} players seed {} ply {ply}", record.n_players, record.seed);
        let color = record.players[ply];
        assert_eq!(game.color_to_move(), Some(color), "{context}");
        assert_eq!(game.seat_to_move(), Some(color), "{context}");
        let names: Vec<BTreeMap<String, Placement>> =
            (0..game.n_colors()).map(|color| named_placements(&game, color)).collect();
        assert_eq!(game.legal_placements(color).len(), record.legal_unique[ply], "{context}");
        assert_eq!(names[color].len(), record.legal_raw[ply], "{context}");
        assert_eq!(game.open_corners(color).len(), record.open_corners[ply], "{context}");
        let raw: Vec<usize> = names.iter().map(BTreeMap::len).collect();
        assert_eq!(raw, record.all_players_raw[ply], "{context}");

        let placement = &names[color][name];
        let tiles: Vec<u16> = placement.cells.iter().map(|&(x, y)| (x + 20 * y) as u16).collect();
        assert_eq!(tiles, record.tiles[ply], "{context}");
        game.place(placement);
    }
    assert_eq!(game.color_to_move(), None);
    assert_eq!(game.ply(), record.ply);
    assert_eq!(game.scores("tilewe"), record.scores);
    let places = game.places("tilewe");
    let winners: Vec<usize> = (0..game.n_seats()).filter(|&seat| places[seat] == 1).collect();
    assert_eq!(winners, record.winners);
    let remaining: Vec<_> = (0..game.n_colors()).map(|color| game.remaining(color)).collect();
    assert_eq!(remaining, record.remaining);
    assert_eq!(game.rows(), record.final_board);
}

/// Every Tilewe name of every legal placement.
fn named_placements(game: &Reference, color: usize) -> BTreeMap<String, Placement> {
    let open_corners = game.open_corners(color);
    let mut named = BTreeMap::new();
    for placement in game.legal_placements(color) {
        for name in Reference::tilewe_names(&open_corners, &placement) {
            assert!(named.insert(name, placement.clone()).is_none());
        }
    }
    named
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
        assert!(piece.rotations.iter().map(|rotation| rotation.rotation.as_str()).eq(ROTATIONS));
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
fn first_moves_of_tilewe() {
    for record in read_whole::<Vec<TileweStart>>("tilewe-start.json") {
        let game = Reference::new("tilewe", record.n_players, false);
        let placements = game.legal_placements(0);
        let open_corners = game.open_corners(0);
        let mut names: Vec<((usize, usize, usize), String)> = Vec::new();
        for placement in &placements {
            for name in Reference::tilewe_names(&open_corners, placement) {
                names.push((tilewe_order(&game, placement), name));
            }
        }
        names.sort();
        assert_eq!(placements.len(), record.legal_unique);
        assert_eq!(names.len(), record.legal_raw);
        for (piece, &count) in &record.per_piece {
            let of_piece = placements.iter().filter(|placement| placement.piece == piece);
            assert_eq!(of_piece.count(), count);
        }
        for (corner, &count) in &record.per_corner {
            let covers = |placement: &Placement| {
                placement.cells.iter().any(|&cell| cell_name(cell) == *corner)
            };
            assert_eq!(placements.iter().filter(|placement| covers(placement)).count(), count);
        }
        if let Some(moves_in_order) = record.moves_in_order {
            assert!(names.iter().map(|(_, name)| name).eq(&moves_in_order));
        }
        for color in 0..game.n_colors() {
            assert_eq!(game.legal_placements(color).len(), record.per_player[color]);
            assert_eq!(game.open_corners(color).len(), record.n_player_corners[color]);
        }
    }
}

/// The place of a first move in Tilewe's list: open corner, piece, rotation. (The contact comes
/// last, but no first move has two.)
fn tilewe_order(game: &Reference, placement: &Placement) -> (usize, usize, usize) {
    let open_corners = game.open_corners(0);
    let corner = open_corners.iter().position(|corner| placement.cells.contains(corner));
    let piece = piece_names().position(|name| name == placement.piece);
    let rotation = ROTATIONS.iter().position(|&name| name == placement.rotation);
    (corner.unwrap(), piece.unwrap(), rotation.unwrap())
}

#[test]
fn numbers_of_placements() {
    assert_eq!(Placement::all(20).len(), 30_433);
    assert_eq!(Placement::all(14).len(), 13_729);
}

#[test]
fn first_moves() {
    assert_eq!(Reference::new("classic", 4, false).legal_placements(0).len(), 58);
    let duo = Reference::new("duo", 2, false);
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
    let mut game = Reference::new("classic", 4, false);
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
