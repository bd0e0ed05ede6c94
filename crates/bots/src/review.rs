//! A whole game, move by move: what each was worth, and what would have been better.

use thiserror::Error;
use tilewright_core::{BySeat, Seat};
use tilewright_search::{Limits, MoveValue, Stop};

use crate::analysis::{Analysis, Question};
use crate::course::Course;
use crate::opponent::{FollowError, Opponent};
use crate::registry::{Bots, SeatError};
use crate::spec::BotSpec;

/// A move that was judged.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// How many moves there were before it.
    pub ply: usize,
    /// Who played it.
    pub seat: Seat,
    /// The move.
    pub m: String,
    /// What was known of the position before it: the best move first, and this one.
    pub analysis: Analysis<String>,
}

impl Judged {
    /// What each seat could expect of the result after the move, if anything is known.
    pub fn value(&self) -> Option<BySeat<f64>> {
        self.analysis.rated(&self.m)?.info.value
    }

    /// What would have been best.
    pub fn best(&self) -> Option<&MoveValue<String>> {
        self.analysis.best()
    }

    /// How much less its seat could expect after it than after the best move.
    pub fn loss(&self) -> Option<f64> {
        self.analysis.loss(&self.m, self.seat)
    }
}

/// The game cannot be reviewed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReviewError {
    /// The bot cannot be seated.
    #[error(transparent)]
    Seat(#[from] SeatError),
    /// What happened cannot be.
    #[error("move {number}: {error}")]
    Follow {
        /// Which move, from 1.
        number: usize,
        /// What is wrong with it.
        error: FollowError,
    },
}

/// Judges every move of a game, spending up to the limits on each, and hands each to `on_move` as
/// soon as it is judged. When it is stopped, it ends with what it has.
///
/// ```
/// use tilewright_core::{BySeat, Seat};
/// use tilewright_bots::{Bots, Course, Limits, Step, Stop, review};
///
/// // Blue completes a row, but first looks elsewhere.
/// let start = "3x3 .../.../...|.../.../...|bb./.../rr. b";
/// let both = |text: &str| BySeat::from([text.to_owned(), text.to_owned()]);
/// let step = |index, m| Step { seat: Seat::new(index), looks: both(m), revealed: None };
/// let course = Course {
///     known: both(start).map(|text| Some(text.clone())),
///     steps: vec![step(0, "S@a2"), step(1, "L@c1")],
/// };
/// let bots = Bots::of(GameId::AquaPipe);
/// let limits = Limits { nodes: Some(4_000), ..Limits::NONE };
/// let mut losses = Vec::new();
/// review(bots, &bots.read("minimax")?, &course, limits, &Stop::new(), &mut |judged| {
///     losses.push(judged.loss().unwrap());
/// })?;
/// assert_eq!(losses, [1.0, 0.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn review(
    bots: Bots,
    spec: &BotSpec,
    course: &Course,
    limits: Limits,
    stop: &Stop,
    on_move: &mut dyn FnMut(&Judged),
) -> Result<(), ReviewError> {
    let mut seats: BySeat<Option<Box<dyn Opponent>>> =
        BySeat::from_fn(course.known.len(), |_| None);
    for seat in course.known.seats() {
        if let Some(known) = &course.known[seat] {
            seats[seat] = Some(bots.seat(spec, known)?);
        }
    }
    for (ply, step) in course.steps.iter().enumerate() {
        if stop.is_stopped() {
            return Ok(());
        }
        let mover = step.seat.and_then(|seat| Some((seat, seats[seat].as_mut()?)));
        if let Some((seat, opponent)) = mover {
            let m = step.looks[seat].clone();
            let (stop, about) = (Some(stop), Some(m.clone()));
            let mut question = Question { limits, stop, about, ..Question::default() };
            if let Some(analysis) = opponent.analyse(&mut question) {
                on_move(&Judged { ply, seat, m, analysis });
            }
        }
        for seat in course.known.seats() {
            if let Some(opponent) = &mut seats[seat] {
                let followed = opponent.follow(&step.looks[seat], step.revealed.as_deref());
                followed.map_err(|error| ReviewError::Follow { number: ply + 1, error })?;
            }
        }
    }
    Ok(())
}
