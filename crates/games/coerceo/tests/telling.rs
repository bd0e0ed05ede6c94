//! Texts for people beside the rules: the color to move, the effect of a move, counts.

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};

use rand::SeedableRng;
use rand::rngs::SmallRng;
use tilewright_coerceo::{
    Board, Coerceo, Color, Options, Position, Triangle, TriangleSet, Variant,
};
use tilewright_core::{Game, Position as _, Viewer};

fn ocius() -> Position {
    Coerceo::start(&Options { variant: Variant::Ocius, ..Options::default() }).unwrap()
}

#[test]
fn the_color_to_move_is_named() {
    let mut position = ocius();
    assert_eq!(
        Coerceo::mover(&Coerceo::view(&position, Viewer::Spectator)).as_deref(),
        Some("white")
    );
    position.play("0E:W1-0B:W5".parse().unwrap()).unwrap();
    assert_eq!(
        Coerceo::mover(&Coerceo::view(&position, Viewer::Spectator)).as_deref(),
        Some("black")
    );
}

#[test]
fn captures_and_removed_tiles_are_told_and_nothing_else() {
    let mut rng = SmallRng::seed_from_u64(1);
    let mut n_told = 0;
    for _ in 0..4 {
        let mut position = ocius();
        while let Some(m) = position.random_move(&mut rng) {
            let told = Coerceo::tell(&position, m);
            let before = *position.board();
            position.play(m).unwrap();
            let board = position.board();
            let n_pieces = |board: &Board| Color::ALL.map(|color| board.n_pieces(color));
            let has_captured = n_pieces(board) != n_pieces(&before);
            let has_removed = board.n_tiles() < before.n_tiles();
            let tells = |word| told.as_ref().is_some_and(|told| told.contains(word));
            assert_eq!((tells("captures"), tells("removes")), (has_captured, has_removed), "{m}");
            assert_eq!(told.is_some(), has_captured || has_removed, "{m}");
            n_told += usize::from(told.is_some());
        }
    }
    assert!(n_told > 10, "{n_told}");
}

#[test]
fn sequences_of_moves_are_counted_on_the_board_alone() {
    let counted = Coerceo::counted(ocius());
    let options = Options { variant: Variant::Ocius, board_only: true, ..Options::default() };
    assert_eq!(Coerceo::options(&counted), options);
    assert_eq!(counted.board(), ocius().board());
}

#[test]
fn moves_are_idle_since_something_was_last_captured_collected_or_exchanged() {
    let mut rng = SmallRng::seed_from_u64(2);
    let mut n_new = 0;
    for _ in 0..4 {
        let mut position = ocius();
        let mut n_idle = 0;
        while let Some(m) = position.random_move(&mut rng) {
            let effect = position.board().effect(m).unwrap();
            let is_new = !effect.captured.is_empty() || !effect.removed.is_empty();
            n_idle = if is_new { 0 } else { n_idle + 1 };
            n_new += usize::from(is_new);
            position.play(m).unwrap();
            assert_eq!(position.n_idle_moves(), n_idle, "{m}");
        }
    }
    assert!(n_new > 10, "{n_new}");
}

#[test]
fn the_triangles_of_a_set_come_tile_by_tile_whatever_their_color() {
    let all: TriangleSet = Triangle::all().collect();
    assert!(all.iter().eq(Triangle::all()));
    assert!(Triangle::all().is_sorted());
    for color in Color::ALL {
        let of_color = Triangle::all().filter(|triangle| triangle.color() == color);
        assert!(all.places(color).eq(of_color.map(Triangle::place)));
    }
}

/// Otherwise a walk over many boards would never come to its end.
#[test]
fn boards_are_spread_by_their_hash() {
    let state = RandomState::new();
    let boards: Vec<Board> = ocius().board().successors().map(|it| it.1.board).collect();
    let hashes: HashSet<u64> = boards.iter().map(|board| state.hash_one(board)).collect();
    assert_eq!(hashes.len(), boards.len());
}
