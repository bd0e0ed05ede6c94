//! The laws of symmetric positions.

use tilewright_core::Symmetric;

use crate::ensure;
use crate::laws::{Finding, Generator, LawResult, law, some_moves, sorted_moves};

/// The number of moves that are played through each symmetry of a position.
const N_MOVES_TRIED: usize = 3;

/// Checks all symmetries of a position whose sorted moves are given.
pub(super) fn check_position<P: Symmetric>(
    position: &P,
    moves: &[P::Move],
    rng: &mut Generator,
) -> LawResult {
    law("the identity is a symmetry", check_identity(position, moves))?;
    for symmetry in position.symmetries() {
        let tried = some_moves(moves, N_MOVES_TRIED, rng);
        law("symmetries commute with play", {
            check_image(position, moves, symmetry)
                .and_then(|()| check_moves_commute(position, &tried, symmetry))
                .map_err(|how| format!("{symmetry:?}: {how}"))
        })?;
    }
    Ok(())
}

fn check_identity<P: Symmetric>(position: &P, moves: &[P::Move]) -> Finding {
    let is_identity = |&symmetry: &P::Symmetry| {
        position.transform(symmetry) == *position
            && moves.iter().all(|&m| position.transform_move(m, symmetry) == m)
    };
    let symmetries = position.symmetries();
    ensure(symmetries.iter().any(is_identity), || format!("it is none of {symmetries:?}"))
}

/// The image has the images of the moves. Seats may be exchanged, so scores may be too.
fn check_image<P: Symmetric>(position: &P, moves: &[P::Move], symmetry: P::Symmetry) -> Finding {
    let image = position.transform(symmetry);
    let mut images: Vec<P::Move> =
        moves.iter().map(|&m| position.transform_move(m, symmetry)).collect();
    images.sort_unstable();
    let image_moves = sorted_moves(&image);
    ensure(images == image_moves, || {
        let stray = images.iter().find(|m| image_moves.binary_search(m).is_err());
        let missed = image_moves.iter().find(|m| images.binary_search(m).is_err());
        format!("in {image} the image {stray:?} is no move, or the move {missed:?} no image")
    })?;
    let sorted_scores = |position: &P| {
        let mut scores = position.scores().as_slice().to_vec();
        scores.sort_unstable();
        scores
    };
    ensure(sorted_scores(position) == sorted_scores(&image), || {
        format!("the scores of {image} are {:?}", image.scores())
    })
}

/// Playing and transforming may be done in either order.
fn check_moves_commute<P: Symmetric>(
    position: &P,
    tried: &[P::Move],
    symmetry: P::Symmetry,
) -> Finding {
    tried.iter().try_for_each(|&m| {
        let mut played_first = position.clone();
        played_first.play_unchecked(m);
        let played_first = played_first.transform(symmetry);
        let mut transformed_first = position.transform(symmetry);
        transformed_first.play_unchecked(position.transform_move(m, symmetry));
        ensure(
            played_first == transformed_first && played_first.key() == transformed_first.key(),
            || format!("{m} leads to {played_first} or {transformed_first}"),
        )
    })
}
