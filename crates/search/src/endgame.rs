//! Exhaustive endgame search: the end of a game, played out exactly.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::ops::Neg;

use tilewright_core::{BySeat, Outcome, Position, Seat, Turn};

use crate::budget::Budget;
use crate::limits::{Limits, Stop};
use crate::thinking::{Choice, SearchInfo};
use crate::transposition::Bound;

/// Exhaustive endgame search: alpha-beta to the ends of the game with two seats, and max^n with any
/// other number. It uses no evaluator.
///
/// It is for games without chance in which every move uses something up, so that no position comes
/// back, and for positions where little is left. Every seat wants the best [`ExactScore`] for
/// itself; with two seats, what cannot change the result is left out.
///
/// ```
/// use tilewright_core::Position;
/// use tilewright_search::{Choice, Endgame, Limits, Stop};
///
/// /// The best move if a hundred thousand positions are enough to know it.
/// fn last_move<P: Position>(position: &P) -> Option<Choice<P::Move>> {
///     let limits = Limits { nodes: Some(100_000), ..Limits::NONE };
///     Some(Endgame::new().solve(position, limits, &Stop::new())?.choice())
/// }
/// ```
pub struct Endgame<P: Position> {
    /// With two seats: bounds of positions by Zobrist key, for the seat to move.
    duels: HashMap<u64, (Bound, ExactScore)>,
    /// With any other number: the score of each seat.
    games: HashMap<u64, BySeat<ExactScore>>,
    /// The moves of all nodes on the path from the root, one node after the other.
    moves: Vec<P::Move>,
}

/// The exact value of an end of the game for a seat: first its place, then its points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ExactScore {
    /// The number of seats that it is better than, less the number that are better.
    pub merit: i32,
    /// Its points times the number of seats, less the points of all: with two seats what it is
    /// ahead.
    pub margin: i32,
}

impl ExactScore {
    /// The score of an outcome for a seat.
    pub fn of(outcome: &Outcome, seat: Seat) -> ExactScore {
        let place = outcome.place(seat);
        let merit = outcome.places().iter().map(|other| other.cmp(&place) as i32).sum();
        let scores = outcome.scores();
        let total: i32 = scores.iter().sum();
        // Alone at the table, there is nobody to be ahead of.
        let total = if scores.len() == 1 { 0 } else { total };
        ExactScore { merit, margin: scores[seat] * scores.len() as i32 - total }
    }

    const MAX: ExactScore = ExactScore { merit: i32::MAX, margin: 0 };
}

/// For the other of two seats.
impl Neg for ExactScore {
    type Output = ExactScore;

    fn neg(self) -> ExactScore {
        ExactScore { merit: -self.merit, margin: -self.margin }
    }
}

/// The solution of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved<M> {
    /// The best move.
    pub m: M,
    /// The score of each seat with best play.
    pub worth: BySeat<ExactScore>,
    /// The number of positions that were searched.
    pub nodes: u64,
}

impl<M: Copy> Solved<M> {
    /// The solution as a proved choice.
    pub fn choice(&self) -> Choice<M> {
        let n_others = (self.worth.len() as i32 - 1).max(1);
        let share = |worth: &ExactScore| 0.5 + 0.5 * f64::from(worth.merit) / f64::from(n_others);
        Choice {
            m: self.m,
            info: SearchInfo {
                nodes: self.nodes,
                value: Some(self.worth.map(share)),
                line: vec![self.m],
                is_proved: true,
                sentence: Some("proved: played to the end".to_owned()),
                ..SearchInfo::default()
            },
        }
    }
}

/// The most positions that are stored: some ten megabytes.
const MAX_KNOWN: usize = 1 << 18;

impl<P: Position> Endgame<P> {
    /// Nothing is known.
    pub fn new() -> Endgame<P> {
        Endgame { duels: HashMap::new(), games: HashMap::new(), moves: Vec::new() }
    }

    /// The best move and what comes of it; nothing if the limits of time and nodes are too narrow
    /// to know it. Of equal moves the first in the order of the game is taken.
    ///
    /// # Panics
    /// If it is nobody's turn, or where chance decides.
    pub fn solve(&mut self, position: &P, limits: Limits, stop: &Stop) -> Option<Solved<P::Move>> {
        let us = position.turn().seat().expect("an end is asked for by the seat to move");
        self.duels.clear();
        self.games.clear();
        self.moves.clear();
        let mut budget = Budget::new(limits, stop);
        let mut position = position.clone();
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let mut best: Option<(P::Move, BySeat<ExactScore>)> = None;
        for m in moves {
            let alpha = best.map_or(-ExactScore::MAX, |(_, worth)| worth[us]);
            let worth = self.worth_of(&mut position, m, us, alpha, &mut budget)?;
            if best.is_none_or(|(_, best)| prefer(us, &worth, &best) == Ordering::Greater) {
                best = Some((m, worth));
            }
        }
        best.map(|(m, worth)| Solved { m, worth, nodes: budget.n_nodes() })
    }

    /// The score of a move at the root for each seat; with two seats it is a bound unless it is
    /// more than `alpha`.
    fn worth_of(
        &mut self,
        position: &mut P,
        m: P::Move,
        us: Seat,
        alpha: ExactScore,
        budget: &mut Budget<'_>,
    ) -> Option<BySeat<ExactScore>> {
        if position.n_seats() != 2 {
            return self.game_of(position, m, budget);
        }
        let own = self.duel_of(position, m, us, alpha, ExactScore::MAX, budget)?;
        Some(BySeat::from_fn(2, |seat| if seat == us { own } else { -own }))
    }

    /// The score of a move for one of two seats, who plays it: exact between `alpha` and `beta`,
    /// and beyond them a bound.
    fn duel_of(
        &mut self,
        position: &mut P,
        m: P::Move,
        us: Seat,
        alpha: ExactScore,
        beta: ExactScore,
        budget: &mut Budget<'_>,
    ) -> Option<ExactScore> {
        if !budget.spend() {
            return None;
        }
        let undo = position.play_unchecked(m);
        let worth = match position.turn() {
            Turn::Over(outcome) => Some(ExactScore::of(&outcome, us)),
            Turn::Player(seat) if seat == us => self.duel(position, us, alpha, beta, budget),
            Turn::Player(seat) => {
                self.duel(position, seat, -beta, -alpha, budget).map(ExactScore::neg)
            }
            Turn::Chance => panic!("an endgame is played without chance"),
        };
        position.undo(m, undo);
        worth
    }

    /// The score of a position for one of two seats, who is to move.
    fn duel(
        &mut self,
        position: &mut P,
        us: Seat,
        alpha: ExactScore,
        beta: ExactScore,
        budget: &mut Budget<'_>,
    ) -> Option<ExactScore> {
        let key = position.key();
        match self.duels.get(&key) {
            Some(&(Bound::Exact, worth)) => return Some(worth),
            Some(&(Bound::Lower, worth)) if worth >= beta => return Some(worth),
            Some(&(Bound::Upper, worth)) if worth <= alpha => return Some(worth),
            _ => (),
        }
        let first = self.moves.len();
        position.legal_moves(&mut self.moves);
        let mut best = -ExactScore::MAX;
        for i in first..self.moves.len() {
            let m = self.moves[i];
            best = best.max(self.duel_of(position, m, us, alpha.max(best), beta, budget)?);
            if best >= beta {
                break;
            }
        }
        self.moves.truncate(first);
        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if best > alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        if self.duels.len() < MAX_KNOWN || self.duels.contains_key(&key) {
            self.duels.insert(key, (bound, best));
        }
        Some(best)
    }

    /// The score of a move for each of several seats.
    fn game_of(
        &mut self,
        position: &mut P,
        m: P::Move,
        budget: &mut Budget<'_>,
    ) -> Option<BySeat<ExactScore>> {
        if !budget.spend() {
            return None;
        }
        let undo = position.play_unchecked(m);
        let n_seats = position.n_seats();
        let worth = match position.turn() {
            Turn::Over(outcome) => {
                Some(BySeat::from_fn(n_seats, |it| ExactScore::of(&outcome, it)))
            }
            Turn::Player(seat) => self.game(position, seat, budget),
            Turn::Chance => panic!("an endgame is played without chance"),
        };
        position.undo(m, undo);
        worth
    }

    /// The score of a position for each of several seats.
    fn game(
        &mut self,
        position: &mut P,
        us: Seat,
        budget: &mut Budget<'_>,
    ) -> Option<BySeat<ExactScore>> {
        let key = position.key();
        if let Some(worth) = self.games.get(&key) {
            return Some(*worth);
        }
        let first = self.moves.len();
        position.legal_moves(&mut self.moves);
        let mut best: Option<BySeat<ExactScore>> = None;
        for i in first..self.moves.len() {
            let m = self.moves[i];
            let worth = self.game_of(position, m, budget)?;
            if best.is_none_or(|best| prefer(us, &worth, &best) == Ordering::Greater) {
                best = Some(worth);
            }
        }
        self.moves.truncate(first);
        if let Some(best) = best
            && self.games.len() < MAX_KNOWN
        {
            self.games.insert(key, best);
        }
        best
    }
}

impl<P: Position> Default for Endgame<P> {
    fn default() -> Endgame<P> {
        Endgame::new()
    }
}

/// Compares two results for a seat: by its own score, and then by the scores of the seats, so that
/// the order of moves does not matter.
fn prefer(seat: Seat, left: &BySeat<ExactScore>, right: &BySeat<ExactScore>) -> Ordering {
    left[seat].cmp(&right[seat]).then_with(|| right.cmp(left))
}
