//! Random games that other work goes through.

use tilewright_core::{Position, Rng};

/// The number of games: enough that no branch predictor learns them by heart.
const N_GAMES: usize = 32;

/// The moves of some random games, one after the other without end.
pub(crate) struct Games<P: Position> {
    games: Vec<Vec<P::Move>>,
    index: usize,
}

impl<P: Position> Games<P> {
    pub(crate) fn new(start: &P, mut rng: impl Rng) -> Games<P> {
        let games = (0..N_GAMES).map(|_| random_game(start, &mut rng)).collect();
        Games { games, index: 0 }
    }

    pub(crate) fn next(&mut self) -> &[P::Move] {
        self.index = (self.index + 1) % self.games.len();
        &self.games[self.index]
    }

    /// The position in each game after so many percent of its moves.
    pub(crate) fn positions_at(&self, start: &P, percent: usize) -> Vec<P> {
        self.games.iter().map(|game| after(start, &game[..game.len() * percent / 100])).collect()
    }
}

fn random_game<P: Position>(start: &P, rng: &mut impl Rng) -> Vec<P::Move> {
    let mut position = start.clone();
    let mut game = Vec::new();
    while let Some(m) = position.random_move(rng) {
        position.play_unchecked(m);
        game.push(m);
    }
    game
}

fn after<P: Position>(start: &P, moves: &[P::Move]) -> P {
    let mut position = start.clone();
    for &m in moves {
        position.play_unchecked(m);
    }
    position
}

#[cfg(test)]
mod tests {
    use tilewright_bots::generator;
    use tilewright_coerceo::{Coerceo, Options};
    use tilewright_core::{Game, Turn};

    use super::*;

    #[test]
    fn positions_lie_after_that_part_of_a_game() {
        let start = Coerceo::start(&Options::default()).unwrap();
        let games = Games::new(&start, generator(1, 0));
        assert!(games.positions_at(&start, 0).iter().all(|position| *position == start));
        let middle = games.positions_at(&start, 50);
        assert!(middle.iter().all(|it| *it != start && matches!(it.turn(), Turn::Player(_))));
        let end = games.positions_at(&start, 100);
        assert!(end.iter().all(|position| matches!(position.turn(), Turn::Over(_))));
    }

    #[test]
    fn games_are_different_and_come_again() {
        let start = Coerceo::start(&Options::default()).unwrap();
        let mut games = Games::new(&start, generator(1, 0));
        let mut round = || -> Vec<_> { (0..N_GAMES).map(|_| games.next().to_vec()).collect() };
        let first = round();
        assert_eq!(first, round());
        assert!(first.iter().any(|game| *game != first[0]));
    }
}
