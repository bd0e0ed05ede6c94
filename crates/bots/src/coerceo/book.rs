//! The opening book of Coerceo: the first moves of the usual games, found by searches.

use tilewright_coerceo::{Board, Move, MoveKind, Options, Position, Triangle};
use tilewright_core::Symmetric;

/// The content of the file: for each board that symmetries make of one of the first, in the order
/// of keys, its key and the move. Made by
///
/// ```text
/// cargo run --release -p tilewright-tuning -- coerceo book \
///     --write crates/bots/src/coerceo/book.bin
/// ```
const BOOK: &[u8] = include_bytes!("book.bin");

/// The key, and the bytes of the two triangles of a move.
const N_ENTRY_BYTES: usize = 10;

/// The move that the book knows in a position of a game with the usual options.
pub(super) fn book_move(position: &Position) -> Option<Move> {
    let options = position.options();
    if *options != (Options { variant: options.variant, ..Options::default() }) {
        return None;
    }
    let (board, symmetry) = position.board().canonical();
    let m = look_up(BOOK, board.key())?;
    let mut moves = Vec::new();
    position.board().moves(&mut moves);
    // A move that is not legal here is that of a board with the same key.
    moves.into_iter().find(|&legal| position.transform_move(legal, symmetry) == m)
}

fn look_up(book: &[u8], key: u64) -> Option<Move> {
    let (entries, _) = book.as_chunks::<N_ENTRY_BYTES>();
    let i = entries.binary_search_by_key(&key, key_of).ok()?;
    let [.., from, to] = entries[i];
    Move::step(Triangle::from_byte(from)?, Triangle::from_byte(to)?)
}

fn key_of(entry: &[u8; N_ENTRY_BYTES]) -> u64 {
    u64::from_le_bytes(*entry.first_chunk().expect("an entry begins with a key"))
}

/// A book of moves on canonical boards, as it is kept: exchanges, which no opening has, are left
/// out.
///
/// ```
/// use tilewright_coerceo::{Board, Costs, Variant};
/// use tilewright_bots::coerceo::write_book;
///
/// let board = Board::start(Variant::Ocius, Costs::default()).canonical().0;
/// let mut moves = Vec::new();
/// board.moves(&mut moves);
/// assert_eq!(write_book([(board, moves[0])]).len(), 10);
/// ```
pub fn write_book(moves: impl IntoIterator<Item = (Board, Move)>) -> Vec<u8> {
    let entry = |(board, m): (Board, Move)| match m.kind() {
        MoveKind::Step { from, to } => Some((board.key(), [from.byte(), to.byte()])),
        MoveKind::Exchange(_) => None,
    };
    let mut entries: Vec<_> = moves.into_iter().filter_map(entry).collect();
    entries.sort_unstable();
    entries.dedup_by_key(|(key, _)| *key);
    entries.into_iter().flat_map(|(key, m)| key.to_le_bytes().into_iter().chain(m)).collect()
}

#[cfg(test)]
mod tests {
    use tilewright_coerceo::{Coerceo, Symmetry, Variant};
    use tilewright_core::{Game, Position as _};

    use super::*;

    fn start(variant: Variant) -> Position {
        Coerceo::start(&Options { variant, ..Options::default() }).unwrap()
    }

    /// The start, and what comes after each first move and, where the book has begun, each reply.
    #[test]
    fn every_opening_has_a_legal_move_and_symmetric_ones_the_same() {
        assert!(BOOK.len() < 4_000, "{}", BOOK.len());
        for variant in [Variant::Laurentius, Variant::Ocius] {
            let mut position = start(variant);
            let first = book_move(&position).expect("the book knows the start");
            check(&position);
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            for m in moves {
                let undo = position.play_unchecked(m);
                check(&position);
                position.undo(m, undo);
            }
            position.play(first).unwrap();
            let mut replies = Vec::new();
            position.legal_moves(&mut replies);
            for reply in replies {
                let undo = position.play_unchecked(reply);
                check(&position);
                position.undo(reply, undo);
            }
        }
    }

    fn check(position: &Position) {
        let m = book_move(position).unwrap_or_else(|| panic!("{position} is not in the book"));
        position.explain(m).unwrap();
        for symmetry in Symmetry::ALL {
            let image = position.transform(symmetry);
            image.explain(book_move(&image).expect("a symmetric board is the same")).unwrap();
        }
    }

    #[test]
    fn other_rules_have_no_book() {
        let options = Options { cost: 1, ..Options::default() };
        assert_eq!(book_move(&Coerceo::start(&options).unwrap()), None);
    }
}
