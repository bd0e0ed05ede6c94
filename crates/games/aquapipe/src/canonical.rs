//! Canonical keys: one key for all equivalent positions.
//!
//! Layers are independent: each may be rotated and reflected alone, and layers with the same pipes
//! may be exchanged.

use tilewright_core::bits::fold;

use crate::board::Board;
use crate::options::{Options, Variant};
use crate::pipe::Diameter;
use crate::position::Position;

impl Position {
    /// The key of the position's equivalence class, of 128 bits, so that collisions are negligible.
    /// Positions are equivalent if they become equal by rotating and reflecting each diameter
    /// alone, and by exchanging diameters with the same pipes, in games with the same options.
    ///
    /// ```
    /// use tilewright_aquapipe::Position;
    ///
    /// let first: Position = "b../..r/...|.b./.../...|.../.../... r".parse()?;
    /// let second: Position = ".../b../...|.../.../...|.../r../..b r".parse()?;
    /// assert_eq!(first.canonical_key(), second.canonical_key());
    /// # Ok::<(), tilewright_core::ParsePositionError>(())
    /// ```
    pub fn canonical_key(&self) -> u128 {
        let mut layers = least_layers(self.board(), self.options().variant);
        if self.options().variant == Variant::Small {
            layers.sort_unstable();
        } else {
            let [first, second] = self.options().u_pipes.diameters().map(Diameter::index);
            let (low, high) =
                (layers[first].min(layers[second]), layers[first].max(layers[second]));
            (layers[first], layers[second]) = (low, high);
        }
        let half = |[first, second, third]: [u64; 3]| {
            let inner = fold(layers[0] ^ first, layers[1] ^ second);
            fold(inner ^ third, layers[2] ^ second.rotate_left(32))
        };
        let rules = self.rules_key();
        let high =
            rules ^ half([0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93, 0xa076_1d64_78bd_642f]);
        let low = half([0xe703_7ed1_a0b4_28db, 0x8ebc_6af0_9c88_c6e3, 0x5899_65cc_7537_4cc3]);
        u128::from(high) << 64 | u128::from(low)
    }

    /// The key of the options that matter on the board.
    fn rules_key(&self) -> u64 {
        let Options { variant, move_after, four_rows, u_pipes, board_only: _ } = *self.options();
        let number = (variant as u64) | (move_after as u64) << 8 | u64::from(four_rows) << 16;
        fold(number ^ 0x2545_f491_4f6c_dd1d, (u_pipes as u64) ^ 0x9e6c_63d0_876a_46cb)
    }
}

/// The canonical form of each layer: the least of its eight images.
fn least_layers(board: &Board, variant: Variant) -> [u64; 3] {
    let mut sets = [board.own, board.enemy, board.own_u, board.enemy_u];
    let mut least = [u64::MAX; 3];
    for turn in 0..8 {
        for (i, least) in least.iter_mut().enumerate() {
            let form = sets.iter().rev().fold(0, |form, set| form << 16 | set >> (16 * i) & 0xFFFF);
            *least = form.min(*least);
        }
        // Reflecting at the diagonal and at the middle in turn leads through all eight images.
        sets = if turn % 2 == 0 {
            sets.map(across_diagonal)
        } else {
            sets.map(|set| across_middle(set, variant))
        };
    }
    least
}

/// All layers, reflected at the diagonal.
const fn across_diagonal(set: u64) -> u64 {
    let swap = (set ^ set >> 3) & 0x0000_0A0A_0A0A_0A0A;
    let set = set ^ swap ^ swap << 3;
    let swap = (set ^ set >> 6) & 0x0000_00CC_00CC_00CC;
    set ^ swap ^ swap << 6
}

/// All layers, reflected left to right.
const fn across_middle(set: u64, variant: Variant) -> u64 {
    const FILE: u64 = 0x0000_1111_1111_1111;
    match variant {
        Variant::Small => (set & FILE) << 2 | set & FILE << 1 | set >> 2 & FILE,
        Variant::Large => {
            (set & FILE) << 3 | (set & FILE << 1) << 1 | set >> 1 & FILE << 1 | set >> 3 & FILE
        }
    }
}
