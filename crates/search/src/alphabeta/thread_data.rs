//! The buffers and move-ordering tables of one thread, kept from search to search so that nothing
//! is allocated on the way.

use std::hash::{Hash, Hasher};

use tilewright_core::Seat;
use tilewright_core::bits::fold;

/// The buffers of one thread, its killer moves and its history heuristic.
pub(super) struct ThreadData<M> {
    /// The moves at the root, the best so far first.
    pub(super) root: Vec<M>,
    /// The moves of all nodes on the path from the root, one node after the other.
    pub(super) moves: Vec<RankedMove<M>>,
    /// Scratch space for the moves of a node before they are ranked.
    pub(super) listed: Vec<M>,
    /// By ply: the principal variation from there on.
    pub(super) pvs: Vec<Vec<M>>,
    /// By ply: the Zobrist key of the position there.
    pub(super) path: Vec<u64>,
    /// By ply: the last two quiet moves that caused a beta cutoff. They often do so in the next
    /// position too.
    killers: Vec<[Option<M>; 2]>,
    history: History,
}

/// A move of a node with its rank in the move ordering.
#[derive(Clone, Copy)]
pub(super) struct RankedMove<M> {
    pub(super) m: M,
    /// Its place among the legal moves.
    pub(super) index: usize,
    pub(super) rank: i32,
}

/// The rank of the transposition table's move: before anything else.
pub(super) const FIRST: i32 = i32::MAX;

/// The lowest rank of moves that gain something.
pub(super) const GAIN: i32 = 1 << 29;

/// The lowest rank of killer moves.
pub(super) const KILLER: i32 = 1 << 28;

/// The highest rank of moves that look like a loss.
const LOSS: i32 = -(1 << 28);

/// Ordering scores count up to here.
const MAX_SCORE: i32 = 1 << 20;

impl<M> Default for ThreadData<M> {
    fn default() -> ThreadData<M> {
        ThreadData {
            root: Vec::new(),
            moves: Vec::new(),
            listed: Vec::new(),
            pvs: Vec::new(),
            path: Vec::new(),
            killers: Vec::new(),
            history: History(Vec::new()),
        }
    }
}

impl<M: Copy + Eq + Hash> ThreadData<M> {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.moves.clear();
        self.killers.clear();
        self.history.0.clear();
        self.history.0.resize(N_HISTORY, 0);
    }

    /// Makes room for so many plies.
    pub(super) fn make_room(&mut self, n_plies: usize) {
        self.pvs.resize_with(n_plies + 1, Vec::new);
        self.path.resize(n_plies + 1, 0);
        self.killers.resize(n_plies + 1, [None; 2]);
    }

    /// The rank of a move: gains first, then killers, then quiet moves by their history, then
    /// losses.
    #[inline]
    pub(super) fn rank(&self, m: M, score: i32, seat: Seat, ply: usize) -> i32 {
        let [first, second] = self.killers[ply];
        match score {
            1.. => GAIN + score.min(MAX_SCORE),
            _ if first == Some(m) => KILLER + 1,
            _ if second == Some(m) => KILLER,
            0 => self.history.0[place(m, seat)],
            _ => LOSS + score.max(-MAX_SCORE),
        }
    }

    /// Updates killers and history after a beta cutoff. Gains are tried early anyway.
    pub(super) fn update_killers_and_history(
        &mut self,
        ranked: RankedMove<M>,
        seat: Seat,
        ply: usize,
        depth: usize,
    ) {
        if ranked.rank >= GAIN && ranked.rank != FIRST {
            return;
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(ranked.m) {
            *killers = [Some(ranked.m), killers[0]];
        }
        self.history.add(place(ranked.m, seat), depth);
    }

    /// Sets the principal variation of a ply: the move, and that of the next ply.
    pub(super) fn update_pv(&mut self, ply: usize, m: M) {
        let (here, deeper) = self.pvs.split_at_mut(ply + 1);
        let pv = &mut here[ply];
        pv.clear();
        pv.push(m);
        pv.extend_from_slice(&deeper[0]);
    }
}

/// The history heuristic: how often moves caused a cutoff anywhere in the tree, weighted by the
/// square of the depth.
struct History(Vec<i32>);

/// Two moves may share a place; then they share a rank, which does no harm.
const N_HISTORY: usize = 1 << 13;

/// The count from which all counts are halved, so that recent cutoffs weigh more.
const MAX_HISTORY: i32 = 1 << 24;

impl History {
    fn add(&mut self, place: usize, depth: usize) {
        self.0[place] += (depth * depth) as i32;
        if self.0[place] > MAX_HISTORY {
            self.0.iter_mut().for_each(|count| *count /= 2);
        }
    }
}

/// The place of a seat's move in the history.
#[inline]
fn place(m: impl Hash, seat: Seat) -> usize {
    let mut mixer = Mixer(seat.index() as u64);
    m.hash(&mut mixer);
    mixer.0 as usize % N_HISTORY
}

/// Hashes the few bytes of a move, quickly and in the same way on every machine.
struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u8(byte);
        }
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u64(number.into());
    }

    fn write_u16(&mut self, number: u16) {
        self.write_u64(number.into());
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = fold(self.0 ^ number ^ 0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93);
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
