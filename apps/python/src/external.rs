//! Engines of other programs, which speak UGI or GTP.

use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use tilewright_bots::Thinking;
use tilewright_core::Seat;
use tilewright_protocol::engine::{EngineSpec, ExternalEngine, Timeouts};
use tilewright_table::{AnyMove, GameId, Perspective, SeenMove};

use crate::arguments::Text;
use crate::bot::{GameOrPerspective, limits, stop_of};
use crate::engine::StopSign;
use crate::error::{GameError, game_error};
use crate::moves::Move;
use crate::watch::watched;

/// A process that speaks UGI or GTP. It starts with its first move, and stays until it is closed.
#[pyclass(module = "tilewright._tilewright", frozen)]
pub(crate) struct EngineProcess {
    spec: EngineSpec,
    /// The engine, and the game that it follows.
    running: Mutex<Option<Running>>,
}

struct Running {
    engine: Box<dyn ExternalEngine>,
    followed: Option<Followed>,
}

/// The game that an engine was told so far.
#[derive(PartialEq)]
struct Followed {
    game: GameId,
    seat: Seat,
    start: String,
    moves: Vec<SeenMove>,
}

impl Followed {
    fn of(seen: &Perspective, seat: Seat) -> Followed {
        let moves = seen.seen_moves().to_vec();
        Followed { game: seen.game(), seat, start: seen.start_text(), moves }
    }

    /// Returns true if this is an earlier moment of the other.
    fn is_before(&self, other: &Followed) -> bool {
        self.game == other.game
            && self.seat == other.seat
            && self.start == other.start
            && other.moves.starts_with(&self.moves)
    }
}

impl Running {
    /// Tells the engine the game, or the moves that are new to it.
    fn follow(&mut self, seen: &Perspective, seat: Seat) -> Result<(), String> {
        let now = Followed::of(seen, seat);
        let n_known = match self.followed.take() {
            Some(before) if before.is_before(&now) => before.moves.len(),
            _ => {
                let begun = self.engine.begin(now.game, seat, &now.start);
                begun.map_err(|fault| fault.to_string())?;
                0
            }
        };
        for SeenMove { m, revealed } in &now.moves[n_known..] {
            self.engine.follow(&m.to_string(), revealed.as_deref());
        }
        self.followed = Some(now);
        Ok(())
    }

    fn choose(
        &mut self,
        seen: &Perspective,
        thinking: &mut Thinking<'_, String>,
    ) -> Result<AnyMove, String> {
        let seat = seen.turn().seat().ok_or("no seat is to move")?;
        self.follow(seen, seat)?;
        let choice = self.engine.choose(None, thinking).map_err(|error| error.to_string())?;
        let m = seen.game().parse_move(&choice.m).map_err(|error| error.to_string())?;
        if !seen.legal_moves().contains(&m) {
            return Err(format!("the engine plays {m}, which is illegal"));
        }
        Ok(m)
    }
}

#[pymethods]
impl EngineProcess {
    #[new]
    fn new(spec: Text) -> PyResult<EngineProcess> {
        let spec = spec.0.parse().map_err(|error| game_error(&error))?;
        Ok(EngineProcess { spec, running: Mutex::new(None) })
    }

    /// The engine as text.
    #[getter]
    fn spec(&self) -> String {
        self.spec.to_string()
    }

    /// The name by which the engine introduced itself; None before it started.
    #[getter]
    fn name(&self, py: Python<'_>) -> Option<String> {
        py.detach(|| {
            let running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
            running.as_ref()?.engine.name().map(str::to_owned)
        })
    }

    /// The engine's move for the seat to move.
    #[pyo3(signature = (game, seed, seconds=None, nodes=None, depth=None, stop=None))]
    #[expect(clippy::too_many_arguments, reason = "they are the arguments of a function of Python")]
    fn choose(
        &self,
        py: Python<'_>,
        game: GameOrPerspective<'_>,
        seed: u64,
        seconds: Option<f64>,
        nodes: Option<u64>,
        depth: Option<usize>,
        stop: Option<&Bound<'_, StopSign>>,
    ) -> PyResult<Move> {
        let seen = game.perspective()?;
        let limits = limits(seconds, nodes, depth)?;
        let stop = stop_of(stop);
        let think = |_| {
            let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
            let running = running.get_or_insert_with(|| Running {
                engine: self.spec.engine(Timeouts::default()),
                followed: None,
            });
            let thinking = &mut Thinking { limits, stop: &stop, seed, ..Thinking::default() };
            let chosen = running.choose(&seen, thinking);
            if chosen.is_err() {
                running.followed = None;
            }
            chosen
        };
        let chosen = watched(py, &stop, think, |()| Ok(()))?;
        chosen
            .map(Move::from)
            .map_err(|reason| GameError::new_err(format!("{}: {reason}", self.spec)))
    }

    /// Ends the process; the next move starts it again.
    fn close(&self, py: Python<'_>) {
        py.detach(|| {
            drop(self.running.lock().unwrap_or_else(PoisonError::into_inner).take());
        });
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.spec.to_string(),)
    }
}
