//! The same random game in the crate and in the reference, compared move by move.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use rand::SeedableRng;
use rand::rngs::SmallRng;
use tilewright_core::{
    BySeat, Game, Position as _, Rng, Seat, Turn as CrateTurn, parse_options, random_index,
};
use tilewright_triominos::{
    HandLeft, Location, Move, Options as CrateOptions, Orientation, Placement as CratePlacement,
    Position, Tile as CrateTile, TileSet, Triominos, openings_of, starter_of,
};

use super::reference::{self, Left, Options, Placement, Reference, Tile, Turn};

/// Each option with a value that is not the usual one.
pub(crate) const CHANGES: [(&str, &str); 18] = [
    ("target", "1"),
    ("target", "150"),
    ("single-round", "on"),
    ("max-draws", "0"),
    ("max-draws", "1"),
    ("max-draws", "7"),
    ("voluntary-draw", "off"),
    ("pass-penalty-empty-pile", "off"),
    ("hexagon", "50/100/150"),
    ("bridge", "completed-only"),
    ("bridge-with-hexagon", "on"),
    ("blocked-winner", "tiles"),
    ("blocked-score", "sum-of-differences"),
    ("blocked-score", "others"),
    ("blocked-score", "everyone-minus-own"),
    ("starter", "free"),
    ("game-winner", "highest"),
    ("hands", "shared"),
];

/// How many play.
pub(crate) const SEATS: [&str; 5] = ["2", "3", "4", "5", "6"];

/// Some of the changes at once, and any number of seats.
pub(crate) fn random_options(seed: u64) -> Vec<(&'static str, &'static str)> {
    let mut rng = SmallRng::seed_from_u64(seed);
    let mut options = vec![("seats", SEATS[random_index(&mut rng, SEATS.len())])];
    for change in CHANGES {
        let is_new = options.iter().all(|option| option.0 != change.0);
        // Without hands most options mean nothing.
        let is_likely = rng.next_u64().is_multiple_of(if change.0 == "hands" { 12 } else { 3 });
        if is_new && is_likely {
            options.push(change);
        }
    }
    options
}

/// Games longer than this are left unfinished: who always draws need never reach the target.
const MAX_ROUNDS: u32 = 15;

/// The rules that a table alone knows.
const TABLE_RULES: [&str; 5] =
    ["facing", "first-location", "occupied", "no-edge", "corner-mismatch"];

/// Plays a game for each seed and compares everything. Says how many came to their end.
pub(crate) fn compare_games(pairs: &[(&str, &str)], seeds: impl IntoIterator<Item = u64>) -> usize {
    let ended = |&seed: &u64| {
        let mut game = Comparison::new(pairs, seed);
        let mut rng = SmallRng::seed_from_u64(seed);
        game.check();
        for n_moves in 0.. {
            let Some(text) = choose(&game.reference, seed, &mut rng) else { return true };
            if game.reference.round() > MAX_ROUNDS {
                return false;
            }
            if n_moves % 17 == seed % 17 {
                game.check_other_moves(&mut rng);
            }
            game.play(&text);
            if n_moves % 13 == seed % 13 {
                game.go_on_from_text();
            }
            game.take_a_detour(n_moves % 9, &mut rng);
            game.check();
        }
        unreachable!("the numbers do not end");
    };
    seeds.into_iter().filter(ended).count()
}

/// A legal move, as one of four players would choose it.
fn choose(reference: &Reference, seed: u64, rng: &mut SmallRng) -> Option<String> {
    let legal = reference.legal();
    let placements: Vec<&String> = legal.iter().filter(|text| text.contains('@')).collect();
    let points = |text: &str| reference.points(&Placement::read(text));
    let preferred: Vec<&String> = match seed % 4 {
        // Places whenever it can.
        0 => placements,
        // The most points, so that there are bridges and hexagons.
        1 => {
            let most = placements.iter().map(|text| points(text)).max();
            placements.into_iter().filter(|text| Some(points(text)) == most).collect()
        }
        // Mostly draws, or mostly passes, so that rounds are blocked with tiles in all hands.
        _ if rng.next_u64().is_multiple_of(4) => Vec::new(),
        2 => legal.iter().filter(|it| *it == "draw").collect(),
        _ => legal.iter().filter(|it| *it == "pass").collect(),
    };
    let choice = if preferred.is_empty() { legal.iter().collect() } else { preferred };
    (!choice.is_empty()).then(|| choice[random_index(rng, choice.len())].clone())
}

/// How rounds begin and end, in numbers that games do not often bring: equal ones above all.
pub(crate) fn compare_starts_and_ends(seeds: impl IntoIterator<Item = u64>) {
    for seed in seeds {
        let mut rng = SmallRng::seed_from_u64(seed);
        let pairs = random_options(seed);
        let n_seats = 2 + random_index(&mut rng, 5);
        compare_start(n_seats, &mut rng);
        compare_blocked(&pairs, n_seats, &mut rng);
        compare_game_end(&pairs, n_seats, &mut rng);
    }
}

/// Who starts with small hands, which are often alike, and with what.
fn compare_start(n_seats: usize, rng: &mut SmallRng) {
    let mut tiles: Vec<CrateTile> = CrateTile::all().collect();
    // Half of the time without triples.
    if rng.next_u64().is_multiple_of(2) {
        tiles.retain(|tile| !tile.is_triple());
    }
    let hand_size = 1 + random_index(rng, 2);
    let hands = BySeat::from_fn(n_seats, |_| -> TileSet {
        (0..hand_size).map(|_| tiles.swap_remove(random_index(rng, tiles.len()))).collect()
    });
    let read = |hand: &TileSet| hand.iter().map(|tile| Tile::read(&tile.to_string())).collect();
    let expected: Vec<BTreeSet<Tile>> = hands.iter().map(read).collect();
    assert_eq!(starter_of(&hands).index(), reference::starter(&expected), "{hands:?}");
    for (&hand, expected) in hands.iter().zip(&expected) {
        let openings: BTreeMap<String, i32> = openings_of(hand)
            .into_iter()
            .map(|(tile, points)| (tile.to_string(), points))
            .collect();
        let expected = reference::openings(expected).into_iter();
        let expected = expected.map(|(tile, points)| (tile.to_string(), points)).collect();
        assert_eq!(openings, expected, "{hand:?}");
    }
}

/// Who wins a blocked round, and what everybody gets.
fn compare_blocked(pairs: &[(&str, &str)], n_seats: usize, rng: &mut SmallRng) {
    let (options, expected) = (crate_options(pairs), Options::read(pairs));
    let hands = BySeat::from_fn(n_seats, |_| HandLeft {
        n_tiles: 1 + random_index(rng, 3),
        points: 10 + random_index(rng, 4) as i32,
    });
    let left = |hand: &HandLeft| Left { n_tiles: hand.n_tiles, points: hand.points };
    let left: Vec<Left> = hands.iter().map(left).collect();
    let winners: Vec<usize> =
        options.blocked_winners(&hands).into_iter().map(Seat::index).collect();
    assert_eq!(winners, reference::blocked_winners(&expected, &left), "{pairs:?} {hands:?}");
    let gains = options.blocked_gains(&hands);
    let expected_gains = reference::blocked_gains(&expected, &left);
    assert_eq!(gains.as_slice(), expected_gains, "{pairs:?} {hands:?}");
}

/// Whether the game is over with scores near the target, and everybody's place.
fn compare_game_end(pairs: &[(&str, &str)], n_seats: usize, rng: &mut SmallRng) {
    // Shared hands have no rounds but the first.
    let pairs: Vec<(&str, &str)> = pairs.iter().copied().filter(|it| it.0 != "hands").collect();
    let (options, expected) = (crate_options(&pairs), Options::read(&pairs));
    let scores = BySeat::from_fn(n_seats, |_| expected.target - 4 + random_index(rng, 7) as i32);
    let mut winners: Vec<Seat> = Seat::first(n_seats).collect();
    winners.retain(|_| rng.next_u64().is_multiple_of(2));
    let indices: Vec<usize> = winners.iter().map(|seat| seat.index()).collect();
    let places = options.game_outcome(scores, &winners).map(|it| it.places().as_slice().to_vec());
    let expected = reference::game_places(&expected, scores.as_slice(), &indices);
    assert_eq!(places, expected, "{pairs:?} {scores:?} {winners:?}");
}

fn crate_options(pairs: &[(&str, &str)]) -> CrateOptions {
    parse_options(pairs.iter().copied()).expect("these are options")
}

pub(crate) struct Comparison {
    position: Position,
    pub(crate) reference: Reference,
    /// Where in which game a difference is.
    context: String,
}

impl Comparison {
    pub(crate) fn new(pairs: &[(&str, &str)], seed: u64) -> Comparison {
        Comparison {
            position: Triominos::start(&crate_options(pairs)).expect("these options are a game"),
            reference: Reference::start(Options::read(pairs)),
            context: format!("{pairs:?} seed {seed}:"),
        }
    }

    pub(crate) fn play(&mut self, text: &str) {
        write!(self.context, " {text}").expect("writing to a string cannot fail");
        let m: Move = text.parse().expect(&self.context);
        assert_eq!(m.to_string(), text, "{}", self.context);
        self.position.play(m).expect(&self.context);
        self.reference.play(text);
    }

    /// A position that was read from text must be as good as one that was played.
    pub(crate) fn go_on_from_text(&mut self) {
        let read: Position = self.position.to_string().parse().expect(&self.context);
        assert_eq!(read, self.position, "{}", self.context);
        self.position = read;
    }

    /// Plays a few random moves and takes them back.
    pub(crate) fn take_a_detour(&mut self, n_moves: u64, rng: &mut SmallRng) {
        let mut played = Vec::new();
        for _ in 0..n_moves {
            let Some(m) = self.position.random_move(rng) else { break };
            played.push((m, self.position.play_unchecked(m)));
        }
        for (m, undo) in played.into_iter().rev() {
            self.position.undo(m, undo);
        }
    }

    pub(crate) fn check(&self) {
        self.check_turn();
        self.check_tiles();
        self.check_table();
    }

    /// Who is to move, what is legal, the points, and the places at the end.
    fn check_turn(&self) {
        let Comparison { position, reference, context } = self;
        let turn = match position.turn() {
            CrateTurn::Player(seat) => Turn::Seat(seat.index()),
            CrateTurn::Chance => Turn::Chance,
            CrateTurn::Over(outcome) => {
                assert_eq!(outcome.scores().as_slice(), reference.scores(), "{context}");
                Turn::Over(outcome.places().as_slice().to_vec())
            }
        };
        assert_eq!(turn, reference.turn(), "{context}");
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let mut texts: Vec<String> = moves.iter().map(Move::to_string).collect();
        texts.sort_unstable();
        assert_eq!(texts, reference.legal(), "{context}");
        assert_eq!(position.n_legal_moves(), texts.len(), "{context}");
        assert!(moves.iter().all(|&m| position.is_legal(m)), "{context}");
        assert_eq!(position.scores().as_slice(), reference.scores(), "{context}");
        assert_eq!(position.round(), reference.round(), "{context}");
        assert_eq!(position.is_round_over(), reference.is_round_over(), "{context}");
        assert_eq!(position.starter().map(Seat::index), reference.starter(), "{context}");
    }

    /// The hands and the pile.
    fn check_tiles(&self) {
        let Comparison { position, reference, context } = self;
        let hands: Vec<Vec<String>> =
            Seat::first(position.n_seats()).map(|seat| names(position.hand(seat))).collect();
        assert_eq!(hands, reference.hands(), "{context}");
        assert_eq!(names(position.pile()), reference.pile(), "{context}");
    }

    /// What lies where.
    fn check_table(&self) {
        let Comparison { position, reference, context } = self;
        let board = position.board();
        assert_eq!(board.placed().len(), reference.table().cells().count(), "{context}");
        for ((x, y), numbers) in reference.table().cells() {
            let location = Location::new(x as i8, y as i8).expect("the table is large enough");
            let there = board.at(location).map(CratePlacement::numbers);
            assert_eq!(there, Some(numbers), "{location} in {context}");
        }
    }

    /// Whether and why not, for some of all placements near the table and for everything else.
    pub(crate) fn check_other_moves(&self, rng: &mut SmallRng) {
        let Comparison { position, reference, context } = self;
        let legal: BTreeSet<String> = reference.legal().into_iter().collect();
        let check = |m: Move| {
            let is_legal = legal.contains(&m.to_string());
            assert_eq!(position.is_legal(m), is_legal, "{m} in {context}");
            let explained = position.explain(m);
            assert_eq!(explained.is_ok(), is_legal, "{m} in {context}");
            let (Err(illegal), Move::Place(_)) = (explained, m) else { return };
            if TABLE_RULES.contains(&illegal.rule()) {
                let broken = reference.table().broken_rules(&Placement::read(&m.to_string()));
                let is_broken = broken.contains(&illegal.rule());
                assert!(is_broken, "{m} in {context}: {illegal}, but it is {broken:?}");
            }
        };
        for m in [Move::Draw, Move::Pass, Move::Deal(None), Move::Drawn(None)] {
            check(m);
        }
        for tile in CrateTile::all() {
            check(Move::Deal(Some(tile)));
            check(Move::Drawn(Some(tile)));
        }
        for _ in 0..200 {
            check(Move::Place(self.placement_nearby(rng)));
        }
    }

    /// Any tile in any orientation at any location on or beside the table.
    fn placement_nearby(&self, rng: &mut SmallRng) -> CratePlacement {
        let cells: Vec<(i32, i32)> = self.reference.table().cells().map(|(cell, _)| cell).collect();
        let (x, y) = if cells.is_empty() { (0, 0) } else { cells[random_index(rng, cells.len())] };
        let mut step = || random_index(rng, 5) as i32 - 2;
        let location = Location::new((x + step()) as i8, (y + step()) as i8);
        let tiles: Vec<CrateTile> = CrateTile::all().collect();
        let placement = CratePlacement {
            tile: tiles[random_index(rng, tiles.len())],
            orientation: Orientation::ALL[random_index(rng, 6)],
            location: location.expect("the table is large enough"),
        };
        placement.canonical()
    }
}

/// The tiles by name, in order.
fn names(tiles: TileSet) -> Vec<String> {
    let mut names: Vec<String> = tiles.iter().map(|tile| tile.to_string()).collect();
    names.sort_unstable();
    names
}
