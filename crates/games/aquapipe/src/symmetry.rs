//! The symmetries of the board, and on the small board those of the diameters.

use tilewright_core::Symmetric;
use tilewright_core::bits::ones;
use tilewright_core::grid::{Square, Symmetry};

use crate::board::{Board, u_pipe_at};
use crate::moves::{Move, slot, space_of};
use crate::options::Variant;
use crate::pipe::{Diameter, Place};
use crate::position::Position;

/// A symmetry of the board with a permutation of the diameters. Only on the small board, where all
/// diameters have the same pipes, may these change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PipeSymmetry {
    /// The symmetry of the spaces.
    pub spaces: Symmetry,
    /// The image of each diameter.
    pub diameters: [Diameter; 3],
}

/// The orders of three diameters.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

impl PipeSymmetry {
    /// All symmetries of a variant, the identity first.
    ///
    /// ```
    /// use tilewright_aquapipe::{PipeSymmetry, Variant};
    ///
    /// assert_eq!(PipeSymmetry::all(Variant::Small).count(), 48);
    /// assert_eq!(PipeSymmetry::all(Variant::Large).count(), 8);
    /// ```
    pub fn all(variant: Variant) -> impl Iterator<Item = PipeSymmetry> {
        let n_orders = if variant == Variant::Small { ORDERS.len() } else { 1 };
        ORDERS.into_iter().take(n_orders).flat_map(|order| {
            let diameters = order.map(|index| Diameter::ALL[index]);
            Symmetry::ALL.into_iter().map(move |spaces| PipeSymmetry { spaces, diameters })
        })
    }

    fn slot(self, from: usize, size: u8) -> usize {
        let space = self.spaces.apply(space_of(from), (size, size));
        slot(self.diameters[from / 16], space)
    }

    fn slots(self, filled: u64, size: u8) -> u64 {
        ones(filled).fold(0, |image, slot| image | 1 << self.slot(slot, size))
    }

    fn place(self, place: Place, size: u8) -> Place {
        let image = |space: Square| self.spaces.apply(space, (size, size));
        let mut spaces: Vec<Square> = place.spaces().map(image).collect();
        spaces.sort_unstable_by_key(|space| (space.y(), space.x()));
        match spaces[..] {
            [first, second] => Place::u_pipe(first, second).expect("neighbors stay neighbors"),
            _ => Place::Straight(spaces[0]),
        }
    }
}

impl Symmetric for Position {
    type Symmetry = PipeSymmetry;

    fn symmetries(&self) -> Vec<PipeSymmetry> {
        PipeSymmetry::all(self.options().variant).collect()
    }

    fn transform(&self, symmetry: PipeSymmetry) -> Position {
        let size = self.options().variant.size();
        let Board { own, enemy, own_u, enemy_u, turn } = *self.board();
        let [own, enemy, own_u, enemy_u] =
            [own, enemy, own_u, enemy_u].map(|filled| symmetry.slots(filled, size));
        Position::on_board(*self.options(), Board { own, enemy, own_u, enemy_u, turn })
    }

    fn transform_move(&self, m: Move, symmetry: PipeSymmetry) -> Move {
        let size = self.options().variant.size();
        let diameter = symmetry.diameters[m.diameter().index()];
        let to = symmetry.place(m.to(), size);
        match m.from() {
            None => Move::place(diameter, to),
            Some(from) => Move::shift(diameter, symmetry.place(from, size), to)
                .expect("both are places of one kind"),
        }
    }
}

/// The pipes of a color and diameter on the board.
pub(crate) fn pipes_of(filled: u64, u_pipes: u64) -> impl Iterator<Item = Place> {
    let straight = ones(filled & !u_pipes).map(|slot| Place::Straight(space_of(slot)));
    let u_pipe = (u_pipes != 0).then(|| {
        let (first, is_upright) = u_pipe_at(u_pipes);
        Place::U { first: space_of(first), is_upright }
    });
    straight.chain(u_pipe)
}
