//! The laws of keys, over the positions of many games.

use std::collections::HashMap;

use tilewright_core::Position;

use crate::ensure;
use crate::laws::{Finding, played, sorted_moves};

/// The fewest positions that say anything of a bit.
const N_ENOUGH: usize = 400;

/// The number of first moves that are tried, and of replies to each.
const N_MOVES_EACH: usize = 100;

/// The positions that were met, each once, by their keys.
pub(super) struct Keys<P> {
    positions: HashMap<u64, P>,
}

impl<P: Position> Keys<P> {
    pub(super) fn new() -> Keys<P> {
        Keys { positions: HashMap::new() }
    }

    /// A key belongs to one position, in whichever game it was met.
    pub(super) fn meet(&mut self, position: &P) -> Finding {
        let key = position.key();
        let met = self.positions.entry(key).or_insert_with(|| position.clone());
        ensure(met == position, || format!("{met} has the same key, {key:016x}"))
    }

    /// Each first move with each reply, as far as there are not too many.
    pub(super) fn meet_openings(&mut self, start: &P) -> Finding {
        for m in sorted_moves(start).into_iter().take(N_MOVES_EACH) {
            let opened = played(start.clone(), m);
            for reply in sorted_moves(&opened).into_iter().take(N_MOVES_EACH) {
                self.meet(&played(opened.clone(), reply))?;
            }
        }
        Ok(())
    }

    /// Tables are indexed by any bits of a key, so each of them must distinguish positions: none is
    /// set in less than a third of the positions, or in more than two thirds.
    pub(super) fn check_bits(&self) -> Finding {
        let n_keys = self.positions.len();
        ensure(n_keys >= N_ENOUGH, || format!("{n_keys} positions are too few to tell"))?;
        (0..u64::BITS).try_for_each(|bit| {
            let n_set = self.positions.keys().filter(|&key| key >> bit & 1 == 1).count();
            ensure((n_keys..=2 * n_keys).contains(&(3 * n_set)), || {
                format!("bit {bit} is set in {n_set} of {n_keys}")
            })
        })
    }
}
