//! Perfect play: from the table where there is one, otherwise as far as the search can prove.

use std::io;
use std::time::Instant;

use tilewright_aquapipe::{AquaPipe, End, Move, Position};
use tilewright_core::{Game, Position as _};
use tilewright_search::{Limits, Proof, Prover, Stop};

use super::foresight::Rows;
use super::table::Table;
use super::value::Value;

/// Judges positions exactly: of the small board always if it has the table, and otherwise wherever it
/// can prove a win or a loss within its limits.
///
/// ```
/// use tilewright_aquapipe::Position;
/// use tilewright_engines::aquapipe::{Solver, Value, Verdict};
/// use tilewright_search::{Limits, Stop};
///
/// let position: Position = ".../.../...|.rb/.../...|.../..r/..b b".parse()?;
/// let mut solver = Solver::new(Vec::new(), 1 << 20);
/// let limits = Limits { nodes: Some(100_000), ..Limits::NONE };
/// let judgement = solver.judge(&position, limits, &Stop::new(), &mut |_, _| ())?;
/// assert_eq!(judgement.verdict, Verdict::Exact(Value::Win { plies: 9 }));
/// assert_eq!(judgement.best_moves().count(), 15);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver {
    tables: Vec<Table>,
    prover: Prover<Rows>,
}

/// What is known of a position, or of a move: for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// This is what it is worth.
    Exact(Value),
    /// Nobody can force a win within so many plies.
    Open {
        #[allow(missing_docs, reason = "told above")]
        plies: usize,
    },
}

/// What is known of a position and its moves.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// What the position is worth.
    pub verdict: Verdict,
    /// What each legal move is worth to who plays it.
    pub moves: Vec<(Move, Verdict)>,
    /// Whether it is from the table.
    pub is_from_table: bool,
    /// How many positions the search looked at.
    pub n_nodes: u64,
}

impl Verdict {
    /// A number that is larger for what the player to move likes better. What is open may be a
    /// draw.
    fn rank(self) -> i32 {
        match self {
            Verdict::Exact(value) => value.rank(),
            Verdict::Open { .. } => Value::Draw.rank(),
        }
    }
}

impl Judgement {
    /// The moves with which the player to move gets what the position is worth: all that win
    /// soonest, all that draw, or all that lose latest.
    pub fn best_moves(&self) -> impl Iterator<Item = Move> {
        let best = self.moves.iter().map(|(_, verdict)| verdict.rank()).max();
        self.moves.iter().filter(move |it| Some(it.1.rank()) == best).map(|(m, _)| *m)
    }
}

impl Solver {
    /// With the tables that there are, and so many bytes to remember what the search finds.
    pub fn new(tables: Vec<Table>, n_bytes: usize) -> Solver {
        Solver { tables, prover: Prover::new(Rows, n_bytes) }
    }

    /// Forgets what the search found, so that it finds the same again.
    pub fn forget(&mut self) {
        self.prover.forget();
    }

    /// Judges a position of a game that goes on, and each of its moves. After each depth of the
    /// search it tells the depth and how many positions it has looked at.
    ///
    /// Whatever was on the board before does not matter, with one exception: a move that makes the
    /// game a draw by repetition is one.
    pub fn judge(
        &mut self,
        position: &Position,
        limits: Limits,
        stop: &Stop,
        on_depth: &mut dyn FnMut(usize, u64),
    ) -> io::Result<Judgement> {
        if let Some(moves) = self.look_up(position)? {
            let verdict = best_of(&moves).unwrap_or(Verdict::Exact(Value::Draw));
            return Ok(Judgement { verdict, moves, is_from_table: true, n_nodes: 0 });
        }
        Ok(self.search(position, limits, stop, on_depth))
    }

    /// What the table says of each move; nothing if it does not know this game.
    fn look_up(&self, position: &Position) -> io::Result<Option<Vec<(Move, Verdict)>>> {
        let Some(table) = self.tables.iter().find(|table| table.is_of(position.options())) else {
            return Ok(None);
        };
        let rated = after_each_move(position).map(|(m, after)| {
            let value = match ended(&after) {
                Some(value) => value,
                None => table.value(&after)?.before(),
            };
            Ok((m, Verdict::Exact(value)))
        });
        rated.collect::<io::Result<_>>().map(Some)
    }

    /// The same without a table.
    pub fn search(
        &mut self,
        position: &Position,
        limits: Limits,
        stop: &Stop,
        on_depth: &mut dyn FnMut(usize, u64),
    ) -> Judgement {
        let begin = Instant::now();
        // A third is for the moves.
        let share = |limits: Limits| Limits {
            time: limits.time.map(|time| time * 2 / 3),
            nodes: limits.nodes.map(|nodes| nodes * 2 / 3),
            ..limits
        };
        let board = AquaPipe::counted(position.clone());
        let root = self.prover.prove(&board, share(limits), stop, on_depth);
        let depth = match root.proof {
            Proof::Win { plies } | Proof::Loss { plies } => plies - 1,
            Proof::Open { plies } => plies.saturating_sub(1),
        };
        let mut n_nodes = root.n_nodes;
        let mut moves: Vec<(Move, Verdict)> = Vec::new();
        for (m, after) in after_each_move(position) {
            let left = Limits {
                time: limits.time.map(|time| time.saturating_sub(begin.elapsed())),
                nodes: limits.nodes.map(|nodes| nodes.saturating_sub(n_nodes)),
                depth: Some(depth),
            };
            let verdict = match ended(&after) {
                Some(value) => Verdict::Exact(value),
                None if root.winning_move == Some(m) => verdict_of(root.proof),
                None => {
                    let next =
                        self.prover.prove(&AquaPipe::counted(after), left, stop, &mut |_, _| ());
                    n_nodes += next.n_nodes;
                    match (root.proof, verdict_of(next.proof).before()) {
                        // It is lost, and there was no time to see how soon.
                        (Proof::Loss { .. }, Verdict::Open { .. }) => verdict_of(root.proof),
                        (_, verdict) => verdict,
                    }
                }
            };
            moves.push((m, verdict));
        }
        let verdict = match verdict_of(root.proof) {
            // A third occurrence may save what is lost on the board, or spoil what is won.
            verdict @ Verdict::Exact(_) => best_of(&moves).unwrap_or(verdict),
            verdict => verdict,
        };
        Judgement { verdict, moves, is_from_table: false, n_nodes }
    }
}

impl Verdict {
    /// The same for who has just moved there, one ply earlier.
    fn before(self) -> Verdict {
        match self {
            Verdict::Exact(value) => Verdict::Exact(value.before()),
            Verdict::Open { plies } => Verdict::Open { plies: plies + 1 },
        }
    }
}

fn verdict_of(proof: Proof) -> Verdict {
    match proof {
        Proof::Win { plies } => Verdict::Exact(Value::Win { plies: plies as u8 }),
        Proof::Loss { plies } => Verdict::Exact(Value::Loss { plies: plies as u8 }),
        Proof::Open { plies } => Verdict::Open { plies },
    }
}

fn best_of(moves: &[(Move, Verdict)]) -> Option<Verdict> {
    moves.iter().map(|(_, verdict)| *verdict).max_by_key(|verdict| verdict.rank())
}

fn after_each_move(position: &Position) -> impl Iterator<Item = (Move, Position)> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves.into_iter().map(|m| {
        let mut after = position.clone();
        after.play_unchecked(m);
        (m, after)
    })
}

/// What a move that ended the game was worth to who played it.
fn ended(after: &Position) -> Option<Value> {
    Some(match after.end()? {
        End::Row => Value::Win { plies: 1 },
        End::Repetition | End::NoMove => Value::Draw,
    })
}
