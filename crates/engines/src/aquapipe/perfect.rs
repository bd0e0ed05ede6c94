//! The solver as a bot.

use std::path::Path;
use std::time::Duration;

use tilewright_aquapipe::{AquaPipe, Color, Move, MoveAfter, Position};
use tilewright_core::{BySeat, random_index};
use tilewright_search::{AlphaBeta, Choice, Info, Limits, Thinking};

use super::solver::{Judgement, Solver, Verdict};
use super::table::Table;
use super::value::Value;
use super::{OpenRows, rank};
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
    estimate: AlphaBeta<Position, OpenRows>,
    limits: Limits,
    seed: Option<u64>,
}

impl Perfect {
    fn make(spec: &BotSpec) -> Made<AquaPipe> {
        let tables = match spec.setting(TABLE.name) {
            Some("none") => Vec::new(),
            Some(file) => vec![open(Path::new(file))?],
            None => usual_tables()?,
        };
        let solver = Solver::new(tables, N_BYTES);
        let estimate = AlphaBeta::new(OpenRows);
        let (limits, seed) = (spec.limits()?, spec.seed()?);
        Ok(Box::new(Perfect { solver, estimate, limits, seed }))
    }
}

/// The tables that were solved on this machine.
fn usual_tables() -> Result<Vec<Table>, SpecError> {
    let paths = MoveAfter::ALL.into_iter().filter_map(Table::usual_path);
    paths.filter(|path| path.exists()).map(|path| open(&path)).collect()
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
        let asked = thinking.limits.or(self.limits);
        let limits = if asked == Limits::NONE { USUAL } else { asked };
        self.solver.forget();
        let judgement =
            self.solver.judge(position, share(limits, 3), thinking.stop, &mut |_, _| ());
        // Without the table it still can search.
        let judgement = judgement.unwrap_or_else(|_| {
            self.solver.search(position, share(limits, 3), thinking.stop, &mut |_, _| ())
        });
        let mut best: Vec<Move> = judgement.best_moves().collect();
        let mut rng = tie_breaker(self.seed.unwrap_or(thinking.seed));
        if let Verdict::Open { .. } = judgement.verdict {
            // Nothing is proved: whatever an estimate likes of what does not lose.
            let limits = share(limits, 1);
            let mut inner = Thinking { stop: thinking.stop, ..Thinking::default() };
            let liked = self.estimate.search(position, limits, &mut inner, &mut rng).m;
            if best.contains(&liked) {
                best = vec![liked];
            } else {
                keep_highest(position, &mut best);
            }
        }
        let m = best[random_index(&mut rng, best.len())];
        let info = info_of(&judgement, m, position.color_to_move());
        thinking.report(&info);
        Choice { m, info }
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

fn info_of(judgement: &Judgement, m: Move, us: Color) -> Info<Move> {
    let (share, is_proved, depth, verdict) = match judgement.verdict {
        Verdict::Exact(value @ Value::Win { plies }) => {
            (1.0, true, plies.into(), value.to_string())
        }
        Verdict::Exact(Value::Draw) => (0.5, true, 0, "draw".to_owned()),
        Verdict::Exact(value @ Value::Loss { plies }) => {
            (0.0, true, plies.into(), value.to_string())
        }
        Verdict::Open { plies } => {
            (0.5, false, plies, format!("nobody can force a win within {plies} plies"))
        }
    };
    let source = match (is_proved, judgement.is_from_table) {
        (true, true) => "from the table",
        (true, false) => "proved",
        (false, _) => "not proved",
    };
    let value = Color::ALL.map(|color| if color == us { share } else { 1.0 - share });
    Info {
        depth,
        nodes: judgement.n_nodes,
        value: Some(BySeat::from(value)),
        line: vec![m],
        is_proved,
        sentence: Some(format!("{source}: {verdict}")),
    }
}
