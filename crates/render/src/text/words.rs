//! Words that the drawings of several games share.

use std::fmt::Display;

use tilewright_core::{Outcome, Seat};

/// Returns a name as the first word of a sentence.
pub(super) fn capitalized(name: impl Display) -> String {
    let name = name.to_string();
    let first = name.chars().next().map(|letter| letter.to_uppercase().to_string());
    first.unwrap_or_default() + name.get(1..).unwrap_or_default()
}

/// Returns the player whose seat won; none before the end and after a draw.
pub(super) fn winner<C: Copy>(
    outcome: Option<&Outcome>,
    players: &[C],
    seat: impl Fn(C) -> Seat,
) -> Option<C> {
    let outcome = outcome.filter(|outcome| !outcome.is_draw())?;
    let has_won = |player: &C| outcome.place(seat(*player)) == 1;
    players.iter().copied().find(has_won)
}

/// Returns the first line about a game that is over.
pub(super) fn result(winner: Option<impl Display>) -> String {
    winner.map_or_else(|| "draw".to_owned(), |name| format!("{} wins", capitalized(name)))
}
