//! Without hidden information the result is compared with brute force.

use rand::SeedableRng;
use tilewright_core::{Game, Observed, Position as _, Turn, Viewer, parse_options};
use tilewright_search::{Limits, Stop};
use tilewright_triominos::{Move, Position, Triominos};

use super::triominos::Round;
use super::*;
use crate::bot::bot;
use crate::chance::Generator;
use crate::mcts::tests::brute_force;

/// The value of a move for its player.
fn value_of(position: &Position, m: Move) -> f32 {
    let us = position.turn().seat().unwrap();
    let mut next = position.clone();
    next.play(m).unwrap();
    brute_force(&mut next, &Round, &mut 1_000_000).unwrap()[us]
}

#[test]
fn with_an_empty_pile_it_finds_what_brute_force_finds() {
    let options = parse_options([("single-round", "on")]).unwrap();
    let mut bot = bot::<Triominos>(&"ismcts:nodes=20000".parse().unwrap()).unwrap();
    let mut n_compared = 0;
    for seed in 0..40 {
        let mut rng = Generator::seed_from_u64(seed);
        let mut position = Triominos::start(&options).unwrap();
        while let Some(m) = position.random_move(&mut rng) {
            if let Turn::Player(us) = position.turn()
                && position.pile().is_empty()
                && position.n_legal_moves() > 1
                && let Some(best) = brute_force(&mut position.clone(), &Round, &mut 5_000)
            {
                let known = Triominos::known(&position, Viewer::Seat(us));
                let choice = bot.choose(&known, &mut Thinking::default());
                let value = value_of(&position, choice.m);
                assert!(choice.info.is_proved, "{position} {choice:?}");
                assert_eq!(value.to_bits(), best[us].to_bits(), "{position} {choice:?} {best:?}");
                n_compared += 1;
            }
            position.play_unchecked(m);
        }
    }
    assert!(n_compared >= 20, "only {n_compared} positions");
}

#[test]
fn limits_are_kept() {
    let mut rng = Generator::seed_from_u64(1);
    let mut position = Triominos::start(&parse_options([("seats", "3")]).unwrap()).unwrap();
    while position.turn() == Turn::Chance {
        let m = position.random_move(&mut rng).unwrap();
        position.play_unchecked(m);
    }
    let seat = position.turn().seat().unwrap();
    let known = Triominos::known(&position, Viewer::Seat(seat));
    let stop = Stop::new();
    let info = |spec: &str| {
        let mut thinking = Thinking { stop: &stop, ..Thinking::default() };
        bot::<Triominos>(&spec.parse().unwrap()).unwrap().choose(&known, &mut thinking).info
    };
    for threads in 1..=3 {
        let info = info(&format!("ismcts:nodes=60,threads={threads}"));
        assert_eq!((info.nodes, info.value.unwrap().len()), (60, 3));
    }
    stop.stop();
    assert_eq!(info("ismcts:time=5m").nodes, 0);
}

#[test]
fn the_move_that_is_rated_best_is_the_one_that_it_plays() {
    for (pairs, n_seats) in [(&[("single-round", "on")][..], 2), (&[("seats", "4")], 4)] {
        let mut rng = Generator::seed_from_u64(2);
        let mut position =
            Triominos::start(&parse_options(pairs.iter().copied()).unwrap()).unwrap();
        let mut bot = bot::<Triominos>(&"ismcts:nodes=200".parse().unwrap()).unwrap();
        let mut n_rated = 0;
        for _ in 0..120 {
            if let Turn::Player(seat) = position.turn() {
                let known = Triominos::known(&position, Viewer::Seat(seat));
                let choice = bot.choose(&known, &mut Thinking::default());
                let rated = bot.rate(&known, None, &mut Thinking::default());
                let best = &rated[0];
                assert_eq!((best.m, rated.len()), (choice.m, position.n_legal_moves()));
                let value = best.info.value.unwrap();
                assert_eq!((value.len(), best.margin.unwrap().len()), (n_seats, n_seats));
                let n_pairs = n_seats as f64 / 2.0;
                assert!((value.iter().sum::<f64>() - n_pairs).abs() < 1e-6, "{best:?}");
                n_rated += 1;
            }
            let Some(m) = position.random_move(&mut rng) else { break };
            position.play_unchecked(m);
        }
        assert!(n_rated > 20, "only {n_rated}");
    }
}

#[test]
fn a_move_that_is_asked_about_is_tried() {
    let mut rng = Generator::seed_from_u64(1);
    let mut position = Triominos::start(&parse_options([("single-round", "on")]).unwrap()).unwrap();
    while position.turn().seat().is_none() || position.n_legal_moves() < 4 {
        let m = position.random_move(&mut rng).unwrap();
        position.play_unchecked(m);
    }
    let known = Triominos::known(&position, Viewer::Seat(position.turn().seat().unwrap()));
    let mut bot = bot::<Triominos>(&"ismcts".parse().unwrap()).unwrap();
    let mut rate = |nodes, about| {
        let limits = Limits { nodes: Some(nodes), ..Limits::NONE };
        bot.rate(&known, about, &mut Thinking { limits, ..Thinking::default() })
    };
    let usual = rate(700, None);
    let worst = usual.last().unwrap();
    let asked = rate(800, Some(worst.m));
    let about = asked.iter().find(|it| it.m == worst.m).unwrap();
    assert_eq!(about.visits.unwrap(), worst.visits.unwrap() + 100);
    assert_eq!(asked[0], usual[0]);
}

/// True if a line can be played from here, with what chance brings in between.
fn is_playable(mut position: Position, line: &[Move], rng: &mut Generator) -> bool {
    line.iter().all(|&m| {
        while position.turn() == Turn::Chance {
            let drawn = position.random_move(rng).unwrap();
            position.play_unchecked(drawn);
        }
        position.play(m).is_ok()
    })
}

#[test]
fn it_tells_a_line_that_can_be_played() {
    let mut rng = Generator::seed_from_u64(5);
    let mut position = Triominos::start(&parse_options([("single-round", "on")]).unwrap()).unwrap();
    let mut bot = bot::<Triominos>(&"ismcts:nodes=3000".parse().unwrap()).unwrap();
    let mut n_lines = 0;
    let mut n_moves = 0;
    while n_lines < 12
        && let Some(m) = position.random_move(&mut rng)
    {
        if let Turn::Player(seat) = position.turn()
            && position.n_legal_moves() > 1
        {
            let known = Triominos::known(&position, Viewer::Seat(seat));
            let line = bot.choose(&known, &mut Thinking::default()).info.line;
            let is_possible = (0..20_000).any(|_| {
                let sample = Triominos::sample(&known, &mut rng);
                is_playable(sample, &line, &mut rng)
            });
            assert!(is_possible, "{position} {line:?}");
            n_lines += 1;
            n_moves += line.len();
        }
        position.play_unchecked(m);
    }
    assert!(n_moves >= 2 * n_lines, "{n_moves} moves in {n_lines} lines");
}
