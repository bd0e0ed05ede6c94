//! Positions that are alike.
//!
//! Layers do not mind each other: each may be turned and mirrored alone, and those with the same
//! pipes may change places.

use tilewright_core::bits::fold;

use crate::board::Board;
use crate::options::{Options, Variant};
use crate::pipe::Diameter;
use crate::position::Position;

impl Position {
    /// A number that is the same for positions that are alike, and that two others share so rarely
    /// that nobody will see it. Positions are alike if they become the same by turning and mirroring
    /// each diameter alone, and by exchanging diameters with the same pipes, in games with the same
    /// options.
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

    /// A number for the options that matter on the board.
    fn rules_key(&self) -> u64 {
        let Options { variant, move_after, four_rows, u_pipes, board_only: _ } = *self.options();
        let number = (variant as u64) | (move_after as u64) << 8 | u64::from(four_rows) << 16;
        fold(number ^ 0x2545_f491_4f6c_dd1d, (u_pipes as u64) ^ 0x9e6c_63d0_876a_46cb)
    }
}

/// Each layer in the least of its eight forms.
fn least_layers(board: &Board, variant: Variant) -> [u64; 3] {
    let mut sets = [board.own, board.enemy, board.own_u, board.enemy_u];
    let mut least = [u64::MAX; 3];
    for turn in 0..8 {
        for (i, least) in least.iter_mut().enumerate() {
            let form = sets.iter().rev().fold(0, |form, set| form << 16 | set >> (16 * i) & 0xFFFF);
            *least = form.min(*least);
        }
        // Mirroring at the diagonal and the middle in turn leads through all eight.
        sets = if turn % 2 == 0 {
            sets.map(across_diagonal)
        } else {
            sets.map(|set| across_middle(set, variant))
        };
    }
    least
}

/// All layers with files and ranks exchanged.
const fn across_diagonal(set: u64) -> u64 {
    let swap = (set ^ set >> 3) & 0x0000_0A0A_0A0A_0A0A;
    let set = set ^ swap ^ swap << 3;
    let swap = (set ^ set >> 6) & 0x0000_00CC_00CC_00CC;
    set ^ swap ^ swap << 6
}

/// All layers with the left and the right exchanged.
const fn across_middle(set: u64, variant: Variant) -> u64 {
    const FILE: u64 = 0x0000_1111_1111_1111;
    match variant {
        Variant::Small => (set & FILE) << 2 | set & FILE << 1 | set >> 2 & FILE,
        Variant::Large => {
            (set & FILE) << 3 | (set & FILE << 1) << 1 | set >> 1 & FILE << 1 | set >> 3 & FILE
        }
    }
}
