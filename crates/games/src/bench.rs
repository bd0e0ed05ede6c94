//! The speed of every game, as numbers with names.

use std::fmt;
use std::hint::black_box;
use std::time::Instant;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tilewright_core::{Benchmark, Game, Position, overridden, parse_options, perft_up_to};

/// Something that a game does a great many times, to be timed.
///
/// ```
/// use tilewright_games::GameId;
///
/// let game: GameId = "blokus".parse()?;
/// let workloads = game.workloads();
/// let playouts = workloads.iter().find(|it| it.name() == "classic/playouts").unwrap();
/// let measured = playouts.run(1_000, 1);
/// assert!(measured.units >= 1_000);
/// println!("{:.0} {}/s", measured.per_second(), playouts.unit());
/// # Ok::<(), tilewright_games::UnknownGame>(())
/// ```
pub struct Workload {
    name: String,
    unit: &'static str,
    run: Box<dyn Fn(u64, u64) -> Measured + Send + Sync>,
}

impl Workload {
    /// Work that is not that of the rules alone. It does at least as many units as it is asked for,
    /// the same ones for the same seed, and says how long they took.
    pub fn new(
        name: String,
        unit: &'static str,
        run: impl Fn(u64, u64) -> Measured + Send + Sync + 'static,
    ) -> Workload {
        Workload { name, unit, run: Box::new(run) }
    }

    /// The setup and the kind of work: `duo/random-games`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What is counted, in the plural: `plies`.
    pub const fn unit(&self) -> &'static str {
        self.unit
    }

    /// Does at least this many units of work, and not many more. The same `units` and `seed` are
    /// the same work, on every machine.
    pub fn run(&self, units: u64, seed: u64) -> Measured {
        (self.run)(units, seed)
    }
}

impl fmt::Debug for Workload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Workload({}, {})", self.name, self.unit)
    }
}

/// How long a piece of work took.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// How much was done.
    pub units: u64,
    /// How long it took, without preparations.
    pub seconds: f64,
}

impl Measured {
    /// Units per second.
    ///
    /// ```
    /// use tilewright_games::Measured;
    ///
    /// assert_eq!(Measured { units: 300, seconds: 1.5 }.per_second(), 200.0);
    /// ```
    #[expect(clippy::cast_precision_loss, reason = "nobody counts to 2^53 here")]
    pub fn per_second(self) -> f64 {
        self.units as f64 / self.seconds
    }
}

/// Every kind of work, in every setup.
pub(crate) fn workloads<G: Game>() -> Vec<Workload> {
    G::BENCHMARKS.iter().flat_map(workloads_in::<G>).collect()
}

fn workloads_in<G: Game>(setup: &'static Benchmark) -> [Workload; 7] {
    let depth = setup.perft_depth;
    [
        workload::<G>(setup, "random-games", "plies", random_games),
        workload::<G>(setup, "playouts", "plies", playouts),
        workload::<G>(setup, "whole-games", "games", whole_games),
        workload::<G>(setup, "legal-moves", "moves", legal_moves),
        workload::<G>(setup, "undo", "moves", undo),
        perft_workload::<G>(setup, "perft", move |start, units| {
            perft(start, depth, units, &mut |_| 1)
        }),
        perft_workload::<G>(setup, "perft-bulk", move |start, units| {
            perft(start, depth - 1, units, &mut |leaf| leaf.n_legal_moves() as u64)
        }),
    ]
}

fn workload<G: Game>(
    setup: &'static Benchmark,
    kind: &str,
    unit: &'static str,
    run: impl Fn(&G::Position, u64, u64) -> Measured + Send + Sync + 'static,
) -> Workload {
    let run = move |units, seed| run(&start::<G>(setup.options), units, seed);
    Workload { name: format!("{}/{kind}", setup.name), unit, run: Box::new(run) }
}

/// Begins in the setup as it is counted, and knows no chance.
fn perft_workload<G: Game>(
    setup: &'static Benchmark,
    kind: &str,
    run: impl Fn(&G::Position, u64) -> Measured + Send + Sync + 'static,
) -> Workload {
    let run = move |units, _| run(&start::<G>(&overridden(G::PERFT_OPTIONS, setup.options)), units);
    Workload { name: format!("{}/{kind}", setup.name), unit: "nodes", run: Box::new(run) }
}

fn start<G: Game>(options: &[(&str, &str)]) -> G::Position {
    let options = parse_options(options.iter().copied());
    options.and_then(|options| G::start(&options)).expect("a setup is a game")
}

/// Calls `work` with what is still to do until nothing is.
fn measure(units: u64, mut work: impl FnMut(u64) -> u64) -> Measured {
    let clock = Instant::now();
    let mut done = 0;
    while done < units {
        done += work(units - done);
    }
    Measured { units: done, seconds: clock.elapsed().as_secs_f64() }
}

/// Games of moves that are all equally likely.
fn random_games<P: Position>(start: &P, units: u64, seed: u64) -> Measured {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    measure(units, |left| {
        let mut position = start.clone();
        let mut n_plies = 0;
        while n_plies < left
            && let Some(m) = position.random_move(&mut rng)
        {
            position.play_unchecked(m);
            n_plies += 1;
        }
        black_box(&position);
        n_plies
    })
}

/// Games in the cheapest random way the game has.
fn playouts<P: Position>(start: &P, units: u64, seed: u64) -> Measured {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    measure(units, |_| {
        let mut position = start.clone();
        let n_plies = position.play_out(&mut rng) as u64;
        black_box(&position);
        n_plies
    })
}

/// The same, counted in games.
fn whole_games<P: Position>(start: &P, units: u64, seed: u64) -> Measured {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    measure(units, |_| {
        let mut position = start.clone();
        position.play_out(&mut rng);
        black_box(&position);
        1
    })
}

/// Lists the moves of every position of some games into one buffer.
fn legal_moves<P: Position>(start: &P, units: u64, seed: u64) -> Measured {
    let games = sample_games(start, seed);
    let mut games = games.iter().cycle();
    let mut moves = Vec::new();
    measure(units, |left| {
        let mut position = start.clone();
        let mut n_listed = 0;
        for &m in games.next().expect("there are games, for ever") {
            moves.clear();
            position.legal_moves(&mut moves);
            n_listed += black_box(&moves).len() as u64;
            if n_listed >= left {
                break;
            }
            position.play_unchecked(m);
        }
        n_listed
    })
}

/// Plays some games and takes every move back.
fn undo<P: Position>(start: &P, units: u64, seed: u64) -> Measured {
    let games = sample_games(start, seed);
    let mut games = games.iter().cycle();
    let mut position = start.clone();
    let mut played = Vec::new();
    measure(units, |left| {
        let game = games.next().expect("there are games, for ever");
        for &m in &game[..game.len().min(left as usize)] {
            played.push((m, position.play_unchecked(m)));
        }
        black_box(&position);
        let n_played = played.len() as u64;
        while let Some((m, undo)) = played.pop() {
            position.undo(m, undo);
        }
        n_played
    })
}

/// Walks the tree of moves down to `depth`, again and again.
fn perft<P: Position>(
    start: &P,
    depth: usize,
    units: u64,
    leaf: &mut impl FnMut(&P) -> u64,
) -> Measured {
    let mut position = start.clone();
    measure(units, |left| perft_up_to(&mut position, depth, left, leaf))
}

/// The moves of a few random games: enough that no branch is learned by heart.
fn sample_games<P: Position>(start: &P, seed: u64) -> Vec<Vec<P::Move>> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    (0..32).map(|_| sample_game(start.clone(), &mut rng)).collect()
}

fn sample_game<P: Position>(mut position: P, rng: &mut Xoshiro256PlusPlus) -> Vec<P::Move> {
    let mut game = Vec::new();
    while let Some(m) = position.random_move(rng) {
        position.play_unchecked(m);
        game.push(m);
    }
    game
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameId;

    #[test]
    fn every_workload_does_what_it_is_asked_and_little_more() {
        for workload in GameId::all().flat_map(GameId::workloads) {
            // Whole games are units that take long.
            let most = if workload.unit() == "games" { 20 } else { 5_000 };
            for units in [1, 100, 5_000].map(|units| units.min(most)) {
                let measured = workload.run(units, 1);
                // A whole game at most, or the moves of one position.
                assert!(
                    (units..units + 2_000).contains(&measured.units),
                    "{workload:?} {measured:?}"
                );
                assert_eq!(workload.run(units, 1).units, measured.units, "{workload:?}");
            }
        }
    }

    #[test]
    fn perft_is_measured_in_the_game_that_is_counted() {
        let cards: GameId = "cards".parse().unwrap();
        let workloads = cards.workloads();
        let nodes = |name| {
            let workload = workloads.iter().find(|workload| workload.name() == name);
            workload.unwrap().run(1, 1).units
        };
        // Of six cards five would be left after the first, but what is counted is a game with four.
        assert_eq!(nodes("open/perft-bulk"), 3);
    }

    #[test]
    fn names_are_unique() {
        for game in GameId::all() {
            let workloads = game.workloads();
            let names: std::collections::BTreeSet<_> =
                workloads.iter().map(Workload::name).collect();
            assert_eq!(names.len(), workloads.len(), "{names:?}");
            assert!(!names.is_empty());
        }
    }
}
