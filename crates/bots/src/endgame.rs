//! Exact endgames: exhaustive search or retrograde analysis when little of a game is left.

use tilewright_core::Position;
use tilewright_search::{Choice, Endgame, Limits, Retrograde, Stop, Stopwatch};

/// The switch to an exact endgame: its condition, and its search.
pub(crate) struct ExactEndgame<P: Position> {
    n_nodes: fn(&P) -> Option<u64>,
    solve: Solve<P>,
}

type Solve<P> = fn(&P, Limits, &Stop) -> Option<Choice<<P as Position>::Move>>;

/// The nodes per millisecond of the slowest machine, about.
const NODES_PER_MILLI: u128 = 1_000;

impl<P: Position> ExactEndgame<P> {
    /// For games in which no position comes back. The game says about how many nodes it takes, and
    /// nothing where there is no use in trying.
    pub(crate) const fn exhaustive(n_nodes: fn(&P) -> Option<u64>) -> ExactEndgame<P> {
        let solve = |position: &P, limits, stop: &Stop| {
            Some(Endgame::new().solve(position, limits, stop)?.choice())
        };
        ExactEndgame { n_nodes, solve }
    }

    /// For two seats and games in which positions may come back.
    pub(crate) const fn retrograde(n_nodes: fn(&P) -> Option<u64>) -> ExactEndgame<P> {
        let solve = |position: &P, limits, stop: &Stop| {
            Some(Retrograde::of(position, limits, stop)?.choice())
        };
        ExactEndgame { n_nodes, solve }
    }

    /// The exact choice, if half of the limits is enough to find it; or else what is left of them.
    /// With a depth limit there is none.
    pub(crate) fn choice(
        &self,
        position: &P,
        limits: Limits,
        stop: &Stop,
    ) -> Result<Choice<P::Move>, Limits> {
        let time = limits.time.map(|time| time / 2);
        let nodes = limits.nodes.map(|nodes| nodes / 2);
        let half = Limits { time, nodes, depth: None, ..limits };
        let n_nodes = (self.n_nodes)(position).filter(|_| limits.depth.is_none()).ok_or(limits)?;
        let is_enough = half.nodes.is_none_or(|nodes| n_nodes <= nodes)
            && half
                .time
                .is_none_or(|time| u128::from(n_nodes) <= NODES_PER_MILLI * time.as_millis());
        if !is_enough {
            return Err(limits);
        }
        let watch = Stopwatch::new(limits);
        (self.solve)(position, half, stop).ok_or_else(|| Limits {
            time: limits.time.map(|time| time.saturating_sub(watch.elapsed())),
            nodes: limits.nodes.zip(half.nodes).map(|(nodes, spent)| nodes - spent),
            depth: None,
            ..limits
        })
    }
}
