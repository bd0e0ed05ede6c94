//! Which strategy wins at Triominos, for two to six players.
//!
//! For each number of players, in single rounds and in blocks:
//!
//! 1. every way to draw with every way to place against `greedy`;
//! 2. `greedy` against itself, which tells how much is luck when nobody is better;
//! 3. the best two of the first step, `hoard` and `greedy` against each other, with other deals: who
//!    is chosen as the best of forty was lucky as well, and is not any more;
//! 4. `ismcts` against `greedy`, `hoard` and the best of the first step.

use std::ops::RangeInclusive;

use tilewright_core::Outcome;

use crate::plan::Plan;
use crate::schedule::{Block, Tournament};
use crate::study::luck::Luck;
use crate::study::{Hall, Played, StudyError, page, picture};
use crate::{Estimate, Player};

/// How large the study is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Size {
    /// How many rounds each strategy plays against `greedy`, for each number of players.
    pub n_games: u64,
    /// How many rounds `ismcts` plays against each of its opponents.
    pub n_ismcts_games: u64,
    /// How many rounds `ismcts` simulates for a move.
    pub nodes: u64,
    /// What deals and the chance of the players follow.
    pub seed: u64,
}

/// A study that was made.
pub struct Study {
    pub(crate) size: Size,
    pub(crate) date: String,
    pub(crate) tables: Vec<TableResults>,
}

/// What one number of players has shown.
pub(crate) struct TableResults {
    pub(crate) n_seats: usize,
    /// By way to draw and way to place: against `greedy`.
    pub(crate) matrix: Vec<Vec<Pair>>,
    /// The best of the matrix, the best first.
    pub(crate) best: Vec<String>,
    pub(crate) finalists: Vec<String>,
    /// Each against each of the finalists, but for itself.
    pub(crate) finals: Vec<Vec<Option<Pair>>>,
    /// Of `ismcts`, with the opponent.
    pub(crate) ismcts: Vec<(String, Pair)>,
    /// Of `greedy` against itself.
    pub(crate) equals: Option<Luck>,
}

/// What came of one player against another.
#[derive(Clone, Copy)]
pub(crate) struct Pair {
    /// The share of 1.
    pub(crate) score: Estimate,
    /// How many points a round more.
    pub(crate) margin: Estimate,
    pub(crate) luck: Option<Luck>,
}

/// The ways to draw and to place that are compared.
pub(crate) const DRAWS: [&str; 8] = [
    "forced",
    "below-5",
    "below-10",
    "below-15",
    "hoard",
    "hoard-until-3",
    "hand-below-6",
    "smallest-hand",
];
pub(crate) const PLACES: [&str; 5] = ["highest", "least-risk", "most-mobility", "random", "lowest"];

/// What everybody is compared with.
pub(crate) const GREEDY: &str = "greedy";

/// How many players there are at a table.
pub(crate) const SEATS: RangeInclusive<usize> = 2..=6;

/// How many of the matrix are in the finals.
const N_BEST: usize = 2;

/// Makes the deals of the finals and of `ismcts` others than those of the matrix.
const OTHER_DEALS: u64 = 0x7468_6972_6420_7365;

impl Study {
    /// Plays what is left of the study; nothing if it was stopped.
    pub fn make(size: &Size, date: &str, hall: &mut Hall<'_>) -> Result<Option<Study>, StudyError> {
        let table = |n_seats| Table { size, date, n_seats };
        let mut simple = Vec::new();
        for n_seats in SEATS {
            let Some(played) = table(n_seats).play_simple(hall)? else { return Ok(None) };
            simple.push(played);
        }
        let begun = simple[0].matrix.plan.date.clone().unwrap_or_default();
        let mut tables = Vec::new();
        for (n_seats, simple) in SEATS.zip(simple) {
            let best = &simple.best[0];
            let Some(ismcts) = table(n_seats).play_ismcts(best, hall)? else { return Ok(None) };
            tables.push(TableResults::new(n_seats, simple, &ismcts));
        }
        Ok(Some(Study { size: size.clone(), date: begun, tables }))
    }

    /// The page, which shows the picture that is kept beside it by this name.
    pub fn page(&self, picture: &str) -> String {
        page::page(self, picture)
    }

    /// The picture, as SVG.
    pub fn picture(&self) -> String {
        picture::picture(self)
    }
}

/// The name of a strategy.
pub(crate) fn strategy(draw: &str, place: &str) -> String {
    match place {
        "highest" => format!("strategy:draw={draw}"),
        _ => format!("strategy:draw={draw},place={place}"),
    }
}

/// The tournaments with one number of players.
struct Table<'a> {
    size: &'a Size,
    date: &'a str,
    n_seats: usize,
}

/// What the simple strategies have played.
struct Simple {
    matrix: Played,
    equals: Played,
    finals: Played,
    best: Vec<String>,
    finalists: Vec<String>,
}

impl Table<'_> {
    fn play_simple(&self, hall: &mut Hall<'_>) -> Result<Option<Simple>, StudyError> {
        let n_games = self.size.n_games;
        let strategies = strategies();
        let players = with_first(GREEDY, &strategies);
        let plan = self.plan(Tournament::Gauntlet, &players, n_games, 0);
        let title = "the strategies against greedy";
        let Some(matrix) = self.part(hall, "matrix", title, &plan)? else { return Ok(None) };
        let plan = self.plan(Tournament::Match, &[GREEDY, GREEDY], n_games, 0);
        let title = "greedy against itself";
        let Some(equals) = self.part(hall, "equals", title, &plan)? else { return Ok(None) };
        let best = best(&matrix, &strategies);
        let finalists = finalists(&best[..N_BEST]);
        let names: Vec<&str> = finalists.iter().map(String::as_str).collect();
        let plan = self.plan(Tournament::RoundRobin, &names, n_games, OTHER_DEALS);
        let title = "the best against each other";
        let Some(finals) = self.part(hall, "finals", title, &plan)? else { return Ok(None) };
        Ok(Some(Simple { matrix, equals, finals, best, finalists }))
    }

    fn play_ismcts(&self, best: &str, hall: &mut Hall<'_>) -> Result<Option<Played>, StudyError> {
        let opponents = opponents(best);
        let ismcts = format!("ismcts:nodes={}", self.size.nodes);
        let players = with_first(&ismcts, &opponents);
        let n_games = self.size.n_ismcts_games;
        let plan = self.plan(Tournament::Gauntlet, &players, n_games, OTHER_DEALS);
        self.part(hall, "ismcts", "ismcts against the best", &plan)
    }

    /// A tournament in which each two who meet play so many games.
    fn plan(&self, tournament: Tournament, players: &[&str], n_games: u64, deals: u64) -> Plan {
        let n_players = players.len() as u64;
        let n_pairings = match tournament {
            Tournament::RoundRobin => n_players * (n_players - 1) / 2,
            _ => n_players - 1,
        };
        Plan {
            options: [("seats", self.n_seats.to_string()), ("single-round", "on".to_owned())]
                .map(|(name, value)| (name.to_owned(), value))
                .to_vec(),
            tournament,
            n_games: n_games.max(1) * n_pairings,
            seed: self.size.seed ^ deals,
            date: Some(self.date.to_owned()),
            ..Plan::new("triominos".parse().expect("a game of the house"), players)
        }
    }

    fn part(
        &self,
        hall: &mut Hall<'_>,
        name: &str,
        title: &str,
        plan: &Plan,
    ) -> Result<Option<Played>, StudyError> {
        let n_seats = self.n_seats;
        hall.play(&format!("{n_seats}-{name}"), &format!("{n_seats} players: {title}"), plan)
    }
}

impl TableResults {
    fn new(n_seats: usize, simple: Simple, ismcts: &Played) -> TableResults {
        let Simple { matrix, equals, finals, best, finalists } = simple;
        let opponents = opponents(&best[0]).into_iter().zip(1..);
        TableResults {
            n_seats,
            matrix: matrix_of(&matrix),
            ismcts: opponents.map(|(name, i)| (name, ismcts.pair(0, i))).collect(),
            finals: everybody(&finals, finalists.len()),
            equals: equals.pair(0, 1).luck,
            best,
            finalists,
        }
    }
}

/// Every way to draw with every way to place.
fn strategies() -> Vec<String> {
    DRAWS.iter().flat_map(|draw| PLACES.map(|place| strategy(draw, place))).collect()
}

fn with_first<'a>(first: &'a str, others: &'a [String]) -> Vec<&'a str> {
    std::iter::once(first).chain(others.iter().map(String::as_str)).collect()
}

/// Those who made most against `greedy`, the best first; `greedy` by another name is none of them.
fn best(matrix: &Played, strategies: &[String]) -> Vec<String> {
    let greedy = strategy("forced", "highest");
    let score = |i: usize| matrix.pair(i + 1, 0).score.value;
    let mut order: Vec<usize> =
        (0..strategies.len()).filter(|&i| strategies[i] != greedy).collect();
    order.sort_by(|&one, &other| score(other).total_cmp(&score(one)));
    order.into_iter().map(|i| strategies[i].clone()).collect()
}

/// `greedy`, `hoard` and the best, each once.
fn finalists(best: &[String]) -> Vec<String> {
    let mut finalists = vec![GREEDY.to_owned(), strategy("hoard", "highest")];
    finalists.extend(best.iter().filter(|it| **it != finalists[1]).cloned().collect::<Vec<_>>());
    finalists
}

/// Whom `ismcts` meets.
fn opponents(best: &str) -> Vec<String> {
    finalists(&[best.to_owned()])
}

/// Every strategy against `greedy`, by way to draw and way to place.
fn matrix_of(matrix: &Played) -> Vec<Vec<Pair>> {
    let row = |draw: usize| {
        (0..PLACES.len()).map(|place| matrix.pair(1 + draw * PLACES.len() + place, 0)).collect()
    };
    (0..DRAWS.len()).map(row).collect()
}

/// Everybody against everybody else.
fn everybody(finals: &Played, n_players: usize) -> Vec<Vec<Option<Pair>>> {
    let against = |one, other| (one != other).then(|| finals.pair(one, other));
    (0..n_players).map(|one| (0..n_players).map(|other| against(one, other)).collect()).collect()
}

impl Played {
    /// What came of one player against another, from the side of the first.
    fn pair(&self, one: usize, other: usize) -> Pair {
        let (first, second) = (Player(one as u16), Player(other as u16));
        let pair = self.standings.pair(first, second).expect("they have met");
        let score = pair.score().expect("they have played");
        let margin = pair.margin().expect("they have played");
        let luck = Luck::of(self.blocks(first, second));
        if one < other {
            Pair { score, margin, luck }
        } else {
            Pair { score: turned(&score, 1.0), margin: turned(&margin, 0.0), luck }
        }
    }

    /// The blocks of two players, each with its outcomes.
    fn blocks(&self, first: Player, second: Player) -> impl Iterator<Item = (Block, &[Outcome])> {
        let games = self.outcomes.chunks_exact(self.schedule.games_per_block());
        let blocks = games.enumerate().map(|(i, games)| (self.schedule.block(i as u64), games));
        blocks.filter(move |(block, _)| {
            block.players().contains(&first) && block.players().contains(&second)
        })
    }
}

/// The same from the other side, where both sides sum to this.
fn turned(estimate: &Estimate, sum: f64) -> Estimate {
    let other = |value: f64| sum - value;
    Estimate {
        value: other(estimate.value),
        low: estimate.high.map(other),
        high: estimate.low.map(other),
    }
}
