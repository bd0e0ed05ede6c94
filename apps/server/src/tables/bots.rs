//! Bots that think about a table: they are handed the perspective of a seat, so that they can give
//! nothing away.

use tilewright_bots::{
    Analysis, AnalysisListener, BotSpec, Bots, Choice, Limits, Question, Stop, Thinking,
};
use tilewright_table::{AnyMove, Perspective};

/// The move of a bot. The seed and the number of moves decide where it has a choice, so that a bot
/// that is interrupted comes to the same again.
pub(crate) fn choose(
    perspective: &Perspective,
    spec: &BotSpec,
    seed: u64,
    stop: &Stop,
) -> Option<Choice<AnyMove>> {
    let mut thinking = Thinking { stop, seed, ..Thinking::default() };
    Bots::of(perspective.game()).bot(spec).ok()?.choose(perspective, &mut thinking)
}

/// The values of the moves, by the best bot there is.
pub(crate) fn analyze(
    perspective: &Perspective,
    limits: Limits,
    n_moves: usize,
    stop: &Stop,
    listener: AnalysisListener<'_, AnyMove>,
) -> Option<Analysis<AnyMove>> {
    let bots = Bots::of(perspective.game());
    let mut best = bots.bot(&bots.best(perspective.n_seats())).ok()?;
    let mut question = Question { limits, n_moves, stop: Some(stop), ..Question::default() };
    question.listener = Some(listener);
    best.analyze(perspective, &mut question)
}
