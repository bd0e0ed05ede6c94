//! The speed of batches: `cargo run --release -p tilewright-batch --example speed [THREADS
//! [GAME]]`.

use std::time::Instant;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tilewright_batch::{AnyBatch, Policy, Setup, always, open};
use tilewright_core::random_index;

const GAMES: [(&str, &[(&str, &str)]); 7] = [
    ("blokus", &[]),
    ("blokus", &[("variant", "duo")]),
    ("triominos", &[("single-round", "on")]),
    ("coerceo", &[]),
    ("coerceo", &[("variant", "ocius")]),
    ("aquapipe", &[]),
    ("aquapipe", &[("variant", "4x4")]),
];

fn main() {
    let n_threads = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(1);
    let only = std::env::args().nth(2);
    for (game, options) in
        GAMES.iter().filter(|(game, _)| only.as_ref().is_none_or(|it| it == game))
    {
        let setup = Setup { n_games: 1024, seed: 1, n_threads, auto_reset: true };
        let id = game.parse().expect("the games exist");
        let mut batch = open(id, options, setup).expect("these are options");
        println!("{game} {options:?}");
        for (policy, name) in [(Policy::Uniform, "uniform"), (Policy::Quick, "quick")] {
            let seconds = seconds_of(|| drop(batch.rollouts(1, 1_000_000, policy)));
            println!("  {name} rollouts/s   {:>12.0}", 1024.0 / seconds);
        }
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut masks = batch.masks(&always).expect("a thousand masks fit");
        let seconds = seconds_of(|| step_at_random(&mut *batch, &mut rng));
        println!("  steps/s with lists  {:>12.0}", 1024.0 / seconds);
        let seconds = seconds_of(|| batch.write_masks(&mut masks, &always));
        println!("  masks/s             {:>12.0}", 1024.0 / seconds);
        let (mut planes, mut features) = batch.observations(&always).expect("they fit");
        let seconds = seconds_of(|| batch.write_observations(&mut planes, &mut features, &always));
        println!("  observations/s      {:>12.0}", 1024.0 / seconds);
    }
}

/// One step of all games, with the legal actions listed.
fn step_at_random(batch: &mut dyn AnyBatch, rng: &mut Xoshiro256PlusPlus) {
    let legal = batch.legal_actions();
    let choose = |ends: &[i64]| {
        let chosen = random_index(rng, (ends[1] - ends[0]) as usize);
        legal.actions[ends[0] as usize + chosen].into()
    };
    let actions: Vec<i64> = legal.offsets.windows(2).map(choose).collect();
    batch.step(&actions).expect("these are legal");
}

/// Seconds of a call: the mean of those that fit into a second, after some to warm up.
fn seconds_of(mut work: impl FnMut()) -> f64 {
    (0..3).for_each(|_| work());
    let clock = Instant::now();
    let mut n_calls = 0;
    while clock.elapsed().as_secs_f64() < 1.0 {
        work();
        n_calls += 1;
    }
    clock.elapsed().as_secs_f64() / f64::from(n_calls)
}
