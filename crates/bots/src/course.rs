//! A game as its seats saw it.

use thiserror::Error;
use tilewright_core::{BySeat, Seat, Viewer};
use tilewright_table::{Event, Record, ReplayError, SeenGame, Table};

/// A game as its seats saw it, as text.
///
/// Of a game with secrets each move is judged by what its seat knew. Where only some seats' views are
/// known, as from the record of one viewer, only their moves are judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    /// What each seat knew before the first move, as in [`Bots::seat`](crate::Bots::seat); nothing for
    /// those through whose eyes nobody looks.
    pub known: BySeat<Option<String>>,
    /// What happened.
    pub steps: Vec<Step>,
}

/// A move, or what chance did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Whose move it was; nobody's if it was a move of chance.
    pub seat: Option<Seat>,
    /// What each of the seats saw of it.
    pub looks: BySeat<String>,
    /// What was then revealed.
    pub revealed: Option<String>,
}

/// The record shows nothing that can be judged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CourseError {
    /// It does not replay.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// It is what a spectator saw.
    #[error("a spectator sees no hand by which a move could be judged")]
    Spectator,
}

impl Course {
    /// The game at a table as every seat saw it.
    pub fn of(table: &dyn Table) -> Course {
        let mut start = table.box_clone();
        let mut turns = Vec::new();
        while start.undo().is_some() {
            turns.push(start.turn().seat());
        }
        let n_seats = table.n_seats();
        let look = |ply, seat| table.move_seen_by(ply, Viewer::Seat(seat)).unwrap_or_default();
        let step = |(ply, seat): (usize, Option<Seat>)| Step {
            seat,
            looks: BySeat::from_fn(n_seats, |viewer| look(ply, viewer)),
            revealed: table.revealed(ply).map(str::to_owned),
        };
        Course {
            known: BySeat::from_fn(n_seats, |seat| Some(table.start_known_to(seat))),
            steps: (1..).zip(turns.into_iter().rev()).map(step).collect(),
        }
    }

    /// The game of a record, and who is to move at its end: as every seat saw it, or as the one seat
    /// did whose record it is.
    ///
    /// ```
    /// use tilewright_bots::Course;
    /// use tilewright_table::Record;
    ///
    /// let text = "tilewright record 1\ngame: blokus\nvariant: duo\n\n1. O1n@e10\n";
    /// let (course, next) = Course::of_record(&text.parse::<Record>()?)?;
    /// assert_eq!((course.steps.len(), next.map(|seat| seat.number())), (1, Some(2)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_record(record: &Record) -> Result<(Course, Option<Seat>), CourseError> {
        match record.viewer() {
            None => {
                let table = record.replay()?;
                Ok((Course::of(&*table), table.turn().seat()))
            }
            Some(Viewer::Seat(seat)) => Ok(seen_by(record, seat)?),
            Some(Viewer::Spectator) => Err(CourseError::Spectator),
        }
    }
}

/// A game as one seat saw it, and who is to move next.
fn seen_by(record: &Record, seat: Seat) -> Result<(Course, Option<Seat>), ReplayError> {
    let mut seen = record.replay_view()?;
    let next = seen.turn().seat();
    let n_seats = seen.n_seats();
    seen.go_back_to(0);
    let first = known_to_viewer(&seen);
    let known = BySeat::from_fn(n_seats, |other| (other == seat).then(|| first.clone()));
    let mut steps = Vec::new();
    for entry in record.entries() {
        let Event::Move { text, .. } = entry.event() else { continue };
        let mover = seen.turn().seat();
        seen.follow(text, entry.shown()).expect("the record was replayed a moment ago");
        let looks = BySeat::from_fn(n_seats, |_| text.clone());
        steps.push(Step { seat: mover, looks, revealed: entry.shown().map(str::to_owned) });
    }
    Ok((Course { known, steps }, next))
}

fn known_to_viewer(seen: &SeenGame) -> String {
    seen.view()["position"].as_str().unwrap_or_default().to_owned()
}
