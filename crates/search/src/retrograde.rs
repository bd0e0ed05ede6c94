//! Retrograde analysis: the end of a game in which positions may be repeated, from its ends
//! backwards.

use std::collections::{HashMap, VecDeque};

use tilewright_core::{BySeat, Position, Seat, Turn};

use crate::budget::Budget;
use crate::limits::{Limits, Stop};
use crate::thinking::{Choice, SearchInfo};

/// Retrograde analysis: lists every position that can be reached, and reasons backwards from the
/// ends of the game.
///
/// It is for two seats and games without chance in which positions may be repeated: then looking
/// ahead never ends, but there may be few positions. A win needs no repetition; where neither seat
/// can win, both can go round in circles until the rules call it a draw. Moves before count as the
/// rules say: a position that ends the game because it is repeated is an end.
///
/// ```
/// use tilewright_core::Position;
/// use tilewright_search::{Choice, Limits, Retrograde, Stop};
///
/// /// The best move if no more than a hundred thousand can be played from here on.
/// fn last_move<P: Position>(position: &P) -> Option<Choice<P::Move>> {
///     let limits = Limits { nodes: Some(100_000), ..Limits::NONE };
///     Some(Retrograde::of(position, limits, &Stop::new())?.choice())
/// }
/// ```
pub struct Retrograde<M> {
    /// The first is the position that was asked for.
    states: Vec<State>,
    /// In the order of the states in which they are played.
    steps: Vec<Step<M>>,
}

/// A position that can be reached.
struct State {
    /// The seat to move; none if it is over.
    seat: Option<Seat>,
    /// The first of its steps among all.
    first_step: usize,
    /// The step by which it was reached first; of no meaning for the root.
    arrival: usize,
    end: Option<End>,
}

/// The end of a game with best play; none is a draw.
#[derive(Clone, Copy)]
struct End {
    winner: Seat,
    n_plies: usize,
}

struct Step<M> {
    from: usize,
    m: M,
    to: usize,
}

/// The most steps: some hundred megabytes.
const MAX_STEPS: u64 = 1 << 21;

impl<M: Copy> Retrograde<M> {
    /// The analysis of a position; none if the limits of time and nodes are too narrow to list all
    /// that can be reached. Every move that is played is a node.
    ///
    /// # Panics
    /// If it is nobody's turn, or where chance decides, or if there are not two seats.
    pub fn of<P>(position: &P, limits: Limits, stop: &Stop) -> Option<Retrograde<M>>
    where
        P: Position<Move = M>,
    {
        assert_eq!(position.n_seats(), 2, "what one seat wins the other loses");
        assert!(position.turn().seat().is_some(), "an end is asked for by the seat to move");
        let nodes = Some(limits.nodes.map_or(MAX_STEPS, |nodes| nodes.min(MAX_STEPS)));
        let mut survey = Survey {
            known: HashMap::new(),
            found: Retrograde { states: Vec::new(), steps: Vec::new() },
            position: position.clone(),
            path: Vec::new(),
        };
        survey.index(0);
        let mut budget = Budget::new(Limits { nodes, ..limits }, stop);
        for from in 0.. {
            if from == survey.found.states.len() {
                break;
            }
            survey.add_steps(from, &mut budget)?;
        }
        let mut found = survey.found;
        found.decide();
        Some(found)
    }

    /// The best move: the quickest win or the slowest loss. Of moves that draw it is the one after
    /// which the largest part of the answers would lose.
    pub fn choice(&self) -> Choice<M> {
        let us = self.states[0].seat.expect("the root is not over");
        let line = self.line();
        let value = |seat| match self.states[0].end {
            Some(end) => f64::from(u8::from(end.winner == seat)),
            None => 0.5,
        };
        let sentence = match self.states[0].end {
            Some(End { winner, n_plies }) if winner == us => format!("proved: wins in {n_plies}"),
            Some(End { n_plies, .. }) => format!("proved: loses in {n_plies}"),
            None => "proved: a draw".to_owned(),
        };
        let info = SearchInfo {
            depth: line.len(),
            nodes: self.steps.len() as u64,
            value: Some(BySeat::from_fn(2, value)),
            line,
            is_proved: true,
            sentence: Some(sentence),
        };
        Choice { m: info.line[0], info }
    }

    /// The best moves to the end; only the first of a draw, which may have none.
    fn line(&self) -> Vec<M> {
        let mut line = Vec::new();
        let mut state = 0;
        while let Some(step) = self.best_step(state) {
            line.push(step.m);
            state = step.to;
            if self.states[state].end.is_none() {
                break;
            }
        }
        line
    }

    fn best_step(&self, state: usize) -> Option<&Step<M>> {
        let us = self.states[state].seat?;
        let steps = self.steps_of(state);
        let n_plies = |step: &&Step<M>| self.states[step.to].end.map(|end| end.n_plies);
        match self.states[state].end {
            Some(end) if end.winner == us => {
                steps.iter().filter(|step| self.is_won(step.to, us)).min_by_key(n_plies)
            }
            Some(_) => steps.iter().max_by_key(n_plies),
            None => {
                let draws = steps.iter().filter(|step| self.states[step.to].end.is_none());
                draws.max_by_key(|step| self.percent_of_mistakes(step.to, us))
            }
        }
    }

    /// The percentage of the steps from a state that are won by a seat.
    fn percent_of_mistakes(&self, state: usize, us: Seat) -> usize {
        let steps = self.steps_of(state);
        let n_won = steps.iter().filter(|step| self.is_won(step.to, us)).count();
        100 * n_won / steps.len().max(1)
    }

    fn is_won(&self, state: usize, us: Seat) -> bool {
        self.states[state].end.is_some_and(|end| end.winner == us)
    }

    fn steps_of(&self, state: usize) -> &[Step<M>] {
        let first_of_next = self.states.get(state + 1).map(|next| next.first_step);
        &self.steps[self.states[state].first_step..first_of_next.unwrap_or(self.steps.len())]
    }

    /// Reasons backwards: a seat that can step to a win wins, and a seat that can only step to
    /// losses loses. States that are decided later take longer.
    fn decide(&mut self) {
        let before = self.before();
        let mut n_open: Vec<usize> =
            (0..self.states.len()).map(|state| self.steps_of(state).len()).collect();
        let is_decided = |state: &usize| self.states[*state].end.is_some();
        let mut decided: VecDeque<usize> = (0..self.states.len()).filter(is_decided).collect();
        while let Some(state) = decided.pop_front() {
            let Some(End { winner, n_plies }) = self.states[state].end else { continue };
            for &from in &before[state] {
                if self.states[from].end.is_some() {
                    continue;
                }
                n_open[from] -= 1;
                if self.states[from].seat == Some(winner) || n_open[from] == 0 {
                    self.states[from].end = Some(End { winner, n_plies: n_plies + 1 });
                    decided.push_back(from);
                }
            }
        }
    }

    /// By state: the states from which it can be reached in one step.
    fn before(&self) -> Vec<Vec<usize>> {
        let mut before = vec![Vec::new(); self.states.len()];
        for step in &self.steps {
            before[step.to].push(step.from);
        }
        before
    }
}

/// The listing of what can be reached, under way.
struct Survey<P: Position> {
    /// By key: the number of a state.
    known: HashMap<u64, usize>,
    found: Retrograde<P::Move>,
    position: P,
    /// The path: the steps from the root to the position.
    path: Vec<(usize, P::Undo)>,
}

impl<P: Position> Survey<P> {
    /// Adds all steps of a state; none is returned when the budget is spent.
    fn add_steps(&mut self, from: usize, budget: &mut Budget<'_>) -> Option<()> {
        self.found.states[from].first_step = self.found.steps.len();
        if self.found.states[from].seat.is_none() {
            return Some(());
        }
        self.go_to(from);
        let mut moves = Vec::new();
        self.position.legal_moves(&mut moves);
        for m in moves {
            if !budget.spend() {
                return None;
            }
            let undo = self.position.play_unchecked(m);
            let to = self.index(self.found.steps.len());
            self.position.undo(m, undo);
            self.found.steps.push(Step { from, m, to });
        }
        Some(())
    }

    /// The number of the position's state, which is new if it was not seen before.
    fn index(&mut self, arrival: usize) -> usize {
        let states = &mut self.found.states;
        let position = &self.position;
        *self.known.entry(position.key()).or_insert_with(|| {
            states.push(state_of(position, arrival));
            states.len() - 1
        })
    }

    /// Undoes and plays moves until the position is that of a state. The path is the shortest, so
    /// that the position has little history.
    fn go_to(&mut self, state: usize) {
        let mut way = Vec::new();
        let mut at = state;
        while at != 0 {
            way.push(self.found.states[at].arrival);
            at = self.found.steps[self.found.states[at].arrival].from;
        }
        way.reverse();
        let n_same =
            self.path.iter().zip(&way).take_while(|((done, _), step)| done == *step).count();
        while self.path.len() > n_same {
            let Some((step, undo)) = self.path.pop() else { break };
            self.position.undo(self.found.steps[step].m, undo);
        }
        for &step in &way[n_same..] {
            let undo = self.position.play_unchecked(self.found.steps[step].m);
            self.path.push((step, undo));
        }
    }
}

/// A new state for a position.
fn state_of(position: &impl Position, arrival: usize) -> State {
    let (seat, end) = match position.turn() {
        Turn::Player(seat) => (Some(seat), None),
        Turn::Over(outcome) if outcome.is_draw() => (None, None),
        Turn::Over(outcome) => {
            let places = outcome.places();
            let winner = places.seats().find(|&seat| places[seat] == 1);
            (None, winner.map(|winner| End { winner, n_plies: 0 }))
        }
        Turn::Chance => panic!("an end is played without chance"),
    };
    State { seat, first_step: 0, arrival, end }
}
