//! The six rotations of the board.

use tilewright_core::Symmetric;

use crate::location::Location;
use crate::log::{Action, Log};
use crate::moves::Move;
use crate::placement::Placement;
use crate::position::Position;
use crate::scene::Scene;

/// A rotation of the board by this many sixths, clockwise. It maps the first tile to the location
/// of a first tile with its new facing, and the others with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rotation(u8);

impl Rotation {
    /// All six, the identity first.
    pub const ALL: [Rotation; 6] =
        [Rotation(0), Rotation(1), Rotation(2), Rotation(3), Rotation(4), Rotation(5)];

    /// A placement after the rotation, in a round that `first` opened.
    fn turn(self, placement: Placement, first: Placement) -> Placement {
        let orientation = (0..self.0).fold(placement.orientation, |it, _| it.clockwise());
        let [cell, pivot] = [placement, first]
            .map(|it| (0..self.0).fold(Cell::of(it.location), |it, _| it.turned()));
        let start_x = i32::from(!pivot.is_up());
        let location = Location::new((cell.x - pivot.x + start_x) as i8, (cell.y - pivot.y) as i8);
        let location = location.expect("56 tiles do not reach further");
        Placement { tile: placement.tile, orientation, location }.canonical()
    }
}

/// A location without bounds.
#[derive(Clone, Copy)]
struct Cell {
    x: i32,
    y: i32,
}

impl Cell {
    fn of(location: Location) -> Cell {
        Cell { x: i32::from(location.x()), y: i32::from(location.y()) }
    }

    const fn is_up(self) -> bool {
        (self.x + self.y) % 2 == 0
    }

    /// The image of the cell after a sixth of a turn, clockwise, round the vertex (0, 0).
    ///
    /// The turn maps a vertex (x, y) to ((x - 3y) / 2, (x + y) / 2). The same holds for the sum of
    /// the three vertices of a cell, which is (3x, 3y + 2) for one that faces up and (3x, 3y + 1)
    /// for one that faces down.
    const fn turned(self) -> Cell {
        let sum_y = 3 * self.y + if self.is_up() { 2 } else { 1 };
        let turned_x = 3 * (self.x - sum_y) / 2;
        let turned_y = i32::midpoint(3 * self.x, sum_y);
        Cell { x: turned_x / 3, y: turned_y.div_euclid(3) }
    }
}

impl Symmetric for Position {
    type Symmetry = Rotation;

    fn symmetries(&self) -> Vec<Rotation> {
        Rotation::ALL.to_vec()
    }

    fn transform(&self, rotation: Rotation) -> Position {
        let scene = self.scene();
        let mut log = Log::EMPTY;
        for &action in self.actions() {
            log.push(match (action, scene.log.first_placement()) {
                (Action::Place(placement), Some(first)) => {
                    Action::Place(rotation.turn(placement, first))
                }
                _ => action,
            });
        }
        let scene = Scene { log, ..scene };
        Position::try_from(&scene).expect("a rotated position is one")
    }

    fn transform_move(&self, m: Move, rotation: Rotation) -> Move {
        match m {
            Move::Place(placement) => {
                let first = self.scene().log.first_placement().unwrap_or(placement);
                Move::Place(rotation.turn(placement, first))
            }
            _ => m,
        }
    }
}
