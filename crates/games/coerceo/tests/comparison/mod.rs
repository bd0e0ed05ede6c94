//! The same random game in the crate and in the reference, compared move by move.

use std::collections::BTreeSet;

use rand::SeedableRng;
use rand::rngs::SmallRng;
use tilewright_coerceo::{Color, Direction, Position, Triangle};
use tilewright_core::{Position as _, Rng, Turn as CrateTurn, random_index};

use super::engine;
use super::reference::{self, Options, Reference, Tile, Turn};

/// Each option with a value that is not the usual one.
pub(crate) const CHANGES: [(&str, &str); 7] = [
    ("cost", "1"),
    ("stalemate", "loss"),
    ("win-captures", "1"),
    ("win-captures", "4"),
    ("win-captures", "7"),
    ("exchange-collects", "on"),
    ("board-only", "on"),
];

pub(crate) const VARIANTS: [&str; 2] = ["laurentius", "ocius"];

/// Some of the changes at once, in either variant.
pub(crate) fn random_options(seed: u64) -> Vec<(&'static str, &'static str)> {
    let mut rng = SmallRng::seed_from_u64(seed);
    let mut options = vec![("variant", VARIANTS[random_index(&mut rng, 2)])];
    for change in CHANGES {
        let is_new = options.iter().all(|option| option.0 != change.0);
        // Few captures make short games.
        let is_likely =
            rng.next_u64().is_multiple_of(if change.0 == "win-captures" { 8 } else { 2 });
        if is_new && is_likely {
            options.push(change);
        }
    }
    options
}

/// Games longer than this are left unfinished: two who only wander need never end.
const MAX_PLIES: u64 = 400;

/// Plays a game for each seed and compares everything. Gives the reasons for which they ended.
pub(crate) fn compare_games(
    pairs: &[(&str, &str)],
    seeds: impl IntoIterator<Item = u64>,
) -> BTreeSet<&'static str> {
    let game = |seed| compare_game(start(pairs, seed), seed);
    seeds.into_iter().filter_map(game).collect()
}

/// The same from positions with few tiles and any pieces on them, where every end is near.
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
    let all = if pairs.contains(&("variant", "ocius")) {
        ["04", "06", "07", "09", "0B", "0C", "0E"].map(Tile::read).to_vec()
    } else {
        Tile::all().to_vec()
    };
    // The table stays connected: each tile is next to another one.
    let n_tiles = 1 + random_index(&mut rng, 4);
    let mut tiles = BTreeSet::from([all[random_index(&mut rng, all.len())]]);
    while tiles.len() < n_tiles {
        let tile = all[random_index(&mut rng, all.len())];
        if (0..6).filter_map(|side| tile.neighbor(side)).any(|it| tiles.contains(&it)) {
            tiles.insert(tile);
        }
    }
    // From a few pieces to nearly all that have room.
    let share = 1 + random_index(&mut rng, 7);
    let mut pieces = Vec::new();
    let mut colors = BTreeSet::new();
    for color in reference::Color::ALL {
        let triangles = reference::Triangle::all().into_iter();
        let is_occupied = |triangle: &reference::Triangle| {
            let has_room = triangle.color() == color && tiles.contains(&triangle.tile);
            has_room && random_index(&mut rng, 8) < share
        };
        let names: Vec<String> =
            triangles.filter(is_occupied).take(7).map(|it| it.to_string()).collect();
        colors.extend((!names.is_empty()).then_some(color));
        pieces.extend(names);
    }
    let mut to_move = reference::Color::ALL[random_index(&mut rng, 2)];
    // Who has no piece has lost at once, before another turn.
    if !colors.contains(&to_move.other()) {
        to_move = to_move.other();
    }
    if colors.is_empty() {
        pieces.push(format!("{}:{}", all[0], if to_move.letter() == "W" { "B0" } else { "W1" }));
        tiles.insert(all[0]);
    }
    let n_gone = all.len() - tiles.len();
    let held = [0, 1].map(|_| random_index(&mut rng, 4.min(n_gone / 2 + 1)));
    let names: Vec<String> = tiles.iter().map(Tile::to_string).collect();
    let (names, pieces) = (names.join(" "), pieces.join(" "));
    let position = engine::resume(pairs, &names, &pieces, to_move.letter(), held);
    let reference = Reference::resume(Options::read(pairs), &pieces, tiles, held, to_move);
    Comparison::new(format!("late {pairs:?} {seed}"), position, reference)
}

/// Says why the game ended, if it did.
fn compare_game(mut game: Comparison, seed: u64) -> Option<&'static str> {
    let mut rng = SmallRng::seed_from_u64(seed);
    game.check();
    for n_plies in 0..MAX_PLIES {
        if n_plies % 17 == seed % 17 {
            game.check_other_moves(&mut rng);
        }
        // Captures by exchange are rare, and happen where there are few moves.
        if n_plies % 7 == seed % 7 || game.position.n_legal_moves() < 25 {
            game.check_every_effect();
        }
        let Some(text) = choose(&game.reference, seed, game.played.last(), &mut rng) else { break };
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

/// A legal move, as one of four players would choose it; nothing once the game is over.
fn choose(
    reference: &Reference,
    seed: u64,
    last: Option<&String>,
    rng: &mut SmallRng,
) -> Option<String> {
    let legal = reference.legal();
    let preferred: Vec<&String> = match seed % 4 {
        // Anything.
        0 => Vec::new(),
        // Captures, by a move rather than by an exchange.
        1 => best(&legal, |text| {
            let effect = reference.effect(text);
            2 * effect.captured.len() + effect.removed.len() - usize::from(text.starts_with('X'))
        }),
        // Removes tiles, by an exchange rather than by a move.
        2 => best(&legal, |text| {
            2 * reference.effect(text).removed.len() + usize::from(text.starts_with('X'))
        }),
        // Often repeats what was there, in the tile that was last moved to.
        _ if rng.next_u64().is_multiple_of(3) => Vec::new(),
        _ => {
            let tile = last.map_or("04", |text| &text[text.len() - 5..][..2]);
            legal
                .iter()
                .filter(|text| text.starts_with(tile) && text[6..].starts_with(tile))
                .collect()
        }
    };
    let choice = if preferred.is_empty() { legal.iter().collect() } else { preferred };
    (!choice.is_empty()).then(|| choice[random_index(rng, choice.len())].clone())
}

fn best(legal: &[String], merit: impl Fn(&str) -> usize) -> Vec<&String> {
    let merits: Vec<usize> = legal.iter().map(|text| merit(text)).collect();
    let most = merits.iter().max();
    legal.iter().zip(&merits).filter(|it| Some(it.1) == most).map(|(text, _)| text).collect()
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

    pub(crate) fn play(&mut self, text: &str) {
        let context = format!("{text} in {}", self.context());
        let effect = engine::play(&mut self.position, text);
        let expected = self.reference.play(text);
        assert_eq!(effect, (expected.captured, expected.removed, expected.collected), "{context}");
        self.played.push(text.to_owned());
    }

    /// Everything that can be seen of both.
    pub(crate) fn check(&self) {
        let Comparison { position, reference, .. } = self;
        let context = self.context();
        assert_eq!(engine::legal(position), reference.legal(), "{context}");
        assert_eq!(engine::tiles(position), reference.tiles(), "{context}");
        assert_eq!(engine::held(position), reference.held(), "{context}");
        for (color, other) in Color::ALL.into_iter().zip(reference::Color::ALL) {
            assert_eq!(engine::pieces(position, color), reference.pieces(other), "{context}");
        }
        let to_move = reference.to_move();
        assert_eq!(engine::letter(position.board().turn()), to_move.letter(), "{context}");
        let captures = reference.captures().map(|n_captures| n_captures as i32);
        assert_eq!(position.scores().as_slice(), captures, "{context}");
        match (position.turn(), reference.turn()) {
            (CrateTurn::Player(seat), Turn::Player(color)) => {
                assert_eq!(seat.index(), color as usize, "{context}");
            }
            (CrateTurn::Over(outcome), Turn::Over { winner, reason }) => {
                let places = winner.map_or([1, 1], |winner| match winner {
                    reference::Color::White => [1, 2],
                    reference::Color::Black => [2, 1],
                });
                assert_eq!(outcome.places().as_slice(), places, "{context}: {reason}");
                assert_eq!(outcome.scores().as_slice(), captures, "{context}: {reason}");
                let winner = winner.map(reference::Color::letter);
                assert_eq!(engine::end(position), Some((winner, reason)), "{context}");
            }
            (turn, expected) => panic!("{turn:?} instead of {expected:?} in {context}"),
        }
        self.check_text();
    }

    /// The text says everything but how often a position was there.
    fn check_text(&self) {
        let text = self.position.to_string();
        let back: Position = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        let context = self.context();
        assert_eq!(back, self.position, "{context}");
        assert_eq!(back.key(), self.position.key(), "{context}");
        if !matches!(self.reference.turn(), Turn::Over { reason: "repetition", .. }) {
            assert_eq!(back.turn(), self.position.turn(), "{context}");
        }
    }

    /// What each legal move would do, not only the one that is played.
    pub(crate) fn check_every_effect(&self) {
        for text in self.reference.legal() {
            let expected = self.reference.effect(&text);
            let expected = (expected.captured, expected.removed, expected.collected);
            assert_eq!(
                engine::effect(&self.position, &text),
                expected,
                "{text} in {}",
                self.context()
            );
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

    /// An exchange anywhere, or a move to anywhere near or far.
    fn any_move(&self, rng: &mut SmallRng) -> String {
        let triangles: Vec<Triangle> = Triangle::all().collect();
        let mut any = || triangles[random_index(rng, triangles.len())];
        let (first, second) = (any(), any());
        let pieces = self.position.board().pieces(self.position.board().turn());
        let pieces: Vec<Triangle> = pieces.iter().collect();
        let is_any = pieces.is_empty() || rng.next_u64().is_multiple_of(4);
        let from = if is_any { first } else { pieces[random_index(rng, pieces.len())] };
        let near: Vec<Triangle> =
            Direction::ALL.iter().filter_map(|&direction| from.move_neighbor(direction)).collect();
        match random_index(rng, 4) {
            0 => format!("X{first}"),
            1 if from != second => format!("{from}-{second}"),
            _ => format!("{from}-{}", near[random_index(rng, near.len())]),
        }
    }
}
