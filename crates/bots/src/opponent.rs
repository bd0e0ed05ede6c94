//! A bot at a table, without the types of its game.

use thiserror::Error;
use tilewright_core::{Illegal, MoveOf, ParseMoveError, ParsePositionError};
use tilewright_search::{Choice, SearchInfo, Thinking};

use crate::analysis::{Analysis, Question, analyse};
use crate::bot::Bot;
use crate::playable::Playable;

/// A bot that sits at a table and follows the game as text, as one of its seats sees it.
///
/// It is made by [`Bots::seat`](crate::Bots::seat), and told every move: what its seat saw of it, and
/// what the rules then laid open. So it cannot know more than its seat does.
///
/// ```
/// use tilewright_bots::{Bots, Thinking};
///
/// let bots = Bots::of(GameId::AquaPipe);
/// let mut red = bots.seat(&bots.read("greedy")?, "3x3 .../.../...|.../.../...|.../.../... b")?;
/// red.follow("S@b2", None)?;
/// assert!(red.legal_moves().contains(&"M@b2".to_owned()));
/// let choice = red.choose(&mut Thinking::default()).unwrap();
/// red.follow(&choice.m, None)?;
/// red.go_back_to(1);
/// assert_eq!(red.choose(&mut Thinking::default()), Some(choice));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Opponent: Send {
    /// How many moves it has been told.
    fn ply(&self) -> usize;

    /// Follows a move: what its seat saw of it, in the game's own notation, and what was revealed
    /// then. What cannot be is refused and changes nothing.
    fn follow(&mut self, look: &str, revealed: Option<&str>) -> Result<(), FollowError>;

    /// Goes back to how it was after `ply` moves, if there were more.
    fn go_back_to(&mut self, ply: usize);

    /// The moves that its seat can choose from; none if it is not its turn.
    fn legal_moves(&self) -> Vec<String>;

    /// About how many moves that need thought its seat has to come: by that it divides what is on its
    /// clock.
    fn n_moves_left(&self) -> usize;

    /// What it would play now; nothing if it is not its turn. To play it, follow it as every other
    /// move. The `ply` of the thinking is filled in.
    fn choose(&mut self, thinking: &mut Thinking<'_, String>) -> Option<Choice<String>>;

    /// What the moves of its seat are worth, by what it would think of them; nothing if it is not its
    /// turn. The `ply` of the question is filled in. A move that is asked about and is none of its
    /// seat is left out.
    fn analyse(&mut self, question: &mut Question<'_, String>) -> Option<Analysis<String>>;
}

/// The bot was told what cannot be.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FollowError {
    /// It is no move.
    #[error(transparent)]
    Parse(#[from] ParseMoveError),
    /// It is a move, but not now.
    #[error(transparent)]
    Illegal(#[from] Illegal),
}

/// The one implementation of [`Opponent`].
struct Seated<G: Playable> {
    bot: Box<dyn Bot<G>>,
    /// What the seat knew first. What it knew between is not kept: whoever goes back follows again.
    first: G::Known,
    known: G::Known,
    seen: Vec<Seen<G>>,
    moves: Vec<MoveOf<G>>,
}

struct Seen<G: Playable> {
    look: MoveOf<G>,
    revealed: Option<Box<str>>,
}

/// Seats a bot that knows what this text says.
pub(crate) fn seat<G: Playable>(
    bot: Box<dyn Bot<G>>,
    text: &str,
) -> Result<Box<dyn Opponent>, ParsePositionError> {
    let first: G::Known = text.parse()?;
    let known = first.clone();
    Ok(Box::new(Seated::<G> { bot, first, known, seen: Vec::new(), moves: Vec::new() }))
}

impl<G: Playable> Opponent for Seated<G> {
    fn ply(&self) -> usize {
        self.seen.len()
    }

    fn follow(&mut self, look: &str, revealed: Option<&str>) -> Result<(), FollowError> {
        let look = look.parse()?;
        G::follow(&mut self.known, look, revealed)?;
        self.seen.push(Seen { look, revealed: revealed.map(Box::from) });
        Ok(())
    }

    fn go_back_to(&mut self, ply: usize) {
        if ply >= self.seen.len() {
            return;
        }
        self.seen.truncate(ply);
        self.known = self.first.clone();
        for Seen { look, revealed } in &self.seen {
            G::follow(&mut self.known, *look, revealed.as_deref()).expect("it was followed before");
        }
    }

    fn n_moves_left(&self) -> usize {
        G::n_moves_left(&self.known)
    }

    fn legal_moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        G::legal_moves(&self.known, &mut moves);
        moves.iter().map(MoveOf::<G>::to_string).collect()
    }

    fn choose(&mut self, thinking: &mut Thinking<'_, String>) -> Option<Choice<String>> {
        self.moves.clear();
        G::legal_moves(&self.known, &mut self.moves);
        if self.moves.is_empty() {
            return None;
        }
        let (limits, stop, seed) = (thinking.limits, thinking.stop, thinking.seed);
        let mut tell = |info: &_| thinking.report(&texts::<G>(info));
        let mut inner =
            Thinking { limits, stop, seed, ply: self.seen.len(), listener: Some(&mut tell) };
        let Choice { m, info } = self.bot.choose(&self.known, &mut inner);
        Some(Choice { m: m.to_string(), info: texts::<G>(&info) })
    }

    fn analyse(&mut self, question: &mut Question<'_, String>) -> Option<Analysis<String>> {
        let Question { limits, stop, seed, n_moves, .. } = *question;
        let about = question.about.as_ref().and_then(|text| text.parse().ok());
        let mut tell = |analysis: &_| {
            if let Some(listener) = &mut question.listener {
                listener(&analysis_texts::<G>(analysis));
            }
        };
        let (ply, listener) = (self.seen.len(), Some(&mut tell as _));
        let mut inner = Question { limits, stop, seed, ply, n_moves, about, listener };
        let analysis = analyse(&mut *self.bot, &self.known, &mut inner)?;
        Some(analysis_texts::<G>(&analysis))
    }
}

fn analysis_texts<G: Playable>(analysis: &Analysis<MoveOf<G>>) -> Analysis<String> {
    analysis.map(MoveOf::<G>::to_string)
}

fn texts<G: Playable>(info: &SearchInfo<MoveOf<G>>) -> SearchInfo<String> {
    info.map(MoveOf::<G>::to_string)
}
