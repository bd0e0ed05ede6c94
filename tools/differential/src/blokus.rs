//! Blokus.

use tilewright_blokus::{
    Blokus, Color, ColorView, Move, Orientation, Piece, Position, Scoring, View,
};
use tilewright_core::grid::Square;
use tilewright_core::{Game, Position as _, Seat, Viewer};
use tilewright_reference::blokus::{Cell, Placement, Reference, SHAPES};
use tilewright_reference::{Model, Turn};
use tilewright_testkit::differential::{Comparison, Differential};

/// The rules of Blokus.
pub struct BlokusRules;

impl Differential for BlokusRules {
    type Game = Blokus;
    type Model = Reference;

    const GOES_ON_FROM_TEXT: bool = true;

    /// Compares legal moves, corners, hand and points of every color, and what views say of this.
    fn check(comparison: &Comparison<Self>) {
        let Comparison { position, model, .. } = comparison;
        let context = comparison.context();
        assert_eq!(position.ply(), model.ply(), "{context}");
        assert_eq!(position.n_seats(), model.n_seats(), "{context}");
        let color = position.color_to_move().map(Color::index);
        assert_eq!(color, model.color_to_move(), "{context}");
        let view = Blokus::view(position, Viewer::Spectator);
        check_view(comparison, &view, &context);
        check_blocks(comparison, &view, &context);
        assert_eq!(view.colors.len(), model.n_colors(), "{context}");
        for (index, &color) in position.colors().iter().enumerate() {
            assert_eq!(color.index(), index, "{context}");
            assert_eq!(view.colors[index].color, color, "{context}");
            let context = format!("{color} in {context}");
            check_moves(comparison, color, &view.colors[index], &context);
            check_hand(comparison, color, &view.colors[index], &context);
        }
    }

    /// Compares the squares, the names of moves, and the rules that placements break.
    fn check_sometimes(comparison: &Comparison<Self>, number: u64) {
        if !number.is_multiple_of(5) {
            return;
        }
        check_board(comparison);
        if comparison.model.color_to_move().is_some() {
            check_names(comparison);
            if number % 165 == 15 {
                check_every_placement(comparison);
            }
        }
    }
}

/// Compares what the view says of the game as a whole.
fn check_view(comparison: &Comparison<BlokusRules>, view: &View, context: &str) {
    let Comparison { position, model, .. } = comparison;
    let (variant, scoring, free_start) = model.rules();
    assert_eq!((view.variant.name(), view.scoring.name()), (variant, scoring), "{context}");
    assert_eq!(view.free_start, free_start, "{context}");
    assert_eq!(i32::from(view.size), model.side(), "{context}");
    assert_eq!(view.ply, model.ply(), "{context}");
    assert_eq!(view.position, position.to_string(), "{context}");
    assert_eq!(view.seat_to_move.map(Seat::index), model.seat_to_move(), "{context}");
    assert_eq!(view.color_to_move.map(Color::index), model.color_to_move(), "{context}");
    assert_eq!(view.scores.as_slice(), model.scores(), "{context}");
    let places = view.outcome.as_ref().map(|outcome| outcome.places().as_slice().to_vec());
    let expected = if let Turn::Over(places) = model.turn() { Some(places) } else { None };
    assert_eq!(places, expected, "{context}");
    let scores = view.outcome.map(|outcome| outcome.scores().as_slice().to_vec());
    assert_eq!(scores, expected.map(|_| model.scores()), "{context}");
}

/// Compares the pieces on the board, in the order in which they were placed. A position that was
/// read from text does not know when that was.
fn check_blocks(comparison: &Comparison<BlokusRules>, view: &View, context: &str) {
    assert!(view.blocks.is_sorted_by_key(|block| block.ply), "{context}");
    let mut blocks = Vec::new();
    for block in &view.blocks {
        let cells: Vec<Cell> = block.squares.iter().copied().map(cell).collect();
        let name = format!("{}{}", block.piece, block.orientation.as_str());
        blocks.push((cells, name, Some(block.color.index()), block.ply));
    }
    let mut expected = Vec::new();
    for (ply, text) in comparison.played.iter().enumerate() {
        let Placement { piece, rotation, cells } = Placement::read(text);
        let color = comparison.model.color_at(cells[0]);
        let ply = (ply >= comparison.n_before_text).then_some(ply);
        expected.push((cells, format!("{piece}{rotation}"), color, ply));
    }
    // The order of those of unknown plies means nothing.
    blocks.sort_unstable();
    expected.sort_unstable();
    assert_eq!(blocks, expected, "{context}");
}

fn check_moves(
    comparison: &Comparison<BlokusRules>,
    color: Color,
    view: &ColorView,
    context: &str,
) {
    let Comparison { position, model, .. } = comparison;
    let index = color.index();
    let expected = model.legal_placements(index);
    let mut moves = Vec::new();
    position.legal_moves_of(color, &mut moves);
    assert_eq!(placements(&moves), expected, "{context}");
    assert_eq!(position.n_legal_moves_of(color), expected.len(), "{context}");
    assert_eq!(position.is_out(color), expected.is_empty(), "{context}");
    assert_eq!(view.out, expected.is_empty(), "{context}");
    let expected_corners = model.open_corners(index);
    assert_eq!(position.n_open_corners(color), expected_corners.len(), "{context}");
    for open_corners in [&position.open_corners(color), &view.open_corners] {
        let open_corners: Vec<Cell> = open_corners.iter().copied().map(cell).collect();
        assert_eq!(open_corners, expected_corners, "{context}");
    }
}

fn check_hand(comparison: &Comparison<BlokusRules>, color: Color, view: &ColorView, context: &str) {
    let Comparison { position, model, .. } = comparison;
    let index = color.index();
    let expected = model.remaining(index);
    assert!(position.remaining(color).map(Piece::name).eq(expected.clone()), "{context}");
    assert!(view.remaining.iter().map(|piece| piece.name()).eq(expected), "{context}");
    let squares_placed = model.squares_placed(index);
    assert_eq!(position.squares_placed(color) as i32, squares_placed, "{context}");
    for squares_left in [position.squares_left(color), view.squares_left] {
        assert_eq!(squares_placed + squares_left as i32, 89, "{context}");
    }
    // The other scorings know no bonus.
    let is_advanced = view_scoring(position) == Scoring::Advanced;
    let bonus = if is_advanced { model.bonus(index) } else { 0 };
    assert_eq!(position.bonus(color), bonus, "{context}");
    assert_eq!(view.points_placed, squares_placed + bonus, "{context}");
    for points in [position.points(color), view.points] {
        assert_eq!(points, model.points(index), "{context}");
    }
    for owner in [position.owner(color), view.owner] {
        assert_eq!(owner.map(Seat::index), model.owner(index), "{context}");
    }
    for player in [position.player(color), view.player] {
        assert_eq!(player.map(Seat::index), Some(model.player(index)), "{context}");
    }
}

fn view_scoring(position: &Position) -> Scoring {
    Blokus::options(position).scoring.expect("the options are filled in")
}

fn check_board(comparison: &Comparison<BlokusRules>) {
    let Comparison { position, model, .. } = comparison;
    for square in squares(position.size()) {
        let color = position.color_at(square).map(Color::index);
        assert_eq!(color, model.color_at(cell(square)), "{square} in {}", comparison.context());
    }
}

/// Compares all Tilewe names of all legal moves, the written one first, reads each of them, and
/// takes the moves apart.
fn check_names(comparison: &Comparison<BlokusRules>) {
    let Comparison { position, model, .. } = comparison;
    let color = model.color_to_move().expect("a color is to move");
    let open_corners = model.open_corners(color);
    for placement in model.legal_placements(color) {
        let m = move_of(&placement);
        let context = format!("{m} in {}", comparison.context());
        let names = Reference::tilewe_names(&open_corners, &placement);
        assert_eq!(position.tilewe_name(m).as_ref(), names.first(), "{context}");
        for name in &names {
            assert_eq!(position.parse_tilewe(name).as_ref(), Ok(&m), "{name}: {context}");
        }
        assert_eq!(position.tilewe_names(m), names, "{context}");
        let view = Blokus::move_view(position, m);
        assert_eq!(view.text, m, "{context}");
        let shape = (view.parts.piece.name(), view.parts.orientation.as_str());
        assert_eq!(shape, (placement.piece, placement.rotation), "{context}");
        let cells: Vec<Cell> = view.parts.squares.into_iter().map(cell).collect();
        assert_eq!(cells, placement.cells, "{context}");
        assert_eq!(view.tilewe.as_ref(), names.first(), "{context}");
    }
}

/// Compares whether and why not, for every orientation on every square, on the board or beyond it.
fn check_every_placement(comparison: &Comparison<BlokusRules>) {
    let Comparison { position, model, .. } = comparison;
    let color = model.color_to_move().expect("a color is to move");
    for shape in SHAPES.values().flatten() {
        for square in squares(20) {
            let placement = Placement::at(shape, cell(square));
            let m = move_of(&placement);
            let broken = model.broken_rules(color, &placement);
            let rule = position.explain(m).map_err(|illegal| illegal.rule());
            let is_agreed = rule.map_or_else(|rule| broken.contains(&rule), |()| broken.is_empty());
            assert!(is_agreed, "{m} breaks {broken:?}, not {rule:?}, in {}", comparison.context());
            assert_eq!(position.is_legal(m), rule.is_ok(), "{m} in {}", comparison.context());
        }
    }
}

/// Compares every placement there is with the move that is recognized from its squares.
pub fn compare_recognition() {
    for placement in Placement::all(20) {
        let m = move_of(&placement);
        let mut squares: Vec<Square> = m.squares().collect();
        assert!(squares.iter().map(|&square| cell(square)).eq(placement.cells.iter().copied()));
        assert_eq!(Move::from_squares(&squares), Some(m));
        squares.reverse();
        assert_eq!(Move::from_squares(&squares), Some(m));
    }
}

fn move_of(placement: &Placement) -> Move {
    let name = format!("{}{}", placement.piece, placement.rotation);
    let orientation: Orientation = name.parse().expect("both know the same orientations");
    let left = placement.cells.iter().map(|cell| cell.0).min().expect("a piece has squares");
    let bottom = placement.cells.iter().map(|cell| cell.1).min().expect("a piece has squares");
    let anchor = Square::new(left as u8, bottom as u8).expect("it is on the board");
    Move::new(orientation, anchor).expect("its anchor is on the board")
}

/// Returns the moves as the model lists them.
fn placements(moves: &[Move]) -> Vec<Placement> {
    let mut placements = Vec::new();
    for m in moves {
        let rotation = m.orientation().symmetry().name();
        let cells = m.squares().map(cell).collect();
        placements.push(Placement { piece: m.piece().name(), rotation, cells });
    }
    placements.sort_unstable();
    placements
}

fn cell(square: Square) -> Cell {
    (i32::from(square.x()), i32::from(square.y()))
}

fn squares(side: u8) -> impl Iterator<Item = Square> {
    let square = |x, y| Square::new(x, y).expect("boards are small");
    (0..side).flat_map(move |y| (0..side).map(move |x| square(x, y)))
}
