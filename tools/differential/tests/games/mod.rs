//! Many games at once.

use std::collections::BTreeSet;
use std::ops::Range;

use rand::SeedableRng;
use rand::rngs::SmallRng;
use tilewright_core::random_index;
use tilewright_reference::{Explore, random_options};
use tilewright_testkit::differential::{Comparison, Differential};

/// The model of a game.
pub(crate) type ModelOf<D> = <D as Differential>::Model;

/// Plays a game for each seed. Returns the reasons for which they ended.
pub(crate) fn games<D: Differential>(
    options: &[(&str, &str)],
    seeds: impl IntoIterator<Item = u64>,
) -> BTreeSet<&'static str> {
    seeds.into_iter().filter_map(|seed| Comparison::<D>::start(options).play_game(seed)).collect()
}

/// The same from positions in which every end is near.
pub(crate) fn late_games<D: Differential>(
    options: &[(&str, &str)],
    seeds: Range<u64>,
) -> BTreeSet<&'static str> {
    seeds
        .into_iter()
        .filter_map(|seed| Comparison::<D>::late(options, seed).play_game(seed))
        .collect()
}

/// Plays games with each unusual value of an option, in each setup.
pub(crate) fn changed_games<D: Differential>(seed: u64, n_games: u64, n_late_games: u64) {
    for setup in ModelOf::<D>::SETUPS {
        for (number, &(name, value, _)) in ModelOf::<D>::changes(setup).iter().enumerate() {
            let seed = seed + 8 * number as u64;
            let usual = setup.iter().copied().filter(|option| option.0 != name);
            let options: Vec<(&str, &str)> = usual.chain([(name, value)]).collect();
            games::<D>(&options, seed..seed + n_games);
            late_games::<D>(&options, seed..seed + n_late_games);
        }
    }
}

/// Plays games with any options.
pub(crate) fn any_games<D: Differential>(seeds: Range<u64>, n_late_games: u64) {
    for seed in seeds {
        let options = any_options::<D>(seed);
        games::<D>(&options, [seed]);
        late_games::<D>(&options, 10 * seed..10 * seed + n_late_games);
    }
}

pub(crate) fn any_options<D: Differential>(seed: u64) -> Vec<(&'static str, &'static str)> {
    let mut rng = SmallRng::seed_from_u64(seed);
    random_options::<D::Model>(&mut |n| random_index(&mut rng, n))
}
