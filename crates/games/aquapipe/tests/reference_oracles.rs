//! The reference against the page's counts and the games, cases and counts of independent
//! programs, so that it can be trusted where they say nothing.

mod records;
mod reference;

use records::{
    CaseRecord, Playable, check_case, check_solved, count_midgame, count_starts, read, replay_games,
};
use reference::{Color, Options, Reference, Turn};

impl Playable for Reference {
    fn start(options: &[(&str, &str)]) -> Reference {
        Reference::start(Options::read(options))
    }

    fn resume(options: &[(&str, &str)], text: &str) -> Reference {
        Reference::resume(Options::read(options), text)
    }

    fn legal(&self) -> Vec<String> {
        self.legal()
    }

    fn play(&mut self, text: &str) {
        self.play(text);
    }

    fn text(&self) -> String {
        self.text()
    }

    fn end(&self) -> Option<(Option<&'static str>, &'static str)> {
        match self.turn() {
            Turn::Player(_) => None,
            Turn::Over { winner, reason } => Some((winner.map(Color::name), reason)),
        }
    }

    fn n_rows_of_three(&self) -> Option<[usize; 2]> {
        Some(Color::ALL.map(|color| self.n_rows(color, 3)))
    }

    fn perft(&mut self, depth: usize) -> u64 {
        Reference::perft(self, depth)
    }
}

#[test]
fn games_of_three_in_a_row() {
    replay_games::<Reference>("3x3");
}

#[test]
fn games_of_four_in_a_row() {
    replay_games::<Reference>("4x4");
}

#[test]
fn cases() {
    for case in read::<Vec<CaseRecord>>("cases.json") {
        check_case::<Reference>(&case.id);
    }
}

#[test]
fn counts_from_the_start() {
    count_starts::<Reference>(|count| count < 30_000);
}

#[test]
fn counts_from_the_middle_of_games() {
    count_midgame::<Reference>(|count| count < 30_000);
}

#[test]
fn solved_positions() {
    check_solved::<Reference>();
}
