//! Workloads: what games and bots do a great many times, prepared to be timed, or counted by
//! callgrind.
//!
//! `tilewright bench` times them, `cargo bench -p tilewright-bench` does so with the statistics of
//! divan, and `cargo xtask bench` counts their instructions. Names, setups and seeds stay the same,
//! so that figures can be compared over years.

mod bots;
mod games;
mod rules;
mod setup;
mod tables;

use tilewright_bots::Playable;
use tilewright_core::OptionsError;
use tilewright_table::{GameId, dispatch};

use crate::setup::{Setup, setups};

/// Work in one setup of a game.
///
/// ```
/// use tilewright_bench::workloads;
///
/// let all = workloads("blokus".parse()?);
/// let playouts = all.iter().find(|it| it.name() == "classic/playouts").unwrap();
/// assert!(playouts.prepare(1).run(1_000) >= 1_000);
/// assert_eq!(playouts.unit(), "plies");
/// # Ok::<(), tilewright_table::UnknownGame>(())
/// ```
pub struct Workload {
    setup: Setup,
    kind: Kind,
}

/// A kind of work, the same in every setup.
#[derive(Clone, Copy)]
struct Kind {
    /// `random-games`
    name: &'static str,
    /// The thing counted, in the plural: `plies`.
    unit: &'static str,
    /// Everything that is done before the measuring, from a seed.
    prepare: fn(&Setup, u64) -> Job,
}

const fn kind(name: &'static str, unit: &'static str, prepare: fn(&Setup, u64) -> Job) -> Kind {
    Kind { name, unit, prepare }
}

/// Prepared work, which can be done again and again.
pub struct Job(Box<dyn FnMut(u64) -> u64>);

impl Job {
    /// Work that gets the number of units left to do, does at least one and not many more than
    /// these, and returns the number done.
    fn new(work: impl FnMut(u64) -> u64 + 'static) -> Job {
        Job(Box::new(work))
    }

    /// Does at least this many units, and not many more; returns the number done.
    pub fn run(&mut self, units: u64) -> u64 {
        let mut n_done = 0;
        while n_done < units {
            n_done += (self.0)(units - n_done);
        }
        n_done
    }
}

impl Workload {
    /// The game that does the work.
    pub const fn game(&self) -> GameId {
        self.setup.game
    }

    /// The setup and the kind of work: `duo/random-games`.
    pub fn name(&self) -> String {
        format!("{}/{}", self.setup.name, self.kind.name)
    }

    /// The thing counted, in the plural: `plies`.
    pub const fn unit(&self) -> &'static str {
        self.kind.unit
    }

    /// Prepares the work. The same seed is the same work, on every machine.
    pub fn prepare(&self, seed: u64) -> Job {
        (self.kind.prepare)(&self.setup, seed)
    }
}

/// All workloads of a game, in every setup in which it is measured.
pub fn workloads(game: GameId) -> Vec<Workload> {
    setups(game).into_iter().flat_map(|setup| workloads_in(&setup)).collect()
}

/// All workloads of a game with these options, whose text is the name of the setup.
pub fn workloads_with(
    game: GameId,
    options: &[(&str, &str)],
) -> Result<Vec<Workload>, OptionsError> {
    game.open(options)?;
    Ok(workloads_in(&Setup::with(game, options)))
}

fn workloads_in(setup: &Setup) -> Vec<Workload> {
    let kinds = dispatch!(setup.game, G => kinds::<G>());
    kinds.into_iter().map(|kind| Workload { setup: setup.clone(), kind }).collect()
}

/// All kinds of work of a game.
fn kinds<G: Playable>() -> Vec<Kind> {
    [rules::kinds::<G>(), tables::kinds(), bots::kinds::<G>()].concat()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn job(game: &str, name: &str) -> Job {
        let all = workloads(game.parse().unwrap());
        all.iter().find(|it| it.name() == name).unwrap().prepare(1)
    }

    #[test]
    fn every_workload_does_what_is_asked_and_little_more() {
        for workload in GameId::ALL.into_iter().flat_map(workloads) {
            let name = workload.name();
            // Whole games and the nodes of bots are units that take long.
            let is_long = ["games", "simulations", "nodes"].contains(&workload.unit());
            let most = if is_long { 20 } else { 5_000 };
            for units in [1, 100, 5_000].map(|units| units.min(most)) {
                let n_done = workload.prepare(1).run(units);
                // A whole game at most, or the moves of one position.
                assert!((units..units + 2_000).contains(&n_done), "{name} {n_done}");
                assert_eq!(workload.prepare(1).run(units), n_done, "{name}");
            }
        }
    }

    #[test]
    fn single_moves_can_be_stopped_at_any_and_games_cannot() {
        for kind in ["random-games", "undo", "keys", "views", "texts"] {
            assert_eq!(job("coerceo", &format!("ocius/{kind}")).run(100), 100, "{kind}");
        }
        assert_eq!(job("coerceo", "ocius/undo").run(0), 0);
        assert_eq!(job("coerceo", "ocius/whole-games").run(5), 5);
        assert!(job("blokus", "duo/playouts").run(10) > 20);
        assert_eq!(job("blokus", "duo/list-at-50").run(33), 64);
    }

    #[test]
    fn trees_are_counted_in_the_game_that_people_count() {
        // Without chance the first move is one of many; with it, it would be a tile drawn.
        let tiles = job("triominos", "two-seat-round/perft-bulk").run(1);
        let open = workloads_with("triominos".parse().unwrap(), &[("hands", "shared")]).unwrap();
        let named = open.iter().find(|it| it.name() == "hands=shared/perft-bulk").unwrap();
        assert_eq!(named.prepare(1).run(1), tiles);
        // A tree that is done is begun again.
        let mut tree = job("aquapipe", "3x3/perft");
        assert_eq!(tree.run(3_000_000), 3_000_000);
    }

    #[test]
    fn names_are_unique() {
        for game in GameId::ALL {
            let names: Vec<String> = workloads(game).iter().map(Workload::name).collect();
            assert!(names.iter().any(|name| name.ends_with("mcts-opening")), "{names:?}");
            assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "{names:?}");
        }
    }

    #[test]
    fn options_make_workloads_of_their_own() {
        let game: GameId = "triominos".parse().unwrap();
        let all = workloads_with(game, &[("single-round", "on"), ("seats", "5")]).unwrap();
        let is_whole = |it: &&Workload| it.name() == "single-round=on,seats=5/whole-games";
        assert_eq!(all.iter().find(is_whole).unwrap().prepare(1).run(3), 3);
        let error = workloads_with(game, &[("seats", "9")]).err().unwrap().to_string();
        assert_eq!(error, game.open(&[("seats", "9")]).unwrap_err().to_string());
    }
}
