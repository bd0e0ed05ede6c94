//! The solver: from the tablebase where there is one, otherwise as far as the search can prove.

use std::io;
use std::sync::Arc;

use tilewright_aquapipe::{AquaPipe, End, Move, Position};
use tilewright_core::{Game, Position as _};
use tilewright_search::{GameValue, Limits, Proof, Prover, Stop};

use super::tablebase::Tablebase;
use super::threats::RowThreats;

/// Judges positions exactly: of the small board always if it has the table, and otherwise wherever
/// it can prove a win or a loss within its limits.
///
/// ```
/// use tilewright_aquapipe::Position;
/// use tilewright_bots::aquapipe::Solver;
/// use tilewright_search::{GameValue, Limits, Proof, Stop};
///
/// let position: Position = ".../.../...|.rb/.../...|.../..r/..b b".parse()?;
/// let mut solver = Solver::new(Vec::new(), 1 << 20);
/// let limits = Limits { nodes: Some(100_000), ..Limits::NONE };
/// let solution = solver.judge(&position, limits, &Stop::new(), &mut |_, _| ())?;
/// assert_eq!(solution.proof, Proof::Exact(GameValue::Win { plies: 9 }));
/// assert_eq!(solution.best_moves().count(), 15);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver {
    tables: Vec<Arc<Tablebase>>,
    prover: Prover<RowThreats>,
}

/// The proofs for a position and its moves.
#[derive(Clone, Debug)]
pub struct SolverResult {
    /// The proof for the position.
    pub proof: Proof,
    /// The proof for each legal move, for the player who makes it.
    pub moves: Vec<(Move, Proof)>,
    /// True if all moves were searched as deeply as the best: otherwise there may be
    /// more that are as good.
    pub is_complete: bool,
    /// True if it is from the table.
    pub is_from_table: bool,
    /// The number of positions that the search looked at.
    pub n_nodes: u64,
}

impl SolverResult {
    /// The moves with which the player to move gets what the position is worth: all that win
    /// soonest, all that draw, or all that lose latest. Of a position that is open, all that are
    /// not known to lose.
    pub fn best_moves(&self) -> impl Iterator<Item = Move> {
        let best = self.moves.iter().map(|(_, proof)| proof.rank()).max();
        self.moves.iter().filter(move |it| Some(it.1.rank()) == best).map(|(m, _)| *m)
    }
}

impl Solver {
    /// With the tables that there are, and so many bytes to remember what the search finds.
    pub fn new(tables: Vec<Tablebase>, n_bytes: usize) -> Solver {
        let tables = tables.into_iter().map(Arc::new).collect();
        Solver { tables, prover: Prover::new(RowThreats, n_bytes) }
    }

    /// Has one more table, perhaps with others.
    pub fn add_table(&mut self, table: impl Into<Arc<Tablebase>>) {
        self.tables.push(table.into());
    }

    /// Forgets what the search found, so that it finds the same again.
    pub fn forget(&mut self) {
        self.prover.forget();
    }

    /// Judges a position of a game that goes on, and each of its moves. After each depth of the
    /// search it reports the depth and the number of positions.
    ///
    /// Whatever was on the board before does not matter, with one exception: a move that makes the
    /// game a draw by repetition is one. That a longer line leads through a position that was there
    /// twice is not seen.
    pub fn judge(
        &mut self,
        position: &Position,
        limits: Limits,
        stop: &Stop,
        on_depth: &mut dyn FnMut(usize, u64),
    ) -> io::Result<SolverResult> {
        if let Some(moves) = self.look_up(position)? {
            let proof = proof_of(&moves);
            let is_complete = true;
            let is_from_table = true;
            return Ok(SolverResult { proof, moves, is_complete, is_from_table, n_nodes: 0 });
        }
        Ok(self.search(position, limits, stop, on_depth))
    }

    /// Returns true if it has the tablebase of the game that this position belongs to.
    pub(super) fn has_table_for(&self, position: &Position) -> bool {
        self.table_for(position).is_some()
    }

    fn table_for(&self, position: &Position) -> Option<&Arc<Tablebase>> {
        self.tables.iter().find(|table| table.is_of(position.options()))
    }

    /// The tablebase's proof for each move; none if it is of another game.
    fn look_up(&self, position: &Position) -> io::Result<Option<Vec<(Move, Proof)>>> {
        let Some(table) = self.table_for(position) else { return Ok(None) };
        let rated = after_each_move(position).map(|(m, after)| {
            let value = match ended(&after) {
                Some(value) => value,
                None => table.value(&after)?.before(),
            };
            Ok((m, Proof::Exact(value)))
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
    ) -> SolverResult {
        // Moves that end the game are known; the others are searched.
        let ends = |(m, after)| Some((m, Proof::Exact(ended(&after)?)));
        let mut moves: Vec<(Move, Proof)> = after_each_move(position).filter_map(ends).collect();
        let going_on = after_each_move(position).filter(|(_, after)| ended(after).is_none());
        let going_on = going_on.map(|(m, _)| m).collect();
        let wins_now = moves.iter().any(|it| it.1 == Proof::Exact(GameValue::Win { plies: 1 }));
        let limits = Limits { depth: if wins_now { Some(1) } else { limits.depth }, ..limits };
        let board = AquaPipe::counted(position.clone());
        let proved = self.prover.prove(&board, going_on, limits, stop, on_depth);
        moves.extend(proved.moves);
        SolverResult {
            proof: proof_of(&moves),
            moves,
            is_complete: proved.is_complete,
            is_from_table: false,
            n_nodes: proved.n_nodes,
        }
    }
}

/// The proof for a position with these moves: the best of them, unless one that is open may be
/// better.
fn proof_of(moves: &[(Move, Proof)]) -> Proof {
    let best = moves.iter().map(|(_, proof)| *proof).max_by_key(|proof| proof.rank());
    let best = best.unwrap_or(Proof::Exact(GameValue::Draw));
    let depths = moves.iter().filter_map(|(_, proof)| match proof {
        Proof::Open { plies } => Some(*plies),
        Proof::Exact(_) => None,
    });
    match (best, depths.min()) {
        (Proof::Exact(GameValue::Win { .. }), _) | (_, None) => best,
        (_, Some(plies)) => Proof::Open { plies },
    }
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

/// The value of a move that ended the game, for the player who made it.
fn ended(after: &Position) -> Option<GameValue> {
    Some(match after.end()? {
        End::Row => GameValue::Win { plies: 1 },
        End::Repetition | End::NoMove => GameValue::Draw,
    })
}
