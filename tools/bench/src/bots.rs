//! Work of bots: simulations and nodes, at the start and in the middle of a random game.

use tilewright_bots::{Limits, Playable, Thinking, bot, generator};
use tilewright_core::{Position, Turn, Viewer};

use crate::setup::Setup;
use crate::{Job, Kind, kind};

/// The kinds of work of the bots that the game has.
pub(crate) fn kinds<G: Playable>() -> Vec<Kind> {
    let has = |name: &str| G::KINDS.iter().any(|kind| kind.info.name == name);
    let is_there = |kind: &Kind| kind.name.split('-').next().is_some_and(has);
    all::<G>().into_iter().filter(is_there).collect()
}

fn all<G: Playable>() -> [Kind; 10] {
    [
        kind("minimax-opening", "nodes", |setup, seed| choices::<G>("minimax", setup, 0, seed)),
        kind("minimax-middle", "nodes", |setup, seed| choices::<G>("minimax", setup, 50, seed)),
        kind("paranoid-opening", "nodes", |setup, seed| choices::<G>("paranoid", setup, 0, seed)),
        kind("paranoid-middle", "nodes", |setup, seed| choices::<G>("paranoid", setup, 50, seed)),
        kind("maxn-opening", "nodes", |setup, seed| choices::<G>("maxn", setup, 0, seed)),
        kind("maxn-middle", "nodes", |setup, seed| choices::<G>("maxn", setup, 50, seed)),
        kind("mcts-opening", "simulations", |setup, seed| choices::<G>("mcts", setup, 0, seed)),
        kind("mcts-middle", "simulations", |setup, seed| choices::<G>("mcts", setup, 50, seed)),
        kind("ismcts-opening", "simulations", |setup, seed| choices::<G>("ismcts", setup, 0, seed)),
        kind("ismcts-middle", "simulations", |setup, seed| choices::<G>("ismcts", setup, 50, seed)),
    ]
}

/// Choices of a bot, each by as many nodes as are left: more than one if it soon knows everything.
fn choices<G: Playable>(bot_name: &str, setup: &Setup, percent: usize, seed: u64) -> Job {
    let position = position::<G>(setup, percent, seed);
    let seat = position.turn().seat().expect("a seat is to move");
    let spec = bot_name.parse().expect("a kind is a bot");
    let mut bot = bot::<G>(&spec).expect("the game has this bot");
    Job::new(move |left| {
        let limits = Limits { nodes: Some(left), ..Limits::NONE };
        let mut thinking = Thinking { limits, seed, ..Thinking::default() };
        bot.choose(&G::known(&position, Viewer::Seat(seat)), &mut thinking).info.nodes.max(1)
    })
}

/// A position in which a seat is to move, after so many percent of a random game.
fn position<G: Playable>(setup: &Setup, percent: usize, seed: u64) -> G::Position {
    let mut rng = generator(seed, 0);
    let mut position = setup.start::<G>();
    let mut path = Vec::new();
    loop {
        if matches!(position.turn(), Turn::Player(_)) {
            path.push(position.clone());
        }
        let Some(m) = position.random_move(&mut rng) else { break };
        position.play_unchecked(m);
    }
    path.swap_remove(path.len() * percent / 100)
}
