//! What was measured.

use std::fmt;
use std::time::Duration;

/// What was measured at one table, or at all.
#[derive(Default)]
pub(crate) struct Tally {
    /// From the time at which a move should be sent to its acknowledgement: a generator that is late,
    /// because the server or the machine is, does not hide it.
    pub(crate) due: Vec<Duration>,
    /// From sending a move to its acknowledgement.
    pub(crate) acknowledged: Vec<Duration>,
    /// From sending a move to its arrival at the other player.
    pub(crate) arrived: Vec<Duration>,
    pub(crate) n_games: usize,
    pub(crate) seconds: f64,
}

impl Tally {
    pub(crate) fn add(&mut self, mut other: Tally) {
        self.due.append(&mut other.due);
        self.acknowledged.append(&mut other.acknowledged);
        self.arrived.append(&mut other.arrived);
        self.n_games += other.n_games;
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { due, acknowledged, arrived, n_games, seconds } = self;
        let n_moves = acknowledged.len();
        let rate = n_moves as f64 / seconds;
        writeln!(f, "{n_moves} moves in {seconds:.1} s: {rate:.0} moves/s")?;
        writeln!(f, "{n_games} games ended")?;
        for (what, times) in [
            ("acknowledged", acknowledged),
            ("acknowledged, from when it was due", due),
            ("at the other player", arrived),
        ] {
            let [half, most, last] = quantiles(times);
            writeln!(f, "{what}: p50 {half:.1} ms, p99 {most:.1} ms, max {last:.1} ms")?;
        }
        Ok(())
    }
}

/// The median, the time that 99 in 100 keep, and the longest, in milliseconds.
fn quantiles(times: &[Duration]) -> [f64; 3] {
    let mut times = times.to_vec();
    times.sort_unstable();
    let at = |share: f64| {
        let index = (times.len() as f64 * share) as usize;
        let time = times.get(index.min(times.len().saturating_sub(1)));
        time.map_or(f64::NAN, |time| time.as_secs_f64() * 1_000.0)
    };
    [at(0.5), at(0.99), at(1.0)]
}
