//! One random game, with everything needed to take it back and to print it.

use std::collections::{HashMap, VecDeque};
use std::fmt;

use tilewright_core::{MAX_SEATS, Position, random_index};

use crate::ensure;
use crate::laws::position::check_answers;
use crate::laws::{Finding, Generator, LawResult, generator, sorted_moves};

/// The length at which a game that does not end is left.
const MAX_PLIES: usize = 2_000;

/// More than there are seats, so that the first mover of a detour moves again in it.
const MAX_DETOUR: usize = MAX_SEATS + 2;

/// The source of the moves of a game, and of nothing else.
pub(super) enum Chooser {
    /// The generator of a seed, to the end.
    Seed(u64, Generator),
    /// Two bytes for each move, as far as there are any.
    Bytes(VecDeque<u8>),
}

/// A random game as far as it has been played.
pub(super) struct RandomGame<P: Position> {
    chooser: Chooser,
    position: P,
    played: Vec<Ply<P>>,
    /// The ply at which each key was first met.
    seen: HashMap<u64, usize>,
}

struct Ply<P: Position> {
    before: P,
    m: P::Move,
    undo: P::Undo,
}

impl Chooser {
    pub(super) fn seed(seed: u64) -> Chooser {
        Chooser::Seed(seed, generator(seed))
    }

    pub(super) fn bytes(bytes: &[u8]) -> Chooser {
        Chooser::Bytes(bytes.iter().copied().collect())
    }

    /// The index of one of `n` moves; nothing if the game is to be left.
    fn choose(&mut self, n: usize) -> Option<usize> {
        match self {
            Chooser::Seed(_, rng) => Some(random_index(rng, n)),
            Chooser::Bytes(bytes) => {
                let choice = u16::from_le_bytes([bytes.pop_front()?, bytes.pop_front()?]);
                Some(usize::from(choice) % n)
            }
        }
    }

    /// A number that differs from game to game.
    fn number(&self) -> u64 {
        match self {
            Chooser::Seed(seed, _) => *seed,
            Chooser::Bytes(_) => 0,
        }
    }
}

impl fmt::Display for Chooser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chooser::Seed(seed, _) => write!(f, "seed: {seed}"),
            Chooser::Bytes(_) => f.write_str("chosen by bytes"),
        }
    }
}

impl<P: Position> RandomGame<P> {
    /// Lets `check` play a game, and panics with the whole story if a law is broken.
    pub(super) fn follow(
        start: P,
        chooser: Chooser,
        check: impl FnOnce(&mut RandomGame<P>) -> LawResult,
    ) {
        let mut line =
            RandomGame { chooser, position: start, played: Vec::new(), seen: HashMap::new() };
        if let Err(broken) = check(&mut line) {
            let message = format!("law broken: {}\n{}\n{line}", broken.law, broken.how);
            // Dropped before the panic: it would print the game twice.
            drop(line);
            panic!("{message}");
        }
    }

    /// Shows the position and its sorted moves to `visit`, plays one of them, and goes on until the
    /// game is over or left.
    pub(super) fn play_to_the_end(
        &mut self,
        mut visit: impl FnMut(&mut RandomGame<P>, &[P::Move]) -> LawResult,
    ) -> LawResult {
        loop {
            let moves = sorted_moves(&self.position);
            visit(self, &moves)?;
            if moves.is_empty() || self.played.len() == MAX_PLIES {
                return Ok(());
            }
            self.seen.entry(self.position.key()).or_insert(self.played.len());
            let Some(i) = self.chooser.choose(moves.len()) else { return Ok(()) };
            self.play(moves[i]);
        }
    }

    pub(super) const fn position(&self) -> &P {
        &self.position
    }

    /// Returns whether this is one in `n` positions of the game, counted from another ply for each
    /// seed, or the last.
    pub(super) fn is_one_in(&self, n: usize) -> bool {
        let is_nth =
            self.chooser.number().wrapping_add(self.played.len() as u64).is_multiple_of(n as u64);
        is_nth || self.position.turn().is_over()
    }

    /// The positions before each move.
    pub(super) fn positions(&self) -> impl Iterator<Item = &P> {
        self.played.iter().map(|ply| &ply.before)
    }

    /// The last move and the position it was played in.
    pub(super) fn last_move(&self) -> Option<(&P, P::Move)> {
        self.played.last().map(|ply| (&ply.before, ply.m))
    }

    /// Returns whether the game ended in a position that it had before. The reason is then
    /// remembered by the game but no part of the board: equality, text and symmetries do not know
    /// of it.
    pub(super) fn ended_by_repetition(&self) -> bool {
        self.position.turn().is_over()
            && self.earlier_with_same_key().is_some_and(|earlier| *earlier == self.position)
    }

    /// A key belongs to one position.
    pub(super) fn check_key(&self) -> Finding {
        self.earlier_with_same_key().map_or(Ok(()), |earlier| {
            ensure(*earlier == self.position, || {
                format!("{earlier} has the same key, {:016x}", self.position.key())
            })
        })
    }

    /// Takes back every move and compares with the positions as they were, which are given back,
    /// each with the move played in it.
    pub(super) fn take_back_everything(&mut self) -> Result<Vec<(P, P::Move)>, String> {
        let mut game = Vec::new();
        while let Some(Ply { before, m, undo }) = self.played.pop() {
            self.position.undo(m, undo);
            check_answers(&before, &self.position)
                .map_err(|how| format!("at the end of the game {m} was taken back, but {how}"))?;
            game.push((before, m));
        }
        game.reverse();
        Ok(game)
    }

    /// Plays a game that was taken back once more, with detours that are taken back too, and
    /// compares with the positions as they were when nothing had ever been taken back.
    ///
    /// What a position keeps to answer faster is no part of it, so an undo that forgets some of
    /// that shows only in moves played later, and perhaps only in other ones.
    pub(super) fn play_again(
        &mut self,
        game: Vec<(P, P::Move)>,
        end: &P,
        rng: &mut Generator,
    ) -> Finding {
        for (before, m) in game {
            self.take_a_detour(rng);
            check_answers(&before, &self.position)?;
            self.play(m);
        }
        check_answers(end, &self.position)
    }

    /// Plays a few random moves and takes them back.
    fn take_a_detour(&mut self, rng: &mut Generator) {
        let mut detour = Vec::new();
        for _ in 0..random_index(rng, MAX_DETOUR + 1) {
            let Some(m) = self.position.random_move(rng) else { break };
            detour.push((m, self.position.play_unchecked(m)));
        }
        for (m, undo) in detour.into_iter().rev() {
            self.position.undo(m, undo);
        }
    }

    fn play(&mut self, m: P::Move) {
        let before = self.position.clone();
        let undo = self.position.play_unchecked(m);
        self.played.push(Ply { before, m, undo });
    }

    fn earlier_with_same_key(&self) -> Option<&P> {
        let ply = *self.seen.get(&self.position.key())?;
        self.played.get(ply).map(|ply| &ply.before)
    }
}

impl<P: Position> fmt::Display for RandomGame<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\nmoves:", self.chooser)?;
        for ply in &self.played {
            write!(f, " {}", ply.m)?;
        }
        write!(f, "\nposition: {}", self.position)
    }
}

/// A game that panics by itself says nothing of seed and moves, so this does.
impl<P: Position> Drop for RandomGame<P> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            // Without the position: writing a broken one may panic again.
            let moves: Vec<String> = self.played.iter().map(|ply| ply.m.to_string()).collect();
            eprintln!("the game panicked\n{}\nmoves: {}", self.chooser, moves.join(" "));
        }
    }
}
