//! Slow, obvious second implementations of the rules, for comparison with the fast ones.
//!
//! Each is written from its rules page alone, in the page's order and words, and shares nothing
//! with the crate that it is compared with: this crate depends on none of the workspace. All of
//! them speak the texts of options, moves and positions, which is what a [`Model`] is.

#![expect(missing_docs, reason = "the rules pages are the documentation")]

pub mod aquapipe;
pub mod blokus;
pub mod coerceo;
pub mod triominos;

/// Names of options and their values.
pub type Pairs = [(&'static str, &'static str)];

/// A source of random numbers: an index below the given number.
pub type Draw<'a> = dyn FnMut(usize) -> usize + 'a;

/// The one to move. Seats count from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    Seat(usize),
    Chance,
    /// The game is over; the place of every seat, from 1.
    Over(Vec<u8>),
}

/// A game in progress that speaks texts, whatever keeps it.
pub trait Model: Clone {
    /// Returns the first position.
    fn start(options: &[(&str, &str)]) -> Self;

    /// Returns the turn.
    fn turn(&self) -> Turn;

    /// Returns the legal moves, in order.
    fn legal(&self) -> Vec<String>;

    /// Plays a legal move.
    fn play(&mut self, text: &str);

    /// Returns the score of every seat.
    fn scores(&self) -> Vec<i32>;

    /// Returns the number of sequences of so many moves.
    fn perft(&self, depth: usize) -> u64 {
        let moves = self.legal();
        if depth == 1 {
            return moves.len() as u64;
        }
        let mut total = 0;
        for text in &moves {
            let mut next = self.clone();
            next.play(text);
            total += next.perft(depth - 1);
        }
        total
    }
}

/// A model that leads a comparison: it knows where games differ and what is worth a try.
pub trait Explore: Model {
    /// The options that a game begins with; each of these is tried with each change.
    const SETUPS: &'static [&'static Pairs];

    /// Returns the unusual values of options, each with a number: one in so many games has it.
    fn changes(setup: &Pairs) -> &'static [(&'static str, &'static str, usize)];

    /// Returns any position from which every end is near, in games in which that is rare.
    fn late(_options: &[(&str, &str)], _draw: &mut Draw) -> Option<Self> {
        None
    }

    /// Returns the text of the position, if it is that of the fast implementation.
    fn text(&self) -> Option<String> {
        None
    }

    /// Returns the reason for the end of the game.
    fn reason(&self) -> Option<&'static str>;

    /// Returns whether the turn depends on earlier positions, of which the text says nothing.
    fn remembers(&self) -> bool {
        self.reason() == Some("repetition")
    }

    /// Returns whether an illegal move may be refused with this rule.
    fn is_broken(&self, text: &str, rule: &str) -> bool;

    /// Returns moves that nobody chose, most of them illegal.
    fn any_moves(&self, draw: &mut Draw) -> Vec<String>;

    /// Returns those of the legal moves that a player of this style chooses from; none if it
    /// chooses from all. Styles lead where random moves do not.
    fn preferred(
        &self,
        legal: &[String],
        style: u64,
        played: &[String],
        draw: &mut Draw,
    ) -> Vec<String>;

    /// Returns whether a game may be left unfinished: some need never end.
    fn is_long(&self, _n_moves: usize) -> bool {
        false
    }
}

/// Returns some of the changes at once, in any setup, drawn at random.
pub fn random_options<M: Explore>(draw: &mut Draw) -> Vec<(&'static str, &'static str)> {
    let setup = M::SETUPS[draw(M::SETUPS.len())];
    let mut options = setup.to_vec();
    for &(name, value, one_in) in M::changes(setup) {
        let is_new = options.iter().all(|option| option.0 != name);
        if draw(one_in) == 0 && is_new {
            options.push((name, value));
        }
    }
    options
}

/// Returns the texts for which a number is highest.
fn best(legal: &[String], number: impl Fn(&str) -> i32) -> Vec<String> {
    let numbers: Vec<i32> = legal.iter().map(|text| number(text)).collect();
    let highest = numbers.iter().max();
    let best = legal.iter().zip(&numbers).filter(|pair| Some(pair.1) == highest);
    best.map(|(text, _)| text.clone()).collect()
}

/// Returns the places by score: equal scores share the place.
fn places_by_score(scores: &[i32]) -> Vec<u8> {
    let place = |score| 1 + scores.iter().filter(|&other| other > score).count() as u8;
    scores.iter().map(place).collect()
}

/// Returns the value of a switch that is either of two words.
fn either(name: &str, value: &str, no: &str, yes: &str) -> bool {
    assert!(value == no || value == yes, "{name}={value}");
    value == yes
}
