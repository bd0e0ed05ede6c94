//! Comparisons of the search with plain minimax.

use std::time::{Duration, Instant};

use rand::SeedableRng;
use tilewright_aquapipe::AquaPipe;
use tilewright_coerceo::Coerceo;
use tilewright_core::{BySeat, Position, Seat, Turn, parse_options};
use tilewright_search::{SearchInfo, Stop, Value};

use super::*;
use crate::aquapipe::OpenRows;
use crate::bot::bot;
use crate::chance::Generator;
use crate::coerceo::Fitted;

/// Plain minimax, with nothing left out: what the search is compared with.
struct Plain<'a, P, E> {
    evaluator: &'a E,
    /// The positions from the root on.
    path: Vec<P>,
}

impl<P: Position, E: Evaluate<P>> Plain<'_, P, E> {
    /// The value of each move for the side to move.
    fn values(&mut self, position: &P, depth: usize) -> Vec<(P::Move, Value)> {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        self.path.push(position.clone());
        let values = moves.into_iter().map(|m| (m, self.value_of(position, m, Some(depth))));
        let values = values.collect();
        self.path.pop();
        values
    }

    /// The value of a move for its player, at this depth; none beyond the horizon.
    fn value_of(&mut self, position: &P, m: P::Move, depth: Option<usize>) -> Value {
        let us = position.turn().seat().unwrap();
        let ply = self.path.len();
        let mut next = position.clone();
        next.play(m).unwrap();
        match (next.turn(), depth) {
            (Turn::Over(outcome), _) if outcome.is_draw() => Value::DRAW,
            (Turn::Over(outcome), _) if outcome.place(us) == 1 => Value::win_in(ply),
            (Turn::Over(_), _) => Value::loss_in(ply),
            (_, Some(_)) if self.path.contains(&next) => Value::DRAW,
            (_, None | Some(1)) => -self.quiescence(&next, Value::MIN, Value::MAX),
            (_, Some(depth)) => -best(&self.values(&next, depth - 1)),
        }
    }

    /// The value of a position at the horizon for the side to move. Here, what cannot change it is
    /// left out: captures go on for long.
    fn quiescence(&mut self, position: &P, alpha: Value, beta: Value) -> Value {
        let us = position.turn().seat().unwrap();
        let mut moves = Vec::new();
        self.evaluator.noisy_moves(position, &mut moves);
        let mut best = Value::estimate(self.evaluator.estimate(position, us));
        self.path.push(position.clone());
        for m in moves {
            if best >= beta {
                break;
            }
            let mut next = position.clone();
            next.play(m).unwrap();
            let value = match next.turn() {
                Turn::Over(_) => self.value_of(position, m, None),
                _ => -self.quiescence(&next, -beta, -alpha.max(best)),
            };
            best = best.max(value);
        }
        self.path.pop();
        best
    }
}

fn best<M>(values: &[(M, Value)]) -> Value {
    values.iter().map(|&(_, value)| value).max().unwrap()
}

/// Searches where random games lead, checks value, move, line and claims, and counts the wins and
/// losses that it found.
fn compare<G, E>(pairs: &[(&str, &str)], evaluator: fn() -> E, depth: usize, every: usize) -> usize
where
    G: Playable<Known = <G as Game>::Position>,
    E: Evaluate<G::Position> + Sync,
{
    let mut rng = Generator::seed_from_u64(depth as u64);
    let options = parse_options(pairs.iter().copied()).unwrap();
    let mut search = AlphaBeta::new(evaluator());
    let mut n_compared = 0;
    let mut n_ends = 0;
    for _ in 0..4 {
        let mut position = G::start(&options).unwrap();
        for ply in 0.. {
            let Turn::Player(us) = position.turn() else { break };
            if ply % every == 0 {
                let limits = Limits { depth: Some(depth), ..Limits::NONE };
                let found = search.search(&position, limits, &mut Thinking::default(), &mut rng);
                let mut plain = Plain { evaluator: &evaluator(), path: Vec::new() };
                let values = plain.values(&position, found.info.depth);
                let best = best(&values);
                assert!(values.contains(&(found.m, best)), "{position} {best:?} {found:?}");
                let shares = BySeat::from_fn(2, |it| if it == us { best } else { -best }.share());
                let is_near = |(left, right): (&f64, &f64)| (left - right).abs() < 1e-9;
                let found_shares = found.info.value.unwrap();
                assert!(found_shares.iter().zip(&shares).all(is_near), "{position} {found:?}");
                assert_eq!(found.info.line[0], found.m);
                let is_end = best.n_plies_to_end().is_some();
                assert!(is_end || found.info.depth == depth || found.info.is_proved);
                assert!(found.info.is_proved || !is_end, "{position} {found:?}");
                check_line(&position, &found.info.line, best);
                n_compared += 1;
                n_ends += usize::from(is_end);
            }
            let m = position.random_move(&mut rng).unwrap();
            position.play_unchecked(m);
        }
    }
    assert!(n_compared >= 12, "only {n_compared} positions");
    n_ends
}

/// The best line can be played, and leads to the end where there is one.
fn check_line<P: Position>(position: &P, line: &[P::Move], value: Value) {
    let mut position = position.clone();
    for &m in line {
        position.play(m).unwrap();
    }
    if let Some(n_plies) = value.n_plies_to_end() {
        assert_eq!(line.len(), n_plies);
        assert!(position.turn().is_over());
    }
}

#[test]
fn it_finds_what_plain_minimax_finds_in_aqua_pipe() {
    let compare = |pairs: &[_], depth, every| {
        assert!(compare::<AquaPipe, _>(pairs, || OpenRows, depth, every) > 0, "{pairs:?} {depth}");
    };
    compare(&[], 1, 1);
    compare(&[], 2, 1);
    compare(&[], 3, 2);
    compare(&[("move-after", "any-time")], 3, 2);
    compare(&[("variant", "4x4")], 2, 2);
    compare(&[("variant", "4x4")], 3, 9);
}

#[test]
fn it_finds_what_plain_minimax_finds_in_coerceo() {
    compare::<Coerceo, _>(&[], || Fitted, 1, 25);
    compare::<Coerceo, _>(&[], || Silent, 3, 30);
    compare::<Coerceo, _>(&[("variant", "ocius")], || Fitted, 2, 9);
    compare::<Coerceo, _>(&[("variant", "ocius")], || Silent, 3, 9);
    let short = [("variant", "ocius"), ("win-captures", "2"), ("stalemate", "loss")];
    assert!(compare::<Coerceo, _>(&short, || Fitted, 2, 1) > 0);
    assert!(compare::<Coerceo, _>(&short, || Silent, 4, 11) > 0);
}

/// [`Fitted`] without a look beyond the horizon.
struct Silent;

impl Evaluate<<Coerceo as Game>::Position> for Silent {
    fn estimate(&self, position: &<Coerceo as Game>::Position, us: Seat) -> i32 {
        Fitted.estimate(position, us)
    }
}

/// A proof of a selective search is found by a full one too.
#[test]
fn what_a_selective_search_proves_is_true() {
    let pairs = [("variant", "ocius"), ("win-captures", "2")];
    let options = parse_options(pairs).unwrap();
    let mut selective = AlphaBeta::new(Fitted).selective();
    let mut full = AlphaBeta::new(Silent);
    let mut n_proved = 0;
    for seed in 0..12 {
        let mut rng = Generator::seed_from_u64(seed);
        let mut position = Coerceo::start(&options).unwrap();
        while let Some(m) = position.random_move(&mut rng) {
            let limits = Limits { depth: Some(4), ..Limits::NONE };
            let info = selective.search(&position, limits, &mut Thinking::default(), &mut rng).info;
            if info.is_proved && info.line.len() <= 6 {
                let limits = Limits { depth: Some(info.line.len()), ..Limits::NONE };
                let exact = full.search(&position, limits, &mut Thinking::default(), &mut rng).info;
                assert_eq!(exact.value, info.value, "{position}");
                assert!(exact.is_proved, "{position}");
                n_proved += 1;
            }
            position.play_unchecked(m);
        }
    }
    assert!(n_proved > 30, "{n_proved}");
}

#[test]
fn several_threads_find_what_one_finds() {
    let pipes = "3x3 ..b/.../.r.|.../br./...|.../.br/... b";
    for spec in ["minimax:threads=2,memory=1", "minimax:threads=3,nodes=300000"] {
        let info = choice::<AquaPipe>(spec, pipes).info;
        assert_eq!(info.sentence.as_deref(), Some("proved: wins in 5"));
    }
    for spec in ["minimax:threads=0", "minimax:memory=0", "minimax:memory=1.5"] {
        assert!(bot::<AquaPipe>(&spec.parse().unwrap()).is_err(), "{spec}");
    }
}

/// The choice of the bot itself.
fn choice<G: Playable>(spec: &str, position: &str) -> Choice<MoveOf<G>> {
    let known: G::Known = position.parse().unwrap();
    bot::<G>(&spec.parse().unwrap()).unwrap().choose(&known, &mut Thinking::default())
}

#[test]
fn a_win_in_three_is_found_at_the_depth_where_it_is() {
    // A medium pipe in the middle threatens more rows than one move can block.
    let pipes = "3x3 .../b../...|..b/.../.br|.rr/b.r/... b";
    // Whatever White does, a second piece is enclosed.
    let tiles = "ocius,win-captures=2 x/x/x/x/45/x/34/x/x/0135/x/045/02/x/5/x/x/x/x b 1/0";
    for seed in 0..20 {
        let look = |depth| format!("minimax:depth={depth},seed={seed}");
        let blind = choice::<AquaPipe>(&look(2), pipes).info;
        assert!(!blind.is_proved && blind.depth == 2);
        for spec in [look(3), look(9), format!("minimax:seed={seed}")] {
            let info = choice::<AquaPipe>(&spec, pipes).info;
            assert_eq!(info.sentence.as_deref(), Some("proved: wins in 3"));
            assert_eq!((info.depth, info.line.len()), (3, 3));
            let info = choice::<Coerceo>(&spec, tiles).info;
            assert_eq!(info.sentence.as_deref(), Some("proved: wins in 3"));
            // The last move is a capture, which is looked at beyond the depth.
            assert_eq!((info.depth, info.line.len()), (2, 3));
        }
    }
}

/// Without a look beyond the horizon, a net of captures is seen at its depth and not before.
#[test]
fn a_net_of_captures_is_found_at_its_depth_and_not_before() {
    let tiles = "ocius,win-captures=2 x/x/x/x/45/x/34/x/x/0135/x/045/02/x/5/x/x/x/x b 1/0";
    let position = tiles.parse().unwrap();
    for seed in 0..20 {
        let mut rng = Generator::seed_from_u64(seed);
        let mut look = |depth| {
            let limits = Limits { depth: Some(depth), ..Limits::NONE };
            AlphaBeta::new(Silent)
                .search(&position, limits, &mut Thinking::default(), &mut rng)
                .info
        };
        assert!(!look(1).is_proved && !look(2).is_proved);
        for depth in [3, 5] {
            let info = look(depth);
            assert_eq!(info.sentence.as_deref(), Some("proved: wins in 3"));
            assert_eq!((info.depth, info.line.len()), (3, 3));
        }
    }
}

#[test]
fn a_win_in_five_is_found_by_the_usual_budget() {
    let pipes = "3x3 ..b/.../.r.|.../br./...|.../.br/... b";
    let info = choice::<AquaPipe>("minimax", pipes).info;
    assert_eq!(info.sentence.as_deref(), Some("proved: wins in 5"));
}

#[test]
fn limits_are_kept() {
    let mut bot = bot::<Coerceo>(&"minimax".parse().unwrap()).unwrap();
    let position = Coerceo::start(&parse_options([]).unwrap()).unwrap();
    let mut search = |limits, stop: &Stop| {
        let mut thinking = Thinking { limits, stop, ..Thinking::default() };
        bot.choose(&position, &mut thinking).info
    };
    let nodes = |nodes| Limits { nodes: Some(nodes), ..Limits::NONE };
    let go_on = Stop::new();
    assert_eq!(search(nodes(1), &go_on).nodes, 1);
    assert_eq!(search(nodes(5_000), &go_on).nodes, 5_000);
    assert_eq!(search(Limits::NONE, &go_on).nodes, 300_000, "the usual budget");
    let depth = Limits { depth: Some(2), ..Limits::NONE };
    assert_eq!(search(depth, &go_on).depth, 2);
    let time = Limits { time: Some(Duration::from_millis(30)), ..Limits::NONE };
    let begin = Instant::now();
    assert!(search(time, &go_on).depth > 0 && begin.elapsed() < Duration::from_secs(5));
    let stopped = Stop::new();
    stopped.stop();
    let info = search(Limits { time: Some(Duration::from_hours(1)), ..Limits::NONE }, &stopped);
    assert_eq!((info.nodes, info.line.len()), (0, 1), "a move all the same");
}

#[test]
fn a_search_is_stopped_by_who_listens() {
    let mut bot = bot::<Coerceo>(&"minimax:depth=60".parse().unwrap()).unwrap();
    let position = Coerceo::start(&parse_options([]).unwrap()).unwrap();
    let stop = Stop::new();
    let mut depths = Vec::new();
    let mut listen = |info: &SearchInfo<_>| {
        depths.push(info.depth);
        if info.depth == 3 {
            stop.stop();
        }
    };
    let mut thinking = Thinking { stop: &stop, listener: Some(&mut listen), ..Thinking::default() };
    bot.choose(&position, &mut thinking);
    assert!(depths.starts_with(&[1, 2, 3]) && depths.len() <= 4, "{depths:?}");
}

#[test]
fn what_was_searched_before_changes_nothing() {
    let spec: BotSpec = "minimax:nodes=3000".parse().unwrap();
    let mut used = bot::<AquaPipe>(&spec).unwrap();
    let mut rng = Generator::seed_from_u64(5);
    let mut position = AquaPipe::start(&parse_options([("variant", "4x4")]).unwrap()).unwrap();
    for ply in 0..12 {
        let choose = |bot: &mut dyn Bot<AquaPipe>| {
            let mut thinking = Thinking { seed: 3, ply, ..Thinking::default() };
            bot.choose(&position, &mut thinking)
        };
        let fresh = choose(&mut *bot::<AquaPipe>(&spec).unwrap());
        assert_eq!(choose(&mut *used), fresh);
        let Some(m) = position.random_move(&mut rng) else { break };
        position.play_unchecked(m);
    }
}
