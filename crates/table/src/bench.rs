//! The work whose speed is measured, with names, whatever the game.

use std::fmt;
use std::hint::black_box;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tilewright_core::{Game, Job, OptionsError, Turn, Viewer, Work};

use crate::record::Record;
use crate::registry::GameId;
use crate::table::Table;

/// Something that a game does a great many times, to be timed.
///
/// ```
/// use tilewright_table::GameId;
///
/// let game: GameId = "blokus".parse()?;
/// let workloads = game.workloads();
/// let playouts = workloads.iter().find(|it| it.name() == "classic/playouts").unwrap();
/// let mut job = playouts.prepare(1);
/// assert!(job.run(1_000) >= 1_000);
/// assert_eq!(playouts.unit(), "plies");
/// # Ok::<(), tilewright_table::UnknownGame>(())
/// ```
pub struct Workload {
    name: String,
    unit: &'static str,
    prepare: Box<dyn Fn(u64) -> Job + Send + Sync>,
}

impl Workload {
    /// Work with a name, what is counted, in the plural, and how it is prepared from a seed: the same
    /// seed and as many units are the same work.
    pub fn new(
        name: String,
        unit: &'static str,
        prepare: impl Fn(u64) -> Job + Send + Sync + 'static,
    ) -> Workload {
        Workload { name, unit, prepare: Box::new(prepare) }
    }

    /// The setup and the kind of work: `duo/random-games`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What is counted, in the plural: `plies`.
    pub const fn unit(&self) -> &'static str {
        self.unit
    }

    /// Makes the work ready to be done. The same seed is the same work, on every machine.
    pub fn prepare(&self, seed: u64) -> Job {
        (self.prepare)(seed)
    }
}

impl fmt::Debug for Workload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Workload({}, {})", self.name, self.unit)
    }
}

/// A way to play whose speed is measured, owned by whoever asks for it.
#[derive(Clone)]
struct Setup {
    name: String,
    options: Vec<(String, String)>,
    perft_depth: usize,
}

impl Setup {
    fn pairs(&self) -> Vec<(&str, &str)> {
        self.options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect()
    }
}

/// Every kind of work, in every setup of the game.
pub(crate) fn workloads<G: Game>(game: GameId) -> Vec<Workload> {
    let setups = G::BENCHMARKS.iter().map(|setup| Setup {
        name: setup.name.to_owned(),
        options: owned(setup.options),
        perft_depth: setup.perft_depth,
    });
    setups.flat_map(|setup| workloads_in::<G>(game, &setup)).collect()
}

/// Every kind of work with these options, which are its name.
pub(crate) fn workloads_with<G: Game>(
    game: GameId,
    options: &[(&str, &str)],
) -> Result<Vec<Workload>, OptionsError> {
    game.open(options)?;
    let words: Vec<String> =
        options.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let perft_depth = G::BENCHMARKS.first().map_or(1, |setup| setup.perft_depth);
    let setup = Setup { name: words.join(","), options: owned(options), perft_depth };
    Ok(workloads_in::<G>(game, &setup))
}

fn owned(options: &[(&str, &str)]) -> Vec<(String, String)> {
    options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect()
}

fn workloads_in<G: Game>(game: GameId, setup: &Setup) -> Vec<Workload> {
    let of_rules = Work::ALL.map(|work| {
        named(setup, &work.name(), work.unit(), move |setup, rng| {
            let job = work.job::<G>(&setup.pairs(), setup.perft_depth, rng);
            job.expect("a setup is a game")
        })
    });
    let of_tables = [
        named(setup, "view-texts", "views", move |setup, rng| view_texts(game, setup, rng)),
        named(setup, "records", "moves", move |setup, rng| records(game, setup, rng)),
    ];
    of_rules.into_iter().chain(of_tables).collect()
}

fn named(
    setup: &Setup,
    kind: &str,
    unit: &'static str,
    prepare: impl Fn(&Setup, Xoshiro256PlusPlus) -> Job + Send + Sync + 'static,
) -> Workload {
    let (name, setup) = (format!("{}/{kind}", setup.name), setup.clone());
    Workload::new(name, unit, move |seed| prepare(&setup, Xoshiro256PlusPlus::seed_from_u64(seed)))
}

/// So many random games are kept for work at tables.
const N_GAMES: usize = 8;

/// They end after so many moves, because games of Coerceo may have thousands.
const MAX_PLIES: usize = 200;

/// What the one to move may know, as JSON, in positions of random games.
fn view_texts(game: GameId, setup: &Setup, mut rng: Xoshiro256PlusPlus) -> Job {
    let mut tables = Vec::new();
    for _ in 0..N_GAMES {
        let mut table = open(game, setup);
        while let Some(m) = table.pick_move(&mut rng).filter(|_| table.ply() < MAX_PLIES) {
            table.play_move(&m).expect("it is legal");
            tables.push(table.clone());
        }
    }
    let mut index = 0;
    Job::new(move |_| {
        index = (index + 1) % tables.len();
        let table = &tables[index];
        let viewer = match table.turn() {
            Turn::Player(seat) => Viewer::Seat(seat),
            Turn::Chance | Turn::Over(_) => Viewer::Spectator,
        };
        black_box(table.view_text(viewer));
        1
    })
}

/// Records of random games, read and replayed.
fn records(game: GameId, setup: &Setup, mut rng: Xoshiro256PlusPlus) -> Job {
    let record = |_| {
        let mut table = open(game, setup);
        while let Some(m) = table.pick_move(&mut rng).filter(|_| table.ply() < MAX_PLIES) {
            table.play_move(&m).expect("it is legal");
        }
        (Record::of(&*table).to_string(), table.ply() as u64)
    };
    let records: Vec<(String, u64)> = (0..N_GAMES).map(record).collect();
    let mut index = 0;
    Job::new(move |_| {
        index = (index + 1) % records.len();
        let (text, n_moves) = &records[index];
        let record: Record = text.parse().expect("what was written is read");
        black_box(record.replay().expect("it was played"));
        *n_moves
    })
}

fn open(game: GameId, setup: &Setup) -> Box<dyn Table> {
    game.open(&setup.pairs()).expect("a setup is a game")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_workload_does_what_it_is_asked_and_little_more() {
        for workload in GameId::ALL.into_iter().flat_map(GameId::workloads) {
            // Whole games are units that take long.
            let most = if workload.unit() == "games" { 20 } else { 5_000 };
            for units in [1, 100, 5_000].map(|units| units.min(most)) {
                let n_done = workload.prepare(1).run(units);
                // A whole game at most, or the moves of one position.
                assert!((units..units + 2_000).contains(&n_done), "{workload:?} {n_done}");
                assert_eq!(workload.prepare(1).run(units), n_done, "{workload:?}");
            }
        }
    }

    #[test]
    fn perft_is_measured_in_the_game_that_is_counted() {
        let cards: GameId = "cards".parse().unwrap();
        let workloads = cards.workloads();
        let nodes = |name| {
            let workload = workloads.iter().find(|workload| workload.name() == name);
            workload.unwrap().prepare(1).run(1)
        };
        // Of six cards five would be left after the first, but what is counted is a game with four.
        assert_eq!(nodes("open/perft-bulk"), 3);
    }

    #[test]
    fn names_are_unique() {
        for game in GameId::ALL {
            let workloads = game.workloads();
            let names: std::collections::BTreeSet<_> =
                workloads.iter().map(Workload::name).collect();
            assert_eq!(names.len(), workloads.len(), "{names:?}");
            assert!(!names.is_empty());
        }
    }

    #[test]
    fn options_make_workloads_of_their_own() {
        let game: GameId = "triominos".parse().unwrap();
        let workloads = game.workloads_with(&[("single-round", "on"), ("seats", "5")]).unwrap();
        let is_whole = |it: &&Workload| it.name() == "single-round=on,seats=5/whole-games";
        assert_eq!(workloads.iter().find(is_whole).unwrap().prepare(1).run(3), 3);
        let error = game.workloads_with(&[("seats", "9")]).unwrap_err().to_string();
        assert_eq!(error, game.open(&[("seats", "9")]).unwrap_err().to_string());
    }
}
