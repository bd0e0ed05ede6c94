//! Forced wins and losses, proved by depth.

use tilewright_core::Position;

use crate::budget::Budget;
use crate::limits::{Limits, Stop};

/// What can be seen of a position of two seats without playing on, in a game that whoever completes
/// something wins.
pub trait Foresee<P: Position> {
    /// Whether the seat to move can win with its next move.
    fn can_win(&self, position: &P) -> bool;

    /// Whether the other seat could win if it were its turn.
    fn is_threatened(&self, position: &P) -> bool;

    /// Whether the seat to move has a move that gives the other no win that it did not have.
    fn can_wait(&self, position: &P) -> bool;

    /// A number that is the same only for positions that are worth the same, and that two others
    /// share so rarely that nobody will see it.
    fn key(&self, position: &P) -> u128;
}

/// What is known of a position, for the seat to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// It wins with the last of so many moves, of both seats together, and not earlier.
    Win {
        #[allow(missing_docs, reason = "told above")]
        plies: usize,
    },
    /// It loses by the last of so many moves, and cannot make it last longer.
    Loss {
        #[allow(missing_docs, reason = "told above")]
        plies: usize,
    },
    /// Neither, within so many moves.
    Open {
        #[allow(missing_docs, reason = "told above")]
        plies: usize,
    },
}

/// What [`Prover::prove`] found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proved<M> {
    /// What is known of the position.
    pub proof: Proof,
    /// A move that wins so soon, if that takes more than this move.
    pub winning_move: Option<M>,
    /// How many positions were looked at.
    pub n_nodes: u64,
}

/// Finds out who can force a win, one move deeper each time, and remembers what it found.
///
/// ```
/// use tilewright_core::Position;
/// use tilewright_search::{Foresee, Limits, Proof, Prover, Stop};
///
/// /// Whether the seat to move can force a win within five moves.
/// fn wins_soon<P: Position>(position: &P, foresight: impl Foresee<P>) -> bool {
///     let limits = Limits { depth: Some(5), ..Limits::NONE };
///     let mut prover = Prover::new(foresight, 1 << 20);
///     let proved = prover.prove(position, limits, &Stop::new(), &mut |_, _| ());
///     matches!(proved.proof, Proof::Win { .. })
/// }
/// ```
pub struct Prover<F> {
    foresight: F,
    memory: Memory,
}

/// A game is longer than this only if nobody can force anything.
const MAX_PLIES: usize = 200;

impl<F> Prover<F> {
    /// Nothing is known. What it will know fits into so many bytes.
    pub fn new(foresight: F, n_bytes: usize) -> Prover<F> {
        Prover { foresight, memory: Memory::new(n_bytes) }
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        self.memory.entries.fill(Entry::default());
    }

    /// Looks deeper and deeper until the position is decided or a limit is reached. After each depth
    /// without a decision it tells the depth and how many positions it has looked at.
    ///
    /// The position must not remember others: its own future alone decides.
    pub fn prove<P: Position>(
        &mut self,
        position: &P,
        limits: Limits,
        stop: &Stop,
        on_depth: &mut dyn FnMut(usize, u64),
    ) -> Proved<P::Move>
    where
        F: Foresee<P>,
    {
        let mut search = Search {
            foresight: &self.foresight,
            memory: &mut self.memory,
            budget: Budget::new(limits, stop),
            position: position.clone(),
            moves: Vec::new(),
            winning_move: None,
        };
        let max_plies = limits.depth.unwrap_or(MAX_PLIES).min(MAX_PLIES);
        let proof = search.deepen(max_plies, on_depth);
        let is_win = matches!(proof, Proof::Win { .. });
        let winning_move = search.winning_move.filter(|_| is_win);
        Proved { proof, winning_move, n_nodes: search.budget.n_nodes() }
    }
}

struct Search<'a, P: Position, F> {
    foresight: &'a F,
    memory: &'a mut Memory,
    budget: Budget<'a>,
    position: P,
    /// The moves of all nodes on the way, each behind those of the node before.
    moves: Vec<P::Move>,
    /// The move that won last.
    winning_move: Option<P::Move>,
}

/// An answer; none if a limit was reached before it was found.
type Answer = Option<bool>;

impl<P: Position, F: Foresee<P>> Search<'_, P, F> {
    fn deepen(&mut self, max_plies: usize, on_depth: &mut dyn FnMut(usize, u64)) -> Proof {
        for plies in 1..=max_plies {
            match self.is_decided(plies) {
                Some(true) if plies % 2 == 1 => return Proof::Win { plies },
                Some(true) => return Proof::Loss { plies },
                Some(false) => on_depth(plies, self.budget.n_nodes()),
                None => return Proof::Open { plies: plies - 1 },
            }
        }
        Proof::Open { plies: max_plies }
    }

    /// Whether the seat to move wins, or if that takes an even number of moves loses, within so many.
    fn is_decided(&mut self, plies: usize) -> Answer {
        let can_win = self.foresight.can_win(&self.position);
        match plies {
            _ if can_win => Some(plies % 2 == 1),
            1 => Some(false),
            _ if plies % 2 == 1 => self.wins(plies),
            _ => self.loses(plies),
        }
    }

    /// Whether the seat to move, which cannot win at once, wins within an odd number of moves.
    fn wins(&mut self, plies: usize) -> Answer {
        let key = self.foresight.key(&self.position);
        if let Some(answer) = self.memory.wins(key, plies) {
            return Some(answer);
        }
        if !self.budget.spend() {
            return None;
        }
        let first = self.moves.len();
        self.add_attacks(plies);
        let mut answer = Some(false);
        for i in first..self.moves.len() {
            let m = self.moves[i];
            let undo = self.position.play_unchecked(m);
            let is_lost = self.loses(plies - 1);
            self.position.undo(m, undo);
            if is_lost != Some(false) {
                answer = is_lost;
                self.winning_move = Some(m);
                break;
            }
        }
        self.moves.truncate(first);
        self.memory.note_win(key, plies, answer?);
        answer
    }

    /// Whether the seat to move, which cannot win at once, loses within an even number of moves.
    fn loses(&mut self, plies: usize) -> Answer {
        let key = if plies > 2 { self.foresight.key(&self.position) } else { 0 };
        if plies > 2
            && let Some(answer) = self.memory.loses(key, plies)
        {
            return Some(answer);
        }
        if !self.budget.spend() {
            return None;
        }
        let first = self.moves.len();
        let n_moves = self.add_defences(plies == 2);
        // Who has nothing to do at all has not lost.
        let mut answer = Some(n_moves > 0);
        if plies == 2 {
            answer = Some(n_moves > 0 && self.moves.len() == first);
        } else {
            for i in first..self.moves.len() {
                let m = self.moves[i];
                let undo = self.position.play_unchecked(m);
                let is_won = self.wins(plies - 1);
                self.position.undo(m, undo);
                if is_won != Some(true) {
                    answer = is_won;
                    break;
                }
            }
            self.memory.note_loss(key, plies, answer?);
        }
        self.moves.truncate(first);
        answer
    }

    /// Adds the moves that may win within so many: none that lets the other seat win at once, and
    /// threats first. Within three only threats do, unless the other seat must give something away.
    fn add_attacks(&mut self, plies: usize) {
        let first = self.moves.len();
        self.position.legal_moves(&mut self.moves);
        let (mut n_threats, mut n_kept) = (first, first);
        for i in first..self.moves.len() {
            let m = self.moves[i];
            let undo = self.position.play_unchecked(m);
            let (position, foresight) = (&self.position, self.foresight);
            let is_safe = !foresight.can_win(position);
            let is_threat = is_safe && foresight.is_threatened(position);
            let is_kept = is_safe && (is_threat || plies > 3 || !foresight.can_wait(position));
            self.position.undo(m, undo);
            if is_kept {
                self.moves.swap(i, n_kept);
                n_kept += 1;
            }
            if is_threat {
                self.moves.swap(n_kept - 1, n_threats);
                n_threats += 1;
            }
        }
        self.moves.truncate(n_kept);
    }

    /// Adds the moves after which the other seat cannot win at once, or one of them, and says how
    /// many legal moves there are.
    fn add_defences(&mut self, one_is_enough: bool) -> usize {
        let first = self.moves.len();
        self.position.legal_moves(&mut self.moves);
        let n_moves = self.moves.len() - first;
        let mut n_kept = first;
        for i in first..self.moves.len() {
            let m = self.moves[i];
            let undo = self.position.play_unchecked(m);
            let is_safe = !self.foresight.can_win(&self.position);
            self.position.undo(m, undo);
            if is_safe {
                self.moves.swap(i, n_kept);
                n_kept += 1;
                if one_is_enough {
                    break;
                }
            }
        }
        self.moves.truncate(n_kept);
        n_moves
    }
}

/// What was found of positions, in a table of fixed size.
struct Memory {
    entries: Vec<Entry>,
}

/// What is known of a position: it wins within so many moves, and does not within so many; and the
/// same for its loss. Zero is nothing.
#[derive(Clone, Copy, Default)]
struct Entry {
    key: u128,
    wins_in: u8,
    no_win_in: u8,
    loses_in: u8,
    no_loss_in: u8,
}

impl Memory {
    fn new(n_bytes: usize) -> Memory {
        let n_entries = (n_bytes / size_of::<Entry>()).max(2).next_power_of_two();
        Memory { entries: vec![Entry::default(); n_entries] }
    }

    fn find(&self, key: u128) -> Option<&Entry> {
        self.bucket(key).map(|i| &self.entries[i]).into_iter().find(|entry| entry.key == key)
    }

    fn wins(&self, key: u128, plies: usize) -> Answer {
        self.find(key).and_then(|entry| answer(entry.wins_in, entry.no_win_in, plies))
    }

    fn loses(&self, key: u128, plies: usize) -> Answer {
        self.find(key).and_then(|entry| answer(entry.loses_in, entry.no_loss_in, plies))
    }

    fn note_win(&mut self, key: u128, plies: usize, wins: bool) {
        let entry = self.entry(key);
        if wins { entry.wins_in = plies as u8 } else { entry.no_win_in = plies as u8 }
    }

    fn note_loss(&mut self, key: u128, plies: usize, loses: bool) {
        let entry = self.entry(key);
        if loses { entry.loses_in = plies as u8 } else { entry.no_loss_in = plies as u8 }
    }

    /// The entry of a position, new if need be: in place of the one of two that took less work.
    fn entry(&mut self, key: u128) -> &mut Entry {
        let [first, second] = self.bucket(key);
        let is_first = self.entries[first].key == key
            || (self.entries[second].key != key
                && self.entries[first].work() <= self.entries[second].work());
        let entry = &mut self.entries[if is_first { first } else { second }];
        if entry.key != key {
            *entry = Entry { key, ..Entry::default() };
        }
        entry
    }

    fn bucket(&self, key: u128) -> [usize; 2] {
        let first = key as usize & (self.entries.len() - 1);
        [first, first ^ 1]
    }
}

impl Entry {
    fn work(&self) -> u8 {
        self.wins_in.max(self.no_win_in).max(self.loses_in).max(self.no_loss_in)
    }
}

/// The answer for so many moves, from the least for which it is yes and the most for which it is no.
fn answer(yes: u8, no: u8, plies: usize) -> Answer {
    if yes > 0 && usize::from(yes) <= plies {
        Some(true)
    } else if usize::from(no) >= plies {
        Some(false)
    } else {
        None
    }
}
