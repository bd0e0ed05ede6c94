//! The solver as a bot.

use std::cmp::Reverse;
use std::path::Path;
use std::time::Duration;

use tilewright_aquapipe::{AquaPipe, Color, Move, MoveAfter, Options, Position, Variant};
use tilewright_core::{BySeat, random_index};
use tilewright_search::{AlphaBeta, Choice, Info, Limits, Thinking};

use super::solver::{Judgement, Solver, Verdict};
use super::table::Table;
use super::value::Value;
use super::{OpenRows, rank};
use crate::analysis::Rated;
use crate::bot::{Bot, KeyInfo, Kind, KindInfo, Made};
use crate::chance::tie_breaker;
use crate::spec::{BotSpec, NODES, SEED, SpecError, TIME};

pub(super) const SOLVER: Kind<AquaPipe> = Kind {
    info: KindInfo {
        name: "solver",
        help: "plays perfectly, as far as its table or its search can prove, within a second",
        keys: &[TABLE, NODES, TIME, SEED],
    },
    make: |spec| Perfect::make(spec),
};

const TABLE: KeyInfo = KeyInfo {
    name: "table",
    values: "a file, or none",
    help: "the solution that `tilewright solve aquapipe` made, instead of the one it keeps",
};

/// What it spends if nobody says anything: less than a second, and mostly the same on every machine.
const USUAL: Limits =
    Limits { nodes: Some(300_000), time: Some(Duration::from_millis(800)), depth: None };

/// How many bytes remember what the search finds.
const N_BYTES: usize = 1 << 24;

/// Judges exactly where it can, and estimates where nothing is proved.
struct Perfect {
    solver: Solver,
    tables: Tables,
    estimate: AlphaBeta<Position, OpenRows>,
    limits: Limits,
    seed: Option<u64>,
}

/// Where its tables come from.
enum Tables {
    /// It has the one that was named, or none.
    Named,
    /// It opens the one that is kept for a game when it first plays it; these were looked for.
    Usual(Vec<MoveAfter>),
}

impl Perfect {
    fn make(spec: &BotSpec) -> Made<AquaPipe> {
        let (tables, named) = match spec.setting(TABLE.name) {
            Some("none") => (Tables::Named, None),
            Some(file) => (Tables::Named, Some(open(Path::new(file))?)),
            None => (Tables::Usual(Vec::new()), None),
        };
        let solver = Solver::new(named.into_iter().collect(), N_BYTES);
        let estimate = AlphaBeta::new(OpenRows);
        let (limits, seed) = (spec.limits()?, spec.seed()?);
        Ok(Box::new(Perfect { solver, tables, estimate, limits, seed }))
    }

    fn limits_for(&self, thinking: &Thinking<'_, Move>) -> Limits {
        let asked = thinking.limits.or(self.limits);
        if asked == Limits::NONE { USUAL } else { asked }
    }

    /// Opens the table that is kept for this game, if there is one. What is wrong with it is told.
    fn look_for_table(&mut self, position: &Position) -> Option<String> {
        let Options { variant, move_after, .. } = *position.options();
        let Tables::Usual(looked_for) = &mut self.tables else { return None };
        if variant != Variant::Small || looked_for.contains(&move_after) {
            return None;
        }
        looked_for.push(move_after);
        let path = Table::usual_path(move_after).filter(|path| path.exists())?;
        match Table::open(&path) {
            Ok(table) => self.solver.add_table(table),
            Err(error) => return Some(format!("{}: {error}", path.display())),
        }
        None
    }
}

fn open(path: &Path) -> Result<Table, SpecError> {
    Table::open(path).map_err(|error| SpecError::File {
        kind: "solver",
        file: path.display().to_string(),
        reason: error.to_string(),
    })
}

impl Bot<AquaPipe> for Perfect {
    fn choose(&mut self, position: &Position, thinking: &mut Thinking<'_, Move>) -> Choice<Move> {
        let limits = self.limits_for(thinking);
        let complaint = self.look_for_table(position);
        self.solver.forget();
        let (most, stop) = (share(limits, 3), thinking.stop);
        let judgement = self.solver.judge(position, most, stop, &mut |_, _| ());
        // Without the table it still can search.
        let judgement =
            judgement.unwrap_or_else(|_| self.solver.search(position, most, stop, &mut |_, _| ()));
        let mut best: Vec<Move> = judgement.best_moves().collect();
        let mut rng = tie_breaker(self.seed.unwrap_or(thinking.seed));
        if let Verdict::Open { .. } = judgement.verdict {
            // Nothing is proved: whatever an estimate likes of what is not known to lose.
            let mut inner = Thinking { stop, ..Thinking::default() };
            let liked = self.estimate.search(position, share(limits, 1), &mut inner, &mut rng).m;
            if best.contains(&liked) {
                best = vec![liked];
            } else {
                keep_highest(position, &mut best);
            }
        }
        let m = best[random_index(&mut rng, best.len())];
        let mut info = info_of(&judgement, m, position.color_to_move());
        if let (Some(complaint), Some(sentence)) = (complaint, &mut info.sentence) {
            *sentence = format!("{complaint}; {sentence}");
        }
        thinking.report(&info);
        Choice { m, info }
    }

    /// By the table or what is proved. Where that is not enough, it is better asked about one position
    /// after the other.
    fn rate(
        &mut self,
        position: &Position,
        _: Option<Move>,
        thinking: &mut Thinking<'_, Move>,
    ) -> Vec<Rated<Move>> {
        self.look_for_table(position);
        self.solver.forget();
        let limits = self.limits_for(thinking);
        let judged = self.solver.judge(position, limits, thinking.stop, &mut |_, _| ());
        let is_exact = |it: &(Move, Verdict)| matches!(it.1, Verdict::Exact(_));
        let Some(judgement) = judged.ok().filter(|it| it.moves.iter().all(is_exact)) else {
            return Vec::new();
        };
        let mut moves = judgement.moves.clone();
        moves.sort_by_key(|(_, verdict)| Reverse(verdict.rank()));
        let us = position.color_to_move();
        let rated = |(m, _)| {
            let info = info_of(&judgement, m, us);
            Rated { m, info, margin: None, visits: None }
        };
        moves.into_iter().map(rated).collect()
    }
}

/// So many quarters of what may be spent.
fn share(limits: Limits, n_quarters: u32) -> Limits {
    Limits {
        time: limits.time.map(|time| time * n_quarters / 4),
        nodes: limits.nodes.map(|nodes| nodes.saturating_mul(n_quarters.into()) / 4),
        depth: limits.depth,
    }
}

/// Keeps the moves that look best at once.
fn keep_highest(position: &Position, moves: &mut Vec<Move>) {
    let mut position = position.clone();
    let highest = moves.iter().map(|&m| rank(&mut position, m)).max();
    moves.retain(|&m| Some(rank(&mut position, m)) == highest);
}

/// What is known of the move that was chosen.
fn info_of(judgement: &Judgement, m: Move, us: Color) -> Info<Move> {
    let verdict = judgement.moves.iter().find(|(other, _)| *other == m);
    let verdict = verdict.map_or(judgement.verdict, |(_, verdict)| *verdict);
    let (share, depth) = match verdict {
        Verdict::Exact(Value::Win { plies }) => (1.0, plies.into()),
        Verdict::Exact(Value::Draw) => (0.5, 0),
        Verdict::Exact(Value::Loss { plies }) => (0.0, plies.into()),
        Verdict::Open { plies } => (0.5, plies),
    };
    let is_proved = matches!(verdict, Verdict::Exact(_));
    let sentence = match verdict {
        Verdict::Exact(value) if judgement.is_from_table => format!("from the table: {value}"),
        Verdict::Exact(value) => format!("proved: {value}"),
        Verdict::Open { plies } => {
            format!("not proved: nobody can force a win within {plies} plies")
        }
    };
    let value = Color::ALL.map(|color| if color == us { share } else { 1.0 - share });
    Info {
        depth,
        nodes: judgement.n_nodes,
        value: Some(BySeat::from(value)),
        line: vec![m],
        is_proved,
        sentence: Some(sentence),
    }
}
