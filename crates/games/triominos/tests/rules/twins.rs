//! The usual game and one with an option changed, side by side: the same moves are played in both,
//! and what is different is looked at.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tilewright_core::{Position as _, Rng, Seat, random_index};
use tilewright_triominos::{Hands, Move, Position};

use crate::{FIVE_ROUND, MORE_AT_LEFT, legal_moves, play, start};

/// A move that was played in both games.
pub(crate) struct Step {
    pub(crate) before: Pair,
    pub(crate) m: Move,
    pub(crate) after: Pair,
}

/// The positions of both games.
#[derive(Clone)]
pub(crate) struct Pair {
    pub(crate) usual: Position,
    pub(crate) changed: Position,
}

impl Step {
    /// The extra gain of each seat by the move in the changed game.
    pub(crate) fn extra_gains(&self) -> Vec<i32> {
        let gains = |before: &Position, after: &Position| -> Vec<i32> {
            Seat::first(before.n_seats())
                .map(|it| after.scores()[it] - before.scores()[it])
                .collect()
        };
        let usual = gains(&self.before.usual, &self.after.usual);
        let changed = gains(&self.before.changed, &self.after.changed);
        changed.iter().zip(usual).map(|(changed, usual)| changed - usual).collect()
    }

    /// The only one of these that is not zero.
    #[track_caller]
    pub(crate) fn extra_gain(&self) -> i32 {
        let gains: Vec<i32> = self.extra_gains().into_iter().filter(|&gain| gain != 0).collect();
        assert!(gains.len() < 2, "{gains:?} after {}", self.m);
        gains.first().copied().unwrap_or(0)
    }

    /// That after the move both games allow the same.
    #[track_caller]
    pub(crate) fn assert_same_moves(&self) {
        let Pair { usual, changed } = &self.after;
        assert_eq!(legal_moves(usual), legal_moves(changed), "after {}", self.m);
    }
}

impl Pair {
    fn start(common: &str, change: &str) -> Pair {
        Pair { usual: start(common), changed: start(&format!("{common} {change}")) }
    }

    fn play(&mut self, moves: &str) {
        play(&mut self.usual, moves);
        play(&mut self.changed, moves);
    }

    /// That both games differ in nothing but the option and the scores.
    #[track_caller]
    fn assert_same_table(&self, change: &str) {
        let [usual, changed] = [&self.usual, &self.changed].map(|it| table(it, change));
        assert_eq!(usual, changed);
    }

    /// A move that both allow: in a game of shared tiles mostly the one with the most points, so
    /// that there are many figures.
    fn common_move(&self, rng: &mut impl Rng) -> Option<Move> {
        let mut moves = Vec::new();
        self.usual.legal_moves(&mut moves);
        moves.retain(|&m| self.changed.is_legal(m));
        if self.usual.options().hands == Hands::Shared && random_index(rng, 4) > 0 {
            return moves.into_iter().max_by_key(|&m| self.points(m));
        }
        moves.get(random_index(rng, moves.len())).copied()
    }

    fn points(&self, m: Move) -> i32 {
        let Move::Place(placement) = m else { return 0 };
        self.usual.board().score(placement, &self.usual.options().figures())
    }
}

/// The text of a position without the option that is changed, and without the scores.
fn table(position: &Position, change: &str) -> String {
    let (name, _) = change.split_once('=').expect("an option is a name and a value");
    let is_told = |word: &&str| match word.split_once('=') {
        Some((other, _)) => other != name && other != "scores",
        None => true,
    };
    position.to_string().split(' ').filter(is_told).collect::<Vec<_>>().join(" ")
}

/// Plays random moves that both games allow, until there are none, and checks after each that the
/// table is the same.
pub(crate) fn play_twins(common: &str, change: &str, mut see: impl FnMut(&Step)) {
    for seed in 0..16 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut now = Pair::start(common, change);
        // Every other game has a place for two hexagons, which are rare otherwise.
        if now.usual.options().hands == Hands::Shared && seed % 2 == 0 {
            now.play(&format!("{FIVE_ROUND} {MORE_AT_LEFT}"));
        }
        while let Some(m) = now.common_move(&mut rng) {
            let before = now.clone();
            now.usual.play(m).expect("the move is legal");
            now.changed.play(m).expect("the move is legal");
            now.assert_same_table(change);
            let step = Step { before, m, after: now };
            see(&step);
            now = step.after;
        }
    }
}
