//! Boards and moves of Coerceo as bytes.

use tilewright_coerceo::{
    BOARD_BYTES, Board, Coerceo, Costs, MOVE_BYTES, Options, Position, ScoredAct,
};
use tilewright_testkit::check_laws_along;

use crate::input::{at_most, check_sentence};

/// The number of bytes that choose moves: two for each.
const MAX_CHOICES: usize = 16;

/// A board of Coerceo in 20 bytes, or a move in the first four of them. What follows chooses some
/// moves.
///
/// Both are read or refused with a sentence, and what is read is written as bytes that read the
/// same. A game that goes on from the board obeys the laws.
pub fn board_bytes(data: &[u8]) {
    if let Some(&bytes) = data.first_chunk::<MOVE_BYTES>() {
        check_act(bytes);
    }
    if let Some((bytes, choices)) = data.split_first_chunk::<BOARD_BYTES>() {
        check_board(bytes, at_most(choices, MAX_CHOICES));
    }
}

fn check_act(bytes: [u8; MOVE_BYTES]) {
    match ScoredAct::from_bytes(&bytes) {
        Ok(scored) => assert_eq!(scored.to_bytes(), bytes),
        Err(error) => check_sentence(&error),
    }
}

fn check_board(bytes: &[u8; BOARD_BYTES], choices: &[u8]) {
    let costs = Costs::default();
    let board = match Board::from_bytes(bytes, costs) {
        Ok(board) => board,
        Err(error) => return check_sentence(&error),
    };
    assert_eq!(Board::from_bytes(&board.to_bytes(), costs).as_ref(), Ok(&board));
    match Position::from_board(Options::default(), board) {
        Ok(position) => check_laws_along::<Coerceo>(position, choices),
        Err(error) => check_sentence(&error),
    }
}
