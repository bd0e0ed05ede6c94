//! Tilewe's board: lists of moves against independent programs and against the rules of Blokus.

mod records;

use std::collections::BTreeSet;

use records::{TILEWE_FILES, TileweRecord, TileweStart, read_whole};
use tilewright_blokus::tilewe::{Board, Move, MoveList, N_TILES, Naming, tile, tile_index};
use tilewright_blokus::{Color, Piece};
use tilewright_core::Position as _;
use tilewright_core::grid::{Square, Symmetry};

fn find(moves: &MoveList, name: &str) -> Move {
    let named = |m: &Move| m.to_string() == name;
    moves.iter().find(named).unwrap_or_else(|| panic!("{name} is not among the moves"))
}

fn current(board: &Board, naming: Naming) -> MoveList {
    board.legal_moves(board.current_player(), naming)
}

/// A board after some plies of each recorded game.
fn boards_within_games() -> Vec<Board> {
    let mut boards = Vec::new();
    for record in TILEWE_FILES.into_iter().flat_map(read_whole::<Vec<TileweRecord>>) {
        let mut board = Board::new(record.n_players as u8).unwrap();
        for (ply, name) in record.moves.iter().enumerate() {
            if ply % 7 == boards.len() % 7 {
                boards.push(board.clone());
            }
            board.push(find(&current(&board, Naming::EachCorner), name)).unwrap();
        }
        boards.push(board);
    }
    boards
}

#[test]
fn games_of_independent_programs() {
    for record in TILEWE_FILES.into_iter().flat_map(read_whole::<Vec<TileweRecord>>) {
        let mut board = Board::new(record.n_players as u8).unwrap();
        for (ply, name) in record.moves.iter().enumerate() {
            assert_eq!(board.ply(), ply);
            assert!(!board.is_finished());
            let player = board.current_player();
            assert_eq!(player.index(), record.players[ply]);
            let moves = board.legal_moves(player, Naming::EachCorner);
            assert_eq!(moves.len(), record.legal_raw[ply]);
            assert_eq!(board.n_legal_moves(player, Naming::Once), record.legal_unique[ply]);
            for (&player, &n_raw) in board.players().iter().zip(&record.all_players_raw[ply]) {
                assert_eq!(board.legal_moves(player, Naming::EachCorner).len(), n_raw);
                assert_eq!(board.n_legal_moves(player, Naming::EachCorner), n_raw);
            }
            board.push(find(&moves, name)).unwrap();
        }
        assert!(board.is_finished());
        assert_eq!(board.current_player().index(), *record.players.last().unwrap());
        let scores = board.players().iter().map(|&player| board.score(player) as i32);
        assert!(scores.eq(record.scores.iter().copied()));
        assert!(board.winners().map(Color::index).eq(record.winners.iter().copied()));
        assert!(board.moves().map(|m| m.to_string()).eq(record.moves.iter().cloned()));
    }
}

#[test]
fn first_moves_come_in_the_order_of_tilewe() {
    let starts: Vec<TileweStart> = read_whole("tilewe-start.json");
    let expected = starts.into_iter().find_map(|start| start.moves_in_order).unwrap();
    for naming in [Naming::EachCorner, Naming::Once] {
        let moves = current(&Board::new(4).unwrap(), naming);
        assert!(moves.iter().map(|m| m.to_string()).eq(expected.iter().cloned()));
    }
}

#[test]
fn a_list_has_every_name_of_every_placement_in_order() {
    for board in boards_within_games() {
        for &player in board.players() {
            let mut placements = Vec::new();
            board.position().legal_moves_of(player, &mut placements);
            let names = |m| board.position().tilewe_names_of(player, m);
            let expected: BTreeSet<String> = placements.iter().flat_map(|&m| names(m)).collect();
            let moves = board.legal_moves(player, Naming::EachCorner);
            let listed: Vec<Move> = moves.iter().collect();
            let by_corner = |m: &Move| (m.to_tile(), *m);
            assert!(listed.is_sorted_by_key(by_corner), "{listed:?}");
            let texts: BTreeSet<String> = listed.iter().map(ToString::to_string).collect();
            assert_eq!(texts, expected);
            assert_eq!((listed.len(), moves.len()), (expected.len(), expected.len()));
        }
    }
}

#[test]
fn a_unique_list_has_the_first_name_of_every_placement() {
    for board in boards_within_games() {
        for &player in board.players() {
            let mut seen = BTreeSet::new();
            let all = board.legal_moves(player, Naming::EachCorner);
            let firsts = all.iter().filter(|m| seen.insert(m.placement().unwrap()));
            let firsts: Vec<Move> = firsts.collect();
            let unique = board.legal_moves(player, Naming::Once);
            assert!(unique.iter().eq(firsts.iter().copied()));
            assert_eq!(unique.len(), firsts.len());
        }
    }
}

#[test]
fn moves_are_found_by_their_place() {
    for board in boards_within_games().into_iter().step_by(5) {
        for naming in [Naming::EachCorner, Naming::Once] {
            let moves = current(&board, naming);
            for (i, m) in moves.iter().enumerate() {
                assert_eq!(moves.get(i), Some(m));
            }
            assert_eq!(moves.get(moves.len()), None);
            assert_eq!(moves.get(usize::MAX), None);
            assert_eq!(moves.is_empty(), board.is_finished());
        }
    }
}

#[test]
fn rotations_that_look_the_same_are_one_move() {
    let corner = tile(0).unwrap();
    let named = |rotation| Move::new(Piece::W5, rotation, corner, corner).unwrap();
    assert_eq!(named(Symmetry::ALL[5]), named(Symmetry::ALL[0]));
    assert_eq!(named(Symmetry::ALL[5]).rotation(), Symmetry::ALL[0]);
}

#[test]
fn a_name_is_legal_if_its_orientation_is_listed_there() {
    for board in boards_within_games().into_iter().step_by(71) {
        for &player in board.players() {
            let moves = board.legal_moves(player, Naming::EachCorner);
            let listed: BTreeSet<_> =
                moves.iter().map(|m| (m.orientation(), m.contact(), m.to_tile())).collect();
            for m in all_names() {
                let expected = listed.contains(&(m.orientation(), m.contact(), m.to_tile()));
                assert_eq!(board.is_legal(player, m), expected, "{m}");
                assert_eq!(board.explain(player, m).is_ok(), expected, "{m}");
            }
        }
    }
}

/// All pieces in all rotations, every square of a box of 5 × 5 as contact, on every eleventh
/// square.
fn all_names() -> impl Iterator<Item = Move> {
    let boxes = (0..25).map(|i| Square::new(i % 5, i / 5).unwrap());
    let names = Piece::ALL.into_iter().flat_map(|piece| Symmetry::ALL.map(|s| (piece, s)));
    names.flat_map(move |(piece, rotation)| {
        boxes.clone().flat_map(move |contact| {
            let corners =
                ((piece.index() + tile_index(contact)) % 11..N_TILES).step_by(11).filter_map(tile);
            corners.filter_map(move |corner| Move::new(piece, rotation, contact, corner))
        })
    })
}

#[test]
fn what_is_illegal_is_refused_with_its_reason_and_changes_nothing() {
    let square = |name: &str| -> Square { name.parse().unwrap() };
    let named = |piece: Piece, rotation: &str, contact: &str, corner: &str| {
        Move::new(piece, rotation.parse().unwrap(), square(contact), square(corner)).unwrap()
    };
    let mut board = Board::new(2).unwrap();
    board.push(named(Piece::W5, "n", "a1", "a1")).unwrap();
    board.push(named(Piece::O1, "wf", "a1", "t20")).unwrap();
    let before = board.clone();
    let middle = Move::new(Piece::X5, Symmetry::ALL[0], square("b2"), square("d4"));
    assert_eq!(middle, None, "its middle is no contact");
    let refused = [
        (named(Piece::I5, "n", "a5", "d4"), "off-board"),
        (named(Piece::W5, "s", "a1", "d4"), "piece-used"),
        (named(Piece::O1, "n", "a1", "c3"), "occupied"),
        (named(Piece::O1, "n", "a1", "c4"), "touches-own-edge"),
        (named(Piece::O1, "n", "a1", "h8"), "no-own-corner"),
        (named(Piece::I2, "n", "a2", "d5"), "no-open-corner"),
    ];
    for (m, rule) in refused {
        assert_eq!(board.push(m).unwrap_err().rule(), rule, "{m}");
        assert!(!board.is_legal(Color::Blue, m), "{m}");
    }
    assert_eq!(board.ply(), 2);
    assert_eq!(board.position(), before.position());
    assert_eq!(board.explain(Color::Green, refused[0].0).unwrap_err().rule(), "color-absent");
    assert!(!board.is_legal(Color::Green, named(Piece::O1, "n", "a1", "t1")));
    assert!(board.legal_moves(Color::Green, Naming::Once).is_empty());
}

#[test]
fn popping_restores_every_position() {
    for record in TILEWE_FILES.into_iter().flat_map(read_whole::<Vec<TileweRecord>>) {
        let mut board = Board::new(record.n_players as u8).unwrap();
        let mut positions = Vec::new();
        for name in &record.moves {
            positions.push(board.position().clone());
            board.push(find(&current(&board, Naming::EachCorner), name)).unwrap();
        }
        for (name, position) in record.moves.iter().zip(&positions).rev() {
            assert_eq!(board.pop().unwrap().to_string(), *name);
            assert_eq!(board.position(), position);
            assert_eq!(board.position().key(), position.key());
        }
        assert_eq!((board.pop(), board.ply()), (None, 0));
    }
}

#[test]
fn evaluations_of_all_moves_are_those_after_each() {
    let weights: [f64; N_TILES] = std::array::from_fn(|i| f64::from(i as u32 * 7 % 17));
    for mut board in boards_within_games().into_iter().step_by(29) {
        let player = board.current_player();
        let moves: Vec<Move> = board.legal_moves(player, Naming::EachCorner).iter().collect();
        let corners = board.corners_after_moves();
        let differences = board.move_differences();
        let sums = board.weights_of_moves(&weights);
        assert_eq!([corners.len(), differences.len(), sums.len()], [moves.len(); 3]);
        for (i, &m) in moves.iter().enumerate() {
            board.push(m).unwrap();
            assert_eq!(corners[i], board.position().n_open_corners(player));
            let n_moves = |of: Color| board.n_legal_moves(of, Naming::EachCorner) as i32;
            let all: i32 = board.players().iter().map(|&of| n_moves(of)).sum();
            assert_eq!(differences[i], 2 * n_moves(player) - all);
            board.pop();
            let squares = m.placement().unwrap().squares();
            let sum: f64 = squares.map(|square| weights[tile_index(square)]).sum();
            assert!((sums[i] - sum).abs() < 1e-9);
        }
    }
}

#[test]
fn boards_are_for_one_to_four() {
    for n_players in [0, 5, 255] {
        assert!(Board::new(n_players).is_err());
    }
}
