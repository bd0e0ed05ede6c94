//! Proof search by iterative deepening: forced wins and losses, the shortest first.

use tilewright_core::{Position, Turn};

use crate::budget::Budget;
use crate::game_value::GameValue;
use crate::limits::{Limits, Stop};

/// The threats in a position of two seats, in a game that is won by completing something.
pub trait Threats<P: Position> {
    /// True if the seat to move can win with its next move.
    fn can_win(&self, position: &P) -> bool;

    /// True if the other seat could win if it were its turn.
    fn is_threatened(&self, position: &P) -> bool;

    /// True if the seat to move has a waiting move, which gives the other no new win: it is not in
    /// zugzwang.
    fn has_waiting_move(&self, position: &P) -> bool;

    /// A Zobrist key that only positions of the same value share, up to collisions too rare to
    /// occur.
    fn key(&self, position: &P) -> u128;
}

/// A proof about a position, or about a move, for the seat to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The game-theoretic value.
    Exact(GameValue),
    /// Nobody can force a win within so many moves, of both seats together.
    Open {
        /// The number of moves.
        plies: usize,
    },
}

impl Proof {
    /// A number that is larger for what the seat to move prefers. An open position may be anything,
    /// and counts as a draw.
    pub fn rank(self) -> i32 {
        match self {
            Proof::Exact(value) => value.rank(),
            Proof::Open { .. } => GameValue::Draw.rank(),
        }
    }
}

/// The result of [`Prover::prove`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofResult<M> {
    /// The proof for each of the moves.
    pub moves: Vec<(M, Proof)>,
    /// True if all moves were searched as deeply as the best of them: otherwise there may be more
    /// that are as good.
    pub is_complete: bool,
    /// The number of positions that were searched.
    pub n_nodes: u64,
}

/// Proof search by iterative deepening of an AND/OR tree, with a transposition table: it is
/// depth-first like df-pn, but goes by depth and threats instead of proof numbers, so that the
/// shortest win is found first.
///
/// ```
/// use tilewright_core::Position;
/// use tilewright_search::{GameValue, Limits, Proof, Prover, Stop, Threats};
///
/// /// The moves with which the seat to move can force a win within five moves.
/// fn wins_soon<P: Position>(position: &P, threats: impl Threats<P>) -> Vec<P::Move> {
///     let mut moves = Vec::new();
///     position.legal_moves(&mut moves);
///     let limits = Limits { depth: Some(5), ..Limits::NONE };
///     let mut prover = Prover::new(threats, 1 << 20);
///     let proved = prover.prove(position, moves, limits, &Stop::new(), &mut |_, _| ());
///     let is_win = |proof| matches!(proof, Proof::Exact(GameValue::Win { .. }));
///     let wins = proved.moves.into_iter().filter(|it| is_win(it.1));
///     wins.map(|(m, _)| m).collect()
/// }
/// ```
pub struct Prover<F> {
    threats: F,
    table: ProofTable,
}

/// The deepest search.
const MAX_PLIES: usize = 200;

impl<F> Prover<F> {
    /// A proof search with a table of so many bytes.
    pub fn new(threats: F, n_bytes: usize) -> Prover<F> {
        Prover { threats, table: ProofTable::new(n_bytes) }
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        self.table.entries.fill(ProofEntry::default());
    }

    /// Searches these legal moves deeper and deeper, until one is proved to win, all are decided or
    /// a limit is reached. After each depth `on_depth` gets the depth and the number of nodes.
    ///
    /// The position must not remember others: its own future alone decides.
    pub fn prove<P: Position>(
        &mut self,
        position: &P,
        moves: Vec<P::Move>,
        limits: Limits,
        stop: &Stop,
        on_depth: &mut dyn FnMut(usize, u64),
    ) -> ProofResult<P::Move>
    where
        F: Threats<P>,
    {
        let mut search = Search {
            threats: &self.threats,
            table: &mut self.table,
            budget: Budget::new(limits, stop),
            position: position.clone(),
            moves: Vec::new(),
        };
        let mut root_move: Vec<RootMove<P::Move>> = moves.into_iter().map(RootMove::new).collect();
        let max_plies = limits.depth.unwrap_or(MAX_PLIES).min(MAX_PLIES);
        let mut is_complete = true;
        for plies in 1..=max_plies {
            is_complete = root_move.iter_mut().all(|it| search.rate(it, plies));
            let has_won = root_move
                .iter()
                .any(|it| matches!(it.proof(), Proof::Exact(GameValue::Win { .. })));
            let is_open = root_move.iter().any(|it| matches!(it.proof(), Proof::Open { .. }));
            if !is_complete || has_won || !is_open {
                break;
            }
            on_depth(plies, search.budget.n_nodes());
        }
        let moves = root_move.iter().map(|it| (it.m, it.proof())).collect();
        ProofResult { moves, is_complete, n_nodes: search.budget.n_nodes() }
    }
}

/// A move of the position, and its state of proof.
struct RootMove<M> {
    m: M,
    /// The answers whether it wins, and whether it loses, within so many moves.
    wins: Answer,
    loses: Answer,
    plies: usize,
}

impl<M: Copy> RootMove<M> {
    fn new(m: M) -> RootMove<M> {
        RootMove { m, wins: Answer::No, loses: Answer::No, plies: 0 }
    }

    fn proof(&self) -> Proof {
        let plies = self.plies;
        match (self.wins, self.loses) {
            (Answer::Yes, _) => Proof::Exact(GameValue::Win { plies }),
            (_, Answer::Yes) => Proof::Exact(GameValue::Loss { plies }),
            (Answer::Never, Answer::Never) => Proof::Exact(GameValue::Draw),
            _ => Proof::Open { plies },
        }
    }
}

/// An answer whether a seat wins, or loses, within so many moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    Yes,
    /// Not within so many.
    No,
    /// Not however long it lasts: every line was followed to its end.
    Never,
}

/// A limit was reached.
struct Spent;

struct Search<'a, P: Position, F> {
    threats: &'a F,
    table: &'a mut ProofTable,
    budget: Budget<'a>,
    position: P,
    /// The moves of all nodes on the way, each behind those of the node before.
    moves: Vec<P::Move>,
}

impl<P: Position, F: Threats<P>> Search<'_, P, F> {
    /// Searches an undecided move one ply deeper, and returns false if the budget did not suffice.
    fn rate(&mut self, root_move: &mut RootMove<P::Move>, plies: usize) -> bool {
        if !matches!(root_move.proof(), Proof::Open { .. }) {
            return true;
        }
        let undo = self.position.play_unchecked(root_move.m);
        // An odd number of moves ends with one of the seat to move.
        let answer = if plies % 2 == 1 { self.loses(plies - 1) } else { self.wins(plies - 1) };
        self.position.undo(root_move.m, undo);
        let Ok(answer) = answer else { return false };
        let known = if plies % 2 == 1 { &mut root_move.wins } else { &mut root_move.loses };
        *known = answer;
        root_move.plies = plies;
        true
    }

    /// OR node: answers whether the seat to move wins within an odd number of moves.
    fn wins(&mut self, plies: usize) -> Result<Answer, Spent> {
        if self.threats.can_win(&self.position) {
            return Ok(Answer::Yes);
        }
        if plies < 3 {
            return Ok(self.no_or_never());
        }
        let key = self.threats.key(&self.position);
        if let Some(answer) = self.table.wins(key, plies) {
            return Ok(answer);
        }
        if !self.budget.spend() {
            return Err(Spent);
        }
        let first = self.moves.len();
        let has_all = self.add_attacks(plies);
        let mut answer = if has_all { Answer::Never } else { Answer::No };
        for i in first..self.moves.len() {
            match self.after(i, |search| search.loses(plies - 1))? {
                Answer::Yes => {
                    answer = Answer::Yes;
                    break;
                }
                Answer::No => answer = Answer::No,
                Answer::Never => (),
            }
        }
        self.moves.truncate(first);
        self.table.note_win(key, plies, answer);
        Ok(answer)
    }

    /// AND node: answers whether the seat to move loses within an even number of moves; within
    /// none, if it has lost.
    fn loses(&mut self, plies: usize) -> Result<Answer, Spent> {
        if plies == 0 {
            return Ok(self.has_lost());
        }
        if self.threats.can_win(&self.position) {
            return Ok(Answer::Never);
        }
        // Within two moves a look is cheaper than to remember.
        let key = (plies > 2).then(|| self.threats.key(&self.position));
        if let Some(answer) = key.and_then(|key| self.table.loses(key, plies)) {
            return Ok(answer);
        }
        if !self.budget.spend() {
            return Err(Spent);
        }
        let first = self.moves.len();
        let n_moves = self.add_defenses(plies == 2);
        // A seat without a move has not lost.
        let mut answer = if n_moves == 0 { Answer::Never } else { Answer::Yes };
        for i in first..self.moves.len() {
            match self.after(i, |search| search.wins(plies - 1))? {
                Answer::Yes => (),
                Answer::No => answer = Answer::No,
                Answer::Never => answer = Answer::Never,
            }
            if answer != Answer::Yes {
                break;
            }
        }
        self.moves.truncate(first);
        if let Some(key) = key {
            self.table.note_loss(key, plies, answer);
        }
        Ok(answer)
    }

    /// Asks something after one of the moves.
    fn after<T>(&mut self, index: usize, ask: impl FnOnce(&mut Self) -> T) -> T {
        let m = self.moves[index];
        let undo = self.position.play_unchecked(m);
        let answer = ask(self);
        self.position.undo(m, undo);
        answer
    }

    /// Answers whether the game ended with a loss of the seat to move.
    fn has_lost(&self) -> Answer {
        match self.position.turn() {
            Turn::Over(outcome) if outcome.is_draw() => Answer::Never,
            Turn::Over(_) => Answer::Yes,
            Turn::Player(_) | Turn::Chance => Answer::No,
        }
    }

    /// Answers whether the seat to move, which cannot win at once, may win later.
    fn no_or_never(&self) -> Answer {
        if self.position.turn().is_over() { Answer::Never } else { Answer::No }
    }

    /// Adds the moves that may win within so many: none that lets the other seat win at once, and
    /// threats first. Within three only threats do, unless the other seat is in zugzwang. Returns
    /// true if all moves that may ever win are there.
    fn add_attacks(&mut self, plies: usize) -> bool {
        let first = self.moves.len();
        self.position.legal_moves(&mut self.moves);
        // Threats come first, then the other moves that are kept.
        let mut n_threats = first;
        let mut n_kept = first;
        let mut has_all = true;
        for i in first..self.moves.len() {
            let m = self.moves[i];
            let undo = self.position.play_unchecked(m);
            let position = &self.position;
            let threats = self.threats;
            let is_safe = !threats.can_win(position);
            let is_threat = is_safe && threats.is_threatened(position);
            let is_kept =
                is_safe && (is_threat || plies > 3 || !threats.has_waiting_move(position));
            self.position.undo(m, undo);
            has_all &= is_kept || !is_safe;
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
        has_all
    }

    /// Adds the moves after which the other seat cannot win at once, or one of them, and returns
    /// the number of legal moves.
    fn add_defenses(&mut self, one_is_enough: bool) -> usize {
        let first = self.moves.len();
        self.position.legal_moves(&mut self.moves);
        let n_moves = self.moves.len() - first;
        let mut n_kept = first;
        for i in first..self.moves.len() {
            let m = self.moves[i];
            let undo = self.position.play_unchecked(m);
            let is_safe = !self.threats.can_win(&self.position);
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

/// The transposition table of proofs, of fixed size.
struct ProofTable {
    entries: Vec<ProofEntry>,
}

/// The answers about a position: it wins within so many moves, and does not within so many; and the
/// same for its loss. Zero is nothing.
#[derive(Clone, Copy, Default)]
struct ProofEntry {
    key: u128,
    win: PlyBounds,
    loss: PlyBounds,
}

/// The number of moves within which it happens, and that within which it does not.
#[derive(Clone, Copy, Default)]
struct PlyBounds {
    yes: u8,
    no: u8,
}

/// A number of moves that means not at all.
const NEVER: u8 = u8::MAX;

impl ProofTable {
    fn new(n_bytes: usize) -> ProofTable {
        let n_entries = (n_bytes / size_of::<ProofEntry>()).max(2);
        // As many as fit, a power of two.
        let n_entries = 1 << n_entries.ilog2();
        ProofTable { entries: vec![ProofEntry::default(); n_entries] }
    }

    fn find(&self, key: u128) -> Option<&ProofEntry> {
        self.bucket(key).map(|i| &self.entries[i]).into_iter().find(|entry| entry.key == key)
    }

    fn wins(&self, key: u128, plies: usize) -> Option<Answer> {
        self.find(key).and_then(|entry| entry.win.answer(plies))
    }

    fn loses(&self, key: u128, plies: usize) -> Option<Answer> {
        self.find(key).and_then(|entry| entry.loss.answer(plies))
    }

    fn note_win(&mut self, key: u128, plies: usize, answer: Answer) {
        self.entry(key).win.note(plies, answer);
    }

    fn note_loss(&mut self, key: u128, plies: usize, answer: Answer) {
        self.entry(key).loss.note(plies, answer);
    }

    /// The entry of a position, new if need be: in place of the one of two that took less work.
    fn entry(&mut self, key: u128) -> &mut ProofEntry {
        let [first, second] = self.bucket(key);
        let is_first = self.entries[first].key == key
            || (self.entries[second].key != key
                && self.entries[first].work() <= self.entries[second].work());
        let entry = &mut self.entries[if is_first { first } else { second }];
        if entry.key != key {
            *entry = ProofEntry { key, ..ProofEntry::default() };
        }
        entry
    }

    fn bucket(&self, key: u128) -> [usize; 2] {
        let first = key as usize & (self.entries.len() - 1);
        [first, first ^ 1]
    }
}

impl ProofEntry {
    fn work(&self) -> u8 {
        self.win.work().max(self.loss.work())
    }
}

impl PlyBounds {
    fn answer(self, plies: usize) -> Option<Answer> {
        if self.yes > 0 && usize::from(self.yes) <= plies {
            Some(Answer::Yes)
        } else if self.no == NEVER {
            Some(Answer::Never)
        } else if usize::from(self.no) >= plies {
            Some(Answer::No)
        } else {
            None
        }
    }

    fn note(&mut self, plies: usize, answer: Answer) {
        match answer {
            Answer::Yes => self.yes = plies as u8,
            Answer::No => self.no = plies as u8,
            Answer::Never => self.no = NEVER,
        }
    }

    fn work(self) -> u8 {
        self.yes.max(self.no)
    }
}
