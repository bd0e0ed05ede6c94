//! The report of a tournament: its plan, score board and faults.

use std::fmt;

use serde::Serialize;

use crate::Player;
use crate::plan::{ClockPlan, Plan};
use crate::results::Usage;
use crate::schedule::Tournament;
use crate::score_board::ScoreBoard;
use crate::statistics::{Faults, Statistics};

/// The report of a tournament: [`Display`](fmt::Display) is for people, serde for programs.
///
/// ```
/// use tilewright_arena::Arena;
/// use tilewright_arena::plan::Plan;
/// use tilewright_arena::report::Report;
/// use tilewright_bots::Stop;
///
/// let plan = Plan { n_games: 4, ..Plan::new("aquapipe".parse()?, &["greedy", "random"]) };
/// let statistics = Arena::new(plan.clone())?.run(1, &Stop::new(), &mut |_, _| ())?;
/// let report = Report::new(&plan, &statistics);
/// assert!(report.to_string().starts_with("aquapipe, match, seed 1\n\nRank Name"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The score board.
    #[serde(flatten)]
    pub score_board: ScoreBoard,
    /// `true` if all games are played, or the test is decided.
    pub is_complete: bool,
    /// The players that forfeited seats.
    pub faults: Vec<PlayerFaults>,
    /// The players that resigned seats.
    pub resignations: Vec<PlayerResignations>,
    /// The time that the players used, where it was measured.
    pub usage: Vec<PlayerUsage>,
    /// The plan.
    pub plan: Plan,
}

/// The faults of a player, with its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlayerFaults {
    /// The player's name.
    pub name: String,
    /// The faults.
    pub faults: Faults,
}

/// The resignations of a player, with its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlayerResignations {
    /// The player's name.
    pub name: String,
    /// The number of seats that it resigned.
    pub n_times: u64,
}

/// The time that a player used, with its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlayerUsage {
    /// The player's name.
    pub name: String,
    /// The time.
    #[serde(flatten)]
    pub usage: Usage,
}

impl fmt::Display for PlayerUsage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PlayerUsage { name, usage: Usage { n_moves, wall_micros, cpu_micros } } = self;
        let seconds = |micros: u64| micros as f64 / 1e6;
        let each = |micros: u64| micros as f64 / 1e3 / (*n_moves).max(1) as f64;
        write!(
            f,
            "{name} used {:.2} s of processor time for {n_moves} moves, {:.1} ms each ({:.1} ms by \
             the clock on the wall)",
            seconds(*cpu_micros),
            each(*cpu_micros),
            each(*wall_micros),
        )
    }
}

impl Report {
    /// Returns the report of a plan.
    pub fn new(plan: &Plan, statistics: &Statistics) -> Report {
        let names = plan.player_names();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let faults = statistics.faults().iter().map(|(player, faults)| PlayerFaults {
            name: names[player.index()].to_owned(),
            faults: faults.clone(),
        });
        let name = |player: &Player| names[player.index()].to_owned();
        let resignations = statistics.resignations().iter();
        let resignations = resignations
            .map(|(player, &n_times)| PlayerResignations { name: name(player), n_times });
        let usage = statistics.usage().iter();
        let usage = usage.map(|(player, &usage)| PlayerUsage { name: name(player), usage });
        Report {
            score_board: ScoreBoard::new(statistics.standings(), &names, statistics.sprt()),
            is_complete: statistics.is_complete(),
            faults: faults.collect(),
            resignations: resignations.collect(),
            usage: usage.collect(),
            plan: plan.clone(),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n", heading(&self.plan))?;
        write!(f, "{}", self.score_board)?;
        for usage in &self.usage {
            writeln!(f, "{usage}")?;
        }
        for PlayerResignations { name, n_times } in &self.resignations {
            writeln!(f, "{name} resigned {}", times(*n_times))?;
        }
        for PlayerFaults { name, faults } in &self.faults {
            let Faults { n_times, reason, by_kind, .. } = faults;
            let kinds: Vec<String> =
                by_kind.iter().map(|(kind, n)| format!("{n} {kind}")).collect();
            let kinds =
                if kinds.is_empty() { String::new() } else { format!(" ({})", kinds.join(", ")) };
            writeln!(f, "{name} forfeited {}{kinds}; the last time it {reason}", times(*n_times))?;
        }
        Ok(())
    }
}

fn times(n_times: u64) -> String {
    if n_times == 1 { "once".to_owned() } else { format!("{n_times} times") }
}

/// The plan in a line.
fn heading(plan: &Plan) -> String {
    let mut parts = vec![plan.game.to_string()];
    parts.extend(plan.options.iter().map(|(name, value)| format!("{name}={value}")));
    parts.push(match plan.tournament {
        Tournament::Match => "match".to_owned(),
        Tournament::RoundRobin => "round robin".to_owned(),
        Tournament::Gauntlet => "gauntlet".to_owned(),
        Tournament::Ladder => "ladder".to_owned(),
    });
    let of = if plan.is_cpu_time { " of processor time" } else { "" };
    parts.extend(plan.time_millis.map(|millis| format!("{millis} ms{of} a move")));
    parts.extend(plan.clock.map(|clock| match clock {
        ClockPlan { time_millis, gain_millis: 0 } => format!("{time_millis} ms{of} a game"),
        ClockPlan { time_millis, gain_millis } => {
            format!("{time_millis} ms{of} a game and {gain_millis} ms more a move")
        }
    }));
    parts.extend(plan.nodes.map(|nodes| format!("{nodes} nodes a move")));
    parts.extend(plan.depth.map(|depth| format!("depth {depth}")));
    parts.push(format!("seed {}", plan.seed));
    parts.join(", ")
}
