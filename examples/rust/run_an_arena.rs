//! Plays a match between two bots and prints the report with its intervals.
//!
//!     cargo run -p tilewright-examples --example run_an_arena

use tilewright_arena::Arena;
use tilewright_arena::plan::Plan;
use tilewright_arena::report::Report;
use tilewright_bots::Stop;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let players = ["minimax:depth=2", "greedy"];
    let plan = Plan { n_games: 40, ..Plan::new("aquapipe".parse()?, &players) };
    let n_threads = 1;
    let statistics = Arena::new(plan.clone())?.run(n_threads, &Stop::new(), &mut |_, _| ())?;
    println!("{}", Report::new(&plan, &statistics));
    Ok(())
}
