//! Every bot of every game plays it to its end, legally, and the same again.

use std::collections::HashSet;
use std::thread;
use std::time::{Duration, Instant};

use tilewright_aquapipe::AquaPipe;
use tilewright_blokus::Blokus;
use tilewright_bots::{
    Bot, FILE_KEYS, Limits, N_LEVELS, Playable, Question, Stop, Thinking, analyze, bot, generator,
};
use tilewright_coerceo::Coerceo;
use tilewright_core::{MoveOf, Outcome, Position, Seat, Turn, Viewer, parse_options};
use tilewright_triominos::Triominos;

type Setup = &'static [(&'static str, &'static str)];

const BLOKUS: &[Setup] = &[
    &[("variant", "classic")],
    &[("variant", "classic-2")],
    &[("variant", "classic-3")],
    &[("variant", "duo"), ("free-start", "on")],
    &[("variant", "tilewe")],
    &[("variant", "tilewe"), ("seats", "1")],
];

const TRIOMINOS: &[Setup] = &[
    &[],
    &[("seats", "3"), ("voluntary-draw", "off")],
    &[("seats", "6"), ("starter", "free"), ("single-round", "on")],
    &[("hands", "shared")],
];

const COERCEO: &[Setup] = &[
    &[],
    &[("variant", "ocius")],
    &[("cost", "1"), ("exchange-collects", "on"), ("win-captures", "9")],
];

const AQUAPIPE: &[Setup] = &[
    &[],
    &[("move-after", "any-time")],
    &[("variant", "4x4")],
    &[("variant", "4x4"), ("u-pipes", "medium-large"), ("four-rows", "off")],
];

/// No game between bots is longer.
const MAX_PLIES: usize = 2_000;

/// The limits of a level here, so that the highest are quick too.
const QUICK: Limits = Limits { nodes: Some(2_000), ..Limits::NONE };

struct FinishedGame<G: Playable> {
    moves: Vec<MoveOf<G>>,
    outcome: Outcome,
}

/// Plays a game; the bots sit in the order of the seats, and begin again when there are more seats.
fn play<G: Playable>(pairs: &[(&str, &str)], specs: &[&str], seed: u64) -> FinishedGame<G> {
    let mut bots: Vec<Box<dyn Bot<G>>> =
        specs.iter().map(|spec| bot(&spec.parse().unwrap()).unwrap()).collect();
    let mut position = G::start(&parse_options(pairs.iter().copied()).unwrap()).unwrap();
    let mut moves = Vec::new();
    while moves.len() < MAX_PLIES {
        let ply = moves.len();
        let m = match position.turn() {
            Turn::Over(outcome) => return FinishedGame { moves, outcome },
            Turn::Chance => position.random_move(&mut generator(seed, ply)).unwrap(),
            Turn::Player(seat) => {
                let i = seat.index() % bots.len();
                let limits = if specs[i].starts_with("level") { QUICK } else { Limits::NONE };
                let mut thinking = Thinking { limits, seed, ply, ..Thinking::default() };
                let choice =
                    bots[i].choose(&G::known(&position, Viewer::Seat(seat)), &mut thinking);
                choice.m
            }
        };
        position.play(m).unwrap_or_else(|error| panic!("{position} {m}: {error}"));
        moves.push(m);
    }
    panic!("{pairs:?} {specs:?} {seed}: no end after {MAX_PLIES} moves");
}

/// Bots of a kind: quick ones, and each part of those that are made of parts.
fn specs_of(kind: &'static str) -> Vec<String> {
    const DRAW: [&str; 6] =
        ["forced", "below-12", "hoard", "hoard-until-4", "hand-below-8", "smallest-hand"];
    const PLACE: [&str; 5] = ["highest", "lowest", "least-risk", "most-mobility", "random"];
    match kind {
        "minimax" | "paranoid" | "maxn" | "material" => vec![format!("{kind}:nodes=300")],
        "mcts" | "ismcts" => vec![format!("{kind}:nodes=20")],
        "solver" => vec!["solver:table=none,nodes=300".to_owned()],
        "strategy" => {
            let draws = DRAW.iter().map(|draw| format!("strategy:draw={draw}"));
            draws.chain(PLACE.iter().map(|place| format!("strategy:place={place}"))).collect()
        }
        "level" => [1, 4, 6].map(|n| format!("level:{n}")).into(),
        "weighted" => vec![kind.to_owned(), "weighted:theirs=0,moves=0,center=-20".to_owned()],
        _ => vec![kind.to_owned()],
    }
}

/// The first moves of a game between two of the highest level, who may go on for very long.
fn begin_at_the_top<G: Playable>(pairs: &[(&str, &str)]) {
    let mut position = G::start(&parse_options(pairs.iter().copied()).unwrap()).unwrap();
    let mut bots: Vec<Box<dyn Bot<G>>> =
        ["level:8", "level:9"].map(|spec| bot(&spec.parse().unwrap()).unwrap()).into();
    for ply in 0..60 {
        let m = match position.turn() {
            Turn::Over(_) => return,
            Turn::Chance => position.random_move(&mut generator(1, ply)).unwrap(),
            Turn::Player(seat) => {
                let limits = Limits { nodes: Some(200), ..Limits::NONE };
                let mut thinking = Thinking { limits, ply, ..Thinking::default() };
                bots[ply % 2].choose(&G::known(&position, Viewer::Seat(seat)), &mut thinking).m
            }
        };
        position.play(m).unwrap_or_else(|error| panic!("{position} {m}: {error}"));
    }
}

/// Whole games of each kind against itself, twice.
fn play_all<G: Playable>(setups: &[Setup]) {
    for pairs in setups {
        begin_at_the_top::<G>(pairs);
        let specs = G::KINDS.iter().flat_map(|kind| specs_of(kind.info.name));
        for spec in specs {
            for seed in 0..3 {
                let played = play::<G>(pairs, &[&spec], seed);
                assert_eq!(played.moves, play::<G>(pairs, &[&spec], seed).moves, "{spec} {seed}");
            }
        }
    }
}

#[test]
fn every_bot_plays_every_variant_of_blokus() {
    play_all::<Blokus>(BLOKUS);
}

#[test]
fn every_bot_plays_every_setup_of_triominos() {
    play_all::<Triominos>(TRIOMINOS);
}

#[test]
fn every_bot_plays_every_variant_of_coerceo() {
    play_all::<Coerceo>(COERCEO);
}

#[test]
fn every_bot_plays_every_variant_of_aqua_pipe() {
    play_all::<AquaPipe>(AQUAPIPE);
}

#[test]
fn a_seed_of_its_own_replaces_that_of_the_game() {
    let moves = |spec, seed| play::<AquaPipe>(&[], &[spec], seed).moves;
    assert_ne!(moves("random", 1), moves("random", 2));
    assert_eq!(moves("random:seed=7", 1), moves("random:seed=7", 2));
    assert_ne!(moves("random:seed=7", 1), moves("random:seed=8", 1));
    assert_eq!(moves("random:seed=1", 9), moves("random", 1));
}

/// The share of the points that the first of two bots makes against the second, with every deal or
/// chance played from both seats.
fn share<G: Playable>(pairs: &[(&str, &str)], first: &str, second: &str, n_pairs: u32) -> f64 {
    let points = |specs: [&str; 2], seat: usize, seed| {
        let outcome = play::<G>(pairs, &specs, seed).outcome;
        match outcome.place(Seat::new(seat).unwrap()) {
            _ if outcome.is_draw() => 0.5,
            1 => 1.0,
            _ => 0.0,
        }
    };
    let pair = |seed: u64| points([first, second], 0, seed) + points([second, first], 1, seed);
    (0..n_pairs).map(|i| pair(i.into())).sum::<f64>() / f64::from(2 * n_pairs)
}

#[test]
fn greedy_beats_random() {
    let duo = share::<Blokus>(&[("variant", "duo")], "greedy", "random", 50);
    assert!(duo > 0.75, "{duo}");
    let round = share::<Triominos>(&[("single-round", "on")], "greedy", "random", 200);
    assert!(round > 0.6, "Triominos is mostly luck, but {round}");
    let coerceo = share::<Coerceo>(&[], "greedy", "random", 20);
    assert!(coerceo > 0.7, "{coerceo}");
    for variant in ["3x3", "4x4"] {
        let pipes = share::<AquaPipe>(&[("variant", variant)], "greedy", "random", 50);
        assert!(pipes > 0.9, "{variant} {pipes}");
    }
}

#[test]
fn minimax_beats_greedy() {
    let spec = "minimax:nodes=30000";
    let coerceo = share::<Coerceo>(&[("variant", "ocius")], spec, "greedy", 15);
    assert!(coerceo > 0.8, "{coerceo}");
    for (variant, least) in [("3x3", 0.65), ("4x4", 0.8)] {
        let pipes = share::<AquaPipe>(&[("variant", variant)], spec, "greedy", 20);
        assert!(pipes > least, "{variant} {pipes}");
    }
}

/// Checks that level 1 is not as good as what looks best at once, though better than chance, and
/// that levels do not fall: within the error of few games, each is at least as good as that two
/// below.
fn check_levels<G: Playable>(pairs: &[(&str, &str)], n_pairs: u32, highest: usize) {
    let level = |n: usize| format!("level:{n}");
    let beginner = share::<G>(pairs, &level(1), "greedy", n_pairs);
    assert!(beginner < 0.45, "{pairs:?}: level 1 makes {beginner} against greedy");
    let spread = 2.5 * (0.25 / f64::from(2 * n_pairs)).sqrt();
    for n in 3..=highest {
        let better = share::<G>(pairs, &level(n), &level(n - 2), n_pairs);
        assert!(better > 0.5 - spread, "{pairs:?}: level {n} makes {better} against {}", n - 2);
    }
}

#[test]
fn levels_rise_in_blokus() {
    check_levels::<Blokus>(&[("variant", "duo")], 40, 7);
}

#[test]
fn levels_rise_in_triominos() {
    check_levels::<Triominos>(&[("single-round", "on")], 300, 6);
}

#[test]
fn levels_rise_in_coerceo() {
    check_levels::<Coerceo>(&[("variant", "ocius")], 25, 7);
}

#[test]
fn levels_rise_in_aqua_pipe() {
    check_levels::<AquaPipe>(&[], 30, 8);
    check_levels::<AquaPipe>(&[("variant", "4x4")], 20, 7);
}

#[test]
fn level_1_does_not_play_at_random() {
    let duo = share::<Blokus>(&[("variant", "duo")], "level:1", "random", 60);
    assert!(duo > 0.55, "{duo}");
    let round = share::<Triominos>(&[("single-round", "on")], "level:1", "random", 500);
    assert!(round > 0.53, "{round}");
    let coerceo = share::<Coerceo>(&[("variant", "ocius")], "level:1", "random", 40);
    assert!(coerceo > 0.55, "{coerceo}");
    for variant in ["3x3", "4x4"] {
        let pipes = share::<AquaPipe>(&[("variant", variant)], "level:1", "random", 60);
        assert!(pipes > 0.55, "{variant} {pipes}");
    }
}

#[test]
fn a_level_is_one_of_nine() {
    let refusal = |text: &str| bot::<Coerceo>(&text.parse().unwrap()).err().unwrap().to_string();
    assert_eq!(refusal("level:10"), "there is no level '10': choose level:1 to level:9");
    assert_eq!(refusal("level:0"), "there is no level '0': choose level:1 to level:9");
    assert_eq!(refusal("level"), "a level has a number: choose level:1 to level:9");
    assert_eq!(refusal("level:five"), "there is no level 'five': choose level:1 to level:9");
    assert_eq!(refusal("level:5,depth=2"), "level has no 'depth': choose n, seed");
    for n in 1..=N_LEVELS {
        let spec = format!("level:{n}").parse().unwrap();
        assert!(bot::<Blokus>(&spec).is_ok() && bot::<Triominos>(&spec).is_ok());
        assert!(bot::<Coerceo>(&spec).is_ok() && bot::<AquaPipe>(&spec).is_ok());
    }
}

/// A server refuses these: nobody else may choose files of its machine.
#[test]
fn every_setting_that_is_a_file_is_known_as_one() {
    fn check<G: Playable>() {
        for key in G::KINDS.iter().flat_map(|kind| kind.info.keys) {
            let is_file = key.values.contains("file");
            assert_eq!(FILE_KEYS.contains(&key.name), is_file, "{}", key.name);
        }
    }
    check::<Blokus>();
    check::<Triominos>();
    check::<Coerceo>();
    check::<AquaPipe>();
}

/// `go infinite` of an engine is a limit of time, too.
#[test]
fn no_limit_is_too_large() {
    fn check<G: Playable>() {
        let position = G::start(&G::Options::default()).unwrap();
        let position = middle::<G>(position);
        let seat = position.turn().seat().unwrap();
        for kind in G::KINDS.iter().filter(|kind| kind.info.name != "level") {
            let mut bot = (kind.make)(&kind.info.name.parse().unwrap()).unwrap();
            let stop = Stop::new();
            stop.stop();
            let limits = Limits { time: Some(Duration::MAX), ..Limits::NONE };
            let mut thinking = Thinking { limits, stop: &stop, ..Thinking::default() };
            let m = bot.choose(&G::known(&position, Viewer::Seat(seat)), &mut thinking).m;
            assert!(position.is_legal(m), "{}: {m}", kind.info.name);
        }
    }
    check::<Blokus>();
    check::<Triominos>();
    check::<Coerceo>();
    check::<AquaPipe>();
}

/// A level plays different games again and again, also where no deal makes them so.
#[test]
fn levels_do_not_play_one_game_again_and_again() {
    fn first_moves<G: Playable>(pairs: &[(&str, &str)], spec: &str, seed: u64) -> Vec<MoveOf<G>> {
        let mut bot = bot::<G>(&spec.parse().unwrap()).unwrap();
        let mut position = G::start(&parse_options(pairs.iter().copied()).unwrap()).unwrap();
        let mut moves = Vec::new();
        for ply in 0..6 {
            let limits = Limits { nodes: Some(400), ..Limits::NONE };
            let mut thinking = Thinking { limits, seed, ply, ..Thinking::default() };
            let Some(seat) = position.turn().seat() else { break };
            moves.push(bot.choose(&G::known(&position, Viewer::Seat(seat)), &mut thinking).m);
            position.play(moves[ply]).unwrap();
        }
        moves
    }
    fn check<G: Playable>(pairs: &[(&str, &str)]) {
        for n in 1..=N_LEVELS {
            let games = (0..8).map(|seed| first_moves::<G>(pairs, &format!("level:{n}"), seed));
            let games: HashSet<_> = games.collect();
            assert!(games.len() >= 4, "{pairs:?} level {n}: only {} games of 8", games.len());
        }
    }
    check::<Blokus>(&[("variant", "duo")]);
    check::<Blokus>(&[]);
    check::<Coerceo>(&[]);
    check::<Coerceo>(&[("variant", "ocius")]);
    check::<AquaPipe>(&[]);
    check::<AquaPipe>(&[("variant", "4x4")]);
}

/// While it thinks, with an hour to do so.
#[test]
fn every_bot_and_every_analysis_stops_at_once() {
    fn check<G: Playable>(pairs: &[(&str, &str)]) {
        let options = parse_options(pairs.iter().copied()).unwrap();
        let position = middle::<G>(G::start(&options).unwrap());
        let known = G::known(&position, Viewer::Seat(position.turn().seat().unwrap()));
        let limits = Limits { time: Some(Duration::from_hours(1)), ..Limits::NONE };
        let specs = G::KINDS.iter().flat_map(|kind| match kind.info.name {
            "level" => vec!["level:9".to_owned()],
            "solver" => vec!["solver:table=none".to_owned()],
            name if kind.info.keys.iter().any(|key| key.name == "threads") => {
                vec![name.to_owned(), format!("{name}:threads=2")]
            }
            name => vec![name.to_owned()],
        });
        for spec in specs {
            let mut bot = bot::<G>(&spec.parse().unwrap()).unwrap();
            let took = stopped(|stop| {
                let mut thinking = Thinking { limits, stop, ..Thinking::default() };
                assert!(position.is_legal(bot.choose(&known, &mut thinking).m), "{spec}");
            });
            assert!(took < Duration::from_secs(1), "{pairs:?} {spec}: {took:?}");
            let took = stopped(|stop| {
                let stop = Some(stop);
                let mut question = Question { limits, stop, n_moves: 4, ..Question::default() };
                assert!(analyze(&mut *bot, &known, &mut question).is_some(), "{spec}");
            });
            assert!(took < Duration::from_secs(1), "{pairs:?} {spec} analyses: {took:?}");
        }
    }
    check::<Blokus>(&[("variant", "duo")]);
    check::<Blokus>(&[]);
    check::<Triominos>(&[]);
    check::<Triominos>(&[("seats", "6")]);
    check::<Coerceo>(&[]);
    check::<AquaPipe>(&[]);
    check::<AquaPipe>(&[("variant", "4x4")]);
}

/// Stops work that has begun, and says how long it still took.
fn stopped(work: impl FnOnce(&Stop)) -> Duration {
    let stop = Stop::new();
    thread::scope(|scope| {
        let stopper = scope.spawn(|| {
            thread::sleep(Duration::from_millis(40));
            stop.stop();
            Instant::now()
        });
        work(&stop);
        stopper.join().unwrap().elapsed()
    })
}

/// A few moves on, where a seat is to move.
fn middle<G: Playable>(mut position: G::Position) -> G::Position {
    let rng = &mut generator(5, 0);
    let mut ply = 0;
    while ply < 6 || position.turn().seat().is_none() {
        position.play_unchecked(position.random_move(rng).unwrap());
        ply += 1;
    }
    position
}
