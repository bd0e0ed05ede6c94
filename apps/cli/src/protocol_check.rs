//! `tilewright protocol-check`

use std::io::Write;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::Args;
use indicatif::ProgressBar;
use tilewright_protocol::check::{
    CheckError, CheckEvent, CheckReport, CheckStatus, EngineUnderTest,
};
use tilewright_protocol::engine::{EngineSpec, Timeouts};
use tilewright_table::GameId;

use crate::engine::ProtocolName;
use crate::opening::Rules;
use crate::usage::usage;

/// Check an engine against its protocol and list its mistakes
///
/// Each line is `ok`, `absent` (an optional feature) or `FAILED` with the reason.
#[derive(Args)]
#[command(after_help = "\
Examples:
  tilewright protocol-check \"tilewright engine coerceo\"
  tilewright protocol-check \"./my-engine --hash 64\" --game blokus --variant duo
  tilewright protocol-check \"pentobi-gtp --level 1\" --protocol gtp")]
pub(crate) struct Arguments {
    /// The command that starts the engine, with its arguments
    command: String,

    /// The protocol of the engine
    #[arg(long, default_value = "ugi")]
    protocol: ProtocolName,

    /// The game, if the engine does not declare it
    #[arg(long)]
    game: Option<GameId>,

    #[command(flatten)]
    rules: Rules,
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<()> {
    let options = arguments.rules.pairs();
    if let Some(game) = arguments.game {
        game.open(&options).map_err(usage)?;
    }
    let options = options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned()));
    let spec =
        EngineSpec { protocol: arguments.protocol.into(), command: arguments.command.clone() };
    let engine = EngineUnderTest {
        spec,
        game: arguments.game,
        options: options.collect(),
        timeouts: Timeouts {
            margin: Duration::from_secs(1),
            search: Duration::from_secs(20),
            stop: Duration::from_secs(5),
            ..Timeouts::default()
        },
    };
    // Only on a terminal.
    let spinner = ProgressBar::new_spinner();
    spinner.enable_steady_tick(Duration::from_millis(100));
    let mut written = Ok(());
    let reports = engine.check(&mut |event| match event {
        CheckEvent::Started(name) => spinner.set_message(format!("the engine {name}?")),
        CheckEvent::Finished(report) if written.is_ok() => {
            written = spinner.suspend(|| write_report(report, out));
        }
        CheckEvent::Finished(_) => {}
    });
    spinner.finish_and_clear();
    written?;
    let reports = reports.map_err(|error| match error {
        CheckError::NoGame => usage(format!("{error}: name it by --game")),
        other => other.into(),
    })?;
    let has_failed = |report: &&CheckReport| matches!(report.status, CheckStatus::Failed(_));
    let n_failed = reports.iter().filter(has_failed).count();
    if n_failed > 0 {
        out.flush()?;
        bail!("{n_failed} of {} checks failed", reports.len());
    }
    Ok(())
}

fn write_report(report: &CheckReport, out: &mut dyn Write) -> std::io::Result<()> {
    let name = report.name;
    match &report.status {
        CheckStatus::Passed => writeln!(out, "ok      {name}")?,
        CheckStatus::Unsupported(reason) => writeln!(out, "absent  {name}: {reason}")?,
        CheckStatus::Failed(reason) => writeln!(out, "FAILED  {name}: {reason}")?,
    }
    out.flush()
}
