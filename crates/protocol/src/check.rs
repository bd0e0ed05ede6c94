//! Does an engine keep to its protocol? Check by check, with the reason where it does not.
//!
//! ```no_run
//! use tilewright_protocol::check::{News, Subject};
//! use tilewright_protocol::engine::{EngineSpec, Patience, Protocol};
//!
//! let command = "tilewright engine coerceo".to_owned();
//! let spec = EngineSpec { protocol: Protocol::Ugi, command };
//! let subject = Subject { spec, game: None, options: Vec::new(), patience: Patience::default() };
//! subject.check(&mut |news| {
//!     if let News::Checked(check) = news {
//!         println!("{}: {:?}", check.name, check.verdict);
//!     }
//! })?;
//! # Ok::<(), tilewright_protocol::check::CheckError>(())
//! ```

mod gtp;
mod play;
mod ugi;

use thiserror::Error;
use tilewright_table::GameId;

use crate::engine::{EngineSpec, Fault, Patience, Protocol};

/// An engine to be checked.
#[derive(Clone, Debug)]
pub struct Subject {
    /// What it is.
    pub spec: EngineSpec,
    /// Which game it plays, if it does not say so itself.
    pub game: Option<GameId>,
    /// The options of that game, by name and value; if there are none, every variant is checked
    /// that the engine has.
    pub options: Vec<(String, String)>,
    /// How long it is waited for.
    pub patience: Patience,
}

/// How the checks get on.
#[derive(Clone, Copy, Debug)]
pub enum News<'a> {
    /// This one begins.
    Begun(&'static str),
    /// This one is done.
    Checked(&'a Checked),
}

/// A check that is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// What the engine should do, after "it".
    pub name: &'static str,
    /// Whether it does.
    pub verdict: Verdict,
}

/// Whether an engine does what it should.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It does.
    Passed,
    /// It does without something that not every engine has.
    Absent(String),
    /// It does not, for this reason.
    Failed(String),
}

/// Nothing can be checked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CheckError {
    /// Nobody says which game it is.
    #[error("the engine does not say which game it plays, so somebody else must")]
    NoGame,
    /// There is no such game.
    #[error("{0}")]
    NoSuchGame(String),
    /// It plays another game than the one to check.
    #[error("the engine plays {plays}, not {asked}")]
    OtherGame {
        /// The game that it says it plays.
        plays: String,
        /// The game that it was to play.
        asked: GameId,
    },
    /// The engine could not even be asked.
    #[error("the engine {0}")]
    Engine(Fault),
}

impl From<Fault> for CheckError {
    fn from(fault: Fault) -> CheckError {
        CheckError::Engine(fault)
    }
}

impl Subject {
    /// Runs all checks, in their order.
    pub fn check(&self, listener: &mut dyn FnMut(News<'_>)) -> Result<Vec<Checked>, CheckError> {
        match self.spec.protocol {
            Protocol::Ugi => Ok(run(ugi::CHECKS, &mut ugi::Checker::new(self)?, listener)),
            Protocol::Gtp => Ok(run(gtp::CHECKS, &mut gtp::Checker::new(self)?, listener)),
        }
    }
}

/// What is wrong.
enum Trouble {
    /// Something is not there that need not be.
    Absent(String),
    /// The engine answers wrongly.
    Wrong(String),
    /// The engine is gone, or as good as gone.
    Fault(Fault),
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Trouble {
        Trouble::Fault(fault)
    }
}

type Outcome = Result<(), Trouble>;

/// One check, by name.
type Check<C> = (&'static str, fn(&mut C) -> Outcome);

/// Somebody who checks an engine, and can start it anew.
trait Restart {
    /// Ends the engine; the next check starts it again.
    fn restart(&mut self);
}

fn run<C: Restart>(
    checks: &[Check<C>],
    checker: &mut C,
    listener: &mut dyn FnMut(News<'_>),
) -> Vec<Checked> {
    let mut done = Vec::new();
    for &(name, check) in checks {
        listener(News::Begun(name));
        let verdict = match check(checker) {
            Ok(()) => Verdict::Passed,
            Err(Trouble::Absent(what)) => Verdict::Absent(what),
            Err(Trouble::Wrong(reason)) => Verdict::Failed(reason),
            Err(Trouble::Fault(fault)) => {
                checker.restart();
                Verdict::Failed(format!("it {fault}"))
            }
        };
        done.push(Checked { name, verdict });
        listener(News::Checked(&done[done.len() - 1]));
    }
    done
}

/// Checks that something is so.
fn ensure(is_so: bool, otherwise: impl FnOnce() -> String) -> Outcome {
    if is_so { Ok(()) } else { Err(Trouble::Wrong(otherwise())) }
}

/// The first difference between two lists of moves, both sorted.
fn compare_moves(theirs: &[String], ours: &[String]) -> Result<(), String> {
    let extra = theirs.iter().find(|m| ours.binary_search(m).is_err());
    let missing = ours.iter().find(|m| theirs.binary_search(m).is_err());
    match (extra, missing) {
        (Some(m), _) => Err(format!("{} is not legal", tilewright_core::shortened(m))),
        (None, Some(m)) => Err(format!("{m} is missing")),
        (None, None) if theirs.len() != ours.len() => Err("a move is told twice".to_owned()),
        (None, None) => Ok(()),
    }
}
