//! The evaluation of laurentius: a weighted sum of features,
//! with weights that were fitted to the results of games.

use tilewright_coerceo::{Board, SideFeatures};

/// The number of features.
pub const N_TERMS: usize = 12;

/// The features: mostly the difference between the side to move and the other, and at the end those
/// counted only for the side to move: it takes enemies in danger at once.
pub const TERMS: [&str; N_TERMS] = [
    "pieces",
    "exchanges that can be paid",
    "tiles beyond these",
    "pieces without an open side",
    "pieces with one open side",
    "pieces with two open sides",
    "steps",
    "tiles beside the pieces",
    "tiles held up by one piece",
    "tiles held up by several",
    "to move",
    "pieces in danger",
];

/// Weights change with the number of pieces on the table, from none to these.
pub const MAX_PHASE: i32 = 2 * Board::MAX_PIECES as i32;

/// The number of pieces on the table, if both sides had as few as the weaker one, whose last pieces
/// are worth an exchange, however many the other has.
#[inline]
pub fn phase(board: &Board) -> i32 {
    2 * board.n_pieces(board.turn()).min(board.n_pieces(board.turn().other())) as i32
}

/// The features of a board, in the order of [`TERMS`].
///
/// ```
/// use tilewright_coerceo::{Board, Costs, Variant};
/// use tilewright_bots::coerceo::{TERMS, terms};
///
/// let terms = terms(&Board::start(Variant::Laurentius, Costs::default()));
/// let counted = TERMS.iter().zip(terms).filter(|&(_, count)| count != 0);
/// assert!(counted.eq([(&"to move", 1)]), "both sides have the same");
/// ```
#[inline]
pub fn terms(board: &Board) -> [i32; N_TERMS] {
    let us = board.turn();
    let them = board.turn().other();
    let [own, enemy] = board.features();
    let cost = board.costs().cost.max(1);
    let hand = |color| (i32::from(board.held(color) / cost), i32::from(board.held(color) % cost));
    let own_hand = hand(us);
    let enemy_hand = hand(them);
    let more = |count: fn(&SideFeatures) -> u32| count(&own) as i32 - count(&enemy) as i32;
    [
        board.n_pieces(us) as i32 - board.n_pieces(them) as i32,
        own_hand.0 - enemy_hand.0,
        own_hand.1 - enemy_hand.1,
        more(|it| it.by_open_sides[0]),
        more(|it| it.by_open_sides[1]),
        more(|it| it.by_open_sides[2]),
        more(|it| it.n_steps),
        more(|it| it.n_tiles_beside),
        more(|it| it.n_held_up),
        more(|it| it.n_shared),
        1,
        own.n_in_danger as i32,
    ]
}

/// The evaluation of a board for the side to move, in points of an estimate.
#[inline]
pub(crate) fn worth(board: &Board) -> i32 {
    let terms = terms(board);
    let phase = phase(board);
    let sum = |weights: &[i32; N_TERMS]| -> i32 {
        terms.iter().zip(weights).map(|(term, weight)| term * weight).sum()
    };
    (sum(&MANY) * phase + sum(&FEW) * (MAX_PHASE - phase)) / (MAX_PHASE * PARTS)
}

/// Weights are in these parts of a point.
pub const PARTS: i32 = 16;

// The weights with MAX_PHASE pieces on the table, and with none; for other numbers they lie
// between. Made in two rounds by
//
//     cargo run --release -p tilewright-tuning -- coerceo fit \
//         --laurentius 500 --ocius 1500 --player minimax:nodes=400
//
// with --seed 1 and the estimate before, and then with --seed 2 and the weights of the first round.
// In both the phase was the number of pieces of both sides.
const MANY: [i32; N_TERMS] = [
    142,  // pieces
    545,  // exchanges that can be paid
    439,  // tiles beyond these
    -801, // pieces without an open side
    -86,  // pieces with one open side
    -58,  // pieces with two open sides
    34,   // steps
    84,   // tiles beside the pieces
    128,  // tiles held up by one piece
    369,  // tiles held up by several
    84,   // to move
    -429, // pieces in danger
];
const FEW: [i32; N_TERMS] = [
    1478, // pieces
    1781, // exchanges that can be paid
    320,  // tiles beyond these
    -269, // pieces without an open side
    -154, // pieces with one open side
    -96,  // pieces with two open sides
    13,   // steps
    85,   // tiles beside the pieces
    386,  // tiles held up by one piece
    348,  // tiles held up by several
    26,   // to move
    -474, // pieces in danger
];

#[cfg(test)]
mod tests {
    use tilewright_coerceo::{Color, Costs, Move, Symmetry, Variant};
    use tilewright_core::random_index;

    use super::*;
    use crate::generator;

    #[test]
    fn a_board_is_worth_the_same_however_it_is_turned() {
        let mut rng = generator(1, 0);
        for _ in 0..10 {
            let mut board = Board::start(Variant::Laurentius, Costs::default());
            let mut moves: Vec<Move> = Vec::new();
            for _ in 0..120 {
                moves.clear();
                board.moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                board.play_unchecked(moves[random_index(&mut rng, moves.len())]);
                for symmetry in Symmetry::ALL {
                    assert_eq!(worth(&board.transform(symmetry)), worth(&board), "{board}");
                }
            }
        }
    }

    #[test]
    fn who_has_more_pieces_is_thought_to_be_better() {
        let start = Board::start(Variant::Laurentius, Costs::default());
        let few = start.pieces(Color::Black).iter().skip(6);
        let pieces = start.pieces(Color::White).iter().chain(few).collect();
        let board =
            |turn| Board::new(start.tiles(), pieces, [0; 2], turn, Costs::default()).unwrap();
        assert!(worth(&board(Color::White)) > 100);
        assert!(worth(&board(Color::Black)) < -100);
    }
}
