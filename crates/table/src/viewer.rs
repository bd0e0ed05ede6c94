//! Viewers at a table.

use thiserror::Error;
use tilewright_core::{Seat, Viewer};

/// An error for a seat that the table does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("there is no seat {seat} at a table for {n_seats}")]
pub struct NoSuchSeat {
    /// The seat that was named.
    pub seat: Seat,
    /// The number of seats.
    pub n_seats: usize,
}

/// Checks that a table of `n_seats` has this viewer.
///
/// ```
/// use tilewright_core::Viewer;
/// use tilewright_table::check_viewer;
///
/// let viewer: Viewer = "seat 3".parse().unwrap();
/// assert_eq!(check_viewer(viewer, 3), Ok(()));
/// let error = check_viewer(viewer, 2).unwrap_err();
/// assert_eq!(error.to_string(), "there is no seat 3 at a table for 2");
/// ```
pub fn check_viewer(viewer: Viewer, n_seats: usize) -> Result<(), NoSuchSeat> {
    match viewer {
        Viewer::Seat(seat) => check_seat(seat, n_seats),
        Viewer::Spectator => Ok(()),
    }
}

pub(crate) fn check_seat(seat: Seat, n_seats: usize) -> Result<(), NoSuchSeat> {
    if seat.index() < n_seats { Ok(()) } else { Err(NoSuchSeat { seat, n_seats }) }
}

/// The viewer as part of a sentence.
///
/// ```
/// use tilewright_core::Viewer;
/// use tilewright_table::in_a_sentence;
///
/// let sentences = Viewer::all(1).map(|viewer| format!("{} saw it", in_a_sentence(viewer)));
/// assert_eq!(sentences.collect::<Vec<_>>(), ["seat 1 saw it", "a spectator saw it"]);
/// ```
pub fn in_a_sentence(viewer: Viewer) -> String {
    match viewer {
        Viewer::Seat(_) => viewer.to_string(),
        Viewer::Spectator => format!("a {viewer}"),
    }
}
