//! `tilewright`: play and study tile games, in the terminal and as a server.

mod analyze;
mod arena;
mod bench;
mod calibrate;
mod convert;
mod date;
mod engine;
mod folder;
mod games;
mod legal;
mod levels;
mod manual;
mod opening;
mod output;
mod perft;
mod platform;
mod play;
mod protocol_check;
mod ratings;
mod replay;
mod serve;
mod show;
mod solve;
mod standings;
mod study;
mod text;
mod usage;

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand, ValueEnum};
use tilewright_core::missing_instructions;
use tilewright_render::Ink;

use crate::output::{Output, output_error};
use crate::usage::Usage;

/// Play and study tile games, in the terminal or as a server.
///
/// Without a command it runs `tilewright serve`.
#[derive(Parser)]
#[command(version, after_help = EXAMPLES)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,

    /// Color boards; `auto` depends on the terminal and `NO_COLOR`
    #[arg(long, value_name = "WHEN", default_value = "auto", global = true)]
    color: Color,
}

const EXAMPLES: &str = "\
Examples:
  tilewright                                      serve on this machine, at port 8080
  tilewright games                                the games, their options and bots
  tilewright play blokus                          against three random players
  tilewright play blokus --variant duo --seat human --seat human
  tilewright play coerceo --seat human --seat level:3
  tilewright play aquapipe --seat human --seat minimax:depth=6 --first coin
  tilewright show blokus --variant duo --moves \"F5e@d9 O1n@j5\"
  tilewright legal blokus --variant duo | head
  tilewright perft blokus --variant duo --depth 3
  tilewright replay game.record
  tilewright analyze game.record                  the value of each move
  tilewright convert game.blksgf game.record      from Pentobi, or back
  tilewright solve aquapipe                       the result of every position
  tilewright arena coerceo --player minimax --player greedy
  tilewright engine coerceo --bot minimax         for programs that speak UGI

Every command has its own --help.";

#[derive(Subcommand)]
enum Command {
    Games(games::Arguments),
    Play(play::Arguments),
    Show(show::Arguments),
    Legal(legal::Arguments),
    Replay(replay::Arguments),
    #[command(visible_alias = "analyse")]
    Analyze(analyze::Arguments),
    Convert(convert::Arguments),
    Perft(perft::Arguments),
    Solve(solve::Arguments),
    Engine(engine::Arguments),
    Arena(Box<arena::Arguments>),
    ProtocolCheck(protocol_check::Arguments),
    Calibrate(calibrate::Arguments),
    Ratings(ratings::Arguments),
    Study(study::Arguments),
    Bench(bench::Arguments),
    Serve(serve::Arguments),
    Completions(manual::Completions),
    Manual(manual::Manual),
}

#[derive(Clone, Copy, ValueEnum)]
enum Color {
    Auto,
    Always,
    Never,
}

impl Color {
    fn ink(self) -> Ink {
        let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let is_colored = match self {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => !is_set("NO_COLOR") && !is_dumb && io::stdout().is_terminal(),
        };
        if is_colored { Ink::Ansi } else { Ink::Plain }
    }
}

fn main() -> ExitCode {
    // Nothing else may come before: it may use the instructions that are missing.
    if let Some(sentence) = missing_instructions() {
        let _ = writeln!(io::stderr(), "error: {sentence}");
        return ExitCode::FAILURE;
    }
    start()
}

/// Does what the arguments say, apart from `main` so that nothing of it moves before the check.
#[inline(never)]
fn start() -> ExitCode {
    let result = match Arguments::try_parse() {
        Ok(arguments) => run(arguments),
        Err(error) => tell_usage(&error),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of our output has closed it.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // Nobody is left to read another error.
            let _ = writeln!(io::stderr(), "error: {error:#}");
            let is_usage = error.is::<Usage>();
            ExitCode::from(if is_usage { 2 } else { 1 })
        }
    }
}

fn run(arguments: Arguments) -> anyhow::Result<()> {
    let ink = arguments.color.ink();
    let out: &mut dyn Write = &mut Output::new();
    match arguments.command {
        None => serve::run_as_usual(out)?,
        Some(Command::Games(arguments)) => games::run(&arguments, out)?,
        Some(Command::Play(arguments)) => play::run(&arguments, ink, out)?,
        Some(Command::Show(arguments)) => show::run(&arguments, ink, out)?,
        Some(Command::Legal(arguments)) => legal::run(&arguments, out)?,
        Some(Command::Replay(arguments)) => replay::run(&arguments, ink, out)?,
        Some(Command::Analyze(arguments)) => analyze::run(&arguments, out)?,
        Some(Command::Convert(arguments)) => convert::run(&arguments, out)?,
        Some(Command::Perft(arguments)) => perft::run(&arguments, out)?,
        Some(Command::Solve(arguments)) => solve::run(&arguments, out)?,
        Some(Command::Engine(arguments)) => engine::run(&arguments, out)?,
        Some(Command::Arena(arguments)) => arena::run(&arguments, out)?,
        Some(Command::ProtocolCheck(arguments)) => protocol_check::run(&arguments, out)?,
        Some(Command::Calibrate(arguments)) => calibrate::run(&arguments, out)?,
        Some(Command::Ratings(arguments)) => ratings::run(&arguments, out)?,
        Some(Command::Study(arguments)) => study::run(&arguments, out)?,
        Some(Command::Bench(arguments)) => bench::run(&arguments, out)?,
        Some(Command::Serve(arguments)) => serve::run(&arguments, out)?,
        Some(Command::Completions(arguments)) => {
            manual::complete(&arguments, &mut Arguments::command(), out)?;
        }
        Some(Command::Manual(arguments)) => manual::write(&arguments, Arguments::command())?,
    }
    out.flush()?;
    Ok(())
}

/// Prints the help that was asked for, or says what is wrong with the arguments.
fn tell_usage(error: &clap::Error) -> anyhow::Result<()> {
    if error.use_stderr() {
        return Err(usage::usage(usage::sentence(error, &Arguments::command())));
    }
    let printed = error.print().and_then(|()| io::stdout().flush());
    Ok(printed.map_err(|error| output_error(&error))?)
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let is_broken = |cause: &io::Error| cause.kind() == io::ErrorKind::BrokenPipe;
    error.chain().filter_map(|cause| cause.downcast_ref()).any(is_broken)
}
