//! Attacks on a running server on this machine, each bounded in number and time, and what came of
//! them.
//!
//! ```text
//! tilewright serve --data-dir /tmp/attacked &
//! cargo run --release -p tilewright-server --example attack -- --pid $!
//! ```
//!
//! Every attack comes from a loopback address of its own, as from a household, and every victim
//! from another one. The last line says how many attacks the server held; it ends with the code 1
//! if one succeeded.

mod attacker;
mod games;
mod people;

use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::net::SocketAddr;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use tokio::time::{Instant, timeout};

use self::attacker::Target;

/// Attack a server on this machine, and report what came of it
#[derive(Parser)]
struct Arguments {
    /// Address of the server, on this machine
    #[arg(long, default_value = "127.0.0.1:8080")]
    server: SocketAddr,

    /// The number of the server's process, to see how much memory it takes
    #[arg(long)]
    pid: Option<u32>,

    /// Number of requests of the larger attacks
    #[arg(long, default_value_t = 100)]
    requests: usize,
}

pub(crate) type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

/// The outcome of an attack.
pub(crate) struct Outcome {
    /// True if the server held.
    pub(crate) is_held: bool,
    /// The numbers of the attack.
    pub(crate) text: String,
}

/// No attack takes longer.
const PATIENCE: Duration = Duration::from_mins(3);

#[tokio::main]
async fn main() -> Result<ExitCode> {
    let arguments = Arguments::parse();
    if !arguments.server.ip().is_loopback() {
        return Err("only servers on this machine are attacked: give an address such as \
                    127.0.0.1:8080"
            .into());
    }
    let target =
        Target { server: arguments.server, pid: arguments.pid, n_requests: arguments.requests };
    let mut n_held = 0;
    let mut n_attacks = 0;
    macro_rules! attack {
        ($name:literal, $attack:expr) => {
            n_attacks += 1;
            n_held += usize::from(report($name, $attack).await);
        };
    }
    attack!("games of strong bots from nobody", games::bots_everywhere(&target));
    attack!("tables that push others off the list", games::many_tables(&target));
    attack!("one guest at every waiting table", games::many_seats(&target));
    attack!("sit and leave", games::sit_and_leave(&target));
    attack!("analyses before hints", games::analyses(&target));
    attack!("long games read again and again", games::reads(&target));
    attack!("a game of bots without an end", games::endless(&target));
    attack!("lists of tables", games::lists(&target));
    attack!("sign-ins and memory", people::sign_ins(&target));
    attack!("a deletion that hangs up", people::deletion(&target));
    attack!("passwords guessed for one account", people::guesses(&target));
    attack!("common passwords", people::common_passwords(&target));
    attack!("reserved names", people::reserved_names(&target));
    attack!("forged addresses", people::forged_addresses(&target));
    attack!("another host", people::other_host(&target));
    attack!("compressed refusals", people::compressed_refusal(&target));
    println!("\n{n_held} of {n_attacks} attacks were held");
    Ok(if n_held == n_attacks { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Carries out an attack and writes a line about it; true if the server held.
async fn report(name: &str, attack: impl Future<Output = Result<Outcome>>) -> bool {
    let begin = Instant::now();
    let outcome = match timeout(PATIENCE, attack).await {
        Ok(Ok(outcome)) => outcome,
        Ok(Err(error)) => Outcome { is_held: false, text: format!("failed: {error}") },
        Err(_) => Outcome { is_held: false, text: "took too long".to_owned() },
    };
    let verdict = if outcome.is_held { "held" } else { "NOT HELD" };
    let mut line = String::new();
    let _ = write!(line, "{verdict:8}  {name}: {}", outcome.text);
    println!("{line} ({:.1} s)", begin.elapsed().as_secs_f64());
    outcome.is_held
}

/// The memory of a process, in megabytes.
pub(crate) fn resident(pid: Option<u32>) -> Option<f64> {
    let status = fs::read_to_string(format!("/proc/{}/status", pid?)).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    let kilobytes: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes / 1_024.0)
}
