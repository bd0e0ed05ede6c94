//! Features of a board for evaluation: counts of chances and dangers for each side.

use tilewright_core::bits::ones;

use crate::board::Board;
use crate::tables::{EDGE, STEP, TILES_BESIDE, code, on_tile};
use crate::tile::Tile;

/// The features of one side.
///
/// ```
/// use tilewright_coerceo::{Board, Costs, Variant};
///
/// let board = Board::start(Variant::Laurentius, Costs::default());
/// let [own, enemy] = board.features();
/// assert_eq!((own.n_steps, own.n_in_danger), (48, 0));
/// assert_eq!(own, enemy);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SideFeatures {
    /// The number of steps of its pieces (mobility).
    pub n_steps: u32,
    /// The numbers of pieces with no open side, one, two, or three. A side is open if it is on the
    /// table and vacant; an enemy closes it by a step.
    pub by_open_sides: [u32; 4],
    /// The number of pieces that the enemy could enclose with its next step, without moving a piece
    /// that already encloses them.
    pub n_in_danger: u32,
    /// The sum over all pieces of the tiles beside their tile, which is greater near the middle of
    /// the remaining table.
    pub n_tiles_beside: u32,
    /// The number of tiles with a single piece, of this side, that would fall when it leaves.
    pub n_held_up: u32,
    /// The number of such tiles with several pieces, all of this side.
    pub n_shared: u32,
}

impl Board {
    /// The features of the side to move and of the opponent.
    #[inline]
    pub fn features(&self) -> [SideFeatures; 2] {
        let us = self.turn().index();
        let them = self.turn().other().index();
        let [own, enemy] = self.placement();
        [self.side_features(us, [own, enemy]), self.side_features(them, [enemy, own])]
    }

    #[inline]
    fn side_features(&self, color: usize, [own, enemy]: [u64; 2]) -> SideFeatures {
        let mut features = SideFeatures::default();
        let vacant = self.table() & !own;
        let closed = enemy | !self.table();
        for piece in ones(own) {
            let place = code(color, piece);
            features.n_steps += (STEP[place] & vacant).count_ones();
            let around = EDGE[place];
            let open = around & !closed;
            features.by_open_sides[open.count_ones() as usize % 4] += 1;
            if open.is_power_of_two() {
                let steps = STEP[code(1 - color, open.trailing_zeros() as usize)];
                features.n_in_danger += u32::from(steps & enemy & !around != 0);
            }
            let beside = TILES_BESIDE[piece / 3] & self.table();
            features.n_tiles_beside += beside.count_ones();
        }
        (features.n_held_up, features.n_shared) = self.n_falling(own, enemy);
        features
    }

    /// The numbers of tiles that would fall if the pieces of one side left them: those with one
    /// piece, and with more.
    #[inline]
    fn n_falling(&self, own: u64, enemy: u64) -> (u32, u32) {
        let only_own = firsts(own) & !firsts(enemy);
        let mut n_held_up = 0;
        let mut n_shared = 0;
        for first in ones(only_own) {
            // With more than three neighbors, the most frequent case, a tile does not fall.
            let tile = first / 3;
            if (TILES_BESIDE[tile] & self.table()).count_ones() <= 3
                && self.is_loose(Tile::new(tile).expect("a triangle lies on a tile"))
            {
                let is_single = (own & on_tile(tile)).is_power_of_two();
                n_held_up += u32::from(is_single);
                n_shared += u32::from(!is_single);
            }
        }
        (n_held_up, n_shared)
    }
}

/// The first triangle of each tile that has one of these.
#[inline]
const fn firsts(triangles: u64) -> u64 {
    const FIRSTS: u64 = 0o1_111_111_111_111_111_111;
    (triangles | triangles >> 1 | triangles >> 2) & FIRSTS
}
