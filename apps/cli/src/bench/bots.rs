//! How many games a second the bots simulate, and how many positions those look at that look ahead,
//! in the opening and in the middle of a game.

use tilewright_bots::{Limits, Playable, Thinking, bot, generator};
use tilewright_core::{Benchmark, Job, Position, Turn, parse_options};
use tilewright_table::{GameId, Workload, dispatch};

/// The bots that are measured, and what they count as nodes.
const KINDS: [(&str, &str); 5] = [
    ("minimax", "nodes"),
    ("paranoid", "nodes"),
    ("maxn", "nodes"),
    ("mcts", "simulations"),
    ("ismcts", "simulations"),
];

/// After how many percent of a random game it is measured.
const PHASES: [(&str, usize); 2] = [("opening", 0), ("middle", 50)];

/// For each of these bots that the game has, each setup and each phase.
pub(super) fn bots(game: GameId) -> Vec<Workload> {
    dispatch!(game, G => workloads::<G>())
}

fn workloads<G: Playable>() -> Vec<Workload> {
    let has = |name| G::KINDS.iter().any(|kind| kind.info.name == name);
    let kinds = KINDS.into_iter().filter(|&(name, _)| has(name));
    let setups = kinds.flat_map(|kind| G::BENCHMARKS.iter().map(move |setup| (kind, setup)));
    let workload = |(kind, setup)| PHASES.map(|phase| workload::<G>(kind, setup, phase));
    setups.flat_map(workload).collect()
}

fn workload<G: Playable>(
    (kind, unit): (&'static str, &'static str),
    setup: &'static Benchmark,
    (phase, percent): (&str, usize),
) -> Workload {
    let name = format!("{}/{kind}-{phase}", setup.name);
    Workload::new(name, unit, move |seed| {
        choices::<G>(kind, &position::<G>(setup, percent, seed), seed)
    })
}

/// A position in which a seat is to move, after so many percent of a random game.
fn position<G: Playable>(setup: &Benchmark, percent: usize, seed: u64) -> G::Position {
    let options = parse_options(setup.options.iter().copied());
    let start = options.and_then(|options| G::start(&options)).expect("a setup is a game");
    let mut rng = generator(seed, 0);
    let mut path = vec![start];
    while let Some(m) = path[path.len() - 1].random_move(&mut rng) {
        let mut next = path[path.len() - 1].clone();
        next.play_unchecked(m);
        path.push(next);
    }
    let is_turn = |position: &G::Position| matches!(position.turn(), Turn::Player(_));
    path.retain(is_turn);
    path.swap_remove(path.len() * percent / 100)
}

/// Choices of a bot, by as many nodes as are left: more than one choice if it soon knows everything.
fn choices<G: Playable>(kind: &str, position: &G::Position, seed: u64) -> Job {
    let seat = position.turn().seat().expect("a seat is to move");
    let spec = kind.parse().expect("a kind is a bot");
    let mut bot = bot::<G>(&spec).expect("the game has this bot");
    let position = position.clone();
    Job::new(move |left| {
        let limits = Limits { nodes: Some(left), ..Limits::NONE };
        let mut thinking = Thinking { limits, seed, ..Thinking::default() };
        bot.choose(&G::known(&position, seat), &mut thinking).info.nodes.max(1)
    })
}
