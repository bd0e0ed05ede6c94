//! Proofs of bots are true: near the end of a game they are compared with brute force, which
//! plays every move and estimates nothing.

use tilewright_aquapipe::AquaPipe;
use tilewright_blokus::Blokus;
use tilewright_bots::{Choice, Playable, Thinking, bot, generator};
use tilewright_coerceo::Coerceo;
use tilewright_core::{Game, MoveOf, Observed, Position, Seat, Turn, Viewer, parse_options};
use tilewright_triominos::Triominos;

/// The depth of brute force.
const MAX_PLIES: usize = 3;

/// True if a seat can force its win within so many moves, whatever the others do.
fn forces<P: Position>(position: &P, us: Seat, n_plies: usize) -> bool {
    let seat = match position.turn() {
        Turn::Over(outcome) => return !outcome.is_draw() && outcome.place(us) == 1,
        _ if n_plies == 0 => return false,
        Turn::Player(seat) => seat,
        Turn::Chance => unreachable!("these games have no chance"),
    };
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut after = moves.into_iter().map(|m| {
        let mut next = position.clone();
        next.play(m).unwrap();
        forces(&next, us, n_plies - 1)
    });
    if seat == us { after.any(|it| it) } else { after.all(|it| it) }
}

/// The winner by force, and the number of moves.
fn forced_end<P: Position>(position: &P) -> Option<(Seat, usize)> {
    (1..=MAX_PLIES).find_map(|n_plies| {
        let mut seats = position.scores().seats();
        seats.find(|&us| forces(position, us, n_plies)).map(|us| (us, n_plies))
    })
}

/// The last positions of random games that are won by force, with who wins, and in how many moves.
fn won<G: Game>(pairs: &[(&str, &str)], n_games: u64) -> Vec<(G::Position, Seat, usize)> {
    let options = parse_options(pairs.iter().copied()).unwrap();
    let mut won = Vec::new();
    for seed in 0..n_games {
        let mut rng = generator(seed, 0);
        let mut path = vec![G::start(&options).unwrap()];
        while let Some(m) = path[path.len() - 1].random_move(&mut rng) {
            let mut next = path[path.len() - 1].clone();
            next.play_unchecked(m);
            path.push(next);
        }
        for position in path.into_iter().rev().skip(1).take(MAX_PLIES) {
            if let Some((winner, n_plies)) = forced_end(&position) {
                won.push((position, winner, n_plies));
            }
        }
    }
    won
}

fn choose<G>(spec: &str, position: &G::Position) -> Choice<MoveOf<G>>
where
    G: Playable<Known = <G as Game>::Position>,
{
    let mut bot = bot::<G>(&spec.parse().unwrap()).unwrap();
    bot.choose(position, &mut Thinking::default())
}

/// Looks at each position as deep as its end is, and less deep. Says how many ends took so many
/// moves.
fn check_depths<G>(pairs: &[(&str, &str)], spec: &str, n_games: u64) -> [usize; MAX_PLIES]
where
    G: Playable<Known = <G as Game>::Position>,
{
    let mut n_found = [0; MAX_PLIES];
    for (position, winner, n_plies) in won::<G>(pairs, n_games) {
        let look = |depth| choose::<G>(&format!("{spec}depth={depth}"), &position);
        let Choice { m, info } = look(n_plies);
        assert!(info.is_proved && info.line.len() == n_plies, "{position} {n_plies} {info:?}");
        assert!((info.value.unwrap()[winner] - 1.0).abs() < 1e-9, "{position} {info:?}");
        let mut next = position.clone();
        next.play(m).unwrap();
        assert!(forces(&next, winner, n_plies - 1), "{position} {m}");
        for depth in 1..n_plies {
            let info = look(depth).info;
            // Where captures are followed beyond the depth, it may see the end before.
            let is_seen = info.is_proved && info.line.len() > depth;
            assert!(!info.is_proved || is_seen, "{position} {depth} {info:?}");
        }
        n_found[n_plies - 1] += 1;
    }
    n_found
}

/// A net of captures, or the last piece.
#[test]
fn in_coerceo_an_end_is_found_at_its_depth() {
    let found =
        check_depths::<Coerceo>(&[("variant", "ocius"), ("win-captures", "3")], "minimax:", 12);
    assert!(found[0] >= 5 && found[1] + found[2] >= 3, "{found:?}");
    let found = check_depths::<Coerceo>(&[("variant", "ocius"), ("cost", "1")], "minimax:", 60);
    assert!(found[0] >= 5 && found[1] + found[2] >= 3, "{found:?}");
}

/// A row that is completed, or two that cannot both be blocked.
#[test]
fn in_aqua_pipe_an_end_is_found_at_its_depth() {
    for pairs in [
        [("variant", "3x3"), ("move-after", "each")],
        [("variant", "3x3"), ("move-after", "any-time")],
    ] {
        let found = check_depths::<AquaPipe>(&pairs, "minimax:", 15);
        assert!(found[0] >= 5 && found[1] + found[2] >= 3, "{found:?}");
    }
}

/// The last placements decide.
#[test]
fn in_blokus_an_end_is_found_at_its_depth() {
    for variant in ["duo", "classic-2"] {
        let found = check_depths::<Blokus>(&[("variant", variant)], "paranoid:width=999,", 40);
        assert!(found.iter().all(|&n| n >= 5), "{found:?}");
    }
}

/// Checks a bot of any kind at the same positions, and whether it must have a proof.
fn check_kind<G>(pairs: &[(&str, &str)], spec: &str, is_exact: bool, n_games: u64)
where
    G: Playable<Known = <G as Game>::Position>,
{
    for (position, winner, _) in won::<G>(pairs, n_games) {
        let Choice { m, info } = choose::<G>(spec, &position);
        assert!(info.is_proved || !is_exact, "{spec} {position} {info:?}");
        // Points count a little, too.
        assert!(info.value.unwrap()[winner] > 0.9, "{spec} {position} {info:?}");
        if position.turn().seat() == Some(winner) {
            let mut next = position.clone();
            next.play(m).unwrap();
            // A win need not be the quickest.
            assert!(forces(&next, winner, MAX_PLIES), "{spec} {position} {m}");
        }
    }
}

#[test]
fn every_kind_finds_the_end_of_aqua_pipe() {
    for spec in ["minimax", "mcts:nodes=20000", "solver:table=none,nodes=200000"] {
        check_kind::<AquaPipe>(&[], spec, true, 6);
    }
}

/// Simulations go round in circles where pieces do, and cannot prove that it is in vain.
#[test]
fn every_kind_finds_the_end_of_coerceo() {
    for (spec, is_exact) in [("minimax", true), ("mcts", false)] {
        check_kind::<Coerceo>(&[("variant", "ocius"), ("cost", "1")], spec, is_exact, 20);
    }
}

/// Simulations count points, too, and have proved a win only when they know the best one; max^n
/// leaves out moves where there are many, and then proves nothing.
#[test]
fn every_kind_finds_the_end_of_blokus() {
    for variant in ["duo", "classic-2"] {
        for (spec, is_exact) in [("paranoid", true), ("maxn", false), ("mcts", false)] {
            check_kind::<Blokus>(&[("variant", variant)], spec, is_exact, 15);
        }
    }
}

/// The worst and the best place that may come of a position for a seat, if it plays for it and the
/// others do anything; nothing if that takes too long to know.
fn places<P: Position>(position: &P, us: Seat, n_left: &mut usize) -> Option<(usize, usize)> {
    let seat = match position.turn() {
        Turn::Over(outcome) => return Some((outcome.place(us).into(), outcome.place(us).into())),
        Turn::Player(seat) => seat,
        Turn::Chance => return None,
    };
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    *n_left = n_left.checked_sub(moves.len())?;
    let mut all = Vec::new();
    for m in moves {
        let mut next = position.clone();
        next.play(m).unwrap();
        all.push(places(&next, us, n_left)?);
    }
    let worst = all.iter().map(|&(worst, _)| worst);
    let worst = if seat == us { worst.min() } else { worst.max() };
    Some((worst?, all.iter().map(|&(_, best)| best).min()?))
}

/// The move that ends better, however the hidden tiles lie, than any other may end, if there is
/// one: nobody who knows the rules can miss it. Nothing, too, if it takes too long to know.
fn clear_move(position: &<Triominos as Game>::Position, us: Seat) -> Option<MoveOf<Triominos>> {
    let view = Triominos::view(position, Viewer::Seat(us));
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut ranges = vec![(0, usize::MAX); moves.len()];
    for seed in 0..20 {
        let world = Triominos::sample(&view, &mut generator(seed, 0));
        for (&m, range) in moves.iter().zip(&mut ranges) {
            let mut next = world.clone();
            next.play(m).unwrap();
            let (worst, best) = places(&next, us, &mut 300)?;
            *range = (range.0.max(worst), range.1.min(best));
        }
    }
    let is_clear = |i: &usize| (0..moves.len()).all(|j| j == *i || ranges[*i].0 < ranges[j].1);
    (0..moves.len()).find(is_clear).map(|i| moves[i])
}

/// Two and three seats with an empty pile, seen through the eyes of the seat to move.
#[test]
fn in_triominos_the_last_tiles_are_placed_where_they_win() {
    for seats in ["2", "3"] {
        let options = parse_options([("single-round", "on"), ("seats", seats)]).unwrap();
        let mut ismcts = bot::<Triominos>(&"ismcts:nodes=3000".parse().unwrap()).unwrap();
        let mut n_clear = 0;
        for seed in 0..500 {
            let mut rng = generator(seed, 0);
            let mut position = Triominos::start(&options).unwrap();
            while let Some(m) = position.random_move(&mut rng) {
                let us = position.turn().seat();
                let is_late = position.pile().is_empty() && position.n_legal_moves() > 1;
                if let Some(us) = us.filter(|_| is_late)
                    && let Some(clear) = clear_move(&position, us)
                {
                    let known = Triominos::known(&position, Viewer::Seat(us));
                    let choice = ismcts.choose(&known, &mut Thinking::default());
                    assert_eq!(choice.m, clear, "{position} {choice:?}");
                    n_clear += 1;
                }
                position.play_unchecked(m);
            }
        }
        assert!(n_clear >= 10, "{seats} seats: only {n_clear}");
    }
}
