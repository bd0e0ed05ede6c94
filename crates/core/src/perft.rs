//! Perft: counts of move sequences, the standard test of a move generator.

use crate::Position;

/// Counts the move sequences of exactly `depth` moves, playing every move.
///
/// The position is unchanged afterwards.
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

/// Counts as [`perft`] does, but does not play the last moves (bulk counting).
pub fn perft_bulk<P: Position>(position: &mut P, depth: usize) -> u64 {
    match depth.checked_sub(1) {
        None => 1,
        Some(played) => {
            perft_up_to(position, played, u64::MAX, &mut |leaf: &P| leaf.n_legal_moves() as u64)
        }
    }
}

/// Counts as [`perft_bulk`] does until `go_on` returns false, which is asked before each leaf.
/// Returns `None` if the count was stopped.
///
/// ```
/// use tilewright_core::{Position, perft_while};
///
/// fn is_never_stopped<P: Position>(position: &mut P) -> bool {
///     perft_while(position, 2, &mut || true).is_some()
/// }
/// ```
pub fn perft_while<P: Position>(
    position: &mut P,
    depth: usize,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<u64> {
    /// More than any count that somebody waits for, and too little to overflow in a sum.
    const STOPPED: u64 = 1 << 62;
    let Some(played) = depth.checked_sub(1) else { return Some(1) };
    let mut leaf = |leaf: &P| if go_on() { leaf.n_legal_moves() as u64 } else { STOPPED };
    let count = perft_up_to(position, played, STOPPED, &mut leaf);
    (count < STOPPED).then_some(count)
}

/// Counts per first move ("divide"): calls `report` with each legal move, in order, and the number
/// of sequences of `depth` moves that begin with it.
///
/// Returns the sum, which equals [`perft`].
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
/// `enough`. Benchmarks use it to do a limited amount of work.
///
/// ```
/// use tilewright_core::{Position, perft_up_to};
///
/// /// Visits at least 5,000 of the positions three moves from here, if there are so many.
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

/// The recursion of [`perft_up_to`], with a move buffer for each depth.
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
