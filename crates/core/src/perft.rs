//! Counting the ways a game can go: the test of a move generator that no bug survives.

use crate::Position;

/// The number of move sequences of exactly `depth` moves, every one of them played.
///
/// The position is left as it was.
///
/// ```
/// use tilewright_core::{Position, perft, perft_bulk};
///
/// fn agree<P: Position>(position: &mut P) -> bool {
///     perft(position, 2) == perft_bulk(position, 2)
/// }
/// ```
pub fn perft<P: Position>(position: &mut P, depth: usize) -> u64 {
    perft_up_to(position, depth, u64::MAX, &mut |_| 1)
}

/// The same number as [`perft`], with the last moves counted but not played.
pub fn perft_bulk<P: Position>(position: &mut P, depth: usize) -> u64 {
    match depth.checked_sub(1) {
        None => 1,
        Some(played) => {
            perft_up_to(position, played, u64::MAX, &mut |leaf: &P| leaf.n_legal_moves() as u64)
        }
    }
}

/// The legal moves, sorted, each with the number of sequences of `depth` moves that begin
/// with it, handed to `report` as they are known.
///
/// Returns the sum, which is [`perft`].
///
/// ```
/// use tilewright_core::{Position, perft_divide};
///
/// fn print<P: Position>(position: &mut P) {
///     let total = perft_divide(position, 3, |m, count| println!("{m} {count}"));
///     println!("{total}");
/// }
/// ```
pub fn perft_divide<P: Position>(
    position: &mut P,
    depth: usize,
    mut report: impl FnMut(P::Move, u64),
) -> u64 {
    let Some(rest) = depth.checked_sub(1) else { return 1 };
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves.sort_unstable();
    let mut total = 0;
    for m in moves {
        let undo = position.play_unchecked(m);
        let n_sequences = perft_bulk(position, rest);
        position.undo(m, undo);
        report(m, n_sequences);
        total += n_sequences;
    }
    total
}

/// Sums `leaf` over the positions that are `depth` moves away, and stops as soon as the sum is
/// `enough`: the walk behind the counts, for those who measure it.
///
/// ```
/// use tilewright_core::{Position, perft_up_to};
///
/// /// A few thousand of the positions three moves from here, however many there are.
/// fn some<P: Position>(position: &mut P) -> u64 {
///     perft_up_to(position, 3, 5_000, &mut |_| 1)
/// }
/// ```
pub fn perft_up_to<P: Position>(
    position: &mut P,
    depth: usize,
    enough: u64,
    leaf: &mut impl FnMut(&P) -> u64,
) -> u64 {
    let mut buffers = vec![Vec::new(); depth];
    count(position, &mut buffers, enough, leaf)
}

/// The same, with a buffer for the moves of each depth.
fn count<P: Position>(
    position: &mut P,
    buffers: &mut [Vec<P::Move>],
    enough: u64,
    leaf: &mut impl FnMut(&P) -> u64,
) -> u64 {
    let Some((moves, deeper)) = buffers.split_first_mut() else { return leaf(position) };
    moves.clear();
    position.legal_moves(moves);
    let mut total = 0;
    for &m in moves.iter() {
        let undo = position.play_unchecked(m);
        // Nearly all positions are leaves, and a call for each would cost as much as the move.
        total += match deeper {
            [] => leaf(position),
            _ => count(position, deeper, enough - total, leaf),
        };
        position.undo(m, undo);
        if total >= enough {
            break;
        }
    }
    total
}
