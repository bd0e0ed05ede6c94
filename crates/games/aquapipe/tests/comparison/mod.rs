//! The same random game in the crate and in the reference, compared move by move.

use std::collections::BTreeSet;

use rand::SeedableRng;
use rand::rngs::SmallRng;
use tilewright_aquapipe::{End, Position};
use tilewright_core::{Position as _, Rng, Turn as CrateTurn, random_index};

use super::engine;
use super::reference::{Color, Diameter, Options, Reference, Turn};

pub(crate) const VARIANTS: [&str; 2] = ["3x3", "4x4"];

/// Each option of a variant with a value that is not the usual one.
pub(crate) fn changes(variant: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let changes = [
        ("move-after", "any-time"),
        ("move-after", "never"),
        ("board-only", "on"),
        // Only the large board has these.
        ("four-rows", "off"),
        ("u-pipes", "medium-large"),
    ];
    changes.into_iter().take(if variant == "3x3" { 3 } else { 5 })
}

/// Some of the changes at once, in either variant.
pub(crate) fn random_options(seed: u64) -> Vec<(&'static str, &'static str)> {
    let mut rng = SmallRng::seed_from_u64(seed);
    let variant = VARIANTS[random_index(&mut rng, 2)];
    let mut options = vec![("variant", variant)];
    for change in changes(variant) {
        let is_new = options.iter().all(|option| option.0 != change.0);
        if is_new && rng.next_u64().is_multiple_of(2) {
            options.push(change);
        }
    }
    options
}

/// Games longer than this are left unfinished: with the board alone they need never end.
const MAX_PLIES: u64 = 150;

/// Plays a game for each seed and compares everything. Gives the reasons for which they ended.
pub(crate) fn compare_games(
    pairs: &[(&str, &str)],
    seeds: impl IntoIterator<Item = u64>,
) -> BTreeSet<&'static str> {
    let game = |seed| compare_game(start(pairs, seed), seed);
    seeds.into_iter().filter_map(game).collect()
}

/// The same from positions with any pipes on the board, where every end is near.
pub(crate) fn compare_late_games(
    pairs: &[(&str, &str)],
    seeds: impl IntoIterator<Item = u64>,
) -> BTreeSet<&'static str> {
    let game = |seed| compare_game(late(pairs, seed), seed);
    seeds.into_iter().filter_map(game).collect()
}

pub(crate) fn start(pairs: &[(&str, &str)], seed: u64) -> Comparison {
    let position = engine::start(pairs);
    let reference = Reference::start(Options::read(pairs));
    Comparison::new(format!("{pairs:?} {seed}"), position, reference)
}

pub(crate) fn late(pairs: &[(&str, &str)], seed: u64) -> Comparison {
    let mut rng = SmallRng::seed_from_u64(!seed);
    loop {
        let text = any_position(pairs, &mut rng);
        let reference = Reference::resume(Options::read(pairs), &text);
        // Who has won has just played.
        if !reference.has_won(reference.to_move()) {
            let position = engine::resume(pairs, &text);
            return Comparison::new(format!("late {pairs:?} {seed}"), position, reference);
        }
    }
}

/// From a few pipes to all, wherever they fit.
fn any_position(pairs: &[(&str, &str)], rng: &mut SmallRng) -> String {
    let size = if pairs.contains(&("variant", "4x4")) { 4 } else { 3 };
    let has_large_u = pairs.contains(&("u-pipes", "medium-large"));
    let share = 2 + random_index(rng, 3);
    let layer = |index: usize| {
        let has_u = size == 4 && (index == 1 || (index == 2) == has_large_u);
        let mut spaces = vec![vec!['.'; size]; size];
        for letter in ['B', 'R'] {
            if has_u && random_index(rng, 4) < share {
                let (x, y) = (random_index(rng, 3), random_index(rng, 4));
                let (x, y, to_x, to_y) =
                    if random_index(rng, 2) == 0 { (x, y, x + 1, y) } else { (y, x, y, x + 1) };
                if spaces[y][x] == '.' && spaces[to_y][to_x] == '.' {
                    (spaces[y][x], spaces[to_y][to_x]) = (letter, letter);
                }
            }
        }
        for letter in ['b', 'r'] {
            for _ in 0..size {
                let (x, y) = (random_index(rng, size), random_index(rng, size));
                if spaces[y][x] == '.' && random_index(rng, 4) < share {
                    spaces[y][x] = letter;
                }
            }
        }
        let ranks: Vec<String> = spaces.into_iter().map(String::from_iter).collect();
        ranks.join("/")
    };
    let layers = [0, 1, 2].map(layer).join("|");
    format!("{layers} {}", Color::ALL[random_index(rng, 2)].letter())
}

/// Says why the game ended, if it did.
fn compare_game(mut game: Comparison, seed: u64) -> Option<&'static str> {
    let mut rng = SmallRng::seed_from_u64(seed);
    game.check();
    for n_plies in 0..MAX_PLIES {
        if n_plies % 7 == seed % 7 {
            game.check_other_moves(&mut rng);
        }
        let Some(text) = game.choose(seed, &mut rng) else { break };
        game.take_a_detour(n_plies % 5, &mut rng);
        game.play(&text);
        game.check();
    }
    match game.reference.turn() {
        Turn::Player(_) => None,
        Turn::Over { reason, .. } => {
            game.check_other_moves(&mut rng);
            Some(reason)
        }
    }
}

/// One game, twice.
pub(crate) struct Comparison {
    id: String,
    position: Position,
    pub(crate) reference: Reference,
    played: Vec<String>,
}

impl Comparison {
    fn new(id: String, position: Position, reference: Reference) -> Comparison {
        Comparison { id, position, reference, played: Vec::new() }
    }

    fn context(&self) -> String {
        format!("{}, after {} in {}", self.id, self.played.join(" "), self.position)
    }

    /// A legal move, as one of four players would choose it; nothing once the game is over.
    fn choose(&self, seed: u64, rng: &mut SmallRng) -> Option<String> {
        let legal = self.reference.legal();
        let preferred: Vec<&String> = match seed % 4 {
            // Anything.
            0 => Vec::new(),
            // As many rows of three as possible.
            1 => best(&legal, |text| -(self.reference.n_rows_after(text, 3) as i32)),
            // As few as possible, so that the game goes on.
            2 => best(&legal, |text| self.reference.n_rows_after(text, 3) as i32),
            // Often moves back what it has just moved.
            _ if rng.next_u64().is_multiple_of(8) => Vec::new(),
            _ => {
                let last = self.played.len().checked_sub(2).map(|i| self.played[i].as_str());
                let back = last.and_then(moved_back);
                legal.iter().filter(|text| back.as_ref() == Some(text)).collect()
            }
        };
        let choice = if preferred.is_empty() { legal.iter().collect() } else { preferred };
        (!choice.is_empty()).then(|| choice[random_index(rng, choice.len())].clone())
    }

    pub(crate) fn play(&mut self, text: &str) {
        engine::play(&mut self.position, text);
        self.reference.play(text);
        self.played.push(text.to_owned());
    }

    /// Everything that can be seen of both.
    pub(crate) fn check(&self) {
        let Comparison { position, reference, .. } = self;
        let context = self.context();
        assert_eq!(engine::legal(position), reference.legal(), "{context}");
        assert_eq!(engine::page_text(position), reference.text(), "{context}");
        match (position.turn(), reference.turn()) {
            (CrateTurn::Player(seat), Turn::Player(color)) => {
                assert_eq!(seat.index(), color as usize, "{context}");
                assert_eq!(position.scores().as_slice(), [0, 0], "{context}");
                self.check_foresight();
            }
            (CrateTurn::Over(outcome), Turn::Over { winner, reason }) => {
                let (places, scores) = match winner {
                    None => ([1, 1], [0, 0]),
                    Some(Color::Blue) => ([1, 2], [1, 0]),
                    Some(Color::Red) => ([2, 1], [0, 1]),
                };
                assert_eq!(outcome.places().as_slice(), places, "{context}: {reason}");
                assert_eq!(outcome.scores().as_slice(), scores, "{context}: {reason}");
                assert_eq!(position.scores().as_slice(), scores, "{context}: {reason}");
                let winner = winner.map(Color::name);
                assert_eq!(engine::end(position), Some((winner, reason)), "{context}");
            }
            (turn, expected) => panic!("{turn:?} instead of {expected:?} in {context}"),
        }
        self.check_text();
    }

    /// A win that is seen is there, and the other way round.
    fn check_foresight(&self) {
        let wins = |position: &Position| {
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            moves.into_iter().any(|m| {
                let mut after = position.clone();
                after.play_unchecked(m);
                after.end() == Some(End::Row)
            })
        };
        let position = &self.position;
        assert_eq!(position.can_win(), wins(position), "{}", self.context());
        let text = position.to_string();
        let (board, side) = text.split_at(text.len() - 1);
        let passed = format!("{board}{}", if side == "b" { "r" } else { "b" });
        let passed: Position = passed.parse().expect("nobody has won");
        assert_eq!(position.is_threatened(), wins(&passed), "{}", self.context());
    }

    /// The text says everything but how often a position was there.
    fn check_text(&self) {
        let text = self.position.to_string();
        let back: Position = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        let context = self.context();
        assert_eq!(back, self.position, "{context}");
        assert_eq!(back.to_string(), text, "{context}");
        assert_eq!(back.key(), self.position.key(), "{context}");
        if !matches!(self.reference.turn(), Turn::Over { reason: "repetition", .. }) {
            assert_eq!(back.turn(), self.position.turn(), "{context}");
            assert_eq!(engine::legal(&back), engine::legal(&self.position), "{context}");
        }
    }

    /// Plays a few moves and takes them back.
    pub(crate) fn take_a_detour(&mut self, n_moves: u64, rng: &mut SmallRng) {
        let before = self.position.clone();
        let mut taken = Vec::new();
        for _ in 0..n_moves {
            let Some(m) = self.position.random_move(rng) else { break };
            taken.push((m, self.position.play_unchecked(m)));
        }
        for (m, undo) in taken.into_iter().rev() {
            self.position.undo(m, undo);
        }
        assert_eq!(self.position, before, "{}", self.context());
        assert_eq!(self.position.key(), before.key(), "{}", self.context());
        assert_eq!(self.position.turn(), before.turn(), "{}", self.context());
    }

    /// Moves that nobody chose, most of them illegal, and the reasons that are given.
    pub(crate) fn check_other_moves(&self, rng: &mut SmallRng) {
        let legal: BTreeSet<String> = self.reference.legal().into_iter().collect();
        let context = self.context();
        let is_over = self.position.turn().is_over();
        for _ in 0..200 {
            let text = self.any_move(rng);
            let m = engine::read(&text);
            assert_eq!(self.position.is_legal(m), legal.contains(&text), "{text} in {context}");
            let Err(illegal) = self.position.explain(m) else {
                assert!(legal.contains(&text), "{text} in {context}");
                continue;
            };
            let broken =
                if is_over { vec!["game-over"] } else { self.reference.broken_rules(&text) };
            let is_broken = broken.contains(&illegal.rule());
            assert!(is_broken, "{text} in {context}: {illegal}, but it is {broken:?}");
        }
    }

    /// Any pipe to anywhere, also beyond the small board; from the hand, from where the player to
    /// move has one, or from anywhere.
    fn any_move(&self, rng: &mut SmallRng) -> String {
        let diameter = Diameter::ALL[random_index(rng, 3)];
        let n_ends = 1 + random_index(rng, 2);
        let own = self.reference.places_of(self.reference.to_move(), diameter, n_ends);
        let to = any_place(n_ends, rng);
        let shape = if n_ends == 2 { "U" } else { "" };
        match random_index(rng, 3) {
            0 => format!("{shape}{diameter:?}@{to}"),
            1 if !own.is_empty() => {
                format!("{shape}{diameter:?}{}-{to}", own[random_index(rng, own.len())])
            }
            _ => format!("{shape}{diameter:?}{}-{to}", any_place(n_ends, rng)),
        }
    }
}

/// The moves for which a number is lowest.
fn best(legal: &[String], number: impl Fn(&str) -> i32) -> Vec<&String> {
    let numbers: Vec<i32> = legal.iter().map(|text| number(text)).collect();
    let lowest = numbers.iter().min();
    legal.iter().zip(&numbers).filter(|it| Some(it.1) == lowest).map(|(text, _)| text).collect()
}

/// A space or two neighboring ones, as they are written in moves.
fn any_place(n_ends: usize, rng: &mut SmallRng) -> String {
    let space = |file: usize, rank: usize| format!("{}{}", ["a", "b", "c", "d"][file], rank + 1);
    let (short, long) = (random_index(rng, 3), random_index(rng, 4));
    match (n_ends, random_index(rng, 2)) {
        (1, _) => space(random_index(rng, 4), long),
        (_, 0) => space(short, long) + &space(short + 1, long),
        _ => space(long, short) + &space(long, short + 1),
    }
}

/// The move that takes a pipe back to where it was.
fn moved_back(text: &str) -> Option<String> {
    let (from, to) = text.split_once('-')?;
    let (kind, from) = from.split_at(from.len() - to.len());
    Some(format!("{kind}{to}-{from}"))
}
