//! Comparisons of the search with brute force, where the end is near.

use std::time::Duration;

use rand::SeedableRng;
use tilewright_aquapipe::AquaPipe;
use tilewright_blokus::Blokus;
use tilewright_coerceo::Coerceo;
use tilewright_core::{BySeat, Position, Seat, Symmetric, Turn, parse_options};
use tilewright_search::{SearchInfo, Stop};

use super::*;
use crate::bot::bot;
use crate::playable::Playable;

/// The reward of every seat if each plays for itself; none before chance, with too many positions,
/// or if the choice of a seat between equals matters to others.
pub(crate) fn brute_force<P: Position>(
    position: &mut P,
    policy: &impl Policy<P>,
    n_left: &mut usize,
) -> Option<BySeat<f32>> {
    let us = match position.turn() {
        Turn::Over(outcome) => return Some(policy.reward(position, &outcome)),
        Turn::Player(us) => us,
        Turn::Chance => return None,
    };
    let mut best: Option<BySeat<f32>> = None;
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    *n_left = n_left.checked_sub(moves.len())?;
    for m in moves {
        let undo = position.play_unchecked(m);
        let value = brute_force(position, policy, n_left);
        position.undo(m, undo);
        let value = value?;
        match best {
            Some(best) if value[us] < best[us] => {}
            Some(best) if value[us].to_bits() == best[us].to_bits() && value != best => {
                return None;
            }
            _ => best = Some(value),
        }
    }
    best
}

/// Searches where random games come near their end, and says how often that was compared.
fn compare<G, I>(pairs: &[(&str, &str)], policy: &I, max_positions: usize) -> usize
where
    G: Playable<Known = <G as Game>::Position>,
    I: Policy<G::Position>,
{
    let options = parse_options(pairs.iter().copied()).unwrap();
    let mut bot = bot::<G>(&"mcts:nodes=20000".parse().unwrap()).unwrap();
    let mut n_compared = 0;
    for seed in 0..6 {
        let mut rng = Generator::seed_from_u64(seed);
        let mut position = G::start(&options).unwrap();
        while let Turn::Player(us) = position.turn() {
            if position.n_legal_moves() > 1
                && let Some(best) =
                    brute_force(&mut position.clone(), policy, &mut max_positions.clone())
            {
                let choice = bot.choose(&position, &mut Thinking::default());
                check(&position, policy, &choice, best);
                assert!(choice.info.is_proved, "{position} {choice:?}");
                assert!((choice.info.value.unwrap()[us] - f64::from(best[us])).abs() < 1e-6);
                n_compared += 1;
            }
            let m = position.random_move(&mut rng).unwrap();
            position.play_unchecked(m);
        }
    }
    n_compared
}

/// The move is one of the best, and so is the value.
fn check<P: Position>(
    position: &P,
    policy: &impl Policy<P>,
    choice: &Choice<P::Move>,
    best: BySeat<f32>,
) {
    let us = position.turn().seat().unwrap();
    let mut next = position.clone();
    next.play(choice.m).unwrap();
    let value = brute_force(&mut next, policy, &mut usize::MAX.clone()).unwrap();
    assert_eq!(value[us].to_bits(), best[us].to_bits(), "{position} {choice:?} {best:?}");
    assert_eq!(choice.info.line[0], choice.m);
}

/// The policy of the usual bot of Blokus.
fn placements() -> blokus::Placements {
    blokus::Placements::of_spec(&"mcts".parse().unwrap()).unwrap()
}

#[test]
fn it_finds_what_brute_force_finds_in_blokus() {
    for pairs in [
        [("variant", "duo")].as_slice(),
        &[("variant", "classic")],
        &[("variant", "classic-2")],
        &[("variant", "classic-3")],
        &[("variant", "tilewe"), ("seats", "1")],
        &[("variant", "tilewe"), ("seats", "3")],
    ] {
        let n_compared = compare::<Blokus, _>(pairs, &placements(), 2_000);
        assert!(n_compared >= 6, "{pairs:?}: only {n_compared} positions");
    }
}

/// The choice of the bot itself.
fn choice<G: Playable>(spec: &str, position: &str) -> Choice<MoveOf<G>> {
    let known: G::Known = position.parse().unwrap();
    bot::<G>(&spec.parse().unwrap()).unwrap().choose(&known, &mut Thinking::default())
}

#[test]
fn a_row_that_can_be_completed_is() {
    for seed in 0..20 {
        let spec = format!("mcts:nodes=50,seed={seed}");
        let info = choice::<AquaPipe>(&spec, "3x3 b.b/.../...|.rr/.../...|.../.../... b").info;
        assert!(info.is_proved && info.line.len() == 1, "{info:?}");
        assert_eq!(info.value, Some(BySeat::from([1.0, 0.0])));
    }
}

#[test]
fn a_win_in_three_is_found() {
    // The positions of the tests of minimax: threats that cannot all be met, and a net of captures.
    let pipes = "3x3 .../b../...|..b/.../.br|.rr/b.r/... b";
    let tiles = "ocius,win-captures=2 x/x/x/x/45/x/34/x/x/0135/x/045/02/x/5/x/x/x/x b 1/0";
    let minimax = choice::<Coerceo>("minimax:depth=3", tiles);
    for seed in 0..10 {
        let spec = format!("mcts:seed={seed}");
        let info = choice::<AquaPipe>(&spec, pipes).info;
        assert!(info.is_proved && info.value == Some(BySeat::from([1.0, 0.0])), "{info:?}");
        let found = choice::<Coerceo>(&spec, tiles);
        let us = minimax.info.value.unwrap().as_slice()[1];
        assert!(us > 0.99 && found.info.value.unwrap().as_slice()[1] > 0.9, "{found:?}");
    }
}

#[test]
fn what_was_searched_before_changes_nothing() {
    let spec: BotSpec = "mcts:nodes=300".parse().unwrap();
    let mut used = bot::<Blokus>(&spec).unwrap();
    let mut rng = Generator::seed_from_u64(5);
    let mut position = Blokus::start(&parse_options([("variant", "duo")]).unwrap()).unwrap();
    for ply in 0..12 {
        let choose = |bot: &mut dyn Bot<Blokus>| {
            bot.choose(&position, &mut Thinking { seed: 3, ply, ..Thinking::default() })
        };
        assert_eq!(choose(&mut *used), choose(&mut *bot::<Blokus>(&spec).unwrap()));
        let m = position.random_move(&mut rng).unwrap();
        position.play_unchecked(m);
    }
}

#[test]
fn settings_are_read_and_limits_kept() {
    let position = Blokus::start(&parse_options([]).unwrap()).unwrap();
    let info = |spec: &str, limits, stop: &Stop| -> SearchInfo<_> {
        let mut thinking = Thinking { limits, stop, ..Thinking::default() };
        bot::<Blokus>(&spec.parse().unwrap()).unwrap().choose(&position, &mut thinking).info
    };
    let go_on = Stop::new();
    let nodes = |spec| info(spec, Limits::NONE, &go_on).nodes;
    assert_eq!(nodes("mcts:nodes=50,threads=3,exploration=0.5"), 50);
    let depth_alone = Limits { depth: Some(3), ..Limits::NONE };
    assert_eq!(info("mcts:nodes=70", depth_alone, &go_on).nodes, 70);
    go_on.stop();
    assert_eq!(nodes("mcts:time=5m"), 0);
    for bad in ["threads=0", "threads=many", "exploration=-1", "exploration=nan"] {
        let spec = format!("mcts:{bad}").parse().unwrap();
        assert!(bot::<Blokus>(&spec).is_err(), "{bad}");
    }
}

/// The values of a position's moves by the bot of this spec.
fn ratings<G: Playable>(
    spec: &str,
    known: &G::Known,
    about: Option<MoveOf<G>>,
) -> Vec<MoveValue<MoveOf<G>>> {
    bot::<G>(&spec.parse().unwrap()).unwrap().rate(known, about, &mut Thinking::default())
}

#[test]
fn the_move_that_is_rated_best_is_the_one_that_it_plays() {
    for variant in ["duo", "classic"] {
        let mut rng = Generator::seed_from_u64(7);
        let options = parse_options([("variant", variant)]).unwrap();
        let mut position = Blokus::start(&options).unwrap();
        while let Some(m) = position.random_move(&mut rng) {
            let choice = bot::<Blokus>(&"mcts:nodes=400".parse().unwrap())
                .unwrap()
                .choose(&position, &mut Thinking::default());
            let rated = ratings::<Blokus>("mcts:nodes=400", &position, None);
            assert_eq!(rated[0].m, choice.m, "{position}");
            assert_eq!(rated.len(), position.n_legal_moves());
            let n_games: u64 = rated.iter().map(|it| it.visits.unwrap()).sum();
            assert_eq!(n_games, choice.info.nodes);
            for it in rated.iter().filter(|it| it.visits != Some(0)) {
                let value = it.info.value.unwrap();
                let all = value.iter().sum::<f64>();
                let n_pairs = value.len() as f64 / 2.0;
                assert!((all - n_pairs).abs() < 1e-6 && it.margin.is_some(), "{it:?}");
            }
            position.play_unchecked(m);
        }
    }
}

#[test]
fn an_ending_of_blokus_is_rated_as_it_will_be() {
    let mut n_won = 0;
    let mut n_lost = 0;
    for seed in 0..30 {
        let mut rng = Generator::seed_from_u64(seed);
        let options = parse_options([("variant", "duo")]).unwrap();
        let mut position = Blokus::start(&options).unwrap();
        while let Turn::Player(us) = position.turn() {
            if position.n_legal_moves() > 1
                && brute_force(&mut position.clone(), &placements(), &mut 500).is_some()
            {
                let best = ratings::<Blokus>("mcts:nodes=20000", &position, None).swap_remove(0);
                let mut end = position.clone();
                for &m in &best.info.line {
                    end.play(m).unwrap();
                }
                let Turn::Over(outcome) = end.turn() else { panic!("{position} {best:?}") };
                let scores = outcome.scores();
                let other = scores.seats().find(|&seat| seat != us).unwrap();
                let lead = f64::from(scores[us] - scores[other]);
                assert!(best.info.is_proved, "{position} {best:?}");
                assert_eq!(
                    best.margin.unwrap()[us].to_bits(),
                    lead.to_bits(),
                    "{position} {best:?}"
                );
                let share = if lead == 0.0 { 0.5 } else { f64::from(u8::from(lead > 0.0)) };
                assert_eq!(best.share(us), Some(share), "{position} {best:?}");
                n_won += usize::from(lead > 0.0);
                n_lost += usize::from(lead < 0.0);
            }
            let m = position.random_move(&mut rng).unwrap();
            position.play_unchecked(m);
        }
    }
    assert!(n_won >= 5 && n_lost >= 5, "{n_won} won, {n_lost} lost");
}

#[test]
fn a_move_that_is_asked_about_is_tried_however_bad_it_looks() {
    let position = Blokus::start(&parse_options([("variant", "duo")]).unwrap()).unwrap();
    let usual = ratings::<Blokus>("mcts:nodes=350", &position, None);
    let worst = usual.last().unwrap();
    assert_eq!((worst.visits, worst.info.value), (Some(0), None));
    let asked = ratings::<Blokus>("mcts:nodes=400", &position, Some(worst.m));
    let about = asked.iter().find(|it| it.m == worst.m).unwrap();
    assert_eq!(about.visits, Some(50));
    assert!(about.info.value.is_some() && about.margin.is_some());
    assert_eq!(asked[0], usual[0], "the best was found by the other 350");
}

#[test]
fn a_level_rates_as_its_bot_does() {
    let position = Blokus::start(&parse_options([("variant", "duo")]).unwrap()).unwrap();
    let rated = ratings::<Blokus>("level:6", &position, None);
    let Some(level) = Blokus::LEVELS.table.get(5) else { panic!("there are nine") };
    assert_eq!(rated, ratings::<Blokus>(level.bot, &position, None));
    assert!(!rated.is_empty() && level.glances > 0, "it may play what it would not recommend");
}

/// A limit of nodes would keep it from that.
#[test]
fn the_highest_level_of_blokus_goes_on_with_its_tree() {
    let level = Blokus::LEVELS.table.last().unwrap();
    let limits = level.bot.parse::<BotSpec>().unwrap().limits().unwrap();
    assert_eq!(limits, Limits { time: Some(Duration::from_secs(2)), ..Limits::NONE });
}

#[test]
fn who_can_mirror_to_the_end_expects_a_draw_at_least() {
    let options = parse_options([("variant", "duo")]).unwrap();
    let start = Blokus::start(&options).unwrap();
    let half_turn = start.symmetries().into_iter().find(|it| it.board().name() == "s").unwrap();
    let second = Seat::new(1).unwrap();
    let mut n_asked = 0;
    for seed in 0..40 {
        let mut rng = Generator::seed_from_u64(seed);
        let mut position = start.clone();
        while let Some(m) = position.random_move(&mut rng) {
            let answer = position.transform_move(m, half_turn);
            position.play(m).unwrap();
            let before = position.clone();
            if position.play(answer).is_err() {
                break;
            }
            // With so few placements all are tried by then.
            if position.can_be_mirrored_to_the_end() && before.n_legal_moves() <= 30 {
                let choice = choice::<Blokus>("mcts:nodes=5000", &before.to_string());
                assert!(choice.info.value.unwrap()[second] >= 0.5, "{before} {choice:?}");
                n_asked += 1;
            }
        }
    }
    assert!(n_asked > 10, "{n_asked}");
}
