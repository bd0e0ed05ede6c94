//! Noisy moves and pieces in danger, found without playing a move.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tilewright_coerceo::{
    Board, Coerceo, Color, Direction, MoveKind, Options, SideFeatures, Tile, Triangle, Variant,
};
use tilewright_core::{Game, Position};

#[test]
fn noisy_steps_are_those_that_change_more_than_one_place() {
    let mut n_noisy = 0;
    for seed in 0..60 {
        let variant = if seed % 2 == 0 { Variant::Laurentius } else { Variant::Ocius };
        let mut position = Coerceo::start(&Options { variant, ..Options::default() }).unwrap();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        while let Some(m) = position.random_move(&mut rng) {
            n_noisy += check(&position);
            position.play_unchecked(m);
        }
    }
    assert!(n_noisy > 1_000, "only {n_noisy}");
}

/// Compares what is said of the moves with what they do, and counts the noisy ones.
fn check(position: &<Coerceo as Game>::Position) -> usize {
    let board = position.board();
    for color in Color::ALL {
        let i = usize::from(color != board.turn());
        assert_eq!(board.features()[i], features(board, color), "{position} {color}");
    }
    let mut moves = Vec::new();
    let mut noisy = Vec::new();
    board.moves(&mut moves);
    moves.retain(|&m| {
        let effect = board.effect(m).unwrap();
        let is_quiet = effect.captured.is_empty() && effect.removed.is_empty();
        assert_eq!(board.is_quiet(m), is_quiet, "{position} {m}");
        !is_quiet && matches!(m.kind(), MoveKind::Step { .. })
    });
    board.noisy_steps(&mut noisy);
    moves.sort_unstable();
    noisy.sort_unstable();
    assert_eq!(noisy, moves, "{position}");
    noisy.len()
}

/// The hopes and fears of a side, counted piece by piece.
fn features(board: &Board, color: Color) -> SideFeatures {
    let n_steps = steps(board, color).len() as u32;
    let mut features = SideFeatures { n_steps, ..SideFeatures::default() };
    let enemy_steps = steps(board, color.other());
    for piece in board.pieces(color).iter() {
        let is_open = |side: &Triangle| {
            board.has_tile(side.tile()) && !board.pieces(color.other()).contains(*side)
        };
        let open: Vec<Triangle> = piece.edge_neighbors().filter(is_open).collect();
        features.by_open_sides[open.len()] += 1;
        let encloses = |&(from, to): &(Triangle, Triangle)| {
            open == [to] && piece.edge_neighbors().all(|side| side != from)
        };
        features.n_in_danger += u32::from(enemy_steps.iter().any(encloses));
        features.n_tiles_beside += n_tiles_beside(board, piece.tile()) as u32;
    }
    for tile in board.tiles().iter() {
        let n_on_tile =
            |color| board.pieces(color).iter().filter(|piece| piece.tile() == tile).count();
        let n_own = n_on_tile(color);
        let n_enemies = n_on_tile(color.other());
        if n_own > 0 && n_enemies == 0 && is_loose(board, tile) {
            features.n_held_up += u32::from(n_own == 1);
            features.n_shared += u32::from(n_own > 1);
        }
    }
    features
}

/// From where to where the pieces of a color can step.
fn steps(board: &Board, color: Color) -> Vec<(Triangle, Triangle)> {
    let pieces = board.pieces(color);
    let is_vacant = |to: &Triangle| board.has_tile(to.tile()) && !pieces.contains(*to);
    let steps = pieces.iter().flat_map(|from| {
        Direction::ALL.into_iter().filter_map(move |it| Some((from, from.move_neighbor(it)?)))
    });
    steps.filter(|(_, to)| is_vacant(to)).collect()
}

fn n_tiles_beside(board: &Board, tile: Tile) -> usize {
    (0..6).filter_map(|side| tile.neighbor(side)).filter(|&it| board.has_tile(it)).count()
}

/// Returns whether the tiles beside it form one unbroken run of one to three sides.
fn is_loose(board: &Board, tile: Tile) -> bool {
    let has_neighbor = |side: usize| tile.neighbor(side % 6).is_some_and(|it| board.has_tile(it));
    let n_runs = (0..6).filter(|&side| has_neighbor(side) && !has_neighbor(side + 1)).count();
    n_runs == 1 && n_tiles_beside(board, tile) <= 3
}
