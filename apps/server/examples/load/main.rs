//! A load for a running server: many tables at which two people each play by sockets.
//!
//! ```text
//! tilewright serve --no-limits &
//! cargo run --release -p tilewright-server --example load -- \
//!     --tables 2000 --rate 2500 --seconds 60
//! ```
//!
//! It runs beside the server on the same cores, so that it does as little as it can: one thread,
//! one task for each table, and of the messages it reads only what it must.

#![expect(clippy::cast_precision_loss, reason = "what is counted here has a few digits")]

mod player;
mod tally;

use std::error::Error;
use std::net::SocketAddr;
use std::time::Duration;
use std::{fmt, fs};

use clap::Parser;
use tokio::task::JoinSet;
use tokio::time::Instant;

use self::player::{Players, Service};
use self::tally::Tally;

/// Let many people play at a server, and measure how long their moves take
#[derive(Parser)]
struct Arguments {
    /// The server's address
    #[arg(long, default_value = "127.0.0.1:8080")]
    server: SocketAddr,

    /// The number of tables that are open at the same time, with two sockets each
    #[arg(long, default_value_t = 2_000)]
    tables: usize,

    /// Moves sent each second at all tables together; without it as many as possible
    #[arg(long)]
    rate: Option<u32>,

    /// Seconds of play
    #[arg(long, default_value_t = 30)]
    seconds: u64,

    /// The game, and its variant behind a colon; may be given again
    #[arg(long = "game", default_values_t = ["coerceo".to_owned(), "aquapipe:4x4".to_owned()])]
    games: Vec<String>,

    /// Give every move this many seconds; at the end nobody moves, and all flags must fall
    #[arg(long)]
    clock: Option<u32>,

    /// The number of the server's process, to tell how much memory and time it takes
    #[arg(long)]
    pid: Option<u32>,

    /// One object of JSON, for programs
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// Says how far it is, to people.
    fn tell(&self, what: &str) {
        if !self.json {
            println!("{what}");
        }
    }
}

type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

/// The number of tables that are opened at the same time.
const N_AT_ONCE: usize = 32;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let mut memory =
        Memory { before: resident(arguments.pid), each: Vec::new(), pid: arguments.pid };
    let tables = open_tables(&arguments).await?;
    memory.look("tables without sockets", tables.len());
    let players = connect(&arguments, tables).await?;
    memory.look("tables with two sockets each", players.len());
    let worked_before = worked(arguments.pid);
    let mut tally = play(&arguments, players).await?;
    memory.look("tables after the games", arguments.tables);
    if let (Some(before), Some(after)) = (worked_before, worked(arguments.pid)) {
        let each = (after - before) as f64 * 1_000.0 / tally.acknowledged.len() as f64;
        tally.server_micros = Some(each);
    }
    if arguments.json {
        println!("{:#}", tally.json(&memory.each, arguments.rate.is_some()));
    } else {
        print!("{memory}{tally}");
    }
    Ok(())
}

/// Opens all tables and takes all seats.
async fn open_tables(arguments: &Arguments) -> Result<Vec<Players>> {
    let begin = Instant::now();
    let service = Service::new(arguments.server);
    let mut opening = JoinSet::new();
    let mut tables = Vec::new();
    for i in 0..arguments.tables {
        let game = arguments.games[i % arguments.games.len()].clone();
        opening.spawn(Players::new(service.clone(), game, arguments.clock, i as u64));
        if opening.len() >= N_AT_ONCE
            && let Some(opened) = opening.join_next().await
        {
            tables.push(opened??);
        }
    }
    while let Some(opened) = opening.join_next().await {
        tables.push(opened??);
    }
    let seconds = begin.elapsed().as_secs_f64();
    arguments.tell(&format!("{} tables opened in {seconds:.1} s", tables.len()));
    Ok(tables)
}

/// Lets two sockets look at each table.
async fn connect(arguments: &Arguments, tables: Vec<Players>) -> Result<Vec<Players>> {
    let begin = Instant::now();
    let mut connected = Vec::with_capacity(tables.len());
    for mut players in tables {
        players.connect().await?;
        connected.push(players);
    }
    let n_sockets = 2 * connected.len();
    let seconds = begin.elapsed().as_secs_f64();
    arguments.tell(&format!("{n_sockets} sockets opened in {seconds:.1} s"));
    Ok(connected)
}

/// Plays everywhere until the time is over.
async fn play(arguments: &Arguments, tables: Vec<Players>) -> Result<Tally> {
    let pause = arguments.rate.map(|rate| Duration::from_secs(1) / rate.max(1));
    let n_tables = tables.len() as u32;
    let begin = Instant::now();
    let end = begin + Duration::from_secs(arguments.seconds);
    let mut playing = JoinSet::new();
    for (i, players) in tables.into_iter().enumerate() {
        // The moves of all tables are spread evenly over time.
        let schedule = pause.map(|pause| (begin + pause * i as u32, pause * n_tables));
        playing.spawn(players.play(schedule, end));
    }
    let mut tally = Tally::default();
    while let Some(played) = playing.join_next().await {
        tally.add(played??);
    }
    tally.seconds = begin.elapsed().as_secs_f64();
    Ok(tally)
}

/// The memory of the server.
struct Memory {
    pid: Option<u32>,
    before: Option<u64>,
    /// Each measurement: its name, and the kilobytes it added for each table.
    each: Vec<(&'static str, f64)>,
}

impl Memory {
    fn look(&mut self, what: &'static str, n_tables: usize) {
        let (Some(before), Some(now)) = (self.before, resident(self.pid)) else { return };
        self.each.push((what, now.saturating_sub(before) as f64 / n_tables as f64));
    }
}

impl fmt::Display for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (what, each) in &self.each {
            writeln!(f, "memory with {what}: {each:.1} kB a table")?;
        }
        Ok(())
    }
}

/// The resident memory of a process in kilobytes.
fn resident(pid: Option<u32>) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", pid?)).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().trim_end_matches(" kB").parse().ok()
}

/// The processor time of a process in milliseconds, on all cores together.
fn worked(pid: Option<u32>) -> Option<u64> {
    const MILLIS_PER_TICK: u64 = 10;
    let stat = fs::read_to_string(format!("/proc/{}/stat", pid?)).ok()?;
    // The name of the program stands in brackets before the numbers.
    let numbers = stat.rsplit(") ").next()?.split(' ');
    let ticks: Vec<u64> = numbers.skip(11).take(2).filter_map(|ticks| ticks.parse().ok()).collect();
    Some(ticks.iter().sum::<u64>() * MILLIS_PER_TICK)
}
