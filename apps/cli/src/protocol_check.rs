//! `tilewright protocol-check`

use std::io::Write;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::Args;
use indicatif::ProgressBar;
use tilewright_protocol::check::{CheckError, Checked, News, Subject, Verdict};
use tilewright_protocol::engine::{EngineSpec, Patience};
use tilewright_table::GameId;

use crate::engine::ProtocolName;
use crate::opening::Rules;
use crate::usage::usage;

/// Drive an engine through its protocol, and say what it does wrong
///
/// Every line is `ok`, `absent` (something that not every engine has) or `FAILED` with the reason.
#[derive(Args)]
#[command(after_help = "\
Examples:
  tilewright protocol-check \"tilewright engine coerceo\"
  tilewright protocol-check \"./my-engine --hash 64\" --game blokus --variant duo
  tilewright protocol-check \"pentobi-gtp --level 1\" --protocol gtp")]
pub(crate) struct Arguments {
    /// The command that starts the engine, with its arguments
    command: String,

    /// How it is spoken to
    #[arg(long, default_value = "ugi")]
    protocol: ProtocolName,

    /// Which game it plays, if it does not say so itself
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
    let (protocol, command) = (arguments.protocol.into(), arguments.command.clone());
    let subject = Subject {
        spec: EngineSpec { protocol, command },
        game: arguments.game,
        options: options.collect(),
        patience: Patience {
            over_time: Duration::from_secs(1),
            thinking: Duration::from_secs(20),
            stop: Duration::from_secs(5),
            ..Patience::default()
        },
    };
    // Shown on a terminal only.
    let spinner = ProgressBar::new_spinner();
    spinner.enable_steady_tick(Duration::from_millis(100));
    let mut written = Ok(());
    let checks = subject.check(&mut |news| match news {
        News::Begun(name) => spinner.set_message(format!("the engine {name}?")),
        News::Checked(check) if written.is_ok() => {
            written = spinner.suspend(|| tell(check, out));
        }
        News::Checked(_) => {}
    });
    spinner.finish_and_clear();
    written?;
    let checks = checks.map_err(|error| match error {
        CheckError::NoGame => usage(format!("{error}: name it by --game")),
        other => other.into(),
    })?;
    let n_failed = checks.iter().filter(|it| matches!(it.verdict, Verdict::Failed(_))).count();
    if n_failed > 0 {
        out.flush()?;
        bail!("{n_failed} of {} checks failed", checks.len());
    }
    Ok(())
}

fn tell(check: &Checked, out: &mut dyn Write) -> std::io::Result<()> {
    let name = check.name;
    match &check.verdict {
        Verdict::Passed => writeln!(out, "ok      {name}")?,
        Verdict::Absent(what) => writeln!(out, "absent  {name}: {what}")?,
        Verdict::Failed(reason) => writeln!(out, "FAILED  {name}: {reason}")?,
    }
    out.flush()
}
