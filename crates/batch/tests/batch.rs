//! Batches behave like single games.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tilewright_batch::{AnyBatch, Policy, Setup, StepError, always, open, open_while, reward_of};
use tilewright_core::{BySeat, Outcome, Seat, random_index};
use tilewright_table::GameId;

const GAMES: &[(&str, &[(&str, &str)])] = &[
    ("blokus", &[]),
    ("blokus", &[("variant", "duo")]),
    ("blokus", &[("variant", "classic-3")]),
    ("triominos", &[("single-round", "on"), ("seats", "3")]),
    ("coerceo", &[("variant", "ocius")]),
    ("aquapipe", &[("variant", "4x4")]),
];

fn batch(game: &str, options: &[(&str, &str)], setup: Setup) -> Box<dyn AnyBatch> {
    open(game.parse().unwrap(), options, setup).unwrap()
}

/// The list of one game.
fn actions_of(batch: &dyn AnyBatch, game: usize) -> Vec<i32> {
    let legal = batch.legal_actions();
    legal.actions[legal.offsets[game] as usize..legal.offsets[game + 1] as usize].to_vec()
}

/// A random legal action for each game, and -1 for those that are over.
fn choose(batch: &dyn AnyBatch, rng: &mut Xoshiro256PlusPlus) -> Vec<i64> {
    let legal = batch.legal_actions();
    let choose = |ends: &[i64]| match (ends[1] - ends[0]) as usize {
        0 => -1,
        n => i64::from(legal.actions[ends[0] as usize + random_index(rng, n)]),
    };
    legal.offsets.windows(2).map(choose).collect()
}

/// The observable state of a batch.
#[derive(PartialEq)]
struct Seen {
    moves: Vec<Vec<String>>,
    actions: Vec<i32>,
    planes: Vec<u8>,
    features: Vec<f32>,
    scores: Vec<BySeat<i32>>,
}

fn all_of(batch: &dyn AnyBatch) -> Seen {
    let n_games = batch.n_games();
    let mut planes = vec![9; n_games * batch.n_plane_bytes()];
    let mut features = vec![9.0; n_games * batch.feature_names().len()];
    batch.write_observations(&mut planes, &mut features, &always);
    let moves = (0..n_games).map(|game| batch.moves(game)).collect();
    Seen { moves, actions: batch.legal_actions().actions, planes, features, scores: batch.scores() }
}

#[test]
fn every_game_has_batches() {
    for game in GameId::ALL {
        for variant in game.variants() {
            let options = [("variant", variant.name)];
            let options = if variant.name.is_empty() { &[][..] } else { &options };
            let batch = open(game, options, Setup { n_games: 3, ..Setup::default() }).unwrap();
            assert_eq!((batch.game(), batch.n_games()), (game, 3));
            assert_eq!(batch.turns().len(), 3);
        }
    }
}

#[test]
fn a_batch_plays_like_single_games_with_the_same_moves() {
    for &(game, options) in GAMES {
        let mut batch = batch(game, options, Setup { n_games: 5, seed: 3, ..Setup::default() });
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut outcomes: Vec<Option<Outcome>> = vec![None; 5];
        for _ in 0..300 {
            for (i, turn) in batch.turns().into_iter().enumerate() {
                let table = batch.table(i);
                assert_eq!(table.turn().seat(), turn);
                assert_eq!(table.scores(), batch.scores()[i]);
                assert_eq!(table.turn().outcome(), outcomes[i].as_ref());
                let listed: BTreeSet<String> = actions_of(&*batch, i)
                    .into_iter()
                    .map(|action| batch.move_of(i, action as u32).unwrap())
                    .collect();
                assert_eq!(listed, table.legal_moves().into_iter().collect(), "{game}");
            }
            let ended = batch.step(&choose(&*batch, &mut rng)).unwrap();
            for (outcome, ended) in outcomes.iter_mut().zip(ended) {
                *outcome = outcome.or(ended);
            }
        }
        assert!(outcomes.iter().any(Option::is_some), "{game} {options:?}");
    }
}

#[test]
fn threads_change_nothing() {
    for &(game, options) in GAMES {
        let [mut one, mut three] = [1, 3].map(|n_threads| {
            let setup = Setup { n_games: 100, seed: 5, n_threads, auto_reset: true };
            batch(game, options, setup)
        });
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        for _ in 0..60 {
            let actions = choose(&*one, &mut rng);
            assert_eq!(one.step(&actions).unwrap(), three.step(&actions).unwrap());
        }
        assert!(all_of(&*one) == all_of(&*three), "{game}");
        assert_eq!(
            one.rollouts(4, 10_000, Policy::Uniform),
            three.rollouts(4, 10_000, Policy::Uniform)
        );
    }
}

#[test]
fn masks_are_the_lists() {
    for &(game, options) in GAMES {
        let mut batch = batch(game, options, Setup { n_games: 40, ..Setup::default() });
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        for _ in 0..30 {
            let actions = choose(&*batch, &mut rng);
            batch.step(&actions).unwrap();
        }
        let n_actions = batch.n_actions();
        let mut words = vec![u64::MAX; 40 * batch.n_mask_words()];
        let mut flags = vec![true; 40 * n_actions];
        batch.write_masks(&mut words, &always);
        batch.write_dense_masks(&mut flags, &always);
        let masks = batch.masks(&always).unwrap();
        let dense_masks = batch.dense_masks(&always).unwrap();
        assert_eq!((&words, &flags), (&masks, &dense_masks));
        for game in 0..40 {
            let listed: BTreeSet<i32> = actions_of(&*batch, game).into_iter().collect();
            let words = &words[game * batch.n_mask_words()..];
            for action in 0..64 * batch.n_mask_words() {
                let is_listed = listed.contains(&(action as i32));
                assert_eq!(words[action / 64] >> (action % 64) & 1 == 1, is_listed);
                if action < n_actions {
                    assert_eq!(flags[game * n_actions + action], is_listed);
                }
            }
        }
    }
}

#[test]
fn what_cannot_be_played_is_refused_and_changes_nothing() {
    let mut batch =
        batch("blokus", &[("variant", "duo")], Setup { n_games: 3, ..Setup::default() });
    let legal = i64::from(actions_of(&*batch, 0)[0]);
    let before = all_of(&*batch);
    let corner = batch.action_of(1, "O1n@a1").unwrap().unwrap();
    for (actions, reason) in [
        (
            vec![legal, i64::from(corner), legal],
            "game 1: action 0 is O1n@a1, but purple's first piece must cover e10",
        ),
        (vec![legal, legal], "a batch of 3 games takes 3 values, not 2"),
        (
            vec![legal, legal, 13_729],
            "game 2: actions are numbered from 0 to 13728, and -1 leaves a game alone; \
             13729 is none",
        ),
        (
            vec![legal, legal, -2],
            "game 2: actions are numbered from 0 to 13728, and -1 leaves a game alone; -2 is none",
        ),
        (
            vec![legal, legal, i64::MAX],
            "game 2: actions are numbered from 0 to 13728, and -1 leaves a game alone; \
             9223372036854775807 is none",
        ),
    ] {
        assert_eq!(batch.step(&actions).unwrap_err().to_string(), reason);
        assert!(all_of(&*batch) == before);
    }
    assert!(batch.reset(&[true]).is_err());
    assert!(all_of(&*batch) == before);
    batch.step(&[legal, -1, legal]).unwrap();
    assert_eq!([0, 1, 2].map(|game| batch.moves(game).len()), [1, 0, 1]);
}

#[test]
fn a_number_without_a_move_is_refused() {
    let mut batch = batch("coerceo", &[], Setup::default());
    let off_the_table = (0..684).find(|&action| batch.move_of(0, action).is_none()).unwrap();
    let error = batch.step(&[i64::from(off_the_table)]).unwrap_err();
    assert_eq!(error, StepError::NoMove { game: 0, action: i64::from(off_the_table) });
}

#[test]
fn games_that_are_over_wait_to_be_reset() {
    let mut batch = batch("aquapipe", &[], Setup { n_games: 8, ..Setup::default() });
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    let mut n_over = 0;
    while n_over < 8 {
        let actions = choose(&*batch, &mut rng);
        n_over += batch.step(&actions).unwrap().iter().flatten().count();
    }
    assert!(batch.turns().iter().all(Option::is_none));
    assert!(batch.legal_actions().actions.is_empty());
    assert_eq!(batch.step(&[0; 8]).unwrap_err(), StepError::Over { game: 0 });
    let is_reset: Vec<bool> = (0..8).map(|game| game % 2 == 0).collect();
    batch.reset(&is_reset).unwrap();
    for (game, turn) in batch.turns().into_iter().enumerate() {
        assert_eq!(turn, if is_reset[game] { Seat::new(0) } else { None });
        assert_eq!(batch.episodes()[game], u64::from(is_reset[game]));
    }
}

#[test]
fn games_are_reset_by_their_numbers() {
    let mut batch = batch("coerceo", &[], Setup { n_games: 3, ..Setup::default() });
    batch.reset_games(&[2, 0, 2]).unwrap();
    assert_eq!(batch.episodes(), [1, 0, 1]);
    for game in [-1, 3, i64::MAX] {
        assert_eq!(batch.reset_games(&[0, game]), Err(StepError::NoSuchGame { game, last: 2 }));
    }
    assert_eq!(batch.episodes(), [1, 0, 1]);
}

#[test]
fn chance_depends_on_seed_place_and_episode_alone() {
    let open = |n_games, seed| batch("triominos", &[], Setup { n_games, seed, ..Setup::default() });
    let mut few = open(2, 1);
    let many = open(50, 1);
    assert_eq!(few.moves(1), many.moves(1));
    let deals: BTreeSet<_> = (0..50).map(|game| many.moves(game)).collect();
    assert_eq!(deals.len(), 50, "every game has other hands");
    assert_ne!(few.moves(0), open(2, 2).moves(0));

    let first = few.moves(0);
    few.reset(&[true, false]).unwrap();
    assert_ne!(few.moves(0), first, "another episode has other hands");
    assert_eq!(few.moves(1), many.moves(1));
    few.restart(1);
    assert_eq!((few.moves(0), few.episodes()), (first, vec![0, 0]));
}

#[test]
fn rollouts_end_and_leave_the_batch_alone() {
    for &(game, options) in GAMES {
        let mut batch = batch(game, options, Setup { n_games: 40, ..Setup::default() });
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let actions = choose(&*batch, &mut rng);
        batch.step(&actions).unwrap();
        let before = all_of(&*batch);
        for policy in [Policy::Uniform, Policy::Quick] {
            let ends = batch.rollouts(1, 1_000_000, policy);
            assert!(
                ends.iter().all(|end| end.outcome.is_some_and(|it| *it.scores() == end.scores))
            );
            assert_eq!(ends, batch.rollouts(1, 1_000_000, policy));
            assert_ne!(ends, batch.rollouts(2, 1_000_000, policy));
            for end in batch.rollouts(1, 3, policy) {
                assert!(end.n_plies <= 3);
            }
        }
        assert!(all_of(&*batch) == before);
    }
}

#[test]
fn a_copy_goes_its_own_way() {
    let batch = batch("blokus", &[], Setup { n_games: 4, ..Setup::default() });
    let mut copy = batch.clone();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(6);
    let actions = choose(&*copy, &mut rng);
    copy.step(&actions).unwrap();
    assert_eq!((batch.moves(0).len(), copy.moves(0).len()), (0, 1));
}

#[test]
fn impossible_batches_are_refused() {
    let refusal = |options: &[(&str, &str)], setup: Setup| {
        open("blokus".parse().unwrap(), options, setup).err().unwrap().to_string()
    };
    let of = |n_games, n_threads| Setup { n_games, n_threads, ..Setup::default() };
    assert_eq!(refusal(&[], of(0, 1)), "a batch has 1 to 1048576 games of Blokus, not 0");
    assert!(refusal(&[], of(usize::MAX, 1)).starts_with("a batch has 1 to 1048576 games"));
    assert_eq!(refusal(&[], of(1, 0)), "a batch has 1 to 256 threads, not 0");
    assert_eq!(refusal(&[], of(1, 257)), "a batch has 1 to 256 threads, not 257");
    assert_eq!(
        refusal(&[("variant", "duo"), ("seats", "5")], of(1, 1)),
        "duo is for 2 seats, not 5"
    );
}

#[test]
fn rewards_go_from_one_to_minus_one_by_place() {
    let reward = |scores: BySeat<i32>| reward_of(&Outcome::by_score(scores));
    assert_eq!(reward([5, 3].into()), [1.0, -1.0].into());
    assert_eq!(reward([3, 3].into()), [0.0, 0.0].into());
    assert_eq!(reward([9, 7, 7, 1].into()), [1.0, 0.0, 0.0, -1.0].into());
    assert_eq!(reward([4].into()), [1.0].into());
}

#[test]
fn a_move_is_played_as_its_action_is() {
    let setup = Setup { n_games: 2, seed: 5, ..Setup::default() };
    let open = || open("triominos".parse().unwrap(), &[("single-round", "on")], setup).unwrap();
    let mut by_move = open();
    let mut by_action = open();
    assert!(by_move.play(1, "9-9-9:ABC@0,0").is_err() && by_move.play(1, "pass").is_err());
    while by_action.turns()[1].is_some() {
        let legal = by_action.legal_actions();
        let action = legal.actions[legal.offsets[1] as usize];
        let text = by_action.move_of(1, action as u32).unwrap();
        let ended = by_action.step(&[-1, i64::from(action)]).unwrap()[1];
        assert_eq!(by_move.play(1, &text).unwrap(), ended);
        assert_eq!(by_move.moves(1), by_action.moves(1));
    }
    assert!(by_move.moves(0) == by_action.moves(0) && by_move.turns()[0].is_some());
    assert_eq!(by_move.play(1, "pass").unwrap_err().to_string(), "the game is over");
}

/// Answers yes so many times.
fn for_a_while(n_times: usize) -> impl Fn() -> bool + Sync {
    let n_asked = AtomicUsize::new(0);
    move || n_asked.fetch_add(1, Ordering::Relaxed) < n_times
}

#[test]
fn interrupted_work_on_many_games_is_taken_back() {
    let setup = Setup { n_games: 33_000, seed: 4, ..Setup::default() };
    let mut batch = batch("aquapipe", &[], setup);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(6);
    for _ in 0..3 {
        batch.step(&choose(&*batch, &mut rng)).unwrap();
    }
    let actions = choose(&*batch, &mut rng);
    let before = all_of(&*batch);
    assert_eq!(batch.step_while(&actions, &for_a_while(500)).unwrap(), None);
    batch.reset_while(&vec![true; 33_000], &for_a_while(500)).unwrap();
    batch.restart_while(9, &for_a_while(500));
    assert!(all_of(&*batch) == before && batch.seed() == 4 && batch.episodes()[0] == 0);
    assert!(batch.step_while(&actions, &always).unwrap().is_some());
    assert_eq!(batch.moves(32_999).len(), 4);
    let opened = open_while(GameId::AquaPipe, &[], setup, &for_a_while(500)).unwrap();
    assert!(opened.is_none());
}
