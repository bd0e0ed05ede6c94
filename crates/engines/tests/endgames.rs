//! The end of a game of Blokus is played exactly.

use std::cmp::Ordering;

use tilewright_blokus::{Blokus, Position};
use tilewright_core::{BySeat, Game, Position as _, Seat, Turn, parse_options};
use tilewright_engines::{Limits, Stop, Thinking, bot, generator};
use tilewright_search::{Endgame, Worth};

const SETUPS: &[&[(&str, &str)]] = &[
    &[("variant", "duo")],
    &[("variant", "classic-2")],
    &[("variant", "classic-3")],
    &[("variant", "classic")],
    &[("variant", "tilewe"), ("seats", "1")],
];

/// What each seat gets by brute force.
fn plain(position: &Position) -> BySeat<Worth> {
    let n_seats = position.n_seats();
    let seat = match position.turn() {
        Turn::Over(outcome) => return BySeat::from_fn(n_seats, |it| Worth::of(&outcome, it)),
        Turn::Player(seat) => seat,
        Turn::Chance => unreachable!("Blokus has no chance"),
    };
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let worths = moves.into_iter().map(|m| {
        let mut next = position.clone();
        next.play(m).unwrap();
        plain(&next)
    });
    worths.max_by(|left, right| prefer(seat, left, right)).unwrap()
}

fn prefer(seat: Seat, left: &BySeat<Worth>, right: &BySeat<Worth>) -> Ordering {
    left[seat].cmp(&right[seat]).then(right.cmp(left))
}

/// Positions of random games in which little is left.
fn late_positions(pairs: &[(&str, &str)], seed: u64, n_placements: usize) -> Vec<Position> {
    let mut position = Blokus::start(&parse_options(pairs.iter().copied()).unwrap()).unwrap();
    let mut rng = generator(seed, 0);
    let mut late = Vec::new();
    while let Some(m) = position.random_move(&mut rng) {
        let counts = position.colors().iter().map(|&color| position.n_legal_moves_of(color));
        if counts.sum::<usize>() <= n_placements {
            late.push(position.clone());
        }
        position.play_unchecked(m);
    }
    late
}

#[test]
fn an_endgame_is_what_brute_force_finds() {
    let mut n_compared = 0;
    for pairs in SETUPS {
        for seed in 0..40 {
            for position in late_positions(pairs, seed, 9) {
                let solved = Endgame::new().solve(&position, Limits::NONE, &Stop::new()).unwrap();
                let expected = plain(&position);
                assert_eq!(solved.worth, expected, "{position}");
                let us = position.turn().seat().unwrap();
                let mut next = position.clone();
                next.play(solved.m).unwrap();
                assert_eq!(plain(&next)[us], expected[us], "{position}");
                n_compared += 1;
            }
        }
    }
    assert!(n_compared > 300, "only {n_compared}");
}

#[test]
fn bots_play_the_end_exactly_and_say_so() {
    let mut n_solved = 0;
    for pairs in SETUPS {
        for position in (7..10).flat_map(|seed| late_positions(pairs, seed, 9)) {
            for spec in ["maxn", "paranoid"] {
                let mut bot = bot::<Blokus>(&spec.parse().unwrap()).unwrap();
                let choice = bot.choose(&position, &mut Thinking::default());
                let us = position.turn().seat().unwrap();
                let mut next = position.clone();
                next.play(choice.m).unwrap();
                assert_eq!(plain(&next)[us], plain(&position)[us], "{position}");
                assert!(choice.info.is_proved, "{position}");
                n_solved += 1;
            }
        }
    }
    assert!(n_solved > 20, "only {n_solved}");
}

#[test]
fn what_is_too_long_is_left_to_others() {
    let start = Blokus::start(&parse_options([("variant", "duo")]).unwrap()).unwrap();
    let limits = Limits { nodes: Some(1_000), ..Limits::NONE };
    assert_eq!(Endgame::new().solve(&start, limits, &Stop::new()), None);
    let stop = Stop::new();
    stop.stop();
    assert_eq!(Endgame::new().solve(&start, Limits::NONE, &stop), None);
}
