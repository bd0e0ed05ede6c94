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
    let mut buffers = vec![Vec::new(); depth];
    count(position, &mut buffers, &mut |_| 1)
}

/// The same number as [`perft`], with the last moves counted but not played.
pub fn perft_bulk<P: Position>(position: &mut P, depth: usize) -> u64 {
    match depth.checked_sub(1) {
        None => 1,
        Some(played) => {
            let mut buffers = vec![Vec::new(); played];
            count(position, &mut buffers, &mut |leaf: &P| leaf.n_legal_moves() as u64)
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

/// Sums `leaf` over the positions that are as many moves away as there are buffers.
fn count<P: Position>(
    position: &mut P,
    buffers: &mut [Vec<P::Move>],
    leaf: &mut impl FnMut(&P) -> u64,
) -> u64 {
    let Some((moves, deeper)) = buffers.split_first_mut() else { return leaf(position) };
    moves.clear();
    position.legal_moves(moves);
    let mut total = 0;
    for &m in moves.iter() {
        let undo = position.play_unchecked(m);
        total += count(position, deeper, leaf);
        position.undo(m, undo);
    }
    total
}
