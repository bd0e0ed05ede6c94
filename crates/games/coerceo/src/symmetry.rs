//! The twelve symmetries of the table (the dihedral group of the hexagon): rotations by sixths and
//! reflections. Those that map even triangles to odd ones exchange the colors.

use tilewright_core::Symmetric;

use crate::board::Board;
use crate::moves::{Move, MoveKind};
use crate::position::Position;
use crate::tables::{IMAGES, TILE_IMAGES};
use crate::tile::Tile;
use crate::triangle::{Color, Triangle, TriangleSet};

/// A symmetry of the table: perhaps a reflection that keeps north, then some sixths of a turn,
/// counter-clockwise.
///
/// ```
/// use tilewright_coerceo::Symmetry;
///
/// let keeping = Symmetry::ALL.iter().filter(|symmetry| !symmetry.swaps_colors());
/// assert_eq!(keeping.count(), 6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    is_reflected: bool,
    n_turns: u8,
}

impl Symmetry {
    /// All twelve, the identity first.
    pub const ALL: [Symmetry; 12] = {
        let mut all = [Symmetry { is_reflected: false, n_turns: 0 }; 12];
        let mut i = 0;
        while i < 12 {
            all[i] = Symmetry { is_reflected: i >= 6, n_turns: (i % 6) as u8 };
            i += 1;
        }
        all
    };

    /// Returns true if White's triangles become Black's.
    pub const fn swaps_colors(self) -> bool {
        self.n_turns % 2 == 1
    }

    /// The image of a triangle.
    pub fn triangle(self, triangle: Triangle) -> Triangle {
        Triangle::of_code(IMAGES[self.index()][triangle.code()])
    }

    /// The image of a tile.
    pub fn tile(self, tile: Tile) -> Tile {
        let image = TILE_IMAGES[self.index()][tile.index()];
        Tile::new(usize::from(image)).expect("a symmetry maps tiles to tiles")
    }

    const fn color(self, color: Color) -> Color {
        if self.swaps_colors() { color.other() } else { color }
    }

    const fn index(self) -> usize {
        self.n_turns as usize + if self.is_reflected { 6 } else { 0 }
    }
}

impl Board {
    /// The board, transformed; a symmetry that exchanges colors also exchanges hands and turn.
    ///
    /// ```
    /// use tilewright_coerceo::{Board, Costs, Symmetry, Variant};
    ///
    /// let board = Board::start(Variant::Laurentius, Costs::default());
    /// for symmetry in Symmetry::ALL.into_iter().filter(|it| !it.swaps_colors()) {
    ///     assert_eq!(board.transform(symmetry), board);
    /// }
    /// ```
    pub fn transform(&self, symmetry: Symmetry) -> Board {
        let turn = symmetry.color(self.turn());
        let image = |color: Color| {
            let triangles = self.pieces(color).iter().map(|it| symmetry.triangle(it));
            triangles.collect::<TriangleSet>()
        };
        let [own, enemy] = [self.turn(), self.turn().other()].map(image);
        let held = Color::ALL.map(|color| self.held(symmetry.color(color)));
        let tiles = self.tiles().iter().map(|tile| symmetry.tile(tile)).collect();
        Board::new(tiles, own.or(enemy), held, turn, self.costs())
            .expect("a symmetry keeps the numbers of tiles and pieces")
    }

    /// The canonical form, one board for each class of symmetric boards, always with White to move;
    /// and the symmetry that leads to it.
    ///
    /// ```
    /// use tilewright_coerceo::{Board, Costs, Symmetry, Variant};
    ///
    /// let board = Board::start(Variant::Ocius, Costs::default());
    /// let canonical = board.canonical().0;
    /// assert!(Symmetry::ALL.iter().all(|&it| board.transform(it).canonical().0 == canonical));
    /// ```
    pub fn canonical(&self) -> (Board, Symmetry) {
        let is_swap = self.turn() == Color::Black;
        let images =
            Symmetry::ALL.into_iter().filter(|symmetry| symmetry.swaps_colors() == is_swap);
        let images = images.map(|symmetry| (self.transform(symmetry), symmetry));
        let least = images.min_by_key(|(board, _)| (board.table(), board.placement()));
        least.expect("there are symmetries of each kind")
    }
}

impl Symmetric for Position {
    type Symmetry = Symmetry;

    fn symmetries(&self) -> Vec<Symmetry> {
        Symmetry::ALL.to_vec()
    }

    fn transform(&self, symmetry: Symmetry) -> Position {
        Position::on_board(*self.options(), self.board().transform(symmetry))
    }

    fn transform_move(&self, m: Move, symmetry: Symmetry) -> Move {
        match m.kind() {
            MoveKind::Exchange(target) => Move::exchange(symmetry.triangle(target)),
            MoveKind::Step { from, to } => {
                Move::step(symmetry.triangle(from), symmetry.triangle(to))
                    .expect("different triangles stay different")
            }
        }
    }
}
