//! Texts from anywhere: nothing panics, every error is one short sentence, and what is read is
//! written back the same.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use proptest::collection::vec;
use proptest::prelude::{Strategy, any};
use proptest::sample::Index;
use proptest::string::string_regex;
use proptest::test_runner::{Config, TestRunner};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tilewright_core::{Game, Position, Viewer, random_index};

use crate::stories::{play_random, random_position};

/// The longest error, in characters: some name all options of a game.
const MAX_ERROR: usize = 400;

/// Text that is long, and not what anything is written in.
const LONG: &str = "[a-zA-Z0-9:/|=,.@\\-\t\r\n\u{7f} é]{300,900}";

/// One change of a text: where, the new character, and whether it replaces, is inserted, or one is
/// taken out.
type Damage = (Index, char, u8);

/// Texts that a game reads, or almost.
///
/// ```
/// use tilewright_core::Game;
/// use tilewright_testkit::parsing::Texts;
///
/// fn nothing_panics<G: Game>() {
///     let moves = ["(keep|pass|deal:[0-9?]{0,3}) ?"].map(str::to_owned).to_vec();
///     Texts::<G> { moves, ..Texts::new(&[&[]], " ") }.check();
/// }
/// ```
pub struct Texts<G: Game> {
    /// The options of games from which positions are taken.
    pub setups: &'static [&'static [(&'static str, &'static str)]],
    /// The characters between the words of a position's text, and between the parts of words.
    pub separators: &'static str,
    /// Regular expressions of texts that are almost moves.
    pub moves: Vec<String>,
    /// Regular expressions of texts that are almost positions.
    pub positions: Vec<String>,
    /// Regular expressions of texts that are almost anything else.
    pub others: Vec<String>,
    /// Reads a text as whatever else the game reads.
    pub check_other: fn(&str),
    /// Writes everything that is written of a position.
    pub written: fn(&G::Position) -> Vec<String>,
    /// Checks more of a position that was read.
    pub check_position: fn(&G::Position),
}

impl<G: Game> Texts<G> {
    /// Returns texts of these games and nothing else.
    pub fn new(
        setups: &'static [&'static [(&'static str, &'static str)]],
        separators: &'static str,
    ) -> Texts<G> {
        Texts {
            setups,
            separators,
            moves: Vec::new(),
            positions: Vec::new(),
            others: Vec::new(),
            check_other: |_| (),
            written: |position| vec![position.to_string()],
            check_position: |_| (),
        }
    }

    /// Reads texts of every kind as everything that the game reads.
    ///
    /// # Panics
    /// If a text is read wrongly, or refused with anything but a short sentence.
    pub fn check(&self) {
        for_any(any::<String>(), |text| self.check_as_all(&text));
        for_any(regex(LONG), |text| self.check_long(&text));
        for pattern in &self.moves {
            for_any((regex(pattern), any::<u64>()), |(text, seed)| self.check_move(&text, seed));
        }
        for pattern in &self.positions {
            for_any(regex(pattern), |text| self.check_as_all(&text));
        }
        for pattern in &self.others {
            for_any(regex(pattern), |text| (self.check_other)(&text));
        }
        for_any((self.any_position(), vec(any_damage(), 0..3)), |(position, damages)| {
            for text in (self.written)(&position) {
                self.check_as_all(&damaged(&text, &damages));
            }
        });
        for_any((self.any_position(), any::<[Index; 3]>()), |(position, indices)| {
            for text in (self.written)(&position) {
                self.check_words(&text, indices);
            }
        });
        for_any((self.any_position(), any::<u64>()), |(position, seed)| {
            self.check_moves_elsewhere(&position, seed);
        });
    }

    /// A position of a random game in any of the setups.
    fn any_position(&self) -> impl Strategy<Value = G::Position> + use<G> {
        let setups = self.setups;
        any::<(Index, u64)>().prop_map(move |(setup, seed)| {
            position_of::<G>(setups[setup.index(setups.len())], seed)
        })
    }

    fn check_as_all(&self, text: &str) {
        check_value::<<G::Position as Position>::Move>(text);
        self.check_position_text(text);
        (self.check_other)(text);
    }

    /// A long text, alone and as a part of what is almost right.
    fn check_long(&self, text: &str) {
        self.check_as_all(text);
        for separator in self.separators.chars() {
            let word = text.replace(char::is_whitespace, &separator.to_string());
            self.check_as_all(&word);
            for setup in self.setups {
                let start = random_position::<G>(setup, 0, 0).to_string();
                self.check_as_all(&format!("{start}{separator}{word}"));
                let first = start.split(separator).next().unwrap_or_default();
                self.check_as_all(&format!("{first}{separator}{word}"));
            }
        }
    }

    /// A text that is almost a move, in some positions.
    fn check_move(&self, text: &str, seed: u64) {
        self.check_as_all(text);
        for setup in self.setups {
            check_in_position::<G>(&position_of::<G>(setup, seed), text);
        }
    }

    /// The moves of one position in others, and with what belongs to no move.
    fn check_moves_elsewhere(&self, position: &G::Position, seed: u64) {
        let read = position.to_string().parse();
        assert!(read.as_ref() == Ok(position), "{position} is read otherwise");
        let mut rng = SmallRng::seed_from_u64(seed);
        let Some(m) = position.random_move(&mut rng) else { return };
        let text = m.to_string();
        let setup = self.setups[random_index(&mut rng, self.setups.len())];
        check_in_position::<G>(&position_of::<G>(setup, seed), &text);
        for stranger in [" ", "\n", "\t", "\u{7f}", "é", "\u{ff11}"] {
            for text in [format!("{text}{stranger}"), format!("{stranger}{text}")] {
                let read = text.parse::<<G::Position as Position>::Move>();
                assert!(read.is_err(), "{text:?} is read as {read:?}");
                check_in_position::<G>(position, &text);
            }
        }
    }

    /// Two words of a position's text in each other's place, and one of them left out.
    fn check_words(&self, text: &str, [separator, first, second]: [Index; 3]) {
        let separators: Vec<char> = self.separators.chars().collect();
        let separator = *separator.get(&separators);
        let mut words: Vec<&str> = text.split(separator).collect();
        let first = first.index(words.len());
        let second = second.index(words.len());
        words.swap(first, second);
        self.check_as_all(&words.join(&separator.to_string()));
        words.remove(first);
        self.check_as_all(&words.join(&separator.to_string()));
    }

    /// Reads a position, or finds a sentence. A position that is read can be played.
    fn check_position_text(&self, text: &str) {
        let Some(mut position) = check_value::<G::Position>(text) else { return };
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        assert_eq!(moves.len(), position.n_legal_moves(), "{text}");
        assert_eq!(moves.is_empty(), position.turn().is_over(), "{text}");
        assert!(moves.iter().all(|&m| position.explain(m).is_ok()), "{text}");
        for viewer in Viewer::all(position.n_seats()) {
            let view = G::view(&position, viewer);
            assert!(serde_json::to_value(&view).is_ok(), "{text}");
        }
        (self.check_position)(&position);
        // Some games need never end.
        play_random(&mut position, 200, &mut SmallRng::seed_from_u64(1));
    }
}

/// Returns a position of a random game: near its start as often as far from it.
fn position_of<G: Game>(setup: &[(&str, &str)], seed: u64) -> G::Position {
    let mut rng = SmallRng::seed_from_u64(seed);
    let max_moves = 2 << random_index(&mut rng, 7);
    random_position::<G>(setup, seed, random_index(&mut rng, max_moves))
}

/// Reads a text in a position. A move that can be read is legal, or refused with a sentence.
fn check_in_position<G: Game>(position: &G::Position, text: &str) {
    let m = match G::parse_move(position, text) {
        Ok(m) => m,
        Err(error) => return check_error(&error),
    };
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    assert_eq!(position.is_legal(m), moves.contains(&m), "{text} in {position}");
    assert_eq!(position.explain(m).is_ok(), position.is_legal(m), "{text} in {position}");
    if let Err(illegal) = position.explain(m) {
        check_error(&illegal);
    }
}

/// Reads a text. What is read is written so that it reads the same; an error is a sentence.
///
/// # Panics
/// If not.
///
/// ```
/// use tilewright_testkit::parsing::check_value;
///
/// assert_eq!(check_value::<char>("x"), Some('x'));
/// assert_eq!(check_value::<char>("yz"), None);
/// ```
pub fn check_value<T>(text: &str) -> Option<T>
where
    T: FromStr<Err: Display> + Display + PartialEq,
{
    match text.parse::<T>() {
        Ok(value) => {
            let written = value.to_string();
            let is_same = written.parse::<T>().is_ok_and(|again| again == value);
            assert!(is_same, "{text:?} is written as {written:?}, which reads otherwise");
            Some(value)
        }
        Err(error) => {
            check_error(&error);
            None
        }
    }
}

/// Writes a value as JSON, where it is its text, and reads it back.
///
/// # Panics
/// If it is anything else.
pub fn check_json<T>(value: &T)
where
    T: Serialize + DeserializeOwned + Display + Debug + PartialEq,
{
    let json = serde_json::to_value(value).expect("the value can be written");
    assert_eq!(json, value.to_string());
    assert_eq!(serde_json::from_value::<T>(json).ok().as_ref(), Some(value));
}

/// An error is one short line in lower case (but for names) without a full stop.
///
/// # Panics
/// If it is anything else.
pub fn check_error(error: &impl Display) {
    let text = error.to_string();
    assert!(!text.is_empty() && !text.ends_with('.'), "{text:?}");
    assert!(!text.chars().any(char::is_control), "{text:?}");
    assert!(text.chars().count() < MAX_ERROR, "{text:?}");
    // Names such as those of orientations keep their capitals.
    let mut chars = text.chars();
    let is_capital = chars.next().is_some_and(char::is_uppercase);
    let is_capitalized = is_capital && chars.next().is_some_and(char::is_lowercase);
    assert!(text.contains(' ') && !is_capitalized, "{text:?}");
}

/// Checks values of a strategy, and fails with the simplest one that it finds.
///
/// # Panics
/// If a check panics.
pub fn for_any<S: Strategy>(strategy: S, check: impl Fn(S::Value)) {
    let mut runner = TestRunner::new(Config { failure_persistence: None, ..Config::default() });
    let result = runner.run(&strategy, |value| {
        check(value);
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
}

/// Returns the texts of a regular expression.
///
/// # Panics
/// If it is not one.
pub fn regex(pattern: &str) -> impl Strategy<Value = String> + use<> {
    string_regex(pattern).unwrap_or_else(|error| panic!("{pattern}: {error}"))
}

fn any_damage() -> impl Strategy<Value = Damage> {
    let character = regex("[-0-9,/=+?@:| .a-zA-Z]|é");
    let character = character.prop_map(|text| text.chars().next().expect("it is one character"));
    (any::<Index>(), character, 0..3_u8)
}

fn damaged(text: &str, damages: &[Damage]) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for (index, with, kind) in damages {
        let index = index.index(chars.len());
        match kind {
            0 => chars[index] = *with,
            1 => chars.insert(index, *with),
            _ => drop(chars.remove(index)),
        }
    }
    chars.into_iter().collect()
}
