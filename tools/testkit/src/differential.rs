//! One game, played twice: by the fast implementation and by a slow, obvious one.

use std::collections::BTreeSet;
use std::fmt::Write;

use rand::SeedableRng;
use rand::rngs::SmallRng;
use tilewright_core::{Game, MoveOf, Position, Turn, perft, perft_bulk, random_index};
use tilewright_reference::{self as reference, Explore, Model};

use crate::stories::{legal_texts, play, start};

/// Some moves are tried, and the game goes on from its text, once in so many moves.
const MOVES_BETWEEN_TRIES: usize = 13;

/// Detours of up to this number of moves are taken back.
const MAX_DETOUR: usize = 8;

/// A game and its slow implementation, with what only this game has to compare.
///
/// Whatever all games have is compared by the [`Comparison`] itself: the texts and the number of
/// legal moves, the turn, the scores, the places at the end, the text of the position and its
/// way back, and the rules that illegal moves break.
pub trait Differential: Sized {
    /// The fast implementation.
    type Game: Game;

    /// The slow one.
    type Model: Explore;

    /// True if a game can go on from its text: not if it depends on earlier positions.
    const GOES_ON_FROM_TEXT: bool;

    /// Compares the rest of each position.
    fn check(comparison: &Comparison<Self>);

    /// Compares what takes long, or is worth it in some positions only.
    fn check_sometimes(comparison: &Comparison<Self>, number: u64) {
        let _ = (comparison, number);
    }
}

/// One game, twice.
pub struct Comparison<D: Differential> {
    id: String,
    /// The position of the fast implementation.
    pub position: <D::Game as Game>::Position,
    /// The same in the slow one.
    pub model: D::Model,
    /// The legal moves according to the slow one, in order.
    legal: Vec<String>,
    /// The moves from the first position.
    pub played: Vec<String>,
    /// The number of moves before the position was last read from its text.
    pub n_before_text: usize,
}

impl<D: Differential> Comparison<D> {
    /// Returns the first position of a game.
    pub fn start(options: &[(&str, &str)]) -> Comparison<D> {
        let model = D::Model::start(options);
        Comparison::new(format!("{options:?}"), start::<D::Game>(options), model)
    }

    /// Returns a position from which every end is near.
    ///
    /// # Panics
    /// If the model has no such positions, or writes no text that the game reads.
    pub fn late(options: &[(&str, &str)], seed: u64) -> Comparison<D> {
        let mut rng = SmallRng::seed_from_u64(!seed);
        let model = D::Model::late(options, &mut |n| random_index(&mut rng, n));
        let model = model.expect("the model has late positions");
        let text = model.text().expect("the model writes texts");
        let position = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        Comparison::new(format!("late {options:?} {seed}"), position, model)
    }

    fn new(id: String, position: <D::Game as Game>::Position, model: D::Model) -> Comparison<D> {
        let legal = model.legal();
        Comparison { id, position, model, legal, played: Vec::new(), n_before_text: 0 }
    }

    /// Returns where in which game a difference is.
    pub fn context(&self) -> String {
        format!("{}, after {} in {}", self.id, self.played.join(" "), self.position)
    }

    /// Plays a game whose moves follow from a seed, and compares everything on the way. Returns
    /// the reason for its end, if it came to one.
    pub fn play_game(mut self, seed: u64) -> Option<&'static str> {
        let mut rng = SmallRng::seed_from_u64(seed);
        write!(self.id, " seed {seed}").expect("a string takes text");
        self.follow(seed, &mut rng, |game, rng| {
            (!game.model.is_long(game.played.len())).then(|| game.choose(seed, rng))?
        });
        self.model.reason()
    }

    /// Plays a game whose moves are chosen by numbers, as far as there are any.
    pub fn play_numbers(mut self, mut numbers: impl Iterator<Item = usize>, seed: u64) {
        let mut rng = SmallRng::seed_from_u64(seed);
        self.follow(seed, &mut rng, |game, _| {
            let number = numbers.next()?;
            (!game.legal.is_empty()).then(|| game.legal[number % game.legal.len()].clone())
        });
    }

    fn follow(
        &mut self,
        seed: u64,
        rng: &mut SmallRng,
        mut choose: impl FnMut(&Comparison<D>, &mut SmallRng) -> Option<String>,
    ) {
        self.check();
        while let Some(text) = choose(self, rng) {
            let number = seed.wrapping_add(self.played.len() as u64);
            D::check_sometimes(self, number);
            self.play(&text);
            match number % MOVES_BETWEEN_TRIES as u64 {
                0 => self.check_other_moves(rng),
                1 if D::GOES_ON_FROM_TEXT => self.go_on_from_text(),
                _ => {}
            }
            self.take_a_detour(number as usize % (MAX_DETOUR + 1), rng);
            self.check();
        }
        D::check_sometimes(self, 0);
        self.check_other_moves(rng);
    }

    /// Returns a legal move, as a player of the seed's style would choose it.
    fn choose(&self, seed: u64, rng: &mut SmallRng) -> Option<String> {
        let mut draw = |n| random_index(rng, n);
        let preferred = self.model.preferred(&self.legal, seed, &self.played, &mut draw);
        let choice = if preferred.is_empty() { &self.legal } else { &preferred };
        (!choice.is_empty()).then(|| choice[draw(choice.len())].clone())
    }

    fn play(&mut self, text: &str) {
        let m = self.read(text);
        if let Err(illegal) = self.position.play(m) {
            panic!("{text} is illegal, {illegal}, in {}", self.context());
        }
        self.model.play(text);
        self.legal = self.model.legal();
        self.played.push(text.to_owned());
    }

    /// Returns the move of a text, which must be that of the move.
    fn read(&self, text: &str) -> MoveOf<D::Game> {
        let m: MoveOf<D::Game> =
            text.parse().unwrap_or_else(|error| panic!("{text} in {}: {error}", self.context()));
        assert_eq!(m.to_string(), text, "{}", self.context());
        m
    }

    /// Reads the position from its text, which must be as good as the one that was played.
    fn go_on_from_text(&mut self) {
        let text = self.position.to_string();
        self.position = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        self.n_before_text = self.played.len();
    }

    /// Plays a few random moves and takes them back. Equality of positions looks at the board
    /// alone; the comparisons that follow look at all that is derived from it.
    fn take_a_detour(&mut self, n_moves: usize, rng: &mut SmallRng) {
        let before = self.position.clone();
        let mut taken = Vec::new();
        for _ in 0..n_moves {
            let Some(m) = self.position.random_move(rng) else { break };
            taken.push((m, self.position.play_unchecked(m)));
        }
        for (m, undo) in taken.into_iter().rev() {
            self.position.undo(m, undo);
        }
        assert!(self.position == before, "a detour of {n_moves} moves in {}", self.context());
        assert_eq!(self.position.key(), before.key(), "{}", self.context());
        assert_eq!(self.position.turn(), before.turn(), "{}", self.context());
    }

    /// Compares everything that can be seen of both.
    pub fn check(&self) {
        let Comparison { position, model, legal, .. } = self;
        let context = self.context();
        assert_eq!(legal_texts(position), *legal, "{context}");
        let scores = position.scores();
        assert_eq!(scores.as_slice(), model.scores(), "{context}");
        assert_eq!(turn(position), model.turn(), "{context}");
        if let Some(outcome) = position.turn().outcome() {
            assert_eq!(*outcome.scores(), scores, "{context}");
        }
        self.check_text();
        D::check(self);
    }

    /// The text says everything but how often a position was there.
    fn check_text(&self) {
        let text = self.position.to_string();
        let context = self.context();
        if let Some(expected) = self.model.text() {
            assert_eq!(text, expected, "{context}");
        }
        let back: <D::Game as Game>::Position =
            text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert!(back == self.position, "{back} is read in {context}");
        assert_eq!(back.to_string(), text, "{context}");
        assert_eq!(back.key(), self.position.key(), "{context}");
        if !self.model.remembers() {
            assert_eq!(back.turn(), self.position.turn(), "{context}");
            assert_eq!(back.n_legal_moves(), self.legal.len(), "{context}");
        }
    }

    /// Compares moves that nobody chose, most of them illegal, and the reasons that are given.
    fn check_other_moves(&self, rng: &mut SmallRng) {
        let legal: BTreeSet<&String> = self.legal.iter().collect();
        let context = self.context();
        for text in self.model.any_moves(&mut |n| random_index(rng, n)) {
            let m = self.read(&text);
            let is_legal = legal.contains(&text);
            assert_eq!(self.position.is_legal(m), is_legal, "{text} in {context}");
            let explained = self.position.explain(m);
            assert_eq!(explained.is_ok(), is_legal, "{text} in {context}");
            if let Err(illegal) = explained {
                let is_broken = self.model.is_broken(&text, illegal.rule());
                assert!(is_broken, "{text} breaks another rule than {illegal} in {context}");
            }
        }
    }
}

fn turn<P: Position>(position: &P) -> reference::Turn {
    match position.turn() {
        Turn::Player(seat) => reference::Turn::Seat(seat.index()),
        Turn::Chance => reference::Turn::Chance,
        Turn::Over(outcome) => reference::Turn::Over(outcome.places().as_slice().to_vec()),
    }
}

/// The fast implementation of a game as a model, to replay what is recorded in texts.
pub struct Replay<G: Game> {
    /// The position.
    pub position: G::Position,
}

impl<G: Game> Clone for Replay<G> {
    fn clone(&self) -> Replay<G> {
        Replay { position: self.position.clone() }
    }
}

impl<G: Game> Model for Replay<G> {
    fn start(options: &[(&str, &str)]) -> Replay<G> {
        Replay { position: start::<G>(options) }
    }

    fn turn(&self) -> reference::Turn {
        turn(&self.position)
    }

    fn legal(&self) -> Vec<String> {
        legal_texts(&self.position)
    }

    fn play(&mut self, text: &str) {
        play::<G>(&mut self.position, text);
    }

    fn scores(&self) -> Vec<i32> {
        self.position.scores().as_slice().to_vec()
    }

    fn perft(&self, depth: usize) -> u64 {
        let mut position = self.position.clone();
        let count = perft(&mut position, depth);
        assert_eq!(perft_bulk(&mut position, depth), count, "{position} depth {depth}");
        count
    }
}
