//! A whole game, move by move: what each was worth, and what would have been better.

use thiserror::Error;
use tilewright_core::{BySeat, Seat, Viewer};
use tilewright_search::{Limits, MoveValue, Stop};
use tilewright_table::{AnyMove, Perspective, Record, ReplayError};

use crate::analysis::{Analysis, Question};
use crate::any_bot::AnyBot;
use crate::registry::Bots;
use crate::spec::{BotSpec, SpecError};

/// A move that was judged.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The number of moves before it.
    pub ply: usize,
    /// The seat that played it.
    pub seat: Seat,
    /// The move.
    pub m: AnyMove,
    /// The analysis of the position before it: the best move first, and this one.
    pub analysis: Analysis<AnyMove>,
}

impl Judged {
    /// The expected result of each seat after the move, if there is a value.
    pub fn value(&self) -> Option<BySeat<f64>> {
        self.analysis.rated(&self.m)?.info.value
    }

    /// The best move.
    pub fn best(&self) -> Option<&MoveValue<AnyMove>> {
        self.analysis.best()
    }

    /// The expected result that the seat lost by the move, compared with the best one.
    pub fn loss(&self) -> Option<f64> {
        self.analysis.loss(&self.m, self.seat)
    }
}

/// The moves of a record cannot be judged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum UnjudgedError {
    /// It does not replay.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// It is what a spectator saw.
    #[error("a spectator sees no hands, so no move can be analyzed")]
    Spectator,
}

/// The game of a record as every seat followed it, or as the one seat did whose record it is: moves
/// are judged by what their seat knew.
///
/// ```
/// use tilewright_bots::perspectives;
/// use tilewright_table::Record;
///
/// let text = "tilewright record 1\ngame: blokus\nvariant: duo\n\n1. O1n@e10\n";
/// let seats = perspectives(&text.parse::<Record>()?)?;
/// assert_eq!((seats.len(), seats[0].ply()), (2, 1));
/// assert_eq!(seats[0].turn().seat().map(|seat| seat.number()), Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn perspectives(record: &Record) -> Result<Vec<Perspective>, UnjudgedError> {
    match record.viewer() {
        None => Ok(record.replay()?.perspectives()),
        Some(Viewer::Seat(_)) => Ok(vec![record.replay_view()?]),
        Some(Viewer::Spectator) => Err(UnjudgedError::Spectator),
    }
}

/// Judges every move of a game from the perspective of the seat that played it, if that is given:
/// spends up to the limits on each, and hands each to `on_move` as soon as it is judged. When it is
/// stopped, it ends with what it has.
///
/// ```
/// use tilewright_bots::{Bots, Limits, Stop, review};
/// use tilewright_table::GameId;
///
/// // Blue completes a row, but first looks elsewhere.
/// let mut table = GameId::AquaPipe.open_position("3x3 .../.../...|.../.../...|bb./.../rr. b")?;
/// table.play("S@a2")?;
/// table.play("L@c1")?;
/// let spec = Bots::of(table.game()).read("minimax")?;
/// let limits = Limits { nodes: Some(4_000), ..Limits::NONE };
/// let mut losses = Vec::new();
/// review(&spec, &table.perspectives(), limits, &Stop::new(), &mut |judged| {
///     losses.push(judged.loss().unwrap());
/// })?;
/// assert_eq!(losses, [1.0, 0.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn review(
    spec: &BotSpec,
    game: &[Perspective],
    limits: Limits,
    stop: &Stop,
    on_move: &mut dyn FnMut(&Judged),
) -> Result<(), SpecError> {
    let mut review = Review::new(spec, game.to_vec())?;
    while !review.is_over() && !stop.is_stopped() {
        if let Some(judged) = review.step(limits, stop) {
            on_move(&judged);
        }
    }
    Ok(())
}

/// A review that goes on step by step, so that a server can let others think in between.
pub struct Review {
    reviewers: Vec<Reviewer>,
    n_moves: usize,
    /// The next move, and the reviewer who looks at it next.
    ply: usize,
    next: usize,
}

impl Review {
    /// A review of a game as its seats followed it.
    pub fn new(spec: &BotSpec, game: Vec<Perspective>) -> Result<Review, SpecError> {
        let n_moves = game.first().map_or(0, Perspective::ply);
        let mut reviewers = Vec::new();
        for perspective in game {
            reviewers.push(Reviewer::new(spec, perspective)?);
        }
        Ok(Review { reviewers, n_moves, ply: 0, next: 0 })
    }

    /// Returns true if every move was looked at.
    pub fn is_over(&self) -> bool {
        self.ply == self.n_moves || self.reviewers.is_empty()
    }

    /// Looks at the next move as one seat: judges it if it is a move of this seat.
    pub fn step(&mut self, limits: Limits, stop: &Stop) -> Option<Judged> {
        if self.is_over() {
            return None;
        }
        let ply = self.ply;
        let reviewer = &mut self.reviewers[self.next];
        let judged = reviewer.judge(ply, limits, stop);
        reviewer.step(ply);
        self.next += 1;
        if self.next == self.reviewers.len() {
            self.next = 0;
            self.ply += 1;
        }
        judged
    }
}

/// A bot that goes through a game as one seat followed it.
struct Reviewer {
    bot: Box<dyn AnyBot>,
    game: Perspective,
    /// The game up to the next move.
    present: Perspective,
}

impl Reviewer {
    fn new(spec: &BotSpec, game: Perspective) -> Result<Reviewer, SpecError> {
        let bot = Bots::of(game.game()).bot(spec)?;
        let mut present = game.clone();
        present.rewind(0);
        Ok(Reviewer { bot, game, present })
    }

    /// Judges the next move, if it is one of this seat.
    fn judge(&mut self, ply: usize, limits: Limits, stop: &Stop) -> Option<Judged> {
        let seat = self.present.viewer().seat()?;
        let m = self.game.seen_moves()[ply].m;
        let stop = Some(stop);
        let about = Some(m);
        let mut question = Question { limits, stop, about, ..Question::default() };
        let analysis = self.bot.analyze(&self.present, &mut question)?;
        Some(Judged { ply, seat, m, analysis })
    }

    fn step(&mut self, ply: usize) {
        let seen = &self.game.seen_moves()[ply];
        let followed = self.present.follow_move(&seen.m, seen.revealed.as_deref());
        followed.expect("the viewer saw it");
    }
}
