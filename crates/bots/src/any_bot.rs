//! Bots without the types of their game.

use tilewright_core::MoveOf;
use tilewright_search::{Choice, SearchInfo, Thinking};
use tilewright_table::{AnyMove, Perspective};

use crate::analysis::{Analysis, AnalysisListener, Question, analyze};
use crate::bot::Bot;
use crate::playable::Playable;

/// A [`Bot`] without the types of its game. It is handed the game as its seat follows it, so that
/// it cannot know more than its seat does.
///
/// ```
/// use tilewright_bots::{Bots, Thinking};
/// use tilewright_core::{Seat, Viewer};
/// use tilewright_table::GameId;
///
/// let mut table = GameId::AquaPipe.open(&[])?;
/// table.play("S@b2")?;
/// let bots = Bots::of(table.game());
/// let mut greedy = bots.bot(&bots.read("greedy")?)?;
/// let red = table.perspective(Viewer::Seat(Seat::new(1).unwrap()));
/// let choice = greedy.choose(&red, &mut Thinking::default()).unwrap();
/// assert!(red.legal_moves().contains(&choice.m));
///
/// // Nobody is asked who is not to move.
/// let blue = table.perspective(Viewer::Seat(Seat::new(0).unwrap()));
/// assert_eq!(greedy.choose(&blue, &mut Thinking::default()), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait AnyBot: Send {
    /// The move that the bot plays now; nothing if it is not the viewer's turn, or if the game is
    /// one of another kind. The `ply` of the thinking is filled in.
    fn choose(
        &mut self,
        perspective: &Perspective,
        thinking: &mut Thinking<'_, AnyMove>,
    ) -> Option<Choice<AnyMove>>;

    /// The values of the viewer's moves in the eyes of the bot; nothing if it is not the viewer's
    /// turn. The `ply` of the question is filled in. A move that is asked about and is none of the
    /// viewer is left out.
    fn analyze(
        &mut self,
        perspective: &Perspective,
        question: &mut Question<'_, AnyMove>,
    ) -> Option<Analysis<AnyMove>>;
}

/// The one implementation of [`AnyBot`].
struct Untyped<G: Playable>(Box<dyn Bot<G>>);

/// Takes the types away from a bot.
pub(crate) fn untyped<G: Playable>(bot: Box<dyn Bot<G>>) -> Box<dyn AnyBot> {
    Box::new(Untyped(bot))
}

/// The knowledge of the viewer, if it is to move.
fn known_to_mover<G: Playable>(perspective: &Perspective) -> Option<&G::Known> {
    perspective.known::<G>().filter(|_| perspective.is_to_move())
}

impl<G: Playable> AnyBot for Untyped<G> {
    fn choose(
        &mut self,
        perspective: &Perspective,
        thinking: &mut Thinking<'_, AnyMove>,
    ) -> Option<Choice<AnyMove>> {
        let known = known_to_mover::<G>(perspective)?;
        let mut report = |info: &SearchInfo<MoveOf<G>>| {
            if let Some(listener) = &mut thinking.listener {
                listener(&info.map(any_move::<G>));
            }
        };
        let mut typed = Thinking {
            limits: thinking.limits,
            stop: thinking.stop,
            seed: thinking.seed,
            ply: perspective.ply(),
            listener: Some(&mut report),
        };
        let Choice { m, info } = self.0.choose(known, &mut typed);
        Some(Choice { m: G::any_move(m), info: info.map(any_move::<G>) })
    }

    fn analyze(
        &mut self,
        perspective: &Perspective,
        question: &mut Question<'_, AnyMove>,
    ) -> Option<Analysis<AnyMove>> {
        let known = known_to_mover::<G>(perspective)?;
        let Question { limits, stop, seed, n_moves, .. } = *question;
        let about = question.about.as_ref().and_then(G::own_move);
        let mut report = |analysis: &Analysis<MoveOf<G>>| {
            question.report(&analysis.map(any_move::<G>));
        };
        let ply = perspective.ply();
        let listener: Option<AnalysisListener<'_, MoveOf<G>>> = Some(&mut report);
        let mut typed = Question { limits, stop, seed, ply, n_moves, about, listener };
        let analysis = analyze(&mut *self.0, known, &mut typed)?;
        Some(analysis.map(any_move::<G>))
    }
}

fn any_move<G: Playable>(m: &MoveOf<G>) -> AnyMove {
    G::any_move(*m)
}
