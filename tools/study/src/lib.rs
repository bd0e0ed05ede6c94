//! The strategy study of Triominos: which strategy wins, for two to six players, and how much is
//! luck.
//!
//! For each number of players, in single rounds and in blocks:
//!
//! 1. a gauntlet of every way to draw with every way to place, against `greedy`;
//! 2. `greedy` against itself, which shows how much is luck when nobody is better;
//! 3. a round robin of the best two of the first step, `hoard` and `greedy`, with other deals: the
//!    best of forty was lucky as well, and its score falls back to the mean;
//! 4. a gauntlet of `ismcts` against `greedy`, `hoard` and the best of the first step.
//!
//! The games are kept in a folder, a results file for each tournament; a study that was stopped
//! goes on in the same folder.

#![allow(
    clippy::cast_precision_loss,
    reason = "counts of games become numbers for statistics, far below 2^53"
)]
#![cfg_attr(test, allow(clippy::float_cmp, reason = "tests compare fractions that are exact"))]

mod page;
mod picture;
mod runner;
mod variance;

use std::iter::once;
use std::ops::RangeInclusive;

use tilewright_arena::plan::Plan;
use tilewright_arena::schedule::{Block, Tournament};
use tilewright_arena::{Estimate, Player};
use tilewright_core::Outcome;

pub use crate::runner::{Runner, StudyError};
pub use crate::variance::VarianceShares;

use crate::runner::FinishedTournament;

/// The size of a study.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Size {
    /// The number of rounds of each strategy against `greedy`, for each number of players.
    pub n_games: u64,
    /// The number of rounds of `ismcts` against each of its opponents.
    pub n_ismcts_games: u64,
    /// The number of rounds that `ismcts` simulates for a move.
    pub nodes: u64,
    /// The seed of deals and of the players' chance.
    pub seed: u64,
}

/// A study that was played to its end.
pub struct Study {
    size: Size,
    date: String,
    sections: Vec<Section>,
}

/// The results for one number of players.
struct Section {
    n_seats: usize,
    /// Each strategy against `greedy`, by way to draw and way to place.
    matrix: Vec<Vec<PairResult>>,
    /// The strategies of the matrix by score, the best first.
    best: Vec<String>,
    finalists: Vec<String>,
    /// Each finalist against each other one.
    finals: Vec<Vec<Option<PairResult>>>,
    /// The opponents of `ismcts`, with the result.
    ismcts: Vec<(String, PairResult)>,
    /// `greedy` against itself.
    equals: Option<VarianceShares>,
}

/// The result of one player against another.
#[derive(Clone, Copy)]
struct PairResult {
    /// The share of 1.
    score: Estimate,
    /// The lead in points, per round.
    margin: Estimate,
    variance: Option<VarianceShares>,
}

/// The ways to draw that are compared.
const DRAWS: [&str; 8] = [
    "forced",
    "below-5",
    "below-10",
    "below-15",
    "hoard",
    "hoard-until-3",
    "hand-below-6",
    "smallest-hand",
];

/// The ways to place that are compared.
const PLACES: [&str; 5] = ["highest", "least-risk", "most-mobility", "random", "lowest"];

/// The player that all others are compared with.
const GREEDY: &str = "greedy";

/// The numbers of players.
const SEATS: RangeInclusive<usize> = 2..=6;

/// The number of strategies of the matrix that reach the finals.
const N_BEST: usize = 2;

/// Gives the finals and `ismcts` other deals than the matrix.
const OTHER_DEALS: u64 = 0x7468_6972_6420_7365;

impl Study {
    /// Plays the rest of the study; nothing if it was stopped.
    pub fn run(
        size: &Size,
        date: &str,
        runner: &mut Runner<'_>,
    ) -> Result<Option<Study>, StudyError> {
        let mut strategies = Vec::new();
        for n_seats in SEATS {
            let part = Part { size, date, n_seats };
            let Some(played) = part.play_strategies(runner)? else { return Ok(None) };
            strategies.push(played);
        }
        // A study that was resumed keeps the day on which it began.
        let date_begun = strategies[0].matrix.plan.date.clone().unwrap_or_default();
        let mut sections = Vec::new();
        for (n_seats, played) in SEATS.zip(strategies) {
            let part = Part { size, date, n_seats };
            let Some(ismcts) = part.play_ismcts(&played.best[0], runner)? else { return Ok(None) };
            sections.push(Section::new(n_seats, played, &ismcts));
        }
        Ok(Some(Study { size: size.clone(), date: date_begun, sections }))
    }

    /// Returns the page, in Markdown, with a link to the picture beside it.
    pub fn page(&self, picture: &str) -> String {
        page::page(self, picture)
    }

    /// Returns the picture, as SVG.
    pub fn picture(&self) -> String {
        picture::picture(self)
    }
}

/// The name of a strategy as a bot.
fn strategy(draw: &str, place: &str) -> String {
    match place {
        "highest" => format!("strategy:draw={draw}"),
        _ => format!("strategy:draw={draw},place={place}"),
    }
}

/// The tournaments with one number of players.
struct Part<'a> {
    size: &'a Size,
    date: &'a str,
    n_seats: usize,
}

/// The tournaments of the simple strategies.
struct StrategyResults {
    matrix: FinishedTournament,
    equals: FinishedTournament,
    finals: FinishedTournament,
    best: Vec<String>,
    finalists: Vec<String>,
}

impl Part<'_> {
    fn play_strategies(
        &self,
        runner: &mut Runner<'_>,
    ) -> Result<Option<StrategyResults>, StudyError> {
        let n_games = self.size.n_games;
        let strategies = strategies();
        let players: Vec<&str> =
            once(GREEDY).chain(strategies.iter().map(String::as_str)).collect();
        let plan = self.plan(Tournament::Gauntlet, &players, n_games, 0);
        let title = "the strategies against greedy";
        let Some(matrix) = self.play(runner, "matrix", title, &plan)? else { return Ok(None) };

        let plan = self.plan(Tournament::Match, &[GREEDY, GREEDY], n_games, 0);
        let title = "greedy against itself";
        let Some(equals) = self.play(runner, "equals", title, &plan)? else { return Ok(None) };

        let best = by_score(&matrix, &strategies);
        let finalists = finalists(&best[..N_BEST]);
        let players: Vec<&str> = finalists.iter().map(String::as_str).collect();
        let plan = self.plan(Tournament::RoundRobin, &players, n_games, OTHER_DEALS);
        let title = "the best against each other";
        let Some(finals) = self.play(runner, "finals", title, &plan)? else { return Ok(None) };
        Ok(Some(StrategyResults { matrix, equals, finals, best, finalists }))
    }

    fn play_ismcts(
        &self,
        best: &str,
        runner: &mut Runner<'_>,
    ) -> Result<Option<FinishedTournament>, StudyError> {
        let ismcts = format!("ismcts:nodes={}", self.size.nodes);
        let opponents = finalists(&[best.to_owned()]);
        let opponents = opponents.iter().map(String::as_str);
        let players: Vec<&str> = once(ismcts.as_str()).chain(opponents).collect();
        let n_games = self.size.n_ismcts_games;
        let plan = self.plan(Tournament::Gauntlet, &players, n_games, OTHER_DEALS);
        self.play(runner, "ismcts", "ismcts against the best", &plan)
    }

    /// A tournament in which each two players who meet play `n_games`.
    fn plan(&self, tournament: Tournament, players: &[&str], n_games: u64, deals: u64) -> Plan {
        let n_players = players.len() as u64;
        let n_pairings = match tournament {
            Tournament::RoundRobin => n_players * (n_players - 1) / 2,
            _ => n_players - 1,
        };
        let seats = ("seats".to_owned(), self.n_seats.to_string());
        let single_round = ("single-round".to_owned(), "on".to_owned());
        Plan {
            options: vec![seats, single_round],
            tournament,
            n_games: n_games.max(1) * n_pairings,
            seed: self.size.seed ^ deals,
            date: Some(self.date.to_owned()),
            ..Plan::new("triominos".parse().expect("one of the games"), players)
        }
    }

    fn play(
        &self,
        runner: &mut Runner<'_>,
        name: &str,
        title: &str,
        plan: &Plan,
    ) -> Result<Option<FinishedTournament>, StudyError> {
        let n_seats = self.n_seats;
        runner.play(&format!("{n_seats}-{name}"), &format!("{n_seats} players: {title}"), plan)
    }
}

impl Section {
    fn new(n_seats: usize, played: StrategyResults, ismcts: &FinishedTournament) -> Section {
        let opponents = finalists(&played.best[..1]).into_iter().zip(1..);
        Section {
            n_seats,
            matrix: matrix_of(&played.matrix),
            ismcts: opponents.map(|(name, i)| (name, ismcts.result(0, i))).collect(),
            finals: cross_table(&played.finals, played.finalists.len()),
            equals: played.equals.result(0, 1).variance,
            best: played.best,
            finalists: played.finalists,
        }
    }
}

/// Every way to draw with every way to place.
fn strategies() -> Vec<String> {
    DRAWS.iter().flat_map(|draw| PLACES.map(|place| strategy(draw, place))).collect()
}

/// The strategies by score against `greedy`, without `greedy` itself by another name.
fn by_score(matrix: &FinishedTournament, strategies: &[String]) -> Vec<String> {
    let greedy = strategy("forced", "highest");
    let scored = strategies.iter().zip(1..);
    let scored = scored.map(|(name, player)| (matrix.result(player, 0).score.value, name));
    let mut scored: Vec<(f64, &String)> = scored.filter(|(_, name)| **name != greedy).collect();
    scored.sort_by(|one, other| other.0.total_cmp(&one.0));
    scored.into_iter().map(|(_, name)| name.clone()).collect()
}

/// `greedy`, `hoard` and the best, each once; these are the opponents of `ismcts` too.
fn finalists(best: &[String]) -> Vec<String> {
    let hoard = strategy("hoard", "highest");
    let others: Vec<String> = best.iter().filter(|name| **name != hoard).cloned().collect();
    [vec![GREEDY.to_owned(), hoard], others].concat()
}

/// Every strategy against `greedy`, by way to draw and way to place.
fn matrix_of(matrix: &FinishedTournament) -> Vec<Vec<PairResult>> {
    let n_strategies = DRAWS.len() * PLACES.len();
    let results: Vec<PairResult> = (1..=n_strategies).map(|i| matrix.result(i, 0)).collect();
    results.chunks(PLACES.len()).map(<[PairResult]>::to_vec).collect()
}

/// Each player of a round robin against each other one.
fn cross_table(finals: &FinishedTournament, n_players: usize) -> Vec<Vec<Option<PairResult>>> {
    let against = |one, other| (one != other).then(|| finals.result(one, other));
    (0..n_players).map(|one| (0..n_players).map(|other| against(one, other)).collect()).collect()
}

impl FinishedTournament {
    /// The result of one player against another, from the side of the first.
    fn result(&self, one: usize, other: usize) -> PairResult {
        let first = Player(one as u16);
        let second = Player(other as u16);
        let pair = self.standings.pair(first, second).expect("they have met");
        let score = pair.score().expect("they have played");
        let margin = pair.margin().expect("they have played");
        let variance = VarianceShares::of(self.blocks(first, second));
        if one < other {
            return PairResult { score, margin, variance };
        }
        PairResult { score: opposite(&score, 1.0), margin: opposite(&margin, 0.0), variance }
    }

    /// The blocks of two players, each with its outcomes.
    fn blocks(&self, first: Player, second: Player) -> impl Iterator<Item = (Block, &[Outcome])> {
        let games = self.outcomes.chunks_exact(self.schedule.games_per_block());
        let blocks = self.schedule.blocks().zip(games);
        let have_met = move |block: &Block| {
            block.players().contains(&first) && block.players().contains(&second)
        };
        blocks.filter(move |(block, _)| have_met(block))
    }
}

/// The same estimate from the other side, where both sides sum to `sum`.
fn opposite(estimate: &Estimate, sum: f64) -> Estimate {
    let other = |value: f64| sum - value;
    Estimate {
        value: other(estimate.value),
        low: estimate.high.map(other),
        high: estimate.low.map(other),
    }
}
