//! Work of the rules: what a search does with positions, and what a table needs of them.

use std::hint::black_box;

use tilewright_bots::generator;
use tilewright_core::{Game, Position, Turn, Viewer, perft_up_to};

use crate::games::Games;
use crate::setup::Setup;
use crate::{Job, Kind, kind};

/// All kinds, in the order in which people should read them.
pub(crate) fn kinds<G: Game>() -> Vec<Kind> {
    vec![
        kind("random-games", "plies", random_games::<G>),
        kind("playouts", "plies", playouts::<G>),
        kind("whole-games", "games", whole_games::<G>),
        kind("legal-moves", "moves", legal_moves::<G>),
        kind("list-at-0", "lists", list_at::<G, 0>),
        kind("list-at-25", "lists", list_at::<G, 25>),
        kind("list-at-50", "lists", list_at::<G, 50>),
        kind("list-at-75", "lists", list_at::<G, 75>),
        kind("undo", "moves", undo::<G>),
        kind("keys", "keys", |setup, seed| each_position::<G>(setup, seed, take_key::<G>)),
        kind("views", "views", |setup, seed| each_position::<G>(setup, seed, take_view::<G>)),
        kind("texts", "texts", |setup, seed| each_position::<G>(setup, seed, take_text::<G>)),
        kind("perft", "nodes", perft::<G>),
        kind("perft-bulk", "nodes", perft_bulk::<G>),
    ]
}

/// Games of moves that are all equally likely.
fn random_games<G: Game>(setup: &Setup, seed: u64) -> Job {
    let start = setup.start::<G>();
    let mut rng = generator(seed, 0);
    let mut position = start.clone();
    Job::new(move |left| {
        position.clone_from(&start);
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
fn playouts<G: Game>(setup: &Setup, seed: u64) -> Job {
    counted_playouts::<G>(setup, seed, |n_plies| n_plies)
}

/// Playouts, counted in games.
fn whole_games<G: Game>(setup: &Setup, seed: u64) -> Job {
    counted_playouts::<G>(setup, seed, |_| 1)
}

fn counted_playouts<G: Game>(setup: &Setup, seed: u64, count: fn(u64) -> u64) -> Job {
    let start = setup.start::<G>();
    let mut rng = generator(seed, 0);
    let mut position = start.clone();
    Job::new(move |_| {
        position.clone_from(&start);
        let n_plies = position.play_out(&mut rng) as u64;
        black_box(&position);
        count(n_plies)
    })
}

/// The moves of every position of some games, listed into one buffer.
fn legal_moves<G: Game>(setup: &Setup, seed: u64) -> Job {
    let start = setup.start::<G>();
    let mut games = Games::new(&start, generator(seed, 0));
    let mut moves = Vec::new();
    Job::new(move |left| {
        let mut position = start.clone();
        let mut n_listed = 0;
        for &m in games.next() {
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

/// The moves of positions after so many percent of a game, listed into one buffer.
fn list_at<G: Game, const PERCENT: usize>(setup: &Setup, seed: u64) -> Job {
    let start = setup.start::<G>();
    let positions = Games::new(&start, generator(seed, 0)).positions_at(&start, PERCENT);
    let mut moves = Vec::new();
    Job::new(move |_| {
        for position in &positions {
            moves.clear();
            position.legal_moves(&mut moves);
            black_box(&moves);
        }
        positions.len() as u64
    })
}

/// Some games, played and taken back move by move.
fn undo<G: Game>(setup: &Setup, seed: u64) -> Job {
    let mut position = setup.start::<G>();
    let mut games = Games::new(&position, generator(seed, 0));
    let mut played = Vec::new();
    Job::new(move |left| {
        let game = games.next();
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

/// Some games, played, with something taken from every position after the first.
fn each_position<G: Game>(setup: &Setup, seed: u64, take: fn(&G::Position)) -> Job {
    let start = setup.start::<G>();
    let mut games = Games::new(&start, generator(seed, 0));
    Job::new(move |left| {
        let mut position = start.clone();
        let game = games.next();
        let game = &game[..game.len().min(left as usize)];
        for &m in game {
            position.play_unchecked(m);
            take(&position);
        }
        game.len() as u64
    })
}

fn take_key<G: Game>(position: &G::Position) {
    black_box(position.key());
}

fn take_view<G: Game>(position: &G::Position) {
    black_box(G::view(position, mover(position.turn())));
}

fn take_text<G: Game>(position: &G::Position) {
    black_box(position.to_string().parse::<G::Position>().expect("texts are read"));
}

/// The viewer who is to move.
pub(crate) fn mover(turn: Turn) -> Viewer {
    match turn {
        Turn::Player(seat) => Viewer::Seat(seat),
        Turn::Chance | Turn::Over(_) => Viewer::Spectator,
    }
}

/// The tree of moves, with every leaf played.
fn perft<G: Game>(setup: &Setup, _seed: u64) -> Job {
    let mut position = setup.counted::<G>();
    let depth = setup.perft_depth;
    Job::new(move |left| perft_up_to(&mut position, depth, left, &mut |_| 1))
}

/// The tree of moves, with the last ones counted instead of played.
fn perft_bulk<G: Game>(setup: &Setup, _seed: u64) -> Job {
    let mut position = setup.counted::<G>();
    let depth = setup.perft_depth - 1;
    Job::new(move |left| {
        perft_up_to(&mut position, depth, left, &mut |leaf: &G::Position| {
            leaf.n_legal_moves() as u64
        })
    })
}
