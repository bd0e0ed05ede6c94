//! Compliance checks: does an engine keep to its protocol, and if not, what does it do wrong?
//!
//! ```no_run
//! use tilewright_protocol::check::{CheckEvent, EngineUnderTest};
//! use tilewright_protocol::engine::Timeouts;
//!
//! let spec = "ugi:tilewright engine coerceo".parse()?;
//! let timeouts = Timeouts::default();
//! let engine = EngineUnderTest { spec, game: None, options: Vec::new(), timeouts };
//! engine.check(&mut |event| {
//!     if let CheckEvent::Finished(report) = event {
//!         println!("{}: {:?}", report.name, report.status);
//!     }
//! })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod gtp;
mod sample_game;
mod ugi;

use thiserror::Error;
use tilewright_table::GameId;

use crate::engine::{Client, EngineSpec, Fault, Protocol, Restarting, Timeouts};

/// An engine to be checked.
#[derive(Clone, Debug)]
pub struct EngineUnderTest {
    /// The engine.
    pub spec: EngineSpec,
    /// Its game, if it does not declare one.
    pub game: Option<GameId>,
    /// The options of that game, by name and value; without any, all variants are checked that the
    /// engine declares.
    pub options: Vec<(String, String)>,
    /// The timeouts of its answers.
    pub timeouts: Timeouts,
}

/// The progress of the checks.
#[derive(Clone, Copy, Debug)]
pub enum CheckEvent<'a> {
    /// The check of this name has started.
    Started(&'static str),
    /// A check is finished.
    Finished(&'a CheckReport),
}

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckReport {
    /// The duty of an engine, as a phrase that follows "it".
    pub name: &'static str,
    /// The result.
    pub status: CheckStatus,
}

/// The result of a check, with the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckStatus {
    /// The engine does what it should.
    Passed,
    /// The engine lacks something that is optional.
    Unsupported(String),
    /// The engine does something wrong.
    Failed(String),
}

/// Nothing can be checked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CheckError {
    /// The game is unknown.
    #[error("the engine does not say which game it plays, so somebody else must")]
    NoGame,
    /// The declared game does not exist.
    #[error("{0}")]
    NoSuchGame(String),
    /// The engine plays another game than the one to check.
    #[error("the engine plays {plays}, not {asked}")]
    OtherGame {
        /// The declared game.
        plays: String,
        /// The game to check.
        asked: GameId,
    },
    /// The engine does not even start.
    #[error("the engine {0}")]
    Engine(Fault),
}

// Without `#[from]`, because the message holds that of the fault: it is no source to be printed
// too.
impl From<Fault> for CheckError {
    fn from(fault: Fault) -> CheckError {
        CheckError::Engine(fault)
    }
}

impl EngineUnderTest {
    /// Runs all checks, in their order.
    pub fn check(
        &self,
        listener: &mut dyn FnMut(CheckEvent<'_>),
    ) -> Result<Vec<CheckReport>, CheckError> {
        match self.spec.protocol {
            Protocol::Ugi => Ok(run(ugi::CHECKS, &mut ugi::UgiChecker::new(self)?, listener)),
            Protocol::Gtp => Ok(run(gtp::CHECKS, &mut gtp::GtpChecker::new(self)?, listener)),
        }
    }
}

/// The reason why a check does not pass.
enum Failure {
    Unsupported(String),
    Wrong(String),
    /// The engine is gone, or as good as gone.
    Fault(Fault),
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        Failure::Fault(fault)
    }
}

type CheckResult = Result<(), Failure>;

/// One check, by name.
type Check<C> = (&'static str, fn(&mut C) -> CheckResult);

/// A checker of one protocol.
trait Checker {
    type Client: Client;

    /// The engine, which is started again after a fault.
    fn engine(&mut self) -> &mut Restarting<Self::Client>;
}

fn run<C: Checker>(
    checks: &[Check<C>],
    checker: &mut C,
    listener: &mut dyn FnMut(CheckEvent<'_>),
) -> Vec<CheckReport> {
    let mut reports = Vec::new();
    for &(name, check) in checks {
        listener(CheckEvent::Started(name));
        let status = match check(checker) {
            Ok(()) => CheckStatus::Passed,
            Err(Failure::Unsupported(reason)) => CheckStatus::Unsupported(reason),
            Err(Failure::Wrong(reason)) => CheckStatus::Failed(reason),
            Err(Failure::Fault(fault)) => {
                checker.engine().kill();
                CheckStatus::Failed(format!("it {fault}"))
            }
        };
        let report = CheckReport { name, status };
        listener(CheckEvent::Finished(&report));
        reports.push(report);
    }
    reports
}

/// Fails with a reason unless a condition holds.
fn ensure(holds: bool, reason: impl FnOnce() -> String) -> CheckResult {
    if holds { Ok(()) } else { Err(Failure::Wrong(reason())) }
}

/// The first difference between two sorted lists of moves.
fn compare_moves(theirs: &[String], ours: &[String]) -> Result<(), String> {
    let extra = theirs.iter().find(|m| ours.binary_search(m).is_err());
    let missing = ours.iter().find(|m| theirs.binary_search(m).is_err());
    match (extra, missing) {
        (Some(m), _) => Err(format!("{} is not legal", tilewright_core::shortened(m))),
        (None, Some(m)) => Err(format!("{m} is missing")),
        (None, None) if theirs.len() != ours.len() => Err("a move is listed twice".to_owned()),
        (None, None) => Ok(()),
    }
}

fn ends_with_its_input<C: Checker>(checker: &mut C) -> CheckResult {
    checker.engine().get()?.process().close();
    check_end(checker.engine(), "when its input ends")
}

/// Checks that the process ends by itself, without an error.
fn check_end<C: Client>(engine: &mut Restarting<C>, when: &str) -> CheckResult {
    let timeout = engine.timeouts().answer;
    let status = engine.get()?.process().wait(timeout);
    engine.kill();
    let status = status.ok_or_else(|| Failure::Wrong(format!("it goes on {when}")))?;
    ensure(status.success(), || format!("it ends with {status} {when}"))
}
