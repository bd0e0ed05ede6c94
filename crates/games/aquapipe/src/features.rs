//! Detection of wins with one move, without playing it.
//!
//! A layer has sixteen slots, so lookup tables by its filled slots give the slots that complete a
//! row.

use std::sync::LazyLock;

use tilewright_core::bits::ones;

use crate::board::{Board, N_THREES, Rules, fours, layer, n_threes, u_pipes_in, u_places};
use crate::moves::pipe_mask;
use crate::options::Variant;
use crate::pipe::Diameter;

/// The additions to a layer that complete rows, by the slots that a player fills there.
struct Additions {
    /// The slots that complete a row.
    slots: Vec<u16>,
    /// The U pipes that complete a row: the first slots of level ones, and of upright ones.
    u_pipes: Vec<[u16; 2]>,
    /// The number of rows of three, and the most rows with one more slot, and with one more U pipe.
    n_threes: Vec<[u8; 3]>,
}

static SMALL: LazyLock<Additions> = LazyLock::new(|| Additions::new(Variant::Small));
static LARGE: LazyLock<Additions> = LazyLock::new(|| Additions::new(Variant::Large));

impl Additions {
    fn new(variant: Variant) -> Additions {
        let n_layers = 1 << 16;
        let is_small = variant == Variant::Small;
        let wins = |filled: u64| {
            if is_small { n_threes(filled, variant) > 0 } else { fours(filled) }
        };
        let mut additions =
            Additions { slots: Vec::new(), u_pipes: Vec::new(), n_threes: Vec::new() };
        for filled in 0..n_layers {
            let slots = set_of(0xFFFF & !filled, |slot| wins(filled | 1 << slot));
            let u_pipes = [1, 4].map(|step| {
                let places = u_places(0xFFFF & !filled)[usize::from(step == 4)];
                set_of(places, |slot| wins(filled | 1 << slot | 1 << (slot + step)))
            });
            additions.slots.push(slots);
            additions.u_pipes.push(u_pipes);
        }
        if !is_small {
            additions.n_threes = (0..n_layers).map(n_threes_with_more).collect();
        }
        additions
    }
}

/// The slots of a set for which `holds` is true.
fn set_of(slots: u64, holds: impl Fn(usize) -> bool) -> u16 {
    ones(slots).filter(|&slot| holds(slot)).fold(0, |set, slot| set | 1 << slot)
}

fn n_threes_with_more(filled: u64) -> [u8; 3] {
    let count = |filled: u64| n_threes(filled, Variant::Large) as u8;
    let free = 0xFFFF & !filled;
    let with_slot = ones(free).map(|slot| count(filled | 1 << slot));
    let [level, upright] = u_places(free);
    let with_level = ones(level).map(|slot| count(filled | 0b11 << slot));
    let with_upright = ones(upright).map(|slot| count(filled | 0b1_0001 << slot));
    let with_u_pipe = with_level.chain(with_upright).max().unwrap_or(0);
    [count(filled), with_slot.max().unwrap_or(0), with_u_pipe]
}

impl Board {
    /// Returns true if the player to move can win with one move.
    #[inline]
    pub(crate) fn can_win(&self, rules: &Rules) -> bool {
        let additions: &Additions = if rules.is_small() { &SMALL } else { &LARGE };
        let can_shift = self.can_shift(rules);
        let free = self.free(rules);
        Diameter::ALL.into_iter().any(|it| self.can_fill_row(rules, additions, it, free, can_shift))
            || (rules.counts_threes() && self.can_make_threes(rules, additions, free, can_shift))
    }

    /// Returns true if a move of a pipe of this diameter can complete a row.
    #[inline]
    fn can_fill_row(
        &self,
        rules: &Rules,
        additions: &Additions,
        diameter: Diameter,
        free: u64,
        can_shift: bool,
    ) -> bool {
        let [own, own_u, free] = [self.own, self.own_u, free].map(|it| of_layer(it, diameter));
        // With no pipe in hand all are on the board, so one outside of this row can move into it.
        let completes = additions.slots[usize::from(own)] & free != 0;
        if completes && (can_shift || self.n_in_hand(rules, diameter) > 0) {
            return true;
        }
        if !rules.has_u_pipe(diameter) || (own_u != 0 && !can_shift) {
            return false;
        }
        let places = u_places(u64::from(free | own_u));
        let [level, upright] = additions.u_pipes[usize::from(own & !own_u)];
        u64::from(level) & places[0] | u64::from(upright) & places[1] != 0
    }

    /// Returns true if a move can make enough rows of three.
    #[inline]
    fn can_make_threes(
        &self,
        rules: &Rules,
        additions: &Additions,
        free: u64,
        can_shift: bool,
    ) -> bool {
        let [n_small, n_medium, n_large] = Diameter::ALL
            .map(|diameter| additions.n_threes[usize::from(of_layer(self.own, diameter))][0]);
        let n_now = n_small + n_medium + n_large;
        Diameter::ALL.into_iter().any(|diameter| {
            // Most positions are far from it; in the others try every move.
            let [own, own_u] = [self.own, self.own_u].map(|it| of_layer(it, diameter));
            let [now, with_slot, _] = additions.n_threes[usize::from(own)];
            let [_, _, with_u_pipe] = additions.n_threes[usize::from(own & !own_u)];
            u32::from(n_now - now + with_slot.max(with_u_pipe)) >= N_THREES
                && self.wins_by_trying(rules, diameter, free, can_shift)
        })
    }

    /// Returns true if a move of a pipe of this diameter wins, by trying each.
    fn wins_by_trying(
        &self,
        rules: &Rules,
        diameter: Diameter,
        free: u64,
        can_shift: bool,
    ) -> bool {
        let [straight, u_pipe] =
            [self.own & !self.own_u, self.own_u].map(|it| it & layer(diameter));
        let free = free & layer(diameter);
        let from_hand = (self.n_in_hand(rules, diameter) > 0).then_some(0);
        let from_board = ones(if can_shift { straight } else { 0 }).map(|slot| 1 << slot);
        let by_straight = from_hand
            .into_iter()
            .chain(from_board)
            .any(|left| ones(free).any(|to| rules.wins(self.own & !left | 1 << to)));
        let has_u_pipe = rules.has_u_pipe(diameter) && (u_pipe == 0 || can_shift);
        by_straight
            || has_u_pipe
                && u_pipes_in(free | u_pipe).any(|(to, is_upright)| {
                    rules.wins(self.own & !u_pipe | pipe_mask(to, true, is_upright))
                })
    }
}

/// The slots of a diameter, at the low end.
#[inline]
const fn of_layer(slots: u64, diameter: Diameter) -> u16 {
    (slots >> (16 * diameter.index())) as u16
}
