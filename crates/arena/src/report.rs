//! The report of a tournament: its plan, score board and faults.

use std::fmt;

use serde::Serialize;

use crate::plan::{ClockPlan, Plan};
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

impl Report {
    /// Returns the report of a plan.
    pub fn new(plan: &Plan, statistics: &Statistics) -> Report {
        let names = plan.player_names();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let faults = statistics.faults().iter().map(|(player, faults)| PlayerFaults {
            name: names[player.index()].to_owned(),
            faults: faults.clone(),
        });
        Report {
            score_board: ScoreBoard::new(statistics.standings(), &names, statistics.sprt()),
            is_complete: statistics.is_complete(),
            faults: faults.collect(),
            plan: plan.clone(),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n", heading(&self.plan))?;
        write!(f, "{}", self.score_board)?;
        for PlayerFaults { name, faults: Faults { n_times, reason, .. } } in &self.faults {
            let times = if *n_times == 1 { "once".to_owned() } else { format!("{n_times} times") };
            writeln!(f, "{name} forfeited {times}; the last time it {reason}")?;
        }
        Ok(())
    }
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
    parts.extend(plan.time_millis.map(|millis| format!("{millis} ms a move")));
    parts.extend(plan.clock.map(|clock| match clock {
        ClockPlan { time_millis, gain_millis: 0 } => format!("{time_millis} ms a game"),
        ClockPlan { time_millis, gain_millis } => {
            format!("{time_millis} ms a game and {gain_millis} ms more a move")
        }
    }));
    parts.extend(plan.nodes.map(|nodes| format!("{nodes} nodes a move")));
    parts.extend(plan.depth.map(|depth| format!("depth {depth}")));
    parts.push(format!("seed {}", plan.seed));
    parts.join(", ")
}
