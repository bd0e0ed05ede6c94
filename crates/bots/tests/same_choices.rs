//! A search with a seed and a node limit plays as it always did: the same moves, after the same
//! number of nodes. Its strength was measured, so what changes a choice is a change of strength.
//!
//! `TILEWRIGHT_RECORD_CHOICES=1 cargo test -p tilewright-bots --test same_choices` records them
//! again.

use std::fmt::Write as _;
use std::{env, fs};

use tilewright_aquapipe::AquaPipe;
use tilewright_blokus::Blokus;
use tilewright_bots::{Playable, Question, Thinking, analyze, bot, generator};
use tilewright_coerceo::Coerceo;
use tilewright_core::{Position, Turn, Viewer, parse_options};
use tilewright_triominos::Triominos;

/// The choices of every bot at a few positions of a game.
fn choices<G: Playable>(options: &[(&str, &str)], plies: &[usize], specs: &[&str]) -> String {
    let mut text = String::new();
    for &n_plies in plies {
        let Some(position) = position_after::<G>(options, n_plies) else { continue };
        let Turn::Player(seat) = position.turn() else { continue };
        let known = G::known(&position, Viewer::Seat(seat));
        for spec in specs {
            let mut bot = bot::<G>(&spec.parse().unwrap()).unwrap();
            let mut thinking = Thinking { seed: 5, ply: n_plies, ..Thinking::default() };
            let choice = bot.choose(&known, &mut thinking);
            let options: Vec<&str> = options.iter().map(|pair| pair.1).collect();
            let head = format!("{} {} {n_plies} {spec}", G::SLUG, options.join("+"));
            writeln!(text, "{head}: {} {}", choice.m, choice.info.nodes).unwrap();
            if *spec == specs[0] && n_plies == plies[0] {
                let mut question =
                    Question { seed: 5, ply: n_plies, n_moves: 3, ..Question::default() };
                let analysis = analyze(&mut *bot, &known, &mut question).unwrap();
                let moves: Vec<String> = analysis.moves.iter().map(|it| it.m.to_string()).collect();
                writeln!(text, "{head} analysis: {} {}", moves.join(" "), analysis.nodes).unwrap();
            }
        }
    }
    text
}

/// A position after moves at random, or on to the next turn of a seat.
fn position_after<G: Playable>(options: &[(&str, &str)], n_plies: usize) -> Option<G::Position> {
    let mut position = G::start(&parse_options(options.iter().copied()).unwrap()).unwrap();
    let rng = &mut generator(3, n_plies);
    let mut ply = 0;
    while ply < n_plies || position.turn() == Turn::Chance {
        let m = position.random_move(rng)?;
        position.play_unchecked(m);
        ply += 1;
    }
    Some(position)
}

fn check(name: &str, found: &str) {
    let path = format!("{}/tests/choices/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    if env::var_os("TILEWRIGHT_RECORD_CHOICES").is_some() {
        fs::create_dir_all(format!("{}/tests/choices", env!("CARGO_MANIFEST_DIR"))).unwrap();
        fs::write(&path, found).unwrap();
    }
    let recorded = fs::read_to_string(&path).unwrap();
    for (found, recorded) in found.lines().zip(recorded.lines()) {
        assert_eq!(found, recorded);
    }
    assert_eq!(found.lines().count(), recorded.lines().count());
}

#[test]
fn blokus_is_played_as_it_always_was() {
    let one_to_one = ["mcts:nodes=500", "weighted", "mobility", "level:2", "level:5", "level:7"];
    let mut found = String::new();
    for variant in ["duo", "classic-2"] {
        found += &choices::<Blokus>(&[("variant", variant)], &[7, 22, 30], &one_to_one);
    }
    let several = ["mcts:nodes=300", "paranoid:nodes=3000", "maxn:nodes=1000", "level:4"];
    for variant in ["classic", "classic-3"] {
        found += &choices::<Blokus>(&[("variant", variant)], &[16, 50, 63], &several);
    }
    check("blokus", &found);
}

#[test]
fn triominos_is_played_as_it_always_was() {
    let specs =
        ["ismcts:nodes=500", "greedy", "strategy:draw=below-15,place=least-risk", "level:7"];
    let mut found = String::new();
    for seats in ["2", "4"] {
        found += &choices::<Triominos>(&[("seats", seats)], &[20, 45, 90], &specs);
    }
    check("triominos", &found);
}

#[test]
fn coerceo_is_played_as_it_always_was() {
    let specs = [
        "minimax:nodes=20000",
        "minimax:nodes=5000",
        "minimax:depth=4",
        "minimax:book=on,depth=2",
        "mcts:nodes=300",
        "material:nodes=5000",
        "greedy",
        "level:3",
        "level:6",
        "level:7",
    ];
    let mut found = String::new();
    for variant in ["laurentius", "ocius"] {
        found += &choices::<Coerceo>(&[("variant", variant)], &[2, 14, 40, 70, 110], &specs);
    }
    check("coerceo", &found);
}

#[test]
fn aqua_pipe_is_played_as_it_always_was() {
    let specs = [
        "minimax:nodes=20000",
        "minimax:depth=3",
        "mcts:nodes=1000",
        "solver:table=none,nodes=20000",
        "greedy",
        "level:4",
        "level:7",
    ];
    let mut found = String::new();
    for variant in ["3x3", "4x4"] {
        found += &choices::<AquaPipe>(&[("variant", variant)], &[2, 6, 11], &specs);
    }
    check("aquapipe", &found);
}
