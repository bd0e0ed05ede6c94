//! Analyses find what is there, spend what they may, and see no more than the seat does.

use std::time::Instant;

use tilewright_aquapipe::AquaPipe;
use tilewright_blokus::Blokus;
use tilewright_coerceo::Coerceo;
use tilewright_core::{Game, Observed, Viewer, parse_options};
use tilewright_triominos::Triominos;

use super::*;
use crate::bot::bot;

fn make<G: Playable>(spec: &str) -> Box<dyn Bot<G>> {
    bot(&spec.parse().unwrap()).unwrap()
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::NONE }
}

/// A position some way into a random game, in which somebody is to move.
fn middle_game<G: Playable>(pairs: &[(&str, &str)], n_plies: usize) -> G::Position {
    let options = parse_options(pairs.iter().copied()).unwrap();
    let mut position = G::start(&options).unwrap();
    let rng = &mut generator(3, 0);
    let mut ply = 0;
    while ply < n_plies || position.turn().seat().is_none() {
        position.play_unchecked(position.random_move(rng).unwrap());
        ply += 1;
    }
    position
}

const FIRST: Seat = Seat::new(0).expect("there is a first seat");

/// Blue completes a row in the outermost ring at once, or lets Red do so.
const ROWS: &str = "3x3 .../.../...|.../.../...|bb./.../rr. b";

#[test]
fn a_win_in_one_is_found_and_a_blunder_costs_it() {
    let position = ROWS.parse().unwrap();
    for spec in ["minimax", "greedy", "solver:table=none"] {
        let blunder = "S@a2".parse().unwrap();
        let about = Some(blunder);
        let mut question = Question { limits: nodes(6_000), about, ..Question::default() };
        let analysis = analyze(&mut *make::<AquaPipe>(spec), &position, &mut question).unwrap();
        let best = analysis.best().unwrap();
        assert!(best.share(FIRST).unwrap() > 0.99, "{spec}: {best:?}");
        assert_eq!(analysis.loss(&best.m, FIRST), Some(0.0));
        // A random player misses the answer most of the time.
        let least = if spec == "greedy" { 0.25 } else { 0.9 };
        assert!(analysis.loss(&blunder, FIRST).unwrap() > least, "{spec}: {analysis:?}");
    }
}

#[test]
fn the_best_moves_are_listed_in_order() {
    let position = ROWS.parse().unwrap();
    let mut question = Question { limits: nodes(50_000), n_moves: 5, ..Question::default() };
    let analysis = analyze(&mut *make::<AquaPipe>("minimax"), &position, &mut question).unwrap();
    let shares: Vec<f64> = analysis.moves.iter().map(|it| it.share(FIRST).unwrap()).collect();
    assert_eq!(shares.len(), 5);
    assert!(shares.is_sorted_by(|one, other| one >= other), "{shares:?}");
    for rated in &analysis.moves {
        assert_eq!(rated.info.line[0], rated.m);
        let total: f64 = rated.info.value.unwrap().iter().sum();
        assert!((total - 1.0).abs() < 1e-9);
    }
}

/// A bot that plays ocius to win has contempt for draws. An analysis must have none, because some
/// of its values are those of one side and some of the other.
#[test]
fn nobody_is_for_who_is_asked() {
    for n_plies in [0, 1] {
        let position = middle_game::<Coerceo>(&[("variant", "ocius")], n_plies);
        let seat = position.turn().seat().unwrap();
        for spec in ["minimax", "level:9"] {
            let mut question =
                Question { limits: nodes(60_000), n_moves: 5, ..Question::default() };
            let analysis = analyze(&mut *make::<Coerceo>(spec), &position, &mut question).unwrap();
            let shares: Vec<f64> =
                analysis.moves.iter().map(|it| it.share(seat).unwrap()).collect();
            assert!(shares.iter().all(|share| share - shares[0] < 0.05), "{position} {shares:?}");
        }
    }
}

/// It would glance at most of these positions, and take what it sees.
#[test]
fn who_is_asked_overlooks_nothing() {
    let position = ROWS.parse().unwrap();
    for seed in 0..10 {
        let mut question = Question { limits: nodes(2_000), seed, ..Question::default() };
        let bot = &mut *make::<AquaPipe>("level:5");
        let analysis = analyze(bot, &position, &mut question).unwrap();
        let best = analysis.best().unwrap();
        assert!(best.info.is_proved && best.share(FIRST) == Some(1.0), "{seed}: {best:?}");
    }
}

#[test]
fn the_margin_is_that_of_the_line_where_games_are_not_played_out() {
    let position = middle_game::<Coerceo>(&[], 60);
    let mut question = Question { limits: nodes(20_000), n_moves: 3, ..Question::default() };
    let analysis = analyze(&mut *make::<Coerceo>("minimax"), &position, &mut question).unwrap();
    assert_eq!(analysis.moves.len(), 3);
    for rated in &analysis.moves {
        let mut end = position.clone();
        rated.info.line.iter().for_each(|&m| end.play(m).unwrap());
        let scores = end.scores();
        let ahead = f64::from(scores[FIRST] - scores[FIRST.next(2)]);
        let margin = rated.margin.unwrap();
        assert_eq!((margin[FIRST], margin[FIRST.next(2)]), (ahead, -ahead), "{rated:?}");
    }
    assert!(analysis.moves.iter().any(|rated| rated.margin.unwrap()[FIRST] != 0.0));
}

#[test]
fn everybody_can_expect_a_share_of_the_result() {
    let classic = middle_game::<Blokus>(&[], 20);
    let mut question = Question { limits: nodes(300), n_moves: 3, ..Question::default() };
    let analysis = analyze(&mut *make::<Blokus>("greedy"), &classic, &mut question).unwrap();
    assert_eq!((analysis.moves.len(), analysis.nodes), (3, 300));
    let best = analysis.best().unwrap();
    let value = best.info.value.unwrap();
    let margin = best.margin.unwrap();
    assert_eq!((value.len(), margin.len()), (4, 4));
    assert!((value.iter().sum::<f64>() - 2.0).abs() < 1e-9, "{value:?}");
    assert!(best.visits.unwrap() > 0 && !best.info.is_proved);
}

/// After 5. S@d2 the game is decided by what Red overlooked: 4. M@a4.
#[test]
fn every_move_that_is_asked_about_has_a_value_where_nothing_is_proved() {
    let options = parse_options([("variant", "4x4")]).unwrap();
    let mut position = AquaPipe::start(&options).unwrap();
    let mut solver = make::<AquaPipe>("solver:table=none");
    for text in ["US@b2c2", "L@c3", "S@a2", "M@a4", "S@d2"] {
        let about = text.parse().ok();
        let mut question = Question { limits: nodes(60_000), about, ..Question::default() };
        let analysis = analyze(&mut *solver, &position, &mut question).unwrap();
        let seat = position.turn().seat().unwrap();
        let loss = analysis.loss(&about.unwrap(), seat);
        assert!(loss.is_some(), "{text}: {analysis:?}");
        if text == "M@a4" {
            assert!(loss > Some(0.4), "{text}: {analysis:?}");
        }
        position.play(about.unwrap()).unwrap();
    }
}

/// With more than two seats a share is the part of the others that a seat leaves behind, for
/// everybody who says anything.
#[test]
fn all_bots_measure_by_the_same_scale() {
    let position = middle_game::<Blokus>(&[], 50);
    for spec in ["paranoid", "maxn", "mcts", "greedy"] {
        let mut question = Question { limits: nodes(2_000), n_moves: 3, ..Question::default() };
        let analysis = analyze(&mut *make::<Blokus>(spec), &position, &mut question).unwrap();
        for rated in &analysis.moves {
            let total: f64 = rated.info.value.unwrap().iter().sum();
            assert!((total - 2.0).abs() < 1e-6, "{spec}: {rated:?}");
        }
    }
}

#[test]
fn hidden_tiles_are_imagined() {
    for pairs in [&[("single-round", "on")][..], &[("seats", "4")]] {
        let position = middle_game::<Triominos>(pairs, 50);
        let seat = position.turn().seat().unwrap();
        let known = Triominos::known(&position, Viewer::Seat(seat));
        let mut question = Question { limits: nodes(400), n_moves: 9, ..Question::default() };
        let mut bot = make::<Triominos>("greedy");
        let analysis = analyze(&mut *bot, &known, &mut question).unwrap();
        assert!(analysis.moves.iter().all(|rated| position.is_legal(rated.m)));
        let again = analyze(&mut *bot, &known, &mut question).unwrap();
        assert_eq!(analysis, again, "the same seed imagines the same");
        let other = position.scores().seats().find(|&other| other != seat).unwrap();
        let none =
            analyze(&mut *bot, &Triominos::known(&position, Viewer::Seat(other)), &mut question);
        assert_eq!(none, None, "it is not the turn of seat {other}");
    }
}

#[test]
fn nothing_is_to_be_said_once_the_game_is_over() {
    let mut position = AquaPipe::start(&parse_options([]).unwrap()).unwrap();
    position.play_out(&mut generator(1, 0));
    let mut bot = make::<AquaPipe>("minimax");
    assert_eq!(analyze(&mut *bot, &position, &mut Question::default()), None);
}

#[test]
fn a_budget_is_kept() {
    let position = middle_game::<Coerceo>(&[], 10);
    let mut bot = make::<Coerceo>("minimax");
    for n_moves in [1, 4, 500] {
        let mut question = Question { limits: nodes(5_000), n_moves, ..Question::default() };
        let analysis = analyze(&mut *bot, &position, &mut question).unwrap();
        assert!(analysis.nodes <= 5_200, "{n_moves}: {}", analysis.nodes);
    }
    let time = Some(Duration::from_millis(150));
    for n_moves in [1, 4] {
        let limits = Limits { time, ..Limits::NONE };
        let mut question = Question { limits, n_moves, ..Question::default() };
        let begin = Instant::now();
        assert!(analyze(&mut *bot, &position, &mut question).is_some());
        let classic = middle_game::<Blokus>(&[], 8);
        let mut question = Question { limits, n_moves, ..Question::default() };
        assert!(analyze(&mut *make::<Blokus>("greedy"), &classic, &mut question).is_some());
        // Twice that, and generously more on a busy machine.
        assert!(begin.elapsed() < Duration::from_millis(1_500), "{:?}", begin.elapsed());
    }
}

#[test]
fn who_listens_can_stop_it() {
    let position = middle_game::<Coerceo>(&[], 10);
    let classic = middle_game::<Blokus>(&[], 8);
    let stop = Stop::new();
    let mut n_heard = 0;
    let mut listen = |analysis: &Analysis<_>| {
        assert!(!analysis.moves.is_empty());
        n_heard += 1;
        stop.stop();
    };
    let begin = Instant::now();
    let mut question = Question { n_moves: 3, stop: Some(&stop), ..Question::default() };
    question.listener = Some(&mut listen);
    let analysis = analyze(&mut *make::<Coerceo>("minimax:depth=90"), &position, &mut question);
    assert!(analysis.unwrap().best().is_some() && n_heard > 0);
    let limits = Limits { time: Some(Duration::from_mins(10)), ..Limits::NONE };
    let mut question = Question { limits, stop: Some(&stop), ..Question::default() };
    let analysis = analyze(&mut *make::<Blokus>("greedy"), &classic, &mut question);
    assert!(analysis.unwrap().best().is_some());
    assert!(begin.elapsed() < Duration::from_secs(20));
}
