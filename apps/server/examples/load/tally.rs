//! The measurements of a run.

use std::fmt;
use std::time::Duration;

use serde_json::{Value, json};

/// The measurements at one table, or at all.
#[derive(Default)]
pub(crate) struct Tally {
    /// From the time at which a move should be sent to its acknowledgement: a generator that is
    /// late, because the server or the machine is, does not hide it.
    pub(crate) due: Vec<Duration>,
    /// From sending a move to its acknowledgement.
    pub(crate) acknowledged: Vec<Duration>,
    /// From sending a move to its arrival at the other player.
    pub(crate) arrived: Vec<Duration>,
    /// From the time at which a clock has run out to the news of it.
    pub(crate) flags: Vec<Duration>,
    pub(crate) n_games: usize,
    pub(crate) seconds: f64,
    /// Processor time of the server for each move.
    pub(crate) server_micros: Option<f64>,
}

impl Tally {
    pub(crate) fn add(&mut self, mut other: Tally) {
        self.due.append(&mut other.due);
        self.acknowledged.append(&mut other.acknowledged);
        self.arrived.append(&mut other.arrived);
        self.flags.append(&mut other.flags);
        self.n_games += other.n_games;
    }

    /// All of it, and how many kilobytes each table took with nothing, with sockets and after
    /// games. Without a schedule no move is due.
    pub(crate) fn json(&self, kilobytes: &[(&str, f64)], is_scheduled: bool) -> Value {
        let quantiles = |times| {
            let [p50, p99, max] = quantiles(times);
            json!({"p50": p50, "p99": p99, "max": max})
        };
        let kilobytes = |index: usize| kilobytes.get(index).map(|(_, each)| *each);
        json!({
            "moves": self.acknowledged.len(),
            "games": self.n_games,
            "seconds": self.seconds,
            "moves_per_second": self.acknowledged.len() as f64 / self.seconds,
            "acknowledged_millis": quantiles(&self.acknowledged),
            "due_millis": is_scheduled.then(|| quantiles(&self.due)),
            "arrived_millis": quantiles(&self.arrived),
            "flag_millis": (!self.flags.is_empty()).then(|| quantiles(&self.flags)),
            "kilobytes_per_idle_table": kilobytes(0),
            "kilobytes_per_connected_table": kilobytes(1),
            "kilobytes_per_played_table": kilobytes(2),
            "server_micros_per_move": self.server_micros,
        })
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { due, acknowledged, arrived, flags, n_games, seconds, server_micros } = self;
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
        if !flags.is_empty() {
            let [half, most, last] = quantiles(flags);
            let n_flags = flags.len();
            writeln!(
                f,
                "{n_flags} flags fell late: p50 {half:.1} ms, p99 {most:.1} ms, max {last:.1} ms"
            )?;
        }
        if let Some(each) = server_micros {
            writeln!(f, "the server worked {each:.0} µs for each move")?;
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
