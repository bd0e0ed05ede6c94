//! `cargo xtask bench`: every number that is asked of the software, in one report.
//!
//! Runs are interleaved: each number is measured once before any is measured again, so that what
//! disturbs the machine for a while disturbs all numbers a little and none much. The report is on the
//! disk after each measurement.

mod asked;
mod callgrind;
mod child;
mod compare;
mod machine;
mod page;
mod probes;
mod report;
mod workloads;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use anyhow::{Context, Result, ensure};
use clap::Args;

use self::callgrind::Callgrind;
use self::child::succeed;
use self::machine::Machine;
use self::probes::{Needs, Probe, Tools};
use self::report::{Report, Sample};
use self::workloads::Workload;
use crate::workspace;

/// The numbers that new ones are compared with, in the root directory.
const BASELINE: &str = "tools/xtask/baseline.json";

/// What takes long is measured so often at most.
const MAX_SLOW_RUNS: usize = 3;

#[derive(Args)]
#[command(after_help = "\
Examples:
  cargo xtask bench                                  everything, which takes about half an hour
  cargo xtask bench --quick                          one run, without what takes long
  cargo xtask bench --only blokus/duo --runs 9       all numbers with this in their names
  cargo xtask bench --only instructions/coerceo      instruction counts alone
  cargo xtask bench --resume                         what an interrupted report still lacks
  cargo xtask bench --save                           and keep the numbers as the new baseline")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(crate) struct Arguments {
    /// Only numbers with this in their names; may be given several times
    #[arg(long, value_name = "PART")]
    only: Vec<String>,

    /// How often each is measured
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..))]
    runs: u16,

    /// One run, and nothing that takes long: no load on a server, no instruction counts, no batches
    #[arg(long, conflicts_with = "runs")]
    quick: bool,

    /// Where the report is written as JSON, instead of bench.json in the target folder
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,

    /// Go on with the report in that file
    #[arg(long)]
    resume: bool,

    /// Keep what was measured as the baseline, and show it in docs/PERFORMANCE.md
    #[arg(long)]
    save: bool,

    /// Measure nothing, and show the baseline in docs/PERFORMANCE.md as it would be shown now
    #[arg(long, exclusive = true)]
    page: bool,

    /// A PostgreSQL database that the server may fill, to measure it with that too: postgres://…
    #[arg(long, value_name = "URL")]
    database: Option<String>,

    /// The profile to build with
    #[arg(long, value_name = "PROFILE", default_value = "release")]
    profile: String,
}

/// What is to be measured, and what was so far.
struct Bench<'a> {
    arguments: &'a Arguments,
    tools: Tools,
    file: PathBuf,
    report: Report,
    /// What could not be measured, and why.
    left_out: Vec<String>,
    has_failed: bool,
}

/// Measures what the arguments choose, prints the report and writes it.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    if arguments.page {
        return page::write(&Report::read(&workspace::root().join(BASELINE))?);
    }
    let metadata = workspace::metadata()?;
    let target = metadata.target_directory.as_std_path();
    let file = arguments.json.clone().unwrap_or_else(|| target.join("bench.json"));
    let report = begin(arguments, &file)?;
    let built = target.join(if arguments.profile == "dev" { "debug" } else { &arguments.profile });
    let tools = Tools {
        program: built.join("tilewright"),
        load: built.join("examples/load"),
        python: target.join("bench-python/bin/python"),
        database: arguments.database.clone(),
    };
    let (left_out, has_failed) = (Vec::new(), false);
    let mut bench = Bench { arguments, tools, file, report, left_out, has_failed };
    bench.measure(target)?;
    bench.tell()
}

/// A new report, or the one that is gone on with.
fn begin(arguments: &Arguments, file: &Path) -> Result<Report> {
    let new = Report::new(Machine::this(), machine::commit());
    if !arguments.resume {
        return Ok(new);
    }
    let old = Report::read(file).context("there is nothing to go on with")?;
    ensure!(
        old.machine.is_like(&new.machine) && old.commit == new.commit,
        "{} is of commit {} on {}: begin anew without --resume",
        file.display(),
        old.commit,
        old.machine.cpu
    );
    Ok(old)
}

impl Bench<'_> {
    fn measure(&mut self, target: &Path) -> Result<()> {
        let profile = ["--profile", &self.arguments.profile];
        succeed(workspace::cargo().arg("build").args(profile).args(["-p", "tilewright"]))?;
        let all = workloads::list(&self.tools.program)?;
        self.check_names(&all)?;
        let chosen: Vec<Workload> =
            all.iter().filter(|it| self.is_chosen(&it.name())).cloned().collect();
        let probes = self.prepared_probes(target)?;
        for run in 0..self.n_runs() {
            let title = format!("run {} of {}", run + 1, self.n_runs());
            for game in games(&chosen) {
                self.measure_game(run, &title, &game);
            }
            for probe in &probes {
                self.measure_probe(run, &title, probe);
            }
        }
        self.count_instructions(&all, target)
    }

    fn n_runs(&self) -> usize {
        if self.arguments.quick { 1 } else { self.arguments.runs.into() }
    }

    /// Whether the arguments choose a number by a part of its name.
    fn is_chosen(&self, name: &str) -> bool {
        let only = &self.arguments.only;
        only.is_empty() || only.iter().any(|part| name.contains(part))
    }

    /// Fails if a part of a name chooses nothing.
    fn check_names(&self, workloads: &[Workload]) -> Result<()> {
        let probes = probes::all();
        for part in &self.arguments.only {
            let is_work = workloads.iter().any(|it| it.instructions().contains(part));
            ensure!(
                is_work || probes.iter().any(|probe| probe.is_meant_by(part)),
                "nothing that is measured has {part} in its name: docs/PERFORMANCE.md has the names"
            );
        }
        Ok(())
    }

    /// How often a number was measured so far.
    fn n_samples(&self, name: &str) -> usize {
        self.report.number(name).map_or(0, |number| number.samples.len())
    }

    /// The chosen probes whose tools are there, or were built. What is missing is told.
    fn prepared_probes(&mut self, target: &Path) -> Result<Vec<Probe>> {
        let Arguments { only, quick, .. } = self.arguments;
        let is_wanted = |probe: &Probe| {
            let is_chosen = only.is_empty() || only.iter().any(|part| probe.is_meant_by(part));
            is_chosen && !(*quick && probe.is_slow)
        };
        let mut probes: Vec<Probe> = probes::all().into_iter().filter(is_wanted).collect();
        let needs = |probes: &[Probe], needs| probes.iter().any(|probe| probe.needs == needs);
        if needs(&probes, Needs::Load) || needs(&probes, Needs::Postgres) {
            let profile = ["--profile", &self.arguments.profile];
            let example = ["-p", "tilewright-server", "--example", "load"];
            succeed(workspace::cargo().arg("build").args(profile).args(example))?;
        }
        if needs(&probes, Needs::Postgres) && self.arguments.database.is_none() {
            probes.retain(|probe| probe.needs != Needs::Postgres);
            self.leave_out("PostgreSQL: name a database with --database postgres://…");
        }
        if needs(&probes, Needs::Python)
            && let Err(error) = build_python(target, &self.arguments.profile)
        {
            probes.retain(|probe| probe.needs != Needs::Python);
            self.leave_out(&format!("Python: {error:#}"));
        }
        Ok(probes)
    }

    /// Measures those workloads of a game that have not been measured in this run.
    fn measure_game(&mut self, run: usize, title: &str, workloads: &[Workload]) {
        let pending = workloads.iter().filter(|it| self.n_samples(&it.name()) <= run);
        let pending: Vec<Workload> = pending.cloned().collect();
        let Some(Workload { game, .. }) = pending.first() else { return };
        eprintln!("{title}: {game}, {} workloads …", pending.len());
        self.add(game, workloads::measure(&self.tools.program, &pending));
    }

    fn measure_probe(&mut self, run: usize, title: &str, probe: &Probe) {
        let mut numbers = self.report.numbers.iter().filter(|number| probe.gives(&number.name));
        let is_done = numbers.any(|number| number.samples.len() > run);
        if is_done || (probe.is_slow && run >= MAX_SLOW_RUNS) {
            return;
        }
        eprintln!("{title}: {} …", probe.name);
        self.add(&probe.name, probe.run(&self.tools));
    }

    /// Counts instructions, once: they hardly differ.
    fn count_instructions(&mut self, workloads: &[Workload], target: &Path) -> Result<()> {
        let is_pending = |it: &&Workload| {
            self.is_chosen(&it.instructions())
                && Callgrind::counts(it)
                && self.n_samples(&it.instructions()) == 0
        };
        let pending: Vec<Workload> = workloads.iter().filter(is_pending).cloned().collect();
        if pending.is_empty() || self.arguments.quick {
            return Ok(());
        }
        if !Callgrind::is_there() {
            self.leave_out("instruction counts: install valgrind (`apt-get install valgrind`)");
            return Ok(());
        }
        let callgrind = Callgrind {
            binary: self.tools.program.clone(),
            out_dir: target.join("callgrind"),
            n_at_once: thread::available_parallelism().map_or(1, usize::from),
        };
        let (n_pending, mut n_done) = (pending.len(), 0);
        callgrind.count(pending, |workload, sample| {
            n_done += 1;
            eprintln!("callgrind {n_done} of {n_pending}: {}", workload.name());
            self.add(&workload.name(), sample.map(|sample| vec![sample]));
        })
    }

    /// Takes what was measured into the report on the disk, or tells why there is nothing.
    fn add(&mut self, name: &str, samples: Result<Vec<Sample>>) {
        let added = samples.and_then(|samples| {
            for sample in samples {
                self.report.add(sample);
            }
            self.report.write(&self.file, None)
        });
        if let Err(error) = added {
            self.has_failed = true;
            self.leave_out(&format!("{name}: {error:#}"));
        }
    }

    fn leave_out(&mut self, what: &str) {
        eprintln!("left out: {what}");
        self.left_out.push(what.to_owned());
    }

    /// Prints the report, keeps it if that is asked for, and fails if a measurement did.
    fn tell(&self) -> Result<()> {
        let baseline = workspace::root().join(BASELINE);
        let before = if baseline.exists() { Some(Report::read(&baseline)?) } else { None };
        self.report.write(&self.file, before.as_ref())?;
        print!("{}", self.report.text(before.as_ref()));
        for what in &self.left_out {
            println!("left out: {what}");
        }
        println!("written to {}", self.file.display());
        ensure!(!self.has_failed, "not everything could be measured");
        if self.arguments.save {
            let mut kept = before.unwrap_or_else(|| self.report.clone());
            kept.replace(&self.report);
            kept.write(&baseline, None)?;
            page::write(&kept)?;
            println!("kept as the baseline, {BASELINE}, and shown in docs/PERFORMANCE.md");
        }
        Ok(())
    }
}

/// The workloads, game by game.
fn games(workloads: &[Workload]) -> Vec<Vec<Workload>> {
    workloads.chunk_by(|one, other| one.game == other.game).map(<[Workload]>::to_vec).collect()
}

/// Installs the Python package into an environment of its own.
fn build_python(target: &Path, profile: &str) -> Result<()> {
    let folder = target.join("bench-python");
    let mut venv = Command::new("python3");
    succeed(venv.args(["-m", "venv"]).arg(&folder).stdout(Stdio::null()))
        .context("install Python with its environments (`apt-get install python3-venv`)")?;
    let mut pip = Command::new(folder.join("bin/python"));
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    pip.arg(format!("-Cbuild-args=--profile={profile}")).arg(".");
    pip.current_dir(workspace::root()).env("CARGO_TARGET_DIR", target);
    succeed(&mut pip).context("the package cannot be built")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn workload(name: &str) -> Workload {
        let (game, work) = name.split_once('/').unwrap();
        Workload { game: game.to_owned(), work: work.to_owned() }
    }

    #[test]
    fn workloads_are_measured_game_by_game() {
        let names = ["blokus/duo/undo", "blokus/duo/perft", "coerceo/ocius/undo"];
        let games = games(&names.map(workload));
        assert_eq!(games.iter().map(Vec::len).collect::<Vec<_>>(), [2, 1]);
    }

    #[test]
    fn what_is_asked_for_is_measured() {
        let probes = probes::all();
        let is_given = |name: &str| probes.iter().any(|probe| probe.gives(name));
        let games = ["blokus/", "triominos/", "coerceo/", "aquapipe/"];
        for name in asked::names() {
            let is_rule = games.iter().any(|game| name.starts_with(game));
            assert!(is_rule || is_given(name), "{name}");
        }
    }

    #[test]
    fn another_commit_is_not_gone_on_with() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("bench.json");
        let resumed = |commit: &str| {
            Report::new(Machine::this(), commit.to_owned()).write(&file, None).unwrap();
            let arguments = Arguments {
                only: Vec::new(),
                runs: 1,
                quick: false,
                json: None,
                resume: true,
                save: false,
                page: false,
                database: None,
                profile: "dev".to_owned(),
            };
            begin(&arguments, &file)
        };
        assert!(resumed(&machine::commit()).is_ok());
        let error = resumed("another").unwrap_err().to_string();
        assert!(error.ends_with("begin anew without --resume"), "{error}");
    }
}
