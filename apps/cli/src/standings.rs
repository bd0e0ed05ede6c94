//! The standings or the end of a game, for people.

use std::fmt;

use tilewright_core::{BySeat, Outcome, Seat, Turn};
use tilewright_table::{Perspective, SeatEnding, Table};

use crate::text::counted;

/// The standings of a game, all of which are public.
pub(crate) struct Standings<'a> {
    turn: Turn,
    scores: BySeat<i32>,
    ply: usize,
    endings: &'a [SeatEnding],
}

impl<'a> Standings<'a> {
    pub(crate) fn of_table(table: &'a dyn Table) -> Standings<'a> {
        let turn = table.turn();
        let scores = table.scores();
        Standings { turn, scores, ply: table.ply(), endings: table.endings() }
    }

    pub(crate) fn of_seen(seen: &'a Perspective) -> Standings<'a> {
        let turn = seen.turn();
        let scores = seen.scores();
        Standings { turn, scores, ply: seen.ply(), endings: seen.endings() }
    }

    /// A sentence on the turn and those who have ended or, once the game is over, the seats in the
    /// order of their places.
    pub(crate) fn told(&self, name: impl Fn(Seat) -> Option<String>) -> String {
        let label = |seat| match name(seat) {
            Some(name) => format!("seat {seat}, {name}"),
            None => format!("seat {seat}"),
        };
        let moves = counted(self.ply, "move");
        let scores = joined(&self.scores);
        let ended: Vec<String> = self.endings.iter().map(|ended| format!("{ended}\n")).collect();
        let ended = ended.concat();
        match self.turn {
            Turn::Player(seat) => {
                format!("{} is to move after {moves}; scores {scores}\n{ended}", label(seat))
            }
            Turn::Chance => format!("chance decides after {moves}; scores {scores}\n{ended}"),
            Turn::Over(outcome) => {
                format!("the game is over after {moves}\n{}", self.places(&outcome, label))
            }
        }
    }

    /// The same in the words of `tilewright show`, for programs too.
    pub(crate) fn lines(&self) -> String {
        let turn = match self.turn {
            Turn::Player(seat) => format!("turn: seat {seat}"),
            Turn::Chance => "turn: chance".to_owned(),
            Turn::Over(outcome) => format!("turn: over\nplaces: {}", joined(outcome.places())),
        };
        format!("{turn}\nscores: {}\n", joined(&self.scores))
    }

    fn places(&self, outcome: &Outcome, label: impl Fn(Seat) -> String) -> String {
        let mut seats: Vec<Seat> = outcome.places().seats().collect();
        seats.sort_by_key(|&seat| outcome.place(seat));
        let width = seats.iter().map(|&seat| label(seat).chars().count()).max().unwrap_or_default();
        let mut lines = Vec::new();
        for seat in seats {
            let ended = self.endings.iter().find(|ended| ended.seat == seat);
            let ended = ended.map_or(String::new(), |ended| format!("  {}", ended.ending));
            let place = outcome.place(seat);
            let score = outcome.scores()[seat];
            let label = label(seat);
            lines.push(format!("{place}. {label:width$}  {score:>4}{ended}\n"));
        }
        lines.concat()
    }
}

fn joined<T: fmt::Display>(values: &BySeat<T>) -> String {
    values.iter().map(T::to_string).collect::<Vec<_>>().join(" ")
}
