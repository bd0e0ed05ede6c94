//! The end of a game of Blokus or Coerceo is played exactly.

use std::cmp::Ordering;
use std::collections::HashMap;

use tilewright_blokus::{Blokus, Position};
use tilewright_bots::{Limits, Stop, Thinking, bot, generator};
use tilewright_coerceo::{Coerceo, Color, Position as Pieces};
use tilewright_core::{BySeat, Game, Position as _, Seat, Turn, parse_options};
use tilewright_search::{Endgame, ExactScore};

const SETUPS: &[&[(&str, &str)]] = &[
    &[("variant", "duo")],
    &[("variant", "classic-2")],
    &[("variant", "classic-3")],
    &[("variant", "classic")],
    &[("variant", "tilewe"), ("seats", "1")],
];

/// The score of each seat by brute force.
fn plain(position: &Position) -> BySeat<ExactScore> {
    let n_seats = position.n_seats();
    let seat = match position.turn() {
        Turn::Over(outcome) => return BySeat::from_fn(n_seats, |it| ExactScore::of(&outcome, it)),
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

fn prefer(seat: Seat, left: &BySeat<ExactScore>, right: &BySeat<ExactScore>) -> Ordering {
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

/// The winner of each position that can be reached from one, with the number of moves; none if it
/// is drawn. Sweeps over all positions, by their text, until nothing changes; nothing if they are
/// too many.
struct Reached(HashMap<String, Option<(Seat, usize)>>);

impl Reached {
    fn from(position: &Pieces, max_positions: usize) -> Option<Reached> {
        let mut next: HashMap<String, (Seat, Vec<String>)> = HashMap::new();
        let mut ends = HashMap::new();
        let mut open = vec![position.clone()];
        while let Some(position) = open.pop() {
            let text = position.to_string();
            let seat = match position.turn() {
                _ if next.contains_key(&text) || ends.contains_key(&text) => continue,
                Turn::Over(outcome) => {
                    let places = outcome.places();
                    let winner = places.seats().find(|&it| places[it] == 1 && !outcome.is_draw());
                    ends.insert(text, winner.map(|winner| (winner, 0)));
                    continue;
                }
                Turn::Player(seat) => seat,
                Turn::Chance => unreachable!("Coerceo has no chance"),
            };
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            let after = moves.into_iter().map(|m| {
                let mut after = position.clone();
                after.play(m).unwrap();
                // As a new game, so that what came before does not count.
                after.to_string().parse::<Pieces>().unwrap()
            });
            let after: Vec<Pieces> = after.collect();
            next.insert(text, (seat, after.iter().map(ToString::to_string).collect()));
            open.extend(after);
            if next.len() > max_positions {
                return None;
            }
        }
        let mut reached = Reached(ends);
        reached.sweep(&next);
        Some(reached)
    }

    /// Positions that are decided in a sweep end one move later than those before.
    fn sweep(&mut self, next: &HashMap<String, (Seat, Vec<String>)>) {
        for n_plies in 1.. {
            let mut decided = Vec::new();
            for (text, (seat, after)) in next.iter().filter(|(text, _)| !self.0.contains_key(*text))
            {
                let winner = |text: &String| self.0.get(text)?.map(|(winner, _)| winner);
                let other = Seat::new(1 - seat.index()).unwrap();
                if after.iter().any(|it| winner(it) == Some(*seat)) {
                    decided.push((text.clone(), Some((*seat, n_plies))));
                } else if after.iter().all(|it| winner(it) == Some(other)) {
                    decided.push((text.clone(), Some((other, n_plies))));
                }
            }
            if decided.is_empty() {
                return;
            }
            self.0.extend(decided);
        }
    }

    fn winner(&self, position: &Pieces) -> Option<(Seat, usize)> {
        self.0.get(&position.to_string()).copied().flatten()
    }
}

/// Positions with few pieces on few tiles, from random games.
fn few_pieces(pairs: &[(&str, &str)], n_games: u64) -> Vec<Pieces> {
    let mut few = Vec::new();
    for seed in 0..n_games {
        let mut position = Coerceo::start(&parse_options(pairs.iter().copied()).unwrap()).unwrap();
        let mut rng = generator(seed, 0);
        while let Some(m) = position.random_move(&mut rng) {
            let board = position.board();
            let n_pieces: usize = Color::ALL.iter().map(|&color| board.n_pieces(color)).sum();
            if n_pieces * board.n_tiles() <= 12 {
                few.push(position.to_string().parse().unwrap());
            }
            position.play_unchecked(m);
        }
    }
    few
}

#[test]
fn with_few_pieces_left_coerceo_is_played_exactly() {
    let mut n_compared = [0; 3];
    let mut minimax = bot::<Coerceo>(&"minimax".parse().unwrap()).unwrap();
    let mut mcts = bot::<Coerceo>(&"mcts:nodes=2000".parse().unwrap()).unwrap();
    for pairs in [
        [("variant", "ocius"), ("cost", "2")],
        [("variant", "ocius"), ("cost", "1")],
        [("variant", "ocius"), ("stalemate", "loss")],
    ] {
        for position in few_pieces(&pairs, 60).iter().step_by(7) {
            let Some(reached) = Reached::from(position, 800) else { continue };
            let us = position.turn().seat().unwrap();
            let choice = minimax.choose(position, &mut Thinking::default());
            let mut next = position.clone();
            next.play(choice.m).unwrap();
            let sentence = choice.info.sentence.unwrap();
            let after = reached.winner(&next);
            let (expected, kind) = match reached.winner(position) {
                Some((winner, n)) if winner == us => (format!("proved: wins in {n}"), 0),
                Some((_, n)) => (format!("proved: loses in {n}"), 1),
                None => ("proved: a draw".to_owned(), 2),
            };
            assert_eq!(sentence, expected, "{position}");
            let best = reached.winner(position).map(|(winner, n_plies)| (winner, n_plies - 1));
            assert_eq!(after, best, "{position}");
            n_compared[kind] += 1;

            // Simulations need not come so far, but what they call proved is so.
            let info = mcts.choose(position, &mut Thinking::default()).info;
            let share = [1.0, 0.0, 0.5][kind];
            let found = info.value.unwrap()[us];
            assert!(!info.is_proved || (found - share).abs() < 0.06, "{position} {found}");
        }
    }
    assert!(n_compared.iter().all(|&n| n >= 5), "{n_compared:?}");
}

#[test]
fn what_is_drawn_stays_drawn_until_the_rules_end_it() {
    // Neither wins. Both know it at every move, until a position was there three times.
    let fresh = few_pieces(&[("variant", "ocius")], 200).into_iter().find(|position| {
        Reached::from(position, 1_500).is_some_and(|it| it.winner(position).is_none())
    });
    let mut position = fresh.unwrap();
    let mut minimax = bot::<Coerceo>(&"minimax".parse().unwrap()).unwrap();
    let mut n_moves = 0;
    while !position.turn().is_over() {
        let choice = minimax.choose(&position, &mut Thinking::default());
        assert_eq!(choice.info.sentence.as_deref(), Some("proved: a draw"), "{position}");
        position.play(choice.m).unwrap();
        n_moves += 1;
    }
    let Turn::Over(outcome) = position.turn() else { unreachable!("it is over") };
    assert!(outcome.is_draw() && n_moves < 2_000, "{outcome:?} after {n_moves}");
}
