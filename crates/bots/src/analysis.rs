//! Analysis: the values of a position and of its moves, from the knowledge of the seat to move.

mod playouts;
#[cfg(test)]
mod tests;

use std::time::Duration;

use tilewright_core::{BySeat, MoveOf, Position, Seat, Turn};
use tilewright_search::{Choice, Limits, MoveValue, SearchInfo, Stop, Stopwatch, Thinking};

use crate::bot::Bot;
use crate::chance::generator;
use crate::playable::Playable;

/// The analysis of a position: its moves, the best one for the seat to move first.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis<M> {
    /// As many moves as were asked for, and the one that was asked about.
    pub moves: Vec<MoveValue<M>>,
    /// The number of positions searched, or games played out.
    pub nodes: u64,
}

/// A position to analyze, and the limits.
///
/// ```
/// use tilewright_bots::{Limits, Question};
///
/// let limits = Limits { nodes: Some(50_000), ..Limits::NONE };
/// let question = Question::<String> { limits, n_moves: 3, ..Question::default() };
/// assert_eq!(question.about, None);
/// ```
pub struct Question<'a, M> {
    /// The limits for the whole analysis.
    pub limits: Limits,
    /// Ends it at once, with what is known so far; without, nobody does.
    pub stop: Option<&'a Stop>,
    /// The seed of all chance.
    pub seed: u64,
    /// The number of moves played before.
    pub ply: usize,
    /// The number of moves to evaluate, at least one.
    pub n_moves: usize,
    /// A move to rate in any case: the one that was played.
    pub about: Option<M>,
    /// A listener to the progress.
    pub listener: Option<AnalysisListener<'a, M>>,
}

/// Hears how an analysis gets on.
pub type AnalysisListener<'a, M> = &'a mut dyn FnMut(&Analysis<M>);

/// The best move, without limits.
impl<M> Default for Question<'_, M> {
    fn default() -> Self {
        let limits = Limits::NONE;
        let stop = None;
        let about = None;
        let listener = None;
        Question { limits, stop, seed: 0, ply: 0, n_moves: 1, about, listener }
    }
}

impl<M> Question<'_, M> {
    fn is_stopped(&self) -> bool {
        self.stop.is_some_and(Stop::is_stopped)
    }

    pub(crate) fn report(&mut self, analysis: &Analysis<M>) {
        if let Some(listener) = &mut self.listener {
            listener(analysis);
        }
    }
}

impl<M: PartialEq> Analysis<M> {
    /// The best move.
    pub fn best(&self) -> Option<&MoveValue<M>> {
        self.moves.first()
    }

    /// The value of a move, if it was evaluated.
    pub fn rated(&self, m: &M) -> Option<&MoveValue<M>> {
        self.moves.iter().find(|rated| rated.m == *m)
    }

    /// The expected result that the move loses, compared with the best one: 0 is nothing, and 1 a
    /// win that became a loss.
    pub fn loss(&self, m: &M, seat: Seat) -> Option<f64> {
        let best = self.best()?.share(seat)?;
        let played = self.rated(m)?.share(seat)?;
        Some((best - played).max(0.0))
    }
}

impl<M> Analysis<M> {
    /// The same with every move changed.
    pub fn map<N>(&self, mut change: impl FnMut(&M) -> N) -> Analysis<N> {
        let moves = self.moves.iter().map(|rated| rated.map(&mut change)).collect();
        Analysis { moves, nodes: self.nodes }
    }
}

/// Rates the moves of the seat to move, from what it knows; nothing if it is not its turn.
///
/// A bot that [rates](Bot::rate) moves is believed. Of another one that knows what positions are
/// worth, the search is asked about the position and about what follows each move; that is for two
/// seats without secrets. Where the bot says nothing, games are played out at random, from
/// determinizations of the knowledge of the seat.
///
/// ```
/// use tilewright_aquapipe::{AquaPipe, Position};
/// use tilewright_core::Seat;
/// use tilewright_bots::{Question, analyze, bot};
///
/// // Blue completes a row with one move.
/// let position: Position = "3x3 .../.../...|.../.../...|bb./.../rr. b".parse()?;
/// let mut minimax = bot::<AquaPipe>(&"minimax:nodes=2000".parse()?)?;
/// let analysis = analyze(&mut *minimax, &position, &mut Question::default()).unwrap();
/// let best = analysis.best().unwrap();
/// assert!(best.info.is_proved && best.share(Seat::new(0).unwrap()) == Some(1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn analyze<G: Playable>(
    bot: &mut dyn Bot<G>,
    known: &G::Known,
    question: &mut Question<'_, MoveOf<G>>,
) -> Option<Analysis<MoveOf<G>>> {
    let mut moves = Vec::new();
    G::legal_moves(known, &mut moves);
    let seat = G::turn(known).seat()?;
    if moves.is_empty() {
        return None;
    }
    moves.sort_unstable();
    let n_moves = question.n_moves.max(1);
    let about = question.about;
    let mut study = Study { bot, known, seat, purse: Purse::new(question.limits), question };
    let mut analysis = study.rate(&moves);
    let mut place = 0;
    analysis.moves.retain(|rated| {
        place += 1;
        place <= n_moves || Some(rated.m) == about
    });
    Some(analysis)
}

impl<M: PartialEq> Analysis<M> {
    /// Puts a move first, because it is chosen or was looked at most, and the others by what they
    /// are worth to the seat; those that nothing is known of come last.
    fn sort(&mut self, first: &M, seat: Seat) {
        let merit = |rated: &MoveValue<M>| {
            let share = rated.share(seat).unwrap_or(-1.0);
            if rated.m == *first { 2.0 } else { share }
        };
        self.moves.sort_by(|one, other| merit(other).total_cmp(&merit(one)));
    }
}

/// An analysis under way.
struct Study<'a, 'q, G: Playable> {
    bot: &'a mut dyn Bot<G>,
    known: &'a G::Known,
    seat: Seat,
    purse: Purse,
    question: &'a mut Question<'q, MoveOf<G>>,
}

impl<G: Playable> Study<'_, '_, G> {
    /// The values of the moves, the best first.
    fn rate(&mut self, moves: &[MoveOf<G>]) -> Analysis<MoveOf<G>> {
        // Step 1. Ask who rates moves one by one.
        let limits = self.purse.left();
        let about = self.question.about.filter(|about| moves.contains(about));
        let rated = self.think(limits, |bot, known, thinking| bot.rate(known, about, thinking));
        if !rated.is_empty() {
            let nodes = rated.iter().map(|it| it.info.nodes).sum();
            return Analysis { moves: rated, nodes };
        }

        // Step 2. Ask for the best move, with a half of the budget if others are wanted too. With
        // several opponents, their values after a move are not the value of this seat.
        if G::HAS_SECRETS || G::n_seats(self.known) > 2 {
            return self.play_out(moves);
        }
        let is_alone = self.question.n_moves <= 1 && self.question.about.is_none();
        let limits = if is_alone { limits } else { share(limits, 2) };
        let Choice { m, info } =
            self.think(limits, |bot, known, thinking| bot.judge(known, thinking));
        if info.value.is_none() {
            return self.play_out(moves);
        }
        self.purse.spend(info.nodes);
        let best = self.rated(m, info);
        let mut analysis = Analysis { nodes: best.info.nodes, moves: vec![best] };
        self.question.report(&analysis);

        // Step 3. Look at what follows the others: all of them a little, and the best of them
        // again.
        let others: Vec<_> = moves.iter().copied().filter(|&other| other != m).collect();
        if self.question.n_moves > 1 {
            self.follow_each(&others, 2, &mut analysis);
            analysis.sort(&m, self.seat);
            let again = analysis.moves[1..].iter().take(self.question.n_moves - 1);
            let again: Vec<_> = again.map(|rated| rated.m).collect();
            self.follow_each(&again, 1, &mut analysis);
            analysis.sort(&m, self.seat);
        } else if let Some(about) = self.question.about.filter(|about| others.contains(about)) {
            self.follow_each(&[about], 1, &mut analysis);
        }
        analysis
    }

    /// Looks at what follows each of the moves, which share a part of what is left, and puts that
    /// into the analysis.
    fn follow_each(&mut self, moves: &[MoveOf<G>], part: u32, analysis: &mut Analysis<MoveOf<G>>) {
        let limits = share(self.purse.left(), part.saturating_mul(moves.len().max(1) as u32));
        for &m in moves {
            if self.question.is_stopped() || self.purse.is_empty() {
                return;
            }
            let Some(rated) = self.follow(m, limits) else { continue };
            analysis.nodes += rated.info.nodes;
            self.purse.spend(rated.info.nodes);
            match analysis.moves.iter_mut().find(|it| it.m == m) {
                // A search that was cut short knows less than the one before.
                Some(old) if rated.info.value.is_none() || rated.info.depth < old.info.depth => {}
                Some(old) => *old = rated,
                None => analysis.moves.push(rated),
            }
            self.question.report(analysis);
        }
    }

    /// The bot's evaluation of the position after a move.
    fn follow(&mut self, m: MoveOf<G>, limits: Limits) -> Option<MoveValue<MoveOf<G>>> {
        let known = G::follow(self.known, m, None).ok()?;
        let info = match G::turn(&known) {
            Turn::Over(outcome) => SearchInfo {
                value: Some(outcome.shares()),
                is_proved: true,
                depth: 1,
                nodes: 1,
                line: vec![m],
                ..SearchInfo::default()
            },
            Turn::Chance => return None,
            Turn::Player(_) => {
                let Question { seed, ply, stop, .. } = *self.question;
                let mut thinking = Thinking { limits, seed, ply: ply + 1, ..Thinking::default() };
                thinking.stop = stop.unwrap_or(thinking.stop);
                let info = self.bot.judge(&known, &mut thinking).info;
                let line = [m].into_iter().chain(info.line).collect();
                SearchInfo { depth: info.depth + 1, line, ..info }
            }
        };
        Some(self.rated(m, info))
    }

    /// A move with the points at the end of its line.
    fn rated(&self, m: MoveOf<G>, info: SearchInfo<MoveOf<G>>) -> MoveValue<MoveOf<G>> {
        let mut position = G::sample(self.known, &mut generator(self.question.seed, 0));
        for &m in &info.line {
            position.play_unchecked(m);
        }
        MoveValue { margin: Some(margins(&position.scores())), ..MoveValue::new(m, info) }
    }

    /// Lets the bot search the position, and returns its result as an analysis.
    fn think<T>(
        &mut self,
        limits: Limits,
        ask: impl FnOnce(&mut dyn Bot<G>, &G::Known, &mut Thinking<'_, MoveOf<G>>) -> T,
    ) -> T {
        let Question { stop, seed, ply, listener, .. } = &mut *self.question;
        let mut tell = |info: &SearchInfo<MoveOf<G>>| {
            if let (Some(listener), Some(&m)) = (listener.as_mut(), info.line.first()) {
                let best = MoveValue::new(m, info.clone());
                listener(&Analysis { nodes: info.nodes, moves: vec![best] });
            }
        };
        let mut thinking = Thinking { limits, seed: *seed, ply: *ply, ..Thinking::default() };
        thinking.stop = stop.unwrap_or(thinking.stop);
        thinking.listener = Some(&mut tell);
        ask(self.bot, self.known, &mut thinking)
    }
}

/// The rest of the budget.
struct Purse {
    limits: Limits,
    watch: Stopwatch,
    n_spent: u64,
}

impl Purse {
    fn new(limits: Limits) -> Purse {
        Purse { limits, watch: Stopwatch::new(limits), n_spent: 0 }
    }

    fn spend(&mut self, n_nodes: u64) {
        self.n_spent += n_nodes;
    }

    fn left(&self) -> Limits {
        Limits {
            time: self.limits.time.map(|time| time.saturating_sub(self.watch.elapsed())),
            nodes: self.limits.nodes.map(|nodes| nodes.saturating_sub(self.n_spent)),
            ..self.limits
        }
    }

    fn is_empty(&self) -> bool {
        let left = self.left();
        left.time == Some(Duration::ZERO) || left.nodes == Some(0)
    }
}

/// By how much each seat is ahead of the best of the others.
fn margins(scores: &BySeat<i32>) -> BySeat<f64> {
    BySeat::from_fn(scores.len(), |seat| {
        let others = scores.seats().filter(|&other| other != seat);
        let best = others.map(|other| scores[other]).max().unwrap_or_default();
        f64::from(scores[seat] - best)
    })
}

/// One of so many equal parts.
fn share(limits: Limits, n_parts: u32) -> Limits {
    Limits {
        time: limits.time.map(|time| time / n_parts.max(1)),
        nodes: limits.nodes.map(|nodes| (nodes / u64::from(n_parts.max(1))).max(1)),
        ..limits
    }
}
