//! How a game stands or ended, for people.

use std::fmt;

use tilewright_core::{BySeat, Outcome, Seat, Turn};
use tilewright_games::Table;

/// A sentence on the turn and, once the game is over, the seats in the order of their places.
pub(crate) fn standings(table: &dyn Table, name: impl Fn(Seat) -> Option<String>) -> String {
    let label = |seat| match name(seat) {
        Some(name) => format!("seat {seat}, {name}"),
        None => format!("seat {seat}"),
    };
    match table.turn() {
        Turn::Player(seat) => {
            let scores = joined(&table.scores());
            format!("{} is to move after {} moves; scores {scores}\n", label(seat), table.ply())
        }
        Turn::Chance => format!("chance decides after {} moves\n", table.ply()),
        Turn::Over(outcome) => {
            format!(
                "the game is over after {} moves\n{}",
                table.ply(),
                places(table, &outcome, label)
            )
        }
    }
}

fn places(table: &dyn Table, outcome: &Outcome, label: impl Fn(Seat) -> String) -> String {
    let mut seats: Vec<Seat> = outcome.places().seats().collect();
    seats.sort_by_key(|&seat| outcome.place(seat));
    let width = seats.iter().map(|&seat| label(seat).chars().count()).max().unwrap_or_default();
    let line = |&seat: &Seat| {
        let ended = table.endings().iter().find(|ended| ended.seat == seat);
        let ended = ended.map_or(String::new(), |ended| format!("  {}", ended.ending));
        let (place, score) = (outcome.place(seat), outcome.scores()[seat]);
        format!("{place}. {:width$}  {score:>4}{ended}\n", label(seat))
    };
    seats.iter().map(line).collect::<Vec<_>>().concat()
}

pub(crate) fn joined<T: fmt::Display>(values: &BySeat<T>) -> String {
    values.iter().map(T::to_string).collect::<Vec<_>>().join(" ")
}
