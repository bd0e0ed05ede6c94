//! The solver as a bot.

use std::path::Path;
use std::time::Duration;

use tilewright_aquapipe::{AquaPipe, Color, Move, MoveAfter, Options, Position, Variant};
use tilewright_core::{BySeat, Position as _, Seat, random_index};
use tilewright_search::{
    AlphaBeta, Choice, GameValue, Limits, MoveValue, Proof, SearchInfo, Thinking,
};

use super::solver::{Solver, SolverResult};
use super::tablebase::Tablebase;
use super::tablebases;
use super::{OpenRows, rank};
use crate::bot::{Bot, Kind, KindInfo, Made};
use crate::chance::tie_breaker;
use crate::spec::{BotSpec, NODES, SEED, SpecError, TABLE, TIME};

pub(super) const SOLVER: Kind<AquaPipe> = Kind {
    info: KindInfo {
        name: "solver",
        help: "perfect play from its table, or what a second of proof search finds",
        keys: &[TABLE, NODES, TIME, SEED],
    },
    make: |spec| SolverBot::make(spec),
};

/// The usual limits: less than a second, and mostly the same on every
/// machine.
const USUAL: Limits =
    Limits { nodes: Some(300_000), time: Some(Duration::from_millis(800)), ..Limits::NONE };

/// The size of the proof search's table, in bytes.
const N_BYTES: usize = 1 << 24;

/// Judges exactly where it can, and estimates where nothing is proved.
struct SolverBot {
    solver: Solver,
    source: Source,
    estimate: AlphaBeta<Position, OpenRows>,
    limits: Limits,
    seed: Option<u64>,
}

/// The source of its tablebases.
enum Source {
    /// The one that was named, or none.
    Named,
    /// Those that this process keeps: each is taken when a game is first played by its rules, or as
    /// soon as it is made.
    Kept(Vec<MoveAfter>),
}

impl SolverBot {
    fn make(spec: &BotSpec) -> Made<AquaPipe> {
        let (source, named) = match spec.setting(TABLE.name) {
            Some("none") => (Source::Named, None),
            Some(file) => (Source::Named, Some(open(Path::new(file))?)),
            None => (Source::Kept(Vec::new()), None),
        };
        let solver = Solver::new(named.into_iter().collect(), N_BYTES);
        let estimate = AlphaBeta::new(OpenRows);
        let limits = spec.limits()?;
        let seed = spec.seed()?;
        Ok(Box::new(SolverBot { solver, source, estimate, limits, seed }))
    }

    fn limits_for(&self, thinking: &Thinking<'_, Move>) -> Limits {
        let asked = thinking.limits.or(self.limits);
        if asked == Limits::NONE { USUAL } else { asked }
    }

    /// Takes the tablebase that this process keeps for this game, if there is one, and returns what
    /// is wrong with it.
    fn take_tablebase(&mut self, position: &Position) -> Option<String> {
        let Options { variant, move_after, .. } = *position.options();
        let Source::Kept(taken) = &mut self.source else { return None };
        if variant != Variant::Small || taken.contains(&move_after) {
            return None;
        }
        match tablebases::kept(move_after) {
            Ok(Some(tablebase)) => {
                taken.push(move_after);
                self.solver.add_table(tablebase);
                None
            }
            Ok(None) => None,
            Err(error) => Some(error.to_string()),
        }
    }
}

fn open(path: &Path) -> Result<Tablebase, SpecError> {
    Tablebase::open(path).map_err(|error| SpecError::File {
        kind: "solver",
        file: path.display().to_string(),
        reason: error.to_string(),
    })
}

impl Bot<AquaPipe> for SolverBot {
    fn choose(&mut self, position: &Position, thinking: &mut Thinking<'_, Move>) -> Choice<Move> {
        let limits = self.limits_for(thinking);
        let complaint = self.take_tablebase(position);
        self.solver.forget();
        let most = share(limits, 3);
        let stop = thinking.stop;
        let solution = self.solver.judge(position, most, stop, &mut |_, _| ());
        // Without the table it still can search.
        let solution =
            solution.unwrap_or_else(|_| self.solver.search(position, most, stop, &mut |_, _| ()));
        let mut best: Vec<Move> = solution.best_moves().collect();
        let mut rng = tie_breaker(self.seed.unwrap_or(thinking.seed));
        let mut estimated = None;
        if let Proof::Open { .. } = solution.proof {
            // Nothing is proved: whatever an estimate likes of what is not known to lose.
            let mut inner = Thinking { stop, ..Thinking::default() };
            let liked = self.estimate.search(position, share(limits, 1), &mut inner, &mut rng);
            if best.contains(&liked.m) {
                best = vec![liked.m];
                estimated = Some(liked.info);
            } else {
                keep_highest(position, &mut best);
            }
        }
        let m = best[random_index(&mut rng, best.len())];
        let mut info = info_of(&solution, m, position.color_to_move());
        if let Some(SearchInfo { value, line, .. }) = estimated {
            info = SearchInfo { value, line, ..info };
        }
        if let (Some(complaint), Some(sentence)) = (complaint, &mut info.sentence) {
            *sentence = format!("{complaint}; {sentence}");
        }
        thinking.report(&info);
        Choice { m, info }
    }

    /// By the table or what is proved and, of the moves of which nothing is, by an estimate of what
    /// follows them.
    fn rate(
        &mut self,
        position: &Position,
        about: Option<Move>,
        thinking: &mut Thinking<'_, Move>,
    ) -> Vec<MoveValue<Move>> {
        self.take_tablebase(position);
        self.solver.forget();
        let limits = self.limits_for(thinking);
        self.report_quick_look(position, limits, thinking);
        let stop = thinking.stop;
        let most = share(limits, 2);
        let judged = self.solver.judge(position, most, stop, &mut |_, _| ());
        let solution =
            judged.unwrap_or_else(|_| self.solver.search(position, most, stop, &mut |_, _| ()));
        let us = position.color_to_move();
        let rated = |&(m, proof): &(Move, Proof)| {
            // Positions searched for all of them count once, with the best.
            let info = SearchInfo { nodes: 0, ..info_of(&solution, m, us) };
            MoveValue { plies: plies_of(proof), ..MoveValue::new(m, info) }
        };
        let mut moves: Vec<_> = solution.moves.iter().map(rated).collect();
        // All open moves a little, and then again the best of them and the one that is asked about.
        self.estimate_each(position, &mut moves, share(limits, 1), thinking, |_, _| true);
        sort(&mut moves, position);
        let is_wanted = |i, m| i < N_LOOKED_AT_AGAIN || Some(m) == about;
        self.estimate_each(position, &mut moves, share(limits, 1), thinking, is_wanted);
        sort(&mut moves, position);
        moves[0].info.nodes += solution.n_nodes;
        moves
    }
}

/// The shortest time limit for which a first estimate is reported on the way.
const LONG_TIME: Duration = Duration::from_millis(300);

/// The number of unproved moves that are estimated more thoroughly.
const N_LOOKED_AT_AGAIN: usize = 3;

/// The best first, a win that is proved before any estimate; among equals the one that wins sooner
/// or loses later.
fn sort(moves: &mut [MoveValue<Move>], position: &Position) {
    let us = Seat::new(position.color_to_move() as usize).expect("there are two seats");
    let share = |rated: &MoveValue<Move>| rated.share(us).unwrap_or(0.5);
    let haste = |rated: &MoveValue<Move>| {
        let plies = rated.info.depth as isize;
        match rated.info.is_proved {
            true if share(rated) > 0.5 => -plies,
            true => plies,
            false => 0,
        }
    };
    let is_won = |rated: &MoveValue<Move>| rated.info.is_proved && share(rated) > 0.5;
    moves.sort_by(|one, other| {
        let by_share = share(other).total_cmp(&share(one));
        let by_haste = haste(other).cmp(&haste(one));
        is_won(other).cmp(&is_won(one)).then(by_share).then(by_haste)
    });
}

impl SolverBot {
    /// Reports what a sixteenth of a long time finds, because the proof search reports nothing on
    /// its way.
    fn report_quick_look(
        &mut self,
        position: &Position,
        limits: Limits,
        thinking: &mut Thinking<'_, Move>,
    ) {
        let is_solved = self.solver.has_table_for(position);
        let Some(time) = limits.time.filter(|it| *it >= LONG_TIME && !is_solved) else { return };
        let quick = Limits { time: Some(time / 16), ..limits };
        let mut inner = Thinking { stop: thinking.stop, ..Thinking::default() };
        let mut rng = tie_breaker(self.seed.unwrap_or(thinking.seed));
        let found = self.estimate.search(position, quick, &mut inner, &mut rng);
        thinking.report(&found.info);
    }

    /// Estimates those of the moves of which nothing is proved and that are wanted, which share the
    /// limits.
    fn estimate_each(
        &mut self,
        position: &Position,
        moves: &mut [MoveValue<Move>],
        limits: Limits,
        thinking: &Thinking<'_, Move>,
        is_wanted: impl Fn(usize, Move) -> bool,
    ) {
        let open = moves
            .iter_mut()
            .enumerate()
            .filter(|(i, it)| !it.info.is_proved && is_wanted(*i, it.m));
        let open: Vec<&mut MoveValue<Move>> = open.map(|(_, it)| it).collect();
        let n_open = open.len().max(1) as u32;
        let each = Limits {
            time: limits.time.map(|time| time / n_open),
            nodes: limits.nodes.map(|nodes| (nodes / u64::from(n_open)).max(1)),
            ..limits
        };
        for rated in open {
            let mut after = position.clone();
            after.play_unchecked(rated.m);
            let mut inner = Thinking { stop: thinking.stop, ..Thinking::default() };
            let mut rng = tie_breaker(self.seed.unwrap_or(thinking.seed));
            let info = self.estimate.search(&after, each, &mut inner, &mut rng).info;
            rated.info.nodes += info.nodes;
            rated.info.value = info.value.or(rated.info.value);
            rated.info.line.truncate(1);
            rated.info.line.extend(info.line);
        }
    }
}

/// A number of quarters of the limits.
fn share(limits: Limits, n_quarters: u32) -> Limits {
    Limits {
        time: limits.time.map(|time| time / 4 * n_quarters),
        nodes: limits.nodes.map(|nodes| nodes.saturating_mul(n_quarters.into()) / 4),
        ..limits
    }
}

/// Keeps the moves that look best at once.
fn keep_highest(position: &Position, moves: &mut Vec<Move>) {
    let mut position = position.clone();
    let highest = moves.iter().map(|&m| rank(&mut position, m)).max();
    moves.retain(|&m| Some(rank(&mut position, m)) == highest);
}

/// With how many moves the game is over, if that is proved.
fn plies_of(proof: Proof) -> Option<usize> {
    match proof {
        Proof::Exact(GameValue::Win { plies } | GameValue::Loss { plies }) => Some(plies),
        Proof::Exact(GameValue::Draw) | Proof::Open { .. } => None,
    }
}

/// The information about the chosen move.
fn info_of(solution: &SolverResult, m: Move, us: Color) -> SearchInfo<Move> {
    let proof = solution.moves.iter().find(|(other, _)| *other == m);
    let proof = proof.map_or(solution.proof, |(_, proof)| *proof);
    let (share, depth) = match proof {
        Proof::Exact(GameValue::Win { plies }) => (1.0, plies),
        Proof::Exact(GameValue::Draw) => (0.5, 0),
        Proof::Exact(GameValue::Loss { plies }) => (0.0, plies),
        Proof::Open { plies } => (0.5, plies),
    };
    let is_proved = matches!(proof, Proof::Exact(_));
    let sentence = match proof {
        Proof::Exact(value) if solution.is_from_table => format!("from the table: {value}"),
        Proof::Exact(value) => format!("proved: {value}"),
        Proof::Open { plies } => {
            let plies = if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") };
            format!("not proved: nobody can force a win within {plies}")
        }
    };
    let value = Color::ALL.map(|color| if color == us { share } else { 1.0 - share });
    SearchInfo {
        depth,
        nodes: solution.n_nodes,
        value: Some(BySeat::from(value)),
        line: vec![m],
        is_proved,
        sentence: Some(sentence),
    }
}
