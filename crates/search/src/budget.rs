//! The remaining budget of a search: nodes, time, and the stop flag.

use std::time::Duration;

use crate::cpu_time::Stopwatch;
use crate::limits::{Limits, Stop};

/// The nodes between two looks at the clock and the stop flag: a fraction of a millisecond.
const N_NODES_BETWEEN_LOOKS: u64 = 1_024;

pub(crate) struct Budget<'a> {
    n_nodes: u64,
    n_between_looks: u64,
    max_nodes: u64,
    watch: Stopwatch,
    time: Option<Duration>,
    stop: &'a Stop,
    is_spent: bool,
}

impl<'a> Budget<'a> {
    pub(crate) fn new(limits: Limits, stop: &'a Stop) -> Budget<'a> {
        Budget::looking_every(N_NODES_BETWEEN_LOOKS, limits, stop)
    }

    /// A budget for nodes that take so long that the clock must be looked at more often.
    pub(crate) fn looking_every(n_nodes: u64, limits: Limits, stop: &'a Stop) -> Budget<'a> {
        Budget {
            n_nodes: 0,
            n_between_looks: n_nodes,
            max_nodes: limits.nodes.unwrap_or(u64::MAX),
            watch: Stopwatch::new(limits),
            time: limits.time,
            stop,
            is_spent: false,
        }
    }

    pub(crate) const fn n_nodes(&self) -> u64 {
        self.n_nodes
    }

    pub(crate) const fn is_spent(&self) -> bool {
        self.is_spent
    }

    /// The number of nodes for which there is time, at the speed so far. None without a limit of
    /// time, and none with a limit of nodes: then a result must not depend on the clock.
    pub(crate) fn n_nodes_in_time(&self) -> Option<u64> {
        let time = self.time.filter(|_| self.max_nodes == u64::MAX)?;
        let past = self.watch.elapsed();
        let left = time.saturating_sub(past);
        let n_nodes = u128::from(self.n_nodes) * left.as_nanos();
        n_nodes.checked_div(past.as_nanos()).and_then(|n_nodes| u64::try_from(n_nodes).ok())
    }

    /// Spends a node, and returns false when nothing is left. From then on it returns nothing else.
    #[inline]
    pub(crate) fn spend(&mut self) -> bool {
        if self.n_nodes.is_multiple_of(self.n_between_looks) {
            let is_late = self.time.is_some_and(|time| self.watch.elapsed() >= time);
            self.is_spent |= is_late || self.stop.is_stopped();
        }
        self.is_spent |= self.n_nodes >= self.max_nodes;
        self.n_nodes += u64::from(!self.is_spent);
        !self.is_spent
    }
}
