//! What was played, what it has shown, and who forfeited: all that a tournament has to tell.

use std::fmt;

use serde::Serialize;

use crate::plan::{ClockPlan, Plan};
use crate::report::Report;
use crate::schedule::Tournament;
use crate::tally::{Faults, Finished};

/// All that a tournament has to tell: [`Display`](fmt::Display) is for people, serde for programs.
///
/// ```
/// use tilewright_arena::plan::Plan;
/// use tilewright_arena::run::Arena;
/// use tilewright_arena::summary::Summary;
/// use tilewright_bots::Stop;
///
/// let plan = Plan { n_games: 4, ..Plan::new("aquapipe".parse()?, &["greedy", "random"]) };
/// let finished = Arena::new(plan.clone())?.run(1, &Stop::new(), &mut |_| ())?;
/// let summary = Summary::new(&plan, &finished);
/// assert!(summary.to_string().starts_with("aquapipe, match, seed 1\n\nRank Name"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// What the games have shown.
    #[serde(flatten)]
    pub report: Report,
    /// Whether all was played, or the test is decided.
    pub is_complete: bool,
    /// Who forfeited seats.
    pub faults: Vec<Forfeits>,
    /// What was played.
    pub plan: Plan,
}

/// How often a player forfeited seats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Forfeits {
    /// The player's name.
    pub name: String,
    /// How often, and why.
    pub faults: Faults,
}

impl Summary {
    /// What came of a plan.
    pub fn new(plan: &Plan, finished: &Finished) -> Summary {
        let names = plan.player_names();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let faults = finished.faults.iter().map(|(player, faults)| Forfeits {
            name: names[player.index()].to_owned(),
            faults: faults.clone(),
        });
        Summary {
            report: Report::new(&finished.standings, &names, finished.sprt),
            is_complete: finished.is_complete,
            faults: faults.collect(),
            plan: plan.clone(),
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n", heading(&self.plan))?;
        write!(f, "{}", self.report)?;
        for Forfeits { name, faults: Faults { n_times, reason, .. } } in &self.faults {
            let times = if *n_times == 1 { "once".to_owned() } else { format!("{n_times} times") };
            writeln!(f, "{name} forfeited {times}; the last time it {reason}")?;
        }
        Ok(())
    }
}

/// What is played, in a line.
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
