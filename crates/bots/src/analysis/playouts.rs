//! Games played out at random: what moves are worth when nobody knows better.

use tilewright_core::{BySeat, MoveOf, Outcome, Position, Seat, Turn};
use tilewright_search::{Limits, SearchInfo};

use super::{Analysis, MoveValue, Study, margins};
use crate::chance::generator;
use crate::playable::Playable;

/// The number of playouts without another limit.
const USUAL: u32 = 20_000;

/// The number of playouts between two looks at the clock.
const N_BETWEEN_LOOKS: u32 = 16;

/// One playout in this many goes to the move in question, however badly it does.
const N_BETWEEN_ABOUTS: u32 = 8;

/// The exploration constant of UCB1.
const CURIOSITY: f64 = 1.0;

/// The results of a move so far.
#[derive(Clone, Copy)]
struct Tally {
    n_games: u32,
    shares: BySeat<f64>,
    margins: BySeat<f64>,
}

impl Tally {
    fn add(&mut self, outcome: &Outcome) {
        self.n_games += 1;
        let shares = outcome.shares();
        let margins = margins(outcome.scores());
        for seat in shares.seats() {
            self.shares[seat] += shares[seat];
            self.margins[seat] += margins[seat];
        }
    }

    /// The value of the move whose playouts these are; nothing if there were none.
    fn value_of<M: Copy>(&self, m: M) -> MoveValue<M> {
        let n = self.n_games;
        let is_tried = n > 0;
        let info = SearchInfo {
            nodes: n.into(),
            value: is_tried.then(|| self.mean(&self.shares)),
            line: vec![m],
            sentence: is_tried.then(|| format!("by {n} games played out at random")),
            ..SearchInfo::default()
        };
        let margin = is_tried.then(|| self.mean(&self.margins));
        MoveValue { margin, visits: Some(n.into()), ..MoveValue::new(m, info) }
    }

    fn mean(&self, sums: &BySeat<f64>) -> BySeat<f64> {
        sums.map(|sum| sum / f64::from(self.n_games.max(1)))
    }
}

impl<G: Playable> Study<'_, '_, G> {
    /// Tries the moves, the promising ones more often, each time in a position that may really be.
    pub(super) fn play_out(&mut self, moves: &[MoveOf<G>]) -> Analysis<MoveOf<G>> {
        let n_seats = G::n_seats(self.known);
        let none = BySeat::from_fn(n_seats, |_| 0.0);
        let mut tallies = vec![Tally { n_games: 0, shares: none, margins: none }; moves.len()];
        let Limits { time, nodes, .. } = self.purse.left();
        let usual = if time.is_some() { u32::MAX } else { USUAL };
        let max_games = nodes.map_or(usual, |nodes| nodes.try_into().unwrap_or(u32::MAX)).max(1);
        let about = self.question.about.and_then(|m| moves.iter().position(|&other| other == m));
        let rng = &mut generator(self.question.seed, self.question.ply);
        for n_games in 0..max_games {
            let is_time_to_look = n_games.is_multiple_of(N_BETWEEN_LOOKS);
            if is_time_to_look && (self.question.is_stopped() || self.purse.is_empty()) {
                break;
            }
            let is_abouts_turn = n_games.is_multiple_of(N_BETWEEN_ABOUTS);
            let i = match about.filter(|_| is_abouts_turn) {
                Some(i) => i,
                None => next(&tallies, n_games, self.seat),
            };
            let mut position = G::sample(self.known, rng);
            position.play_unchecked(moves[i]);
            position.play_out(rng);
            let Turn::Over(outcome) = position.turn() else { break };
            tallies[i].add(&outcome);
            if n_games >= 1_024 && n_games.is_power_of_two() {
                self.question.report(&summed(moves, &tallies, self.seat));
            }
        }
        summed(moves, &tallies, self.seat)
    }
}

/// The move to try next: each once, and then by UCB1.
fn next(tallies: &[Tally], n_games: u32, seat: Seat) -> usize {
    let logarithm = f64::from(n_games.max(1)).ln();
    let merit = |tally: &Tally| {
        let n = f64::from(tally.n_games);
        tally.shares[seat] / n + CURIOSITY * (logarithm / n).sqrt()
    };
    if let Some(untried) = tallies.iter().position(|tally| tally.n_games == 0) {
        return untried;
    }
    let best =
        (0..tallies.len()).max_by(|&i, &j| merit(&tallies[i]).total_cmp(&merit(&tallies[j])));
    best.unwrap_or_default()
}

/// The values of the moves. The one with most playouts is the best, because it did well each time.
fn summed<M: Copy + PartialEq>(moves: &[M], tallies: &[Tally], seat: Seat) -> Analysis<M> {
    let nodes = tallies.iter().map(|tally| u64::from(tally.n_games)).sum();
    let moves_with_values = moves.iter().zip(tallies).map(|(&m, tally)| tally.value_of(m));
    let mut analysis = Analysis { moves: moves_with_values.collect(), nodes };
    let most_tried = moves.iter().zip(tallies).max_by_key(|(_, tally)| tally.n_games);
    if let Some((first, _)) = most_tried {
        analysis.sort(first, seat);
    }
    analysis
}
