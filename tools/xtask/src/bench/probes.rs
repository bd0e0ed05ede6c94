//! Everything that is measured beside the rules and the bots: whole programs, as people use them.

use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;
use tempfile::TempDir;

use super::child::{Engine, Running, measured, output};
use super::report::{Better, By, Sample};
use super::workloads;
use crate::{web, workspace};

/// A measurement that gives one sample of each of its numbers.
pub(crate) struct Probe {
    /// What the names of its numbers begin with.
    pub(crate) name: String,
    pub(crate) needs: Needs,
    /// Whether it takes so long that a few runs must do.
    pub(crate) is_slow: bool,
    run: Box<Run>,
}

/// How something is measured once.
type Run = dyn Fn(&Tools) -> Result<Vec<Sample>>;

/// What a probe needs beside the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Needs {
    Program,
    Load,
    Python,
    Postgres,
}

/// Where the programs are that are measured.
pub(crate) struct Tools {
    pub(crate) program: PathBuf,
    pub(crate) load: PathBuf,
    pub(crate) python: PathBuf,
    /// A PostgreSQL database, if one was named.
    pub(crate) database: Option<String>,
}

impl Probe {
    fn new(name: &str, run: impl Fn(&Tools) -> Result<Vec<Sample>> + 'static) -> Probe {
        let run = Box::new(run);
        Probe { name: name.to_owned(), needs: Needs::Program, is_slow: false, run }
    }

    fn needing(self, needs: Needs) -> Probe {
        Probe { needs, ..self }
    }

    fn slow(self) -> Probe {
        Probe { is_slow: true, ..self }
    }

    pub(crate) fn run(&self, tools: &Tools) -> Result<Vec<Sample>> {
        (self.run)(tools)
    }

    /// Whether somebody who says this part of a name means it, or one of its numbers.
    pub(crate) fn is_meant_by(&self, part: &str) -> bool {
        self.name.contains(part) || self.gives(part)
    }

    /// Whether this is the name of one of its numbers.
    pub(crate) fn gives(&self, name: &str) -> bool {
        let rest = name.strip_prefix(&self.name);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }
}

/// All probes, in the order in which people should read them.
pub(crate) fn all() -> Vec<Probe> {
    let mut probes = players();
    probes.push(Probe::new("solve/aquapipe", solve));
    probes.extend(arenas());
    probes.push(Probe::new("program/start-up", start_up));
    probes.push(Probe::new("program/web-client", |_| {
        let size = web::compressed_size(&workspace::root().join("apps/web-assets/dist"))?;
        Ok(vec![sample("program/web-client", "kB", By::Count, Better::Less, kilo(size))])
    }));
    probes.extend(servers());
    probes.extend(pythons());
    probes.extend(growth());
    probes
}

const START: &str = "position startpos";

/// In the middle of a game that `minimax` played against itself, after 50 moves.
const COERCEO_MIDDLE: &str =
    "position fen laurentius x/04/2/35/4/2/024/234/35/-/013/34/35/15/4/1/14/25/02 w 1/0";

/// What seat 1 of two knows after the first placement; two tiles fit, and it may draw.
const TRIOMINOS_VIEW: &str = "position view viewer=1 seats=2 single-round=on round=1 scores=0/0 \
    held=-/?0 moves deal:0-0-3 deal:2-2-4 deal:1-5-5 deal:0-0-1 deal:1-1-5 deal:2-4-4 deal:1-4-4 \
    deal:3-3-4 deal:2-4-5 deal:? deal:? deal:? deal:? deal:? deal:? deal:? deal:? deal:? \
    shown=opener=2 0-0-0:ACB@1,0";

fn players() -> Vec<Probe> {
    let depth = |phase: &str, position: &'static str| {
        let name = format!("players/coerceo/depth-after-1s/{phase}");
        Probe::new(&name.clone(), move |tools| {
            let mut engine = engine(tools, "coerceo", "minimax")?;
            let depth = engine.go(position, "movetime 1000")?.depth;
            let depth = depth.context("the engine did not say how deep it looked")?;
            Ok(vec![sample(&name, "moves deep", By::Clock, Better::More, depth)])
        })
    };
    let takes = |name: &str, game: &'static str, bot: &'static str, position: &'static str| {
        let name = name.to_owned();
        Probe::new(&name.clone(), move |tools| {
            let seconds = engine(tools, game, bot)?.go(position, "")?.seconds;
            Ok(vec![sample(&name, "s", By::Clock, Better::Less, seconds)])
        })
    };
    vec![
        depth("opening", START),
        depth("middle", COERCEO_MIDDLE),
        takes("players/level-9/blokus", "blokus", "level:9", START),
        takes("players/level-9/triominos", "triominos", "level:9", TRIOMINOS_VIEW),
        takes("players/level-9/coerceo", "coerceo", "level:9", COERCEO_MIDDLE),
        takes("players/level-9/aquapipe", "aquapipe", "level:9", START),
        takes("players/aquapipe/solver", "aquapipe", "solver", START),
    ]
}

fn engine(tools: &Tools, game: &str, bot: &str) -> Result<Engine> {
    let mut command = Command::new(&tools.program);
    // Without the table of a solver that may lie in the folder for data.
    command.args(["engine", game, "--bot", bot]).env("XDG_DATA_HOME", "/nonexistent");
    Engine::start(&mut command)
}

/// Solves the small board of Aqua Pipe from nothing.
fn solve(tools: &Tools) -> Result<Vec<Sample>> {
    let folder = TempDir::new()?;
    let table = folder.path().join("table");
    let ran =
        measured(Command::new(&tools.program).args(["solve", "aquapipe", "--table"]).arg(table))?;
    Ok(vec![
        sample("solve/aquapipe/time", "s", By::Clock, Better::Less, ran.seconds),
        memory("solve/aquapipe/memory", ran.peak_kilobytes),
    ])
}

const RANDOM_DUO: &[&str] = &["--player", "random", "--player", "random", "--no-files"];

fn arenas() -> Vec<Probe> {
    vec![
        Probe::new("arena/random-duo", |tools| {
            arena(tools, "arena/random-duo", 100_000, RANDOM_DUO)
        }),
        Probe::new("arena/records", |tools| {
            let players = ["--player", "greedy", "--player", "random"];
            arena(tools, "arena/records", 20_000, &players)
        }),
        Probe::new("arena/processes", |tools| {
            let engine = |seed: &str| {
                let program = tools.program.display();
                format!("ugi:{program} engine blokus --variant duo --bot random --seed {seed}")
            };
            let [first, second] = ["1", "2"].map(engine);
            let players = ["--player", &first, "--player", &second, "--no-records"];
            arena(tools, "arena/processes", 600, &players)
        }),
    ]
}

/// A tournament of Blokus duo, with a folder of its own in place of the one for data, where its files
/// would stay.
fn arena(tools: &Tools, name: &str, n_games: u32, arguments: &[&str]) -> Result<Vec<Sample>> {
    let folder = TempDir::new()?;
    let mut command = Command::new(&tools.program);
    command.args(["arena", "blokus", "--variant", "duo", "--games", &n_games.to_string()]);
    let ran = measured(command.args(arguments).env("XDG_DATA_HOME", folder.path()))?;
    let rate = f64::from(n_games) / ran.seconds;
    Ok(vec![
        sample(name, "games/s", By::Clock, Better::More, rate),
        memory(&format!("{name}/memory"), ran.peak_kilobytes),
    ])
}

/// From the start of the program to the legal moves of Blokus, for which all its tables are made; and
/// the memory of an engine that has them, because the program ends before anybody can look.
fn start_up(tools: &Tools) -> Result<Vec<Sample>> {
    let ran = measured(Command::new(&tools.program).args(["legal", "blokus"]))?;
    let mut engine = engine(tools, "blokus", "random")?;
    engine.n_legal_moves(START)?;
    Ok(vec![
        sample("program/start-up/time", "ms", By::Clock, Better::Less, 1_000.0 * ran.seconds),
        memory("program/start-up/memory", engine.peak_kilobytes()?),
    ])
}

/// How the server is used.
#[derive(Clone, Copy)]
struct Crowd {
    n_tables: u32,
    /// Moves each second; as many as can be if it is nothing.
    rate: Option<u32>,
    seconds: u32,
}

fn servers() -> Vec<Probe> {
    let crowd = Crowd { n_tables: 2_000, rate: Some(2_500), seconds: 20 };
    let flat_out = Crowd { n_tables: 500, rate: None, seconds: 10 };
    vec![
        server("server/2000-tables", crowd).needing(Needs::Load),
        server("server/flat-out", flat_out).needing(Needs::Load),
        server("server/postgres", crowd).needing(Needs::Postgres),
    ]
}

fn server(name: &str, crowd: Crowd) -> Probe {
    let name = name.to_owned();
    Probe::new(&name.clone(), move |tools| {
        let database = tools.database.as_deref().filter(|_| name.ends_with("postgres"));
        Ok(serve(tools, database, crowd)?.samples(&name))
    })
    .slow()
}

/// What the load generator says.
#[derive(Deserialize)]
struct Load {
    moves_per_second: f64,
    acknowledged_millis: Quantiles,
    due_millis: Option<Quantiles>,
    kilobytes_per_idle_table: f64,
    kilobytes_per_connected_table: f64,
    kilobytes_per_played_table: f64,
    server_micros_per_move: f64,
}

#[derive(Deserialize)]
struct Quantiles {
    p50: f64,
    p99: f64,
}

impl Load {
    fn samples(self, name: &str) -> Vec<Sample> {
        let less = |end: &str, unit, by, value| {
            sample(&format!("{name}/{end}"), unit, by, Better::Less, value)
        };
        let moves = format!("{name}/moves");
        let mut samples = vec![
            sample(&moves, "moves/s", By::Clock, Better::More, self.moves_per_second),
            less("p50", "ms", By::Clock, self.acknowledged_millis.p50),
            less("p99", "ms", By::Clock, self.acknowledged_millis.p99),
            less("processor", "µs/move", By::Processor, self.server_micros_per_move),
            less("memory-idle", "kB/table", By::Memory, self.kilobytes_per_idle_table),
            less("memory-sockets", "kB/table", By::Memory, self.kilobytes_per_connected_table),
            less("memory-played", "kB/table", By::Memory, self.kilobytes_per_played_table),
        ];
        samples.extend(self.due_millis.map(|due| less("p99-due", "ms", By::Clock, due.p99)));
        samples
    }
}

/// Starts a server with an empty store, and lets people play at it.
fn serve(tools: &Tools, database: Option<&str>, crowd: Crowd) -> Result<Load> {
    let folder = TempDir::new()?;
    // A free port: taken for a moment, and given back.
    let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?.to_string();
    let mut command = Command::new(&tools.program);
    command.args(["serve", "--no-limits", "--addr", &address]);
    match database {
        Some(url) => command.args(["--database", url]),
        None => command.arg("--data-dir").arg(folder.path()),
    };
    let mut server = Running::start(&mut command, folder.path().join("complaints"))?;
    wait_for(&address, &mut server).context("the server did not start")?;
    let mut command = Command::new(&tools.load);
    command.args(["--json", "--server", &address, "--pid", &server.pid().to_string()]);
    command.args(["--tables", &crowd.n_tables.to_string()]);
    command.args(["--seconds", &crowd.seconds.to_string()]);
    if let Some(rate) = crowd.rate {
        command.args(["--rate", &rate.to_string()]);
    }
    let load = output(&mut command)?;
    serde_json::from_slice(&load.stdout).context("the load generator says other things now")
}

fn wait_for(address: &str, server: &mut Running) -> Result<()> {
    let begin = Instant::now();
    while TcpStream::connect(address).is_err() {
        server.check()?;
        ensure!(begin.elapsed() < Duration::from_secs(20), "it does not answer");
        thread::sleep(Duration::from_millis(20));
    }
    Ok(())
}

fn pythons() -> Vec<Probe> {
    let script = |name: &str, file: &'static str| {
        let name = name.to_owned();
        Probe::new(&name.clone(), move |tools| python(tools, file, &name)).needing(Needs::Python)
    };
    vec![
        Probe::new("python/import", import).needing(Needs::Python),
        script("python/tilewe", "tilewe_random.py"),
        script("python/batch", "batch.py").slow(),
        script("python/games", "random_games.py").slow(),
    ]
}

/// A line of a script that measures.
#[derive(Deserialize)]
struct Line {
    name: String,
    unit: String,
    per_processor_second: f64,
}

fn python(tools: &Tools, file: &str, name: &str) -> Result<Vec<Sample>> {
    let script = workspace::root().join("python/benches").join(file);
    let ran = measured(Command::new(&tools.python).arg(script).arg("--json"))?;
    let sample = |line: &str| {
        let line: Line = serde_json::from_str(line)?;
        let (name, unit) = (format!("{name}/{}", line.name), format!("{}/s", line.unit));
        Ok(sample(&name, &unit, By::Processor, Better::More, line.per_processor_second))
    };
    ran.stdout.lines().map(sample).collect()
}

/// How long Python says that it imports.
fn import(tools: &Tools) -> Result<Vec<Sample>> {
    let mut command = Command::new(&tools.python);
    let ran = output(command.args(["-X", "importtime", "-c", "import tilewright"]))?;
    let micros = import_micros(&String::from_utf8_lossy(&ran.stderr));
    let Some(micros) = micros else { bail!("Python did not say how long the import takes") };
    Ok(vec![sample("python/import", "ms", By::Clock, Better::Less, micros / 1_000.0)])
}

/// The last line of all: `import time: self | cumulative | tilewright`.
fn import_micros(stderr: &str) -> Option<f64> {
    let line = stderr.lines().rfind(|line| line.ends_with("| tilewright"))?;
    line.split('|').nth(1)?.trim().parse().ok()
}

/// How the cost grows with games, threads, seats, tables and sockets. How it grows with what is on the
/// board is told by the workloads `list-at`.
fn growth() -> Vec<Probe> {
    let mut probes = Vec::new();
    for (setup, game, rules, seats) in [
        ("triominos", "triominos", ["--option", "single-round=on"], 2..=6),
        ("blokus-tilewe", "blokus", ["--variant", "tilewe"], 1..=4),
    ] {
        for n_seats in seats {
            let name = format!("growth/seats/{setup}-{n_seats}");
            probes.push(Probe::new(&name.clone(), move |tools| {
                let n_seats = n_seats.to_string();
                let rules = [&rules[..], &["--seats", &n_seats]].concat();
                workloads::measure_with(&tools.program, game, &rules, "whole-games", &name)
            }));
        }
    }
    for n_games in [1_000, 10_000, 100_000] {
        let name = format!("growth/games/arena-{n_games}");
        probes
            .push(Probe::new(&name.clone(), move |tools| arena(tools, &name, n_games, RANDOM_DUO)));
    }
    for n_threads in ["1", "2"] {
        let name = format!("growth/threads/arena-{n_threads}");
        probes.push(Probe::new(&name.clone(), move |tools| {
            let arguments = [RANDOM_DUO, &["--threads", n_threads]].concat();
            arena(tools, &name, 100_000, &arguments)
        }));
    }
    for n_tables in [250, 1_000, 4_000] {
        let crowd = Crowd { n_tables, rate: Some(1_000), seconds: 10 };
        let name = format!("growth/tables/{n_tables}");
        probes.push(server(&name, crowd).needing(Needs::Load));
    }
    probes
}

fn sample(name: &str, unit: &str, by: By, better: Better, value: f64) -> Sample {
    Sample { name: name.to_owned(), unit: unit.to_owned(), better, by, value }
}

fn memory(name: &str, kilobytes: u64) -> Sample {
    sample(name, "MB", By::Memory, Better::Less, kilo(kilobytes))
}

/// Thousands of them.
#[expect(clippy::cast_precision_loss, reason = "no machine has 2^53 kB")]
fn kilo(number: u64) -> f64 {
    number as f64 / 1_000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_probes_have_one_name() {
        let probes = all();
        let mut names: Vec<&str> = probes.iter().map(|probe| probe.name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), probes.len());
    }

    #[test]
    fn a_probe_gives_what_bears_its_name_whole() {
        let probe = Probe::new("growth/games/arena-1000", |_| Ok(Vec::new()));
        assert!(probe.gives("growth/games/arena-1000"));
        assert!(probe.gives("growth/games/arena-1000/memory"));
        assert!(!probe.gives("growth/games/arena-10000"));
    }

    #[test]
    fn a_probe_is_meant_by_a_part_of_its_name_or_by_one_of_its_numbers() {
        let probe = Probe::new("server/2000-tables", |_| Ok(Vec::new()));
        for part in ["server", "tables", "server/2000-tables", "server/2000-tables/p99"] {
            assert!(probe.is_meant_by(part), "{part}");
        }
        assert!(!probe.is_meant_by("server/2000-tables-more") && !probe.is_meant_by("postgres"));
    }

    #[test]
    fn the_time_of_an_import_is_that_of_the_whole_package() {
        let stderr = "import time:       120 |        120 |   tilewright._tilewright\n\
                      import time:       300 |      18400 | tilewright\n";
        assert_eq!(import_micros(stderr), Some(18_400.0));
        assert_eq!(import_micros("import time:       120 |        120 | tilewright.x\n"), None);
    }
}
