//! Symmetries of the board, with the permutation of the colors.

use tilewright_core::Symmetric;
use tilewright_core::grid::{Square, Symmetry};

use crate::moves::Move;
use crate::position::Position;
use crate::setup::{Color, Rules, Variant};

/// A symmetry of the board that maps start squares to start squares, with the shift of the colors
/// in their order of play.
///
/// A quarter turn of the classic board maps blue's corner to yellow's. With blue's pieces given to
/// yellow, yellow's to red and so on, the game is the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardSymmetry {
    board: Symmetry,
    color_shift: u8,
}

impl BoardSymmetry {
    /// The symmetry of the board.
    pub const fn board(self) -> Symmetry {
        self.board
    }

    fn color(self, colors: &[Color], color: Color) -> Color {
        colors[(color.index() + usize::from(self.color_shift)) % colors.len()]
    }

    fn keeps(self, rules: Rules) -> bool {
        let colors = rules.colors();
        // Nobody owns green in classic-3, so no other color can replace it.
        let shared = rules.variant == Variant::Classic3 && self.color_shift != 0;
        !shared && colors.iter().all(|&color| self.keeps_start(rules, color))
    }

    fn keeps_start(self, rules: Rules, color: Color) -> bool {
        let moved = rules.start_squares(color).map(|square| self.square(rules, square));
        let other = self.color(rules.colors(), color);
        sorted(moved) == sorted(rules.start_squares(other))
    }

    fn square(self, rules: Rules, square: Square) -> Square {
        let size = rules.variant.size();
        self.board.apply(square, (size, size))
    }
}

/// ```
/// use tilewright_blokus::{Blokus, Options, Variant};
/// use tilewright_core::{Game, Symmetric};
///
/// let n_symmetries = |variant| {
///     let options = Options { variant, ..Options::default() };
///     Blokus::start(&options).unwrap().symmetries().len()
/// };
/// assert_eq!(n_symmetries(Variant::Classic), 4);
/// assert_eq!(n_symmetries(Variant::Duo), 4);
/// assert_eq!(n_symmetries(Variant::Classic3), 1);
/// ```
impl Symmetric for Position {
    type Symmetry = BoardSymmetry;

    fn symmetries(&self) -> Vec<BoardSymmetry> {
        let rules = self.rules();
        let shifts = 0..rules.n_colors() as u8;
        let all = Symmetry::ALL.into_iter().flat_map(|board| {
            shifts.clone().map(move |color_shift| BoardSymmetry { board, color_shift })
        });
        all.filter(|symmetry| symmetry.keeps(rules)).collect()
    }

    fn transform(&self, symmetry: BoardSymmetry) -> Position {
        let colors = self.colors();
        let mut transformed = Position::start(self.rules());
        for &color in colors {
            let new_color = symmetry.color(colors, color);
            for (m, _) in self.placed(color) {
                transformed.add(new_color, self.transform_move(m, symmetry));
            }
            if self.single_was_last(color) {
                transformed.toggle_single_last(new_color);
            }
        }
        let to_move = self.color_to_move().map(|color| symmetry.color(colors, color));
        transformed.set_to_move(to_move.map(|color| color.index() as u8));
        transformed
    }

    fn transform_move(&self, m: Move, symmetry: BoardSymmetry) -> Move {
        let squares = m.squares().map(|square| symmetry.square(self.rules(), square));
        Move::from_squares(&squares.collect::<Vec<_>>()).expect("a turned piece is a piece")
    }
}

fn sorted(squares: impl Iterator<Item = Square>) -> Vec<Square> {
    let mut squares: Vec<Square> = squares.collect();
    squares.sort_unstable();
    squares
}
