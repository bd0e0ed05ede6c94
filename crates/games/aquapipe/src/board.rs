//! The board as bitboards: sixteen slots for each diameter, four for each rank, also on the small
//! board.

use tilewright_core::bits::{extend_by_ones, fold, ones};

use crate::moves::{Move, pipe_mask};
use crate::options::{MoveAfter, Options, Variant};
use crate::pipe::{Color, Diameter};

/// The pipes on the board and the turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Board {
    /// The slots filled by the player to move, and by the other. By player to move and not by
    /// color, so that play needs no index.
    pub(crate) own: u64,
    pub(crate) enemy: u64,
    /// The slots filled by U pipes, in the same way.
    pub(crate) own_u: u64,
    pub(crate) enemy_u: u64,
    pub(crate) turn: Color,
}

/// The options as the board needs them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rules {
    /// All slots.
    slots: u64,
    /// The number of straight pipes of each diameter that a player has.
    n_straight: u32,
    /// The slots for U pipes.
    u_slots: u64,
    move_after: MoveAfter,
    is_small: bool,
    four_rows: bool,
}

/// One bit in each of the three layers.
const LAYERS: u64 = 1 | 1 << 16 | 1 << 32;

/// The same spaces in all layers.
const fn in_layers(spaces: u64) -> u64 {
    spaces * LAYERS
}

/// The slots of a diameter.
#[inline]
pub(crate) const fn layer(diameter: Diameter) -> u64 {
    0xFFFF << (16 * diameter.index())
}

impl Rules {
    pub(crate) fn new(options: Options) -> Rules {
        let is_small = options.variant == Variant::Small;
        let u_diameters = options.u_pipes.diameters();
        Rules {
            slots: in_layers(if is_small { 0x0777 } else { 0xFFFF }),
            n_straight: u32::from(options.variant.size()),
            u_slots: if is_small { 0 } else { layer(u_diameters[0]) | layer(u_diameters[1]) },
            move_after: options.move_after,
            is_small,
            four_rows: options.four_rows,
        }
    }

    pub(crate) const fn slots(&self) -> u64 {
        self.slots
    }

    pub(crate) const fn is_small(&self) -> bool {
        self.is_small
    }

    /// Returns true if four rows of three win.
    pub(crate) const fn counts_threes(&self) -> bool {
        !self.is_small && self.four_rows
    }

    /// Returns true if there are U pipes of this diameter.
    pub(crate) const fn has_u_pipe(&self, diameter: Diameter) -> bool {
        self.u_slots & layer(diameter) != 0
    }

    /// Returns true if a player who fills these slots has won.
    #[inline]
    pub(crate) const fn wins(&self, filled: u64) -> bool {
        if self.is_small {
            return threes(filled, &SMALL_THREES) != 0;
        }
        fours(filled) || (self.four_rows && threes(filled, &LARGE_THREES) >= N_THREES)
    }
}

/// The number of rows of three that wins on the large board.
pub(crate) const N_THREES: u32 = 4;

/// The number of rows of three among these slots.
pub(crate) const fn n_threes(filled: u64, variant: Variant) -> u32 {
    threes(filled, if matches!(variant, Variant::Small) { &SMALL_THREES } else { &LARGE_THREES })
}

/// The slots where rows of three may begin: along a rank, a file, and the two diagonals.
type Starts = [u64; 4];

const SMALL_THREES: Starts =
    [in_layers(0x0111), in_layers(0x0007), in_layers(0x0001), in_layers(0x0004)];
const LARGE_THREES: Starts =
    [in_layers(0x3333), in_layers(0x00FF), in_layers(0x0033), in_layers(0x00CC)];

/// The step from one space of a row to the next, in the same order.
const STEPS: [u32; 4] = [1, 4, 5, 3];

/// The number of rows with these starts among these slots.
#[inline]
const fn threes(filled: u64, starts: &Starts) -> u32 {
    let mut n_rows = 0;
    let mut i = 0;
    while i < 4 {
        let row = filled & filled >> STEPS[i] & filled >> (2 * STEPS[i]) & starts[i];
        n_rows += row.count_ones();
        i += 1;
    }
    n_rows
}

/// Returns true if there is a row of four among these slots.
#[inline]
pub(crate) const fn fours(filled: u64) -> bool {
    let starts = [in_layers(0x1111), in_layers(0x000F), in_layers(0x0001), in_layers(0x0008)];
    let mut rows = 0;
    let mut i = 0;
    while i < 4 {
        let pair = filled & filled >> STEPS[i];
        rows |= pair & pair >> (2 * STEPS[i]) & starts[i];
        i += 1;
    }
    rows != 0
}

/// The slots where the left or lower half of a U pipe can lie if these are free: level, and
/// upright.
#[inline]
pub(crate) const fn u_places(free: u64) -> [u64; 2] {
    [free & free >> 1 & in_layers(0x7777), free & free >> 4 & in_layers(0x0FFF)]
}

impl Board {
    pub(crate) const EMPTY: Board =
        Board { own: 0, enemy: 0, own_u: 0, enemy_u: 0, turn: Color::Blue };

    /// The slots filled by a color, and those filled by its U pipes.
    pub(crate) const fn filled_by(&self, color: Color) -> (u64, u64) {
        if color as u8 == self.turn as u8 {
            (self.own, self.own_u)
        } else {
            (self.enemy, self.enemy_u)
        }
    }

    /// Returns true if the player who has just played has won.
    #[inline]
    pub(crate) const fn is_won(&self, rules: &Rules) -> bool {
        rules.wins(self.enemy)
    }

    /// Returns true if the player to move may move pipes on the board.
    #[inline]
    pub(crate) const fn can_shift(&self, rules: &Rules) -> bool {
        match rules.move_after {
            MoveAfter::AnyTime => true,
            MoveAfter::Never => false,
            MoveAfter::Each => {
                self.own & layer(Diameter::Small) != 0
                    && self.own & layer(Diameter::Medium) != 0
                    && self.own & layer(Diameter::Large) != 0
            }
        }
    }

    /// The number of straight pipes of a diameter in the hand of the player to move.
    #[inline]
    pub(crate) const fn n_in_hand(&self, rules: &Rules, diameter: Diameter) -> u32 {
        rules.n_straight - (self.own & !self.own_u & layer(diameter)).count_ones()
    }

    #[inline]
    pub(crate) const fn free(&self, rules: &Rules) -> u64 {
        rules.slots & !(self.own | self.enemy)
    }

    /// Appends every move, even if the game is won.
    #[inline]
    pub(crate) fn moves(&self, rules: &Rules, moves: &mut Vec<Move>) {
        let free = self.free(rules);
        let can_shift = self.can_shift(rules);
        for diameter in Diameter::ALL {
            let targets = free & layer(diameter);
            if self.n_in_hand(rules, diameter) > 0 {
                extend_by_ones(moves, targets, |to| Move::of_slots(None, to));
            }
            if can_shift {
                let straight = self.own & !self.own_u & layer(diameter);
                for from in ones(straight) {
                    extend_by_ones(moves, targets, |to| Move::of_slots(Some(from), to));
                }
            }
        }
        if rules.u_slots != 0 {
            self.u_moves(rules, free, can_shift, moves);
        }
    }

    fn u_moves(&self, rules: &Rules, free: u64, can_shift: bool, moves: &mut Vec<Move>) {
        for diameter in Diameter::ALL.into_iter().filter(|&it| rules.has_u_pipe(it)) {
            let here = self.own_u & layer(diameter);
            if here == 0 {
                let places = u_pipes_in(free & layer(diameter));
                moves.extend(places.map(|to| Move::of_u_pipe(None, to)));
            } else if can_shift {
                let from = u_pipe_at(here);
                let places = u_pipes_in((free | here) & layer(diameter));
                let others = places.filter(|&to| to != from);
                moves.extend(others.map(|to| Move::of_u_pipe(Some(from), to)));
            }
        }
    }

    /// The number of moves, even if the game is won.
    #[inline]
    pub(crate) fn n_moves(&self, rules: &Rules) -> usize {
        let free = self.free(rules);
        let can_shift = self.can_shift(rules);
        let mut n_moves = 0;
        for diameter in Diameter::ALL {
            let n_targets = (free & layer(diameter)).count_ones();
            let n_in_hand = self.n_in_hand(rules, diameter);
            let n_pipes = if can_shift { rules.n_straight - n_in_hand } else { 0 };
            n_moves += n_targets * (n_pipes + u32::from(n_in_hand > 0));
        }
        if rules.u_slots != 0 {
            n_moves += self.n_u_moves(rules, free, can_shift);
        }
        n_moves as usize
    }

    fn n_u_moves(&self, rules: &Rules, free: u64, can_shift: bool) -> u32 {
        let mut n_moves = 0;
        for diameter in Diameter::ALL.into_iter().filter(|&it| rules.has_u_pipe(it)) {
            let here = self.own_u & layer(diameter);
            // The pipe's own slots count as free, so its present place is one of the places.
            let [level, upright] = u_places((free | here) & layer(diameter));
            let n_places = level.count_ones() + upright.count_ones();
            n_moves += match here {
                0 => n_places,
                _ if can_shift => n_places - 1,
                _ => 0,
            };
        }
        n_moves
    }

    /// The `n`th move.
    pub(crate) fn nth_move(&self, rules: &Rules, n: usize) -> Move {
        let free = self.free(rules);
        let can_shift = self.can_shift(rules);
        let mut n = n;
        for diameter in Diameter::ALL {
            let targets = free & layer(diameter);
            let n_targets = targets.count_ones() as usize;
            let from_hand = self.n_in_hand(rules, diameter) > 0;
            let straight = if can_shift { self.own & !self.own_u & layer(diameter) } else { 0 };
            let origins = from_hand.then_some(None).into_iter().chain(ones(straight).map(Some));
            for from in origins {
                if n < n_targets {
                    let to = ones(targets).nth(n).expect("there are so many targets");
                    return Move::of_slots(from, to);
                }
                n -= n_targets;
            }
        }
        let mut moves = Vec::new();
        self.u_moves(rules, free, can_shift, &mut moves);
        moves[n]
    }

    /// Plays a legal move, or takes it back. The turn must be the mover's.
    #[inline]
    fn toggle(&mut self, m: Move) {
        if m.is_u_pipe() {
            let change = m.left_mask() ^ m.filled_mask();
            self.own ^= change;
            self.own_u ^= change;
        } else {
            self.own ^= m.straight_mask();
        }
    }

    #[inline]
    pub(crate) fn pass_turn(&mut self) {
        std::mem::swap(&mut self.own, &mut self.enemy);
        std::mem::swap(&mut self.own_u, &mut self.enemy_u);
        self.turn = self.turn.other();
    }

    /// Plays a legal move.
    #[inline]
    pub(crate) fn play(&mut self, m: Move) {
        self.toggle(m);
        self.pass_turn();
    }

    /// Takes the last move back.
    #[inline]
    pub(crate) fn undo(&mut self, m: Move) {
        self.pass_turn();
        self.toggle(m);
    }

    /// A hash of the filled slots alone, for the history: few boards differ in U pipes only.
    #[inline]
    pub(crate) fn quick_hash(&self) -> u64 {
        fold(self.own ^ 0x9e37_79b9_7f4a_7c15, self.enemy ^ 0xd6e8_feb8_6659_fd93)
    }

    /// The hash key of the board, computed by folded multiplication.
    pub(crate) fn key(&self) -> u64 {
        let u_pipes =
            fold(self.own_u ^ 0xa076_1d64_78bd_642f, self.enemy_u ^ 0xe703_7ed1_a0b4_28db);
        fold(self.quick_hash() ^ 0x8ebc_6af0_9c88_c6e3, u_pipes ^ self.turn as u64)
    }
}

/// The U pipes that can lie in these slots: their first slot, and true if upright.
pub(crate) fn u_pipes_in(free: u64) -> impl Iterator<Item = (usize, bool)> {
    let [level, upright] = u_places(free);
    ones(level).map(|slot| (slot, false)).chain(ones(upright).map(|slot| (slot, true)))
}

/// The U pipe that fills two slots.
pub(crate) const fn u_pipe_at(slots: u64) -> (usize, bool) {
    let first = slots.trailing_zeros() as usize;
    (first, pipe_mask(first, true, true) == slots)
}
