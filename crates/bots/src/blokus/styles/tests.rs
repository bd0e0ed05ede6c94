//! Each style cares for what it says.

use tilewright_core::{Game, parse_options};
use tilewright_search::Thinking;

use super::*;
use crate::bot::bot;
use crate::chance::generator;

/// A position some way into a random game.
fn middle_game(pairs: &[(&str, &str)], n_plies: usize) -> Position {
    let options = parse_options(pairs.iter().copied()).unwrap();
    let mut position = Blokus::start(&options).unwrap();
    let rng = &mut generator(5, 0);
    for _ in 0..n_plies {
        position.play_unchecked(position.quick_move(rng).unwrap());
    }
    position
}

/// Checks that what a bot chooses has the highest merit, in several positions.
fn check(spec: &str, merit: impl Fn(&Position, Move) -> i64) {
    let mut bot = bot::<Blokus>(&spec.parse().unwrap()).unwrap();
    for variant in ["classic", "classic-2", "classic-3", "duo", "tilewe"] {
        for n_plies in [0, 4, 9, 16] {
            let position = middle_game(&[("variant", variant)], n_plies);
            let chosen = bot.choose(&position, &mut Thinking::default()).m;
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            let best = moves.iter().map(|&m| merit(&position, m)).max().unwrap();
            assert_eq!(merit(&position, chosen), best, "{spec} {chosen} {position}");
        }
    }
}

/// The position after a placement, and the color that was placed.
fn placed(position: &Position, m: Move) -> (Position, Color) {
    let mut after = position.clone();
    after.play(m).unwrap();
    (after, position.color_to_move().unwrap())
}

/// The numbers of placements of the colors of the seat to move, and of other seats.
fn moves_after(position: &Position, m: Move) -> [i64; 2] {
    let us = position.turn().seat();
    let (after, _) = placed(position, m);
    let mut totals = [0, 0];
    for &color in position.colors() {
        if let Some(owner) = position.owner(color) {
            let mut moves = Vec::new();
            after.legal_moves_of(color, &mut moves);
            totals[usize::from(Some(owner) != us)] += moves.len() as i64;
        }
    }
    totals
}

fn corners_after(position: &Position, m: Move) -> i64 {
    let (after, color) = placed(position, m);
    after.open_corners(color).len() as i64
}

#[test]
fn the_largest_piece_has_the_most_squares_and_corners() {
    check("largest", |_, m| 100 * m.piece().n_squares() as i64 + m.piece().n_corners() as i64);
}

#[test]
fn corners_are_those_that_can_be_used() {
    check("corners", corners_after);
}

#[test]
fn mobility_is_the_difference_of_placements() {
    check("mobility", |position, m| {
        let [own, theirs] = moves_after(position, m);
        own - theirs
    });
}

#[test]
fn a_wall_crawler_begins_at_the_wall() {
    let position = middle_game(&[], 0);
    let m = bot::<Blokus>(&"wall-crawler".parse().unwrap())
        .unwrap()
        .choose(&position, &mut Thinking::default())
        .m;
    assert_eq!(m.piece().n_squares(), 5);
    let is_at_wall = |square: Square| square.x() == 0 || square.y() == 19;
    assert!(m.squares().all(is_at_wall), "{m}");
}

#[test]
fn a_turtle_stays_where_it_began() {
    check("turtle", |position, m| {
        let (after, color) = placed(position, m);
        let home = position.start_squares(color).find(|&it| after.color_at(it) == Some(color));
        let home = home.unwrap();
        let away = |it: Square| it.x().abs_diff(home.x()).max(it.y().abs_diff(home.y()));
        -i64::from(m.squares().map(away).max().unwrap())
    });
}

#[test]
fn weights_say_what_counts() {
    check("weighted:squares=0,corners=1,moves=0,theirs=0,center=0", corners_after);
    check("weighted:squares=0,corners=0,moves=3,theirs=-2,center=0", |position, m| {
        let [own, theirs] = moves_after(position, m);
        3 * own - 2 * theirs
    });
    let refusal = bot::<Blokus>(&"weighted:moves=99999".parse().unwrap()).err().unwrap();
    assert_eq!(
        refusal.to_string(),
        "weighted: moves is a whole number from -10000 to 10000, not '99999'"
    );
}
