//! Boards in 20 bytes and moves in four, both ways.

#![allow(clippy::unusual_byte_groupings, reason = "digits are grouped by what they mean")]

mod engine;

use proptest::prelude::*;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use tilewright_coerceo::{
    Act, BOARD_BYTES, Board, BytesError, Color, Costs, Direction, MOVE_BYTES, Move, MoveKind,
    ScoredAct, Tile, Triangle, Variant,
};
use tilewright_core::Position as _;

const COSTS: Costs = Costs { cost: 2, exchange_collects: false };

fn board(text: &str) -> Board {
    let position: tilewright_coerceo::Position = text.parse().unwrap();
    *position.board()
}

fn read(bytes: [u8; BOARD_BYTES]) -> Result<Board, BytesError> {
    Board::from_bytes(&bytes, COSTS)
}

fn tile(text: &str) -> Tile {
    text.parse().unwrap()
}

fn play(text: &str) -> Act {
    Act::Play(text.parse().unwrap())
}

fn bytes_of(act: Act, score: i16) -> [u8; MOVE_BYTES] {
    ScoredAct { act, score }.to_bytes()
}

fn act_of(bytes: [u8; MOVE_BYTES]) -> Result<Act, BytesError> {
    ScoredAct::from_bytes(&bytes).map(|scored| scored.act)
}

// ---------------------------------------------------------------------------------------------
// Boards

/// Bit k of a tile's byte is triangle k: 00 has W1 and W5, 01 has B2 and W5, and so on.
#[test]
fn the_bytes_of_laurentius() {
    let expected = [
        0x00, // White is to move
        0b10_0010, 0b10_0100, 0b01_0010, 0b00_0101, 0b10_0010, // 00 to 04
        0b01_0001, 0b00_0101, 0b01_0001, 0b00_1001, 0b00_0000, // 05 to 09
        0b00_1001, 0b00_1010, 0b10_1000, 0b00_1010, 0b01_0100, // 0A to 0E
        0b10_1000, 0b01_0010, 0b10_0100, 0b01_0100, // 0F to 12
    ];
    let start = Board::start(Variant::Laurentius, COSTS);
    assert_eq!(start.to_bytes(), expected);
    assert_eq!(read(expected), Ok(start));
}

/// Twelve tiles are out of play from the beginning.
#[test]
fn the_bytes_of_ocius() {
    let out = 0b1100_0000;
    let expected = [
        0x00, // White is to move
        out, out, out, out, 0b01_0100, // 00 to 04
        out, 0b10_1000, 0b00_1010, out, 0b00_1001, // 05 to 09
        out, 0b01_0001, 0b00_0101, out, 0b10_0010, // 0A to 0E
        out, out, out, out, // 0F to 12
    ];
    let start = Board::start(Variant::Ocius, COSTS);
    assert_eq!(start.to_bytes(), expected);
    assert_eq!(read(expected), Ok(start));
}

#[test]
fn the_highest_bit_of_the_first_byte_is_the_turn() {
    let mut start = Board::start(Variant::Laurentius, COSTS);
    let white = start.to_bytes();
    start.play_unchecked("0B:W1-0D:W5".parse().unwrap());
    let black = start.to_bytes();
    assert_eq!((white[0], black[0]), (0x00, 0x80));
    // 0B loses W1 and 0D gets W5.
    assert_eq!((black[1 + 0x0B], black[1 + 0x0D]), (0b00_1000, 0b10_1010));
}

/// Five tiles are on the table; of those that are gone White holds two and Black three.
const HANDS: &str = "laurentius x/x/x/x/0/x/-/-/x/1/x/x/x/x/2/x/x/x/x b 2/3";

#[test]
fn tiles_that_are_gone_are_whites_then_blacks_then_nobodys() {
    let white = 0b0100_0000;
    let black = 0b1000_0000;
    let out = 0b1100_0000;
    let expected = [
        0x80, white, white, black, black, 0b00_0001, // 00 to 04
        black, 0, 0, out, 0b00_0010, // 05 to 09
        out, out, out, out, 0b00_0100, // 0A to 0E
        out, out, out, out,
    ];
    assert_eq!(board(HANDS).to_bytes(), expected);
    assert_eq!(read(expected), Ok(board(HANDS)));
}

/// Which tiles who holds does not matter.
#[test]
fn boards_that_differ_in_who_holds_which_tile_are_the_same() {
    let normal = board(HANDS).to_bytes();
    let gone = |bytes: &[u8; BOARD_BYTES]| -> Vec<usize> {
        (1..BOARD_BYTES).filter(|&i| bytes[i] >> 6 != 0).collect()
    };
    let places = gone(&normal);
    for n_turns in 0..places.len() {
        let mut other = normal;
        for (i, &place) in places.iter().enumerate() {
            other[place] = normal[places[(i + n_turns) % places.len()]];
        }
        assert_eq!(other != normal, n_turns > 0);
        let read = read(other).unwrap();
        assert_eq!(read, board(HANDS));
        assert_eq!(read.key(), board(HANDS).key());
        assert_eq!(read.to_bytes(), normal);
    }
    // The number of tiles held does matter.
    let mut poorer = normal;
    poorer[1] = 0b1100_0000;
    assert_eq!(read(poorer).unwrap().held(Color::White), 1);
    assert_ne!(read(poorer).unwrap(), board(HANDS));
}

#[test]
fn a_header_has_one_bit() {
    let mut bytes = Board::start(Variant::Ocius, COSTS).to_bytes();
    for bit in 0..7 {
        for turn in [0x00, 0x80] {
            bytes[0] = turn | 1 << bit;
            let error = read(bytes).unwrap_err();
            assert_eq!(error, BytesError::Reserved(0));
            assert_eq!(error.to_string(), "byte 0 has a bit that means nothing");
        }
    }
}

#[test]
fn a_tile_off_the_table_has_no_pieces() {
    for status in 1..=3 {
        for number in 0..6 {
            let mut bytes = Board::start(Variant::Ocius, COSTS).to_bytes();
            bytes[1 + 0x0D] = status << 6 | 1 << number;
            let error = read(bytes).unwrap_err();
            assert_eq!(error, BytesError::PieceOffTable(tile("0D")));
            assert_eq!(error.to_string(), "tile 0D has a piece but is off the table");
        }
    }
}

#[test]
fn a_color_has_at_most_18_pieces() {
    let mut bytes = [0b01_0111; BOARD_BYTES];
    (bytes[0], bytes[1]) = (0, 0b0100_0000);
    assert_eq!(read(bytes), Err(BytesError::TooManyPieces(Color::Black)));
    assert_eq!(
        BytesError::TooManyPieces(Color::Black).to_string(),
        "black has more than 18 pieces"
    );
    // One on each of 18 tiles is enough.
    bytes[1..].iter_mut().filter(|byte| **byte < 64).for_each(|byte| *byte = 0b01_0010);
    assert!(read(bytes).is_ok());
    bytes[2] |= 0b00_1000;
    assert_eq!(read(bytes), Err(BytesError::TooManyPieces(Color::White)));
}

#[test]
fn the_costs_are_not_in_the_bytes() {
    let other = Costs { cost: 1, exchange_collects: true };
    let bytes = Board::start(Variant::Ocius, COSTS).to_bytes();
    let board = Board::from_bytes(&bytes, other).unwrap();
    assert_eq!(board, Board::start(Variant::Ocius, other));
    assert_eq!(board.to_bytes(), bytes);
}

// ---------------------------------------------------------------------------------------------
// Moves

#[test]
fn the_bytes_of_moves() {
    for (text, score, bytes) in [
        // Tile 0D, triangle 1; direction 5, up-right, type 00.
        ("0D:W1-08:W3", 0, [0b01101_001, 0b101_00_000, 0x00, 0x00]),
        ("09:B0-04:B2", 1, [0b01001_000, 0b000_00_000, 0x00, 0x01]),
        ("09:B0-06:B4", -1, [0b01001_000, 0b001_00_000, 0xFF, 0xFF]),
        ("09:W1-0B:W5", 256, [0b01001_001, 0b010_00_000, 0x01, 0x00]),
        ("12:B2-12:B4", 0, [0b10010_010, 0b100_00_000, 0x00, 0x00]),
        ("00:W5-00:W3", 0, [0b00000_101, 0b010_00_000, 0x00, 0x00]),
        // The same triangle as a target; no direction, type 01.
        ("X08:B0", 0, [0b01000_000, 0b000_01_000, 0x00, 0x00]),
        ("X12:W5", 300, [0b10010_101, 0b000_01_000, 0x01, 0x2C]),
        ("X00:B0", i16::MAX, [0b00000_000, 0b000_01_000, 0x7F, 0xFF]),
        ("X00:B0", i16::MIN, [0b00000_000, 0b000_01_000, 0x80, 0x00]),
    ] {
        let scored = ScoredAct { act: play(text), score };
        assert_eq!(scored.to_bytes(), bytes, "{text}");
        assert_eq!(ScoredAct::from_bytes(&bytes), Ok(scored), "{text}");
    }
}

#[test]
fn the_bytes_of_resigning() {
    for score in [0, 1, -1, i16::MAX, i16::MIN] {
        let [high, low] = score.to_be_bytes();
        let bytes = [0x00, 0b000_10_000, high, low];
        assert_eq!(bytes_of(Act::Resign, score), bytes);
        assert_eq!(ScoredAct::from_bytes(&bytes), Ok(ScoredAct { act: Act::Resign, score }));
    }
}

#[test]
fn every_triangle_and_direction_has_its_bytes() {
    let mut n_steps = 0;
    for triangle in Triangle::all() {
        let exchange = Act::Play(Move::exchange(triangle));
        assert_eq!(bytes_of(exchange, 7), [triangle.byte(), 0b000_01_000, 0, 7]);
        assert_eq!(act_of([triangle.byte(), 0b000_01_000, 0, 7]), Ok(exchange));
        for direction in Direction::ALL {
            let bytes = [triangle.byte(), (direction.index() as u8) << 5, 0, 0];
            let Some(to) = triangle.move_neighbor(direction) else {
                assert_eq!(act_of(bytes), Err(BytesError::NoTriangle), "{triangle} {direction:?}");
                continue;
            };
            let step = Act::Play(Move::step(triangle, to).unwrap());
            assert_eq!(act_of(bytes), Ok(step));
            assert_eq!(bytes_of(step, 0), bytes);
            n_steps += 1;
        }
    }
    // Each step has one back.
    assert!(n_steps % 2 == 0 && n_steps < 6 * 114, "{n_steps}");
}

#[test]
fn reserved_bits_of_a_move_are_refused() {
    for low in 1..8 {
        for kind in 0..4 {
            let error = act_of([0b01001_000, kind << 3 | low, 0, 0]).unwrap_err();
            assert_eq!(error, BytesError::Reserved(1));
            assert_eq!(error.to_string(), "byte 1 has a bit that means nothing");
        }
    }
    // An exchange and resigning have no direction, and resigning has no triangle.
    for direction in 1..8 {
        for kind in [0b01, 0b10] {
            let bytes = [0, direction << 5 | kind << 3, 0, 0];
            assert_eq!(act_of(bytes), Err(BytesError::Reserved(1)));
        }
    }
    for triangle in 1..=u8::MAX {
        let error = act_of([triangle, 0b000_10_000, 0, 0]).unwrap_err();
        assert!(matches!(error, BytesError::Reserved(_)), "{triangle} {error}");
    }
}

#[test]
fn other_types_of_move_are_refused() {
    for direction in 0..8 {
        let error = act_of([0b01001_000, direction << 5 | 0b11 << 3, 0, 0]).unwrap_err();
        assert_eq!(error, BytesError::NoType);
        assert_eq!(error.to_string(), "there is no such type of move");
    }
}

#[test]
fn triangles_and_directions_that_are_none_are_refused() {
    // Triangles 6 and 7 of a tile, tile 13.
    for triangle in [0b00000_110, 0b00000_111, 0b10010_110, 0b10011_000, 0b11111_101] {
        for kind in [0b00, 0b01] {
            let error = act_of([triangle, kind << 3, 0, 0]).unwrap_err();
            assert_eq!(error, BytesError::NoTriangle, "{triangle:08b}");
            assert_eq!(error.to_string(), "there is no such triangle");
        }
    }
    // Directions 6 and 7; up from the northernmost tile.
    for bytes in [[0b01001_000, 0b110_00_000], [0b01001_000, 0b111_00_000], [0, 0], [0, 0b101 << 5]]
    {
        assert_eq!(act_of([bytes[0], bytes[1], 0, 0]), Err(BytesError::NoTriangle), "{bytes:?}");
    }
}

// ---------------------------------------------------------------------------------------------
// Both, in games and from anywhere

#[test]
fn every_board_and_move_of_a_game_comes_back() {
    for (variant, seeds) in [("laurentius", 0..8), ("ocius", 10..40)] {
        let mut n_exchanges = 0;
        for seed in seeds {
            let mut rng = SmallRng::seed_from_u64(seed);
            let mut position = engine::start(&[("variant", variant)]);
            let mut moves = Vec::new();
            for _ in 0..300 {
                let bytes = position.board().to_bytes();
                assert_eq!(read(bytes).as_ref(), Ok(position.board()));
                moves.clear();
                position.legal_moves(&mut moves);
                for &m in &moves {
                    let score = m.to_string().bytes().map(i16::from).sum::<i16>() - 500;
                    let scored = ScoredAct { act: Act::Play(m), score };
                    assert_eq!(ScoredAct::from_bytes(&scored.to_bytes()), Ok(scored));
                    n_exchanges += usize::from(matches!(m.kind(), MoveKind::Exchange(_)));
                }
                let some = [(); 3].map(|()| position.random_move(&mut rng));
                let merit = |m: &Move| position.board().effect(*m).unwrap().removed.len();
                let Some(m) = some.into_iter().flatten().max_by_key(merit) else { break };
                position.play(m).unwrap();
            }
        }
        assert!(n_exchanges > 100, "{variant} {n_exchanges}");
    }
}

/// The bytes with the tiles that are gone sorted: White's, Black's, then those out of play.
fn normal_form(bytes: [u8; BOARD_BYTES]) -> [u8; BOARD_BYTES] {
    let mut gone: Vec<u8> = bytes[1..].iter().copied().filter(|byte| byte >> 6 != 0).collect();
    gone.sort_unstable();
    let mut gone = gone.into_iter();
    let mut normal = bytes;
    for byte in normal[1..].iter_mut().filter(|byte| **byte >> 6 != 0) {
        *byte = gone.next().unwrap();
    }
    normal
}

/// Bytes of which most are boards: no piece off the table, at most one bit in the header.
fn almost_a_board() -> impl Strategy<Value = [u8; BOARD_BYTES]> {
    // One piece of each color on a tile, and none on the last: never more than 18 of a color.
    let piece = (0..3_u8, 0..3_u8).prop_map(|(black, white)| 1 << (2 * black) | 2 << (2 * white));
    let tile = prop_oneof![3 => piece, 2 => Just(0), 3 => (1..4_u8).prop_map(|it| it << 6)];
    let header = prop_oneof![Just(0x00_u8), Just(0x80)];
    (header, proptest::array::uniform19(tile)).prop_map(|(header, tiles)| {
        let mut bytes = [header; BOARD_BYTES];
        bytes[1..].copy_from_slice(&tiles);
        bytes[BOARD_BYTES - 1] &= 0b1100_0000;
        bytes
    })
}

fn n_pieces(bytes: [u8; BOARD_BYTES]) -> u32 {
    bytes[1..].iter().filter(|byte| **byte < 64).map(|byte| byte.count_ones()).sum()
}

fn check_board(bytes: [u8; BOARD_BYTES]) -> Result<(), TestCaseError> {
    match read(bytes) {
        Ok(board) => {
            prop_assert_eq!(board.to_bytes(), normal_form(bytes));
            prop_assert_eq!(read(board.to_bytes()), Ok(board));
            prop_assert_eq!(board.turn() == Color::Black, bytes[0] == 0x80);
        }
        Err(error) => {
            let has_piece_off = bytes[1..].iter().any(|byte| byte >> 6 != 0 && byte & 63 != 0);
            match error {
                BytesError::Reserved(0) => prop_assert!(bytes[0] & 0x7F != 0),
                BytesError::PieceOffTable(_) => prop_assert!(has_piece_off),
                BytesError::TooManyPieces(_) => prop_assert!(n_pieces(bytes) > 18),
                other => prop_assert!(false, "{other}"),
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_20_bytes_are_read_or_refused(bytes in any::<[u8; BOARD_BYTES]>()) {
        check_board(bytes)?;
    }

    #[test]
    fn bytes_like_a_board_are_read(bytes in almost_a_board()) {
        prop_assert!(read(bytes).is_ok());
        check_board(bytes)?;
    }

    /// A board of any bytes can be played on.
    #[test]
    fn every_board_that_is_read_has_its_moves(bytes in almost_a_board()) {
        let board = read(bytes).unwrap();
        let mut moves = Vec::new();
        board.moves(&mut moves);
        prop_assert_eq!(moves.len(), board.n_moves());
        prop_assert_eq!(moves.is_empty(), !board.has_move());
    }

    #[test]
    fn any_4_bytes_are_read_or_refused(bytes in any::<[u8; MOVE_BYTES]>()) {
        if let Ok(scored) = ScoredAct::from_bytes(&bytes) {
            prop_assert_eq!(scored.to_bytes(), bytes);
        }
    }
}

/// All values of the first two bytes.
#[test]
fn whatever_move_is_read_is_written_back() {
    let mut n_acts = 0;
    for first in 0..=u8::MAX {
        for second in 0..=u8::MAX {
            let bytes = [first, second, 0x80, 0x01];
            if let Ok(scored) = ScoredAct::from_bytes(&bytes) {
                assert_eq!((scored.to_bytes(), scored.score), (bytes, i16::MIN + 1));
                n_acts += 1;
            }
        }
    }
    let n_steps: usize = Triangle::all()
        .map(|it| Direction::ALL.iter().filter(|&&way| it.move_neighbor(way).is_some()).count())
        .sum();
    assert_eq!(n_acts, n_steps + 114 + 1);
}

#[test]
fn triangles_have_a_number_a_color_and_a_byte() {
    let names = ["B0", "W1", "B2", "W3", "B4", "W5"];
    let mut triangles = Triangle::all();
    for tile in Tile::all() {
        for (number, name) in names.into_iter().enumerate() {
            let triangle = triangles.next().expect("there are 114");
            assert_eq!(triangle.to_string(), format!("{tile}:{name}"));
            assert_eq!(triangle.to_string().parse(), Ok(triangle));
            assert_eq!((triangle.tile(), triangle.number()), (tile, number));
            assert_eq!(engine::letter(triangle.color()), &name[..1]);
            // The tile has five bits, the triangle three.
            assert_eq!(usize::from(triangle.byte()), tile.index() << 3 | number);
            assert_eq!(Triangle::from_byte(triangle.byte()), Some(triangle));
        }
    }
    assert_eq!(triangles.next(), None);
    assert_eq!((0..=u8::MAX).filter_map(Triangle::from_byte).count(), 114);
}
