//! What each side can hope for and must fear on a board, counted for those who judge it.

use tilewright_core::bits::ones;

use crate::board::Board;
use crate::tables::{EDGE, STEP, TILES_BESIDE, code, on_tile};
use crate::tile::Tile;

/// What can be counted of the pieces of one side.
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
    /// How many steps its pieces have.
    pub n_steps: u32,
    /// How many pieces have no open side, one, two, or three: a side is open if it is on the table and
    /// vacant, and an enemy closes it by a step.
    pub by_open_sides: [u32; 4],
    /// How many pieces the enemy could enclose by its next step, wherever it did not have to move
    /// one of those that enclose it.
    pub n_in_danger: u32,
    /// The number of tiles beside those with a piece, for each piece: the more the nearer it is to
    /// the middle of what is left.
    pub n_tiles_beside: u32,
    /// How many tiles with a single piece, which is of this side, would fall when it leaves.
    pub n_held_up: u32,
    /// The same for tiles with more pieces, all of this side.
    pub n_shared: u32,
}

impl Board {
    /// The features of who is to move and of the other.
    #[inline]
    pub fn features(&self) -> [SideFeatures; 2] {
        let (us, them) = (self.turn().index(), self.turn().other().index());
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

    /// How many tiles would fall if the pieces of one side left them: those with one, and with more.
    #[inline]
    fn n_falling(&self, own: u64, enemy: u64) -> (u32, u32) {
        let only_own = firsts(own) & !firsts(enemy);
        let (mut n_held_up, mut n_shared) = (0, 0);
        for first in ones(only_own) {
            // Where more than three neighbors are left nothing falls, which is the most frequent.
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

/// The first triangle of each tile on which there is one of these.
#[inline]
const fn firsts(triangles: u64) -> u64 {
    const FIRSTS: u64 = 0o1_111_111_111_111_111_111;
    (triangles | triangles >> 1 | triangles >> 2) & FIRSTS
}
